"""Crosses as a hand makes them: two strokes, never twice the same, the same at every making."""

from __future__ import annotations

from math import hypot, pi, sin

from PIL import Image

from renderers.atlas.brush import Point, Stencils, circle, shrink

# For each cross its two strokes: start, end, and how far the middle bends aside.
_STROKES: tuple[tuple[tuple[Point, Point, float], ...], ...] = (
    (((0.17, 0.20), (0.84, 0.82), 0.030), ((0.85, 0.15), (0.15, 0.86), -0.025)),
    (((0.13, 0.17), (0.87, 0.86), -0.028), ((0.80, 0.19), (0.19, 0.81), 0.030)),
    (((0.20, 0.14), (0.82, 0.87), 0.022), ((0.88, 0.21), (0.13, 0.80), 0.034)),
    (((0.15, 0.23), (0.86, 0.79), -0.034), ((0.82, 0.13), (0.20, 0.88), -0.018)),
    (((0.18, 0.16), (0.88, 0.84), 0.036), ((0.86, 0.20), (0.12, 0.84), 0.016)),
    (((0.14, 0.19), (0.81, 0.85), -0.016), ((0.84, 0.17), (0.17, 0.82), -0.036)),
)
COUNT = len(_STROKES)


def cross(which: int, size: int) -> Image.Image:
    """The coverage mask of the cross of that number, below COUNT."""
    stencils = Stencils(size)
    blots = [blot for start, end, bend in _STROKES[which] for blot in _stroke(start, end, bend)]
    return shrink(stencils.areas(*blots))


def _stroke(start: Point, end: Point, bend: float) -> list[list[Point]]:
    """A row of round blots: thin where the pen comes down, thick in the middle, thin where it leaves."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = hypot(dx, dy)
    blots = []
    for k in range(81):
        share = k / 80
        aside = bend * sin(pi * share)
        x = start[0] + dx * share - dy / length * aside
        y = start[1] + dy * share + dx / length * aside
        radius = 0.045 + 0.028 * sin(pi * min(1.0, 0.12 + 1.05 * share))
        blots.append(circle((x, y), radius, 24))
    return blots
