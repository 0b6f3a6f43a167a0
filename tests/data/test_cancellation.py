"""Whoever asked may go away at any moment: what was begun is done whole, and nothing stays locked."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from sqlalchemy import Connection, Table, insert, text

from bot.core.errors import ConflictError, StoreError
from bot.core.store import Change, Match, Result
from data.rows import insert_or
from data.store import SqlStore
from data.tables import actions, guilds, results
from tests.data.samples import ANNA, BEN, keep, opened, person, rows, step

TASKS, MATCHES = 300, 12

SLOW = {
    "sqlite": "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500000) SELECT max(i) FROM n",
    "postgresql": "SELECT pg_sleep(0.1)",
}


def slowly(connection: Connection) -> str:
    """A unit of work of two changes with a good while between them."""
    connection.execute(insert(guilds).values(id=1))
    connection.execute(text(SLOW[connection.dialect.name]))
    connection.execute(insert(guilds).values(id=2))
    return "done"


def add_too(connection: Connection) -> None:
    """Adds what the slow one adds, and so waits for it."""
    added = insert_or(connection, guilds).values(id=1).on_conflict_do_nothing()
    connection.execute(added)


async def test_a_unit_of_work_is_done_whole_when_its_task_is_cancelled(store: SqlStore) -> None:
    task = asyncio.create_task(store.database.write(slowly))
    await asyncio.sleep(0.02)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await rows(store, guilds) == []  # not yet
    await store.database.write(add_too)
    assert [row.id for row in await rows(store, guilds)] == [1, 2]


async def test_closing_waits_for_what_is_under_way(address: str) -> None:
    async with opened(address) as store:
        task = asyncio.create_task(store.database.write(slowly))
        await asyncio.sleep(0.02)
        task.cancel()
    async with opened(address) as store:
        assert [row.id for row in await rows(store, guilds)] == [1, 2]


async def test_closing_goes_on_when_it_is_cancelled(store: SqlStore) -> None:
    begun = asyncio.create_task(store.database.write(slowly))
    await asyncio.sleep(0.02)
    closing_task = asyncio.create_task(store.close())
    await asyncio.sleep(0)
    closing_task.cancel()
    assert await begun == "done"
    await store.close()


async def test_a_closed_store_says_so(store: SqlStore) -> None:
    await store.close()
    await store.close()
    with pytest.raises(StoreError, match="closed"):
        await store.all_matches()


def change_all(match: Match, number: int) -> Change:
    """A change that touches every table, marked by its number wherever it does."""
    after = step(match, f"{number}:a", f"{number}:b", f"{number}:c", action_id=str(number), turn=number)
    result = Result(match.seq, 0, ANNA, 1, number, left=False, took_over=False, rated=True)
    return replace(after, holders=[person(0, ANNA), person(1, BEN + number)], results=[result])


async def change(store: SqlStore, match_id: int, number: int) -> None:
    while True:
        try:
            await store.commit(change_all((await store.load(match_id)).match, number))
        except ConflictError:
            continue
        return


async def cancel_at_random(task: asyncio.Task[None], chance: Random) -> bool:
    """Cancel a task somewhere on its way, if it is still on it. Whether it had come to its end."""
    await asyncio.sleep(2 * chance.random() ** 3)  # mostly early, where all are on their way
    task.cancel()
    try:
        await task
    except asyncio.CancelledError:
        return False
    return True


async def test_300_tasks_are_cancelled_at_random(address: str, caplog: pytest.LogCaptureFixture) -> None:
    chance = Random(20261129)
    async with opened(address) as store:
        matches = [await keep(store, channel=number) for number in range(MATCHES)]
        tasks = [asyncio.create_task(change(store, chance.choice(matches).id, number)) for number in range(TASKS)]
        ended = await asyncio.gather(*(cancel_at_random(task, chance) for task in tasks))
        await asyncio.wait_for(change(store, matches[0].id, TASKS), timeout=5)
    assert not caplog.records  # not even of tasks whose failure nobody asked for
    assert 0 < ended.count(True) < TASKS  # some were cut off and some were not
    async with opened(address) as store:
        stored = set()
        for match in matches:
            stored |= await whole_changes(store, match.id)
    assert {number for number, whole in enumerate(ended) if whole} | {TASKS} <= stored


async def whole_changes(store: SqlStore, match_id: int) -> set[int]:
    """The numbers of the changes of a match, each of which is there in all its parts."""
    stored = await store.load(match_id, after_seq=1)
    payloads = [entry.payload for entry in stored.entries]
    numbers = [int(payload.split(":")[0]) for payload in payloads[::3]]
    assert payloads == [f"{number}:{part}" for number in numbers for part in "abc"]
    assert {row.action_id: (row.first_seq, row.last_seq) for row in await rows_of(store, actions, match_id)} == {
        str(number): (2 + 3 * at, 4 + 3 * at) for at, number in enumerate(numbers)
    }
    in_order = sorted(await rows_of(store, results, match_id), key=lambda row: row.seat)  # as no database has to give
    assert [row.score for row in in_order] == numbers
    if numbers:
        assert (stored.match.turn, stored.holders[-1].player) == (numbers[-1], BEN + numbers[-1])
    return set(numbers)


async def rows_of(store: SqlStore, table: Table, match_id: int) -> list[Any]:
    return [row for row in await rows(store, table) if row.match == match_id]
