"""Where the database is, and the engines that reach it.

An address is the path of an SQLite file or what PostgreSQL itself takes (``postgresql://name:password@host/database``
with the options of its own tools). Every engine of SQLite is set up here and nowhere else: what one connection
forgets (``synchronous=FULL``, foreign keys) is lost for all.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from typing import Any, Protocol, TypeVar

import aiosqlite
from sqlalchemy import URL, Connection, Engine, NullPool, StaticPool, create_engine, event, make_url
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

# Reading takes no transaction: a query is one by itself, and the store never needs two of them to agree.
WITHOUT_TRANSACTIONS: dict[str, Any] = {"isolation_level": "AUTOCOMMIT", "skip_autocommit_rollback": True}

# What is stored holds hands, names and the secret of a match: an error that gets into the log names none of it.
DISCREET: dict[str, Any] = {"hide_parameters": True}

T = TypeVar("T")
Work = Callable[[Connection], T]
"""A unit of work: speaks to the database, and waits for nothing else."""
Connect = Callable[[], sqlite3.Connection]
"""Makes a connection to a file of SQLite, set up as it is to be."""


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
    """SQLite through aiosqlite, each of whose connections has a thread: a unit of work goes there and back once.

    Statement by statement the trips would cost more than the statements. Connections are made when they are wanted;
    how many there are whoever asks decides (:class:`data.database.Database`).
    """

    def __init__(self, connect: Connect, transactions: bool = True, keeps: bool = True) -> None:
        self._connect = connect
        self._transactions = transactions
        self._keeps = keeps
        """Whether connections wait for the next unit of work, or are closed after each."""
        self._idle: list[_Carrier] = []

    async def transact(self, work: Work[T]) -> T:
        return await self._carry(_transact, work)

    async def query(self, work: Work[T]) -> T:
        return await self._carry(_query, work)

    async def dispose(self) -> None:
        while self._idle:
            await self._idle.pop().close()

    async def _carry(self, do: Callable[[Engine, Work[T]], T], work: Work[T]) -> T:
        carrier = self._idle.pop() if self._idle else await _Carrier.made(self._connect, self._transactions)
        try:
            return await carrier.carry(do, work)
        finally:
            self._idle.append(carrier)
            if not self._keeps:
                await self.dispose()


class _Carrier:
    """One connection of aiosqlite, and the engine that speaks to SQLAlchemy on its thread."""

    def __init__(self, connection: aiosqlite.Connection, engine: Engine) -> None:
        self._connection = connection
        self._engine = engine

    @classmethod
    async def made(cls, connect: Connect, transactions: bool) -> _Carrier:
        opened: list[sqlite3.Connection] = []

        def connect_here() -> sqlite3.Connection:
            opened.append(connect())
            return opened[0]

        connection = aiosqlite.Connection(connect_here, iter_chunk_size=1)
        thread = connection._thread
        thread.daemon = True  # a process that crashes must not wait for a thread that nobody stops any more
        try:
            await connection
        except sqlite3.Error:
            await asyncio.to_thread(thread.join)  # it still has something to say to the event loop
            raise
        options = {} if transactions else WITHOUT_TRANSACTIONS
        engine = create_engine("sqlite://", creator=lambda: opened[0], poolclass=StaticPool, **DISCREET, **options)
        if transactions:
            event.listen(engine, "begin", _begin_immediate)
        return cls(connection, engine)

    async def carry(self, do: Callable[[Engine, Work[T]], T], work: Work[T]) -> T:
        # aiosqlite has no public way to its thread but one statement at a time.
        execute: Callable[..., Awaitable[T]] = self._connection._execute
        return await execute(do, self._engine, work)

    async def close(self) -> None:
        await self._connection.close()


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


def open_engines(url: URL, patience: float = PATIENCE, longest: float | None = LONGEST_STATEMENT) -> Engines:
    """The engines on which a store runs. Connects to nothing yet.

    ``longest`` None: a statement on PostgreSQL may take as long as it takes.
    """
    if is_sqlite(url):
        writer = SqliteLane(_sqlite(url, patience, "foreign_keys=ON"))
        reader = SqliteLane(_sqlite(url, patience, "query_only=ON"), transactions=False)
        return Engines(writer, 1, reader, READERS)
    postgres = PostgresLane(_postgres_engine(url, patience, longest, **_pool(WRITERS)))
    reading = _postgres_engine(url, patience, longest, **_pool(READERS), **WITHOUT_TRANSACTIONS)
    return Engines(postgres, WRITERS, PostgresLane(reading), READERS)


def open_migration_lane(url: URL) -> Lane:
    """The way by which migrations run, once.

    On SQLite without foreign keys, since a table is altered by making it anew, and dropping the old one would take
    along what refers to it.
    """
    if is_sqlite(url):
        return SqliteLane(_sqlite(url, MIGRATION_PATIENCE, "foreign_keys=OFF"), keeps=False)
    return PostgresLane(_postgres_engine(url, MIGRATION_PATIENCE, longest=None, poolclass=NullPool))


def open_setting_lane(url: URL) -> Lane:
    """The way by which the settings of a file of SQLite are changed, outside of transactions."""
    return SqliteLane(_sqlite(url, MIGRATION_PATIENCE), transactions=False, keeps=False)


def _pool(size: int) -> dict[str, Any]:
    return {"pool_size": size, "max_overflow": 0}


def _sqlite_url(url: URL) -> URL:
    if not url.database or ":memory:" in url.database or url.query.get("mode") == "memory":
        raise StoreError("store-address")  # nothing would last
    return url.set(drivername="sqlite+aiosqlite")


def _sqlite(url: URL, patience: float, *pragmas: str) -> Connect:
    """How a connection to a file is made."""
    ((place,), options) = url.get_dialect()().create_connect_args(url)
    # With the driver's own idea of when a transaction begins increments got lost, without an error.
    options = {**options, "timeout": patience, "isolation_level": None}
    return partial(_connect_to_sqlite, place, options, ("synchronous=FULL", *pragmas))


def _connect_to_sqlite(place: str, options: Mapping[str, Any], pragmas: Iterable[str]) -> sqlite3.Connection:
    connection: sqlite3.Connection = sqlite3.connect(place, **options)
    try:
        for pragma in pragmas:
            connection.execute(f"PRAGMA {pragma}").close()
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _begin_immediate(connection: Connection) -> None:
    # The lock is taken before anything is read: two that read first would both judge on the same state.
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _postgres_url(url: URL) -> URL:
    if find_spec("asyncpg") is None:
        raise StoreError("store-driver-missing")
    return url.set(drivername="postgresql+asyncpg")


def _postgres_engine(url: URL, patience: float, longest: float | None, **pool: Any) -> AsyncEngine:
    """An engine that connects by the whole address, which so may hold all that PostgreSQL's own tools understand."""
    import asyncpg  # type: ignore[import-untyped]  # it brings no types

    connect = partial(
        asyncpg.connect,
        url.set(drivername="postgresql").render_as_string(hide_password=False),
        timeout=LONGEST_CONNECTING,
        command_timeout=longest,
        server_settings={"lock_timeout": f"{patience}s"},
    )
    return create_async_engine(url, async_creator=connect, pool_pre_ping=True, **DISCREET, **pool)
