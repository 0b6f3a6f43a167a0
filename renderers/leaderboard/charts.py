"""The two charts of a player's card: how scores are spread, and how the rating went."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor, log10

from PIL import Image, ImageDraw

from renderers.canvas import Box, Canvas
from renderers.palette import Ink
from renderers.text import BOLD, SEMIBOLD, Lettering
from renderers.writing import Pen, Span

_SMOOTH = 4
"""A curve is drawn so many times as large, then reduced."""
_CURVE_WIDTH = 5
_AXIS_HEIGHT = 40
_VALUE_HEIGHT = 36
_AXIS_WIDTH = 84


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar of a histogram: the text below it, such as "100–119", and how many scores it stands for."""

    label: str
    count: int


def draw_histogram(canvas: Canvas, pen: Pen, box: Box, bars: Sequence[Bar], ground: Ink) -> None:
    """The bars side by side from the left, their counts above them; the highest fills the box."""
    left, top, right, bottom = box
    floor = bottom - _AXIS_HEIGHT
    highest = max(*(bar.count for bar in bars), 1)
    step = (right - left) / len(bars)
    for number, bar in enumerate(bars):
        start, end = round(left + number * step), round(left + (number + 1) * step)
        height = round((floor - top - _VALUE_HEIGHT) * bar.count / highest)
        inset = max((end - start) // 10, 2)
        ink = Ink.GOLD if bar.count == highest else Ink.DRAFT
        if height > 0:
            canvas.rounded((start + inset, floor - height, end - inset, floor), 6, ink, on=ground)
        else:
            canvas.fill((start + inset, floor - 2, end - inset, floor), Ink.PALE)
        span = Span(start, end)
        if bar.count:
            value = Lettering(24, BOLD)
            middle = floor - height - _VALUE_HEIGHT / 2
            pen.write(str(bar.count), value, span, middle=middle, ink=Ink.WHITE, on=ground, align="center")
        label = Lettering(24, SEMIBOLD)
        pen.write(bar.label, label, span, middle=bottom - 18, ink=Ink.PALE, on=ground, align="center")


def draw_curve(canvas: Canvas, pen: Pen, box: Box, values: Sequence[float], ground: Ink) -> None:
    """The values in the order of time, the oldest at the left; the last one marked. The axis names round values."""
    left, top, right, bottom = box
    grid = _round_values(min(values), max(values))
    scale = _Scale(grid[0], grid[-1], (left + _AXIS_WIDTH, top + 14, right - 20, bottom - 14))
    for value in grid:
        y = round(scale.height(value))
        canvas.fill((scale.plot[0], y, scale.plot[2], y + 2), Ink.CARD_ACTIVE)
        small, span = Lettering(24, SEMIBOLD), Span(left, left + _AXIS_WIDTH - 14)
        pen.write(str(value), small, span, middle=y, ink=Ink.PALE, on=ground, align="right")
    _draw_line(canvas, scale.points(values), (scale.plot[0] - 10, top, right, bottom))


def _round_values(low: float, high: float) -> range:
    """Two to five round numbers in even steps, the first at or below ``low``, the last above ``high``."""
    wanted = max(high - low, 3.0) / 3
    power = 10 ** floor(log10(wanted))
    step = max(next(round(factor * power) for factor in (1, 2, 5, 10) if factor * power >= wanted), 1)
    first = floor(low / step) * step
    return range(first, floor(high / step) * step + step + 1, step)


@dataclass(frozen=True, slots=True)
class _Scale:
    """Where values from ``low`` to ``high`` lie in a plot."""

    low: float
    high: float
    plot: Box

    def height(self, value: float) -> float:
        share = (value - self.low) / (self.high - self.low)
        return self.plot[3] - (self.plot[3] - self.plot[1]) * share

    def points(self, values: Sequence[float]) -> list[tuple[float, float]]:
        """From the left to the right; a single value lies at the right, where the last one always is."""
        width = self.plot[2] - self.plot[0]
        gaps = len(values) - 1
        return [
            (self.plot[0] + (width * number / gaps if gaps else width), self.height(value))
            for number, value in enumerate(values)
        ]


def _draw_line(canvas: Canvas, points: Sequence[tuple[float, float]], box: Box) -> None:
    """Glazed, since the curve lies over the grid."""
    left, top, right, bottom = box
    size = ((right - left) * _SMOOTH, (bottom - top) * _SMOOTH)
    large = Image.new("L", size)
    brush = ImageDraw.Draw(large)
    scaled = [((x - left) * _SMOOTH, (y - top) * _SMOOTH) for x, y in points]
    if len(scaled) > 1:
        brush.line(scaled, fill=255, width=_CURVE_WIDTH * _SMOOTH, joint="curve")
    x, y = scaled[-1]
    radius = 9 * _SMOOTH
    brush.ellipse((x - radius, y - radius, x + radius, y + radius), fill=255)
    canvas.glaze(large.reduce(_SMOOTH), (left, top), Ink.GOLD)
