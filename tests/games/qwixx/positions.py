"""Positions written down in a line, and a match that goes on from one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest

from bot.core.errors import RuleError
from bot.games.base import Presence, Seat
from bot.games.qwixx import QWIXX
from bot.games.qwixx.course import Course
from bot.games.qwixx.dice import Dice
from bot.games.qwixx.sheet import ROWS, Mark, Row, Sheet
from bot.games.qwixx.state import (
    Action,
    ChooseWhite,
    ColorPlan,
    Event,
    Options,
    Phase,
    State,
    TakeColor,
    Timing,
    Turn,
    View,
)
from tests.games.chance import SeededChance

RED, YELLOW, GREEN, BLUE = ROWS
FIVE_RED = (2, 3, 4, 5, 6)
"""Enough to mark the 12."""
FIVE_GREEN = (12, 11, 10, 9, 8)
"""Enough to mark the 2."""
Numbers = tuple[int, ...]


def sheet(
    red: Numbers = (), yellow: Numbers = (), green: Numbers = (), blue: Numbers = (), penalties: int = 0
) -> Sheet:
    """A sheet with these marks; a last number brings its lock."""
    made = Sheet(penalties=penalties)
    for row, numbers in zip(ROWS, (red, yellow, green, blue), strict=True):
        for number in numbers:
            made = made.marked(Mark(row, number))
    return made


def written(sheet: Sheet) -> dict[str, object]:
    """The sheet as the referee's questions write it."""
    rows = {row.value: list(sheet.numbers(row)) for row in ROWS}
    locks = [row.value for row in ROWS if sheet.locks & row.bit]
    return {**rows, "locks": locks, "penalties": sheet.penalties}


def dice(white: tuple[int, int], red: int = 1, yellow: int = 1, green: int = 1, blue: int = 1) -> Dice:
    return Dice(white, (red, yellow, green, blue))


def position(
    *sheets: Sheet, roll: Dice, active: Seat = 0, timing: Timing = Timing.SHEET, computers: Iterable[Seat] = ()
) -> State:
    """The moment after the roll, before anybody is passed. The dice of closed rows are taken out."""
    closed = 0
    for one in sheets:
        closed |= one.locks
    nothing = (None,) * len(sheets)
    return State(
        options=Options(timing),
        presence=tuple(Presence.COMPUTER if seat in computers else Presence.PERSON for seat in range(len(sheets))),
        left=(),
        sheets=sheets,
        closed=closed,
        phase=Phase.WHITE,
        current=Turn(1, active, nothing),
        previous=None,
        dice=roll.without(closed),
        choices=nothing,
        color_taken=False,
        orders=nothing,
        outcome=None,
    )


class Match:
    """A match that begins in a position. ``events`` are those of the last action."""

    def __init__(self, start: State, seed: int = 0) -> None:
        self._chance = SeededChance(seed)
        course = Course(start)
        course.go_on(self._chance)
        self.state = course.state
        self.events: tuple[Event, ...] = tuple(course.events)

    def do(self, *actions: Action) -> Match:
        for action in actions:
            self.state, self.events = self._applied(action)
        return self

    def _applied(self, action: Action) -> tuple[State, tuple[Event, ...]]:
        step = QWIXX.apply(self.state, action, self._chance)
        return step.state, step.events

    def refuses(self, action: Action) -> RuleError:
        """The error that the action meets; nothing has changed."""
        with pytest.raises(RuleError) as caught:
            QWIXX.apply(self.state, action, self._chance)
        return caught.value

    def view(self, seat: Seat | None) -> View:
        return QWIXX.view(self.state, seat)

    @property
    def awaited(self) -> set[Seat]:
        return set(QWIXX.to_act(self.state))

    def happened(self, *kinds: str) -> bool:
        """Whether the last action brought these events, in this order, whatever was between."""
        found: Iterator[str] = iter([event.kind for event in self.events])
        return all(kind in found for kind in kinds)


def white(seat: Seat, row: Row | None = None, number: int = 0, then: ColorPlan | None = None) -> ChooseWhite:
    """A white choice; a pass without a row."""
    return ChooseWhite(seat, None if row is None else Mark(row, number), then)


def color(seat: Seat, row: Row | None = None, number: int = 0) -> TakeColor:
    """A color action; a pass without a row."""
    return TakeColor(seat, None if row is None else Mark(row, number))


def plan(row: Row | None = None, number: int = 0) -> ColorPlan:
    return ColorPlan(None if row is None else Mark(row, number))
