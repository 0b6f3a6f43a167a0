"""How long there is, and what follows when time is out (DESIGN 3, Ways to be absent). Pure."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from bot.core.store import Status, WhenLate
from bot.core.table import LOBBY_LIFE, Table
from bot.games.base import Seat

SKIPS_IN_A_ROW = 3
"""After so many a computer takes the seat."""
ROUNDS_OF_WAITING = 3
"""So many full rounds, each turn with its whole time, a match waits for anybody to act."""


def next_deadline(before: Table, after: Table, acting: Collection[Seat], now: datetime) -> datetime | None:
    """The moment at which time is out, after a change in which the seats ``acting`` acted themselves.

    Time starts anew when the turn or phase moves and when somebody else is awaited than before; not for one who
    takes a choice back, so that nobody can play for time.
    """
    if after.company.status is Status.LOBBY:
        return after.company.opened_at + LOBBY_LIFE
    turn_time = after.match.turn_time
    awaited = after.awaited()
    if turn_time is None or not awaited:
        return None
    newly = {(seat, player) for seat, player in awaited - before.awaited() if seat not in acting}
    if newly or after.moment != before.moment:
        return now + turn_time
    if after.company.late_at != before.company.late_at:
        return max(abandoned_at(after), now) if after.match.when_late is WhenLate.WAIT else now + turn_time
    return before.match.deadline


def abandoned_at(table: Table) -> datetime:
    """When a match that only waits, and in which no person acts, ends without result."""
    if table.match.turn_time is None or table.company.acted_at is None:
        raise ValueError("a match without time is never abandoned")
    turns = ROUNDS_OF_WAITING * sum(1 for _ in table.company.seated())
    return table.company.acted_at + turns * table.match.turn_time
