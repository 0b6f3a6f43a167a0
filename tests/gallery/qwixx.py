"""Qwixx: everybody's sheets, and one's own."""

from __future__ import annotations

from bot.games.base import Leave
from bot.games.qwixx import QWIXX
from bot.games.qwixx.state import ChooseWhite, ColorPlan, Phase
from bot.games.qwixx.views import color_after
from renderers.picture import Picture
from renderers.qwixx.own import OwnSheetFacts, OwnSheetLabels, own_sheet
from renderers.qwixx.sheet import SheetsFacts, SheetsLabels, sheets
from tests.games.chance import SeededChance
from tests.renderers.qwixx.matches import NAMES, end_of, state_at, states

ENGLISH = OwnSheetLabels(
    NAMES[0],
    title="Turn 18",
    status="Your turn",
    marks="marks",
    points="points",
    white="white dice",
    color="white + color",
    skipped="skipped",
    left="left",
)


def two() -> Picture[SheetsFacts]:
    """The white marks of this turn are made, the color action is open."""
    found = (state for state in states(2, seed=5) if state.current.number == 16 and state.phase is Phase.COLOR)
    return sheets(QWIXX.view(next(found), None), SheetsLabels(NAMES[:2], "Turn 16", "A color, or pass", "left"))


def five() -> Picture[SheetsFacts]:
    """One player has left, one is a computer, some have chosen."""
    state = state_at(18, 5, seed=4, computers=(3,))
    state = QWIXX.apply(state, Leave(2), SeededChance(1)).state
    for seat in state.awaited()[:2]:
        state = QWIXX.apply(state, ChooseWhite(seat, None), SeededChance(1)).state
    return sheets(QWIXX.view(state, None), SheetsLabels(NAMES, "Turn 18", "All may mark the white sum", "left"))


def end() -> Picture[SheetsFacts]:
    """Read from the right, in Arabic."""
    state = end_of(2, seed=1, computers=(1,))
    labels = SheetsLabels(NAMES[1:3], "النهاية", "الدور 31", "غادر", right_to_left=True, language="ar")
    return sheets(QWIXX.view(state, None), labels)


def own() -> Picture[OwnSheetFacts]:
    """With a white mark chosen, and a color planned to follow it."""
    state = state_at(14, 3, seed=4)
    view = QWIXX.view(state, state.active)
    mark = view.white_options[0].mark
    then = ColorPlan(color_after(view, mark)[0].mark)
    state = QWIXX.apply(state, ChooseWhite(state.active, mark, then), SeededChance(1)).state
    return own_sheet(QWIXX.view(state, state.active), ENGLISH)


PICTURES = {
    "qwixx-two": two,
    "qwixx-five": five,
    "qwixx-end": end,
    "qwixx-own": own,
}
