"""Qwirkle (RULES 1) as the rest of the program sees it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bot.core.errors import RuleError
from bot.games.base import Chance, Figures, Game, Outcome, Player, Seat, Step
from bot.games.qwirkle import bag, computer, judging, notation, views
from bot.games.qwirkle.consequences import unfold
from bot.games.qwirkle.evolution import evolve
from bot.games.qwirkle.opening import order_of_age
from bot.games.qwirkle.state import Action, Dealt, Event, Options, Played, Started, State, View
from bot.games.qwirkle.tiles import LINE_LIMIT


class Qwirkle(Game[State, Action, Event, View, Options]):
    """The rules of Qwirkle, for 2 to 6 players."""

    name = "qwirkle"
    rules_version = 1
    seats = range(2, 7)
    options_type = Options
    action_type = Action
    event_type = Event
    view_type = View
    computers = computer.LEVELS

    def setup(self, players: Sequence[Player], options: Options, chance: Chance) -> Step[State, Event]:
        if len(players) not in self.seats:
            raise RuleError("number-of-seats", found=len(players), low=self.seats[0], high=self.seats[-1])
        _check_oldest(players, options.oldest)
        started = Started(
            computers=tuple(player.computer for player in players),
            by_age=order_of_age(players, options.oldest),
            options=options,
            rules_version=self.rules_version,
        )
        dealt = unfold(evolve(None, started), bag.deal(len(players), chance))
        return Step(dealt.state, (started, *dealt.events))

    def apply(self, state: State, action: Action, chance: Chance) -> Step[State, Event]:
        return unfold(state, judging.judge(state, action, chance))

    def evolve(self, state: State | None, event: Event) -> State:
        return evolve(state, event)

    def redraw(self, state: State | None, event: Event, chance: Chance) -> Event:
        if isinstance(event, Dealt):
            return bag.deal(len(event.hands), chance)
        return event if state is None else judging.redraw(state, event, chance)

    def to_act(self, state: State) -> frozenset[Seat]:
        return frozenset() if state.active is None else frozenset({state.active})

    def turn(self, state: State) -> int:
        return state.turn

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
        """A play's points are those of its lines: the six for the last tile are the match's, not the play's."""
        if not isinstance(event, Played):
            return {}
        qwirkles = sum(line.length == LINE_LIMIT for line in event.lines)
        return {event.seat: Figures(best_play=event.points, feats=qwirkles)}

    def note(self, state: State | None, event: Event) -> str | None:
        return notation.note(state, event)


def _check_oldest(players: Sequence[Player], oldest: Seat | None) -> None:
    if oldest is None:
        return
    if oldest not in range(len(players)):
        raise RuleError("no-such-seat", seat=oldest)
    if players[oldest].computer:
        raise RuleError("oldest-is-computer", seat=oldest)
