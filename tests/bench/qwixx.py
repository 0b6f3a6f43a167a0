"""What Qwixx's rules take: `qwixx_match_ms`."""

from __future__ import annotations

from itertools import count

from bot.games.base import Player
from bot.games.qwixx import QWIXX
from bot.games.qwixx.state import Options, State
from tests.bench import Figure, median_ms
from tests.games.chance import SeededChance

MATCHES = 60


def play_out(seed: int) -> State:
    """A match of five simple computers: a view for each choice, and each choice applied."""
    chance = SeededChance(seed)
    simple = QWIXX.computers["simple"]
    state = QWIXX.setup([Player(None)] * 5, Options(), chance).state
    while awaited := QWIXX.to_act(state):
        state = QWIXX.apply(state, simple(QWIXX.view(state, min(awaited))), chance).state
    return state


def one_match() -> dict[str, float]:
    """A whole match of five simple computers: the median of the seeds 1 to 60, each played once, for a match played
    again would be found in the caches."""
    seeds = count()
    return {"qwixx_match_ms": median_ms(lambda: play_out(next(seeds)), rounds=MATCHES)}


FIGURES = (Figure(("qwixx_match_ms",), one_match),)
