"""How each number of a sheet stands: open, gone, or marked, and how long ago."""

from __future__ import annotations

from enum import StrEnum

from bot.games.base import Seat
from bot.games.qwixx.sheet import LAST, MARKS_BEFORE_LAST, Mark, Row
from bot.games.qwixx.state import RowView, Turn, View


class Look(StrEnum):
    """How a number's cell is drawn."""

    OPEN = "open"
    LATER = "later"  # a row's last number, as long as the row has too few marks for it
    GONE = "gone"  # can never be marked any more
    OLD = "old"  # marked before the previous turn
    PREVIOUS = "previous"  # marked in the previous turn
    CURRENT = "current"  # marked in this turn

    @property
    def marked(self) -> bool:
        return self in (Look.OLD, Look.PREVIOUS, Look.CURRENT)


def row_looks(view: View, seat: Seat, row: RowView) -> tuple[Look, ...]:
    """The looks of a row's numbers from left to right, as they stand on that seat's sheet."""
    marked = [row.row.numbers.index(number) for number in row.marked]
    looks = [_unmarked(place, marked, closed=row.row in view.closed) for place in range(LAST + 1)]
    for place in marked:
        looks[place] = age(view, seat, Mark(row.row, row.row.numbers[place]))
    return tuple(looks)


def _unmarked(place: int, marked: list[int], *, closed: bool) -> Look:
    """RULES 2, Marking: nothing left of a mark, and five marks before the last number, if there is still room."""
    rightmost = marked[-1] if marked else -1
    if closed or place < rightmost:
        return Look.GONE
    if place == LAST and len(marked) < MARKS_BEFORE_LAST:
        room = LAST - 1 - rightmost
        return Look.LATER if len(marked) + room >= MARKS_BEFORE_LAST else Look.GONE
    return Look.OPEN


def age(view: View, seat: Seat, mark: Mark) -> Look:
    """Since when a mark stands on that seat's sheet."""
    if mark in made_in(view.current, seat):
        return Look.CURRENT
    if view.previous is not None and mark in made_in(view.previous, seat):
        return Look.PREVIOUS
    return Look.OLD


def made_in(turn: Turn, seat: Seat) -> tuple[Mark, ...]:
    """What the seat marked in that turn: the white sum, and the color's where it was active."""
    made = (turn.white[seat], turn.color if seat == turn.active else None)
    return tuple(mark for mark in made if mark is not None)


def lock_look(view: View, seat: Seat, row: RowView) -> Look:
    """The lock as a number behind the last one: marked with it, gone where another locked the row."""
    if row.lock:
        return age(view, seat, last_mark(row.row))
    return Look.GONE if row.row in view.closed else Look.OPEN


def last_mark(row: Row) -> Mark:
    return Mark(row, row.numbers[LAST])


def penalty_looks(view: View, seat: Seat) -> tuple[Look, ...]:
    """The crossed penalty boxes of a seat: those of the current and the previous turn are the last ones."""
    ages = [Look.OLD] * view.sheets[seat].penalties
    place = len(ages)
    for turn, look in ((view.current, Look.CURRENT), (view.previous, Look.PREVIOUS)):
        if turn is not None and turn.penalty and turn.active == seat and place > 0:
            place -= 1
            ages[place] = look
    return tuple(ages)
