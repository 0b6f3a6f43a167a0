"""Matches played by computers, for pictures: the same at every run."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from bot.core.fairness import Stream
from bot.games.base import Player
from bot.games.qwirkle import QWIRKLE
from bot.games.qwirkle.computer import simple
from bot.games.qwirkle.state import Options, State

NAMES = ("Bronwen Llŷr", "محمد عبد الله", "নুসরাত জাহান 🦊", "Ѓорѓи Ќосев", "山田さくら", "Zoë")
"""Of people, by seat."""


def states(seats: int, key: int, computers: tuple[int, ...] = ()) -> Iterator[State]:
    """Every state of a match, from the deal to the end. The key chooses the match."""
    chance = Stream(hashlib.sha256(str(key).encode("ascii")).digest())
    players = [Player(None if seat in computers else seat + 1) for seat in range(seats)]
    state = QWIRKLE.setup(players, Options(), chance).state
    yield state
    while state.active is not None:
        action = simple(QWIRKLE.view(state, state.active))
        state = QWIRKLE.apply(state, action, chance).state
        yield state


def state_with(tiles: int, seats: int = 4, key: int = 1, computers: tuple[int, ...] = ()) -> State:
    """The first state of a match with at least so many tiles on the board, or its end."""
    state = None
    for state in states(seats, key, computers):
        if len(state.board) >= tiles:
            return state
    assert state is not None
    return state
