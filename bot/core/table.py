"""A whole match at one moment: its record, the company around the table, and the state of the game.

All of it is what the log gives (:func:`replay`); the record's own columns are a projection of it (:func:`project`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from bot.core.codec import AnyGame, codec_of
from bot.core.company import Company, after
from bot.core.errors import StoreError
from bot.core.match_events import is_match_event
from bot.core.store import Entry, Match, Status, WhenLate
from bot.games.base import Figures, Seat

LOBBY_LIFE = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Times:
    """What a match's record says of time, beside what its log does."""

    deadline: datetime | None = None
    reminder_at: datetime | None = None
    wake_at: datetime | None = None
    given_back: timedelta = timedelta(0)


@dataclass(frozen=True, slots=True)
class Table:
    """A match as the service knows it. Holds the secret and all hands: nothing of it goes out but through views."""

    game: AnyGame
    match: Match = field(repr=False)
    company: Company
    state: Any = field(repr=False)
    """The game's state; None before the start."""
    figures: Mapping[tuple[Seat, int], Figures] = field(default_factory=dict, repr=False)
    """What each holder's own play counts for, by seat and ``nth``; who has nothing is left out."""

    @property
    def moment(self) -> tuple[int, str]:
        """The running turn and phase; before the start turn 0, which has none."""
        return (0, "") if self.state is None else (self.game.turn(self.state), self.game.phase(self.state))

    def to_act(self) -> frozenset[Seat]:
        """The seats that the match waits for."""
        if self.company.status is not Status.LIVE:
            return frozenset()
        return self.game.to_act(self.state)

    def awaited(self) -> frozenset[tuple[Seat, int]]:
        """The seats that the match waits for and the persons at them."""
        to_act = self.to_act()
        return frozenset(
            (holder.seat, holder.player)
            for holder in self.company.seated()
            if holder.player is not None and holder.seat in to_act
        )

    def clocked(self) -> frozenset[tuple[Seat, int]]:
        """Those of them whose clock runs: who is on a vacation that the others agree to is waited for."""
        paused = self.company.paused()
        return frozenset((seat, player) for seat, player in self.awaited() if seat not in paused)

    def late(self) -> frozenset[Seat]:
        """The seats whose time was found to be out, and whose clock still runs."""
        if self.company.late_in != self.moment:
            return frozenset()
        return (self.company.late & self.to_act()) - self.company.paused()

    def departed(self) -> frozenset[Seat]:
        """The awaited seats whose people were found, in this turn and phase, to have left the server."""
        if self.company.departed_in != self.moment:
            return frozenset()
        return frozenset(seat for seat, player in self.awaited() if player in self.company.departed)

    def due(self) -> tuple[Seat, ...]:
        """The seats for which the service itself must act now: a computer's, a prepared or a late person's."""
        to_act = self.to_act()
        stand_in = self.late() if self.match.when_late is WhenLate.COMPUTER else frozenset()
        return tuple(
            holder.seat
            for holder in self.company.seated()
            if holder.seat in to_act
            and (
                holder.player is None or holder.seat in stand_in or self.company.prepared_by(holder.player) is not None
            )
        )


def is_late(table: Table, seat: Seat, now: datetime) -> bool:
    """Whether the time of an awaited person is out; for who has left the server nobody has to wait."""
    if seat in table.departed():
        return True
    if not any(seat == clocked for clocked, _ in table.clocked()):
        return False
    deadline = table.match.deadline
    return seat in table.late() or (deadline is not None and deadline <= now)


def own_doing(company: Company, gained: Mapping[Seat, Figures]) -> Mapping[Seat, Figures]:
    """Of what seats gained, what their holders did: nobody is praised or blamed for a computer that stood in."""
    return {seat: more for seat, more in gained.items() if seat not in company.stood_in_for}


def counted(
    figures: Mapping[tuple[Seat, int], Figures], company: Company, gained: Mapping[Seat, Figures]
) -> Mapping[tuple[Seat, int], Figures]:
    """The figures with what was gained just now by those who hold the seats."""
    own = own_doing(company, gained)
    if not own:
        return figures
    after = dict(figures)
    for seat, more in own.items():
        nth = max(holder.nth for holder in company.holders if holder.seat == seat)
        after[seat, nth] = after.get((seat, nth), Figures()).and_also(more)
    return after


def replay(game: AnyGame, match: Match, entries: Sequence[Entry], known: Table | None = None) -> Table:
    """The table after the entries: from the beginning, or going on from a table that is known.

    StoreError "log-damaged" where the log has a gap, or is none that this program can have written.
    """
    codec = codec_of(game)
    company, state, seq = (None, None, 0) if known is None else (known.company, known.state, known.match.seq)
    figures: Mapping[tuple[Seat, int], Figures] = {} if known is None else known.figures
    for entry in entries:
        seq += 1
        if entry.seq != seq:
            raise StoreError("log-damaged", match=match.id, seq=seq)
        event = codec.event(entry)
        try:
            if is_match_event(entry.kind):
                company = after(company, event, entry.at)
            else:
                state = game.evolve(state, event)
                if company is not None:
                    figures = counted(figures, company, game.figures(state, event))
        except Exception as error:  # whatever a damaged log makes the rules trip over
            raise StoreError("log-damaged", match=match.id, seq=seq) from error
    if company is None or seq != match.seq:
        raise StoreError("log-damaged", match=match.id, seq=seq + 1)
    return Table(game, match, company, state, figures)


def project(table: Table, seq: int, stream_position: int, times: Times) -> Match:
    """The record as the log gives it; what the log does not say stays as it was."""
    company = table.company
    turn, phase = table.moment
    return replace(
        table.match,
        host=company.host,
        options=company.options,
        status=company.status,
        interaction=None if company.started is None else company.started.interaction,
        seq=seq,
        stream_position=stream_position,
        turn=turn,
        phase=phase,
        deadline=times.deadline,
        reminder_at=times.reminder_at,
        wake_at=times.wake_at,
        given_back=times.given_back,
        started_at=company.started_at,
        ended_at=company.ended_at,
        computer_due=bool(table.due()),
    )
