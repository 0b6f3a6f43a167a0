"""What a seat may know: of the state, of an event, and what it can work out from that (RULES 1, Material)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import combinations

from bot.core.errors import RuleError
from bot.games.base import Seat
from bot.games.qwirkle.legality import check_exchange, check_play
from bot.games.qwirkle.moves import moves
from bot.games.qwirkle.opening import opening_size
from bot.games.qwirkle.state import (
    Action,
    Dealt,
    Event,
    Exchange,
    Exchanged,
    Left,
    Phase,
    Play,
    Played,
    State,
    View,
)
from bot.games.qwirkle.tiles import ALL_TILES, Tile


def view(state: State, seat: Seat | None) -> View:
    """What the seat may know; None is a spectator."""
    return View(
        seat=seat,
        phase=state.phase,
        turn=state.turn,
        active=state.active,
        options=state.options,
        presence=state.presence,
        scores=state.scores,
        board=state.board,
        labels=state.labels,
        hand=None if seat is None else state.hands[seat],
        hand_counts=tuple(len(hand) for hand in state.hands),
        bag_count=len(state.bag),
        starter=state.starter,
        numbers=state.numbers,
        opening_size=opening_size(state, seat) if seat is not None and seat == state.active else None,
        last_play=state.last_play,
        left=state.left,
        outcome=state.outcome,
    )


def redact(event: Event, seat: Seat | None) -> Event:
    """The event as the seat (None: a spectator) may see it: others' tiles and the order of the bag are left out."""
    match event:
        case Dealt():
            hands = tuple(hand if owner == seat else None for owner, hand in enumerate(event.hands))
            return replace(event, hands=hands, bag=None)
        case Played() if event.seat != seat:
            return replace(event, drawn=None)
        case Exchanged():
            own = event.seat == seat
            return replace(
                event, returned=event.returned if own else None, drawn=event.drawn if own else None, bag=None
            )
        case Left():
            return replace(event, hand=event.hand if event.seat == seat else None, bag=None)
    return event


def fault(seen: View, action: Play | Exchange) -> RuleError | None:
    """What the rules would say to the action if it were the seat's turn now; None where they would let it be."""
    try:
        if isinstance(action, Play):
            check_play(dict(seen.board), sorted(action.play), hand=seen.hand or (), opening_size=seen.opening_size)
        else:
            opening = seen.phase is Phase.OPENING
            check_exchange(action.tiles, hand=seen.hand or (), in_bag=seen.bag_count, opening=opening)
    except RuleError as error:
        return error
    return None


def remaining(seen: View) -> Mapping[Tile, int]:
    """How many of each of the 36 tiles the seat has not seen: neither on the board nor in the own hand.

    They are in the bag, in other hands, or left the game with a player.
    """
    left = Counter(ALL_TILES)
    left.subtract(tile for _, tile in seen.board)
    left.subtract(seen.hand or ())
    return left


def legal(seen: View) -> Iterator[Action]:
    """Every play and every exchange open to the seat, each once."""
    seat, hand = seen.seat, seen.hand
    if seat is None or hand is None or seat != seen.active:
        return
    for move in moves(dict(seen.board), hand, seen.opening_size):
        yield Play(seat, move.play)
    if seen.phase is Phase.PLAY:
        for count in range(1, min(len(hand), seen.bag_count) + 1):
            yield from (Exchange(seat, tiles) for tiles in dict.fromkeys(combinations(sorted(hand), count)))
