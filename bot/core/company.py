"""Who sits at the table and what they have agreed on: the fold of a match's own events.

Pure: a :class:`Company` is what replaying the events of :mod:`bot.core.match_events` gives, as a game's state is what
replaying the game's events gives. Nothing is judged here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from bot.core.match_events import (
    LEAVES,
    Acted,
    Agreed,
    Away,
    Back,
    Cancelled,
    ComputerAdded,
    ComputerRemoved,
    Departed,
    Ended,
    How,
    Joined,
    JsonObject,
    Late,
    LeftLobby,
    MatchEvent,
    Opened,
    OptionsSet,
    Prepared,
    PreparedVoid,
    SeatTaken,
    Started,
    Topic,
    Unprepared,
    Vote,
    Withdrawn,
    is_own_action,
    is_stand_in,
)
from bot.core.store import Holder, Status
from bot.games.base import Seat


@dataclass(frozen=True, slots=True)
class Absence:
    """How often in a row a seat's time was out: counted once a turn, over when its person acts."""

    times: int
    turn: int


@dataclass(frozen=True, slots=True)
class Company:
    """The people and computers of a match at one moment."""

    opened: Opened
    opened_at: datetime
    host: int
    options: str
    """JSON of the game's."""
    status: Status = Status.LOBBY
    holders: tuple[Holder, ...] = ()
    """Everybody who sits or sat at a seat, by seat and then in the order of coming."""
    gone: tuple[Holder, ...] = ()
    """Who has left since the start, the first leaver first."""
    votes: frozenset[Vote] = frozenset()
    prepared: tuple[tuple[int, JsonObject], ...] = ()
    """What people have prepared for their next turn."""
    void: tuple[tuple[int, JsonObject], ...] = ()
    """What they had prepared and the rules refused when the turn came, for as long as that turn waits for them."""
    late: frozenset[Seat] = frozenset()
    """Whose time is out in the turn and phase of ``late_in``."""
    late_in: tuple[int, str] | None = None
    late_at: datetime | None = None
    """When that was last found."""
    absences: tuple[tuple[Seat, Absence], ...] = ()
    stood_in_for: frozenset[Seat] = frozenset()
    """The seats for whose absent persons a computer acted last: what that brings about is not their doing."""
    departed: frozenset[int] = frozenset()
    """The people who were found to have left the server, in the turn and phase of ``departed_in``."""
    departed_in: tuple[int, str] | None = None
    away: tuple[tuple[int, datetime], ...] = ()
    """Who is on vacation, and since when."""
    started: Started | None = None
    started_at: datetime | None = None
    acted_at: datetime | None = None
    """When a person last acted; the start counts, and so does coming to the table, or that a clock goes on."""
    ended_at: datetime | None = None
    end: Ended | Cancelled | None = None

    def seated(self) -> Iterator[Holder]:
        """Who sits now, by seat. A seat whose player has left is not among them."""
        return (holder for holder in self.holders if holder.left_at is None)

    def holder(self, seat: Seat) -> Holder | None:
        """Who sits at the seat now."""
        return next((holder for holder in self.seated() if holder.seat == seat), None)

    def seat_of(self, player: int | None) -> Seat | None:
        """Where a person sits now."""
        if player is None:
            return None
        return next((holder.seat for holder in self.seated() if holder.player == player), None)

    def people(self) -> tuple[int, ...]:
        """The persons who sit now, by seat."""
        return tuple(holder.player for holder in self.seated() if holder.player is not None)

    def ages(self) -> tuple[int | None, ...]:
        """By seat, 0 for the oldest account of those who sit now, None for a computer."""
        oldest_first = sorted(self.people())
        return tuple(None if holder.player is None else oldest_first.index(holder.player) for holder in self.seated())

    def size(self) -> int:
        """How many seats there are, those of people who left included."""
        return len({holder.seat for holder in self.holders})

    def prepared_by(self, player: int | None) -> JsonObject | None:
        """What a person has prepared."""
        return next((action for owner, action in self.prepared if owner == player), None)

    def void_of(self, player: int | None) -> JsonObject | None:
        """What a person had prepared, and could not be played in the turn that waits for that person now."""
        return next((action for owner, action in self.void if owner == player), None)

    def all_agree(self, topic: Topic, seat: Seat | None = None) -> bool:
        """Whether everybody whose word counts has agreed: all persons seated, but the one whom it is about."""
        agreed = {vote.player for vote in self.votes if vote.topic is topic and vote.seat == seat}
        return bool(voters := self._voters(seat)) and voters <= agreed

    def _voters(self, seat: Seat | None) -> set[int]:
        return {holder.player for holder in self.seated() if holder.player is not None and holder.seat != seat}

    def paused(self) -> frozenset[Seat]:
        """The seats whose clock stands still: their persons are on vacation, and all others, if any, agree."""
        seats = {seat for player, _ in self.away if (seat := self.seat_of(player)) is not None}
        return frozenset(seat for seat in seats if not self._voters(seat) or self.all_agree(Topic.PAUSE, seat))

    def absence(self, seat: Seat) -> Absence:
        """How often in a row the seat's time was out."""
        return next((absence for absent, absence in self.absences if absent == seat), Absence(0, 0))


