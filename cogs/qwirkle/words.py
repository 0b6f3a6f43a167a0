"""What is said of a match of Qwirkle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.core.text import Namer, Words
from bot.games.base import Seat
from bot.games.qwirkle.board import Cell
from bot.games.qwirkle.state import (
    Exchanged,
    LabelsMoved,
    Left,
    OpeningRule,
    Options,
    Passed,
    Phase,
    Played,
    Skipped,
    Started,
    StarterFound,
    View,
)
from bot.games.qwirkle.tiles import LINE_LIMIT
from cogs.qwirkle import controls, pictures
from cogs.qwirkle.telling import say_play
from cogs.ui.page import Row
from cogs.ui.pictures import Drawing
from cogs.ui.scene import Scene

STEPS = (Started, Played, Exchanged, Passed, Skipped, Left)
"""What is a step of its own when a match is seen again; the first is the empty board."""


class QwirkleUi:
    """The :class:`cogs.ui.game.GameUi` of Qwirkle, which says what each method gives."""

    name = "qwirkle"
    accent = 0x8E44AD

    def house_rules(self, words: Words, options: Any) -> Sequence[str]:
        assert isinstance(options, Options)
        return [words.say("rules.opening-free")] if options.opening is OpeningRule.FREE else []

    def namer(self, scene: Scene) -> Namer:
        view: View | None = scene.view

        def name(value: object) -> str | None:
            return view.labels.name(value) if view is not None and isinstance(value, Cell) else None

        return name

    def headline(self, scene: Scene) -> str:
        view: View = scene.view
        assert view.active is not None, "a running match waits for somebody"
        say, name = scene.words.say, scene.mention(view.active)
        if view.phase is not Phase.OPENING:
            return say("headline.turn", name=name)
        number = view.numbers[view.active]
        if view.options.opening is OpeningRule.FREE or number is None:
            return say("headline.opening-free", name=name)
        return say("headline.opening", name=name, count=number)

    def tell(self, scene: Scene, event: Any) -> str | None:
        say = scene.words.say
        match event:
            case StarterFound(seat, numbers):
                told = [f"{scene.name(each)} {number}" for each, number in enumerate(numbers) if number is not None]
                return say("told.starter", name=scene.name(seat), numbers=told)
            case Played():
                return _played(scene, event)
            case Exchanged(seat, count):
                return say("told.exchanged", name=scene.name(seat), count=count)
            case Passed(seat):
                return say("told.passed", name=scene.name(seat))
            case LabelsMoved():
                return say("told.labels-moved")
        return None

    def board(self, scene: Scene) -> Drawing[Any]:
        return pictures.board(scene)

    def begins_step(self, event: Any) -> bool:
        return isinstance(event, STEPS)

    def film(self, steps: Sequence[Scene]) -> Drawing[Any]:
        return pictures.film(steps)

    def play_of(self, scene: Scene, seat: Seat) -> str:
        events = (logged.event for logged in scene.now.events_for(None))
        plays = (event.play for event in events if isinstance(event, Played) and event.seat == seat)
        return ", ".join(say_play(scene, play) for play in plays)

    def rows(self, scene: Scene) -> Sequence[Row]:
        return controls.rows(scene)


def _played(scene: Scene, event: Played) -> str:
    say = scene.words.say
    key = "told.qwirkle" if any(line.length == LINE_LIMIT for line in event.lines) else "told.played"
    points = say("points", count=event.points + event.bonus)
    if event.bonus:
        points = say("told.bonus", points=points, count=event.bonus)
    return say(key, name=scene.name(event.seat), play=say_play(scene, event.play), points=points)
