"""What a match costs beside its rules: `action_cpu_ms`, `load_match_ms`, `startup_10k_s`, `startup_10k_mb`."""

from __future__ import annotations

import asyncio
import json
import resource
import subprocess
import sys
import time
from collections.abc import Coroutine
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import Connection

from bot.core.clock import SystemClock
from bot.core.ledger import Ledger
from bot.core.matches import MatchService
from bot.games.qwirkle.state import Exchange
from bot.games.registry import GAMES
from data.store import SqlStore, open_store
from tests.bench import Figure
from tests.core.hall import ANNA, BEN, CLEO, DORA, Hall, hall_at, moment

ACTIONS = 300
WARM_UP = 30
LONG_MATCH = 80
LOADS = 25
MANY = 10_000
STARTS = 5


def one_action() -> dict[str, float]:
    """Processor time of an action of a person, of all threads, from the service to the commit on a real file.

    300 plays and exchanges in matches of Qwirkle for two, played by two simple computers that are not measured.
    """

    async def measure(hall: Hall) -> float:
        taken: list[float] = []
        while len(taken) < WARM_UP + ACTIONS:
            match_id = await hall.match(ANNA, BEN)
            while (waiting := await hall.awaited(match_id)) and len(taken) < WARM_UP + ACTIONS:
                action, meant = await hall.choice(match_id, waiting[0])
                actor = hall.person(waiting[0])
                await hall.service.settled()
                start = time.process_time()
                await hall.service.act(actor, match_id, action, meant)
                taken.append(time.process_time() - start)
        return median(taken[WARM_UP:]) * 1000

    return {"action_cpu_ms": in_a_hall(measure)}


def one_load() -> dict[str, float]:
    """A match of Qwirkle for four from its log, store included: 80 turns, every second one an exchange."""

    async def measure(hall: Hall) -> float:
        match_id = await long_match(hall)
        taken: list[float] = []
        for _ in range(LOADS):
            ledger = Ledger(hall.store, GAMES, hall.clock)
            start = time.perf_counter()
            await ledger.read(match_id)
            taken.append(time.perf_counter() - start)
        return median(taken) * 1000

    return {"load_match_ms": in_a_hall(measure)}


async def long_match(hall: Hall) -> int:
    """One that lasts: in others the bag is empty too soon."""
    while True:
        match_id = await hall.match(ANNA, BEN, CLEO, DORA)
        if await _lasts(hall, match_id):
            return match_id


async def _lasts(hall: Hall, match_id: int) -> bool:
    while (now := await hall.look(match_id)).match.status.open:
        if now.match.turn > LONG_MATCH:
            return True
        (player,) = await hall.awaited(match_id)
        seat = now.seat_of(player)
        if now.match.turn % 2 == 0 and seat is not None and now.view_for(None).bag_count:
            exchange = Exchange(seat, now.view_for(player).hand[:1])
            await hall.service.act(hall.person(player), match_id, exchange, moment(now))
        else:
            await hall.play(match_id)
    return False


def many_matches() -> dict[str, float]:
    """A start with 10,000 live matches, half of each game, eight actions old: median of five processes.

    From imports done to ready; and the memory that the process has had at most.
    """
    with TemporaryDirectory() as folder:
        address = str(Path(folder) / "qwibot.sqlite3")
        asyncio.run(fill(address))
        runs = [json.loads(in_a_process(address)) for _ in range(STARTS)]
    return {key: median(run[key] for run in runs) for key in ("startup_10k_s", "startup_10k_mb")}


async def fill(address: str) -> None:
    async with hall_at(address) as hall:
        begun = []
        for game in GAMES:
            match_id = await hall.match(ANNA, BEN, CLEO, game=game)
            for _ in range(8):
                await hall.play(match_id)
            begun.append(match_id)
        await hall.service.settled()
        assert isinstance(hall.store, SqlStore)
        await hall.store.database.write(lambda connection: copy(connection, begun))


def copy(connection: Connection, originals: list[int]) -> None:
    """Copies of the matches with ids and channels of their own, until there are enough."""
    for table, match in (("matches", "id"), ("seats", "match"), ("events", "match"), ("actions", "match")):
        names = [row[1] for row in connection.exec_driver_sql(f"PRAGMA table_info({table})")]
        changed = {
            match: f"number * {len(originals)} + {match} + 100",
            "channel": f"number * {len(originals)} + id + 1000000",
        }
        values = ", ".join(changed.get(name, f'"{name}"') for name in names)
        connection.exec_driver_sql(
            f"INSERT INTO {table} WITH RECURSIVE numbers(number) AS"
            f" (SELECT 0 UNION ALL SELECT number + 1 FROM numbers WHERE number < {MANY // len(originals) - 2})"
            f" SELECT {values} FROM numbers, {table} WHERE {match} IN {tuple(originals)}"
        )


def in_a_process(address: str) -> str:
    command = [sys.executable, "-c", f"from tests.bench.service import start; start({address!r})"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def start(address: str) -> None:
    """Start as the program does, and print how long it took and how much memory."""

    async def run() -> dict[str, float]:
        begun = time.perf_counter()
        clock = SystemClock()
        store = await open_store(address, clock)
        service = MatchService(store, GAMES, clock)
        await service.resume()
        await service.settled()
        ready = time.perf_counter() - begun
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        assert len(await store.all_matches()) == MANY
        await service.stop()
        await store.close()
        return {"startup_10k_s": ready, "startup_10k_mb": memory}

    sys.stdout.write(json.dumps(asyncio.run(run())))


def in_a_hall(measure: Any) -> float:
    async def run() -> float:
        with TemporaryDirectory() as folder:
            async with hall_at(Path(folder) / "qwibot.sqlite3") as hall:
                found: float = await measure(hall)
                return found

    work: Coroutine[Any, Any, float] = run()
    return asyncio.run(work)


FIGURES = (
    Figure(("action_cpu_ms",), one_action),
    Figure(("load_match_ms",), one_load),
    Figure(("startup_10k_s", "startup_10k_mb"), many_matches),
)
