"""A whole match as an animation: what every game's replay has in common."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from PIL import Image

from renderers.canvas import Canvas
from renderers.errors import PictureError
from renderers.gif import MOST_FRAMES, animate
from renderers.picture import Picture

LONGEST = 60_000
"""Milliseconds that all frames but the last take together, as far as that leaves each time to be seen."""
FRAME = range(400, 1001)
"""Milliseconds of a frame, from the shortest to the longest."""
LAST_FRAME = 4000

Facts = TypeVar("Facts")
Facts_co = TypeVar("Facts_co", covariant=True)


@dataclass(frozen=True, slots=True)
class ReplayFacts(Generic[Facts_co]):
    """What an animation shows: how many frames, and what the last one does."""

    frames: int
    last: Facts_co


def film(frames: Iterator[Canvas], number: int, facts: Facts) -> Picture[ReplayFacts[Facts]]:
    """So many frames of one size, one after the other; the last one stays longer. ``facts`` are those of the last."""
    duration = min(max(LONGEST // number, FRAME[0]), FRAME[-1])
    size = (0, 0)

    def timed() -> Iterator[tuple[Image.Image, int]]:
        nonlocal size
        for place, canvas in enumerate(frames, start=1):
            size = canvas.size
            yield canvas.image, LAST_FRAME if place == number else duration

    data = animate(timed())
    return Picture(data, *size, "gif", ReplayFacts(number, facts))


def check_frames(views: Sequence[object]) -> None:
    """Raises PictureError for no frames, or more than an animation may have."""
    if not 1 <= len(views) <= MOST_FRAMES:
        raise PictureError(f"A replay has from 1 to {MOST_FRAMES} frames, not {len(views)}.")
