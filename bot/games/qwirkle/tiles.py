"""The material: tiles and sets of tiles (RULES 1, Material).

A set of different tiles is a *mask*: an integer with one bit a tile. Legality, the move generator and the computer
player all think in masks, since "which tiles of the hand fit here" is then one ``&``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from itertools import combinations

COPIES = 3
"""How often each tile is in the game."""
LINE_LIMIT = 6
"""A line has at most six tiles: there are six colors and six shapes."""


class Color(StrEnum):
    """The colors, in the order of RULES 3."""

    RED = "red"
    ORANGE = "orange"
    YELLOW = "yellow"
    GREEN = "green"
    BLUE = "blue"
    PURPLE = "purple"

    @property
    def text_key(self) -> str:
        return f"color.{self.value}"


class Shape(StrEnum):
    """The shapes, in the order of RULES 3."""

    CIRCLE = "circle"
    SQUARE = "square"
    DIAMOND = "diamond"
    STAR = "star"
    CLOVER = "clover"
    CROSS = "cross"

    @property
    def text_key(self) -> str:
        return f"shape.{self.value}"


COLOR_LETTERS = dict(zip("ROYGBP", Color, strict=True))
SHAPE_LETTERS = dict(zip("CSDTVX", Shape, strict=True))


class Tile(StrEnum):
    """A tile, by its code in the notation (RULES 4): the letter of its color, then that of its shape."""

    RC = "RC"
    RS = "RS"
    RD = "RD"
    RT = "RT"
    RV = "RV"
    RX = "RX"
    OC = "OC"
    OS = "OS"
    OD = "OD"
    OT = "OT"
    OV = "OV"
    OX = "OX"
    YC = "YC"
    YS = "YS"
    YD = "YD"
    YT = "YT"
    YV = "YV"
    YX = "YX"
    GC = "GC"
    GS = "GS"
    GD = "GD"
    GT = "GT"
    GV = "GV"
    GX = "GX"
    BC = "BC"
    BS = "BS"
    BD = "BD"
    BT = "BT"
    BV = "BV"
    BX = "BX"
    PC = "PC"
    PS = "PS"
    PD = "PD"
    PT = "PT"
    PV = "PV"
    PX = "PX"

    color: Color
    shape: Shape
    bit: int
    """The mask of this tile alone."""

    def __init__(self, code: str) -> None:
        self.color = COLOR_LETTERS[code[0]]
        self.shape = SHAPE_LETTERS[code[1]]
        self.bit = 1 << len(type(self).__members__)

    @property
    def text_key(self) -> str:
        return f"tile.{self.value}"


def tile_of(color: Color, shape: Shape) -> Tile:
    """The tile of that color and that shape."""
    return _BY_LOOK[color, shape]


_BY_LOOK = {(tile.color, tile.shape): tile for tile in Tile}

ALL_TILES = tuple(tile for tile in Tile for _ in range(COPIES))
"""The 108 tiles, in the order in which the first shuffle takes them (RULES 3)."""


def mask_of(tiles: Iterable[Tile]) -> int:
    """The set of different tiles among these."""
    mask = 0
    for tile in tiles:
        mask |= tile.bit
    return mask


def tiles_in(mask: int) -> tuple[Tile, ...]:
    """The tiles of a mask, in the order of color and shape."""
    return tuple(tile for tile in Tile if tile.bit & mask)


ALL = mask_of(Tile)
"""The mask of all 36 different tiles."""
FAMILIES = tuple(mask_of(tile for tile in Tile if look in (tile.color, tile.shape)) for look in (*Color, *Shape))
"""The masks of the twelve families, sets of six tiles that share one color or one shape. A line is of one family."""


def _lines_and_what_fits() -> dict[int, int]:
    fits = {0: ALL}
    for family in FAMILIES:
        for length in range(1, LINE_LIMIT + 1):
            for members in combinations(tiles_in(family), length):
                line = mask_of(members)
                fits[line] = fits.get(line, 0) | family & ~line
    return fits


FITS: Mapping[int, int] = _lines_and_what_fits()
"""Every set of tiles that can be a line (also none, and a lone tile), with the tiles that may be added to it."""
