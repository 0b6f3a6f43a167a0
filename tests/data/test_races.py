"""Many want the same at once: what was stored is counted, not who complained."""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import Connection, select, update

from bot.core.errors import ConflictError, MatchError
from data import tables
from data.store import SqlStore
from data.tables import matches
from tests.data.contender import change_once
from tests.data.samples import ANNA, BEN, CHANNEL, THREAD, keep, opened, person, rows, step

WRITERS, EACH = 20, 25
ROOT = Path(__file__).parents[2]


@pytest.fixture
async def stores(address: str) -> AsyncIterator[list[SqlStore]]:
    """Several stores on one database, as if they were several programs."""
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(opened(address, patience=60)) for _ in range(4)]


async def test_500_increments_by_20_writers(stores: list[SqlStore], address: str) -> None:
    each = 5 if "postgres" in address else EACH  # where it is 100, since most of the time goes into losing
    match = await keep(stores[0])

    async def write(number: int) -> int:
        store = stores[number % len(stores)]
        return sum([await change_once(store, match.id, f"{number}:{turn}") for turn in range(each)])

    lost = await asyncio.gather(*map(write, range(WRITERS)))
    stored = await stores[0].load(match.id, after_seq=1)
    assert stored.match.seq == 1 + WRITERS * each
    assert [entry.seq for entry in stored.entries] == list(range(2, 2 + WRITERS * each))
    assert Counter(entry.payload for entry in stored.entries) == Counter(
        f"{number}:{turn}" for number in range(WRITERS) for turn in range(each)
    )
    assert sum(lost) > 0  # they did meet


async def test_what_a_unit_of_work_reads_stays_true_until_it_is_stored(stores: list[SqlStore]) -> None:
    match = await keep(stores[0])

    def increment(connection: Connection) -> None:
        locked = select(matches.c.turn).with_for_update()  # which SQLite need not be told
        turn = connection.execute(locked).scalar_one()
        connection.execute(update(matches).values(turn=turn + 1))

    async def write(number: int) -> None:
        for _ in range(EACH):
            await stores[number % len(stores)].database.write(increment)

    await asyncio.gather(*map(write, range(WRITERS)))
    assert (await stores[0].load(match.id)).match.turn == WRITERS * EACH


async def test_one_channel_gets_one_match(stores: list[SqlStore]) -> None:
    opening = [keep(stores[number % len(stores)], person(0, BEN + number)) for number in range(WRITERS)]
    outcomes = await asyncio.gather(*opening, return_exceptions=True)
    assert len(await stores[0].all_matches()) == 1
    refusals = [str(outcome) for outcome in outcomes if isinstance(outcome, MatchError)]
    assert refusals == [f"channel-busy (channel={CHANNEL})"] * (WRITERS - 1)
    assert len(await rows(stores[0], tables.seats)) == 1


async def test_one_match_moves_into_a_thread(stores: list[SqlStore]) -> None:
    ids = [(await keep(stores[0], channel=number)).id for number in range(WRITERS)]
    moves = [stores[number % len(stores)].move(match_id, THREAD) for number, match_id in enumerate(ids)]
    outcomes = await asyncio.gather(*moves, return_exceptions=True)
    assert [isinstance(outcome, MatchError) for outcome in outcomes].count(False) == 1
    kept = await rows(stores[0], matches)
    assert sorted(row.channel for row in kept if row.channel != THREAD) == sorted(
        number for number, outcome in enumerate(outcomes) if outcome is not None
    )


async def test_the_same_action_at_once_is_stored_once(stores: list[SqlStore]) -> None:
    match = await keep(stores[0])

    async def tap(number: int) -> None:
        store = stores[number % len(stores)]
        while await store.applied(match.id, "tap") is None:
            now = (await store.load(match.id)).match
            try:
                await store.commit(step(now, action_id="tap"))
            except ConflictError:
                continue

    await asyncio.gather(*map(tap, range(WRITERS)))
    assert (await stores[0].load(match.id)).match.seq == 2


async def test_one_of_two_ends_is_stored(stores: list[SqlStore]) -> None:
    match = await keep(stores[0], person(0, ANNA), person(1, BEN))
    changes = [
        replace(step(match, name, turn=number), holders=[person(0, ANNA + number)])
        for number, name in enumerate(("skip", "resign", "act", "replace"))
    ]
    commits = [store.commit(change) for store, change in zip(stores, changes, strict=True)]
    outcomes = await asyncio.gather(*commits, return_exceptions=True)
    (winner,) = [number for number, outcome in enumerate(outcomes) if outcome is None]
    assert all(isinstance(outcome, ConflictError) for outcome in outcomes if outcome is not None)
    stored = await stores[0].load(match.id)
    assert (stored.match, list(stored.holders)) == (changes[winner].match, changes[winner].holders)
    assert [entry.payload for entry in stored.entries[1:]] == [changes[winner].entries[0].payload]


async def test_what_is_shown_never_goes_back_whoever_tells_first(stores: list[SqlStore]) -> None:
    match = await keep(stores[0], seq=40)
    seqs = list(range(1, 41))
    Random(7).shuffle(seqs)
    await asyncio.gather(*(stores[seq % len(stores)].mark_posted(match.id, seq, seq * 10) for seq in seqs))
    kept = (await stores[0].load(match.id)).match
    assert (kept.posted_seq, kept.posted_message) == (40, 400)


async def test_two_processes_on_one_database(address: str) -> None:
    """Each change has one winner, and none is lost."""
    async with opened(address) as store:
        match = await keep(store)
    names, changes, pipe = ("one", "other"), 60, asyncio.subprocess.PIPE
    contenders = [
        await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.data.contender", address, str(match.id), name, str(changes)),
            stdin=pipe,
            stdout=pipe,
            cwd=ROOT,
        )
        for name in names
    ]
    for contender in contenders:
        assert contender.stdout is not None
        assert await contender.stdout.readline() == b"ready\n"
    answers = await asyncio.gather(*(contender.communicate(b"go\n") for contender in contenders))
    assert sum(int(answer) for answer, _ in answers) > 0  # they did meet
    async with opened(address) as store:
        stored = await store.load(match.id, after_seq=1)
    assert stored.match.seq == 1 + len(names) * changes
    assert Counter(entry.payload for entry in stored.entries) == Counter(
        f"{name}:{number}" for name in names for number in range(changes)
    )
