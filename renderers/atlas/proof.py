"""The proof: everything there is on one picture, as each kind of eye sees it, to be looked at."""

from __future__ import annotations

from PIL import Image

from renderers.atlas.forms import SHAPES, SYMBOLS, TILE_CODES
from renderers.canvas import Canvas
from renderers.colors import RGB, VISIONS, linear, luminance, seen_by, srgb
from renderers.palette import COLORS, Ink
from renderers.sprites import mask

WIDTH = 1200


def proof() -> Image.Image:
    """Tiles and frames, hand, sheet, dice, signs."""
    canvas = Canvas(WIDTH, 1560, Ink.CLOTH)
    _board(canvas, 24)
    _hand(canvas, 680)
    _dice(canvas, 930)
    _rows(canvas, 1090)
    _signs(canvas, 1440)
    return canvas.image


def seen(picture: Image.Image, vision: str) -> Image.Image:
    """The picture as an eye of that vision (a key of VISIONS, or "grey") sees it."""
    colors = [_seen(color, vision) for color in COLORS]
    result = picture.copy()
    result.putpalette(bytes(channel for color in colors for channel in color))
    return result


def _seen(color: RGB, vision: str) -> RGB:
    if vision == "grey":
        return srgb((luminance(color),) * 3)
    return srgb(seen_by(vision, linear(color)))


EYES = (*VISIONS, "grey")


def _board(canvas: Canvas, top: int) -> None:
    frames = {14: "last", 15: "last", 16: "last", 28: "draft", 29: "draft", 41: "clash", 42: "clash", 43: "clash"}
    for cell in range(12 * 5):
        place = (24 + cell % 12 * 96, top + cell // 12 * 96)
        if cell < 36 + 12 and cell != 40:
            canvas.tile(TILE_CODES[cell % 36], place, 96, frames.get(cell))
        elif cell == 40 or cell % 5 == 0:
            canvas.sprite("place", place, 96)
        else:
            canvas.sprite("empty", place, 96)
    for cell, size in ((0, 48), (1, 64)):
        for k in range(9):
            canvas.tile(TILE_CODES[k * 4 + cell], (24 + cell * 500 + k * size, top + 500), size)


def _hand(canvas: Canvas, top: int) -> None:
    canvas.fill((0, top - 20, WIDTH, canvas.size[1]), Ink.PANEL)
    left, first = canvas.tray((24, top), 6, 144)
    for k, shape in enumerate(SHAPES):
        canvas.tile("ROYGBP"[k] + shape, (left + k * 144, first), 144)


def _dice(canvas: Canvas, top: int) -> None:
    for k, (color, pips) in enumerate(
        [("white", "3"), ("white", "5"), ("red", "2"), ("yellow", "6"), ("green", "4"), ("blue", "1")]
    ):
        canvas.sprite(f"die/{color}/{pips}", (24 + k * 84, top), 76)
    for k, row in enumerate(SYMBOLS):
        canvas.sprite(f"die/{row}/removed", (560 + k * 84, top), 76)


def _rows(canvas: Canvas, top: int) -> None:
    for k, row in enumerate(SYMBOLS):
        ink, y = Ink[row.upper()], top + k * 84
        canvas.rounded((24, y, WIDTH - 24, y + 76), 18, ink, on=Ink.PANEL)
        symbol = mask(f"symbol/{row}", 28)
        canvas.stain(symbol, (44, y + 24), Ink.INK if row == "yellow" else Ink.WHITE, on=ink)
        for cross in range(6):
            canvas.stain(mask(f"cross/{cross}", 64), (88 + cross * 70, y + 6), ink, on=Ink.WHITE)


def _signs(canvas: Canvas, top: int) -> None:
    canvas.rounded((24, top, WIDTH - 24, top + 100), 16, Ink.CARD, on=Ink.PANEL)
    names: tuple[str, ...] = ("crown", "check", "arrow", "bag", "lock-open", "lock-closed")
    names += tuple(f"shape/{letter}" for letter in "CSDTVX") + tuple(f"mark/{letter}" for letter in "ROYGBP")
    for k, name in enumerate(names):
        canvas.stain(mask(name, 40), (40 + k * 62, top + 10), Ink.GOLD if k < 6 else Ink.PALE, on=Ink.CARD)
        canvas.stain(mask(name, 20), (40 + k * 62, top + 66), Ink.WHITE, on=Ink.CARD)
