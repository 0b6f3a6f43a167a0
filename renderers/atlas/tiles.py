"""The 36 tiles, and the frames that say how a tile lies."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from renderers.atlas.brush import (
    Outline,
    Stencils,
    blurred,
    box,
    circle,
    gradient,
    shrink,
    thinned,
    without,
)
from renderers.atlas.forms import MARKS, SHAPES, Form, fitted
from renderers.colors import RGB
from renderers.palette import COLORS, TILE_COLORS, Ink, quantized

BLACK, WHITE = RGB(0, 0, 0), RGB(255, 255, 255)

MARGIN = 0.045
"""Between the cell's side and the tile's, in shares of the cell; so are all lengths here."""
RADIUS = 0.16
SHAPE_SIDE = 0.76
MARK_SIDE = 0.25
BODY_TOP, BODY_BOTTOM = RGB.of("30343e"), RGB.of("181a20")
LIFT = -0.006
"""The tile lies a little above the middle of its cell, to leave room for its shadow."""


def tile(code: str, size: int, ground: Ink) -> Image.Image:
    """The tile of that code ("RC") in a cell of `size` pixels."""
    image = _body(size, ground).copy()
    color = TILE_COLORS[code[0]]
    stencils = Stencils(size)
    stencil = _figure(code, size)
    shadow = blurred(shrink(stencils.moved(stencil, 0, 0.016)), size * 0.014)
    image.paste(BLACK, mask=thinned(shadow, 0.55))
    top, bottom = color.mix(WHITE, 0.10), color.mix(BLACK, 0.07)
    image.paste(gradient((size, size), top, bottom), mask=shrink(stencil))
    edge = max(0.011, 0.6 / size)
    lit = without(stencil, stencils.moved(stencil, 0, edge))
    dim = without(stencil, stencils.moved(stencil, 0, -edge))
    image.paste(WHITE, mask=thinned(shrink(lit), 0.38))
    image.paste(BLACK, mask=thinned(shrink(dim), 0.24))
    return image


@lru_cache(maxsize=2)
def _body(size: int, ground: Ink) -> Image.Image:
    image = Image.new("RGB", (size, size), COLORS[ground])
    stencils = Stencils(size)
    stencil = stencils.areas(body_outline())
    shadow = blurred(shrink(stencils.moved(stencil, 0, 0.022)), size * 0.014)
    image.paste(BLACK, mask=thinned(shadow, 0.45))
    image.paste(gradient((size, size), BODY_TOP, BODY_BOTTOM), mask=shrink(stencil))
    edge = max(0.012, 0.7 / size)
    lit = without(stencil, stencils.moved(stencil, 0, edge))
    dim = without(stencil, stencils.moved(stencil, 0, -edge))
    image.paste(WHITE, mask=thinned(shrink(lit), 0.22))
    image.paste(BLACK, mask=thinned(shrink(dim), 0.40))
    return image


def body_outline(grown: float = 0.0) -> Outline:
    """The tile's own outline, or one that lies so far outside it."""
    near, far = MARGIN - grown, 1 - MARGIN + grown
    return box(near, near + LIFT, far, far + LIFT, RADIUS + grown)


def _figure(code: str, size: int) -> Image.Image:
    """The stencil of the colored part: the shape with the color's mark cut out."""
    stencils = Stencils(size)
    cut, kept = MARKS[code[0]]
    figure = without(
        stencils.areas(*placed(SHAPES[code[1]](), SHAPE_SIDE)),
        stencils.areas(*placed(cut(), MARK_SIDE)),
    )
    if kept is not None:
        figure.paste(255, mask=stencils.areas(*placed(kept(), MARK_SIDE)))
    return figure


def placed(form: Form, side: float) -> list[Outline]:
    """The form in the middle of a tile."""
    return fitted(form, (0.5, 0.5 + LIFT), side)


FRAMES = ("last", "draft", "clash")


def frame(kind: str, size: int) -> Image.Image:
    """What surrounds a tile of the last play, of a draft, or of an illegal play; NOTHING elsewhere."""
    ink = {"last": Ink.GOLD, "draft": Ink.DRAFT, "clash": Ink.ALARM}[kind]
    stencils = Stencils(size)
    outer = stencils.areas(body_outline(0.040))
    inner = stencils.areas(body_outline(-0.006))
    image = _body(size, Ink.CLOTH).copy()
    image.paste(COLORS[ink], mask=shrink(without(outer, inner)))
    touched = shrink(without(stencils.areas(body_outline(0.045)), stencils.areas(body_outline(-0.012))))
    picture = quantized(image)
    picture.paste(Ink.NOTHING, mask=touched.point(lambda coverage: 0 if coverage else 255))
    return picture


def empty(size: int) -> Image.Image:
    """A cell without a tile: cloth with a dot."""
    image = Image.new("RGB", (size, size), COLORS[Ink.CLOTH])
    dot = shrink(Stencils(size).areas(circle((0.5, 0.5 + LIFT), 0.042)))
    image.paste(COLORS[Ink.CLOTH_DOT], mask=dot)
    return image
