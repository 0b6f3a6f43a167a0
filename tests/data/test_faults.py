"""What can be wrong with what is kept: a clear error, the state as it was, and on it goes when the fault is over."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from sqlalchemy import Connection, insert, select, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.util import await_only

from bot.core.errors import ConflictError, StoreError
from bot.core.store import Match
from bot.core.text import Words
from data import faults
from data.database import ATTEMPTS, Database
from data.engine import WRITERS, Work, open_engines, parse_address
from data.store import SqlStore
from data.tables import guilds, matches
from tests.data.samples import keep, opened, rows, step
from tests.postgres import PostgresServer

PAGE = 4096


@pytest.fixture
async def sqlite_store(sqlite_address: str) -> AsyncIterator[SqlStore]:
    async with opened(sqlite_address, patience=0.1) as store:
        yield store


async def refused(store: SqlStore, match: Match, code: str) -> None:
    """A change is refused with the code, and nothing of it is stored."""
    change = step(match, "x" * 20 * PAGE, action_id="refused", turn=9)
    with pytest.raises(StoreError, match=code):
        await store.commit(change)


async def test_every_code_has_words() -> None:
    codes = {*faults._SQLITE_CODES.values(), *faults._POSTGRES_CODES.values()}
    assert codes == {"store-busy", "store-damaged", "store-full", "store-read-only", "store-unreachable"}
    for code in codes:
        assert Words().explain(StoreError(code, reason="x")) != f"error.{code}"


async def test_a_fault_of_the_program_is_not_dressed_up(store: SqlStore) -> None:
    with pytest.raises(ZeroDivisionError):
        await store.database.write(lambda _: 1 // 0)
    with pytest.raises(IntegrityError):
        await store.database.write(lambda c: c.execute(insert(guilds), [{"id": 1}, {"id": 1}]))


# A full disk


async def test_a_full_disk(sqlite_store: SqlStore) -> None:
    match = await keep(sqlite_store)
    before = await sqlite_store.load(match.id)
    await sqlite_store.database.write(allow_pages(0))
    for _ in range(3):
        await refused(sqlite_store, match, "store-full")
    assert await sqlite_store.load(match.id) == before
    assert await sqlite_store.applied(match.id, "refused") is None
    await sqlite_store.mark_posted(match.id, 1, 5)  # takes no room
    await sqlite_store.database.write(allow_pages(1000))
    await sqlite_store.commit(step(match, "x" * 20 * PAGE))
    assert (await sqlite_store.load(match.id)).match.seq == 2


def allow_pages(more: int) -> Callable[[Connection], None]:
    """Let the file grow by so many pages and no further."""

    def work(connection: Connection) -> None:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages + more}")

    return work


# A file that cannot be written


async def test_a_file_opened_for_reading(sqlite_address: str) -> None:
    async with opened(sqlite_address) as store:
        match = await keep(store)
    async with opened(f"sqlite:///file:{sqlite_address}?mode=ro&uri=true") as store:
        await refused(store, match, "store-read-only")
        assert (await store.load(match.id)).match == match
    async with opened(sqlite_address) as store:
        await store.commit(step(match))


async def test_a_file_opened_for_reading_gets_no_tables(sqlite_address: str) -> None:
    write(sqlite_address, b"")
    with pytest.raises(StoreError, match="store-read-only"):
        async with opened(f"sqlite:///file:{sqlite_address}?mode=ro&uri=true"):
            pass
    assert read(sqlite_address) == b""


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that everybody may write, and who looks into the folders of the tests may not."""
    with TemporaryDirectory(prefix="qwibot-") as name:
        folder = Path(name)
        folder.chmod(0o777)
        yield folder


