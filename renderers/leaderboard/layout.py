"""What the table and the card share: the width, the heading, and mirroring."""

from __future__ import annotations

from dataclasses import dataclass

from renderers.canvas import Box, Canvas
from renderers.palette import Ink
from renderers.text import BLACK, SEMIBOLD, Lettering
from renderers.writing import Pen, Span

WIDTH = 1000
"""Two and a half of these pixels are one of a phone's."""
MARGIN = 24


@dataclass(frozen=True, slots=True)
class Mirror:
    """Turns what is laid out from the left to what is read from the right."""

    right_to_left: bool
    width: int

    def box(self, box: Box) -> Box:
        left, top, right, bottom = box
        return (self.width - right, top, self.width - left, bottom) if self.right_to_left else box

    def span(self, span: Span) -> Span:
        return Span(self.width - span.right, self.width - span.left) if self.right_to_left else span


def draw_heading(canvas: Canvas, title: str, subtitle: str, right_to_left: bool, language: str) -> None:
    """Two lines at the top of a picture on PANEL."""
    pen = Pen(canvas, right_to_left, language)
    span = Span(MARGIN + 4, WIDTH - MARGIN - 4)
    pen.write(title, Lettering(44, BLACK), span, middle=52, ink=Ink.WHITE, on=Ink.PANEL)
    pen.write(subtitle, Lettering(26, SEMIBOLD), span, middle=98, ink=Ink.PALE, on=Ink.PANEL)
