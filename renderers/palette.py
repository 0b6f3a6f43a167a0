"""The one palette of 256 colors that every picture is drawn in.

Pictures are Pillow images of mode "P" from the first pixel to the last: a color is its index, an `Ink` where it has
a name. Soft edges are mixed beforehand, over a ground that the caller names:

    ramp(Ink.WHITE, Ink.CARD)            256 bytes: coverage -> index; for `Image.point`
    stain(mask, Ink.WHITE, Ink.CARD)     a coverage mask (mode "L") as a "P" image of that ink on that ground
    veil(Ink.CLOTH, 0.5)                 256 bytes: index -> index of that color half faded into the ground
    flatten(picture, Ink.CARD)           a small RGB or RGBA picture (an emoji) as a "P" image on that ground
    nearest(RGB(…))                      the index that looks most like a color

The palette holds the named inks first, then the mixes that edges need, then colors for emoji.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from functools import lru_cache
from itertools import pairwise
from math import dist

from PIL import Image

from renderers.colors import RGB, Vector, linear, oklab

TILE_COLORS = {
    "R": RGB.of("d02239"),
    "O": RGB.of("ea8703"),
    "Y": RGB.of("fff736"),
    "G": RGB.of("75e1a7"),
    "B": RGB.of("1b6ff1"),
    "P": RGB.of("c895fd"),
}
"""The colors of the tiles by their letter (RULES 4), found by `renderers.atlas.search`."""


class Ink(IntEnum):
    """The named colors. The value is the index in the palette."""

    BLACK = 0
    WHITE = 1
    # Grounds
    CLOTH = 2  # the Qwirkle board
    CLOTH_DOT = 3  # the dot of an empty cell
    CLOTH_EDGE = 4
    PANEL = 5  # the dark page around cards
    CARD = 6  # a player's card on the panel
    CARD_ACTIVE = 7  # the card of whoever is to act
    SHEET = 8  # a Qwixx scoresheet
    SHEET_EDGE = 9
    # Writing
    INK = 10  # on light grounds; also the middle of a tile's body
    MUTED = 11  # less important, on CLOTH and SHEET
    PALE = 12  # less important, on PANEL and CARD
    GOLD = 13  # whose turn it is, the last play
    ALARM = 14  # an illegal play
    DRAFT = 15  # a play not confirmed yet
    # The tiles
    TILE_RED = 16
    TILE_ORANGE = 17
    TILE_YELLOW = 18
    TILE_GREEN = 19
    TILE_BLUE = 20
    TILE_PURPLE = 21
    # Qwixx rows: the row itself, its deep shade for numbers, a cell that is gone, a cell that is open
    RED = 22
    RED_DEEP = 23
    RED_GONE = 24
    RED_TINT = 25
    YELLOW = 26
    YELLOW_DEEP = 27
    YELLOW_GONE = 28
    YELLOW_TINT = 29
    GREEN = 30
    GREEN_DEEP = 31
    GREEN_GONE = 32
    GREEN_TINT = 33
    BLUE = 34
    BLUE_DEEP = 35
    BLUE_GONE = 36
    BLUE_TINT = 37
    # The wood of the hand's tray
    WOOD = 38
    WOOD_LIGHT = 39
    WOOD_DARK = 40
    # Not a color: the pixels of a sprite that show what lies below it
    NOTHING = 255


_NAMED: dict[Ink, RGB] = {
    Ink.BLACK: RGB.of("0b0c10"),
    Ink.WHITE: RGB.of("ffffff"),
    Ink.CLOTH: RGB.of("e9e5da"),
    Ink.CLOTH_DOT: RGB.of("d3cec0"),
    Ink.CLOTH_EDGE: RGB.of("c2bcab"),
    Ink.PANEL: RGB.of("1e212a"),
    Ink.CARD: RGB.of("2c303c"),
    Ink.CARD_ACTIVE: RGB.of("3d4356"),
    Ink.SHEET: RGB.of("f5f2ea"),
    Ink.SHEET_EDGE: RGB.of("d9d4c7"),
    Ink.INK: RGB.of("1f222a"),
    Ink.MUTED: RGB.of("716c5d"),
    Ink.PALE: RGB.of("a9aebd"),
    Ink.GOLD: RGB.of("ffb31a"),
    Ink.ALARM: RGB.of("e3152c"),
    Ink.DRAFT: RGB.of("1b84e0"),
    Ink.TILE_RED: TILE_COLORS["R"],
    Ink.TILE_ORANGE: TILE_COLORS["O"],
    Ink.TILE_YELLOW: TILE_COLORS["Y"],
    Ink.TILE_GREEN: TILE_COLORS["G"],
    Ink.TILE_BLUE: TILE_COLORS["B"],
    Ink.TILE_PURPLE: TILE_COLORS["P"],
    Ink.RED: RGB.of("c90d23"),
    Ink.RED_DEEP: RGB.of("8f0518"),
    Ink.RED_GONE: RGB.of("d74c5c"),
    Ink.RED_TINT: RGB.of("f8e0e2"),
    Ink.YELLOW: RGB.of("feca05"),
    Ink.YELLOW_DEEP: RGB.of("775800"),
    Ink.YELLOW_GONE: RGB.of("fed846"),
    Ink.YELLOW_TINT: RGB.of("fff8de"),
    Ink.GREEN: RGB.of("0bb57b"),
    Ink.GREEN_DEEP: RGB.of("065b3d"),
    Ink.GREEN_GONE: RGB.of("4ac89d"),
    Ink.GREEN_TINT: RGB.of("dff5ee"),
    Ink.BLUE: RGB.of("1f5dcd"),
    Ink.BLUE_DEEP: RGB.of("123b8e"),
    Ink.BLUE_GONE: RGB.of("5987da"),
    Ink.BLUE_TINT: RGB.of("e2eaf8"),
    Ink.WOOD: RGB.of("8a5a34"),
    Ink.WOOD_LIGHT: RGB.of("b07a4a"),
    Ink.WOOD_DARK: RGB.of("5c3a20"),
}

_GREYS = ("0b0c10", "1e212a", "2c303c", "3d4356", "8c8d90", "e9e5da", "f5f2ea", "ffffff")
_GREY_STEPS = (6, 4, 4, 7, 9, 2, 2)
"""The one line of greys, cool where dark and warm where light, and how many steps lie between its corners."""

_RAMPS: tuple[tuple[Ink, Ink, int], ...] = (
    (Ink.MUTED, Ink.CLOTH, 4),
    (Ink.GOLD, Ink.CARD, 4),
    (Ink.GOLD, Ink.CLOTH, 3),
    (Ink.ALARM, Ink.CLOTH, 3),
    (Ink.DRAFT, Ink.CLOTH, 3),
    (Ink.WOOD, Ink.WOOD_DARK, 2),
    (Ink.WOOD, Ink.WOOD_LIGHT, 2),
    (Ink.WOOD_LIGHT, Ink.CLOTH, 2),
    (Ink.RED_DEEP, Ink.RED_TINT, 3),
    (Ink.YELLOW_DEEP, Ink.YELLOW_TINT, 3),
    (Ink.GREEN_DEEP, Ink.GREEN_TINT, 3),
    (Ink.BLUE_DEEP, Ink.BLUE_TINT, 3),
    (Ink.RED, Ink.WHITE, 5),
    (Ink.YELLOW, Ink.WHITE, 4),
    (Ink.GREEN, Ink.WHITE, 5),
    (Ink.BLUE, Ink.WHITE, 5),
    (Ink.RED, Ink.RED_DEEP, 2),
    (Ink.YELLOW, Ink.YELLOW_DEEP, 2),
    (Ink.GREEN, Ink.GREEN_DEEP, 2),
    (Ink.BLUE, Ink.BLUE_DEEP, 2),
)
"""Ink, ground, and how many mixes lie between the two."""

_TILE_EDGES = 5
"""Mixes between a tile color and the tile's body."""
_TILE_SHADES = (-0.26, -0.08, -0.04, 0.035, 0.07, 0.11, 0.40)
_ROW_SHADES = (-0.08, -0.04, 0.05, 0.10)
"""Shades of a color: the share of black (below zero) or white mixed in."""
_TILE_FADED = (0.45, 0.65)
"""Shares of the cloth in the color of a tile that stands back."""

