"""What is said of a match of Qwixx."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from bot.core.text import Namer, Words
from bot.games.base import Seat
from bot.games.qwixx.sheet import ROWS, Mark, Row
from bot.games.qwixx.state import (
    ColorTaken,
    Options,
    Passed,
    Penalised,
    Phase,
    Progress,
    Rolled,
    Timing,
    View,
    Voided,
    WhiteApplied,
)
from bot.games.qwixx.views import color_of_active, earned
from cogs.qwixx import controls, pictures
from cogs.ui.page import Row as ControlRow
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
        lines = _color_headline(scene, view) if view.phase is Phase.COLOR else _white_headline(scene, view)
        return "\n".join(line for line in lines if line)

    def tell(self, scene: Scene, event: Any) -> str | None:
        say = scene.words.say
        match event:
            case Rolled():
                return _rolled(scene, event)
            case Passed(seats):
                return None if _is_now(scene, seats) else say("told.passed", people=_names(scene, seats))
            case Voided(seats):
                return say("told.voided", people=_names(scene, seats))
            case WhiteApplied(marks):
                return _white_applied(scene, marks)
            case ColorTaken():
                return _color_taken(scene, event)
            case Penalised(seat):
                return say("told.penalty", name=scene.name(seat))
        return None

    def board(self, scene: Scene) -> Drawing[Any]:
        return pictures.sheets(scene)

    def begins_step(self, event: Any) -> bool:
        return isinstance(event, Rolled)

    def film(self, steps: Sequence[Scene]) -> Drawing[Any]:
        return pictures.film(steps)

    def play_of(self, scene: Scene, seat: Seat) -> str:
        marks = [mark for marker, mark in _marks_of(scene) if marker == seat]
        return ", ".join(scene.words.say("mark", row=mark.row, number=mark.number) for mark in marks)

    def rows(self, scene: Scene) -> Sequence[ControlRow]:
        return controls.rows(scene)


# Whose turn it is, who is awaited, who has chosen


def _white_headline(scene: Scene, view: View) -> Iterable[str]:
    say = scene.words.say
    one, other = view.dice.white
    yield say("headline.white", turn=view.turn, dice=f"{one} + {other}", number=view.dice.white_sum)
    yield say("headline.choose", people=[scene.mention(seat) for seat in view.awaited], number=view.dice.white_sum)
    done = [scene.name(seat) for seat in scene.seats if _has_chosen(view, seat)]
    if done:
        yield say("headline.chosen", people=done)
    unable = [seat for seat in scene.seats if view.progress[seat] is Progress.UNABLE]
    if unable:
        yield say("headline.unable", people=_names(scene, unable), number=view.dice.white_sum)
    yield _active_line(scene, view)


def _has_chosen(view: View, seat: Seat) -> bool:
    return view.progress[seat] is Progress.DONE and seat not in view.left


def _active_line(scene: Scene, view: View) -> str:
    """Who is active, and what that player may do besides."""
    if view.active in view.left:
        return ""
    name = scene.name(view.active)
    if view.color_taken:
        return scene.words.say("headline.active-done", name=name)
    return scene.words.say("headline.active", name=name, marks=_color_marks(scene, view))


def _color_headline(scene: Scene, view: View) -> Iterable[str]:
    say = scene.words.say
    yield say("headline.color", turn=view.turn, name=scene.mention(view.active))
    yield say("headline.color-marks", marks=_color_marks(scene, view))
    if not view.current.marked_by_active():
        yield say("headline.penalty")


def _color_marks(scene: Scene, view: View) -> str:
    """What the active player can take with a colored die, row by row."""
    marks = [option.mark for option in color_of_active(view)]
    by_row = [(row, [str(mark.number) for mark in marks if mark.row is row]) for row in ROWS]
    told = [f"{scene.words.say(row.text_key)} {'/'.join(numbers)}" for row, numbers in by_row if numbers]
    return " · ".join(told) or scene.words.say("headline.no-marks")


# What happened


def _rolled(scene: Scene, event: Rolled) -> str | None:
    """Of the turn that runs the headline tells it; those between were played by computers alone."""
    if event.turn == scene.view.turn:
        return None
    white = f"{event.dice.white[0]} + {event.dice.white[1]}"
    name = scene.name(event.seat)
    return scene.words.say("told.rolled", turn=event.turn, name=name, dice=white, number=event.dice.white_sum)


def _is_now(scene: Scene, passed: Sequence[Seat]) -> bool:
    """Whether the headline says that they were passed."""
    view: View = scene.view
    return view.phase is Phase.WHITE and all(view.progress[seat] is Progress.UNABLE for seat in passed)


def _white_applied(scene: Scene, marks: Sequence[Mark | None]) -> str:
    """What each has marked, and which rows that has locked."""
    say = scene.words.say
    made = [(seat, mark) for seat, mark in enumerate(marks) if mark is not None]
    if not made:
        return say("told.white-none")
    nothing = [seat for seat in scene.seats if marks[seat] is None and seat not in scene.view.left]
    told = say("told.white", marks=", ".join(_marked(scene, seat, mark) for seat, mark in made))
    lines = [f"{told} {say('told.nothing', people=_names(scene, nothing))}" if nothing else told]
    for row in ROWS:
        lines += _locked(scene, row, [seat for seat, mark in made if mark.row is row and mark.locks])
    return "\n".join(lines)


def _color_taken(scene: Scene, event: ColorTaken) -> str:
    say, name = scene.words.say, scene.name(event.seat)
    if event.mark is None:
        return say("told.color-pass" if event.possible else "told.color-none", name=name)
    told = say("told.color", mark=_marked(scene, event.seat, event.mark))
    return "\n".join([told, *_locked(scene, event.mark.row, [event.seat] if event.mark.locks else [])])


def _marks_of(scene: Scene) -> Iterable[tuple[Seat, Mark]]:
    """The marks made in a step, in their order."""
    for logged in scene.now.events_for(None):
        match logged.event:
            case WhiteApplied(marks):
                yield from ((seat, mark) for seat, mark in enumerate(marks) if mark is not None)
            case ColorTaken(seat, Mark() as mark):
                yield seat, mark


def _marked(scene: Scene, seat: Seat, mark: Mark) -> str:
    """Who has marked what, and the points of it."""
    points = earned(scene.view, seat, mark)
    return scene.words.say("told.mark", name=scene.name(seat), row=mark.row, number=mark.number, points=points)


def _locked(scene: Scene, row: Row, seats: Sequence[Seat]) -> list[str]:
    return [scene.words.say("told.locked", row=row, people=_names(scene, seats))] if seats else []


def _names(scene: Scene, seats: Iterable[Seat]) -> list[str]:
    return [scene.name(seat) for seat in seats]
