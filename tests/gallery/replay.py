"""Whole matches as animations, small ones: the gallery stays small."""

from __future__ import annotations

from collections.abc import Callable

from bot.core.fairness import Stream
from bot.games.base import Player
from bot.games.qwirkle import QWIRKLE
from bot.games.qwirkle.state import Action, Options, Played, View
from renderers.picture import Picture
from renderers.qwirkle.board import BoardFacts
from renderers.qwirkle.replay import replay
from renderers.qwirkle.scores import BoardLabels
from renderers.replay import ReplayFacts
from tests.renderers.qwirkle.matches import NAMES


def match_of_two(plays: int, choose: Callable[[View], Action] = QWIRKLE.computers["simple"]) -> tuple[View, ...]:
    """What everybody sees after each play of two computers, from the empty board on."""
    chance = Stream(bytes(32))
    state = QWIRKLE.setup([Player(1), Player(2)], Options(), chance).state
    views = [QWIRKLE.view(state, None)]
    while len(views) <= plays and state.active is not None:
        action = choose(QWIRKLE.view(state, state.active))
        step = QWIRKLE.apply(state, action, chance)
        state = step.state
        if any(isinstance(event, Played) for event in step.events):
            views.append(QWIRKLE.view(state, None))
    return tuple(views)


def short_replay() -> Picture[ReplayFacts[BoardFacts]]:
    return replay(match_of_two(12), BoardLabels(NAMES[:2], "in bag", "left"))


PICTURES = {"qwirkle-replay": short_replay}
"""Replays."""