_EMOJI = (
    "c1694f 77b255 ea596e f7dece 55acee 3e721d f4abba d4ab88 662113 9266cc 88c9f9 5c913b d99e82 7c533e 226699 f3d2a2 "
    "99aab5 66757f"
)
"""What emoji are mostly drawn in and the other colors lack: skin, hair, leaves, sky."""


def _mixes() -> Iterator[RGB]:
    yield from _NAMED.values()
    for (start, end), steps in zip(pairwise(_GREYS), _GREY_STEPS, strict=True):
        yield from _between(RGB.of(start), RGB.of(end), steps)
    for color in TILE_COLORS.values():
        yield from _between(color, _NAMED[Ink.INK], _TILE_EDGES)
        yield from _shades(color, _TILE_SHADES)
        for share in _TILE_FADED:
            yield color.mix(_NAMED[Ink.CLOTH], share)
    for row in (Ink.RED, Ink.YELLOW, Ink.GREEN, Ink.BLUE):
        yield from _shades(_NAMED[row], _ROW_SHADES)
    for ink, ground, steps in _RAMPS:
        yield from _between(_NAMED[ink], _NAMED[ground], steps)
    yield from map(RGB.of, _EMOJI.split())


def _shades(color: RGB, shares: tuple[float, ...]) -> Iterator[RGB]:
    for share in shares:
        yield color.mix(RGB(0, 0, 0) if share < 0 else RGB(255, 255, 255), abs(share))


