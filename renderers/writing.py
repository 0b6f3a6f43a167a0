"""Text onto a canvas, placed as labels are: between two sides, centered at a height.

pen = Pen(canvas, right_to_left=True, language="ur")
pen.write("محمد", Lettering(34, BOLD), Span(40, 300), middle=60, ink=Ink.WHITE, on=Ink.CARD)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from renderers.canvas import Canvas
from renderers.palette import Ink
from renderers.text import Align, Lettering, TextLine, shape, write

_SIDES: dict[bool, dict[Align, Align]] = {
    False: {"start": "left", "center": "center", "end": "right"},
    True: {"start": "right", "center": "center", "end": "left"},
}


class Span(NamedTuple):
    """From where to where there is room, in pixels from the left."""

    left: int
    right: int

    @property
    def width(self) -> int:
        return self.right - self.left


@dataclass(frozen=True, slots=True)
class Pen:
    """Writes in one language. `right_to_left`: the layout is mirrored, so that its start is at the right.

    A name in a script of the other direction is read its own way, but stands where the layout wants it.
    """

    canvas: Canvas
    right_to_left: bool = False
    language: str = ""

    def write(
        self,
        text: str,
        lettering: Lettering,
        span: Span,
        *,
        middle: float,
        ink: Ink,
        on: Ink,
        align: Align = "start",
    ) -> TextLine:
        """One line, its capitals centered at the height `middle`, cut where it is too long. Gives the line written."""
        line = shape(text, lettering, max_width=max(span.width, 0), language=self.language)
        side = _SIDES[self.right_to_left].get(align, align)
        origin = line.left(span.left, span.right, side), line.baseline(middle)
        write(self.canvas.image, line, origin, ink, on)
        return line
