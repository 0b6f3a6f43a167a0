"""Makes a database ready for a store: its tables, and how SQLite keeps its file."""

from __future__ import annotations

import asyncio

from sqlalchemy import URL, Connection

from bot.core.errors import StoreError
from data.adopting import catch_up
from data.database import query, transact
from data.engine import is_sqlite, open_migration_lane, open_setting_lane
from data.migrations.upgrade import upgrade

_ATTEMPTS, _PAUSE = 200, 0.05


async def make_ready(url: URL) -> None:
    """Bring a database up to date, and what is counted in it. Several processes may do so at once."""
    lane = open_migration_lane(url)
    try:
        await transact(lane, upgrade)
        await transact(lane, catch_up)
    finally:
        await lane.dispose()
    if is_sqlite(url):  # only now, when the file is known to be ours
        await _use_wal(url)


async def _use_wal(url: URL) -> None:
    """Turn the file to the write-ahead log, with which it then stays."""
    lane = open_setting_lane(url)  # it keeps no connection, so it need not be closed
    for attempt in range(1, _ATTEMPTS + 1):
        try:
            await query(lane, _turn_to_wal)
        except StoreError as error:
            # Where another process does the same SQLite refuses to wait, whatever its timeout.
            if error.code != "store-busy" or attempt == _ATTEMPTS:
                raise
            await asyncio.sleep(_PAUSE)
        else:
            return


def _turn_to_wal(connection: Connection) -> None:
    connection.exec_driver_sql("PRAGMA journal_mode=WAL")
