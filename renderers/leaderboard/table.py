"""A page of a leaderboard: ranks, names, figures, and where the asker stands."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image

from renderers.canvas import Box, Canvas
from renderers.errors import PictureError
from renderers.leaderboard.layout import MARGIN, WIDTH, Mirror, draw_heading
from renderers.palette import Ink
from renderers.picture import Picture, finished
from renderers.sprites import mask
from renderers.text import BLACK, BOLD, SEMIBOLD, Lettering
from renderers.writing import Pen, Span

MOST_LINES = 25
_HIGHEST_RANK = 10**9

_STEP = 74
_LINE_HEIGHT = 66
_HEADING = 132
_APART = 34
"""The gap above the asker's line where it stands apart from the page."""
_RANK_WIDTH = 108
_FIGURE_WIDTH = 190
_DETAIL_WIDTH = 176

_CROWN_INKS = {1: Ink.GOLD, 2: Ink.PALE, 3: Ink.WOOD_LIGHT}


@dataclass(frozen=True, slots=True)
class Line:
    """One line: finished texts but for the rank. ``own`` is the asker's."""

    rank: int
    name: str
    figure: str
    detail: str = ""
    """Something small beside the figure, such as the number of matches."""
    own: bool = False


@dataclass(frozen=True, slots=True)
class TableLabels:
    """The texts around the lines, in the reader's language."""

    title: str
    subtitle: str
    empty: str
    """What stands in the place of the lines where there are none."""
    right_to_left: bool = False
    language: str = ""
    """BCP 47."""


@dataclass(frozen=True, slots=True)
class TableFacts:
    """What a page shows: its lines from the top, and the asker's where it stands apart below them."""

    lines: tuple[Line, ...]
    apart: Line | None


def table(lines: tuple[Line, ...], apart: Line | None, labels: TableLabels) -> Picture[TableFacts]:
    """The lines in their order; ``apart`` is the asker's line where it is on another page.

    Raises PictureError for more lines than a page has, and for ranks below 1.
    """
    _check(lines, apart)
    rows = max(len(lines), 1) * _STEP + (0 if apart is None else _APART + _STEP)
    canvas = Canvas(WIDTH, _HEADING + rows + MARGIN - (_STEP - _LINE_HEIGHT), Ink.PANEL)
    draw_heading(canvas, labels.title, labels.subtitle, labels.right_to_left, labels.language)
    drawer = _Lines(canvas, labels)
    for place, line in enumerate(lines):
        drawer.draw(line, _HEADING + place * _STEP)
    if not lines:
        drawer.draw_empty(_HEADING)
    if apart is not None:
        top = _HEADING + max(len(lines), 1) * _STEP
        drawer.draw_gap(top, _APART - (_STEP - _LINE_HEIGHT))
        drawer.draw(apart, top + _APART)
    return finished(canvas, TableFacts(lines, apart))


def _check(lines: tuple[Line, ...], apart: Line | None) -> None:
    if len(lines) > MOST_LINES:
        raise PictureError(f"A page has at most {MOST_LINES} lines, not {len(lines)}.")
    for line in lines if apart is None else (*lines, apart):
        if not 1 <= line.rank <= _HIGHEST_RANK:
            raise PictureError(f"A rank must be from 1 to {_HIGHEST_RANK}.")


class _Lines:
    """Draws lines, each in a card of its own, mirrored where the language asks for it."""

    def __init__(self, canvas: Canvas, labels: TableLabels) -> None:
        self._canvas = canvas
        self._labels = labels
        self._pen = Pen(canvas, labels.right_to_left, labels.language)
        self._mirror = Mirror(labels.right_to_left, WIDTH)

    def draw(self, line: Line, top: int) -> None:
        card = (MARGIN, top, WIDTH - MARGIN, top + _LINE_HEIGHT)
        ground = Ink.CARD_ACTIVE if line.own else Ink.CARD
        self._canvas.rounded(card, 12, ground, on=Ink.PANEL)
        if line.own:
            bar = self._mirror.box((MARGIN + 5, top + 10, MARGIN + 11, top + _LINE_HEIGHT - 10))
            self._canvas.rounded(bar, 3, Ink.GOLD, on=ground)
        self._draw_rank(line.rank, card, ground)
        self._draw_texts(line, card, ground)

    def draw_empty(self, top: int) -> None:
        span = Span(MARGIN, WIDTH - MARGIN)
        middle = top + _LINE_HEIGHT / 2
        lettering = Lettering(30, SEMIBOLD)
        self._pen.write(self._labels.empty, lettering, span, middle=middle, ink=Ink.PALE, on=Ink.PANEL, align="center")

    def draw_gap(self, top: int, height: int) -> None:
        """Three dots: lines are left out here."""
        middle = top + height // 2
        for step in (-1, 0, 1):
            left = WIDTH // 2 + step * 22 - 4
            self._canvas.rounded((left, middle - 4, left + 8, middle + 4), 4, Ink.PALE, on=Ink.PANEL)

    def _draw_rank(self, rank: int, card: Box, ground: Ink) -> None:
        left, top, _, bottom = card
        middle = (top + bottom) / 2
        if rank in _CROWN_INKS:
            sign = mask("crown", 96).resize((34, 34), Image.Resampling.LANCZOS)
            place = self._mirror.box((left + 18, round(middle - 17), left + 52, round(middle + 17)))
            self._canvas.stain(sign, place[:2], _CROWN_INKS[rank], on=ground)
        span = self._mirror.span(Span(left + 20, left + _RANK_WIDTH - 12))
        ink = Ink.WHITE if rank in _CROWN_INKS else Ink.PALE
        self._pen.write(str(rank), Lettering(32, BLACK), span, middle=middle, ink=ink, on=ground, align="end")

    def _draw_texts(self, line: Line, card: Box, ground: Ink) -> None:
        left, top, right, bottom = card
        middle = (top + bottom) / 2
        edge = right - 22
        detail_width = _DETAIL_WIDTH if line.detail else 0
        figure = self._mirror.span(Span(edge - _FIGURE_WIDTH, edge))
        detail = self._mirror.span(Span(edge - _FIGURE_WIDTH - detail_width, edge - _FIGURE_WIDTH - 6))
        name = self._mirror.span(Span(left + _RANK_WIDTH + 8, edge - _FIGURE_WIDTH - detail_width - 12))
        self._pen.write(line.name, Lettering(30, BOLD), name, middle=middle, ink=Ink.WHITE, on=ground)
        self._pen.write(line.figure, Lettering(36, BLACK), figure, middle=middle, ink=Ink.WHITE, on=ground, align="end")
        if line.detail:
            small = Lettering(24, SEMIBOLD)
            self._pen.write(line.detail, small, detail, middle=middle, ink=Ink.PALE, on=ground, align="end")
