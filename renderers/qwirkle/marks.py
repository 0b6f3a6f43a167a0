"""What is drawn over tiles, in sizes that the shipped sprites do not come in."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw

from renderers.canvas import Canvas, Place
from renderers.palette import COLORS, Ink, indexed, stain, veil

_FINE = 4
"""Outlines are drawn so many times larger and then shrunk."""
_BODY = 0.045
"""The margin between a cell and its tile, in shares of the cell."""
_ROUND = 0.16
"""The radius of a tile's corners."""
_RIM = 0.35
"""The width of a ring's dark rim, in shares of the gold."""
_FADED = 0.55


class _Ring(NamedTuple):
    picture: Image.Image
    where: Image.Image


def mark_last(canvas: Canvas, place: Place, size: int, thick: int) -> None:
    """A golden ring around a tile, so many pixels thick, with a dark rim that is seen without color."""
    rim = max(2, round(thick * _RIM))
    ring = _golden_ring(size, thick, rim)
    reach = _reach(size, thick, rim)
    canvas.image.paste(ring.picture, (place[0] - reach, place[1] - reach), ring.where)


def outline(canvas: Canvas, first: Place, last: Place, size: int) -> None:
    """A red outline around the cells from the first to the last of a line."""
    thick = max(6, size // 12)
    half = thick // 2
    width, height = last[0] - first[0] + size + thick, last[1] - first[1] + size + thick
    canvas.glaze(_outline(width, height, thick, size // 5), (first[0] - half, first[1] - half), Ink.ALARM)


def fade_tile(canvas: Canvas, place: Place, size: int) -> None:
    """Let a tile stand back, in a hand or among others on the cloth."""
    box = (*place, place[0] + size, place[1] + size)
    canvas.image.paste(canvas.image.crop(box).point(_ghost()), box)


def _reach(size: int, thick: int, rim: int) -> int:
    """How far a ring reaches beyond the cell."""
    return max(0, thick + rim - round(size * _BODY))


@lru_cache(maxsize=16)
def _golden_ring(size: int, thick: int, rim: int) -> _Ring:
    side = size + 2 * _reach(size, thick, rim)
    start = _reach(size, thick, rim) + round(size * _BODY)
    whole = _disc(side, start - thick - rim, round(size * _ROUND) + thick + rim)
    gold = _disc(side, start - thick, round(size * _ROUND) + thick)
    hole = _disc(side, start + rim, round(size * _ROUND) - rim)
    ring = ImageChops.subtract(gold, hole)
    picture = stain(whole, Ink.INK, Ink.CLOTH)
    picture.paste(stain(ring, Ink.GOLD, Ink.INK), (0, 0), ring.point(_any))
    return _Ring(indexed(picture), ImageChops.subtract(whole, hole).point(_any))


def _disc(side: int, inset: int, radius: int) -> Image.Image:
    """The coverage of a box with round corners in the middle of a square."""
    image = Image.new("L", (side * _FINE, side * _FINE))
    near, far = inset * _FINE, (side - inset) * _FINE - 1
    ImageDraw.Draw(image).rounded_rectangle((near, near, far, far), radius * _FINE, fill=255)
    return image.reduce(_FINE)


@lru_cache(maxsize=16)
def _outline(width: int, height: int, thick: int, radius: int) -> Image.Image:
    image = Image.new("L", (width * _FINE, height * _FINE))
    box = (0, 0, width * _FINE - 1, height * _FINE - 1)
    ImageDraw.Draw(image).rounded_rectangle(box, radius * _FINE, outline=255, width=thick * _FINE)
    return image.reduce(_FINE)


@lru_cache(maxsize=1)
def _ghost() -> bytes:
    """A veil under which a tile's body, a run of dark greys, is one grey: the few mid-greys would show as stripes."""
    faded = veil(Ink.CLOTH, _FADED)
    return bytes(faded[Ink.INK if _is_body(index) else index] for index in range(256))


def _is_body(index: int) -> bool:
    color = COLORS[index]
    return max(color) < 0x60 and max(color) - min(color) < 0x1C


_any = [0] + [255] * 255
"""Maps coverage to whether there is any."""
