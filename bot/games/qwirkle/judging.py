"""An action is judged and answered with the event that it is, or refused (RULES 1, A turn and Leaving)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bot.core.errors import RuleError
from bot.games.base import Chance, Leave, Presence, Seat, Skip, TakeOver
from bot.games.qwirkle import bag
from bot.games.qwirkle.board import Cell, Placement, points_for
from bot.games.qwirkle.legality import check_exchange, check_play
from bot.games.qwirkle.opening import opening_size
from bot.games.qwirkle.state import (
    Action,
    Event,
    Exchange,
    Exchanged,
    Left,
    Phase,
    Play,
    Played,
    Skipped,
    State,
    TakenOver,
)

END_BONUS = 6
"""For playing the last tile of the hand with the bag empty (RULES 1, End)."""


def judge(state: State, action: Action, chance: Chance) -> Event:
    """The event that the action is. Raises RuleError where the rules refuse it."""
    _check_seated(state, action.seat)
    match action:
        case Play():
            return _judge_play(state, action)
        case Exchange():
            return _judge_exchange(state, action, chance)
        case Skip():
            if action.seat != state.active:
                raise RuleError("not-awaited", seat=action.seat)
            return Skipped(action.seat)
        case Leave():
            return bag.leave(state, action.seat, chance)
        case TakeOver():
            if action.computer and state.presence[action.seat] is Presence.COMPUTER:
                raise RuleError("already-computer", seat=action.seat)
            return TakenOver(action.seat, action.computer)


def _check_seated(state: State, seat: Seat) -> None:
    if state.phase is Phase.OVER:
        raise RuleError("over")
    if seat not in range(len(state.presence)):
        raise RuleError("no-such-seat", seat=seat)
    if state.presence[seat] is Presence.LEFT:
        raise RuleError("has-left", seat=seat)


def _check_turn(state: State, seat: Seat) -> None:
    if seat != state.active:
        raise RuleError("not-your-turn", seat=seat, active=state.active)


def _judge_play(state: State, action: Play) -> Played:
    seat = action.seat
    _check_turn(state, seat)
    board = dict(state.board)
    play = tuple(sorted(action.play if board else at_origin(action.play)))
    lines = check_play(board, play, hand=state.hands[seat], opening_size=opening_size(state, seat))
    kept, _ = bag.split_hand(state.hands[seat], (tile for _, tile in play))
    drawn = bag.refill(state.bag, kept)
    return Played(
        seat=seat,
        play=play,
        lines=lines,
        points=points_for(lines),
        bonus=0 if kept or drawn else END_BONUS,
        drawn_count=len(drawn),
        drawn=drawn,
    )


def at_origin(opening: Iterable[Placement]) -> list[Placement]:
    """The opening moved so that its leftmost or topmost tile lies at (0, 0), wherever it was typed (RULES 4)."""
    cells = [cell for cell, _ in opening]
    left, top = min((x for x, _ in cells), default=0), min((y for _, y in cells), default=0)
    return [Placement(Cell(x - left, y - top), tile) for (x, y), tile in opening]


def _judge_exchange(state: State, action: Exchange, chance: Chance) -> Exchanged:
    seat = action.seat
    _check_turn(state, seat)
    opening = state.phase is Phase.OPENING
    check_exchange(action.tiles, hand=state.hands[seat], in_bag=len(state.bag), opening=opening)
    return bag.exchange(state, seat, action.tiles, chance)


def redraw(state: State, event: Event, chance: Chance) -> Event:
    """The event with its chance, and what was drawn, worked out again."""
    match event:
        case Played():
            kept, _ = bag.split_hand(state.hands[event.seat], (tile for _, tile in event.play))
            drawn = bag.refill(state.bag, kept)
            return replace(event, drawn_count=len(drawn), drawn=drawn)
        case Exchanged():
            return bag.exchange(state, event.seat, event.returned or (), chance)
        case Left():
            return bag.leave(state, event.seat, chance)
    return event