def after(company: Company | None, event: MatchEvent, at: datetime) -> Company:
    """The company after the event. Trusts the event; None is before the first one."""
    if isinstance(event, Opened):
        return Company(event, at, event.host, event.options)
    if company is None:
        raise ValueError(f"a log cannot begin with {event.kind}")
    return _FOLDS[type(event)](company, event, at)


def _sits_down(company: Company, player: int | None, level: str | None) -> Company:
    newcomer = Holder(seat=len(company.holders), nth=0, player=player, level=level)
    return replace(company, holders=(*company.holders, newcomer))


def _moves_up(company: Company, gone: Seat) -> Company:
    remaining = [holder for holder in company.holders if holder.seat != gone]
    return replace(company, holders=tuple(replace(holder, seat=seat) for seat, holder in enumerate(remaining)))


def _joined(company: Company, event: Joined, _at: datetime) -> Company:
    return _sits_down(company, event.player, None)


def _computer_added(company: Company, event: ComputerAdded, _at: datetime) -> Company:
    return _sits_down(company, None, event.level)


def _left_lobby(company: Company, event: LeftLobby, _at: datetime) -> Company:
    seat = company.seat_of(event.player)
    if seat is None:
        raise ValueError(f"{event.player} leaves a lobby without being in it")
    smaller = _moves_up(company, seat)
    host = company.host if company.host in smaller.people() else next(iter(smaller.people()), company.host)
    return _no_longer_away(replace(smaller, host=host), event.player)


def _computer_removed(company: Company, event: ComputerRemoved, _at: datetime) -> Company:
    return _moves_up(company, event.seat)


def _options_set(company: Company, event: OptionsSet, _at: datetime) -> Company:
    return replace(company, options=event.options)


def _started(company: Company, event: Started, at: datetime) -> Company:
    return replace(company, status=Status.LIVE, started=event, started_at=at, acted_at=at)


def _acted(company: Company, event: Acted, at: datetime) -> Company:
    actor = company.holder(event.seat)
    company = company if actor is None else _without_void(company, actor.player)
    if event.action.get("kind") == LEAVES:
        company = _gets_up(company, event.seat, at)
    if is_own_action(event):
        company = replace(
            company,
            acted_at=at,
            absences=tuple(entry for entry in company.absences if entry[0] != event.seat),
        )
    if event.how is How.PREPARED:
        company = _without_prepared(company, event.by)
    others = company.stood_in_for - {event.seat}
    return replace(company, stood_in_for=others | {event.seat} if is_stand_in(event) else others)


def _gets_up(company: Company, seat: Seat, at: datetime) -> Company:
    """The seat's holder is gone, and with the holder every vote by or about them, and what they had prepared."""
    gone = company.holder(seat)
    if gone is None:
        raise ValueError(f"nobody sits at seat {seat}")
    went = replace(gone, left_at=at)
    without = replace(
        _without_void(company, gone.player),
        holders=tuple(went if holder is gone else holder for holder in company.holders),
        gone=(*company.gone, went),
        votes=frozenset(vote for vote in company.votes if vote.player != gone.player and vote.seat != seat),
    )
    return _without_prepared(_no_longer_away(without, gone.player), gone.player)


