"""One player's sheet: the header with name, penalties and total, and the four rows with their points."""

from __future__ import annotations

from bot.games.base import Presence, Seat
from bot.games.qwixx.sheet import PENALTY_LIMIT, Row
from bot.games.qwixx.state import Progress, RowView, View
from renderers.canvas import Box, Canvas
from renderers.palette import Ink
from renderers.qwixx.cells import CROSSES, figure, lock_cell, number_cell, penalty_box, row_band, sign
from renderers.qwixx.facts import active_seat
from renderers.qwixx.layout import CELL, PADDING, Columns, Room, Sizes
from renderers.qwixx.looks import lock_look, penalty_looks, row_looks
from renderers.text import BLACK, BOLD, SEMIBOLD, Lettering
from renderers.writing import Pen, Span

_LEFT = 0.5
"""How far the sheet of who has left stands back; chosen so that the palette keeps each row's color."""
_FRAME = 6
"""The golden frame around the active player's card."""


class Card:
    """The sheet of one seat on its canvas."""

    def __init__(self, canvas: Canvas, pen: Pen, view: View, seat: Seat, box: Box, sizes: Sizes) -> None:
        self._canvas = canvas
        self._pen = pen
        self._view = view
        self._seat = seat
        self._box = box
        self._sizes = sizes
        places = view.outcome.places if view.outcome else None
        self._won = places is not None and places[seat] == 1
        self._gone = view.presence[seat] is Presence.LEFT
        self._active = seat == active_seat(view)
        self.ground = Ink.CARD_ACTIVE if self._active else Ink.CARD
        self.columns = Columns.of(box, mirrored=pen.right_to_left)

    def draw(self, name: str, left: str) -> None:
        """`left` is what stands beside the name of who has left, whose whole sheet stands back."""
        self._draw_ground()
        for row in self._view.sheets[self._seat].rows:
            self._draw_row(row)
            self._draw_points(row)
        if self._gone:
            self._canvas.fade(self._box, _LEFT, Ink.CARD)
        self._draw_header(name, left)

    def row_top(self, row: Row) -> int:
        return self._box[1] + self._sizes.header + row.place * (self._sizes.row + self._sizes.gap)

    def _draw_ground(self) -> None:
        left, top, right, bottom = self._box
        if self._active:
            outside = (left - _FRAME, top - _FRAME, right + _FRAME, bottom + _FRAME)
            self._canvas.rounded(outside, 20, Ink.GOLD, on=Ink.PANEL)
        self._canvas.rounded(self._box, 15, self.ground, on=Ink.GOLD if self._active else Ink.PANEL)

    # The header

    def _draw_header(self, name: str, left: str) -> None:
        top = self._box[1]
        middle = top + self._sizes.header / 2 + 1
        room = Room(Span(self._box[0] + PADDING, self._box[2] - PADDING), mirrored=self._pen.right_to_left)
        total = self._view.sheets[self._seat].total
        lettering = Lettering(min(48, self._sizes.header - 6), BLACK)
        self._write_points(total, lettering, Ink.PALE if self._gone else Ink.WHITE, middle)
        room.end(self.columns.points.width, 10)
        self._draw_penalties(room, middle)
        if self._gone:
            self._draw_left(left, room, middle)
        else:
            self._draw_progress(room, middle)
        self._draw_name(name, room, middle)

    def _draw_penalties(self, room: Room, middle: float) -> None:
        ages = penalty_looks(self._view, self._seat)
        height = self._sizes.header - 16
        width = round(height * 1.35)
        span = room.end(PENALTY_LIMIT * (width + 4) - 4, 18)
        top = round(middle - height / 2)
        boxes = Room(span, mirrored=self._pen.right_to_left)
        for number in range(PENALTY_LIMIT):
            look = ages[number] if number < len(ages) else None
            box = penalty_box(look, (number + self._seat) % CROSSES, (width, height), self.ground)
            self._canvas.image.paste(box, (boxes.start(width, 4).left, top))
        if self._gone:
            self._canvas.fade((span.left, top, span.right, top + height), _LEFT, self.ground)

    def _draw_left(self, left: str, room: Room, middle: float) -> None:
        lettering = Lettering(27, SEMIBOLD)
        line = self._pen.write(left, lettering, room.rest, middle=middle, ink=Ink.PALE, on=self.ground, align="end")
        room.end(line.width, 14)

    def _draw_progress(self, room: Room, middle: float) -> None:
        """A check for who has chosen, a dash for who could mark nothing, three dots for who is awaited."""
        if self._view.outcome is not None:
            return
        progress = self._view.progress[self._seat]
        span = room.end(44, 14)
        center = (span.left + span.right) // 2
        line = round(middle)
        if progress is Progress.AWAITED:
            for aside in (-15, 0, 15):
                dot = (center + aside - 5, line - 5, center + aside + 5, line + 5)
                self._canvas.rounded(dot, 5, Ink.GOLD, on=self.ground)
        elif progress is Progress.UNABLE:
            self._canvas.rounded((center - 13, line - 3, center + 13, line + 3), 3, Ink.PALE, on=self.ground)
        else:
            self._canvas.image.paste(sign("check", 40, Ink.PALE, self.ground), (center - 20, line - 20))

    def _draw_name(self, name: str, room: Room, middle: float) -> None:
        room.start(4)
        strong = self._active or self._won
        ink = Ink.WHITE if strong else Ink.PALE
        if self._active:
            self._draw_sign("arrow", 30, room, middle, Ink.GOLD)
        if self._won:
            self._draw_sign("crown", 36, room, middle, Ink.GOLD)
        if self._view.presence[self._seat] is Presence.COMPUTER:
            self._draw_sign("robot", 34, room, middle, ink)
        lettering = Lettering(34, BOLD if strong else SEMIBOLD)
        self._pen.write(name, lettering, room.rest, middle=middle, ink=ink, on=self.ground)

    def _draw_sign(self, name: str, size: int, room: Room, middle: float, ink: Ink) -> None:
        image = sign(name, size, ink, self.ground, mirrored=self._pen.right_to_left)
        self._canvas.image.paste(image, (room.start(size, 10).left, round(middle - size / 2)))

    # The rows

    def _draw_row(self, row: RowView) -> None:
        sizes, numbers = self._sizes, row.row.numbers
        top = self.row_top(row.row)
        self._canvas.image.paste(row_band(row.row, sizes, self.ground), (self.columns.rows.left, top))
        size = (CELL, sizes.cell)
        for place, look in enumerate(row_looks(self._view, self._seat, row)):
            cross = (5 * place + row.row.place + self._seat) % CROSSES if look.marked else 0
            cell = number_cell(row.row, numbers[place], look, cross, size)
            self._canvas.image.paste(cell, (self.columns.cell(place), top + sizes.rim))
        lock = lock_cell(row.row, lock_look(self._view, self._seat, row), size)
        self._canvas.image.paste(lock, (self.columns.cell(len(numbers)), top + sizes.rim))

    def _draw_points(self, row: RowView) -> None:
        sizes = self._sizes
        middle = self.row_top(row.row) + sizes.rim + sizes.cell / 2
        ink = Ink.WHITE if row.points else Ink.PALE
        self._write_points(row.points, Lettering(min(40, sizes.cell - 6), BOLD), ink, middle)

    def _write_points(self, points: int, lettering: Lettering, ink: Ink, middle: float) -> None:
        """In the column beside the rows, all centered below each other."""
        column = self.columns.points
        size = (column.width, lettering.size)
        image = figure(str(points).replace("-", "−"), lettering, size, ink, self.ground)
        self._canvas.image.paste(image, (column.left, round(middle - lettering.size / 2)))
