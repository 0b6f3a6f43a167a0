"""Where everything lies, in pixels. A picture is 1080 wide, of which a phone makes 400: 27 pixels here are 10 there.

The sheets stand one below the other, also five of them: side by side, a number would have 14 pixels of the phone's
400, so it has 26. What a fifth sheet needs comes off the height of the cells.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from bot.games.qwixx.sheet import LAST, ROWS
from renderers.canvas import Box
from renderers.writing import Span

WIDTH = 1080
MARGIN = 12
"""Beside the cards."""
BETWEEN = 14
"""Under each card."""
PADDING = 12
"""Within a card."""
HEAD = 98
"""The dice and what stands beside them."""

CELL = 71
STEP = 75
"""From one cell of a row to the next."""
SYMBOL = 42
"""The row's symbol before its cells."""
ROW = SYMBOL + (LAST + 2) * STEP + 4
"""A row with its lock."""
POINTS = WIDTH - 2 * MARGIN - 2 * PADDING - ROW
"""The column of points beside the rows."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """The heights of one card's parts."""

    header: int
    cell: int
    rim: int = 4
    """The row's color above and below its cells."""
    gap: int = 6
    """Between rows."""
    strip: int = 0
    """The row's color under its cells, for what the own sheet says there."""
    foot: int = 0
    """What the own sheet has under its rows."""

    @property
    def row(self) -> int:
        return self.cell + self.strip + 2 * self.rim

    @property
    def card(self) -> int:
        return self.header + len(ROWS) * (self.row + self.gap) - self.gap + PADDING + self.foot


SIZES = {
    2: Sizes(header=70, cell=71),
    3: Sizes(header=62, cell=62),
    4: Sizes(header=54, cell=51, gap=5),
    5: Sizes(header=50, cell=43, rim=3, gap=4),
}
"""By the number of sheets."""


class Columns(NamedTuple):
    """The two columns of a card: its rows, and their points beside them."""

    rows: Span
    points: Span

    @classmethod
    def of(cls, card: Box, *, mirrored: bool) -> Columns:
        """Mirrored, the points change sides; within a row the numbers stay in their order."""
        left, right = card[0] + PADDING, card[2] - PADDING
        if mirrored:
            return cls(Span(right - ROW, right), Span(left, left + POINTS))
        return cls(Span(left, left + ROW), Span(right - POINTS, right))

    def cell(self, place: int) -> int:
        """The left side of a row's cell; the lock's is the one after the last number's."""
        return self.rows.left + SYMBOL + place * STEP


class Room:
    """What is left of a line, taken from its start and its end; mirrored, the start is at the right."""

    def __init__(self, span: Span, *, mirrored: bool) -> None:
        self.rest = span
        self._mirrored = mirrored

    def start(self, width: int, gap: int = 0) -> Span:
        return self._take(width, gap, left=not self._mirrored)

    def end(self, width: int, gap: int = 0) -> Span:
        return self._take(width, gap, left=self._mirrored)

    def _take(self, width: int, gap: int, *, left: bool) -> Span:
        if left:
            taken = Span(self.rest.left, self.rest.left + width)
            self.rest = Span(taken.right + gap, self.rest.right)
        else:
            taken = Span(self.rest.right - width, self.rest.right)
            self.rest = Span(self.rest.left, taken.left - gap)
        return taken
