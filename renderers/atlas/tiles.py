"""The 36 tiles, and the frames that say how a tile lies."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from renderers.atlas.brush import (
    Outline,
    Stencils,
    blurred,
    box,
    circle,
    gradient,
    moved,
    relief,
    rim,
    shrink,
    thinned,
    without,
)
from renderers.atlas.forms import MARKS, SHAPES, Form, fitted
from renderers.colors import RGB
from renderers.palette import COLORS, TILE_COLORS, Ink, quantized

BLACK, WHITE = RGB(0, 0, 0), RGB(255, 255, 255)
BODY_TOP, BODY_BOTTOM = RGB.of("2c2f39"), RGB.of("14161b")


class Layout(NamedTuple):
    """Where things lie in a picture of a tile, in shares of its side."""

    margin: float
    radius: float
    shape: float
    """The side of the shape's unit square."""
    mark: float
    lift: float
    """How far the tile lies above the middle, to leave room for its shadow."""

    def body(self, grown: float = 0.0) -> Outline:
        """The tile's own outline, or one that lies so far outside it."""
        near, far = self.margin - grown, 1 - self.margin + grown
        return box(near, near - self.lift, far, far - self.lift, self.radius + grown)

    def placed(self, form: Form, side: float) -> list[Outline]:
        """The form in the middle of the tile."""
        return fitted(form, (0.5, 0.5 - self.lift), side)


CELL = Layout(margin=0.045, radius=0.16, shape=0.76, mark=0.27, lift=0.006)
EMOJI = Layout(margin=0.0, radius=0.20, shape=0.88, mark=0.31, lift=0.0)


def tile(code: str, size: int) -> Image.Image:
    """The tile of that code ("RC") in a cell of the board."""
    return _with_figure(_body_on_cloth(size), code, CELL)


def emoji(code: str, size: int) -> Image.Image:
    """The tile on nothing (mode "RGBA"), with a light rim that keeps it apart from a dark page."""
    stencils = Stencils(size)
    whole = stencils.areas(EMOJI.body())
    image = gradient((size, size), BODY_TOP, BODY_BOTTOM)
    line = without(whole, stencils.areas(EMOJI.body(-0.022)))
    image.paste(COLORS[Ink.PALE], mask=thinned(shrink(line), 0.45))
    image = _with_figure(image, code, EMOJI)
    image.putalpha(shrink(whole))
    return image


def empty(size: int) -> Image.Image:
    """A cell without a tile: cloth with a dot."""
    image = Image.new("RGB", (size, size), COLORS[Ink.CLOTH])
    dot = Stencils(size).areas(circle((0.5, 0.5 - CELL.lift), 0.042))
    image.paste(COLORS[Ink.CLOTH_DOT], mask=shrink(dot))
    return image


def place(size: int) -> Image.Image:
    """A cell where a tile may go; its middle is flat SHEET, to be written on."""
    image = Image.new("RGB", (size, size), COLORS[Ink.CLOTH])
    stencils = Stencils(size)
    whole = stencils.areas(CELL.body(-0.02))
    line = without(whole, stencils.areas(CELL.body(-0.02 - max(0.022, 1.5 / size))))
    image.paste(COLORS[Ink.SHEET], mask=shrink(whole))
    image.paste(COLORS[Ink.DRAFT], mask=shrink(line))
    return image


@lru_cache(maxsize=2)
def _body_on_cloth(size: int) -> Image.Image:
    image = Image.new("RGB", (size, size), COLORS[Ink.CLOTH])
    stencils = Stencils(size)
    stencil = stencils.areas(CELL.body())
    shadow = blurred(shrink(moved(stencil, 0, 0.022)), size * 0.014)
    image.paste(BLACK, mask=thinned(shadow, 0.45))
    image.paste(gradient((size, size), BODY_TOP, BODY_BOTTOM), mask=shrink(stencil))
    relief(image, stencil, edge=max(0.012, 0.7 / size), light=0.22, shade=0.40)
    return image


def _with_figure(body: Image.Image, code: str, layout: Layout) -> Image.Image:
    """The body with the tile's shape in its color, standing out a little, the color's mark cut into it."""
    image = body.copy()
    size = body.width
    stencils = Stencils(size)
    shape, mark = SHAPES[code[1]](), MARKS[code[0]]()
    stencil = without(
        stencils.areas(*layout.placed(shape, layout.shape)), stencils.areas(*layout.placed(mark, layout.mark))
    )
    shadow = blurred(shrink(moved(stencil, 0, 0.016)), size * 0.014)
    image.paste(BLACK, mask=thinned(shadow, 0.55))
    color = TILE_COLORS[code[0]]
    image.paste(gradient((size, size), color.mix(WHITE, 0.10), color.mix(BLACK, 0.08)), mask=shrink(stencil))
    edge = max(0.011, 0.6 / size)
    image.paste(WHITE, mask=thinned(shrink(rim(stencil, edge)), 0.30))
    relief(image, stencil, edge=edge, light=0.25, shade=0.10)
    return image


FRAMES = {"last": Ink.GOLD, "draft": Ink.DRAFT, "clash": Ink.ALARM}
_DASHES = 4
_LINES = {"last": (Ink.INK, 0.042, 0.028), "clash": (Ink.WHITE, -0.008, -0.026)}
"""A draft's frame has so many gaps a side, the others a line of another ink: they are told apart without color."""


def frame(kind: str, size: int) -> Image.Image:
    """What surrounds a tile of the last play, of a draft, or of an illegal play; NOTHING elsewhere (mode "P")."""
    stencils = Stencils(size)
    ring = without(stencils.areas(CELL.body(0.042)), stencils.areas(CELL.body(-0.026)))
    if kind == "draft":
        ring = without(ring, stencils.areas(*_gaps()))
    image = _body_on_cloth(size).copy()
    image.paste(COLORS[FRAMES[kind]], mask=shrink(ring))
    if kind in _LINES:
        ink, outside, inside = _LINES[kind]
        line = without(stencils.areas(CELL.body(outside)), stencils.areas(CELL.body(inside)))
        image.paste(COLORS[ink], mask=shrink(line))
    picture = quantized(image)
    picture.paste(Ink.NOTHING, mask=shrink(ring).point([255] + [0] * 255))
    return picture


def _gaps() -> list[Outline]:
    near, far = 0.24, 0.76
    middles = [near + (far - near) * k / (_DASHES - 1) for k in range(_DASHES)]
    half = 0.035
    upright = [box(middle - half, 0, middle + half, 1) for middle in middles]
    level = [box(0, middle - half, 1, middle + half) for middle in middles]
    return [*upright, *level]
