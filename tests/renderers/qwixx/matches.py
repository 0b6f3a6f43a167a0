"""Matches played by computers, for pictures: the same at every run."""

from __future__ import annotations

from collections.abc import Iterator

from bot.games.base import Player
from bot.games.qwixx import QWIXX
from bot.games.qwixx.computer import choose_simple
from bot.games.qwixx.state import Options, Phase, State
from tests.games.chance import SeededChance

NAMES = ("Bronwen Llŷr-Prŷs", "محمد عبد الله", "নুসরাত জাহান 🦊", "Ѓорѓи Ќосев", "李小龍")
"""Of people, by seat."""


def states(seats: int, seed: int = 1, computers: tuple[int, ...] = ()) -> Iterator[State]:
    """Every state of a match, from the first roll to the end."""
    chance = SeededChance(seed)
    players = [Player(None if seat in computers else seat + 1) for seat in range(seats)]
    state = QWIXX.setup(players, Options(), chance).state
    yield state
    while awaited := QWIXX.to_act(state):
        state = QWIXX.apply(state, choose_simple(QWIXX.view(state, min(awaited))), chance).state
        yield state


def state_at(turn: int, seats: int, seed: int = 1, computers: tuple[int, ...] = ()) -> State:
    """The beginning of that turn, or the end of a match that has fewer."""
    state = None
    for state in states(seats, seed, computers):
        if state.current.number == turn:
            return state
    assert state is not None
    return state


def end_of(seats: int, seed: int = 1, computers: tuple[int, ...] = ()) -> State:
    """The last state of the match."""
    *_, last = states(seats, seed, computers)
    assert last.phase is Phase.OVER
    return last
