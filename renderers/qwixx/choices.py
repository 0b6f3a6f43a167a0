"""The cells of what can be marked now, with a tab that says by which dice and for how many points."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from bot.games.qwixx.sheet import ROWS, Row
from renderers.canvas import Canvas, Place
from renderers.palette import Ink
from renderers.qwixx.cells import CROSSES, cross_out, write_number
from renderers.qwixx.inks import ROW_INKS
from renderers.qwixx.layout import CELL
from renderers.qwixx.options import Option
from renderers.sprites import mask
from renderers.text import BLACK, Lettering, shape
from renderers.writing import Pen, Span

TAB = 36
_EDGE = 5
_RADIUS = 14
_SIGN = 22
"""The width of the dark end."""


@lru_cache(maxsize=512)
def choice_cell(option: Option) -> Image.Image:
    """A number's cell with its tab below. Kept and shared: not to be drawn on.

    The tab is light for the white dice and dark for a white and a colored one; light with a dark end for both.
    """
    row, number = option.mark
    canvas = Canvas(CELL, CELL + TAB, ROW_INKS[row].row)
    canvas.rounded((0, 0, CELL, CELL + TAB), _RADIUS, Ink.INK, on=ROW_INKS[row].row)
    cell = Canvas(CELL - 2 * _EDGE, CELL - 2 * _EDGE, Ink.INK)
    cell.rounded((0, 0, *cell.size), _RADIUS - _EDGE, Ink.WHITE, on=Ink.INK)
    if option.chosen:
        cross_out(cell, number % CROSSES, Ink.DRAFT, Ink.WHITE)
    write_number(cell, number, Ink.INK, Ink.WHITE, halo=option.chosen)
    canvas.image.paste(cell.image, (_EDGE, _EDGE))
    _draw_tab(canvas, option)
    return canvas.image


def _draw_tab(canvas: Canvas, option: Option) -> None:
    left, right, bottom = _EDGE, CELL - _EDGE, CELL + TAB - _EDGE
    ink, fill = (Ink.INK, Ink.WHITE) if option.white else (Ink.WHITE, Ink.INK)
    if option.white:
        canvas.rounded((left, CELL, right, bottom), _RADIUS - _EDGE, fill, on=Ink.INK)
    if option.white and option.color:
        right -= _SIGN
        canvas.fill((right, CELL, right + _SIGN, bottom), Ink.INK)
        _draw_symbol(canvas, option.mark.row, (right + 1, CELL + 5))
    elif option.white:
        _draw_pips(canvas, (left + 3, CELL + 3))
        left += 14
    else:
        _draw_symbol(canvas, option.mark.row, (left, CELL + 5))
        left += 20
    if option.chosen:
        canvas.stain(mask("check", 28), ((left + right) // 2 - 14, (CELL + bottom) // 2 - 14), ink, on=fill)
    else:
        _write_points(canvas, f"+{option.points}", Span(left, right), ink, fill)


def _write_points(canvas: Canvas, text: str, span: Span, ink: Ink, fill: Ink) -> None:
    """As large as there is room; a lock brings up to 23."""
    sizes = (Lettering(size, BLACK) for size in (26, 23, 20))
    fitting = (lettering for lettering in sizes if shape(text, lettering).width <= span.width)
    middle = CELL + (TAB - _EDGE) / 2
    Pen(canvas).write(text, next(fitting), span, middle=middle, ink=ink, on=fill, align="center")


def _draw_pips(canvas: Canvas, place: Place) -> None:
    """The sign of the white dice: a two as a die shows it, on white."""
    left, top = place
    for down in (2, 16):
        canvas.rounded((left, top + down, left + 9, top + down + 9), 4, Ink.INK, on=Ink.WHITE)


def _draw_symbol(canvas: Canvas, row: Row, place: Place) -> None:
    """The sign of a row's colored die, on dark ground."""
    canvas.stain(mask(f"symbol/{row.value}", 20), place, ROW_INKS[row].gone, on=Ink.INK)


@lru_cache(maxsize=32)
def skip_dot(ink: int, ground: int) -> Image.Image:
    """What stands under a number that would be passed over. Kept and shared, as the other signs."""
    canvas = Canvas(12, 12, ground)
    canvas.rounded((0, 0, 12, 12), 6, ink, on=ground)
    return canvas.image


@lru_cache(maxsize=2)
def white_sign(ground: int) -> Image.Image:
    """For the legend: the light tab of the white dice."""
    canvas = Canvas(34, 34, ground)
    canvas.rounded((0, 0, 34, 34), 8, Ink.WHITE, on=ground)
    _draw_pips(canvas, (12, 3))
    return canvas.image


@lru_cache(maxsize=2)
def color_sign(ground: int) -> Image.Image:
    """For the legend: the dark tab, with the symbols of all rows."""
    width = 22 * len(ROWS) + 8
    canvas = Canvas(width, 34, ground)
    canvas.rounded((0, 0, width, 34), 8, Ink.INK, on=ground)
    for row in ROWS:
        _draw_symbol(canvas, row, (5 + 22 * row.place, 7))
    return canvas.image
