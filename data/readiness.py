"""Makes a database ready for a store: its tables, and how SQLite keeps its file."""

from __future__ import annotations

import asyncio

from sqlalchemy import URL, Connection, NullPool, create_engine
from sqlalchemy.exc import DBAPIError

from bot.core.errors import StoreError
from data.database import query, transact
from data.engine import is_sqlite, open_migration_engine, open_setting_engine
from data.faults import store_error
from data.migrations.upgrade import upgrade

_ATTEMPTS, _PAUSE = 200, 0.05


async def make_ready(url: URL) -> None:
    """Bring a database up to date. Several processes may do so at once."""
    if is_sqlite(url):
        await asyncio.to_thread(_look_into, url)
    engine = open_migration_engine(url)
    try:
        await transact(engine, upgrade)
    finally:
        await engine.dispose()
    if is_sqlite(url):  # only now, when the file is known to be ours
        await _use_wal(url)


def _look_into(url: URL) -> None:
    """See that the file can be read, by the plain driver: the other one leaves a thread behind when it cannot."""
    engine = create_engine(url.set(drivername="sqlite"), poolclass=NullPool)
    try:
        with engine.connect() as connection:
            connection.exec_driver_sql("SELECT count(*) FROM sqlite_master")
    except DBAPIError as error:
        raise store_error(error) or error from error


async def _use_wal(url: URL) -> None:
    """Turn the file to the write-ahead log, with which it then stays."""
    engine = open_setting_engine(url)  # it keeps no connection, so it need not be closed
    for attempt in range(1, _ATTEMPTS + 1):
        try:
            await query(engine, _turn_to_wal)
        except StoreError as error:
            # Where another process does the same SQLite refuses to wait, whatever its timeout.
            if error.code != "store-busy" or attempt == _ATTEMPTS:
                raise
            await asyncio.sleep(_PAUSE)
        else:
            return


def _turn_to_wal(connection: Connection) -> None:
    connection.exec_driver_sql("PRAGMA journal_mode=WAL")
