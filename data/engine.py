"""Where the database is, and the engines that reach it.

An address is the path of an SQLite file or what PostgreSQL itself takes (``postgresql://name:password@host/database``
with the options of its own tools). Every engine of SQLite is set up here and nowhere else: what one connection
forgets (``synchronous=FULL``, foreign keys) is lost for all.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from typing import Any, Protocol, TypeVar

from sqlalchemy import URL, Connection, Engine, NullPool, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot.core.errors import StoreError

DEFAULT_ADDRESS = "qwibot.sqlite3"
"""A file in the folder that the program is started in."""

READERS = 4
"""Connections that only read. SQLite's readers wait for nobody and keep nobody waiting (WAL)."""
WRITERS = 4
"""Connections of PostgreSQL that write. SQLite has one, since it writes one after another anyway."""
PATIENCE = 5.0
"""Seconds that a write waits for another's lock before it is refused as "store-busy"."""
MIGRATION_PATIENCE = 60.0
"""Seconds that a start waits for another process that brings the tables up to date."""
LONGEST_CONNECTING, LONGEST_STATEMENT = 10.0, 30.0
"""Seconds after which a server of PostgreSQL that does not answer is "store-unreachable"."""


T = TypeVar("T")
Work = Callable[[Connection], T]
"""A unit of work: speaks to the database, and waits for nothing else."""


class Lane(Protocol):
    """A way to a database, with connections of its own."""

    async def transact(self, work: Work[T]) -> T:
        """Do the work in a transaction, whole or not at all."""
        ...

    async def query(self, work: Work[T]) -> T:
        """Do the work on a connection."""
        ...

    async def dispose(self) -> None:
        """Close all connections that nobody uses. Others are made where there is more to do."""
        ...


