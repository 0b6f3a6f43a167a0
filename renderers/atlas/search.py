"""The search for the six tile colors and the four row colors.

    python -m renderers.atlas search

Each color may move inside a window of OKLab lightness, chroma and hue in which people still call it by its name
and in which it stands out from the tile's dark body. Simulated annealing looks for the set that is most vivid
among those whose least distance (`renderers.colors.least_distance`) reaches the aim. The result is written by hand
into `renderers/palette.py`; a test holds that those colors keep the distance.
"""

from __future__ import annotations

import random  # noqa: TID251 - not the chance of a match: a search that its seed repeats
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import exp
from typing import NamedTuple

from renderers.colors import RGB, distance, from_oklch, least_distance


class Window(NamedTuple):
    """Where one color may lie: bounds of lightness, chroma, and hue in degrees."""

    lightness: tuple[float, float]
    chroma: tuple[float, float]
    hue: tuple[float, float]


TILE_WINDOWS = {
    "red": Window((0.555, 0.64), (0.20, 0.26), (20, 28)),
    "orange": Window((0.69, 0.80), (0.155, 0.20), (56, 64)),
    "yellow": Window((0.88, 0.955), (0.15, 0.20), (96, 107)),
    "green": Window((0.60, 0.84), (0.13, 0.24), (145, 158)),
    "blue": Window((0.57, 0.70), (0.12, 0.21), (246, 260)),
    "purple": Window((0.60, 0.80), (0.13, 0.29), (298, 306)),
}
ROW_WINDOWS = {
    "red": Window((0.53, 0.60), (0.18, 0.21), (18, 26)),
    "yellow": Window((0.80, 0.86), (0.15, 0.175), (78, 90)),
    "green": Window((0.56, 0.74), (0.12, 0.15), (150, 162)),
    "blue": Window((0.46, 0.54), (0.14, 0.185), (256, 264)),
}

AIM = 0.150
SEEDS = 10
STEPS = 30_000

Point = tuple[float, float, float]


class Candidate(NamedTuple):
    points: tuple[Point, ...]
    colors: tuple[RGB, ...]

    def score(self, aim: float) -> float:
        """Vividness, and a heavy price for every hundredth by which pairs miss the aim."""
        short = sum(max(0.0, aim - distance(one, other)) for one, other in combinations(self.colors, 2))
        vivid = sum(chroma for _, chroma, _ in self.points) / len(self.points)
        return vivid - 20 * short


def search(windows: Sequence[Window], aim: float, seed: int, steps: int) -> Candidate:
    """The best candidate met; the same one for the same seed."""
    chance = random.Random(seed)
    current = best = _first(windows, chance)
    for step in range(steps):
        heat = 1 - step / steps
        moved = _moved(current, windows, heat, chance)
        if moved is None:
            continue
        gain = moved.score(aim) - current.score(aim)
        if gain > 0 or chance.random() < exp(gain / (0.02 * heat + 1e-6)):
            current = moved
            best = max(best, current, key=lambda candidate: candidate.score(aim))
    return best


def _first(windows: Sequence[Window], chance: random.Random) -> Candidate:
    points: list[Point] = []
    colors: list[RGB] = []
    for window in windows:
        color = None
        while color is None:
            point = _anywhere(window, chance)
            color = from_oklch(*point)
        points.append(point)
        colors.append(color)
    return Candidate(tuple(points), tuple(colors))


def _anywhere(window: Window, chance: random.Random) -> Point:
    lightness, chroma, hue = (chance.uniform(*bounds) for bounds in window)
    return lightness, chroma, hue


def _moved(candidate: Candidate, windows: Sequence[Window], heat: float, chance: random.Random) -> Candidate | None:
    which = chance.randrange(len(windows))
    spread = 0.3 * heat + 0.01
    lightness, chroma, hue = (
        min(max(value + chance.gauss(0, spread) * (high - low), low), high)
        for value, (low, high) in zip(candidate.points[which], windows[which], strict=True)
    )
    color = from_oklch(lightness, chroma, hue)
    if color is None:
        return None
    points, colors = list(candidate.points), list(candidate.colors)
    points[which], colors[which] = (lightness, chroma, hue), color
    return Candidate(tuple(points), tuple(colors))


def report() -> Iterator[str]:
    """Search both sets of colors; a line for each on what was found."""
    for name, windows in (("tiles", TILE_WINDOWS), ("rows", ROW_WINDOWS)):
        best = max(
            (search(tuple(windows.values()), AIM, seed, STEPS) for seed in range(SEEDS)),
            key=lambda candidate: candidate.score(AIM),
        )
        found = ", ".join(f"{color} {rgb.digits}" for color, rgb in zip(windows, best.colors, strict=True))
        yield (f"{name}: least distance {least_distance(best.colors):.4f}: {found}")
