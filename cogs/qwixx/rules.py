"""The rules of Qwixx as people read them (RULES 2), with pictures of sheets made up for the purpose."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from bot.core.text import Words
from bot.games.base import Presence
from bot.games.qwixx.dice import Dice
from bot.games.qwixx.sheet import Mark, Row, RowSet, Sheet
from bot.games.qwixx.state import Options, Phase, State, Turn, View
from bot.games.qwixx.views import view as view_of
from cogs.qwixx.pictures import status
from cogs.ui.lesson import Lesson
from cogs.ui.pictures import Drawing
from renderers.qwixx.own import OwnSheetLabels, own_sheet

Marks = Mapping[Row, tuple[int, ...]]

BEGUN: Marks = {Row.RED: (2, 4), Row.YELLOW: (3,), Row.GREEN: (12, 10), Row.BLUE: (11,)}
FULL: Marks = {
    Row.RED: (2, 3, 4, 6, 8, 9),
    Row.YELLOW: (3, 5, 6),
    Row.GREEN: (12, 10, 9, 7),
    Row.BLUE: (11, 10, 8),
}


def sheet(marks: Marks, penalties: int = 0) -> Sheet:
    """A sheet with these numbers marked."""
    made = Sheet(penalties=penalties)
    for row, numbers in marks.items():
        for number in numbers:
            made = made.marked(Mark(row, number))
    return made


def seen(own: Sheet, dice: Dice, phase: Phase = Phase.WHITE, active: int = 1, closed: RowSet = 0) -> View:
    """A match of two as its first player sees it."""
    state = State(
        options=Options(),
        presence=(Presence.PERSON, Presence.PERSON),
        left=(),
        sheets=(own, Sheet()),
        closed=closed,
        phase=phase,
        current=Turn(5, active, (None, None)),
        previous=None,
        dice=dice.without(closed),
        choices=(None, None),
        color_taken=False,
        orders=(None, None),
        outcome=None,
    )
    return view_of(state, 0)


def drawing(view: View, words: Words, alt: str) -> Drawing[Any]:
    """The sheet of the first player, with what can be marked."""
    say = words.say
    labels = OwnSheetLabels(
        name=say("rules.you"),
        title=say("label.turn", turn=view.turn),
        status=status(words, view),
        marks=say("label.marks"),
        points=say("label.points"),
        white=say("label.white"),
        color=say("label.color"),
        skipped=say("label.skipped"),
        right_to_left=words.right_to_left,
        language=words.language,
    )
    return Drawing("rules-qwixx", (view, labels), lambda _: own_sheet(view, labels), lambda _: alt)


def picture(view: View) -> Callable[[Words, str], Drawing[Any]]:
    return partial(drawing, view)


LOCKED = sheet({**FULL, Row.RED: (*FULL[Row.RED], 12)})

LESSONS = (
    Lesson("sheet", picture(seen(sheet(BEGUN), Dice((3, 4), (2, 5, 1, 6))))),
    Lesson("turn", picture(seen(sheet(BEGUN), Dice((3, 4), (2, 5, 1, 6)), Phase.COLOR, active=0))),
    Lesson("lock", picture(seen(LOCKED, Dice((5, 6), (2, 5, 1, 6)), closed=Row.RED.bit))),
    Lesson("end", picture(seen(sheet(FULL, penalties=2), Dice((6, 6), (1, 4, 3, 6))))),
)
