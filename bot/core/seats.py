"""The use cases of a running match. Each judges, and takes down with a :class:`Scribe` what follows."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from bot.core import lobby
from bot.core.codec import codec_of
from bot.core.company import Company
from bot.core.errors import MatchError, StaleError
from bot.core.lateness import SKIPS_IN_A_ROW, abandoned_at
from bot.core.match_events import (
    COMMON_ACTIONS,
    Agreed,
    Cancelled,
    Departed,
    Ended,
    How,
    Late,
    Prepared,
    SeatTaken,
    Topic,
    Unprepared,
    Vote,
    Withdrawn,
)
from bot.core.rights import Actor, require_holder, require_level, require_live, require_open, require_seated
from bot.core.scribe import Scribe
from bot.core.store import Holder, Status, WhenLate
from bot.core.table import Table, is_late
from bot.core.vacation import end_long_pauses
from bot.games.base import Leave, Seat, Skip, TakeOver

PATIENCE = timedelta(days=1)
"""How long one who is awaited must have done nothing before the only other person may remove them alone."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The turn and phase that an action is meant for."""

    turn: int
    phase: str


@dataclass(frozen=True, slots=True)
class Newcomer:
    """Who takes a seat over: a person, by id, or a computer of a level."""

    player: int | None = None
    level: str | None = None


def act(scribe: Scribe, actor: Actor, action: Any, meant: Moment) -> None:
    """An action of the game. "not-seated", "not-your-seat", "not-an-action", "stale"; RuleError of the game."""
    company = require_live(scribe.table)
    _require_own(company, actor, action)
    _require_moment(scribe.table, meant)
    scribe.play(action, How.PERSON, by=actor.id)


def prepare(scribe: Scribe, actor: Actor, action: Any) -> None:
    """Keep an action for the seat's next turn, in place of an earlier one. "your-turn" where the seat can act now."""
    company = require_live(scribe.table)
    seat = _require_own(company, actor, action)
    if seat in scribe.table.to_act():
        raise MatchError("your-turn")
    scribe.note(Prepared(actor.id, codec_of(scribe.table.game).action_object(action)))


def unprepare(scribe: Scribe, actor: Actor) -> None:
    """Take back what is prepared. "nothing-prepared"."""
    company = require_live(scribe.table)
    if company.prepared_by(actor.id) is None:
        raise MatchError("nothing-prepared")
    scribe.note(Unprepared(actor.id))


def resign(scribe: Scribe, actor: Actor) -> None:
    """Leave the match; by the match's choice a computer takes the seat. "not-seated"."""
    seat = require_seated(require_live(scribe.table), actor.id)
    _vacate(scribe, seat, How.RESIGNED, actor.id)
    _carry_out_agreements(scribe)


def go_for_good(scribe: Scribe, player: int) -> None:
    """Leave the lobby or resign from the match, whichever it is; nothing where the person has left it already."""
    actor = Actor(player, "")
    company = scribe.table.company
    if company.status.open and company.seat_of(player) is not None:
        (lobby.leave if company.status is Status.LOBBY else resign)(scribe, actor)


def skip(scribe: Scribe, actor: Actor, seat: Seat, meant: Moment) -> None:
    """Anybody seated skips a person whose time is out. "not-seated", "not-late", "stale"."""
    company = require_live(scribe.table)
    require_seated(company, actor.id)
    require_holder(company, seat)
    _require_moment(scribe.table, meant)
    if not is_late(scribe.table, seat, scribe.now):
        raise MatchError("not-late")
    scribe.play(Skip(seat), How.SKIPPED, by=actor.id)


def replace_seat(scribe: Scribe, actor: Actor, seat: Seat, newcomer: Newcomer, nth: int | None = None) -> None:
    """Somebody else goes on with the seat; whoever asks has the newcomer's consent.

    ``nth`` is which of the seat's holders is meant, where that was agreed on before: "seat-changed" for a later one.

    Anybody seated may replace a computer, or a person whose time is out; a moderator may replace anybody; and who
    left a seat that a computer plays may come back to it. "not-seated", "not-late", "already-seated",
    "unknown-level", "has-left".
    """
    company = require_live(scribe.table)
    holder = require_holder(company, seat)
    if nth not in (None, holder.nth):
        raise MatchError("seat-changed")
    _require_may_replace(scribe, actor, holder, newcomer)
    if newcomer.player is not None and company.seat_of(newcomer.player) is not None:
        raise MatchError("already-seated")
    if newcomer.player is None:
        if holder.player is None:
            raise MatchError("already-computer")
        require_level(scribe.table.game, newcomer.level)
    _take_over(scribe, seat, newcomer, How.REPLACED, actor.id)
    _carry_out_agreements(scribe)


