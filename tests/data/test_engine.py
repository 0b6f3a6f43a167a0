"""Addresses of databases, and how their connections are set up."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from threading import get_ident

import pytest
from sqlalchemy import Connection, Engine, delete, insert, select, update
from sqlalchemy.exc import IntegrityError, OperationalError

from bot.core.errors import StoreError
from bot.core.store import Draft, Result
from data.database import query, transact
from data.engine import (
    PATIENCE,
    READERS,
    Engines,
    Lane,
    SqliteLane,
    open_engines,
    open_migration_lane,
    parse_address,
)
from data.store import SqlStore
from data.tables import actions, drafts, events, guilds, matches, players, results, seats
from tests.data.samples import ANNA, NOON, computer, keep, opened, person, rows, step

FULL = 2  # of PRAGMA synchronous


@pytest.mark.parametrize(
    ("address", "file"),
    [
        ("qwibot.sqlite3", "qwibot.sqlite3"),
        ("/var/lib/qwibot/a b?%20.db", "/var/lib/qwibot/a b?%20.db"),
        ("sqlite:///kept.db", "kept.db"),
        ("sqlite+pysqlite:////kept.db", "/kept.db"),
        ("sqlite:///file:kept.db?mode=ro&uri=true", "file:kept.db"),
    ],
)
def test_files_are_sqlite_s(address: str, file: str) -> None:
    url = parse_address(address)
    assert (url.drivername, url.database) == ("sqlite", file)


@pytest.mark.parametrize(
    ("address", "url"),
    [
        ("postgresql://a:b@host/name", "postgresql+asyncpg://a:b@host/name"),
        ("postgres://a:b@host:5433/name?sslmode=require", "postgresql+asyncpg://a:b@host:5433/name?sslmode=require"),
        ("postgresql+asyncpg://host/name", "postgresql+asyncpg://host/name"),
        ("postgresql+psycopg2://host/name", "postgresql+asyncpg://host/name"),
    ],
)
def test_servers_are_postgres_s(address: str, url: str) -> None:
    assert parse_address(address).render_as_string(hide_password=False) == url


@pytest.mark.parametrize(
    "address",
    [
        "",
        ":memory:",
        "sqlite://",
        "sqlite:///:memory:",
        "sqlite:///file:x?mode=memory&uri=true",
        "sqlite:///file::memory:?cache=shared&uri=true",
        "mysql://user:secret@host/name",
        "http://user:secret@host",
        "postgresql://user:secret@host:port/name",
        "postgresql://user:secret@host:65536/name",
        "://secret",
    ],
)
def test_what_is_no_address_is_refused_without_showing_it(address: str) -> None:
    with pytest.raises(StoreError, match="store-address") as refusal:
        parse_address(address)
    assert "secret" not in str(refusal.value)


def test_without_its_driver_postgres_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("data.engine.find_spec", lambda name: None)
    with pytest.raises(StoreError, match="store-driver-missing"):
        parse_address("postgresql://host/name")


# What DESIGN 2 asks of SQLite


@pytest.fixture
async def engines(sqlite_address: str) -> AsyncIterator[Engines]:
    """The engines of a database that is there."""
    async with opened(sqlite_address):
        pass
    engines = open_engines(parse_address(sqlite_address))
    yield engines
    await engines.dispose()


def engine_of(lane: Lane) -> Engine:
    assert isinstance(lane, SqliteLane)
    return lane.engine


def pragma(connection: Connection, name: str) -> object:
    return connection.exec_driver_sql(f"PRAGMA {name}").scalar()


@contextmanager
def every_connection(lane: Lane, number: int) -> Iterator[list[Connection]]:
    """All connections that a lane can have, none of them shared, and after the loss of those before."""
    engine = engine_of(lane)
    with ExitStack() as stack:
        for _ in range(number):
            stack.enter_context(engine.connect()).invalidate()
        stack.close()
        yield [stack.enter_context(engine.connect()) for _ in range(number)]


async def test_every_connection_waits_for_the_disk(engines: Engines, sqlite_address: str) -> None:
    migrating = open_migration_lane(parse_address(sqlite_address))
    for lane, number in ((engines.writer, 1), (engines.reader, READERS), (migrating, 1)):
        with every_connection(lane, number) as connections:
            assert [pragma(connection, "synchronous") for connection in connections] == [FULL] * number


async def test_every_connection_has_its_settings(engines: Engines) -> None:
    with every_connection(engines.writer, 1) as (writer,):
        assert pragma(writer, "journal_mode") == "wal"
        assert pragma(writer, "foreign_keys") == 1
        assert pragma(writer, "busy_timeout") == PATIENCE * 1000
    with every_connection(engines.reader, READERS) as readers:
        for reader in readers:
            assert pragma(reader, "query_only") == 1
            assert pragma(reader, "busy_timeout") == PATIENCE * 1000


async def test_there_is_one_writer(engines: Engines) -> None:
    with engine_of(engines.writer).connect():
        waiting = asyncio.create_task(transact(engines.writer, lambda connection: connection.in_transaction()))
        await asyncio.sleep(0.05)
        assert not waiting.done()
    assert await waiting


async def test_the_event_loop_goes_on_meanwhile(engines: Engines) -> None:
    threads = {
        await query(engines.reader, lambda _: get_ident()),
        await transact(engines.writer, lambda _: get_ident()),
    }
    assert len(threads | {get_ident()}) == 3


async def test_readers_cannot_write(engines: Engines) -> None:
    with pytest.raises(OperationalError, match="readonly"), engine_of(engines.reader).connect() as reader:
        reader.execute(insert(guilds).values(id=1))


async def test_a_transaction_has_the_lock_from_its_first_moment(engines: Engines, sqlite_address: str) -> None:
    with engine_of(engines.writer).begin() as writer:
        assert pragma(writer, "synchronous") == FULL  # nothing was written yet
        with (
            closing(sqlite3.connect(sqlite_address, timeout=0)) as other,
            pytest.raises(sqlite3.OperationalError, match="locked"),
        ):
            other.execute("BEGIN IMMEDIATE")


async def test_a_transaction_that_fails_leaves_nothing_and_no_lock(engines: Engines) -> None:
    def twice(connection: Connection) -> None:
        for _ in range(2):
            connection.execute(insert(guilds).values(id=1))

    with pytest.raises(IntegrityError):
        await transact(engines.writer, twice)
    with engine_of(engines.writer).begin() as writer:
        assert writer.execute(select(guilds)).all() == []


async def test_readers_wait_for_no_writer_and_see_what_was_stored(engines: Engines) -> None:
    with engine_of(engines.writer).begin() as writer:
        writer.execute(insert(guilds).values(id=1))
        with engine_of(engines.reader).connect() as reader:
            assert reader.execute(select(guilds.c.id)).all() == []
    with engine_of(engines.reader).connect() as reader:
        assert reader.execute(select(guilds.c.id)).scalars().all() == [1]


async def test_references_are_held(store: SqlStore) -> None:
    with pytest.raises(IntegrityError):
        await store.database.write(
            lambda connection: connection.execute(
                insert(actions).values(match=1, action_id="a", first_seq=1, last_seq=1)
            )
        )


async def test_what_belongs_to_a_match_goes_with_it(store: SqlStore) -> None:
    match = await keep(store, person(0, ANNA), computer(1))
    await store.put_draft(Draft(match.id, ANNA, "play", 1, "[]", NOON))
    result = Result(0, 0, ANNA, 1, 1, left=False, took_over=False, rated=True)
    await store.commit(replace(step(match, action_id="a"), results=[result]))
    await store.database.write(lambda connection: connection.execute(delete(matches)))
    for table in (seats, events, actions, drafts, results):
        assert await rows(store, table) == []
    assert len(await rows(store, players)) == 1


async def test_who_is_forgotten_becomes_a_number(store: SqlStore) -> None:
    match = await keep(store, person(0, ANNA))
    await store.put_draft(Draft(match.id, ANNA, "play", 1, "[]", NOON))
    result = Result(0, 0, ANNA, 1, 1, left=False, took_over=False, rated=True)
    await store.commit(replace(step(match), results=[result]))
    await store.database.write(lambda connection: connection.execute(update(players).values(id=-1, name=None)))
    stored = await store.load(match.id)
    assert (stored.match.host, stored.holders[0].player) == (-1, -1)
    assert [row.player for row in await rows(store, drafts) + await rows(store, results)] == [-1, -1]
