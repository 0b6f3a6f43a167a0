"""What is said of a match of Qwixx."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.core.text import Namer, Words
from bot.games.qwixx.sheet import Mark
from bot.games.qwixx.state import (
    ColorTaken,
    Options,
    Passed,
    Penalised,
    Phase,
    Timing,
    View,
    Voided,
    WhiteApplied,
)
from cogs.qwixx import controls, pictures
from cogs.ui.page import Row
from cogs.ui.pictures import Drawing
from cogs.ui.scene import Scene


class QwixxUi:
    """The :class:`cogs.ui.game.GameUi` of Qwixx, which says what each method gives."""

    name = "qwixx"
    accent = 0xC0392B

    def house_rules(self, words: Words, options: Any) -> Sequence[str]:
        assert isinstance(options, Options)
        return [words.say("rules.timing-strict")] if options.timing is Timing.STRICT else []

    def namer(self, scene: Scene) -> Namer:
        return lambda _: None

    def headline(self, scene: Scene) -> str:
        view: View = scene.view
        say = scene.words.say
        active = scene.name(view.active)
        if view.phase is Phase.COLOR:
            return say("headline.color", name=scene.mention(view.active))
        awaited = [scene.mention(seat) for seat in view.awaited]
        return say("headline.white", number=view.dice.white_sum, active=active, people=awaited)

    def tell(self, scene: Scene, event: Any) -> str | None:
        say = scene.words.say
        match event:
            case Passed(seats):
                return say("told.passed", people=[scene.name(seat) for seat in seats])
            case Voided(seats):
                return say("told.voided", people=[scene.name(seat) for seat in seats])
            case WhiteApplied(marks):
                return _white(scene, marks)
            case ColorTaken(seat, mark, possible):
                if mark is None:
                    return say("told.color-pass", name=scene.name(seat)) if possible else None
                return say("told.color", name=scene.name(seat), mark=say_mark(scene.words, mark))
            case Penalised(seat):
                return say("told.penalty", name=scene.name(seat))
        return None

    def board(self, scene: Scene) -> Drawing[Any]:
        return pictures.sheets(scene)

    def rows(self, scene: Scene) -> Sequence[Row]:
        return controls.rows(scene)


def _white(scene: Scene, marks: Sequence[Mark | None]) -> str:
    say = scene.words.say
    told = [f"{scene.name(seat)} {say_mark(scene.words, mark)}" for seat, mark in enumerate(marks) if mark is not None]
    return say("told.white", marks=told) if told else say("told.white-none")


def say_mark(words: Words, mark: Mark) -> str:
    """A mark as it is read aloud: red 7."""
    return words.say("mark", row=mark.row, number=mark.number)
