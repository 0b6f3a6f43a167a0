"""Masks drawn eight times too large and shrunk, and paint laid through them.

A *stencil* is a mask (mode "L") at eight times the size; `shrink` makes it the coverage mask that paint goes
through. Everything is given in shares of the sprite's side, so that a sprite looks the same at every size.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import acos, atan2, cos, hypot, pi, sin, tan

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from renderers.colors import RGB

SCALE = 8

Point = tuple[float, float]
Outline = Sequence[Point]
"""The corners of an area, in shares of the side, (0, 0) at the top left."""


class Stencils:
    """Draws stencils for a sprite of a given size in pixels."""

    def __init__(self, width: int, height: int | None = None) -> None:
        self.width = width
        self.height = width if height is None else height
        self._unit = width * SCALE

    def empty(self) -> Image.Image:
        return Image.new("L", (self.width * SCALE, self.height * SCALE))

    def areas(self, *outlines: Outline) -> Image.Image:
        """All the areas together."""
        stencil = self.empty()
        pen = ImageDraw.Draw(stencil)
        for outline in outlines:
            pen.polygon([self._at(point) for point in outline], fill=255)
        return stencil

    def _at(self, point: Point) -> Point:
        # Rounded, so that the last bit of a sine, which machines may differ in, moves no pixel.
        return round(point[0] * self._unit, 2), round(point[1] * self._unit, 2)


def moved(stencil: Image.Image, right: float, down: float) -> Image.Image:
    """The stencil at another place; what leaves the sprite is lost."""
    place = Image.new("L", stencil.size)
    place.paste(stencil, (round(right * stencil.width), round(down * stencil.width)))
    return place


def shrink(stencil: Image.Image) -> Image.Image:
    return stencil.reduce(SCALE)


def without(stencil: Image.Image, other: Image.Image) -> Image.Image:
    return ImageChops.subtract(stencil, other)


def blurred(mask: Image.Image, radius: float) -> Image.Image:
    return mask.filter(ImageFilter.GaussianBlur(radius))


def thinned(mask: Image.Image, share: float) -> Image.Image:
    """The mask with only a share of its strength."""
    return mask.point([round(value * share) for value in range(256)])


def gradient(size: tuple[int, int], top: RGB, bottom: RGB) -> Image.Image:
    """One color at the top passing into another at the bottom."""
    width, height = size
    column = Image.new("RGB", (1, height))
    column.putdata([top.mix(bottom, y / max(1, height - 1)) for y in range(height)])
    return column.resize((width, height), Image.Resampling.NEAREST)


def relief(image: Image.Image, stencil: Image.Image, *, edge: float, light: float, shade: float) -> None:
    """Make what was painted through the stencil stand out: light falls on its upper edges, none on its lower ones."""
    upper = without(stencil, moved(stencil, 0, edge))
    lower = without(stencil, moved(stencil, 0, -edge))
    image.paste(RGB(255, 255, 255), mask=thinned(shrink(upper), light))
    image.paste(RGB(0, 0, 0), mask=thinned(shrink(lower), shade))


def rim(stencil: Image.Image, width: float) -> Image.Image:
    """The stencil's edge, lying within it."""
    inside = stencil
    for right, down in ((width, 0), (-width, 0), (0, width), (0, -width)):
        inside = ImageChops.darker(inside, moved(stencil, right, down))
    return without(stencil, inside)


# Outlines


def circle(center: Point, radius: float, corners: int = 96) -> list[Point]:
    return [
        (center[0] + radius * cos(2 * pi * k / corners), center[1] + radius * sin(2 * pi * k / corners))
        for k in range(corners)
    ]


def box(left: float, top: float, right: float, bottom: float, radius: float = 0.0) -> list[Point]:
    corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
    return rounded(corners, radius) if radius else corners


def turned(outline: Outline, degrees: float, center: Point = (0.5, 0.5)) -> list[Point]:
    c, s = cos(degrees * pi / 180), sin(degrees * pi / 180)
    x0, y0 = center
    return [(x0 + (x - x0) * c - (y - y0) * s, y0 + (x - x0) * s + (y - y0) * c) for x, y in outline]


def scaled(outline: Outline, factor: float, center: Point = (0.5, 0.5)) -> list[Point]:
    """The outline made larger or smaller around a point."""
    x0, y0 = center
    return [(x0 + (x - x0) * factor, y0 + (y - y0) * factor) for x, y in outline]


def rounded(corners: Outline, radius: float, steps: int = 12) -> list[Point]:
    """The outline with an arc in place of each corner, inward ones too."""
    result: list[Point] = []
    for before, corner, after in zip([corners[-1], *corners[:-1]], corners, [*corners[1:], corners[0]], strict=True):
        result.extend(_arc(before, corner, after, radius, steps))
    return result


def _arc(before: Point, corner: Point, after: Point, radius: float, steps: int) -> list[Point]:
    ax, ay = before[0] - corner[0], before[1] - corner[1]
    bx, by = after[0] - corner[0], after[1] - corner[1]
    la, lb = hypot(ax, ay), hypot(bx, by)
    ax, ay, bx, by = ax / la, ay / la, bx / lb, by / lb
    half = acos(max(-1.0, min(1.0, ax * bx + ay * by))) / 2
    reach = min(radius / tan(half), la / 2, lb / 2)
    radius = reach * tan(half)
    toward = hypot(ax + bx, ay + by)
    away = radius / sin(half)
    cx, cy = corner[0] + (ax + bx) / toward * away, corner[1] + (ay + by) / toward * away
    start = atan2(corner[1] + ay * reach - cy, corner[0] + ax * reach - cx)
    end = atan2(corner[1] + by * reach - cy, corner[0] + bx * reach - cx)
    sweep = (end - start + pi) % (2 * pi) - pi
    return [
        (cx + radius * cos(start + sweep * k / steps), cy + radius * sin(start + sweep * k / steps))
        for k in range(steps + 1)
    ]
