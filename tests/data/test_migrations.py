"""The tables are made and brought up to date at the start, whole or not at all, and only where they are ours."""

from __future__ import annotations

import asyncio
import re
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from shutil import copy
from textwrap import dedent
from typing import Any, TypeVar

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text

from bot.core.errors import StoreError
from bot.core.text import Words
from data.database import query, transact
from data.engine import Lane, Work, open_migration_lane, parse_address
from data.migrations.upgrade import FOLDER, VERSION_TABLE, upgrade
from data.tables import metadata
from tests.data.samples import keep, opened

T = TypeVar("T")

HEAD = ScriptDirectory(str(FOLDER)).get_current_head()


async def run(address: str, work: Work[T]) -> T:
    """One transaction on a database, as a migration has it."""
    lane = open_migration_lane(parse_address(address))
    try:
        return await transact(lane, work)
    finally:
        await lane.dispose()


def sql(statement: str) -> Work[list[Any]]:
    def work(connection: Connection) -> list[Any]:
        result = connection.execute(text(statement))
        return list(result) if result.returns_rows else []

    return work


SCHEMA_QUERIES = {
    "sqlite": ["SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL"],
    "postgresql": [
        """SELECT table_name, column_name, data_type, is_nullable, column_default
        FROM information_schema.columns WHERE table_schema = current_schema()""",
        """SELECT conrelid::regclass, conname, pg_get_constraintdef(oid)
        FROM pg_constraint WHERE connamespace = current_schema()::regnamespace""",
        """SELECT tablename, indexname, replace(indexdef, current_schema(), '')
        FROM pg_indexes WHERE schemaname = current_schema()""",
    ],
}


def described(connection: Connection) -> set[str]:
    """All tables, columns, constraints and indexes, as the database itself describes them."""
    queries = SCHEMA_QUERIES[connection.dialect.name]
    rows = [row for query in queries for row in connection.execute(text(query))]
    # The columns and constraints of a table of SQLite are parts of its SQL, in an order that means nothing.
    lines = (" ".join(str(part) for part in row) for row in rows if VERSION_TABLE not in str(row))
    return {" ".join(sorted(" ".join(part.split()) for part in re.split("[,\n]", line))).strip() for line in lines}


def file_content(address: str) -> bytes | None:
    path = Path(address)
    return path.read_bytes() if path.is_file() else None


# The steps


async def test_all_steps_together_give_the_tables(new_address: Callable[[], str]) -> None:
    migrated, made = new_address(), new_address()
    await run(migrated, upgrade)
    await run(made, metadata.create_all)
    description = await run(migrated, described)
    assert description == await run(made, described)
    assert any("uq_matches_channel_open" in line and "WHERE" in line for line in description)


async def test_alembic_sees_no_difference(address: str) -> None:
    await run(address, upgrade)
    options = {"version_table": VERSION_TABLE, "compare_server_default": True}

    def differences(connection: Connection) -> Any:
        return compare_metadata(MigrationContext.configure(connection, opts=options), metadata)

    assert await run(address, differences) == []


def test_steps_follow_one_another_by_number() -> None:
    scripts = ScriptDirectory(str(FOLDER))
    numbers = [script.revision for script in scripts.walk_revisions()][::-1]
    assert numbers == [f"{number:04}" for number in range(1, len(numbers) + 1)]
    assert len(scripts.get_heads()) == 1
    for script in scripts.walk_revisions():
        assert Path(script.path).name.startswith(f"v{script.revision}_")


# At the start


async def test_starting_again_changes_nothing(address: str) -> None:
    async with opened(address) as store:
        match = await keep(store)
    before = await run(address, described)
    async with opened(address) as store:
        assert (await store.load(match.id)).match == match
    assert await run(address, described) == before


async def test_a_database_of_a_newer_program_is_refused(address: str) -> None:
    async with opened(address) as store:
        match = await keep(store)
    await run(address, sql(f"UPDATE {VERSION_TABLE} SET version_num = '9999'"))
    with pytest.raises(StoreError, match="store-newer") as refusal:
        async with opened(address):
            pass
    assert "9999" in Words().explain(refusal.value)
    await run(address, sql(f"UPDATE {VERSION_TABLE} SET version_num = '{HEAD}'"))
    async with opened(address) as store:
        assert (await store.load(match.id)).match == match


