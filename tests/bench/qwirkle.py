"""What Qwirkle's rules take: `qwirkle_moves_ms`, `qwirkle_apply_ms`, `qwirkle_match_s`."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from functools import partial
from itertools import chain, count, islice
from statistics import median

from bot.games.base import Player
from bot.games.qwirkle import QWIRKLE
from bot.games.qwirkle.moves import moves
from bot.games.qwirkle.state import HAND_SIZE, Action, Options, Play, State
from tests.bench import Figure, median_ms
from tests.games.chance import SeededChance

POSITIONS = 500
MATCHES = 15


def greedy_match(seed: int) -> Iterator[tuple[State, Action]]:
    """A match of two simple computers: each state, and the action that follows."""
    chance = SeededChance(seed)
    state = QWIRKLE.setup([Player(None)] * 2, Options(), chance).state
    while state.active is not None:
        action = QWIRKLE.computers["simple"](QWIRKLE.view(state, state.active))
        yield state, action
        state = QWIRKLE.apply(state, action, chance).state


def mid_game() -> list[tuple[State, Action]]:
    """500 positions of greedy matches, seeds 0, 1, 2 …: 20 to 80 tiles on the board, a hand of 6."""
    every = chain.from_iterable(map(greedy_match, count()))
    wanted = (
        (state, action)
        for state, action in every
        if 20 <= len(state.board) <= 80 and state.active is not None and len(state.hands[state.active]) == HAND_SIZE
    )
    return list(islice(wanted, POSITIONS))


def one_hand() -> dict[str, float]:
    """All legal plays of a position, mean over the 500 positions of `mid_game`."""
    positions = [(dict(state.board), state.hands[state.active]) for state, _ in mid_game() if state.active is not None]

    def all_moves() -> None:
        for board, hand in positions:
            deque(moves(board, hand), maxlen=0)

    return {"qwirkle_moves_ms": median_ms(all_moves, rounds=9) / POSITIONS}


def one_play() -> dict[str, float]:
    """A play judged and applied, with all that follows, mean over the plays of the 500 positions of `mid_game`."""
    plays = [(state, action) for state, action in mid_game() if isinstance(action, Play)]
    chance = SeededChance(0)

    def apply_all() -> None:
        for state, action in plays:
            QWIRKLE.apply(state, action, chance)

    return {"qwirkle_apply_ms": median_ms(apply_all, rounds=9) / len(plays)}


def one_match() -> dict[str, float]:
    """A whole match of two simple computers, views and all: the median of the seeds 0 to 14."""

    def play_out(seed: int) -> None:
        deque(greedy_match(seed), maxlen=0)

    times = [median_ms(partial(play_out, seed), rounds=3) for seed in range(MATCHES)]
    return {"qwirkle_match_s": median(times) / 1000}


FIGURES = (
    Figure(("qwirkle_moves_ms",), one_hand),
    Figure(("qwirkle_apply_ms",), one_play),
    Figure(("qwirkle_match_s",), one_match),
)
