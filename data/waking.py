"""When matches are to be looked at, and who was reminded in them. Units of work of :mod:`data.store`."""

from __future__ import annotations

from datetime import datetime, timedelta
from math import ceil

from sqlalchemy import Connection, Update, case, delete, select, update

from bot.core.store import Reminding
from data.rows import insert_or, keep
from data.tables import OPEN, matches, notes, reminders
from data.types import later

ALIVE = "alive at"
"""The note of the last moment at which the bot served people."""


def keep_alive(now: datetime, patience: timedelta, connection: Connection) -> timedelta:
    """Note the moment; give the time back that has passed since the last, where it is too long."""
    noted = connection.execute(select(notes.c.text).where(notes.c.name == ALIVE)).scalar()
    since = None if noted is None else _read(noted)
    lost = timedelta(0)
    if since is not None and now - since > patience:
        lost = timedelta(seconds=ceil((now - since).total_seconds()))
        connection.execute(_giving_back(lost, since, connection))
    keep(connection, notes, [{"name": ALIVE, "text": now.isoformat()}])
    return lost


def _read(noted: str) -> datetime | None:
    try:
        return datetime.fromisoformat(noted)
    except ValueError:
        return None


def _giving_back(lost: timedelta, since: datetime, connection: Connection) -> Update:
    """All that was still ahead comes so much later."""
    moved = {
        column: case((column > since, later(column, lost, connection.dialect)), else_=column)
        for column in (matches.c.deadline, matches.c.reminder_at, matches.c.wake_at)
    }
    return update(matches).where(OPEN).values({**moved, matches.c.given_back: matches.c.given_back + lost})


def remind(reminding: Reminding, connection: Connection) -> frozenset[int] | None:
    """Keep who is reminded, where the match has not moved on; and no longer whom no message reminded in earlier turns.

    Where one did, it is kept until that message is taken away.
    """
    moved = (
        update(matches)
        .where(matches.c.id == reminding.match, matches.c.seq == reminding.seq, OPEN)
        .values(reminder_at=reminding.reminder_at, wake_at=reminding.wake_at)
    )
    if connection.execute(moved).rowcount != 1:
        return None
    over = (reminders.c.match == reminding.match) & (reminders.c.turn < reminding.turn)
    connection.execute(delete(reminders).where(over, reminders.c.message.is_(None)))
    moment = {"match": reminding.match, "turn": reminding.turn, "phase": reminding.phase}
    rows = [{**moment, "player": player} for player in sorted(reminding.people)]
    if not rows:
        return frozenset()
    new = insert_or(connection, reminders).values(rows).on_conflict_do_nothing().returning(reminders.c.player)
    return frozenset(connection.execute(new).scalars())
