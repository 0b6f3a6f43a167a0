"""The scheduler of a hall, and what its tests need of it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from sqlalchemy import update

from bot.core.scheduler import Scheduler
from bot.core.store import Status
from data.store import SqlStore
from data.tables import matches
from tests.core.hall import HOUR, Hall

DAY, MINUTE, TICK = 24 * HOUR, timedelta(minutes=1), timedelta(microseconds=1)
NEVER = timedelta(days=3650)
"""A beat with which no jump of the clock is taken for downtime."""


def scheduler_of(hall: Hall, beat: timedelta = NEVER, reachable: Callable[[], bool] = lambda: True) -> Scheduler:
    return Scheduler(hall.service, hall.store, hall.clock, reachable, beat)


async def status(hall: Hall, match_id: int) -> Status:
    return (await hall.look(match_id)).match.status


async def set_wake(hall: Hall, moment: datetime | None) -> None:
    """Have all matches looked at then."""
    assert isinstance(hall.store, SqlStore)
    moved = update(matches).values(wake_at=moment)
    await hall.store.database.write(lambda connection: connection.execute(moved))