async def test_a_database_of_another_program_is_refused_and_left_as_it_is(address: str) -> None:
    await run(address, sql("CREATE TABLE invoices (number INTEGER)"))
    before = await run(address, described)
    content = file_content(address)
    with pytest.raises(StoreError, match="store-foreign") as refusal:
        async with opened(address):
            pass
    assert "another program" in Words().explain(refusal.value)
    assert await run(address, described) == before
    assert file_content(address) == content


async def test_turning_to_the_write_ahead_log_is_tried_again(
    sqlite_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite refuses at once, whatever its timeout, while another process does the same: once in a hundred starts."""
    refusals = [StoreError("store-busy")] * 2

    async def sometimes(lane: Lane, work: Work[T]) -> T:
        if refusals:
            raise refusals.pop()
        return await query(lane, work)

    monkeypatch.setattr("data.readiness.query", sometimes)
    async with opened(sqlite_address):
        pass
    with closing(sqlite3.connect(sqlite_address)) as other:
        assert other.execute("PRAGMA journal_mode").fetchone() == ("wal",)


STARTER = """
    import asyncio, sys
    from bot.core.clock import SystemClock
    from data.store import open_store

    async def main():
        sys.stdin.readline()
        store = await open_store(sys.argv[1], SystemClock())
        print(await store.all_matches())
        await store.close()

    asyncio.run(main())
"""


async def test_processes_may_start_at_once(address: str) -> None:
    pipe = asyncio.subprocess.PIPE
    starters = [
        await asyncio.create_subprocess_exec(
            sys.executable, "-W", "error", "-c", dedent(STARTER), address, stdin=pipe, stdout=pipe, stderr=pipe
        )
        for _ in range(3)
    ]
    answers = await asyncio.gather(*(starter.communicate(b"go\n") for starter in starters))
    assert answers == [(b"()\n", b"")] * 3


# Steps to come


@pytest.fixture
def next_step(tmp_path: Path) -> Callable[[str], Path]:
    """A folder with all steps and one more, which does what is given."""

    def add(body: str) -> Path:
        folder = tmp_path / "migrations"
        (folder / "versions").mkdir(parents=True)
        for path in (FOLDER / "versions").glob("v*.py"):
            copy(path, folder / "versions")
        head = ScriptDirectory(str(FOLDER)).get_current_head()
        (folder / "versions" / "v9999_next.py").write_text(
            f"import sqlalchemy as sa\n\nrevision, down_revision = '9999', {head!r}\n\n\n"
            f"def upgrade(op):\n" + "".join(f"    {line}\n" for line in dedent(body).strip().splitlines())
        )
        return folder

    return add


async def test_a_step_that_fails_leaves_nothing(address: str, next_step: Callable[[str], Path]) -> None:
    await run(address, upgrade)
    before = await run(address, described)
    folder = next_step("""
        op.create_table("more", sa.Column("id", sa.Integer()))
        op.execute("INSERT INTO guilds (id) VALUES (1)")
        raise RuntimeError("in the middle")
    """)
    with pytest.raises(RuntimeError, match="in the middle"):
        await run(address, partial(upgrade, folder=folder))
    assert await run(address, described) == before
    assert await run(address, sql("SELECT * FROM guilds")) == []
    assert await run(address, sql(f"SELECT version_num FROM {VERSION_TABLE}")) == [(HEAD,)]


async def test_a_table_may_be_made_anew_with_all_that_refers_to_it(
    address: str, next_step: Callable[[str], Path]
) -> None:
    async with opened(address) as store:
        await keep(store, seq=5)
    folder = next_step("""
        with op.batch_alter_table("matches") as matches:
            matches.alter_column("phase", new_column_name="stage", nullable=True)
    """)
    await run(address, partial(upgrade, folder=folder))
    assert await run(address, sql("SELECT count(*), max(stage) FROM events JOIN matches ON id = match")) == [(5, "")]
    assert await run(address, sql(f"SELECT version_num FROM {VERSION_TABLE}")) == [("9999",)]
    indexes = {index["name"] for index in await run(address, lambda c: inspect(c).get_indexes("matches"))}
    assert indexes == {index.name for index in metadata.tables["matches"].indexes}


async def test_a_step_that_leaves_orphans_is_refused(sqlite_address: str, next_step: Callable[[str], Path]) -> None:
    async with opened(sqlite_address) as store:
        match = await keep(store, seq=5)
    folder = next_step("op.execute('DELETE FROM matches')")
    with pytest.raises(StoreError, match="store-damaged"):
        await run(sqlite_address, partial(upgrade, folder=folder))
    async with opened(sqlite_address) as store:
        assert len((await store.load(match.id)).entries) == 5
