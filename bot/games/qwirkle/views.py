"""What a seat may know: of the state, of an event, and what it can work out from that (RULES 1, Material)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import combinations

from bot.games.base import Seat
from bot.games.qwirkle.moves import moves
from bot.games.qwirkle.opening import largest_set_size
from bot.games.qwirkle.state import (
    Action,
    Dealt,
    Event,
    Exchange,
    Exchanged,
    Left,
    OpeningRule,
    Phase,
    Play,
    Played,
    State,
    View,
)
from bot.games.qwirkle.tiles import ALL_TILES, Tile


def view(state: State, viewer: Seat | None) -> View:
    """What the seat may know; None is a spectator."""
    return View(
        viewer=viewer,
        phase=state.phase,
        turn=state.turn,
        seat=state.seat,
        options=state.options,
        presence=state.presence,
        scores=state.scores,
        board=state.board,
        labels=state.labels,
        hand=None if viewer is None else state.hands[viewer],
        hand_counts=tuple(len(hand) for hand in state.hands),
        bag_count=len(state.bag),
        starter=state.starter,
        numbers=state.numbers,
        opening_size=None if viewer is None or viewer != state.seat else opening_size(state, viewer),
        last_play=state.last_play,
        left=state.left,
        outcome=state.outcome,
    )


def opening_size(state: State, seat: Seat) -> int | None:
    """How many tiles the seat must open with; None where the rules do not ask for a number."""
    if state.phase is not Phase.OPENING or state.options.opening is not OpeningRule.LARGEST:
        return None
    return largest_set_size(state.hands[seat])


def redact(event: Event, viewer: Seat | None) -> Event:
    """The event as the viewer may see it: others' tiles and the order of the bag are left out."""
    match event:
        case Dealt():
            hands = tuple(hand if seat == viewer else None for seat, hand in enumerate(event.hands))
            return replace(event, hands=hands, bag=None)
        case Played() if event.seat != viewer:
            return replace(event, drawn=None)
        case Exchanged():
            own = event.seat == viewer
            return replace(
                event, returned=event.returned if own else None, drawn=event.drawn if own else None, bag=None
            )
        case Left():
            return replace(event, hand=event.hand if event.seat == viewer else None, bag=None)
    return event


def remaining(seen: View) -> Mapping[Tile, int]:
    """How many of each of the 36 tiles the viewer has not seen: neither on the board nor in the own hand.

    They are in the bag, in other hands, or left the game with a player.
    """
    left = Counter(ALL_TILES)
    left.subtract(tile for _, tile in seen.board)
    left.subtract(seen.hand or ())
    return left


def legal(seen: View) -> Iterator[Action]:
    """Every play and every exchange open to the viewer, each once."""
    seat, hand = seen.viewer, seen.hand
    if seat is None or hand is None or seat != seen.seat:
        return
    for move in moves(dict(seen.board), hand, seen.opening_size):
        yield Play(seat, move.play)
    if seen.phase is Phase.PLAY:
        for count in range(1, min(len(hand), seen.bag_count) + 1):
            yield from (Exchange(seat, tiles) for tiles in dict.fromkeys(combinations(sorted(hand), count)))
