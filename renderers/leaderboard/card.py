"""The card of one player: figures, how the scores are spread, how the rating went."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite

from renderers.canvas import Canvas
from renderers.errors import PictureError
from renderers.leaderboard.charts import Bar, draw_curve, draw_histogram
from renderers.leaderboard.layout import MARGIN, WIDTH, Mirror, draw_heading
from renderers.palette import Ink
from renderers.picture import Picture, finished
from renderers.text import BLACK, BOLD, SEMIBOLD, Lettering
from renderers.writing import Pen, Span

MOST_FIGURES = 12
MOST_BARS = 16
MOST_VALUES = 2000
_LARGEST = 1e9

_HEADING = 132
_COLUMNS = 4
_FIGURE_HEIGHT = 104
_GAP = 12
_CHART_HEIGHT = 300
_CHART_HEAD = 54


@dataclass(frozen=True, slots=True)
class CardFigure:
    """One figure: what it is and what it says, both finished texts."""

    label: str
    value: str


@dataclass(frozen=True, slots=True)
class CardLabels:
    """The texts of the card, in the reader's language."""

    title: str
    """The player's name."""
    subtitle: str
    scores: str
    rating: str
    empty: str
    """What stands in the place of everything where nothing was played yet."""
    right_to_left: bool = False
    language: str = ""
    """BCP 47."""


@dataclass(frozen=True, slots=True)
class CardFacts:
    """What the card shows."""

    figures: tuple[CardFigure, ...]
    scores: tuple[Bar, ...]
    rating: tuple[float, ...]


def card(
    figures: tuple[CardFigure, ...], scores: tuple[Bar, ...], rating: tuple[float, ...], labels: CardLabels
) -> Picture[CardFacts]:
    """The figures in rows of four, the spread of the scores and the ratings from the first to the last.

    A chart without values is left out. Raises PictureError for more than a card can hold.
    """
    _check(figures, scores, rating)
    rows = -(-len(figures) // _COLUMNS)
    charts = bool(scores) + bool(rating)
    empty = 0 if figures or charts else _FIGURE_HEIGHT + _GAP
    height = _HEADING + rows * (_FIGURE_HEIGHT + _GAP) + charts * (_CHART_HEIGHT + _GAP) + empty + MARGIN - _GAP
    canvas = Canvas(WIDTH, height, Ink.PANEL)
    draw_heading(canvas, labels.title, labels.subtitle, labels.right_to_left, labels.language)
    drawer = _Card(canvas, labels)
    if empty:
        drawer.draw_empty(_HEADING)
    for place, figure in enumerate(figures):
        drawer.draw_figure(figure, place)
    top = _HEADING + rows * (_FIGURE_HEIGHT + _GAP)
    if scores:
        draw_histogram(canvas, drawer.chart_pen, drawer.chart(top, labels.scores), scores, Ink.CARD)
        top += _CHART_HEIGHT + _GAP
    if rating:
        draw_curve(canvas, drawer.chart_pen, drawer.chart(top, labels.rating), rating, Ink.CARD)
    return finished(canvas, CardFacts(figures, scores, rating))


def _check(figures: tuple[CardFigure, ...], scores: tuple[Bar, ...], rating: tuple[float, ...]) -> None:
    for what, found, most in (
        ("figures", len(figures), MOST_FIGURES),
        ("bars", len(scores), MOST_BARS),
        ("ratings", len(rating), MOST_VALUES),
    ):
        if found > most:
            raise PictureError(f"A card has at most {most} {what}, not {found}.")
    if any(not 0 <= bar.count <= _LARGEST for bar in scores):
        raise PictureError("A bar stands for no or more scores, never for fewer than none.")
    if any(not isfinite(value) or abs(value) > _LARGEST for value in rating):
        raise PictureError("A rating must be a number of usual size.")


class _Card:
    """Draws the parts, mirrored where the language asks for it. Charts run from the left in every language."""

    def __init__(self, canvas: Canvas, labels: CardLabels) -> None:
        self._canvas = canvas
        self._labels = labels
        self._pen = Pen(canvas, labels.right_to_left, labels.language)
        self._mirror = Mirror(labels.right_to_left, WIDTH)
        self.chart_pen = Pen(canvas, language=labels.language)

    def draw_empty(self, top: int) -> None:
        span, middle = Span(MARGIN, WIDTH - MARGIN), top + _FIGURE_HEIGHT / 2
        lettering = Lettering(30, SEMIBOLD)
        self._pen.write(self._labels.empty, lettering, span, middle=middle, ink=Ink.PALE, on=Ink.PANEL, align="center")

    def draw_figure(self, figure: CardFigure, place: int) -> None:
        row, column = divmod(place, _COLUMNS)
        width = (WIDTH - 2 * MARGIN - (_COLUMNS - 1) * _GAP) // _COLUMNS
        left = MARGIN + column * (width + _GAP)
        top = _HEADING + row * (_FIGURE_HEIGHT + _GAP)
        box = self._mirror.box((left, top, left + width, top + _FIGURE_HEIGHT))
        self._canvas.rounded(box, 12, Ink.CARD, on=Ink.PANEL)
        span = Span(box[0] + 18, box[2] - 14)
        value, label = Lettering(40, BLACK), Lettering(22, SEMIBOLD)
        self._pen.write(figure.value, value, span, middle=top + 42, ink=Ink.WHITE, on=Ink.CARD)
        self._pen.write(figure.label, label, span, middle=top + 80, ink=Ink.PALE, on=Ink.CARD)

    def chart(self, top: int, title: str) -> tuple[int, int, int, int]:
        """A chart's ground with its title; gives the box that is left for the chart itself."""
        box = (MARGIN, top, WIDTH - MARGIN, top + _CHART_HEIGHT)
        self._canvas.rounded(box, 12, Ink.CARD, on=Ink.PANEL)
        span = Span(MARGIN + 18, WIDTH - MARGIN - 18)
        self._pen.write(title, Lettering(26, BOLD), span, middle=top + 32, ink=Ink.PALE, on=Ink.CARD)
        return (MARGIN + 14, top + _CHART_HEAD, WIDTH - MARGIN - 14, top + _CHART_HEIGHT - 10)
