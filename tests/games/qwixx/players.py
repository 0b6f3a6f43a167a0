"""Whole matches of players who do anything that the rules allow."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from hypothesis import strategies as st

from bot.games.base import Leave, Player, Presence, Seat, Skip, TakeOver
from bot.games.qwixx import QWIXX
from bot.games.qwixx.state import Action, ChooseWhite, Event, GiveOrder, Options, State, TakeBack, TakeColor, Timing
from bot.games.qwixx.views import legal
from tests.games.chance import SeededChance


class Table(NamedTuple):
    """What a random match is made of. ``unrest`` is how often something else happens than what is awaited."""

    seed: int
    people: int
    computers: int
    timing: Timing
    unrest: float

    @property
    def players(self) -> list[Player]:
        return [Player(account) for account in range(self.people)] + [Player(None)] * self.computers

    @property
    def options(self) -> Options:
        return Options(self.timing)


class Moment(NamedTuple):
    """One action of a match: None for the set-up, which has no state before it."""

    before: State | None
    action: Action | None
    events: tuple[Event, ...]
    after: State


def tables(unrest: Sequence[float] = (0.0, 0.1, 0.4)) -> st.SearchStrategy[Table]:
    seats = st.sampled_from([(p, c) for p in range(1, 6) for c in range(5) if p + c in QWIXX.seats])
    return st.builds(
        lambda seed, seats, timing, unrest: Table(seed, seats[0], seats[1], timing, unrest),
        st.integers(0, 2**32),
        seats,
        st.sampled_from(Timing),
        st.sampled_from(unrest),
    )


def play(table: Table) -> Iterator[Moment]:
    """The match, action by action, to its end."""
    chance, dealer = SeededChance(table.seed), random.Random(table.seed + 1)
    step = QWIXX.setup(table.players, table.options, chance)
    yield Moment(None, None, step.events, step.state)
    while step.state.outcome is None:
        before = step.state
        action = some_action(before, dealer, table.unrest)
        step = QWIXX.apply(before, action, chance)
        yield Moment(before, action, step.events, step.state)


def some_action(state: State, dealer: random.Random, unrest: float) -> Action:
    if dealer.random() < unrest:
        seat = dealer.choice([seat for seat in range(len(state.sheets)) if state.present(seat)])
        return _something_else(state, dealer, seat)
    return some_move(state, dealer, dealer.choice(state.awaited()))


def _something_else(state: State, dealer: random.Random, seat: Seat) -> Action:
    lot = dealer.random()
    if lot < 0.03:
        return Leave(seat)
    if lot < 0.06:
        return TakeOver(seat, computer=state.presence[seat] is not Presence.COMPUTER and dealer.random() < 0.5)
    if lot < 0.3:
        return Skip(dealer.choice(state.awaited()))
    if lot < 0.5:
        return GiveOrder(seat, dealer.choice([None, *range(5)]))
    return some_move(state, dealer, seat)


def some_move(state: State, dealer: random.Random, seat: Seat) -> Action:
    """Any legal move, but mostly one that skips little, so that rows are locked before the penalties end the match."""
    moves = list(legal(QWIXX.view(state, seat)))
    if not moves:
        return GiveOrder(seat, None)
    least = min(_skips(state, move) for move in moves)
    worthy = [move for move in moves if _skips(state, move) <= least + dealer.choice([0, 0, 1])]
    return dealer.choice(worthy if dealer.random() < 0.9 else moves)


def _skips(state: State, move: ChooseWhite | TakeColor | TakeBack) -> int:
    """How many numbers the move passes over; less than none for a lock, and what marks nothing all of them."""
    if isinstance(move, TakeBack) or move.mark is None:
        return 11
    row, number = move.mark
    return -1 if move.mark.locks else row.numbers.index(number) - state.sheets[move.seat].masks[row.place].bit_length()
