"""Colors and how far apart they look, to every kind of eye.

Distances are Euclidean in OKLab (Björn Ottosson, 2020). Color-blind vision is simulated by the matrices of
Machado, Oliveira and Fernandes (2009) at severity 1.0, applied to linear light.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from math import cos, dist, radians, sin
from typing import NamedTuple

Vector = tuple[float, float, float]
Matrix = tuple[Vector, Vector, Vector]


class RGB(NamedTuple):
    """An sRGB color, 0 to 255 a channel."""

    red: int
    green: int
    blue: int

    @classmethod
    def of(cls, digits: str) -> RGB:
        """The color of six hexadecimal digits."""
        return cls(*bytes.fromhex(digits))

    @property
    def digits(self) -> str:
        return bytes(self).hex()

    def mix(self, other: RGB, share: float) -> RGB:
        """This color with `share` (0 to 1) of the other in it; mixed in sRGB, as screens do it."""
        return RGB(*(round(a + (b - a) * share) for a, b in zip(self, other, strict=True)))


VISIONS: dict[str, Matrix] = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}

_TO_CONES: Matrix = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
_TO_LAB: Matrix = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)
_FROM_LAB: Matrix = (
    (1.0, 0.3963377774, 0.2158037573),
    (1.0, -0.1055613458, -0.0638541728),
    (1.0, -0.0894841775, -1.2914855480),
)
_FROM_CONES: Matrix = (
    (4.0767416621, -3.3077115913, 0.2309699292),
    (-1.2684380046, 2.6097574011, -0.3413193965),
    (-0.0041960863, -0.7034186147, 1.7076147010),
)


def _times(matrix: Matrix, vector: Vector) -> Vector:
    x, y, z = vector
    (a, b, c), (d, e, f), (g, h, i) = matrix
    return a * x + b * y + c * z, d * x + e * y + f * z, g * x + h * y + i * z


def _linear_channel(value: int) -> float:
    share = value / 255
    return share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4)


_LINEAR = [_linear_channel(value) for value in range(256)]


def linear(color: RGB) -> Vector:
    """The color's light, 0 to 1 a channel."""
    return _LINEAR[color.red], _LINEAR[color.green], _LINEAR[color.blue]


def seen_by(vision: str, light: Vector) -> Vector:
    """The light as an eye of that vision (a key of VISIONS) takes it."""
    x, y, z = _times(VISIONS[vision], light)
    return min(max(x, 0.0), 1.0), min(max(y, 0.0), 1.0), min(max(z, 0.0), 1.0)


def oklab(light: Vector) -> Vector:
    """Lightness (0 to 1), green to red, blue to yellow."""
    x, y, z = _times(_TO_CONES, light)
    return _times(_TO_LAB, (x ** (1 / 3), y ** (1 / 3), z ** (1 / 3)))


def from_oklch(lightness: float, chroma: float, hue: float) -> RGB | None:
    """The color of an OKLab lightness, chroma and hue in degrees; None where no screen can show it."""
    a, b = chroma * cos(radians(hue)), chroma * sin(radians(hue))
    x, y, z = _times(_FROM_LAB, (lightness, a, b))
    light = _times(_FROM_CONES, (x**3, y**3, z**3))
    if min(light) < 0 or max(light) > 1:
        return None
    return srgb(light)


def srgb(light: Vector) -> RGB:
    """The color of a light, the inverse of `linear`."""
    return RGB(*(round(255 * _companded(channel)) for channel in light))


def _companded(light: float) -> float:
    return 12.92 * light if light <= 0.0031308 else float(1.055 * light ** (1 / 2.4) - 0.055)


@lru_cache(maxsize=4096)
def looks(color: RGB) -> tuple[Vector, ...]:
    """The color in OKLab as each of VISIONS sees it."""
    return tuple(oklab(seen_by(vision, linear(color))) for vision in VISIONS)


def distance(one: RGB, other: RGB) -> float:
    """How far apart the two look to the eye that tells them apart worst."""
    return min(map(dist, looks(one), looks(other)))


def least_distance(colors: Sequence[RGB]) -> float:
    """The distance of the two that are nearest to each other."""
    return min(distance(one, other) for one, other in combinations(colors, 2))


def luminance(color: RGB) -> float:
    """Relative luminance as WCAG 2 defines it, 0 (black) to 1 (white)."""
    red, green, blue = linear(color)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: RGB, other: RGB) -> float:
    """The WCAG 2 contrast ratio, 1 to 21."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)
