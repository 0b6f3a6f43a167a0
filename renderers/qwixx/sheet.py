"""All sheets with the dice of the turn, for everybody."""

from __future__ import annotations

from dataclasses import dataclass

from bot.games.qwixx.state import View
from renderers.canvas import Canvas
from renderers.palette import Ink
from renderers.picture import Picture, finished
from renderers.png import BandShelf
from renderers.qwixx.card import Card
from renderers.qwixx.checks import check_names, check_view
from renderers.qwixx.facts import SheetFacts, TableFacts, sheet_facts, table_facts
from renderers.qwixx.head import draw_head
from renderers.qwixx.layout import BETWEEN, HEAD, MARGIN, SIZES, WIDTH
from renderers.writing import Pen


@dataclass(frozen=True, slots=True)
class SheetsLabels:
    """The texts of the picture, in the reader's language."""

    names: tuple[str, ...]
    """By seat."""
    title: str
    """Which turn it is."""
    status: str
    """What is awaited."""
    left: str
    """What stands beside a player who has left."""
    right_to_left: bool = False
    language: str = ""
    """BCP 47."""


@dataclass(frozen=True, slots=True)
class SheetsFacts:
    """What a picture of all sheets shows; the sheets by seat."""

    table: TableFacts
    sheets: tuple[SheetFacts, ...]


def sheets(view: View, labels: SheetsLabels, shelf: BandShelf | None = None) -> Picture[SheetsFacts]:
    """The sheets one below the other, in the order of seats: nothing of what only the viewer may see.

    Raises PictureError for a view that no match can have.
    """
    check_view(view)
    check_names(labels.names, view)
    return finished(paint(view, labels), facts_of(view), shelf)


def paint(view: View, labels: SheetsLabels) -> Canvas:
    """The picture of a checked view."""
    sizes = SIZES[len(view.sheets)]
    step = sizes.card + BETWEEN
    canvas = Canvas(WIDTH, HEAD + len(view.sheets) * step, Ink.PANEL)
    pen = Pen(canvas, labels.right_to_left, labels.language)
    draw_head(canvas, pen, view.dice, labels.title, labels.status)
    for seat, name in enumerate(labels.names):
        top = HEAD + seat * step
        box = (MARGIN, top, WIDTH - MARGIN, top + sizes.card)
        Card(canvas, pen, view, seat, box, sizes).draw(name, labels.left)
    return canvas


def facts_of(view: View) -> SheetsFacts:
    """What its picture shows."""
    return SheetsFacts(table_facts(view), tuple(sheet_facts(view, seat) for seat in range(len(view.sheets))))
