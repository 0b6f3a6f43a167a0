"""The board: cells, tiles laid on them, and the lines they form (RULES 1, A legal play and Score)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import NamedTuple

from bot.games.qwirkle.tiles import LINE_LIMIT, Tile

QWIRKLE_BONUS = 6
"""What a line of six earns on top of its tiles."""


class Axis(StrEnum):
    """The direction of a line."""

    ROW = "row"
    COLUMN = "column"

    step: tuple[int, int]
    """From a cell of a line to the next one, to the right or down."""

    def __init__(self, name: str) -> None:
        self.step = (1, 0) if name == "row" else (0, 1)

    @property
    def text_key(self) -> str:
        return f"axis.{self.value}"


class Cell(NamedTuple):
    """A place for one tile: ``x`` grows to the right, ``y`` downward."""

    x: int
    y: int

    def next(self, axis: Axis) -> Cell:
        """The cell to the right, or below."""
        dx, dy = axis.step
        return Cell(self.x + dx, self.y + dy)

    def __str__(self) -> str:
        return f"({self.x}, {self.y})"


class Placement(NamedTuple):
    """A tile on its cell."""

    cell: Cell
    tile: Tile


Board = Mapping[Cell, Tile]
"""The tiles that lie, by their cells."""


class Line(NamedTuple):
    """A maximal run of two or more touching tiles, by its leftmost or topmost cell."""

    start: Cell
    axis: Axis
    length: int

    @property
    def cells(self) -> tuple[Cell, ...]:
        (x, y), (dx, dy) = self.start, self.axis.step
        return tuple(Cell(x + n * dx, y + n * dy) for n in range(self.length))

    @property
    def points(self) -> int:
        return points_of_line(self.length)


def points_of_line(length: int) -> int:
    """A point a tile, and six more for a line of six; a lone tile is no line (RULES 1, Score)."""
    if length < 2:
        return 0
    return length + (QWIRKLE_BONUS if length == LINE_LIMIT else 0)


def line_through(board: Board, cell: Cell, axis: Axis) -> Line | None:
    """The line along the axis that the tile on this cell is part of; None where it has no neighbor there."""
    dx, dy = axis.step
    x, y = cell
    before = after = 0
    while (x - (before + 1) * dx, y - (before + 1) * dy) in board:
        before += 1
    while (x + (after + 1) * dx, y + (after + 1) * dy) in board:
        after += 1
    if before == after == 0:
        return None
    return Line(Cell(x - before * dx, y - before * dy), axis, before + 1 + after)


def lines_through(board: Board, cells: Iterable[Cell]) -> tuple[Line, ...]:
    """Every line that has one of these cells, once each, the longest first."""
    found = {line: None for cell in cells for axis in Axis if (line := line_through(board, cell, axis))}
    return tuple(sorted(found, key=lambda line: -line.length))


def points_for(lines: tuple[Line, ...]) -> int:
    """What a play earns that makes these lines; a lone first tile makes none and scores 1 (RULES 1, Score)."""
    return sum(line.points for line in lines) or 1


def neighbors(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    """The cells that touch this one: left, right, above, below."""
    x, y = cell
    return Cell(x - 1, y), Cell(x + 1, y), Cell(x, y - 1), Cell(x, y + 1)
