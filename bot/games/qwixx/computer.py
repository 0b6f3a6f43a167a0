"""Computer players: pure functions of a view, so that they know no more than a person in that seat would.

A stronger one is a function here and a line in ``LEVELS``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from bot.games.qwixx.sheet import Mark, Markable
from bot.games.qwixx.state import Action, ChooseWhite, Phase, TakeColor, View
from bot.games.qwixx.views import color_after

FREE_SKIP = 1
"""So many numbers the simple computer skips without need,"""
PENALTY_SKIP = 3
"""and so many to avoid a penalty."""


def choose_simple(view: View) -> Action:
    """Marks what skips the fewest numbers, if they are few enough, and takes every lock."""
    if view.viewer is None:
        raise ValueError("a spectator has nothing to choose")
    if view.phase is Phase.WHITE:
        return ChooseWhite(view.viewer, _white(view))
    limit = FREE_SKIP if view.current.marked_by_active() else PENALTY_SKIP
    return TakeColor(view.viewer, _mark(_best(view.color_options, limit)))


def _white(view: View) -> Mark | None:
    best = _best(view.white_options, FREE_SKIP)
    if best is not None or not view.is_active or view.current.marked_by_active():
        return _mark(best)
    # Without a mark in this turn there is a penalty: the cheaper of both actions has to avoid it.
    white = _best(view.white_options, PENALTY_SKIP)
    color = _best(color_after(view, None), PENALTY_SKIP)
    return None if white is None or (color is not None and color.skips < white.skips) else white.mark


def _best(options: Iterable[Markable], limit: int) -> Markable | None:
    """A lock, whatever it skips; else what skips the fewest numbers, and no more than the limit."""
    worthy = [option for option in options if option.mark.locks or option.skips <= limit]
    return min(worthy, key=lambda option: (not option.mark.locks, option.skips), default=None)


def _mark(option: Markable | None) -> Mark | None:
    return None if option is None else option.mark


LEVELS: Mapping[str, Callable[[View], Action]] = {"simple": choose_simple}
