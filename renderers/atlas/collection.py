"""All sprites there are, sheet by sheet."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PIL import Image

from renderers.atlas import crosses, dice, signs, tiles, tray
from renderers.atlas.forms import TILE_CODES
from renderers.palette import quantized

Sprites = Iterator[tuple[str, Image.Image]]


def _tiles(size: int) -> Callable[[], Sprites]:
    def sprites() -> Sprites:
        for code in TILE_CODES:
            yield f"tile/{code}/{size}", quantized(tiles.tile(code, size))
        for kind in tiles.FRAMES:
            yield f"frame/{kind}/{size}", tiles.frame(kind, size)
        yield f"empty/{size}", quantized(tiles.empty(size))
        yield f"place/{size}", quantized(tiles.place(size))

    return sprites


def _tray() -> Sprites:
    for size in (96, 144):
        for piece, image in tray.pieces(size):
            yield f"tray/{piece}/{size}", quantized(image)


def _dice() -> Sprites:
    size = 76
    for pips in dice.PIPS:
        yield f"die/white/{pips}/{size}", quantized(dice.die("white", pips, size))
    for row in dice.ROWS:
        for pips in dice.PIPS:
            yield f"die/{row}/{pips}/{size}", quantized(dice.die(row, pips, size))
        yield f"die/{row}/removed/{size}", quantized(dice.removed_die(row, size))


def _masks() -> Sprites:
    for name, sizes in signs.SIZES.items():
        for size in sizes:
            yield f"{name}/{size}", signs.sign(name, size)
    for which in range(crosses.COUNT):
        yield f"cross/{which}/64", crosses.cross(which, 64)


SHEETS: dict[str, Callable[[], Sprites]] = {
    "tiles48": _tiles(48),
    "tiles64": _tiles(64),
    "tiles80": _tiles(80),
    "tiles96": _tiles(96),
    "tiles144": _tiles(144),
    "tray": _tray,
    "dice": _dice,
    "masks": _masks,
}
"""The sheets by name, each loaded only when a sprite of it is first asked for. "masks" holds coverage masks."""
