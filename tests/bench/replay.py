"""A replay of 60 frames."""

from __future__ import annotations

from functools import cache

from bot.games.qwirkle import QWIRKLE
from bot.games.qwirkle.state import Action, Play, View
from renderers.qwirkle.replay import replay
from renderers.qwirkle.scores import BoardLabels
from tests.bench import Figure, median_ms
from tests.gallery.replay import match_of_two
from tests.renderers.qwirkle.matches import NAMES

LABELS = BoardLabels(NAMES[:2], "in bag", "left")


@cache
def sixty() -> tuple[View, ...]:
    """The first 60 views of two players who lay as few tiles as they can: all frames differ."""
    views = match_of_two(59, lay_little)
    assert len(views) == 60
    return views


def lay_little(view: View) -> Action:
    """The first legal play of the fewest tiles, or an exchange."""
    return min(QWIRKLE.legal(view), key=lambda action: len(action.play) if isinstance(action, Play) else 7)


def replay60() -> dict[str, float]:
    data = replay(sixty(), LABELS).data
    return {
        "replay60_s": median_ms(lambda: replay(sixty(), LABELS), rounds=7) / 1000,
        "replay60_kib": len(data) / 1024,
    }


FIGURES = (Figure(("replay60_s", "replay60_kib"), replay60),)
