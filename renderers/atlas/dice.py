"""The dice of Qwixx, with a little depth."""

from __future__ import annotations

from typing import NamedTuple

from PIL import Image

from renderers.atlas.brush import (
    Stencils,
    blurred,
    box,
    circle,
    gradient,
    moved,
    relief,
    shrink,
    thinned,
    without,
)
from renderers.atlas.forms import SYMBOLS, Form, fitted
from renderers.colors import RGB
from renderers.palette import COLORS, Ink

BLACK, WHITE = RGB(0, 0, 0), RGB(255, 255, 255)


class RowInks(NamedTuple):
    """The inks of one row of the sheet."""

    row: Ink
    deep: Ink
    gone: Ink
    tint: Ink


ROWS = {
    "red": RowInks(Ink.RED, Ink.RED_DEEP, Ink.RED_GONE, Ink.RED_TINT),
    "yellow": RowInks(Ink.YELLOW, Ink.YELLOW_DEEP, Ink.YELLOW_GONE, Ink.YELLOW_TINT),
    "green": RowInks(Ink.GREEN, Ink.GREEN_DEEP, Ink.GREEN_GONE, Ink.GREEN_TINT),
    "blue": RowInks(Ink.BLUE, Ink.BLUE_DEEP, Ink.BLUE_GONE, Ink.BLUE_TINT),
}

_PLACES = {"nw": (0.27, 0.27), "ne": (0.73, 0.27), "w": (0.27, 0.5), "m": (0.5, 0.5),
           "e": (0.73, 0.5), "sw": (0.27, 0.73), "se": (0.73, 0.73)}  # fmt: skip
PIPS = {
    1: "m",
    2: "nw se",
    3: "nw m se",
    4: "nw ne sw se",
    5: "nw ne m sw se",
    6: "nw ne w e sw se",
}
_DIE = box(0.06, 0.05, 0.94, 0.93, 0.17)


def die(color: str, pips: int, size: int) -> Image.Image:
    """A die of a row's color or "white" on the panel. Its pips have the form of the row's symbol."""
    face, ink, form = look_of_die(color)
    image = Image.new("RGB", (size, size), COLORS[Ink.PANEL])
    stencils = Stencils(size)
    stencil = stencils.areas(_DIE)
    _raise(image, stencils, stencil, face)
    outlines = [part for place in PIPS[pips].split() for part in fitted(form, _PLACES[place], 0.225)]
    image.paste(ink, mask=shrink(stencils.areas(*outlines)))
    return image


def look_of_die(color: str) -> tuple[RGB, RGB, Form]:
    """The face, the ink of the pips and their form."""
    if color == "white":
        return COLORS[Ink.SHEET], COLORS[Ink.INK], (circle((0.5, 0.5), 0.5),)
    ink = Ink.INK if color == "yellow" else Ink.WHITE
    return COLORS[ROWS[color].row], COLORS[ink], SYMBOLS[color]()


def removed_die(color: str, size: int) -> Image.Image:
    """Where a die was that has left the game: an empty place with the row's symbol."""
    image = Image.new("RGB", (size, size), COLORS[Ink.PANEL])
    stencils = Stencils(size)
    rim = without(stencils.areas(_DIE), stencils.areas(box(0.10, 0.09, 0.90, 0.89, 0.13)))
    faint = COLORS[ROWS[color].row].mix(COLORS[Ink.PANEL], 0.30)
    image.paste(faint, mask=shrink(rim))
    symbol = fitted(SYMBOLS[color](), (0.5, 0.49), 0.34)
    image.paste(faint, mask=shrink(stencils.areas(*symbol)))
    return image


def _raise(image: Image.Image, stencils: Stencils, stencil: Image.Image, face: RGB) -> None:
    """Paint a body that stands out: shadow, a lit top, edges."""
    size = stencils.width
    shadow = blurred(shrink(moved(stencil, 0, 0.03)), size * 0.02)
    image.paste(BLACK, mask=thinned(shadow, 0.5))
    image.paste(gradient(image.size, face.mix(WHITE, 0.10), face.mix(BLACK, 0.10)), mask=shrink(stencil))
    relief(image, stencil, edge=max(0.02, 0.9 / size), light=0.35, shade=0.28)
