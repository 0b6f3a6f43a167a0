"""What many matches at once cost: `load_moves_per_s`, `load_lag_p99_ms`, `load_cores`, `load_mb`."""

from __future__ import annotations

import asyncio
import json
import resource
import sqlite3
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import Connection, Table, insert, select

from bot.client import QwibotClient, spare_the_collector
from bot.core.clock import SystemClock
from bot.games.registry import GAMES
from data.store import SqlStore
from data.tables import events, guilds, matches, players, seats
from tests.bench import Figure
from tests.core.hall import ANNA, BEN, CLEO, DORA, GUILD, NAMES, Hall, awaited, hall_at
from tests.data.samples import SetClock
from tests.standin.deeds import act
from tests.standin.town import Resident, Town
from tests.standin.world import Room, Server

MATCHES, SERVERS = 500, 100
DEPTHS = (4, 10, 16, 24, 32)
"""Actions that were done in a match before."""
A_SECOND = 25
WARM_UP, SECONDS = 10, 40
LATENCY = 0.1
"""Seconds that Discord takes to answer."""
TICK = 0.005
"""Seconds that the watch of the event loop sleeps."""
PERSON, ROOM, SERVER = 1_000_000_000, 10_000, 1_000


def many_moves() -> dict[str, float]:
    """500 matches, half of each game, of two to four people, 4 to 32 actions old, in 100 servers; 25 moves a second.

    For 40 seconds, after 10 of warming up, somebody makes the move of the simple computer 25 times a second, each time
    in another match, by a command (Qwirkle) or a button (Qwixx). A move counts when Discord has taken the message that
    shows it, with its picture. The bot is whole, on a file of SQLite, in a process of its own; Discord is the stand-in
    with 0.1 s for each answer, without discord.py's HTTP client and its limits. Of the processor time that of the
    stand-in and of people's thinking is taken off (`stand_in_cores` in the process's own output); of the lag and of
    the memory, the most that there ever was, nothing is.
    """
    with TemporaryDirectory() as folder:
        address = str(Path(folder) / "qwibot.sqlite3")
        asyncio.run(fill(address))
        command = [sys.executable, "-c", f"from tests.bench.load import play; play({address!r})"]
        found: dict[str, float] = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        return found


# The matches


async def fill(address: str) -> None:
    """A few matches that are played, and copies of them with rooms and people of their own."""
    clock = SetClock()
    clock.time = SystemClock().now()
    async with hall_at(address, clock) as hall:
        originals = [await _played(hall, game, number) for number in range(len(DEPTHS)) for game in GAMES]
        await hall.service.settled()
        assert isinstance(hall.store, SqlStore)
        await hall.store.database.write(lambda connection: copy(connection, originals))


async def _played(hall: Hall, game: str, number: int) -> int:
    people = (ANNA, BEN, CLEO, DORA)[: 2 + number % 3]
    match_id = await hall.match(*people, game=game)
    for _ in range(DEPTHS[number]):
        await hall.play(match_id)
    return match_id


