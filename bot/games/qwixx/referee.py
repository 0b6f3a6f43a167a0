"""The referee's questions about Qwixx (REFEREE.md): a stranger's JSON in, a verdict out.

Reading comes first and tells what cannot be read; then the position is checked; then the rules of matches answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from bot.core.errors import PositionError, RuleError
from bot.games.base import Presence, Seat
from bot.games.fields import Fields, Reader, bad_field, integer, list_of, one_of, row_of, within
from bot.games.qwixx.course import Course
from bot.games.qwixx.dice import Dice
from bot.games.qwixx.legality import check_color, check_white
from bot.games.qwixx.scoring import end_on_sheets, outcome
from bot.games.qwixx.sheet import (
    LAST,
    LOCK_BIT,
    MARKS_BEFORE_LAST,
    PENALTY_LIMIT,
    ROWS,
    Mark,
    Row,
    RowSet,
    Sheet,
    check_mark,
    rows_in,
)
from bot.games.qwixx.state import Options, Phase, State, Timing, Turn

Answer = dict[str, object]


def judge_mark(fields: Fields) -> Answer:
    """Can this sheet take this mark, and what is its total then?"""
    written = fields.need("sheet", _sheet)
    asked = Mark(fields.need("color", one_of(Row)), fields.need("number", integer))
    locked = fields.may("locked", _rows, 0)
    fields.done()
    sheet = written.checked()
    try:
        check_mark(sheet, locked | sheet.locks, asked)
    except RuleError as error:
        return {"legal": False, "error": error, "message": None, "score": None}
    return {"legal": True, "error": None, "message": None, "score": sheet.marked(asked).total}


def count_score(fields: Fields) -> Answer:
    """What is this sheet worth?"""
    written = fields.need("sheet", _sheet)
    fields.done()
    return {"score": written.checked().total}


def judge_over(fields: Fields) -> Answer:
    """Is a match with these sheets over?"""
    written = fields.need("sheets", list_of(_sheet))
    locked = fields.may("locked", _rows, 0)
    fields.done()
    sheets = [sheet.checked() for sheet in written]
    return {"over": end_on_sheets(sheets, _closed(sheets, locked)) is not None}


def judge_turn(fields: Fields) -> Answer:
    """Play one turn from a position, and say which step is refused or how the sheets then stand."""
    written = fields.need("sheets", list_of(_sheet))
    if not written:
        raise bad_field("sheets", "one sheet or more", written)
    seat = within(0, len(written) - 1)
    active = fields.need("active", seat)
    dice = fields.need("dice", _dice)
    timing = fields.need("timing", one_of(Timing))
    locked = fields.may("locked", _rows, 0)
    steps = fields.need("steps", list_of(_step(seat)))
    fields.done()
    sheets = tuple(sheet.checked() for sheet in written)
    closed = _closed(sheets, locked)
    _check_dice(dice, closed)
    return _TurnPlay(_position(sheets, closed, active, dice, timing), steps).answer()


QUESTIONS: Mapping[str, Callable[[Fields], Answer]] = {
    "mark": judge_mark,
    "score": count_score,
    "over": judge_over,
    "turn": judge_turn,
}


class _Step(NamedTuple):
    """One step of a turn; ``mark`` is None for a pass."""

    seat: Seat
    is_white: bool
    mark: Mark | None


class _TurnPlay:
    """One turn, step by step, by the functions that matches are made of.

    What differs from a match: the white action closes when no white step is left, choices are final, and nothing is
    passed by itself before that, so that a pass may be a step even where nothing else is possible.
    """

    def __init__(self, position: State, steps: Sequence[_Step]) -> None:
        self._course = Course(position)
        self._steps = steps
        self._last_white = max((index for index, step in enumerate(steps) if step.is_white), default=-1)

    def answer(self) -> Answer:
        for index, step in enumerate(self._steps):
            self._close_white(index)
            try:
                self._check(step)
            except RuleError as error:
                return {"legal": False, "step": index, "error": error, "message": None}
            self._take(step)
        self._close_white(len(self._steps))
        self._pass_color()
        return self._result()

    def _close_white(self, index: int) -> None:
        """Close the white action once the step at this index is behind its last one; who has not chosen passes."""
        if self._course.state.phase is Phase.WHITE and index > self._last_white:
            self._course.apply_white()

    def _check(self, step: _Step) -> None:
        state = self._course.state
        if step.is_white:
            check_white(state, step.seat, step.mark)
            if state.choices[step.seat] is not None:
                raise RuleError("already-chosen", seat=step.seat)
        else:
            check_color(state, step.seat, step.mark)
        if state.outcome is not None:
            raise RuleError("over")

    def _take(self, step: _Step) -> None:
        if step.is_white:
            self._course.choose_white(step.seat, step.mark)
        else:
            self._course.take_color(step.seat, step.mark)

    def _pass_color(self) -> None:
        """The turn's end, unless the match ended before it."""
        if self._course.state.outcome is None:
            if not self._course.state.color_taken:
                self._course.take_color(self._course.state.active, None)
            self._course.end_turn()

    def _result(self) -> Answer:
        state = self._course.state
        return {
            "legal": True,
            "sheets": [_written(sheet) for sheet in state.sheets],
            "scores": [sheet.total for sheet in state.sheets],
            "penalties": [sheet.penalties for sheet in state.sheets],
            "locked": list(rows_in(state.closed)),
            "over": state.outcome is not None,
        }


