"""Which tiles are still to come, as far as one player can know."""

from __future__ import annotations

from dataclasses import dataclass

from bot.games.qwirkle.state import View
from bot.games.qwirkle.tiles import Color, Shape, Tile, tile_of
from bot.games.qwirkle.views import remaining as count_remaining
from renderers.canvas import Canvas, Place
from renderers.errors import PictureError
from renderers.palette import Ink
from renderers.picture import Picture, finished
from renderers.qwirkle.checks import check_view
from renderers.qwirkle.marks import fade_tile
from renderers.text import BLACK, BOLD, Lettering
from renderers.writing import Pen, Span

_TILE = 96
_STEP = (164, 104)
_GAP = 8
"""Between a tile and its number: much nearer than the next tile."""
_NUMBER = 36
_MARGIN = 24
_HEAD = 92
_WIDTH = 2 * _MARGIN + 5 * _STEP[0] + _TILE + _GAP + _NUMBER


@dataclass(frozen=True, slots=True)
class RemainingLabels:
    """The texts of the picture, in the reader's language."""

    title: str
    """What is counted: tiles that you have not seen."""
    right_to_left: bool = False
    language: str = ""
    """BCP 47."""


@dataclass(frozen=True, slots=True)
class RemainingFacts:
    """How many of each of the 36 tiles are shown, in the order of color and shape, and all of them together."""

    counts: tuple[tuple[Tile, int], ...]
    total: int


def remaining(view: View, labels: RemainingLabels) -> Picture[RemainingFacts]:
    """How many of each tile the viewer has seen neither on the board nor in the own hand: a row for each color.

    Raises PictureError for a view that no match can have.
    """
    check_view(view)
    counts = count_remaining(view)
    if min(counts.values()) < 0:
        raise PictureError("The view has more than three copies of a tile.")
    canvas = Canvas(_WIDTH, _HEAD + _MARGIN + len(Color) * _STEP[1], Ink.CLOTH)
    total = sum(counts.values())
    _draw_head(canvas, labels, total)
    for row, color in enumerate(Color):
        for column, shape in enumerate(Shape):
            tile = tile_of(color, shape)
            place = (_MARGIN + column * _STEP[0], _HEAD + _MARGIN // 2 + row * _STEP[1])
            _draw_count(canvas, place, tile, counts[tile], labels.right_to_left)
    return finished(canvas, RemainingFacts(tuple((tile, counts[tile]) for tile in Tile), total))


def _draw_head(canvas: Canvas, labels: RemainingLabels, total: int) -> None:
    """The title and, at the end of the line, how many there are in all."""
    canvas.fill((0, 0, _WIDTH, _HEAD), Ink.PANEL)
    pen = Pen(canvas, labels.right_to_left, labels.language)
    number, margin = 120, _MARGIN + 4
    title, count = Span(margin, _WIDTH - margin - number), Span(_WIDTH - margin - number, _WIDTH - margin)
    if labels.right_to_left:
        title, count = Span(margin + number, _WIDTH - margin), Span(margin, margin + number)
    middle = _HEAD / 2
    pen.write(labels.title, Lettering(38, BOLD), title, middle=middle, ink=Ink.PALE, on=Ink.PANEL)
    pen.write(str(total), Lettering(50, BLACK), count, middle=middle, ink=Ink.WHITE, on=Ink.PANEL, align="end")


def _draw_count(canvas: Canvas, place: Place, tile: Tile, count: int, right_to_left: bool) -> None:
    """A tile and, after it, its number; the place is that of the layout from the left."""
    left, top = place
    number = Span(left + _TILE + _GAP, left + _TILE + _GAP + _NUMBER)
    if right_to_left:
        left = _WIDTH - left - _TILE
        number = Span(_WIDTH - number.right, _WIDTH - number.left)
    canvas.tile(tile, (left, top), _TILE)
    if count == 0:
        fade_tile(canvas, (left, top), _TILE)
    ink = Ink.INK if count else Ink.CLOTH_EDGE
    middle = top + _TILE / 2
    Pen(canvas, right_to_left).write(str(count), Lettering(54, BLACK), number, middle=middle, ink=ink, on=Ink.CLOTH)
