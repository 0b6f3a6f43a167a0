"""A whole match of Qwixx as an animation."""

from __future__ import annotations

from typing import NamedTuple

from bot.games.qwixx.state import View
from renderers.errors import PictureError
from renderers.picture import Picture
from renderers.qwixx.checks import check_names, check_view
from renderers.qwixx.sheet import SheetsFacts, SheetsLabels, facts_of, paint
from renderers.replay import ReplayFacts, check_frames, film


class Scene(NamedTuple):
    """One frame: a view, and the texts of its moment."""

    view: View
    labels: SheetsLabels


def replay(scenes: tuple[Scene, ...]) -> Picture[ReplayFacts[SheetsFacts]]:
    """The scenes, a frame each. Raises PictureError for views that no match can have, or that are not of one match."""
    check_frames(scenes)
    last = scenes[-1].view
    for view, labels in scenes:
        check_view(view)
        check_names(labels.names, view)
        if len(view.sheets) != len(last.sheets):
            raise PictureError("A frame has not as many sheets as the last one.")
    frames = (paint(view, labels) for view, labels in scenes)
    return film(frames, len(scenes), facts_of(last))