def _position(sheets: tuple[Sheet, ...], closed: RowSet, active: Seat, dice: Dice, timing: Timing) -> State:
    """The moment after the roll. Where the match is over already, the outcome says so and any step is refused."""
    nothing = (None,) * len(sheets)
    state = State(
        options=Options(timing),
        presence=(Presence.PERSON,) * len(sheets),
        left=(),
        sheets=sheets,
        closed=closed,
        phase=Phase.WHITE,
        current=Turn(1, active, nothing),
        previous=None,
        dice=dice,
        choices=nothing,
        color_taken=False,
        orders=nothing,
        outcome=None,
    )
    reason = end_on_sheets(sheets, closed)
    return state if reason is None else replace(state, outcome=outcome(state, reason))


def _closed(sheets: Iterable[Sheet], locked: RowSet) -> RowSet:
    for sheet in sheets:
        locked |= sheet.locks
    return locked


def _written(sheet: Sheet) -> dict[str, object]:
    """A sheet as questions and answers write it."""
    rows = {row.value: list(sheet.numbers(row)) for row in ROWS}
    return {**rows, "locks": list(rows_in(sheet.locks)), "penalties": sheet.penalties}


@dataclass(frozen=True, slots=True)
class _WrittenSheet:
    """A sheet as it was written down; ``name`` is its place in the question."""

    name: str
    rows: Mapping[Row, list[int]]
    locks: RowSet
    penalties: int

    def checked(self) -> Sheet:
        """The sheet; raises PositionError for one that cannot come about in a match."""
        red, yellow, green, blue = (self._mask(row) for row in ROWS)
        if not 0 <= self.penalties <= PENALTY_LIMIT:
            raise PositionError("position.penalties", sheet=self.name, penalties=self.penalties, most=PENALTY_LIMIT)
        return Sheet((red, yellow, green, blue), self.penalties)

    def _mask(self, row: Row) -> int:
        mask = 0
        for number in self.rows[row]:
            if number not in row.numbers:
                raise self._fault("position.not-on-row", row, number)
            bit = 1 << row.numbers.index(number)
            if mask & bit:
                raise self._fault("position.number-twice", row, number)
            mask |= bit
        return mask | self._lock(row, mask)

    def _lock(self, row: Row, mask: int) -> int:
        last = row.numbers[LAST]
        if not mask >> LAST & 1:
            if self.locks & row.bit:
                raise self._fault("position.lock-without-last", row, last)
            return 0
        if mask.bit_count() - 1 < MARKS_BEFORE_LAST:
            raise self._fault("position.last-too-early", row, last)
        if not self.locks & row.bit:
            raise self._fault("position.last-without-lock", row, last)
        return LOCK_BIT

    def _fault(self, code: str, row: Row, number: int) -> PositionError:
        return PositionError(code, sheet=self.name, row=row, number=number, needed=MARKS_BEFORE_LAST)


def _sheet(value: object, field: str) -> _WrittenSheet:
    fields = Fields(value, field)
    rows = {row: fields.need(row.value, list_of(integer)) for row in ROWS}
    sheet = _WrittenSheet(field, rows, fields.need("locks", _rows), fields.need("penalties", integer))
    fields.done()
    return sheet


def _rows(value: object, field: str) -> RowSet:
    rows = 0
    for row in list_of(one_of(Row))(value, field):
        rows |= row.bit
    return rows


def _dice(value: object, field: str) -> Dice:
    fields = Fields(value, field)
    first, second = fields.need("white", _white_dice)
    colors = tuple(fields.may(row.value, integer, None) for row in ROWS)
    fields.done()
    return Dice((first, second), colors)


def _white_dice(value: object, field: str) -> list[int]:
    return list_of(integer)(row_of(value, field, 2, "the two white dice, such as [3, 4]"), field)


def _check_dice(dice: Dice, closed: RowSet) -> None:
    for die in (*dice.white, *dice.colors):
        if die is not None and not 1 <= die <= 6:
            raise PositionError("position.die-value", die=die)
    for row, die in zip(ROWS, dice.colors, strict=True):
        if (die is None) != bool(closed & row.bit):
            raise PositionError("position.die-missing" if die is None else "position.die-of-closed-row", row=row)


def _step(seat: Reader[Seat]) -> Reader[_Step]:
    def read(value: object, field: str) -> _Step:
        match value:
            case [by, "white" | "color" as action, color, number]:
                asked = Mark(one_of(Row)(color, f"{field}[2]"), integer(number, f"{field}[3]"))
                return _Step(seat(by, f"{field}[0]"), action == "white", asked)
            case [by, "pass-white" | "pass-color" as action]:
                return _Step(seat(by, f"{field}[0]"), action == "pass-white", None)
        raise bad_field(field, 'a step such as [0, "white", "red", 7] or [0, "pass-color"]', value)

    return read