class SqliteLane:
    """SQLite by Python's own driver: each unit of work is done in one go, in a thread that is there for that.

    An async driver would go to a thread and back for every statement, which costs more than the statements.
    """

    def __init__(self, engine: Engine, connections: int) -> None:
        self.engine = engine
        self._threads = ThreadPoolExecutor(connections, thread_name_prefix="sqlite")

    async def transact(self, work: Work[T]) -> T:
        return await self._in_thread(_transact, work)

    async def query(self, work: Work[T]) -> T:
        return await self._in_thread(_query, work)

    async def dispose(self) -> None:
        await asyncio.to_thread(self.engine.dispose)

    async def _in_thread(self, do: Callable[[Engine, Work[T]], T], work: Work[T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, do, self.engine, work)


class PostgresLane:
    """PostgreSQL by a driver that waits without a thread."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    async def transact(self, work: Work[T]) -> T:
        async with self.engine.begin() as connection:
            return await connection.run_sync(work)

    async def query(self, work: Work[T]) -> T:
        async with self.engine.connect() as connection:
            return await connection.run_sync(work)

    async def dispose(self) -> None:
        await self.engine.dispose()


def _transact(engine: Engine, work: Work[T]) -> T:
    with engine.begin() as connection:
        return work(connection)


def _query(engine: Engine, work: Work[T]) -> T:
    with engine.connect() as connection:
        return work(connection)


@dataclass(frozen=True, slots=True)
class Engines:
    """The two ways to one database: to change it, and only to read it; and how many connections each may have."""

    writer: Lane
    writers: int
    reader: Lane
    readers: int

    async def dispose(self) -> None:
        """Close all connections."""
        await self.writer.dispose()
        await self.reader.dispose()


def parse_address(address: str) -> URL:
    """The address for SQLAlchemy, with the drivers that we use. StoreError "store-address" where it is none."""
    if "://" not in address:
        return _sqlite_url(URL.create("sqlite", database=address))
    if address.startswith("postgres://"):  # as some hosts still write it
        address = address.replace("postgres", "postgresql", 1)
    try:
        url = make_url(address)
        name = url.get_backend_name()
    except (ArgumentError, ValueError) as error:
        raise StoreError("store-address") from error
    if name == "sqlite":
        return _sqlite_url(url)
    if name == "postgresql" and 0 <= (url.port or 0) < 1 << 16:
        return _postgres_url(url)
    raise StoreError("store-address")


def is_sqlite(url: URL) -> bool:
    return url.get_backend_name() == "sqlite"


def open_engines(url: URL, patience: float = PATIENCE) -> Engines:
    """The engines on which a store runs. Connects to nothing yet."""
    # Reading takes no transaction: a query is one by itself, and the store never needs two of them to agree.
    reading = _pool(READERS) | {"isolation_level": "AUTOCOMMIT", "skip_autocommit_rollback": True}
    if is_sqlite(url):
        writer = SqliteLane(_sqlite_engine(url, patience, "foreign_keys=ON", **_pool(1)), 1)
        reader = SqliteLane(_sqlite_engine(url, patience, "query_only=ON", **reading), READERS)
        return Engines(writer, 1, reader, READERS)
    postgres = PostgresLane(_postgres_engine(url, patience, **_pool(WRITERS)))
    return Engines(postgres, WRITERS, PostgresLane(_postgres_engine(url, patience, **reading)), READERS)


def open_migration_lane(url: URL) -> Lane:
    """The way by which migrations run, once.

    On SQLite without foreign keys, since a table is altered by making it anew, and dropping the old one would take
    along what refers to it.
    """
    if is_sqlite(url):
        return SqliteLane(_sqlite_engine(url, MIGRATION_PATIENCE, "foreign_keys=OFF", poolclass=NullPool), 1)
    return PostgresLane(_postgres_engine(url, MIGRATION_PATIENCE, longest=None, poolclass=NullPool))


def open_setting_lane(url: URL) -> Lane:
    """The way by which the settings of a file of SQLite are changed, outside of transactions."""
    return SqliteLane(_sqlite_engine(url, MIGRATION_PATIENCE, poolclass=NullPool, isolation_level="AUTOCOMMIT"), 1)


def _pool(size: int) -> dict[str, Any]:
    return {"pool_size": size, "max_overflow": 0}


def _sqlite_url(url: URL) -> URL:
    if not url.database or ":memory:" in url.database or url.query.get("mode") == "memory":
        raise StoreError("store-address")  # nothing would last
    return url.set(drivername="sqlite")


def _sqlite_engine(url: URL, patience: float, *pragmas: str, **options: Any) -> Engine:
    engine = create_engine(url, connect_args={"timeout": patience}, **options)
    event.listen(engine, "connect", partial(_set_up_sqlite, pragmas))
    if "isolation_level" not in options:
        event.listen(engine, "begin", _begin_immediate)
    return engine


def _set_up_sqlite(pragmas: tuple[str, ...], connection: Any, _record: object) -> None:
    # The driver would begin transactions when it thinks fit; increments got lost so, without an error.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in ("synchronous=FULL", *pragmas):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_immediate(connection: Connection) -> None:
    # The lock is taken before anything is read: two that read first would both judge on the same state.
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _postgres_url(url: URL) -> URL:
    if find_spec("asyncpg") is None:
        raise StoreError("store-driver-missing")
    return url.set(drivername="postgresql+asyncpg")


def _postgres_engine(url: URL, patience: float, longest: float | None = LONGEST_STATEMENT, **pool: Any) -> AsyncEngine:
    """An engine that connects by the whole address, which so may hold all that PostgreSQL's own tools understand."""
    import asyncpg  # type: ignore[import-untyped]  # it brings no types

    connect = partial(
        asyncpg.connect,
        url.set(drivername="postgresql").render_as_string(hide_password=False),
        timeout=LONGEST_CONNECTING,
        command_timeout=longest,
        server_settings={"lock_timeout": f"{patience}s"},
    )
    return create_async_engine(url, async_creator=connect, pool_pre_ping=True, **pool)
