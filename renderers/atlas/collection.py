"""All sprites there are, sheet by sheet."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PIL import Image

from renderers.atlas import cells, crosses, signs, tiles, tray
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


def _qwixx() -> Sprites:
    for size in (48, 76):
        for pips in cells.PIPS:
            yield f"die/white/{pips}/{size}", quantized(cells.die("white", pips, size))
        for row in cells.ROWS:
            for pips in cells.PIPS:
                yield f"die/{row}/{pips}/{size}", quantized(cells.die(row, pips, size))
            yield f"die/{row}/removed/{size}", quantized(cells.removed_die(row, size))
    for row in cells.ROWS:
        for state in cells.CELL_STATES:
            yield f"cell/{row}/{state}/64", quantized(cells.number_cell(row, state, 64))
        for state in cells.LOCK_STATES:
            yield f"lock/{row}/{state}/64", quantized(cells.lock(row, state, 64))


def _masks() -> Sprites:
    for name, sizes in signs.SIZES.items():
        for size in sizes:
            yield f"{name}/{size}", signs.sign(name, size)
    for size in (36, 64):
        for which in range(crosses.COUNT):
            yield f"cross/{which}/{size}", crosses.cross(which, size)


SHEETS: dict[str, Callable[[], Sprites]] = {
    "tiles48": _tiles(48),
    "tiles64": _tiles(64),
    "tiles80": _tiles(80),
    "tiles96": _tiles(96),
    "tiles144": _tiles(144),
    "tray": _tray,
    "qwixx": _qwixx,
    "masks": _masks,
}
"""The sheets by name, each loaded only when a sprite of it is first asked for. "masks" holds coverage masks."""
