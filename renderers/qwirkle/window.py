"""Which part of the endless board a picture shows."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from bot.games.qwirkle.board import Cell

PLAYABLE = 1
"""Cells around the tiles that are shown with them: those where the next tile may go."""

HOME = (-3, -3)
"""The left and top cell of a board with few tiles; the first lies at (0, 0)."""
YOUNG = (11, 9)
"""The least columns and rows of a board, so that it stays where it is while it is young."""


class Window(NamedTuple):
    """Some columns and rows of the board."""

    left: int
    top: int
    columns: int
    rows: int

    @property
    def xs(self) -> range:
        return range(self.left, self.left + self.columns)

    @property
    def ys(self) -> range:
        return range(self.top, self.top + self.rows)

    def shows(self, cell: Cell) -> bool:
        return cell.x in self.xs and cell.y in self.ys


def whole_board(cells: Collection[Cell]) -> Window:
    """All tiles and the cells around them. It depends on the tiles alone, and only a tile at its edge moves it."""
    if not cells:
        return Window(*HOME, *YOUNG)
    left, columns = _reaching((x for x, _ in cells), PLAYABLE, YOUNG[0], HOME[0])
    top, rows = _reaching((y for _, y in cells), PLAYABLE, YOUNG[1], HOME[1])
    return Window(left, top, columns, rows)


def around(cells: Collection[Cell], margin: int, least: tuple[int, int], board: Window) -> Window:
    """These cells (at least one) in the middle of a part of the board."""
    left, columns = _centered((x for x, _ in cells), margin, least[0], board.xs)
    top, rows = _centered((y for _, y in cells), margin, least[1], board.ys)
    return Window(left, top, columns, rows)


def _reaching(places: Iterable[int], margin: int, least: int, home: int) -> tuple[int, int]:
    """The start and length of a stretch that has all places: the one from home, moved no more than it must be."""
    low, high = _ends(places, margin)
    length = max(high - low, least)
    return min(max(home, high - length), low), length


def _centered(places: Iterable[int], margin: int, least: int, board: range) -> tuple[int, int]:
    """The start and length of a stretch with all places in its middle, or shifted so as to stay on the board."""
    low, high = _ends(places, margin)
    length = max(high - low, least)
    start = low - (length - (high - low)) // 2
    if length <= len(board):
        start = min(max(start, board.start), board.stop - length)
    return start, length


def _ends(places: Iterable[int], margin: int) -> tuple[int, int]:
    known = list(places)
    return min(known) - margin, max(known) + margin + 1
