"""What every renderer gives back: `board(view, labels) -> Picture[BoardFacts]`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

from renderers.canvas import Canvas
from renderers.png import BandShelf

Facts = TypeVar("Facts")
Facts_co = TypeVar("Facts_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Picture(Generic[Facts_co]):
    """A finished image file, and what it shows.

    `facts` is a frozen dataclass of its renderer: values, not words. The alt text is made of it elsewhere, in the
    reader's language.
    """

    data: bytes
    width: int
    height: int
    kind: Literal["png", "gif"]
    facts: Facts_co


def finished(canvas: Canvas, facts: Facts, shelf: BandShelf | None = None) -> Picture[Facts]:
    """The canvas as a PNG file. `shelf` keeps packed bands for the next picture of the same match."""
    width, height = canvas.size
    return Picture(canvas.png(shelf), width, height, "png", facts)
