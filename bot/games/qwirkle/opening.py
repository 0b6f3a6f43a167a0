"""Who starts, and with how many tiles (RULES 1, Who starts and Opening)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.games.base import Player, Presence, Seat
from bot.games.qwirkle.state import OpeningRule, Phase, StarterFound, State
from bot.games.qwirkle.tiles import FAMILIES, Tile, mask_of


def largest_set(hand: Iterable[Tile]) -> int:
    """The mask of the largest set of different tiles that share one color or one shape; of equal ones the first."""
    held = mask_of(hand)
    return max((held & family for family in FAMILIES), key=int.bit_count)


def largest_set_size(hand: Iterable[Tile]) -> int:
    """How many tiles an opening by the largest set has."""
    return largest_set(hand).bit_count()


def opening_size(state: State, seat: Seat) -> int | None:
    """How many tiles the seat must open with; None where the rules do not ask for a number."""
    if state.phase is not Phase.OPENING or state.options.opening is not OpeningRule.LARGEST:
        return None
    return largest_set_size(state.hands[seat])


def order_of_age(players: Sequence[Player], oldest: Seat | None) -> tuple[Seat, ...]:
    """The seats from the oldest to the youngest: who was named first, then accounts by age, then computers by seat."""

    def age(seat: Seat) -> tuple[bool, bool, int]:
        account = players[seat].account
        return seat != oldest, account is None, seat if account is None else account

    return tuple(sorted(range(len(players)), key=age))


def find_starter(state: State) -> StarterFound:
    """The largest set of those who are still in starts; of equal ones the oldest player."""
    numbers = tuple(
        None if presence is Presence.LEFT else largest_set_size(hand)
        for presence, hand in zip(state.presence, state.hands, strict=True)
    )
    largest = max(number for number in numbers if number is not None)
    tied = [seat for seat, number in enumerate(numbers) if number == largest]
    return StarterFound(min(tied, key=lambda seat: _youth(state, seat)), numbers)


def _youth(state: State, seat: Seat) -> tuple[bool, int]:
    """Smaller is older. A computer that took a seat over is younger than every person, like any other."""
    if state.presence[seat] is Presence.COMPUTER:
        return True, seat
    return False, state.by_age.index(seat)
