"""Writes down what follows from one use case: the entries, the table after them, and the change to store."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from bot.core.codec import PAYLOAD_VERSION, AnyGame, codec_of
from bot.core.company import after
from bot.core.fairness import Stream, match_key
from bot.core.lateness import next_times
from bot.core.match_events import Acted, Ended, How, MatchEvent, Opened, Started, is_own_action
from bot.core.results import results
from bot.core.store import Change, Entry, Match, Status
from bot.core.table import Table, counted, project
from bot.games.base import Outcome, Player, Seat, Step

PLAY_DRAFT = "play"
"""The kind of draft in which a play is put together."""


@dataclass(frozen=True, slots=True)
class Logged:
    """An entry of the log, read: the match's own event or the game's."""

    seq: int
    seat: Seat | None
    at: datetime
    event: Any


class Scribe:
    """Takes one use case down. ``table`` is the table after all that was written so far."""

    def __init__(self, table: Table, now: datetime) -> None:
        self.table = table
        self.now = now
        self.logged: list[Logged] = []
        self._before = table
        self._seq = table.match.seq
        self._acting: set[Seat] = set()
        self._stream: Stream | None = None

    @classmethod
    def opening(cls, game: AnyGame, match: Match, opened: Opened, now: datetime) -> Scribe:
        """Take down a match from its first event on."""
        scribe = cls(Table(game, match, after(None, opened, now), None), now)
        scribe._log(opened, None)
        return scribe

    def note(self, event: MatchEvent) -> None:
        """Something happened at the table."""
        self.table = replace(self.table, company=after(self.table.company, event, self.now))
        self._log(event, getattr(event, "seat", None))

    def begin(self, interaction: int) -> None:
        """The match begins with those who sit at the table. RuleError where the game refuses."""
        company, game = self.table.company, self.table.game
        ages = company.ages()
        self.note(Started(interaction, ages))
        options = codec_of(game).read_options(company.options)
        self._follow(game.setup([Player(age) for age in ages], options, self._chance()))

    def play(self, action: Any, how: How, by: int | None = None) -> None:
        """The game judges the action; what follows is taken down. RuleError where the game refuses."""
        game = self.table.game
        turn, phase = self.table.moment
        step = game.apply(self.table.state, action, self._chance())
        seat = action.seat
        self.note(Acted(seat, codec_of(game).action_object(action), by, how, turn, phase))
        if how is How.PERSON:
            self._acting.add(seat)
        self._follow(step)

    def change(self, action_id: str | None = None) -> Change:
        """All of it, to be stored; brings the match's record up to date."""
        position = self.table.match.stream_position if self._stream is None else self._stream.position
        times = next_times(self._before, self.table, self._acting, self.now)
        self.table = replace(self.table, match=project(self.table, self._seq, position, times))
        company, before = self.table.company, self._before.company
        return Change(
            match=self.table.match,
            expected_seq=self._before.match.seq,
            given_back=self._before.match.given_back,
            entries=tuple(self._entry(logged) for logged in self.logged),
            holders=None if company.holders == before.holders else company.holders,
            action_id=action_id,
            results=results(self.table) if company.status is Status.FINISHED else (),
            drop_drafts=tuple((player, PLAY_DRAFT) for player in sorted(self._done_drafting())),
        )

    def _follow(self, step: Step[Any, Any]) -> None:
        table, state = self.table, self.table.state
        figures = table.figures
        for event in step.events:
            state = table.game.evolve(state, event)
            figures = counted(figures, table.company, table.game.figures(state, event))
            self._log(event, getattr(event, "seat", None))
        self.table = replace(table, state=step.state, figures=figures)
        outcome: Outcome | None = self.table.game.outcome(step.state)
        if outcome is not None:
            self.note(Ended(outcome.reason, result=outcome.places is not None))

    def _log(self, event: Any, seat: Seat | None) -> None:
        self._seq += 1
        self.logged.append(Logged(self._seq, seat, self.now, event))

    def _entry(self, logged: Logged) -> Entry:
        payload = codec_of(self.table.game).payload(logged.event)
        return Entry(logged.seq, logged.seat, logged.event.kind, payload, PAYLOAD_VERSION, logged.at)

    def _chance(self) -> Stream:
        if self._stream is None:
            match, started = self.table.match, self.table.company.started
            if started is None:
                raise ValueError("there is no chance before the start")
            self._stream = Stream(match_key(match.secret, started.interaction), match.stream_position)
        return self._stream

    def _done_drafting(self) -> set[int]:
        """Persons whose play is done: they acted, or are gone, or the match is over."""
        seated = set(self._before.company.people())
        if not self.table.company.status.open:
            return seated
        acted = {logged.event.by for logged in self.logged if is_own_action(logged.event)}
        return (seated & acted) | (seated - set(self.table.company.people()))
