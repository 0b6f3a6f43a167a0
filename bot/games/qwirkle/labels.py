"""The names of cells as drawn on the board picture (RULES 4, Cell)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from bot.games.qwirkle.board import Cell

MARGIN = 5
"""A tile in the first five columns or rows moves the labels of that axis on."""
SHIFT = 13

_NAME = re.compile(r"([A-Z]{1,2})([0-9]{1,3})")


@dataclass(frozen=True, slots=True)
class Labels:
    """How many columns lie left of x = 0, and how many rows above y = 0: at first (0, 0) is N14."""

    columns: int = SHIFT
    rows: int = SHIFT

    def name(self, cell: Cell) -> str:
        """Column letters and row number. A cell left of A or above 1 has no name; no play can reach one."""
        column, row = cell.x + self.columns, cell.y + self.rows
        if column < 0 or row < 0:
            raise ValueError(f"{cell} lies outside the labels")
        return f"{_letters(column)}{row + 1}"

    def cell(self, name: str) -> Cell | None:
        """The cell of that name, in capitals; None where it is no name of a cell."""
        parts = _NAME.fullmatch(name)
        if parts is None or int(parts[2]) == 0:
            return None
        return Cell(_column(parts[1]) - self.columns, int(parts[2]) - 1 - self.rows)

    def moved_on(self, cells: Iterable[Cell]) -> Labels:
        """The labels once tiles lie on these cells: moved on by 13 where one is in columns A to E or rows 1 to 5."""
        columns, rows = self.columns, self.rows
        for x, y in cells:
            while x + columns < MARGIN:
                columns += SHIFT
            while y + rows < MARGIN:
                rows += SHIFT
        return Labels(columns, rows)


def _letters(column: int) -> str:
    """A to Z, then AA, AB …"""
    letters = ""
    while column >= 0:
        column, letter = divmod(column, 26)
        letters = chr(ord("A") + letter) + letters
        column -= 1
    return letters


def _column(letters: str) -> int:
    column = 0
    for letter in letters:
        column = column * 26 + ord(letter) - ord("A") + 1
    return column - 1
