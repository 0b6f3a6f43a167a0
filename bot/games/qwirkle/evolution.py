"""The state after an event. Trusts the event: it was judged before it was written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from bot.games.base import Presence, Seat
from bot.games.qwirkle.bag import split_hand
from bot.games.qwirkle.state import (
    Dealt,
    Ended,
    Event,
    Exchanged,
    LabelsMoved,
    LastPlay,
    Left,
    Passed,
    Phase,
    Played,
    Skipped,
    Started,
    StarterFound,
    State,
    TakenOver,
)
from bot.games.qwirkle.tiles import Tile

T = TypeVar("T")


def evolve(state: State | None, event: Event) -> State:
    """The state after the event. Raises ValueError where a log does not begin with its start, or hides tiles."""
    if isinstance(event, Started):
        return _started(event)
    if state is None:
        raise ValueError(f"a log begins with the start, not with {event.kind}")
    match event:
        case Dealt():
            after = replace(state, hands=tuple(_known(hand) for hand in event.hands), bag=_known(event.bag))
        case StarterFound():
            after = replace(state, active=event.seat, starter=event.seat, numbers=event.numbers)
        case Played() | Exchanged() | Passed() | Skipped():
            after = _turn_taken(state, event)
        case LabelsMoved():
            after = replace(state, labels=event.labels)
        case Left():
            after = _left(state, event)
        case TakenOver():
            taker = Presence.COMPUTER if event.computer else Presence.PERSON
            after = replace(state, presence=_with(state.presence, event.seat, taker))
        case Ended():
            after = replace(state, active=None, scores=event.outcome.scores, outcome=event.outcome)
    return after


def _started(event: Started) -> State:
    seats = len(event.computers)
    return State(
        options=event.options,
        by_age=event.by_age,
        presence=tuple(Presence.COMPUTER if computer else Presence.PERSON for computer in event.computers),
        hands=((),) * seats,
        scores=(0,) * seats,
    )


def _turn_taken(state: State, event: Played | Exchanged | Passed | Skipped) -> State:
    match event:
        case Played():
            return _played(state, event)
        case Exchanged():
            kept, _ = split_hand(state.hands[event.seat], _known(event.returned))
            hands = _with(state.hands, event.seat, kept + _known(event.drawn))
            return replace(state, hands=hands, bag=_known(event.bag), active=_next_seat(state), turn=state.turn + 1)
        case Passed() | Skipped():
            return replace(state, active=_next_seat(state), turn=state.turn + 1)


def _played(state: State, event: Played) -> State:
    seat = event.seat
    kept, _ = split_hand(state.hands[seat], (tile for _, tile in event.play))
    return replace(
        state,
        hands=_with(state.hands, seat, kept + _known(event.drawn)),
        bag=state.bag[: len(state.bag) - event.drawn_count],
        scores=_with(state.scores, seat, state.scores[seat] + event.points + event.bonus),
        board=state.board + event.play,
        last_play=LastPlay(seat, event.play, event.lines, event.points, event.bonus),
        active=_next_seat(state),
        turn=state.turn + 1,
    )


def _left(state: State, event: Left) -> State:
    after = replace(
        state,
        presence=_with(state.presence, event.seat, Presence.LEFT),
        left=(*state.left, event.seat),
        hands=_with(state.hands, event.seat, ()),
        bag=_known(event.bag),
        out=state.out if state.bag else state.out + _known(event.hand),
    )
    if state.active != event.seat:
        return after
    if state.phase is Phase.OPENING and state.starter == event.seat:
        return replace(after, active=None, starter=None, turn=state.turn + 1)  # the starter is to be found anew
    return replace(after, active=_next_seat(after), turn=state.turn + 1)


def _next_seat(state: State) -> Seat:
    """Whom play passes to: the next seat that is still taken."""
    assert state.active is not None, "no turn ends before one has begun"
    seats = len(state.presence)
    following = ((state.active + step) % seats for step in range(1, seats + 1))
    return next(seat for seat in following if state.presence[seat] is not Presence.LEFT)


def _with(values: Sequence[T], seat: Seat, value: T) -> tuple[T, ...]:
    """The values by seat, with another one at this seat."""
    return (*values[:seat], value, *values[seat + 1 :])


def _known(tiles: tuple[Tile, ...] | None) -> tuple[Tile, ...]:
    if tiles is None:
        raise ValueError("the state cannot be made from events that hide tiles")
    return tiles
