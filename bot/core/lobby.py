"""The use cases before the start. Each judges, and takes down with a :class:`Scribe` what follows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.core.codec import AnyGame, codec_of
from bot.core.errors import MatchError
from bot.core.fairness import commitment
from bot.core.match_events import (
    Cancelled,
    ComputerAdded,
    ComputerRemoved,
    Joined,
    LeftLobby,
    Opened,
    OptionsSet,
)
from bot.core.rights import Actor, require_holder, require_host, require_level, require_lobby, require_seated
from bot.core.scribe import Scribe
from bot.core.store import Match, Status, WhenLate
from bot.games.base import Seat

TURN_TIME = timedelta(hours=24)
SHORTEST_TURN = timedelta(minutes=1)
LONGEST_TURN = timedelta(days=60)


@dataclass(frozen=True, slots=True)
class Terms:
    """What is agreed before the start. ``options`` are the game's house rules; None takes the usual ones.

    ``invited`` are the persons whom the host would like to join; ``thread`` is whether the match is to move to a
    thread of its own when it starts.
    """

    options: object = None
    turn_time: timedelta | None = TURN_TIME
    when_late: WhenLate = WhenLate.SKIP
    rated: bool = True
    invited: tuple[int, ...] = ()
    thread: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """Where a match is played; a practice match has no place."""

    guild: int
    channel: int


def open_lobby(
    game: AnyGame,
    host: Actor,
    terms: Terms,
    place: Place | None,
    computers: Sequence[str],
    secret: bytes,
    now: datetime,
) -> Scribe:
    """A new lobby with its host at seat 0 and the computers behind. "bad-turn-time", "unknown-level", "lobby-full"."""
    if terms.turn_time is not None and not SHORTEST_TURN <= terms.turn_time <= LONGEST_TURN:
        raise MatchError("bad-turn-time", minutes=SHORTEST_TURN // timedelta(minutes=1), days=LONGEST_TURN.days)
    options = codec_of(game).options_text(game.options_type() if terms.options is None else terms.options)
    opened = Opened(
        host=host.id,
        options=options,
        turn_time=None if terms.turn_time is None else round(terms.turn_time.total_seconds()),
        when_late=terms.when_late,
        rated=terms.rated,
        commitment=commitment(secret),
        invited=terms.invited,
        thread=terms.thread,
    )
    scribe = Scribe.opening(game, _record(game, opened, terms, place, secret, now), opened, now)
    scribe.note(Joined(host.id))
    for level in computers:
        _seat_computer(scribe, level)
    return scribe


def _record(game: AnyGame, opened: Opened, terms: Terms, place: Place | None, secret: bytes, now: datetime) -> Match:
    return Match(
        id=0,  # the store chooses it
        game=game.name,
        rules_version=game.rules_version,
        guild=None if place is None else place.guild,
        channel=None if place is None else place.channel,
        host=opened.host,
        status=Status.LOBBY,
        options=opened.options,
        turn_time=None if opened.turn_time is None else timedelta(seconds=opened.turn_time),
        when_late=terms.when_late,
        rated=terms.rated,
        commitment=opened.commitment,
        secret=secret,
        interaction=None,
        seq=0,
        stream_position=0,
        turn=0,
        phase="",
        deadline=None,
        computer_due=False,
        posted_seq=0,
        posted_message=None,
        card_message=None,
        card_channel=None,
        created_at=now,
    )


def join(scribe: Scribe, actor: Actor) -> None:
    """Take the next free seat. "already-seated", "lobby-full"."""
    company = require_lobby(scribe.table)
    if company.seat_of(actor.id) is not None:
        raise MatchError("already-seated")
    _require_room(scribe)
    scribe.note(Joined(actor.id))


def leave(scribe: Scribe, actor: Actor) -> None:
    """Give the seat back. The next person is host; without one the lobby is cancelled."""
    require_seated(require_lobby(scribe.table), actor.id)
    scribe.note(LeftLobby(actor.id))
    if not scribe.table.company.people():
        scribe.note(Cancelled("empty", actor.id))


def add_computer(scribe: Scribe, actor: Actor, level: str) -> None:
    """The host lets a computer take the next free seat. "not-host", "unknown-level", "lobby-full"."""
    require_host(require_lobby(scribe.table), actor)
    _seat_computer(scribe, level)


def remove_computer(scribe: Scribe, actor: Actor, seat: Seat) -> None:
    """The host sends a computer away. "not-host", "no-such-seat", "not-a-computer"."""
    company = require_lobby(scribe.table)
    require_host(company, actor)
    if require_holder(company, seat).player is not None:
        raise MatchError("not-a-computer")
    scribe.note(ComputerRemoved(seat))


def set_options(scribe: Scribe, actor: Actor, options: object) -> None:
    """The host changes the house rules. "not-host"."""
    require_host(require_lobby(scribe.table), actor)
    scribe.note(OptionsSet(codec_of(scribe.table.game).options_text(options)))


def start(scribe: Scribe, actor: Actor) -> None:
    """The host begins the match. "not-host", "too-few-seats"; RuleError where the game refuses."""
    company = require_lobby(scribe.table)
    require_host(company, actor)
    seats = scribe.table.game.seats
    if company.size() < seats.start:
        raise MatchError("too-few-seats", needed=seats.start, taken=company.size())
    if actor.interaction is None:
        raise ValueError("a match starts with an interaction, whose id goes into its chance (RULES 3)")
    scribe.begin(actor.interaction)


def cancel(scribe: Scribe, actor: Actor) -> None:
    """The host or a moderator closes the lobby. "not-host"."""
    require_host(require_lobby(scribe.table), actor, or_moderator=True)
    scribe.note(Cancelled("cancelled", actor.id))


def _seat_computer(scribe: Scribe, level: str) -> None:
    require_level(scribe.table.game, level)
    _require_room(scribe)
    scribe.note(ComputerAdded(level))


def _require_room(scribe: Scribe) -> None:
    if scribe.table.company.size() not in range(scribe.table.game.seats.stop - 1):
        raise MatchError("lobby-full", seats=scribe.table.game.seats.stop - 1)