def _seat_taken(company: Company, event: SeatTaken, at: datetime) -> Company:
    company = _gets_up(company, event.seat, at)
    nth = sum(holder.seat == event.seat for holder in company.holders)
    newcomer = Holder(event.seat, nth, event.player, event.level, took_over=True)
    holders = sorted((*company.holders, newcomer), key=lambda holder: (holder.seat, holder.nth))
    return replace(
        company,
        holders=tuple(holders),
        acted_at=company.acted_at if event.player is None else at,
        late=company.late - {event.seat},
        absences=tuple(entry for entry in company.absences if entry[0] != event.seat),
    )


def _agreed(company: Company, event: Agreed, _at: datetime) -> Company:
    return replace(company, votes=company.votes | {Vote(event.topic, event.seat, event.player)})


def _withdrawn(company: Company, event: Withdrawn, at: datetime) -> Company:
    withdrawn = replace(company, votes=company.votes - {Vote(event.topic, event.seat, event.player)})
    return _after_pause(company, withdrawn, at)


def _after_pause(before: Company, after: Company, at: datetime) -> Company:
    """Where a clock goes on that stood still, nobody has let the time until now pass."""
    return replace(after, acted_at=at) if before.paused() - after.paused() else after


def _went_away(company: Company, event: Away, at: datetime) -> Company:
    return replace(company, away=(*company.away, (event.player, at)))


def _came_back(company: Company, event: Back, at: datetime) -> Company:
    seat = company.seat_of(event.player)
    votes = frozenset(vote for vote in company.votes if (vote.topic, vote.seat) != (Topic.PAUSE, seat))
    return _after_pause(company, replace(_no_longer_away(company, event.player), votes=votes), at)


def _no_longer_away(company: Company, player: int | None) -> Company:
    return replace(company, away=tuple(entry for entry in company.away if entry[0] != player))


def _departed(company: Company, event: Departed, _at: datetime) -> Company:
    moment = (event.turn, event.phase)
    known = company.departed if company.departed_in == moment else frozenset()
    return replace(company, departed=known | {event.player}, departed_in=moment)


def _late(company: Company, event: Late, at: datetime) -> Company:
    absences = dict(company.absences)
    for seat in event.seats:
        known = company.absence(seat)
        if known.turn != event.turn:
            absences[seat] = Absence(known.times + 1, event.turn)
    return replace(
        company,
        late=frozenset(event.seats),
        late_in=(event.turn, event.phase),
        late_at=at,
        absences=tuple(sorted(absences.items())),
    )


def _prepared(company: Company, event: Prepared, _at: datetime) -> Company:
    others = _without_prepared(company, event.player)
    return replace(others, prepared=(*others.prepared, (event.player, event.action)))


def _unprepared(company: Company, event: Unprepared, _at: datetime) -> Company:
    return _without_prepared(company, event.player)


def _prepared_void(company: Company, event: PreparedVoid, _at: datetime) -> Company:
    without = _without_prepared(company, event.player)
    return replace(without, void=(*without.void, (event.player, event.action)))


def _without_prepared(company: Company, player: int | None) -> Company:
    if company.prepared_by(player) is None:
        return company
    return replace(company, prepared=tuple(entry for entry in company.prepared if entry[0] != player))


def _without_void(company: Company, player: int | None) -> Company:
    if company.void_of(player) is None:
        return company
    return replace(company, void=tuple(entry for entry in company.void if entry[0] != player))


def _ended(company: Company, event: Ended, at: datetime) -> Company:
    status = Status.FINISHED if event.result else Status.ENDED
    return replace(company, status=status, end=event, ended_at=at)


def _cancelled(company: Company, event: Cancelled, at: datetime) -> Company:
    return replace(company, status=Status.CANCELLED, end=event, ended_at=at)


_FOLDS: dict[type, Callable[[Company, Any, datetime], Company]] = {
    Joined: _joined,
    LeftLobby: _left_lobby,
    ComputerAdded: _computer_added,
    ComputerRemoved: _computer_removed,
    OptionsSet: _options_set,
    Started: _started,
    Acted: _acted,
    SeatTaken: _seat_taken,
    Agreed: _agreed,
    Withdrawn: _withdrawn,
    Late: _late,
    Away: _went_away,
    Back: _came_back,
    Departed: _departed,
    Prepared: _prepared,
    Unprepared: _unprepared,
    PreparedVoid: _prepared_void,
    Ended: _ended,
    Cancelled: _cancelled,
}
