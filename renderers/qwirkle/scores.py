"""The players, their scores, whose turn it is, and the bag: above the board or beside it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from PIL import Image

from bot.games.base import Presence, Seat
from bot.games.qwirkle.state import View
from renderers.canvas import Box, Canvas
from renderers.palette import Ink
from renderers.sprites import mask
from renderers.text import BLACK, BOLD, SEMIBOLD, Lettering, shape
from renderers.writing import Pen, Span

PHONE = (400, 500)
"""How large a phone shows a picture, in its pixels. All sizes here are in these; `unit` makes them the picture's."""

BESIDE_WIDTH = 120
_PADDING = 5
_GAP = 4
_CARD_HEIGHT = 37
_BAG_WIDTH = 48
_CARDS_IN_A_ROW = {2: 2, 3: 3, 4: 2, 5: 3, 6: 3}

_NAME = 12.0
_SCORE = 17.0
_SMALL = 10.0


@dataclass(frozen=True, slots=True)
class BoardLabels:
    """The texts of a board, in the reader's language."""

    names: tuple[str, ...]
    """By seat."""
    in_bag: str
    """What stands under the number of tiles in the bag."""
    left: str
    """What stands beside a player who has left."""
    right_to_left: bool = False
    language: str = ""
    """BCP 47."""


