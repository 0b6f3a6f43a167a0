"""Addresses of databases, and how their connections are set up."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import closing
from dataclasses import replace
from threading import Barrier, Event, current_thread, get_ident
from typing import Any, TypeVar

import aiosqlite
import pytest
from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError, OperationalError

from bot.core.errors import StoreError
from bot.core.store import Draft, Result
from data.database import Database, query, transact
from data.engine import (
    PATIENCE,
    READERS,
    Engines,
    Lane,
    Work,
    open_engines,
    open_migration_lane,
    parse_address,
)
from data.store import SqlStore
from data.tables import actions, drafts, events, guilds, matches, players, results, seats
from tests.data.samples import ANNA, NOON, computer, keep, opened, person, rows, step

T = TypeVar("T")

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
    assert (url.drivername, url.database) == ("sqlite+aiosqlite", file)


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


def all_guilds(connection: Connection) -> Sequence[int]:
    return connection.execute(select(guilds.c.id)).scalars().all()


def pragmas(*names: str) -> Work[list[object]]:
    """The settings of the connection that one gets."""

    def work(connection: Connection) -> list[object]:
        return [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in names]

    return work


async def every_connection(lane: Lane, number: int, work: Work[T]) -> list[T]:
    """Do the work at once on all connections that a lane can have, and after the loss of those before."""

    def together(connection: Connection) -> T:
        met.wait(5)
        return work(connection)

    for _ in range(2):
        met = Barrier(number)
        found = await asyncio.gather(*(lane.query(together) for _ in range(number)))
        await lane.dispose()
    return found


async def test_every_connection_waits_for_the_disk(engines: Engines, sqlite_address: str) -> None:
    migrating = open_migration_lane(parse_address(sqlite_address))
    for lane, number in ((engines.writer, 1), (engines.reader, READERS), (migrating, 1)):
        assert await every_connection(lane, number, pragmas("synchronous")) == [[FULL]] * number


async def test_every_connection_has_its_settings(engines: Engines) -> None:
    writer = pragmas("journal_mode", "foreign_keys", "busy_timeout")
    assert await every_connection(engines.writer, 1, writer) == [["wal", 1, PATIENCE * 1000]]
    reader = pragmas("query_only", "busy_timeout")
    assert await every_connection(engines.reader, READERS, reader) == [[1, PATIENCE * 1000]] * READERS


async def test_there_is_one_writer(engines: Engines) -> None:
    database, first = Database(engines), Event()
    writing = asyncio.create_task(database.write(lambda _: first.wait(5)))
    waiting = asyncio.create_task(database.write(lambda connection: connection.in_transaction()))
    await asyncio.sleep(0.05)
    assert not waiting.done()
    first.set()
    assert [await writing, await waiting] == [True, True]


async def test_the_event_loop_goes_on_meanwhile(engines: Engines) -> None:
    threads = {
        await query(engines.reader, lambda _: get_ident()),
        await transact(engines.writer, lambda _: get_ident()),
    }
    assert len(threads | {get_ident()}) == 3


async def test_nothing_waits_for_a_thread_that_nobody_stops(engines: Engines) -> None:
    assert await query(engines.reader, lambda _: current_thread().daemon)


async def test_a_unit_of_work_is_one_trip_to_aiosqlite(engines: Engines, monkeypatch: pytest.MonkeyPatch) -> None:
    trips: list[object] = []
    execute: Any = aiosqlite.Connection._execute

    async def counted(self: aiosqlite.Connection, *arguments: Any) -> Any:
        trips.append(arguments)
        return await execute(self, *arguments)

    monkeypatch.setattr(aiosqlite.Connection, "_execute", counted)
    await transact(engines.writer, pragmas("synchronous", "foreign_keys", "journal_mode"))
    assert len(trips) == 1


async def test_readers_cannot_write(engines: Engines) -> None:
    with pytest.raises(OperationalError, match="readonly"):
        await engines.reader.query(lambda reader: reader.execute(insert(guilds).values(id=1)))


async def test_a_transaction_has_the_lock_from_its_first_moment(engines: Engines, sqlite_address: str) -> None:
    def another_begins(writer: Connection) -> None:
        assert pragmas("synchronous")(writer) == [FULL]  # nothing was written yet
        with closing(sqlite3.connect(sqlite_address, timeout=0)) as other:
            other.execute("BEGIN IMMEDIATE")

    with pytest.raises(sqlite3.OperationalError, match="locked"):
        await engines.writer.transact(another_begins)


async def test_a_transaction_that_fails_leaves_nothing_and_no_lock(engines: Engines) -> None:
    def twice(connection: Connection) -> None:
        for _ in range(2):
            connection.execute(insert(guilds).values(id=1))

    with pytest.raises(IntegrityError):
        await transact(engines.writer, twice)
    assert await transact(engines.writer, all_guilds) == []


async def test_readers_wait_for_no_writer_and_see_what_was_stored(engines: Engines) -> None:
    written, seen = Event(), Event()

    def write(writer: Connection) -> bool:
        writer.execute(insert(guilds).values(id=1))
        written.set()
        return seen.wait(5)

    writing = asyncio.create_task(engines.writer.transact(write))
    assert await asyncio.to_thread(written.wait, 5)
    assert await engines.reader.query(all_guilds) == []
    seen.set()
    assert await writing
    assert await engines.reader.query(all_guilds) == [1]


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


async def test_an_error_says_nothing_of_what_was_to_be_stored(store: SqlStore) -> None:
    """It may get into the log, and a match's hands and secret are hidden there."""
    await store.see_player(ANNA, "Anna")
    twice = insert(players).values(id=ANNA, name="a hidden word", reminders=True)
    with pytest.raises(IntegrityError) as raised:
        await store.database.write(lambda connection: connection.execute(twice))
    assert "hidden word" not in str(raised.value)
