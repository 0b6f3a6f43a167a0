"""One sheet, large, for its owner alone: what can be marked now and what it would earn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.games.base import Seat
from bot.games.qwixx.sheet import ROW_POINTS, ROWS, Row
from bot.games.qwixx.state import View
from renderers.canvas import Canvas
from renderers.errors import PictureError
from renderers.palette import Ink
from renderers.picture import Picture, finished
from renderers.qwixx import table
from renderers.qwixx.card import Card
from renderers.qwixx.checks import check_view
from renderers.qwixx.choices import TAB, choice_cell, color_sign, skip_dot, white_sign
from renderers.qwixx.facts import SheetFacts, TableFacts, sheet_facts, table_facts
from renderers.qwixx.head import draw_head
from renderers.qwixx.inks import ROW_INKS
from renderers.qwixx.layout import BETWEEN, CELL, HEAD, MARGIN, PADDING, WIDTH, Room, Sizes
from renderers.qwixx.options import Option, options_of
from renderers.text import SEMIBOLD, Lettering
from renderers.writing import Pen, Span

_STRIP = TAB + 6
_TABLE = table.HEIGHT + 12
_LEGEND = 52
SIZES = Sizes(header=76, cell=CELL, strip=_STRIP, gap=8, foot=_TABLE + _LEGEND)


@dataclass(frozen=True, slots=True)
class OwnSheetLabels:
    """The texts of the picture, in the reader's language."""

    name: str
    title: str
    """Which turn it is."""
    status: str
    """What is awaited, or what has been chosen."""
    marks: str
    """What stands beside the numbers of marks in the table of points,"""
    points: str
    """and beside the points."""
    white: str
    """Explains the sign of what can be marked with the white dice,"""
    color: str
    """with a white die and a colored one,"""
    skipped: str
    """and the dots under the numbers that would be passed over."""
    left: str = ""
    """What stands beside the name of who has left."""
    right_to_left: bool = False
    language: str = ""
    """BCP 47."""


@dataclass(frozen=True, slots=True)
class OwnSheetFacts:
    """What a picture of one's own sheet shows."""

    table: TableFacts
    sheet: SheetFacts
    options: tuple[Option, ...]


def own_sheet(view: View, labels: OwnSheetLabels) -> Picture[OwnSheetFacts]:
    """The viewer's sheet with the table of points under its rows.

    Raises PictureError for a spectator's view, or one that no match can have.
    """
    check_view(view)
    seat = view.viewer
    if seat is None:
        raise PictureError("the view is a spectator's, who has no sheet")
    sheet = _OwnSheet(view, seat, labels)
    options = options_of(view, seat)
    sheet.draw(options)
    return finished(sheet.canvas, OwnSheetFacts(table_facts(view), sheet_facts(view, seat), options))


class _OwnSheet:
    """The picture in the making."""

    def __init__(self, view: View, seat: Seat, labels: OwnSheetLabels) -> None:
        self._sheet = view.sheets[seat]
        self._labels = labels
        self.canvas = Canvas(WIDTH, HEAD + SIZES.card + BETWEEN, Ink.PANEL)
        self._pen = Pen(self.canvas, labels.right_to_left, labels.language)
        self._box = (MARGIN, HEAD, WIDTH - MARGIN, HEAD + SIZES.card)
        draw_head(self.canvas, self._pen, view.dice, labels.title, labels.status)
        self._card = Card(self.canvas, self._pen, view, seat, self._box, SIZES)

    def draw(self, options: Sequence[Option]) -> None:
        self._card.draw(self._labels.name, self._labels.left)
        for row in ROWS:
            self._draw_options(row, [option for option in options if option.mark.row is row])
        foot = self._box[3] - SIZES.foot
        self._draw_table(foot)
        if options:
            self._draw_legend(foot + _TABLE + _LEGEND // 2 - 4)

    def _draw_options(self, row: Row, options: Sequence[Option]) -> None:
        """The options of a row; a dot under each number that one of them would pass over."""
        top = self._card.row_top(row) + SIZES.rim
        places = [row.numbers.index(option.mark.number) for option in options]
        for place, option in zip(places, options, strict=True):
            self.canvas.image.paste(choice_cell(option), (self._card.columns.cell(place), top))
        skipped = {place - k for place, option in zip(places, options, strict=True) for k in range(1, option.skips + 1)}
        dot = skip_dot(ROW_INKS[row].later, ROW_INKS[row].row)
        across, down = (CELL - dot.width) // 2, CELL + (_STRIP - dot.height) // 2
        for place in skipped.difference(places):
            self.canvas.image.paste(dot, (self._card.columns.cell(place) + across, top + down))

    def _draw_table(self, top: int) -> None:
        """Twelve columns, as wide as the cells above: also where the layout is mirrored."""
        card = self._card
        for marks, points in enumerate(ROW_POINTS[1:], start=1):
            rows = tuple(row.row for row in self._sheet.rows if len(row.marked) + row.lock == marks)
            column = table.points_column(marks, points, rows, card.ground)
            self.canvas.image.paste(column, (card.columns.cell(marks - 1), top))
        for text, middle, ink in (
            (self._labels.marks, table.MARKS, Ink.PALE),
            (self._labels.points, table.POINTS, Ink.WHITE),
        ):
            lettering = Lettering(25, SEMIBOLD)
            span = card.columns.points
            self._pen.write(text, lettering, span, middle=top + middle, ink=ink, on=card.ground, align="end")

    def _draw_legend(self, middle: int) -> None:
        """What the tabs and the dots mean."""
        ground = self._card.ground
        room = Room(Span(self._box[0] + PADDING, self._box[2] - PADDING), mirrored=self._pen.right_to_left)
        third = room.rest.width // 3
        for text, image in (
            (self._labels.white, white_sign(ground)),
            (self._labels.color, color_sign(ground)),
            (self._labels.skipped, skip_dot(Ink.PALE, ground)),
        ):
            part = Room(room.start(third), mirrored=self._pen.right_to_left)
            self.canvas.image.paste(image, (part.start(image.width, 12).left, middle - image.height // 2))
            lettering = Lettering(26, SEMIBOLD)
            self._pen.write(text, lettering, part.rest, middle=middle, ink=Ink.PALE, on=ground)
