"""The use cases of somebody on vacation: whose clock stands still where all others agree, for 30 days at most."""

from __future__ import annotations

from datetime import datetime

from bot.core.errors import MatchError
from bot.core.lateness import LONGEST_PAUSE
from bot.core.match_events import Agreed, Away, Back, Topic, Vote
from bot.core.preferences import Personal
from bot.core.rights import Actor, require_holder, require_live, require_open, require_seated
from bot.core.scribe import Scribe
from bot.games.base import Seat


def away_since(personal: Personal, now: datetime) -> datetime | None:
    """Since when a person is on vacation; None for who is not, or has been for so long that it is over."""
    since = personal.away_since
    return None if since is None or now - since >= LONGEST_PAUSE else since


def go_away(scribe: Scribe, player: int) -> None:
    """From now on the others are asked. "not-seated", "already-away", "no-turn-time" where no clock runs at all."""
    require_seated(require_open(scribe.table), player)
    if scribe.table.match.turn_time is None:
        raise MatchError("no-turn-time")
    if _is_away(scribe, player):
        raise MatchError("already-away")
    scribe.note(Away(player))


def come_back(scribe: Scribe, player: int) -> None:
    """The person's clock starts anew, if it stood still. "not-away"."""
    require_open(scribe.table)
    if not _is_away(scribe, player):
        raise MatchError("not-away")
    scribe.note(Back(player))


def agree_to_pause(scribe: Scribe, actor: Actor, seat: Seat) -> None:
    """A person seated agrees that somebody's clock stands still; it does when all others have.

    "not-seated", "own-seat", "not-away", "already-agreed", "no-such-seat", "has-left".
    """
    company = require_live(scribe.table)
    holder = require_holder(company, seat)
    if require_seated(company, actor.id) == seat:
        raise MatchError("own-seat")
    if holder.player is None or not _is_away(scribe, holder.player):
        raise MatchError("not-away")
    if Vote(Topic.PAUSE, seat, actor.id) in company.votes:
        raise MatchError("already-agreed")
    scribe.note(Agreed(actor.id, Topic.PAUSE, seat))


def end_long_pauses(scribe: Scribe) -> None:
    """Who has been away for too long is treated as anybody else again."""
    for player, since in scribe.table.company.away:
        if scribe.table.company.status.open and scribe.now - since >= LONGEST_PAUSE:
            scribe.note(Back(player, expired=True))


def _is_away(scribe: Scribe, player: int) -> bool:
    return any(away == player for away, _ in scribe.table.company.away)
