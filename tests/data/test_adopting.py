"""What was played before standings were kept is counted when the program starts."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from shutil import copy
from typing import Any

import pytest
from sqlalchemy import Connection, MetaData, Table, insert, select, update

from data import tables
from data.adopting import WAY
from data.migrations.upgrade import FOLDER, upgrade
from data.rebuild import differences
from data.store import SqlStore
from tests.core.hall import ANNA, BEN, CLEO, DORA, Hall, hall_at
from tests.data.crowds import all_made
from tests.data.samples import opened, rows
from tests.data.test_migrations import run, sql

OLDER = ("guilds", "players", "matches", "seats", "events", "results")
"""The tables of the time before, with what is in them."""


@pytest.fixture
def steps_before(tmp_path: Path) -> Path:
    """A folder with the steps up to the third."""
    folder = tmp_path / "migrations"
    (folder / "versions").mkdir(parents=True)
    for path in (FOLDER / "versions").glob("v000[1-3]_*.py"):
        copy(path, folder / "versions")
    return folder


async def play(hall: Hall) -> None:
    """Matches of all kinds: between people, with leavers and takeovers, friendly, practice, and one that goes on."""
    for game in ("qwirkle", "qwixx"):
        await hall.play_out(await hall.match(ANNA, BEN, game=game))
        await hall.play_out(await hall.match(CLEO, ANNA, game=game, rated=False))
        await hall.play_out(await hall.match(CLEO, game=game, computers=1, practice=True))
    left = await hall.match(ANNA, BEN, CLEO)
    for _ in range(9):
        await hall.play(left)
    await hall.service.resign(hall.person(BEN), left)
    await hall.play_out(left)
    await hall.match(BEN, DORA)


def kept(connection: Connection) -> dict[str, list[dict[str, Any]]]:
    """All rows of the tables of the time before."""
    return {
        name: [dict(row) for row in connection.execute(select(tables.metadata.tables[name])).mappings()]
        for name in OLDER
    }


def keep(content: dict[str, list[dict[str, Any]]], connection: Connection) -> None:
    """The same rows in tables that lack the columns of today."""
    known = MetaData()
    known.reflect(connection)
    for name, content_of in content.items():
        table = tables.metadata.tables[name]
        older = Table(
            name, MetaData(), *(column._copy() for column in table.columns if column.name in known.tables[name].columns)
        )
        columns = [column.name for column in older.columns]
        connection.execute(insert(older), [{column: row[column] for column in columns} for row in content_of])


async def test_a_database_of_the_time_before_is_counted(new_address: Callable[[], str], steps_before: Path) -> None:
    now, before = new_address(), new_address()
    async with hall_at(now) as hall:
        await play(hall)
        assert isinstance(hall.store, SqlStore)
        made, results = await all_made(hall.store), await rows(hall.store, tables.results)
        content = await hall.store.database.read(kept)
    await run(before, partial(upgrade, folder=steps_before))
    await run(before, partial(keep, content))
    async with opened(before) as store:
        assert await rows(store, tables.results) == results
        assert await all_made(store) == made
        finishes = await rows(store, tables.finishes)
        assert len(finishes) == 7
        assert await store.database.read(differences) == {}


async def test_it_is_counted_once(address: str) -> None:
    async with hall_at(address) as hall:
        await hall.play_out(await hall.match(ANNA, BEN))
        assert isinstance(hall.store, SqlStore)
        await hall.store.database.write(lambda connection: connection.execute(update(tables.standings).values(wins=77)))
    async with opened(address) as store:
        assert {row.wins for row in await rows(store, tables.standings)} == {77}
    assert await run(address, sql("SELECT text FROM notes WHERE name = 'standings are made as'")) == [(WAY,)]
    await run(address, sql("UPDATE notes SET text = 'otherwise'"))
    async with opened(address) as store:
        assert 77 not in {row.wins for row in await rows(store, tables.standings)}


async def test_a_log_that_cannot_be_read_keeps_nobody_from_starting(address: str) -> None:
    async with hall_at(address) as hall:
        match_id = await hall.match(ANNA, BEN)
        await hall.play_out(match_id)
        assert isinstance(hall.store, SqlStore)
        before = await hall.store.results(match_id)
    for statement in ("DELETE FROM finishes", "UPDATE events SET version = 99", "DELETE FROM notes"):
        await run(address, sql(statement))
    async with opened(address) as store:
        assert await store.results(match_id) == before
        assert [row.match for row in await rows(store, tables.finishes)] == [match_id]