def remove(scribe: Scribe, actor: Actor, seat: Seat) -> None:
    """A moderator removes a seat, or a person seated agrees to it; it is done when all others have agreed.

    One person alone decides over another only where that other has been awaited for a day: else, with two at the
    table, each could win at any moment by removing the other. "not-seated", "own-seat", "already-agreed",
    "too-soon", "no-such-seat", "has-left".
    """
    company = require_live(scribe.table)
    require_holder(company, seat)
    if actor.moderator:
        _vacate(scribe, seat, How.MODERATOR, actor.id)
        _carry_out_agreements(scribe)
        return
    if require_seated(company, actor.id) == seat:
        raise MatchError("own-seat")
    if not _patient_enough(scribe, seat):
        raise MatchError("too-soon", hours=PATIENCE // timedelta(hours=1))
    _agree(scribe, actor, Topic.REMOVE, seat)


def end(scribe: Scribe, actor: Actor) -> None:
    """A moderator ends the match, or a person seated agrees to it; it is done when all persons have agreed."""
    company = require_live(scribe.table)
    if actor.moderator:
        scribe.note(Ended("moderator", result=False, by=actor.id))
        return
    require_seated(company, actor.id)
    _agree(scribe, actor, Topic.END, None)


def withdraw(scribe: Scribe, actor: Actor, topic: Topic, seat: Seat | None = None) -> None:
    """Take an agreement back. "not-agreed"."""
    company = require_live(scribe.table)
    if Vote(topic, seat, actor.id) not in company.votes:
        raise MatchError("not-agreed")
    scribe.note(Withdrawn(actor.id, topic, seat))


def close(scribe: Scribe, reason: str) -> None:
    """The program itself ends a match that nobody can play any more, because its channel or server is gone."""
    if require_open(scribe.table).status is Status.LOBBY:
        scribe.note(Cancelled(reason))
    else:
        scribe.note(Ended(reason, result=False))


def depart(scribe: Scribe, people: Collection[int]) -> None:
    """These people were found to have left the server: whoever is awaited of them can be passed over at once.

    Where nobody is left the match ends. "not-due" where all of it is known.
    """
    company = require_live(scribe.table)
    turn, phase = scribe.table.moment
    known = company.departed if company.departed_in == (turn, phase) else frozenset()
    for player in company.people():
        if player in people and player not in known:
            scribe.note(Departed(player, turn, phase))
    if not scribe.logged:
        raise MatchError("not-due")
    if set(company.people()) <= scribe.table.company.departed:
        scribe.note(Ended("deserted", result=False))


def time_out(scribe: Scribe) -> None:
    """What follows when the deadline has passed, or somebody's pause is too long. "not-due" where neither is."""
    require_open(scribe.table)
    deadline = scribe.table.match.deadline
    if deadline is not None and deadline <= scribe.now:
        _out_of_time(scribe)
    end_long_pauses(scribe)
    if not scribe.logged:
        raise MatchError("not-due")


def _out_of_time(scribe: Scribe) -> None:
    table = scribe.table
    if table.company.status is Status.LOBBY:
        scribe.note(Cancelled("expired"))
        return
    known = table.late()
    if table.match.when_late is WhenLate.WAIT and known and abandoned_at(table) <= scribe.now:
        scribe.note(Ended("abandoned", result=False))
        return
    seats = tuple(sorted(seat for seat, _ in table.clocked()))
    turn, phase = table.moment
    scribe.note(Late(seats, turn, phase))
    if table.match.when_late is not WhenLate.WAIT:
        _stand_in_for(scribe, seats)


def _stand_in_for(scribe: Scribe, seats: tuple[Seat, ...]) -> None:
    """Skip the absent, or leave it to the autopilot to act for them; who is absent too often loses the seat.

    So a match in which nobody acts is one of computers after three rounds, which the rules end.
    """
    skips = scribe.table.match.when_late is WhenLate.SKIP
    for seat in seats:
        if skips and seat in scribe.table.to_act():
            scribe.play(Skip(seat), How.LATE)
    for seat in seats:
        if scribe.table.company.status is Status.LIVE and scribe.table.company.absence(seat).times >= SKIPS_IN_A_ROW:
            _take_over(scribe, seat, _first_computer(scribe.table), How.LATE, None)
    _carry_out_agreements(scribe)


def stand_in(scribe: Scribe, seat: Seat, action: Any) -> None:
    """A computer's action in the place of a person whose time is out."""
    if seat not in scribe.table.due():
        raise MatchError("not-late")
    scribe.play(action, How.LATE)


def _vacate(scribe: Scribe, seat: Seat, how: How, by: int | None) -> None:
    holder = scribe.table.company.holder(seat)
    by_computer = scribe.table.match.when_late is WhenLate.COMPUTER
    if by_computer and holder is not None and holder.player is not None:
        _take_over(scribe, seat, _first_computer(scribe.table), how, by)
    else:
        scribe.play(Leave(seat), how, by)


def _take_over(scribe: Scribe, seat: Seat, newcomer: Newcomer, how: How, by: int | None) -> None:
    scribe.note(SeatTaken(seat, newcomer.player, newcomer.level))
    scribe.play(TakeOver(seat, computer=newcomer.player is None), how, by)


def _first_computer(table: Table) -> Newcomer:
    return Newcomer(level=next(iter(table.game.computers)))


def _agree(scribe: Scribe, actor: Actor, topic: Topic, seat: Seat | None) -> None:
    if Vote(topic, seat, actor.id) not in scribe.table.company.votes:
        scribe.note(Agreed(actor.id, topic, seat))
    _carry_out_agreements(scribe)
    if not scribe.logged:
        raise MatchError("already-agreed")


def _carry_out_agreements(scribe: Scribe) -> None:
    """Do what all whose word counts agree on, also where the last who did not has just gone."""
    if scribe.table.company.status is Status.LIVE and scribe.table.company.all_agree(Topic.END):
        scribe.note(Ended("agreement", result=False))
    for holder in tuple(scribe.table.company.seated()):
        company = scribe.table.company
        agreed = company.status is Status.LIVE and company.all_agree(Topic.REMOVE, holder.seat)
        if agreed and _patient_enough(scribe, holder.seat):
            _vacate(scribe, holder.seat, How.REMOVED, None)


def _require_own(company: Company, actor: Actor, action: Any) -> Seat:
    seat = require_seated(company, actor.id)
    if isinstance(action, COMMON_ACTIONS):
        raise MatchError("not-an-action", kind=action.kind)
    if action.seat != seat:
        raise MatchError("not-your-seat")
    return seat


def _require_moment(table: Table, meant: Moment) -> None:
    if table.moment != (meant.turn, meant.phase):
        raise StaleError("stale", turn=meant.turn, phase=meant.phase)


def _require_may_replace(scribe: Scribe, actor: Actor, holder: Holder, newcomer: Newcomer) -> None:
    company = scribe.table.company
    comes_back = (
        newcomer.player == actor.id
        and holder.player is None
        and any(former.seat == holder.seat and former.player == actor.id for former in company.gone)
    )
    if actor.moderator or comes_back:
        return
    require_seated(company, actor.id)
    if holder.player is not None and not is_late(scribe.table, holder.seat, scribe.now):
        raise MatchError("not-late")


def _patient_enough(scribe: Scribe, seat: Seat) -> bool:
    company = scribe.table.company
    holder = company.holder(seat)
    if holder is None or holder.player is None or len(company.people()) > 2 or company.acted_at is None:
        return True
    if seat in scribe.table.departed():
        return True
    waited = scribe.now - company.acted_at - scribe.table.match.given_back
    return seat in scribe.table.to_act() and seat not in company.paused() and waited >= PATIENCE
