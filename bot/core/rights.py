"""Who somebody is to a match, and what is refused to everybody else (DESIGN 3, Who may)."""

from __future__ import annotations

from dataclasses import dataclass

from bot.core.codec import AnyGame
from bot.core.company import Company
from bot.core.errors import MatchError
from bot.core.store import Holder, Status
from bot.core.table import Table
from bot.games.base import Seat


@dataclass(frozen=True, slots=True)
class Actor:
    """Somebody who wants something: a person, and the Discord interaction in which it was asked for."""

    id: int
    name: str
    interaction: int | None = None
    moderator: bool = False
    """May manage messages where the match is played."""


def require_lobby(table: Table) -> Company:
    """The company of a lobby. "already-started", "match-over"."""
    if table.company.status is Status.LIVE:
        raise MatchError("already-started")
    return require_open(table)


def require_live(table: Table) -> Company:
    """The company of a running match. "not-started", "match-over"."""
    if table.company.status is Status.LOBBY:
        raise MatchError("not-started")
    return require_open(table)


def require_open(table: Table) -> Company:
    """The company of a lobby or a running match. "match-over"."""
    if not table.company.status.open:
        raise MatchError("match-over")
    return table.company


def require_seated(company: Company, player: int) -> Seat:
    """The seat of a person. "not-seated"."""
    seat = company.seat_of(player)
    if seat is None:
        raise MatchError("not-seated")
    return seat


def require_holder(company: Company, seat: Seat) -> Holder:
    """Who sits at the seat. "no-such-seat", "has-left"."""
    if not 0 <= seat < company.size():
        raise MatchError("no-such-seat", seat=seat)
    holder = company.holder(seat)
    if holder is None:
        raise MatchError("has-left", seat=seat)
    return holder


def require_host(company: Company, actor: Actor, or_moderator: bool = False) -> None:
    """The host, or also a moderator. "not-host"."""
    if actor.id != company.host and not (or_moderator and actor.moderator):
        raise MatchError("not-host")


def require_level(game: AnyGame, level: str | None) -> None:
    """A computer of this level can play the game. "unknown-level"."""
    if level not in game.computers:
        raise MatchError("unknown-level", level=level, known=list(game.computers))


def require_own_practice(table: Table, player: int) -> None:
    """A practice match is its owner's alone. "private-match"."""
    if table.match.guild is None and player != table.company.opened.host:
        raise MatchError("private-match")
