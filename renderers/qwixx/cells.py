"""The pieces of a sheet, each put together once and kept: all of them are shared, and not to be drawn on."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw, ImageFilter

from bot.games.qwixx.sheet import Row
from renderers.canvas import Canvas, Place
from renderers.palette import Ink, stain
from renderers.qwixx.inks import ROW_INKS, RowInks
from renderers.qwixx.layout import ROW, SYMBOL, Sizes
from renderers.qwixx.looks import Look
from renderers.sprites import mask
from renderers.text import BLACK, BOLD, Lettering, draw, shape

Size = tuple[int, int]

CROSSES = 6
"""So many handmade crosses there are."""
_LARGEST_CROSS = 64
_CROSS_ITSELF = (8, 8, 56, 56)
"""Where in its picture the cross is."""
_LARGEST_SIGN = {"crown": 96, "robot": 96}
"""Where it is not 40."""
_ROUNDNESS = 0.2
"""The radius of a cell's corners, as a share of its lesser side."""
_DEPTH = 3
_HALO = 0.045
"""How far the ground around a crossed number reaches, as a share of its cell's lesser side."""
_GAP = 4
"""Half of what digits are apart."""
_SHADES = 6
"""Soft edges have no more mixes than this: a picture has some 220 numbers, and they are most of what is packed."""


@lru_cache(maxsize=64)
def row_band(row: Row, sizes: Sizes, ground: int) -> Image.Image:
    """A whole row without its cells: the row's color, and its symbol at the left."""
    inks = ROW_INKS[row]
    canvas = Canvas(ROW, sizes.row, ground)
    canvas.rounded((0, 0, *canvas.size), 12, inks.row, on=ground)
    side = 28
    place = (SYMBOL - side) // 2, sizes.rim + (sizes.cell - side) // 2
    canvas.stain(mask(f"symbol/{row.value}", side), place, inks.later, on=inks.row)
    return canvas.image


@lru_cache(maxsize=2048)
def number_cell(row: Row, number: int, look: Look, cross: int, size: Size) -> Image.Image:
    """The cell of a number on its row's color."""
    inks = ROW_INKS[row]
    canvas = Canvas(*size, inks.row)
    if look.marked:
        _mark(canvas, number, look, cross, inks)
    elif look is Look.LATER:
        _frame(canvas, inks.tint, inks.row, on=inks.row)
        write_number(canvas, number, inks.later, inks.row)
    elif look is Look.GONE:
        _box(canvas, inks.gone, on=inks.row)
        write_number(canvas, number, inks.faint, inks.gone, weight=BOLD)
    else:
        _raise(canvas, inks)
        write_number(canvas, number, inks.deep, inks.tint)
    return canvas.image


def _mark(canvas: Canvas, number: int, look: Look, cross: int, inks: RowInks) -> None:
    """White with a cross in the row's color. What was marked last is golden: in this turn framed darkly, in the one
    before in white."""
    fill, ink = (Ink.WHITE, inks.cross) if look is Look.OLD else (Ink.GOLD, Ink.WOOD)
    _frame(canvas, Ink.INK if look is Look.CURRENT else Ink.WHITE, fill, on=inks.row)
    cross_out(canvas, cross, ink, fill)
    write_number(canvas, number, Ink.INK, fill, halo=True)


@lru_cache(maxsize=256)
def lock_cell(row: Row, look: Look, size: Size) -> Image.Image:
    """A row's lock on its row's color: open, closed by others (gone), or marked by this sheet's player."""
    inks = ROW_INKS[row]
    canvas = Canvas(*size, inks.row)
    disc, ink = {
        Look.OPEN: (inks.gone, inks.later),
        Look.GONE: (inks.deep, inks.tint),
        Look.OLD: (Ink.WHITE, Ink.INK),
    }.get(look, (Ink.GOLD, Ink.INK))
    side = min(size)
    if look is Look.CURRENT:
        _lay_in_middle(canvas, _disc(side), Ink.INK, inks.row)
        _lay_in_middle(canvas, _disc(side - 2 * _edge(size)), disc, Ink.INK)
    else:
        _lay_in_middle(canvas, _disc(side), disc, inks.row)
    padlock = sized_mask("lock-open" if look is Look.OPEN else "lock-closed", round(side * 0.62))
    _lay_in_middle(canvas, padlock, ink, disc)
    return canvas.image


@lru_cache(maxsize=256)
def penalty_box(look: Look | None, cross: int, size: Size, ground: int) -> Image.Image:
    """A penalty box with what it costs; crossed unless the look is None."""
    canvas = Canvas(*size, ground)
    ink, fill, edge = Ink.PALE, ground, Ink.MUTED
    if look is not None:
        ink, fill = Ink.INK, Ink.WHITE if look is Look.OLD else Ink.GOLD
        edge = Ink.INK if look is Look.CURRENT else Ink.WHITE
    _frame(canvas, edge, fill, on=ground)
    if look is not None:
        cross_out(canvas, cross, Ink.ALARM if look is Look.OLD else Ink.WOOD, fill)
    write_figure(canvas, "−5", Lettering(round(size[1] * 0.66), BLACK), ink, fill, halo=look is not None)
    return canvas.image


