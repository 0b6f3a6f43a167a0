"""From the glyphs of a line to pixels."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import uharfbuzz as hb
from PIL import Image

from renderers import palette
from renderers.palette import Ink
from renderers.text.glyphs import Run
from renderers.text.shaping import TextLine

_OVERHANG = 0.125
"""Ems that are drawn beyond either end of a line: the tails of letters. Anything further out is not."""


class Drawing(NamedTuple):
    """A line as pixels. The images are kept and handed out again: never draw into them."""

    mask: Image.Image
    """How much of each pixel is ink (mode "L"), as high as the line box."""
    picture: Image.Image | None
    """What has colors of its own, as large (mode "RGBA"); None if nothing has."""
    overhang: int
    """How far the images reach beyond the line's left and right end."""


@lru_cache(maxsize=512)
def draw(line: TextLine) -> Drawing:
    overhang = math.ceil(line.lettering.size * _OVERHANG)
    frame = hb.RasterExtents(-overhang, -line.descent, line.width + 2 * overhang, line.height)
    inked = [run for run in line.runs if not run.face.colored]
    colored = [run for run in line.runs if run.face.colored]
    return Drawing(_mask(inked, frame), _picture(colored, frame) if colored else None, overhang)


def write(image: Image.Image, line: TextLine, origin: tuple[int, int], ink: Ink, ground: Ink) -> None:
    """Draws the line into a picture of the palette, its left end and baseline at the origin.

    Edges are mixed for the ground it stands on.
    """
    drawing = draw(line)
    corner = (origin[0] - drawing.overhang, origin[1] - line.ascent)
    image.paste(palette.stain(drawing.mask, ink, ground), corner, drawing.mask.point(_any))
    if drawing.picture:
        box = drawing.picture.getbbox()
        if box:
            part = drawing.picture.crop(box)
            place = (corner[0] + box[0], corner[1] + box[1])
            image.paste(palette.flatten(part, ground), place, part.getchannel("A").point(_any))


def _mask(runs: Sequence[Run], frame: hb.RasterExtents) -> Image.Image:
    raster = hb.RasterDraw()
    raster.scale_factor = (64, 64)
    raster.extents = frame
    for run in runs:
        font = run.face.sized(*run.lettering)
        for glyph in run.glyphs:
            raster.transform = (1, 0, 0, 1, glyph.x, glyph.y)
            raster.draw_glyph(font, glyph.id)
    return _image(raster.render(), "L", "L")


def _picture(runs: Sequence[Run], frame: hb.RasterExtents) -> Image.Image:
    raster = hb.RasterPaint()
    raster.scale_factor = (64, 64)
    raster.extents = frame
    for run in runs:
        font = run.face.sized(*run.lettering)
        for glyph in run.glyphs:
            raster.transform = (1, 0, 0, 1, glyph.x, glyph.y)
            raster.paint_glyph_or_fail(font, glyph.id)
    return _image(raster.render(), "RGBa", "BGRa").convert("RGBA")


def _image(raster: hb.RasterImage, mode: str, layout: str) -> Image.Image:
    """The raster as an image: its rows come from the bottom to the top, and may be padded."""
    size = raster.extents.width, raster.extents.height
    return Image.frombytes(mode, size, raster.buffer, "raw", layout, raster.extents.stride, -1)


_any = [0] + [255] * 255
"""Maps coverage to whether there is any."""
