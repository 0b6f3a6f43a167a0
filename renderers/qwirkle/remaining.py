"""Which tiles are still to come, as far as one player can know."""

from __future__ import annotations

from dataclasses import dataclass

from bot.games.qwirkle.state import View
from bot.games.qwirkle.tiles import Color, Shape, Tile, tile_of
from bot.games.qwirkle.views import remaining as count_remaining
from renderers.canvas import Canvas
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
_MARGIN = 24
_HEAD = 92


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
        raise PictureError("the view has more than three copies of a tile")
    width, height = 2 * _MARGIN + len(Shape) * _STEP[0], _HEAD + len(Color) * _STEP[1] + _MARGIN
    canvas = Canvas(width, height, Ink.CLOTH)
    total = sum(counts.values())
    _draw_head(canvas, labels, total)
    for row, color in enumerate(Color):
        for column, shape in enumerate(Shape):
            place = len(Shape) - 1 - column if labels.right_to_left else column
            left, top = _MARGIN + place * _STEP[0], _HEAD + _MARGIN // 2 + row * _STEP[1]
            tile = tile_of(color, shape)
            _draw_count(canvas, (left, top), tile, counts[tile], labels.right_to_left)
    return finished(canvas, RemainingFacts(tuple((tile, counts[tile]) for tile in Tile), total))


def _draw_head(canvas: Canvas, labels: RemainingLabels, total: int) -> None:
    """The title and, at the end of the line, how many there are in all."""
    width, _ = canvas.size
    canvas.fill((0, 0, width, _HEAD), Ink.PANEL)
    pen = Pen(canvas, labels.right_to_left, labels.language)
    number, margin = 120, _MARGIN + 4
    title, count = Span(margin, width - margin - number), Span(width - margin - number, width - margin)
    if labels.right_to_left:
        title, count = Span(margin + number, width - margin), Span(margin, margin + number)
    middle = _HEAD / 2
    pen.write(labels.title, Lettering(38, BOLD), title, middle=middle, ink=Ink.PALE, on=Ink.PANEL)
    pen.write(str(total), Lettering(50, BLACK), count, middle=middle, ink=Ink.WHITE, on=Ink.PANEL, align="end")


def _draw_count(canvas: Canvas, place: tuple[int, int], tile: Tile, count: int, right_to_left: bool) -> None:
    left, top = place
    number = _STEP[0] - _TILE
    tile_left = left + number if right_to_left else left
    canvas.tile(tile, (tile_left, top), _TILE)
    if count == 0:
        fade_tile(canvas, (tile_left, top), _TILE)
    span = Span(left, tile_left - _GAP) if right_to_left else Span(tile_left + _TILE + _GAP, left + _STEP[0])
    ink = Ink.INK if count else Ink.CLOTH_EDGE
    Pen(canvas, right_to_left).write(
        str(count), Lettering(54, BLACK), span, middle=top + _TILE / 2, ink=ink, on=Ink.CLOTH
    )
