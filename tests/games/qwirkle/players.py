"""Players for whole matches in tests: wild ones, who do anything allowed at any moment, and greedy ones."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

from bot.games.base import Leave, Presence, Skip, Step, TakeOver
from bot.games.qwirkle import QWIRKLE
from bot.games.qwirkle.computer import LEVELS
from bot.games.qwirkle.state import Action, Event, State
from tests.games.chance import SeededChance

TURN_LIMIT = 400
"""No match of players who play when they can is nearly as long."""


def wild_action(state: State, rng: random.Random) -> Action:
    """A legal action of anybody: mostly of the player whose turn it is, sometimes a skip, a leaving, a take-over."""
    assert state.active is not None
    present = [seat for seat, presence in enumerate(state.presence) if presence is not Presence.LEFT]
    dice = rng.random()
    if dice < 0.04:
        return Skip(state.active)
    if dice < 0.06:
        return Leave(rng.choice(present))
    if dice < 0.09:
        seat = rng.choice(present)
        return TakeOver(seat, computer=state.presence[seat] is Presence.PERSON)
    view = QWIRKLE.view(state, state.active)
    if dice < 0.6:
        return LEVELS["simple"](view)
    return rng.choice(list(islice(QWIRKLE.legal(view), 200)))


def wild_match(
    first: Step[State, Event], rng: random.Random, chance: SeededChance
) -> Iterator[tuple[State, Action, Step[State, Event]]]:
    """Every step of a match to its end: the state before, the action, what it led to."""
    state = first.state
    while state.outcome is None:
        action = wild_action(state, rng)
        step = QWIRKLE.apply(state, action, chance)
        yield state, action, step
        state = step.state