def height_above(seats: int) -> int:
    """The height of the panel above a board, in the phone's pixels."""
    rows = -(-seats // _CARDS_IN_A_ROW[seats])
    return 2 * _PADDING + rows * (_CARD_HEIGHT + _GAP) - _GAP


class ScorePanel:
    """The panel on its canvas. `unit` is how many of the picture's pixels one of the phone's is."""

    def __init__(self, canvas: Canvas, unit: float, view: View, labels: BoardLabels) -> None:
        self._canvas = canvas
        self._unit = unit
        self._view = view
        self._names = labels
        self._mirrored = labels.right_to_left
        self._pen = Pen(canvas, labels.right_to_left, labels.language)

    def draw_above(self, width: int) -> None:
        """The cards in one or two rows, the bag at the end of them."""
        columns = _CARDS_IN_A_ROW[len(self._view.scores)]
        bag = self._px(_BAG_WIDTH)
        bottom = self._px(height_above(len(self._view.scores)))
        first = self._px(_PADDING)
        step = (width - 2 * first - bag + self._px(_GAP)) // columns
        for seat in range(len(self._view.scores)):
            row, column = divmod(seat, columns)
            left, top = first + column * step, self._px(_PADDING + row * (_CARD_HEIGHT + _GAP))
            card = (left, top, left + step - self._px(_GAP), top + self._px(_CARD_HEIGHT))
            self._draw_card(seat, self._mirror(card, width))
        self._draw_bag(self._mirror((width - bag - first // 2, 0, width - first // 2, bottom), width))

    def draw_beside(self, left: int, width: int, height: int) -> None:
        """The cards one below the other, the bag at the bottom."""
        step = self._px(_CARD_HEIGHT + _GAP)
        sides = left + self._px(_PADDING), left + width - self._px(_PADDING)
        top = self._px(_PADDING)
        for seat in range(len(self._view.scores)):
            self._draw_card(seat, (sides[0], top, sides[1], top + self._px(_CARD_HEIGHT)))
            top += step
        self._draw_bag((sides[0], height - step, sides[1], height - self._px(_PADDING)))

    def _px(self, phone: float) -> int:
        return round(phone * self._unit)

    def _mirror(self, box: Box, width: int) -> Box:
        left, top, right, bottom = box
        return (width - right, top, width - left, bottom) if self._mirrored else box

    def _draw_card(self, seat: Seat, box: Box) -> None:
        ground = self._ground(seat)
        if ground is not Ink.PANEL:
            self._canvas.rounded(box, self._px(5), ground, on=Ink.PANEL)
        if seat == self._view.active:
            self._draw_turn(box)
        self._draw_name(seat, box, ground)
        self._draw_score(seat, box, ground)

    def _ground(self, seat: Seat) -> Ink:
        if self._view.presence[seat] is Presence.LEFT:
            return Ink.PANEL
        return Ink.CARD_ACTIVE if seat == self._view.active else Ink.CARD

    def _draw_turn(self, box: Box) -> None:
        """A golden bar at the start of the card."""
        left, top, right, bottom = box
        inset, width = self._px(4), self._px(2.4)
        start = right - inset // 2 - width if self._mirrored else left + inset // 2
        bar = (start, top + inset, start + width, bottom - inset)
        self._canvas.rounded(bar, width // 2, Ink.GOLD, on=Ink.CARD_ACTIVE)

    def _draw_name(self, seat: Seat, box: Box, ground: Ink) -> None:
        ink = self._name_ink(seat)
        span = self._inner(box)
        middle = box[1] + self._px(11.5)
        if self._view.presence[seat] is Presence.COMPUTER:
            span = self._draw_sign("robot", span, middle, self._px(12), ink, ground)
        weight = BOLD if seat == self._view.active else SEMIBOLD
        lettering = Lettering(self._px(_NAME), weight)
        self._pen.write(self._names.names[seat], lettering, span, middle=middle, ink=ink, on=ground)

    def _name_ink(self, seat: Seat) -> Ink:
        if self._view.presence[seat] is Presence.LEFT:
            return Ink.MUTED
        return Ink.WHITE if seat == self._view.active or seat in self._winners() else Ink.PALE

    def _winners(self) -> Iterator[Seat]:
        places = self._view.outcome.places if self._view.outcome else None
        return (seat for seat, place in enumerate(places or ()) if place == 1)

    def _draw_score(self, seat: Seat, box: Box, ground: Ink) -> None:
        """The score, with a crown for who has won; what was earned last; the tiles in hand once the bag is empty."""
        span = self._inner(box)
        middle = box[1] + self._px(26.5)
        gone = self._view.presence[seat] is Presence.LEFT
        if seat in self._winners():
            span = self._draw_sign("crown", span, middle, self._px(14), Ink.GOLD, ground)
        ink = Ink.MUTED if gone else Ink.WHITE
        score = self._pen.write(
            str(self._view.scores[seat]), Lettering(self._px(_SCORE), BLACK), span, middle=middle, ink=ink, on=ground
        )
        rest = self._after(span, score.width + self._px(6))
        last = self._view.last_play
        if gone:
            small = Lettering(self._px(_SMALL), SEMIBOLD)
            self._pen.write(self._names.left, small, rest, middle=middle, ink=Ink.MUTED, on=ground, align="end")
            return
        if last is not None and last.seat == seat:
            text = f"+{last.points + last.bonus}"
            lettering = Lettering(self._px(_NAME), BOLD)
            self._pen.write(text, lettering, rest, middle=middle, ink=Ink.GOLD, on=ground, align="end")
        if self._view.bag_count == 0:
            self._draw_tiles_in_hand(self._view.hand_counts[seat], rest, middle, ground)

    def _draw_tiles_in_hand(self, count: int, span: Span, middle: float, ground: Ink) -> None:
        side, step = self._px(5), self._px(6.6)
        top = round(middle - side / 2) + self._px(2)
        for k in range(count):
            start = span.right - k * step - side if self._mirrored else span.left + k * step
            self._canvas.rounded((start, top, start + side, top + side), self._px(1.2), Ink.PALE, on=ground)

    def _draw_bag(self, box: Box) -> None:
        """The bag, how many tiles it has, and the word below."""
        left, top, right, bottom = box
        middle = (top + bottom) / 2
        lettering, size = Lettering(self._px(_SCORE), BLACK), self._px(14)
        count = str(self._view.bag_count)
        width = shape(count, lettering).width + size + self._px(4)
        start = (left + right - width) // 2
        span = self._draw_sign("bag", Span(start, start + width), middle - self._px(7), size, Ink.PALE, Ink.PANEL)
        self._pen.write(count, lettering, span, middle=middle - self._px(7), ink=Ink.WHITE, on=Ink.PANEL)
        label = Lettering(self._px(_SMALL), SEMIBOLD)
        self._pen.write(
            self._names.in_bag,
            label,
            Span(left, right),
            middle=middle + self._px(8),
            ink=Ink.PALE,
            on=Ink.PANEL,
            align="center",
        )

    def _draw_sign(self, name: str, span: Span, middle: float, size: int, ink: Ink, ground: Ink) -> Span:
        """A sign at the start of the span; gives what is left of that."""
        left = span.right - size if self._mirrored else span.left
        sign = mask(name, 96).resize((size, size), Image.Resampling.LANCZOS)
        self._canvas.stain(sign, (left, round(middle - size / 2)), ink, on=ground)
        return self._after(span, size + self._px(4))

    def _inner(self, box: Box) -> Span:
        return Span(box[0] + self._px(8.5), box[2] - self._px(7))

    def _after(self, span: Span, used: int) -> Span:
        """What is left of the span once its start is used."""
        return Span(span.left, span.right - used) if self._mirrored else Span(span.left + used, span.right)
