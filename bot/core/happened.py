"""What a use case brought about, and what anybody may know of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from bot.core.codec import codec_of
from bot.core.company import after
from bot.core.match_events import (
    Acted,
    Cancelled,
    Ended,
    JsonObject,
    Opened,
    Vote,
    is_match_event,
    is_own_action,
    shown_to,
)
from bot.core.scribe import Logged
from bot.core.store import Holder, Match
from bot.core.table import Table, own_doing
from bot.games.base import Figures, Outcome, Seat


def without_secret(match: Match) -> Match:
    """The record as people may know it: with the secret only once the match is over."""
    return replace(match, secret=b"", stream_position=0) if match.status.open else match


class Happened:
    """A match after something happened, or as somebody looks at it.

    The only way from the service to pictures and messages: hands, hidden choices and the secret of a running match
    stay inside; a viewer gets a view and the events as that viewer may see them. A viewer is a person's id, or None
    for the public.
    """

    def __init__(self, table: Table, logged: Sequence[Logged] = (), repeated: bool = False) -> None:
        self._table = table
        self._logged = tuple(logged)
        self.repeated = repeated
        """The very same action was stored before; this is what it brought about then."""

    @cached_property
    def match(self) -> Match:
        """The match's record, with the secret only once it is over."""
        return without_secret(self._table.match)

    @property
    def opened(self) -> Opened:
        """What was agreed when the lobby was opened."""
        return self._table.company.opened

    @property
    def holders(self) -> tuple[Holder, ...]:
        """Everybody who sits or sat at a seat."""
        return self._table.company.holders

    @property
    def seated(self) -> tuple[Holder, ...]:
        """Who sits now, by seat; in a running match without the seats whose players have left."""
        return tuple(self._table.company.seated())

    @property
    def to_act(self) -> frozenset[Seat]:
        """The seats that the match waits for."""
        return self._table.to_act()

    @property
    def late(self) -> frozenset[Seat]:
        """Those of them whose time is out."""
        return self._table.late()

    @property
    def departed(self) -> frozenset[Seat]:
        """Those of them whose people have left the server."""
        return self._table.departed()

    @property
    def away(self) -> frozenset[Seat]:
        """The seats of people on vacation."""
        seats = (self._table.company.seat_of(player) for player, _ in self._table.company.away)
        return frozenset(seat for seat in seats if seat is not None)

    @property
    def paused(self) -> frozenset[Seat]:
        """Those of them whose clock stands still, since all others agree."""
        return self._table.company.paused()

    @property
    def votes(self) -> frozenset[Vote]:
        """What people have agreed to so far."""
        return self._table.company.votes

    def prepared_by(self, player: int) -> Any:
        """The action that a person has prepared, for that person's eyes; None without one."""
        return self._action(self._table.company.prepared_by(player))

    def void_of(self, player: int) -> Any:
        """The action that a person had prepared and that the turn, which waits for that person, has made impossible.

        For that person's eyes; None without one.
        """
        return self._action(self._table.company.void_of(player))

    @property
    def to_be_told(self) -> frozenset[int]:
        """The persons for whom there is a private word: what it is about is nobody else's."""
        return frozenset(player for player, _ in self._table.company.void)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it runs, and where the match was ended from outside."""
        state = self._table.state
        found: Outcome | None = None if state is None else self._table.game.outcome(state)
        return found

    @property
    def end(self) -> Ended | Cancelled | None:
        """How the match or its lobby came to its end, and by whom; None while it is open."""
        return self._table.company.end

    def _action(self, kept: JsonObject | None) -> Any:
        return None if kept is None else codec_of(self._table.game).read_action(kept)

    def seat_of(self, player: int | None) -> Seat | None:
        """Where a person sits now."""
        return self._table.company.seat_of(player)

    def view_for(self, viewer: int | None) -> Any:
        """The game as the viewer may see it; None before the start."""
        if self._table.state is None:
            return None
        return self._table.game.view(self._table.state, self.seat_of(viewer))

    def events_for(self, viewer: int | None) -> tuple[Logged, ...]:
        """What was stored, as the viewer may see it: redacted while the match runs."""
        seen = (as_seen_by(viewer, self._table, logged) for logged in self._logged)
        return tuple(logged for logged in seen if logged is not None)

    def after(self, seq: int) -> Happened:
        """Of this, what was stored after an entry."""
        return Happened(self._table, [logged for logged in self._logged if logged.seq > seq])

    @property
    def turn_before(self) -> int:
        """The turn that ran when the first of this happened."""
        acted = (logged.event for logged in self._logged if isinstance(logged.event, Acted))
        return next((event.turn for event in acted), self._table.match.turn)

    def somebody_acted_before(self, turn: int) -> bool:
        """Whether a person acted in an earlier turn, as far as this goes back."""
        return any(is_own_action(logged.event) and _acted_before(logged, turn) for logged in self._logged)

    def from_turn(self, turn: int) -> Happened:
        """Of this, what happened in that turn and later: all that comes after what the turns before brought about."""
        first, before = 0, False
        for place, logged in enumerate(self._logged, 1):
            if is_match_event(logged.event.kind):  # the game's events belong to the action that they follow
                before = _acted_before(logged, turn)
            if before:
                first = place
        return Happened(self._table, self._logged[first:])

    def from_moment(self, turn: object, phase: object) -> Happened:
        """Of this, what happened from the last action in that turn and phase on: the one that ended it."""
        meant = [place for place, logged in enumerate(self._logged) if _moment_of(logged) == (turn, phase)]
        return Happened(self._table, self._logged[meant[-1] :] if meant else ())

    def steps(self, begins: Callable[[Any], bool]) -> tuple[Step, ...]:
        """The match again as it went: this must hold its whole log.

        A step begins with each of the game's events of which ``begins`` says so, and with the action that led to it;
        it is the match as it was when the next one began. What lies before the first belongs to none.
        """
        starts = list(_starts(self._logged, begins))
        ends = dict(zip([*starts[1:], len(self._logged)], starts, strict=True)) if starts else {}
        steps, game, company, state, gained = [], self._table.game, None, None, dict[Seat, Figures]()
        for place, logged in enumerate(self._logged, 1):
            if is_match_event(logged.event.kind):
                company = after(company, logged.event, logged.at)
            else:
                assert company is not None, "a log begins with the opening of the lobby"
                state = game.evolve(state, logged.event)
                for seat, more in own_doing(company, game.figures(state, logged.event)).items():
                    gained[seat] = gained.get(seat, Figures()).and_also(more)
            if place in ends:
                table = replace(self._table, company=company, state=state)
                steps.append(Step(table, self._logged[ends[place] : place], gained))
                gained = {}
        return tuple(steps)

    @property
    def last_seq(self) -> int:
        """Up to where this tells the log."""
        return self._logged[-1].seq if self._logged else self._table.match.seq


class Step(Happened):
    """A part of a match that is seen again, and the match as it was then."""

    def __init__(self, table: Table, logged: Sequence[Logged], gained: Mapping[Seat, Figures]) -> None:
        super().__init__(table, logged)
        self.gained = gained
        """What seats did in it, beside the score."""


def best_play(steps: Sequence[Step]) -> tuple[Step, Seat] | None:
    """Where somebody's play earned most, and whose it was: the first that earned as much. None where nothing did."""
    plays = ((step, seat) for step in steps for seat in sorted(step.gained))
    best = max(plays, key=lambda play: play[0].gained[play[1]].best_play, default=None)
    return best if best is not None and best[0].gained[best[1]].best_play else None


def _starts(entries: Sequence[Logged], begins: Callable[[Any], bool]) -> Iterator[int]:
    """Where the steps begin in the log."""
    for place, logged in enumerate(entries):
        if not is_match_event(logged.event.kind) and begins(logged.event):
            acted = place > 0 and isinstance(entries[place - 1].event, Acted)
            yield place - acted


def _moment_of(logged: Logged) -> tuple[int, str] | None:
    return (logged.event.turn, logged.event.phase) if isinstance(logged.event, Acted) else None


def _acted_before(logged: Logged, turn: int) -> bool:
    """Whether it is an action in an earlier turn."""
    return isinstance(logged.event, Acted) and logged.event.turn < turn


def as_seen_by(viewer: int | None, table: Table, logged: Logged) -> Logged | None:
    """The entry as a viewer may see it now; None where it is nothing for the viewer."""
    over = not table.match.status.open
    seat = table.company.seat_of(viewer)
    if is_match_event(logged.event.kind):
        return logged if shown_to(logged.event, viewer, seat, over) else None
    if over:
        return logged
    event = table.game.redact(logged.event, seat)
    if logged.seat is not None and event.seat is None:
        return None  # not even whose it is may be known
    return replace(logged, event=event)
