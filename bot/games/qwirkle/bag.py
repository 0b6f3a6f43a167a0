"""The bag and the hands: mixing, drawing, giving back (RULES 1 and 3). The events that hold what chance decided.

Tiles are drawn from the bag's end, one by one. A hand keeps its order; what is drawn is appended.
"""

from __future__ import annotations

from collections.abc import Iterable

from bot.games.base import Chance, Seat
from bot.games.qwirkle.state import HAND_SIZE, Dealt, Exchanged, Left, State
from bot.games.qwirkle.tiles import ALL_TILES, Tile

Tiles = tuple[Tile, ...]


def draw(bag: Tiles, wanted: int) -> tuple[Tiles, Tiles]:
    """As many tiles as are wanted and there are, in the order drawn; and the bag without them."""
    rest = bag[: max(0, len(bag) - wanted)]
    return bag[len(rest) :][::-1], rest


def refill(bag: Tiles, kept: Tiles) -> Tiles:
    """What is drawn to a hand until it is full or the bag is empty."""
    drawn, _ = draw(bag, HAND_SIZE - len(kept))
    return drawn


def split_hand(hand: Tiles, wanted: Iterable[Tile]) -> tuple[Tiles, Tiles]:
    """What a hand keeps and what it gives, both in the order of the hand; of equal tiles the first is given."""
    to_give = list(wanted)
    kept, given = [], []
    for tile in hand:
        if tile in to_give:
            to_give.remove(tile)
            given.append(tile)
        else:
            kept.append(tile)
    return tuple(kept), tuple(given)


def deal(seats: int, chance: Chance) -> Dealt:
    """Mix all tiles and deal six to the first seat, six to the next, and so on."""
    bag = chance.shuffle(ALL_TILES)
    hands = []
    for _ in range(seats):
        hand, bag = draw(bag, HAND_SIZE)
        hands.append(hand)
    return Dealt(tuple(hands), bag)


def exchange(state: State, seat: Seat, tiles: Iterable[Tile], chance: Chance) -> Exchanged:
    """Draw first, then mix what was set aside into the bag: no one draws back what the same exchange returned."""
    _, returned = split_hand(state.hands[seat], tiles)
    drawn, rest = draw(state.bag, len(returned))
    return Exchanged(seat, len(returned), returned, drawn, bag=chance.shuffle(rest + returned))


def leave(state: State, seat: Seat, chance: Chance) -> Left:
    """The hand goes back into the bag and is mixed; an empty bag stays empty, and the hand is out of the game."""
    hand = state.hands[seat]
    return Left(seat, len(hand), hand, bag=chance.shuffle(state.bag + hand) if state.bag else ())