def copy(connection: Connection, originals: Sequence[int]) -> None:
    """Put copies in the place of the originals."""
    servers = [{"id": GUILD + SERVER * number} for number in range(1, SERVERS)]
    connection.execute(insert(guilds), servers)
    rows = {
        table: [dict(row) for row in connection.execute(select(table)).mappings()] for table in (matches, seats, events)
    }
    for number in range(1, MATCHES // len(originals)):
        connection.execute(
            insert(players),
            [{"id": PERSON * number + player, "name": f"{name} {number}"} for player, name in NAMES.items()],
        )
        for table, originally in rows.items():
            connection.execute(insert(table), [_copied(table, row, number) for row in originally])


def _copied(table: Table, row: dict[str, Any], number: int) -> dict[str, Any]:
    copied = dict(row)
    key = "id" if table is matches else "match"
    copied[key] = row[key] + ROOM * number
    for name in ("host", "player"):
        if row.get(name) is not None:
            copied[name] = row[name] + PERSON * number
    if table is matches:
        copied["channel"] = row["channel"] + ROOM * number
        copied["guild"] = GUILD + SERVER * (number % SERVERS)
    if table is events:
        for player in NAMES:
            copied["payload"] = copied["payload"].replace(str(player), str(player + PERSON * number))
    return copied


# The load


@dataclass
class Load:
    """Moves that are asked for, and how many of them were shown."""

    town: Town
    client: QwibotClient
    ids: Sequence[int]
    moves: int = 0
    thought: float = 0.0
    lags: list[float] = field(default_factory=list)
    _under_way: dict[int, int] = field(default_factory=dict)
    """By match: where its log ended when its move was asked for."""

    def __post_init__(self) -> None:
        service: Any = self.client.app.service
        shown = service.shown

        async def and_count(match_id: int, seq: int, message: int | None) -> None:
            await shown(match_id, seq, message)
            if seq > self._under_way.get(match_id, seq):
                del self._under_way[match_id]
                self.moves += 1

        service.shown = and_count

    async def ask(self) -> None:
        """Ask for moves at their times, until it is cancelled."""
        turns = cycle(self.ids)
        begun = time.perf_counter()
        asked = 0
        while True:
            await asyncio.sleep(max(0.0, begun + asked / A_SECOND - time.perf_counter()))
            asked += 1
            for match_id, _ in zip(turns, self.ids, strict=False):
                if match_id not in self._under_way and await self._move(match_id):
                    break

    async def _move(self, match_id: int) -> bool:
        """One move of somebody; False where nobody is awaited any more."""
        now = await self.client.app.service.look(match_id)
        waiting = awaited(now)
        if not waiting or now.match.channel is None:
            return False
        self._under_way[match_id] = now.match.seq
        start = time.thread_time()
        before = self.town.spent
        act(self.town, now, Resident(waiting[0][0], "Somebody"), now.match.channel)
        self.thought += time.thread_time() - start - (self.town.spent - before)
        return True

    async def watch(self) -> None:
        """Note how late the event loop is, until it is cancelled."""
        while True:
            start = time.perf_counter()
            await asyncio.sleep(TICK)
            self.lags.append(time.perf_counter() - start - TICK)

    @property
    def not_the_bot_s(self) -> float:
        return self.town.all_spent + self.thought


def play(address: str) -> None:
    """Play the matches of a database under load, and print what was found."""
    sys.stdout.write(json.dumps(asyncio.run(_play(address))))


def open_rooms(town: Town, address: str) -> list[int]:
    """A room for each match; the ids of the matches."""
    with closing(sqlite3.connect(address)) as connection:
        kept = connection.execute("SELECT id, guild, channel FROM matches").fetchall()
    for _, guild, channel in kept:
        town.world.servers.setdefault(guild, Server(guild)).channels.append(channel)
        town.world.rooms[channel] = Room(channel, guild, "games")
    return [match_id for match_id, _, _ in kept]


async def _play(address: str) -> dict[str, float]:
    town = Town(LATENCY)
    client = QwibotClient(address, limited=False)
    ids = open_rooms(town, address)
    await town.enter(client)
    spare_the_collector()  # as the program itself does then
    service = client.app.service
    for match_id in ids:
        service.show_again(match_id)
    await service.settled()
    load = Load(town, client, ids)
    tasks = [asyncio.create_task(load.ask()), asyncio.create_task(load.watch())]
    await asyncio.sleep(WARM_UP)
    load.lags.clear()
    moves, spent, others = load.moves, time.process_time(), load.not_the_bot_s
    begun = time.perf_counter()
    await asyncio.sleep(SECONDS)
    taken = time.perf_counter() - begun
    found = {
        "load_moves_per_s": (load.moves - moves) / taken,
        "load_lag_p99_ms": quantiles(load.lags, n=100)[-1] * 1000,
        "load_cores": (time.process_time() - spent - (load.not_the_bot_s - others)) / taken,
        "load_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        "stand_in_cores": (load.not_the_bot_s - others) / taken,
    }
    for task in tasks:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
    await client.close()
    town.leave()
    return found


FIGURES = (Figure(("load_moves_per_s", "load_lag_p99_ms", "load_cores", "load_mb"), many_moves),)