def _between(start: RGB, end: RGB, steps: int) -> Iterator[RGB]:
    for step in range(1, steps + 1):
        yield start.mix(end, step / (steps + 1))


COLORS: tuple[RGB, ...] = (*_mixes(), RGB(255, 0, 255))
"""The palette: the color of each index."""

PALETTE: bytes = bytes(channel for color in COLORS for channel in color)
"""The palette as Pillow and PNG want it: 3 bytes a color."""

_LOOKS: tuple[Vector, ...] = tuple(oklab(linear(color)) for color in COLORS)


@lru_cache(maxsize=65536)
def nearest(wanted: RGB) -> int:
    """The index of the palette's color that looks most like this one."""
    look = oklab(linear(wanted))
    return min(range(Ink.NOTHING), key=lambda index: dist(look, _LOOKS[index]))


_LEVELS = 16
"""A ramp has this many steps between ground and ink: more would not be seen, fewer colors pack better."""


@lru_cache(maxsize=1024)
def ramp(ink: int, ground: int) -> bytes:
    """A table from coverage (0 to 255) to the index of the ink laid so thickly on the ground."""
    steps = [nearest(COLORS[ground].mix(COLORS[ink], step / _LEVELS)) for step in range(_LEVELS + 1)]
    return bytes(steps[(coverage * _LEVELS + 127) // 255] for coverage in range(256))


@lru_cache(maxsize=64)
def veil(ground: int, share: float) -> bytes:
    """A table from each index to that of its color with so much of the ground in it: for what stands back."""
    faded = [nearest(color.mix(COLORS[ground], share)) for color in COLORS[: Ink.NOTHING]]
    return bytes((*faded, Ink.NOTHING))


def stain(mask: Image.Image, ink: int, ground: int) -> Image.Image:
    """The coverage mask (mode "L") as a picture: the ink where it is 255, the ground where it is 0."""
    return indexed(mask.point(ramp(ink, ground)))


def indexed(indices: Image.Image) -> Image.Image:
    """A picture of mode "P" whose pixels are the values of this one, of mode "L"."""
    indices.putpalette(PALETTE)
    return indices


def blank(size: tuple[int, int], ink: int) -> Image.Image:
    """A picture of one color."""
    return indexed(Image.new("L", size, ink))


_SPECIMEN = indexed(Image.new("L", (1, 1)))


def flatten(picture: Image.Image, ground: int) -> Image.Image:
    """A small picture of mode "RGB" or "RGBA", such as an emoji, laid on the ground, each pixel to a near color."""
    flat = Image.new("RGB", picture.size, COLORS[ground])
    flat.paste(picture, mask=picture if picture.mode == "RGBA" else None)
    return flat.quantize(palette=_SPECIMEN, dither=Image.Dither.NONE)


def quantized(picture: Image.Image) -> Image.Image:
    """An RGB picture, each pixel to the nearest color. Exact and slow: for making sprites."""
    channels = iter(picture.tobytes())
    indices = bytes(nearest(RGB(*pixel)) for pixel in zip(channels, channels, channels, strict=True))
    return indexed(Image.frombytes("L", picture.size, indices))
