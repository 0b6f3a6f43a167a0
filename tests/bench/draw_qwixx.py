"""Sheets of Qwixx: one's own, and those of two and of five for everybody."""

from __future__ import annotations

from bot.games.qwixx import QWIXX
from renderers.qwixx.own import own_sheet
from renderers.qwixx.sheet import SheetsLabels, sheets
from tests.bench import Figure
from tests.bench.draw_qwirkle import cost
from tests.gallery.qwixx import ENGLISH
from tests.renderers.qwixx.matches import NAMES, state_at

TURN = 18
"""In the second half of a match: there are as many crosses as there will mostly be."""


def draw_own() -> dict[str, float]:
    """The active player's own sheet in a match of three, with all that can be marked, drawn and packed."""
    state = state_at(TURN, 3)
    view = QWIXX.view(state, state.active)
    return cost("draw_qwixx1", lambda: own_sheet(view, ENGLISH))


def draw_all(seats: int) -> dict[str, float]:
    view = QWIXX.view(state_at(TURN, seats), None)
    labels = SheetsLabels(NAMES[:seats], f"Turn {TURN}", "All may mark the white sum", "left")
    return cost(f"draw_qwixx{seats}", lambda: sheets(view, labels))


def draw_two() -> dict[str, float]:
    """Two sheets in turn 18, with nothing kept of earlier bands."""
    return draw_all(2)


def draw_five() -> dict[str, float]:
    """Five sheets, likewise."""
    return draw_all(5)


FIGURES = (
    Figure(("draw_qwixx1_ms", "draw_qwixx1_kib"), draw_own),
    Figure(("draw_qwixx2_ms", "draw_qwixx2_kib"), draw_two),
    Figure(("draw_qwixx5_ms", "draw_qwixx5_kib"), draw_five),
)
