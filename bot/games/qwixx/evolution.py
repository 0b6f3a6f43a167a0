"""How each event changes the state. Events are trusted here; they are judged before they happen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from bot.games.base import Presence, Seat
from bot.games.qwixx.dice import NO_DICE
from bot.games.qwixx.sheet import Mark, RowSet, Sheet
from bot.games.qwixx.state import (
    Choice,
    Chose,
    ChosenBy,
    ColorTaken,
    Ended,
    Event,
    Left,
    OrderGiven,
    Passed,
    Penalised,
    Phase,
    Rolled,
    Skipped,
    Started,
    State,
    TakenOver,
    TookBack,
    Turn,
    Voided,
    WhiteApplied,
)

UNABLE = Choice(None, by=ChosenBy.RULES)
ABSENT = Choice(None, by=ChosenBy.SKIP)


def evolve(state: State | None, event: Event) -> State:
    """The state after the event; None is the state before a match's first event, which must be Started."""
    if isinstance(event, Started):
        return _started(event)
    if state is None:
        raise ValueError(f"a log begins with the start, not with {event.kind}")
    return _EVOLVE[type(event)](state, event)


def _started(event: Started) -> State:
    seats = len(event.computers)
    nothing = (None,) * seats
    return State(
        options=event.options,
        presence=tuple(Presence.COMPUTER if computer else Presence.PERSON for computer in event.computers),
        left=(),
        sheets=(Sheet(),) * seats,
        closed=0,
        phase=Phase.WHITE,
        current=Turn(0, event.first, nothing),
        previous=None,
        dice=NO_DICE,
        choices=nothing,
        color_taken=False,
        orders=nothing,
        outcome=None,
    )


def _rolled(state: State, event: Rolled) -> State:
    nothing = (None,) * len(state.sheets)
    return replace(
        state,
        phase=Phase.WHITE,
        current=Turn(event.turn, event.seat, nothing),
        previous=state.current if state.current.number else None,
        dice=event.dice,
        choices=nothing,
        color_taken=False,
    )


def _passed(state: State, event: Passed) -> State:
    return _with_choices(state, event.seats, UNABLE)


def _chose(state: State, event: Chose) -> State:
    return _with_choices(state, (event.seat,), event.choice)


def _took_back(state: State, event: TookBack) -> State:
    return _with_choices(state, (event.seat,), None)


def _voided(state: State, event: Voided) -> State:
    return _with_choices(state, event.seats, None)


def _skipped(state: State, event: Skipped) -> State:
    if state.phase is Phase.WHITE:
        return _with_choices(state, (event.seat,), ABSENT)
    return replace(state, color_taken=True)


def _with_choices(state: State, seats: Iterable[Seat], choice: Choice | None) -> State:
    choices = list(state.choices)
    for seat in seats:
        choices[seat] = choice
    return replace(state, choices=tuple(choices))


def _white_applied(state: State, event: WhiteApplied) -> State:
    sheets = tuple(
        sheet if mark is None else sheet.marked(mark) for sheet, mark in zip(state.sheets, event.marks, strict=True)
    )
    closed = _closed_by(event.marks, state.closed)
    return replace(
        state,
        phase=Phase.COLOR,
        sheets=sheets,
        closed=closed,
        dice=state.dice if closed == state.closed else state.dice.without(closed),
        choices=(None,) * len(sheets),
        current=replace(state.current, white=event.marks),
    )


def _color_taken(state: State, event: ColorTaken) -> State:
    if event.mark is None:
        return replace(state, color_taken=True, choices=_without_plan(state.choices, event.seat))
    sheets = list(state.sheets)
    sheets[event.seat] = sheets[event.seat].marked(event.mark)
    closed = _closed_by((event.mark,), state.closed)
    return replace(
        state,
        color_taken=True,
        sheets=tuple(sheets),
        closed=closed,
        dice=state.dice if closed == state.closed else state.dice.without(closed),
        choices=_without_plan(state.choices, event.seat),
        current=replace(state.current, color=event.mark),
    )


def _closed_by(marks: Iterable[Mark | None], closed: RowSet) -> RowSet:
    """The closed rows, with those that these new marks locked."""
    for mark in marks:
        if mark is not None and mark.locks:
            closed |= mark.row.bit
    return closed


def _without_plan(choices: tuple[Choice | None, ...], seat: Seat) -> tuple[Choice | None, ...]:
    """A color action taken first leaves nothing to plan."""
    choice = choices[seat]
    if choice is None or choice.then is None:
        return choices
    return (*choices[:seat], replace(choice, then=None), *choices[seat + 1 :])


def _penalised(state: State, event: Penalised) -> State:
    sheets = list(state.sheets)
    sheet = sheets[event.seat]
    sheets[event.seat] = Sheet(sheet.masks, sheet.penalties + 1)
    return replace(state, sheets=tuple(sheets), current=replace(state.current, penalty=True))


def _order_given(state: State, event: OrderGiven) -> State:
    return state if event.seat is None else _with_order(state, event.seat, event.limit)


def _with_order(state: State, seat: Seat, limit: int | None) -> State:
    return replace(state, orders=(*state.orders[:seat], limit, *state.orders[seat + 1 :]))


def _with_presence(state: State, seat: Seat, presence: Presence) -> State:
    return replace(state, presence=(*state.presence[:seat], presence, *state.presence[seat + 1 :]))


def _has_left(state: State, event: Left) -> State:
    state = _with_presence(state, event.seat, Presence.LEFT)
    state = _with_order(state, event.seat, None)
    state = _with_choices(state, (event.seat,), None)
    return replace(state, left=(*state.left, event.seat))


def _taken_over(state: State, event: TakenOver) -> State:
    # A standing order is its giver's; whoever goes on with the seat does not inherit it.
    state = _with_order(state, event.seat, None)
    return _with_presence(state, event.seat, Presence.COMPUTER if event.computer else Presence.PERSON)


def _ended(state: State, event: Ended) -> State:
    nothing = (None,) * len(state.sheets)
    return replace(state, phase=Phase.OVER, choices=nothing, outcome=event.outcome)


_EVOLVE: Mapping[type, Callable[[State, Any], State]] = {
    Rolled: _rolled,
    Passed: _passed,
    Chose: _chose,
    TookBack: _took_back,
    Voided: _voided,
    WhiteApplied: _white_applied,
    ColorTaken: _color_taken,
    Skipped: _skipped,
    Penalised: _penalised,
    OrderGiven: _order_given,
    Left: _has_left,
    TakenOver: _taken_over,
    Ended: _ended,
}
