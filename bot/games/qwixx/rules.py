"""Qwixx (RULES 2) as the rest of the program sees it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from bot.core.errors import RuleError
from bot.games.base import Chance, Figures, Game, Leave, Outcome, Player, Seat, Skip, Step, TakeOver
from bot.games.qwixx import notation, views
from bot.games.qwixx.computer import LEVELS
from bot.games.qwixx.course import Course
from bot.games.qwixx.dice import roll
from bot.games.qwixx.evolution import evolve
from bot.games.qwixx.scoring import figures
from bot.games.qwixx.state import (
    Action,
    ChooseWhite,
    Event,
    GiveOrder,
    Options,
    Phase,
    Rolled,
    Started,
    State,
    TakeBack,
    TakeColor,
    View,
)


class Qwixx(Game[State, Action, Event, View, Options]):
    """The rules of Qwixx, for 2 to 5 players."""

    name = "qwixx"
    rules_version = 1
    seats = range(2, 6)
    options_type = Options
    action_type = Action
    event_type = Event
    view_type = View
    computers = LEVELS
    has_slips = True

    def setup(self, players: Sequence[Player], options: Options, chance: Chance) -> Step[State, Event]:
        if len(players) not in self.seats:
            raise RuleError("seat-count", found=len(players), least=self.seats[0], most=self.seats[-1])
        computers = tuple(player.computer for player in players)
        started = Started(computers, options, self.rules_version, first=chance.below(len(players)))
        course = Course(evolve(None, started))
        course.begin_turn(chance)
        course.go_on(chance)
        return Step(course.state, (started, *course.events))

    def apply(self, state: State, action: Action, chance: Chance) -> Step[State, Event]:
        if state.phase is Phase.OVER:
            raise RuleError("over")
        if action.seat not in range(len(state.sheets)):
            raise RuleError("no-such-seat", seat=action.seat)
        if not state.present(action.seat):
            raise RuleError("has-left", seat=action.seat)
        course = Course(state)
        _act(course, action)
        course.go_on(chance)
        return Step(course.state, tuple(course.events))

    def evolve(self, state: State | None, event: Event) -> State:
        return evolve(state, event)

    def redraw(self, state: State | None, event: Event, chance: Chance) -> Event:
        if isinstance(event, Started):
            return replace(event, first=chance.below(len(event.computers)))
        if isinstance(event, Rolled) and state is not None:
            return replace(event, dice=roll(state.closed, chance))
        return event

    def to_act(self, state: State) -> frozenset[Seat]:
        return frozenset(state.awaited())

    def turn(self, state: State) -> int:
        return state.current.number

    def phase(self, state: State) -> str:
        return state.phase

    def legal(self, view: View) -> Iterator[Action]:
        return views.legal(view)

    def view(self, state: State, seat: Seat | None) -> View:
        return views.view(state, seat)

    def redact(self, event: Event, seat: Seat | None) -> Event:
        return views.redact(event, seat)

    def outcome(self, state: State) -> Outcome | None:
        return state.outcome

    def figures(self, state: State, event: Event) -> Mapping[Seat, Figures]:
        return figures(state, event)

    def note(self, state: State | None, event: Event) -> str | None:
        return notation.note(event)


def _act(course: Course, action: Action) -> None:
    match action:
        case ChooseWhite(seat, mark, then):
            course.choose_white(seat, mark, then)
        case TakeColor(seat, mark):
            course.take_color(seat, mark)
        case TakeBack(seat):
            course.take_back(seat)
        case GiveOrder(seat, limit):
            course.give_order(seat, limit)
        case Leave(seat):
            course.leave(seat)
        case Skip(seat):
            course.skip(seat)
        case TakeOver(seat, computer):
            course.take_over(seat, computer)
