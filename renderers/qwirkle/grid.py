"""The cloth with its cells: a part of the board, and the names of its columns and rows on all four sides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from bot.games.qwirkle.board import Cell
from bot.games.qwirkle.labels import Labels
from bot.games.qwirkle.tiles import Tile
from renderers.canvas import Canvas, Place
from renderers.palette import Ink
from renderers.qwirkle.window import Window
from renderers.text import BOLD, Lettering
from renderers.writing import Pen, Span

Sizes = Mapping[int, int]
"""The sizes that cells may have in a kind of picture, in pixels, and how many there may be of each at most."""
SMALLEST = 48
"""The size of cells where there are more than of any other."""

LONGEST = 4000
"""Pixels of a side: beyond, some phones shrink a picture before they show it."""

_GUTTER = 1.7
"""The room for a row's number and a column's letter, in ems."""
_DIGIT = 0.6
"""The width of a figure or capital letter, in ems; a little more than it is."""


def cell_size(window: Window, sizes: Sizes) -> int:
    """The largest size that the cells of the window may have."""
    cells, longer = window.columns * window.rows, max(window.columns, window.rows)
    fitting = (size for size, most in sizes.items() if cells <= most and longer * size <= LONGEST)
    return max(fitting, default=SMALLEST)


@dataclass(frozen=True, slots=True)
class Grid:
    """Where the cells of a window lie in a picture; all in pixels. `letters` is the size of the names beside them."""

    window: Window
    labels: Labels
    cell: int
    letters: int
    gutter: int
    """The room for the names on each of the four sides."""
    corner: Place = (0, 0)

    @classmethod
    def of(cls, window: Window, labels: Labels, cell: int, letters: int) -> Grid:
        """A grid whose gutter has room for the longest name of a row."""
        digits = len(str(window.ys[-1] + labels.rows + 1))
        return cls(window, labels, cell, letters, round(letters * max(_GUTTER, _DIGIT * digits + 0.5)))

    @property
    def width(self) -> int:
        return self.window.columns * self.cell + 2 * self.gutter

    @property
    def height(self) -> int:
        return self.window.rows * self.cell + 2 * self.gutter

    def place(self, cell: Cell) -> Place:
        """The upper left corner of a cell."""
        left, top = self.corner
        x = left + self.gutter + (cell.x - self.window.left) * self.cell
        return x, top + self.gutter + (cell.y - self.window.top) * self.cell

    def draw(self, canvas: Canvas, board: Mapping[Cell, Tile]) -> None:
        """The cloth, its names, its dots, and the tiles that lie in the window."""
        left, top = self.corner
        canvas.fill((left, top, left + self.width, top + self.height), Ink.CLOTH)
        self._draw_names(canvas)
        first = self.place(Cell(self.window.left, self.window.top))
        canvas.carpet("empty", first, self.cell, (self.window.columns, self.window.rows))
        for cell, tile in board.items():
            if self.window.shows(cell):
                canvas.tile(tile, self.place(cell), self.cell)

    def _draw_names(self, canvas: Canvas) -> None:
        left, top = self.corner
        cells_left, cells_top = self.place(Cell(self.window.left, self.window.top))
        columns = _names(tuple(map(self._column_name, self.window.xs)), self.letters, (self.cell, self.gutter), (1, 0))
        for y in (top, top + self.height - self.gutter):
            canvas.image.paste(columns, (cells_left, y))
        rows = _names(tuple(map(self._row_name, self.window.ys)), self.letters, (self.gutter, self.cell), (0, 1))
        for x in (left, left + self.width - self.gutter):
            canvas.image.paste(rows, (x, cells_top))

    def _column_name(self, x: int) -> str:
        """The letters of a column: the name of its first cell without the 1. None left of A."""
        return self.labels.name(Cell(x, -self.labels.rows))[:-1] if x >= -self.labels.columns else ""

    def _row_name(self, y: int) -> str:
        """The number of a row: the name of its first cell without the A. None above 1."""
        return self.labels.name(Cell(-self.labels.columns, y))[1:] if y >= -self.labels.rows else ""


@lru_cache(maxsize=16)
def _names(names: tuple[str, ...], letters: int, box: tuple[int, int], step: tuple[int, int]) -> Image.Image:
    """A strip with a name in the middle of each of its boxes, which follow one another by `step` of their size.

    Kept, since it serves both sides of the board and the next picture of the match.
    """
    (width, height), (across, down) = box, step
    last = len(names) - 1
    canvas = Canvas(width * (1 + across * last), height * (1 + down * last), Ink.CLOTH)
    pen, lettering = Pen(canvas), Lettering(letters, BOLD)
    for k, name in enumerate(names):
        left, middle = k * across * width, k * down * height + height / 2
        span = Span(left, left + width)
        pen.write(name, lettering, span, middle=middle, ink=Ink.MUTED, on=Ink.CLOTH, align="center")
    return canvas.image