@contextmanager
def without_rights() -> Iterator[None]:
    """As somebody for whom the rights of files hold."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)  # nobody
    try:
        yield
    finally:
        os.seteuid(0)


async def test_a_file_that_may_not_be_written_for_a_while(open_folder: Path) -> None:
    address = str(open_folder / "kept.sqlite3")
    with without_rights():
        async with opened(address) as store:
            match = await keep(store)
        allow(open_folder, 0o444)
        async with opened(address) as store:
            await refused(store, match, "store-read-only")
            assert (await store.load(match.id)).match == match
            allow(open_folder, 0o644)
            with suppress(StoreError):  # readers hold the file as it was: the first to meet that has it closed
                await store.commit(step(match))
            with suppress(ConflictError):
                await store.commit(step(match))
            assert (await store.load(match.id)).match.seq == 2


def allow(folder: Path, mode: int) -> None:
    for file in folder.iterdir():
        file.chmod(mode)


# A damaged file


async def test_a_file_that_is_no_database(sqlite_address: str) -> None:
    content = b"Dear diary, " * 1000
    write(sqlite_address, content)
    with pytest.raises(StoreError, match="store-damaged"):
        async with opened(sqlite_address):
            pass
    assert read(sqlite_address) == content


async def test_a_damaged_file(sqlite_address: str) -> None:
    async with opened(sqlite_address) as store:
        match = await keep(store, seq=400)
        other = await keep(store, channel=None)
        before = await store.load(match.id)
    content = read(sqlite_address)
    async with opened(sqlite_address) as store:
        write(sqlite_address, damaged(content))
        with pytest.raises(StoreError, match="store-damaged"):
            await store.load(match.id)
        with pytest.raises(StoreError, match="store-damaged"):
            await store.load(match.id)
        assert await store.all_matches() == (match.id, other.id)  # what is whole can still be read
        write(sqlite_address, content)
        assert await store.load(match.id) == before
        await store.commit(step(match))


async def test_damage_that_a_change_meets_leaves_no_lock(sqlite_address: str) -> None:
    async with opened(sqlite_address) as store:
        match = await keep(store, seq=400)
    content = read(sqlite_address)
    async with opened(sqlite_address) as store:
        write(sqlite_address, damaged(content))
        with pytest.raises(StoreError, match="store-damaged") as remembered:
            await store.commit(step(match))
        # A lock for a moment is that of a connection being closed, which writes the log back into the file.
        with closing(sqlite3.connect(sqlite_address, timeout=5, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            other.execute("ROLLBACK")
        write(sqlite_address, content)
        await store.commit(step(match))
        assert remembered.value.data


@pytest.mark.parametrize("seed", range(8))
async def test_any_damage_is_met_in_words(sqlite_address: str, seed: int) -> None:
    async with opened(sqlite_address) as store:
        ids = [(await keep(store, channel=number, seq=60)).id for number in range(12)]
    content, chance = read(sqlite_address), Random(seed)
    async with opened(sqlite_address) as store:
        write(sqlite_address, damaged_at_random(content, chance))
        for match_id in ids:
            with suppress(StoreError):
                stored = await store.load(match_id)
                assert stored.match.id == match_id
        for question in (store.unshown, store.computers_due, store.all_matches):
            with suppress(StoreError):
                await question()
        with suppress(StoreError):
            await keep(store, channel=None)


async def test_text_that_is_none_is_damage(sqlite_store: SqlStore) -> None:
    match = await keep(sqlite_store)
    await sqlite_store.database.write(run("UPDATE events SET payload = CAST(x'ff' AS TEXT)"))
    with pytest.raises(StoreError, match="store-damaged"):
        await sqlite_store.load(match.id)


@pytest.mark.parametrize(
    "change",
    ["status = 'lively'", "when_late = ''", "turn_time = 'long'", "deadline = 'soon'", "deadline = 9e18"],
)
async def test_values_that_cannot_be_are_damage(sqlite_store: SqlStore, change: str) -> None:
    match = await keep(sqlite_store)
    await sqlite_store.database.write(run(f"UPDATE matches SET {change}"))
    with pytest.raises(StoreError, match="store-damaged"):
        await sqlite_store.load(match.id)


def read(address: str) -> bytes:
    return Path(address).read_bytes()


def write(address: str, content: bytes) -> None:
    """Overwrite a file in place, as a failing disk does."""
    with Path(address).open("r+b" if Path(address).exists() else "wb") as file:
        file.write(content)


def damaged(content: bytes) -> bytes:
    """The content with every page overwritten that holds events."""
    pages = [content[at : at + PAGE] for at in range(0, len(content), PAGE)]
    return b"".join(b"\xff" * PAGE if b'{"kind":"sample"}' in page else page for page in pages)


def damaged_at_random(content: bytes, chance: Random) -> bytes:
    broken = bytearray(content)
    for _ in range(chance.choice((1, 4, 12))):
        at = chance.randrange(1, len(content) // PAGE) * PAGE
        broken[at : at + PAGE] = chance.choice((bytes(PAGE), b"\xff" * PAGE, chance.randbytes(PAGE)))
    return bytes(broken)


def run(statement: str) -> Work[None]:
    def work(connection: Connection) -> None:
        connection.execute(text(statement))

    return work


# No file at all


@pytest.mark.parametrize("place", [".", "nowhere/kept.sqlite3"], ids=["a folder", "in a folder that is not there"])
def test_a_file_that_cannot_be(tmp_path: Path, place: str) -> None:
    async def start() -> None:
        async with opened(str(tmp_path / place)):
            pass

    with pytest.raises(StoreError, match="store-unreachable"):
        asyncio.run(start())  # and nothing is left behind that misses the loop
    assert list(tmp_path.iterdir()) == []


# Others at the same database


async def test_a_lock_that_is_held_too_long(sqlite_store: SqlStore, sqlite_address: str) -> None:
    match = await keep(sqlite_store)
    with closing(sqlite3.connect(sqlite_address, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        await refused(sqlite_store, match, "store-busy")
        assert (await sqlite_store.load(match.id)).match == match  # reading waits for nobody
        other.execute("ROLLBACK")
    await sqlite_store.commit(step(match))


async def test_a_turn_that_does_not_come(sqlite_store: SqlStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("data.database.LONGEST_WAIT", 0.05)
    match = await keep(sqlite_store)
    over = threading.Event()
    holding = asyncio.create_task(sqlite_store.database.write(lambda _: over.wait()))
    await asyncio.sleep(0)
    await refused(sqlite_store, match, "store-busy")
    over.set()
    await holding
    await sqlite_store.commit(step(match))


async def test_a_row_that_is_locked_too_long(postgres_address: str) -> None:
    async with opened(postgres_address) as other, opened(postgres_address, patience=0.1) as store:
        match = await keep(store)
        held, over = asyncio.Event(), asyncio.Event()

        def hold(connection: Connection) -> None:
            connection.execute(select(matches).with_for_update())
            held.set()
            await_only(over.wait())

        holding = asyncio.create_task(other.database.write(hold))
        await held.wait()
        await refused(store, match, "store-busy")
        over.set()
        await holding
        await store.commit(step(match))


@pytest.mark.parametrize("code", ["40001", "40P01"])
async def test_what_postgres_gives_up_is_begun_again(postgres_address: str, code: str) -> None:
    async with opened(postgres_address) as store:
        begun = []

        def work(connection: Connection) -> None:
            begun.append(code)
            connection.execute(insert(guilds).values(id=len(begun)))
            if len(begun) < ATTEMPTS:
                connection.execute(text(f"DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '{code}'; END $$"))

        await store.database.write(work)
        assert [row.id for row in await rows(store, guilds)] == [ATTEMPTS]
        begun.clear()
        begun += [code] * -ATTEMPTS
        with pytest.raises(ConflictError):
            await store.database.write(run(f"DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '{code}'; END $$"))


# PostgreSQL out of reach


async def test_a_server_that_goes_and_comes_back(postgres: PostgresServer) -> None:
    async with opened(postgres.new_address()) as store:
        match = await keep(store)
        postgres.stop()
        try:
            await asyncio.gather(*(refused(store, match, "store-unreachable") for _ in range(10)))
            with pytest.raises(StoreError, match="store-unreachable"):
                await store.load(match.id)
        finally:
            postgres.start()
        assert (await store.load(match.id)).match == match
        await store.commit(step(match))


async def test_nobody_waits_behind_a_connection_that_cannot_be_made() -> None:
    database = Database(open_engines(parse_address("postgresql://127.0.0.1:1/nothing")))
    async with asyncio.timeout(10):
        asked = [database.write(lambda connection: None) for _ in range(WRITERS * 3)]
        outcomes = await asyncio.gather(*asked, return_exceptions=True)
    assert {str(outcome).split()[0] for outcome in outcomes} == {"store-unreachable"}
    await database.close()


@pytest.mark.parametrize(
    "change",
    [
        ("/postgres?", "/nothing?"),
        ("qwibot@", "stranger@"),
        ("127.0.0.1:", "127.0.0.2:"),
        ("?", "?sslmode=require&"),
        ("?", "?sslmode=perhaps&"),
        ("?", "?no_such_setting=1&"),
    ],
    ids=lambda change: change[1],
)
async def test_a_server_that_is_not_there_or_not_for_us(postgres_address: str, change: tuple[str, str]) -> None:
    with pytest.raises(StoreError, match="store-unreachable"):
        async with opened(postgres_address.replace(*change)):
            pass


async def test_a_server_that_may_only_be_read(postgres_address: str) -> None:
    read_only = f"{postgres_address}&default_transaction_read_only=on"
    with pytest.raises(StoreError, match="store-read-only"):
        async with opened(read_only):
            pass
    async with opened(postgres_address) as store:
        match = await keep(store)
    async with opened(read_only) as store:
        await refused(store, match, "store-read-only")
        assert (await store.load(match.id)).match == match
