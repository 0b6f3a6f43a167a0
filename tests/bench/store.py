"""What it costs to store an action: `commit_cpu_ms`."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from bot.core.store import Match
from data.store import SqlStore
from tests.bench import Figure
from tests.data.samples import ANNA, BEN, keep, opened, person, step

COMMITS, WARM_UP = 600, 100
PLAYED = '{"kind":"played","seat":0,"placements":[[3,4,"RC"],[4,4,"RS"]],"points":6,"drawn":["BX","YC"]}'


def one_commit() -> dict[str, float]:
    """Processor time, of all threads, of storing an action of three entries in a file of SQLite."""

    async def measure(store: SqlStore) -> float:
        match, taken = await keep(store, person(0, ANNA), person(1, BEN)), []
        for number in range(WARM_UP + COMMITS):
            begun = time.process_time()
            match = await act(store, match, number)
            taken.append(time.process_time() - begun)
        return median(taken[WARM_UP:]) * 1000

    async def run() -> float:
        with TemporaryDirectory() as folder:
            async with opened(str(Path(folder) / "qwibot.sqlite3")) as store:
                return await measure(store)

    return {"commit_cpu_ms": asyncio.run(run())}


async def act(store: SqlStore, match: Match, number: int) -> Match:
    change = step(match, *[PLAYED] * 3, action_id=str(number), turn=number)
    await store.commit(change)
    return change.match


FIGURES = (Figure(("commit_cpu_ms",), one_commit),)
