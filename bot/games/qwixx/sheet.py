"""The material: rows, marks and sheets (RULES 2, Sheet and Marking).

The marks of one row are a *mask*: an integer whose lowest bit is the leftmost number and whose twelfth bit is the
lock. "Right of the rightmost mark" is then a comparison with its bit length, and the number of marks its bit count.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from bot.core.errors import RuleError

LAST = 10
"""The place of a row's last number, counted from 0 at the left."""
LOCK_BIT = 1 << (LAST + 1)
MARKS_BEFORE_LAST = 5
"""So many marks must a row have before its last number may be marked."""
PENALTY_LIMIT = 4
"""A sheet has so many penalty boxes."""
PENALTY_COST = 5
ROW_POINTS = tuple(marks * (marks + 1) // 2 for marks in range(13))
"""What a row earns, by the number of its marks; the lock counts as one."""


class Row(StrEnum):
    """A row of the sheet, and the color of the die that belongs to it, in the order of the sheet."""

    RED = "red"
    YELLOW = "yellow"
    GREEN = "green"
    BLUE = "blue"

    place: int
    bit: int
    """The set of rows that is this row alone."""
    numbers: range
    """The numbers from left to right."""

    def __init__(self, word: str) -> None:
        self.place = len(type(self).__members__)
        self.bit = 1 << self.place
        self.numbers = range(2, 13) if word in ("red", "yellow") else range(12, 1, -1)

    @property
    def text_key(self) -> str:
        return f"row.{self.value}"


ROWS = tuple(Row)
ROWS_TO_END = 2
"""So many closed rows end the match."""

RowSet = int
"""A set of rows: bit 0 is red, bit 3 is blue."""


_ROWS_IN = tuple(tuple(row for row in ROWS if rows & row.bit) for rows in range(1 << len(ROWS)))


def rows_in(rows: RowSet) -> tuple[Row, ...]:
    """The rows of a set, in the order of the sheet."""
    return _ROWS_IN[rows]


class Mark(NamedTuple):
    """A number to be marked in a row."""

    row: Row
    number: int

    @property
    def locks(self) -> bool:
        """Whether this is the row's last number, whose mark locks the row."""
        return self.number == self.row.numbers[LAST]


class Sheet(NamedTuple):
    """One player's sheet: a mask for each row, and the number of penalty boxes marked."""

    masks: tuple[int, int, int, int] = (0, 0, 0, 0)
    penalties: int = 0

    @property
    def total(self) -> int:
        """The points of all rows, less those of the penalties (RULES 2, Score)."""
        red, yellow, green, blue = self.masks
        return (
            ROW_POINTS[red.bit_count()]
            + ROW_POINTS[yellow.bit_count()]
            + ROW_POINTS[green.bit_count()]
            + ROW_POINTS[blue.bit_count()]
            - PENALTY_COST * self.penalties
        )

    @property
    def locks(self) -> RowSet:
        """The rows whose lock this player has marked."""
        return sum(row.bit for row, mask in zip(ROWS, self.masks, strict=True) if mask & LOCK_BIT)

    def numbers(self, row: Row) -> tuple[int, ...]:
        """The numbers marked in a row, from left to right."""
        mask = self.masks[row.place]
        return tuple(number for place, number in enumerate(row.numbers) if mask >> place & 1)

    def marked(self, mark: Mark) -> Sheet:
        """The sheet with one mark more, and with the lock where the mark is a row's last number."""
        row, number = mark
        place = row.numbers.index(number)
        masks = list(self.masks)
        masks[row.place] |= 1 << place | (LOCK_BIT if place == LAST else 0)
        red, yellow, green, blue = masks
        return Sheet((red, yellow, green, blue), self.penalties)

    def unmarked(self, mark: Mark) -> Sheet:
        """The sheet as it was before the mark."""
        row, number = mark
        masks = list(self.masks)
        masks[row.place] &= ~(1 << row.numbers.index(number) | (LOCK_BIT if mark.locks else 0))
        red, yellow, green, blue = masks
        return Sheet((red, yellow, green, blue), self.penalties)


class Markable(NamedTuple):
    """A mark that the rules allow, and how many unmarked numbers it passes over."""

    mark: Mark
    skips: int


def fault(sheet: Sheet, closed: RowSet, mark: Mark) -> str | None:
    """Why the sheet cannot take the mark, as the first error code that applies; None where it can."""
    row, number = mark
    if number in row.numbers and closed & row.bit:
        return "row-closed"
    return _fault_in_row(sheet.masks[row.place], mark)


def _fault_in_row(mask: int, mark: Mark) -> str | None:
    row, number = mark
    if number not in row.numbers:
        return "not-on-row"
    place = row.numbers.index(number)
    if place < mask.bit_length():
        return "left-of-mark"
    if place == LAST and mask.bit_count() < MARKS_BEFORE_LAST:
        return "too-few-for-lock"
    return None


def markable(sheet: Sheet, closed: RowSet, marks: Iterable[Mark]) -> tuple[Markable, ...]:
    """Those of the marks that the sheet can take."""
    options = [_markable_in_row(sheet.masks[mark.row.place], mark) for mark in marks if not closed & mark.row.bit]
    return tuple([option for option in options if option is not None])


@lru_cache(maxsize=8192)
def _markable_in_row(mask: int, mark: Mark) -> Markable | None:
    if _fault_in_row(mask, mark) is not None:
        return None
    return Markable(mark, mark.row.numbers.index(mark.number) - mask.bit_length())


def check_mark(sheet: Sheet, closed: RowSet, mark: Mark) -> None:
    """Raise the RuleError of a mark that the sheet cannot take."""
    code = fault(sheet, closed, mark)
    if code is None:
        return
    row, number = mark
    mask = sheet.masks[row.place]
    raise RuleError(
        code,
        row=row,
        number=number,
        numbers=tuple(row.numbers),
        marked=sheet.numbers(row),
        open=tuple(row.numbers[mask.bit_length() :]),
        marks=mask.bit_count(),
        needed=MARKS_BEFORE_LAST,
    )
