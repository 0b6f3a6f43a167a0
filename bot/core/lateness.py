"""How long there is, and what follows when time is out (DESIGN 3, Ways to be absent). Pure."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta

from bot.core.store import Status, WhenLate
from bot.core.table import LOBBY_LIFE, Table, Times
from bot.games.base import Seat

SKIPS_IN_A_ROW = 3
"""After so many a computer takes the seat."""
ROUNDS_OF_WAITING = 3
"""So many full rounds, each turn with its whole time, a match waits for anybody to act."""
LONGEST_PAUSE = timedelta(days=30)
"""For so long a person's clock stands still at most."""
TIME_LEFT = 4
"""A reminder comes when a quarter of the time is left."""


def next_times(before: Table, after: Table, acting: Collection[Seat], now: datetime) -> Times:
    """All moments at which something is due, after a change in which the seats ``acting`` acted themselves."""
    if not after.company.status.open:
        return Times()
    deadline = next_deadline(before, after, acting, now)
    reminder = None if deadline is None else _next_reminder(before, after, acting, deadline)
    acted = after.company.status is Status.LIVE and after.company.acted_at != before.company.acted_at
    given_back = timedelta(0) if acted else before.match.given_back
    return Times(deadline, reminder, wake_at(after, deadline, reminder), given_back)


def wake_at(table: Table, deadline: datetime | None, reminder_at: datetime | None) -> datetime | None:
    """When a match has to be looked at next: when a time is out, a reminder due, or a pause too long."""
    pauses_end = (since + LONGEST_PAUSE for _, since in table.company.away)
    return min((moment for moment in (deadline, reminder_at, *pauses_end) if moment is not None), default=None)


def next_deadline(before: Table, after: Table, acting: Collection[Seat], now: datetime) -> datetime | None:
    """The moment at which time is out. A match that only waits has none as long as somebody's pause holds."""
    if after.company.status is Status.LOBBY:
        return after.company.opened_at + LOBBY_LIFE + after.match.given_back
    turn_time = after.match.turn_time
    clocked = after.clocked()
    if turn_time is None or not clocked:
        return None
    if _clock_starts(before, after, acting):
        return now + turn_time
    if after.match.when_late is WhenLate.WAIT and after.late() == {seat for seat, _ in clocked}:
        return max(abandoned_at(after), now) if clocked == after.awaited() else None
    if before.match.deadline is None or _found_late(before, after):
        return now + turn_time
    return before.match.deadline


def _next_reminder(before: Table, after: Table, acting: Collection[Seat], deadline: datetime) -> datetime | None:
    """When those who are awaited are to be reminded: once a turn and phase, and never in a practice match."""
    match = after.match
    if match.turn_time is None or match.channel is None or after.company.status is not Status.LIVE:
        return None
    if _clock_starts(before, after, acting):
        return deadline - match.turn_time / TIME_LEFT
    return None if _found_late(before, after) else before.match.reminder_at


def _clock_starts(before: Table, after: Table, acting: Collection[Seat]) -> bool:
    """Time starts anew when the turn or phase moves and when somebody else is awaited than before; not for one who
    takes a choice back, so that nobody can play for time.
    """
    newly = {(seat, player) for seat, player in after.clocked() - before.clocked() if seat not in acting}
    return bool(newly) or after.moment != before.moment


def _found_late(before: Table, after: Table) -> bool:
    return after.company.late_at != before.company.late_at


def abandoned_at(table: Table) -> datetime:
    """When a match that only waits, and in which no person acts, ends without result."""
    if table.match.turn_time is None or table.company.acted_at is None:
        raise ValueError("a match without time is never abandoned")
    turns = ROUNDS_OF_WAITING * sum(1 for _ in table.company.seated())
    return table.company.acted_at + turns * table.match.turn_time + table.match.given_back
