"""The inks of the four rows."""

from __future__ import annotations

from typing import NamedTuple

from bot.games.qwixx.sheet import Row
from renderers.palette import COLORS, Ink, nearest


class RowInks(NamedTuple):
    """The inks of one row of the sheet."""

    row: Ink
    """The row itself."""
    deep: Ink
    """Numbers on light ground."""
    gone: Ink
    """The cell of a number that can no longer be marked,"""
    faint: int
    """and that number."""
    tint: Ink
    """An open cell."""
    edge: int
    """The lower edge of an open cell."""
    later: Ink
    """A number on the row itself."""
    cross: int
    """Crosses on white: dark enough to be seen without color, light enough for the number before them."""


def _inks(row: Ink, deep: Ink, gone: Ink, tint: Ink) -> RowInks:
    light = row is Ink.YELLOW
    faint = nearest(COLORS[gone].mix(COLORS[deep], 0.75))
    cross = nearest(COLORS[row].mix(COLORS[deep], 0.33)) if light else row
    return RowInks(
        row, deep, gone, faint, tint, nearest(COLORS[row].mix(COLORS[deep], 0.6)), deep if light else tint, cross
    )


ROW_INKS = {
    Row.RED: _inks(Ink.RED, Ink.RED_DEEP, Ink.RED_GONE, Ink.RED_TINT),
    Row.YELLOW: _inks(Ink.YELLOW, Ink.YELLOW_DEEP, Ink.YELLOW_GONE, Ink.YELLOW_TINT),
    Row.GREEN: _inks(Ink.GREEN, Ink.GREEN_DEEP, Ink.GREEN_GONE, Ink.GREEN_TINT),
    Row.BLUE: _inks(Ink.BLUE, Ink.BLUE_DEEP, Ink.BLUE_GONE, Ink.BLUE_TINT),
}