@lru_cache(maxsize=1024)
def figure(text: str, lettering: Lettering, size: Size, ink: int, ground: int) -> Image.Image:
    """A few digits in the middle of a piece of flat ground."""
    canvas = Canvas(*size, ground)
    write_figure(canvas, text, lettering, ink, ground)
    return canvas.image


@lru_cache(maxsize=128)
def sign(name: str, size: int, ink: int, ground: int, *, mirrored: bool = False) -> Image.Image:
    """A sign of the atlas in that ink and size."""
    coverage = sized_mask(name, size)
    if mirrored:
        coverage = coverage.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    return stain(coverage, ink, ground)


def cross_out(canvas: Canvas, cross: int, ink: int, on: int) -> None:
    """A handmade cross from corner to corner, within a frame."""
    width, height = canvas.size
    inset = _edge(canvas.size)
    size = width - 2 * inset, height - 2 * inset
    coverage = mask(f"cross/{cross}", _LARGEST_CROSS).resize(size, Image.Resampling.LANCZOS, box=_CROSS_ITSELF)
    _lay(canvas, coverage, (inset, inset), ink, on)


def write_number(canvas: Canvas, number: int, ink: int, on: int, *, weight: int = BLACK, halo: bool = False) -> None:
    """A row's number, as large as its cell allows."""
    width, height = canvas.size
    lettering = Lettering(round(min(0.76 * height, 0.56 * width)), weight)
    write_figure(canvas, str(number), lettering, ink, on, halo=halo)


def write_figure(canvas: Canvas, text: str, lettering: Lettering, ink: int, on: int, *, halo: bool = False) -> None:
    """Digits in the middle of the canvas; a halo parts them from a cross behind."""
    width, height = canvas.size
    line = shape(text, lettering)
    drawing = draw(line)
    place = ((width - line.width) // 2 - drawing.overhang, line.baseline(height / 2) - line.ascent)
    if halo:
        _lay(canvas, _surroundings(drawing.mask, round(min(canvas.size) * _HALO)), place, on, on)
    _lay(canvas, drawing.mask, place, ink, on)


def _surroundings(coverage: Image.Image, reach: int) -> Image.Image:
    """All within reach of a figure, and what lies between its digits: no crumbs of a cross are to be seen there."""
    grown = coverage.filter(ImageFilter.MaxFilter(2 * (reach + _GAP) + 1))
    return grown.filter(ImageFilter.MinFilter(2 * _GAP + 1))


@lru_cache(maxsize=128)
def sized_mask(name: str, size: int) -> Image.Image:
    """A sign of the atlas as coverage, in any size."""
    return mask(name, _LARGEST_SIGN.get(name, 40)).resize((size, size), Image.Resampling.LANCZOS)


def _box(canvas: Canvas, ink: int, *, on: int, inset: int = 0) -> None:
    """The whole canvas as a box with round corners."""
    width, height = canvas.size
    canvas.rounded((inset, inset, width - inset, height - inset), _radius(canvas.size) - inset, ink, on=on)


def _frame(canvas: Canvas, ink: int, fill: int, *, on: int) -> None:
    _box(canvas, ink, on=on)
    _box(canvas, fill, on=ink, inset=_edge(canvas.size))


def _raise(canvas: Canvas, inks: RowInks) -> None:
    """An open cell stands out a little: its lower edge is seen."""
    _box(canvas, inks.edge, on=inks.row)
    plate = _plate(canvas.size, canvas.size[1] - _DEPTH, _radius(canvas.size))
    canvas.glaze(_few_shades(plate), (0, 0), inks.tint)


def _plate(size: Size, height: int, radius: int) -> Image.Image:
    """The coverage of a box with round corners at the top of a picture."""
    scale = 8
    plate = Image.new("L", (size[0] * scale, size[1] * scale))
    corners = (0, 0, size[0] * scale - 1, height * scale - 1)
    ImageDraw.Draw(plate).rounded_rectangle(corners, radius * scale, fill=255)
    return plate.reduce(scale)


def _disc(side: int) -> Image.Image:
    return _plate((side, side), side, side // 2)


def _edge(size: Size) -> int:
    """How thick a frame is."""
    return max(2, round(min(size) * 0.065))


def _radius(size: Size) -> int:
    return round(min(size) * _ROUNDNESS)


def _lay(canvas: Canvas, coverage: Image.Image, place: Place, ink: int, on: int) -> None:
    """Ink through a mask, where the mask has any; its soft edges are mixed with `on`."""
    few = _few_shades(coverage)
    canvas.image.paste(stain(few, ink, on), place, few.point([0] + [255] * 255))


def _lay_in_middle(canvas: Canvas, coverage: Image.Image, ink: int, on: int) -> None:
    width, height = canvas.size
    _lay(canvas, coverage, ((width - coverage.width) // 2, (height - coverage.height) // 2), ink, on)


def _few_shades(coverage: Image.Image) -> Image.Image:
    return coverage.point([round(round(value / 255 * _SHADES) / _SHADES * 255) for value in range(256)])
