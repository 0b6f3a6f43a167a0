"""A whole match of Qwirkle as an animation."""

from __future__ import annotations

from dataclasses import replace

from bot.games.qwirkle.state import View
from renderers.errors import PictureError
from renderers.picture import Picture
from renderers.qwirkle.board import BoardFacts, facts_of, layout_of, paint
from renderers.qwirkle.checks import check_names, check_view
from renderers.qwirkle.scores import BoardLabels
from renderers.replay import ReplayFacts, check_frames, film

CELLS = {64: 180}
"""Smaller than on a board that is played on: a replay is watched, and every frame costs."""


def replay(views: tuple[View, ...], labels: BoardLabels) -> Picture[ReplayFacts[BoardFacts]]:
    """The views, a frame each, on the board of the last one: nothing moves but the play.

    Raises PictureError for views that no match can have, or that are not of one match.
    """
    check_frames(views)
    last = views[-1]
    whole = set(last.board)
    for view in views:
        check_view(view)
        check_names(labels.names, view)
        if not whole.issuperset(view.board):
            raise PictureError("A frame has tiles that the last one has not.")
    layout = layout_of(last, labels, CELLS)
    frames = (paint(replace(view, labels=last.labels), labels, layout) for view in views)
    return film(frames, len(views), facts_of(last))
