"""What standings cost: `leaderboard_ms_p50`, `leaderboard_ms_p95`, `rebuild_s`, `rebuild_mb`, `end_match_cpu_ms`.

The results are made by a power law: a few servers and players have most of them.
"""

from __future__ import annotations

import asyncio
import json
import random
import resource
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import count, islice, product
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from sqlalchemy import Connection, insert, select

from bot.core.standings import LINES_A_PAGE, Board, Measure, Period
from bot.core.store import Result, Status
from bot.core.tallies import Finish
from bot.games.base import rank
from data.matches import values
from data.rebuild import rebuild
from data.standings import SqlStandings
from data.store import SqlStore
from data.tables import finishes, guilds, matches, players, results, seasons
from tests.bench import Figure
from tests.core.hall import ANNA, BEN, CLEO, DORA, ELIAS, FINN, GUILD, Hall, hall_at
from tests.data.samples import SetClock, new_match, opened

SEED = 2026
FIRST_GUILD, FIRST_PLAYER = 10**17, 2 * 10**17
NOW = datetime(2026, 11, 27, 12, tzinfo=UTC)
TIME = timedelta(days=500)
"""From the first finish to the last one."""
STEEPNESS = 5
"""The n-th of the servers, or of the members of one, has a share like 1 / n ** (1 - 1 / STEEPNESS) = n ** -0.8."""
HOMES = (1, 1, 1, 2, 3)
"""In how many servers a player plays; so often."""
SIZES = (2, 2, 2, 2, 3, 3, 3, 4, 4, 5)
"""How many people play a match; so often."""
GAMES = ("qwirkle", "qwirkle", "qwirkle", "qwixx", "qwixx")
FRIENDLY, LEAVING = 0.03, 0.03
"""How often a match is friendly, and how often one of its people leaves."""
SEASON_EVERY = 3
"""One server in so many has had a season started, halfway."""
MATCHES_AT_ONCE = 5000


class Crowd(NamedTuple):
    """How much is made."""

    results: int = 1_000_000
    players: int = 100_000
    guilds: int = 5_000


def fill(crowd: Crowd, connection: Connection) -> None:
    """Make the people, the servers, and the results of their matches; nothing is counted yet."""
    rng = random.Random(SEED)
    _insert(connection, guilds, ({"id": FIRST_GUILD + number} for number in range(crowd.guilds)))
    _insert(connection, players, ({"id": FIRST_PLAYER + number, "name": "X"} for number in range(crowd.players)))
    started = [
        {"guild": FIRST_GUILD + number, "number": 1, "started_at": NOW - TIME / 2, "started_by": FIRST_PLAYER}
        for number in range(0, crowd.guilds, SEASON_EVERY)
    ]
    _insert(connection, seasons, started)
    played = _matches(crowd, rng)
    while some := list(islice(played, MATCHES_AT_ONCE)):
        _insert(connection, matches, (_match_row(finish) for finish, _ in some))
        _insert(connection, finishes, (values(finish) for finish, _ in some))
        _insert(connection, results, (values(one, match=finish.match) for finish, all_of in some for one in all_of))


def _matches(crowd: Crowd, rng: random.Random) -> Iterator[tuple[Finish, list[Result]]]:
    members = _members(crowd, rng)
    made = 0
    for number in count(1):
        if made >= crowd.results:
            return
        guild = _draw(crowd.guilds, rng)
        people = _people(members[guild], rng)
        if len(people) < 2:
            continue
        rated = rng.random() >= FRIENDLY
        game = rng.choice(GAMES)
        at = NOW - TIME * (1 - min(made / crowd.results, 1))
        season = int(guild % SEASON_EVERY == 0 and made > crowd.results / 2)
        made += len(people)
        yield (
            Finish(number, number, game, FIRST_GUILD + guild, season, rated, at),
            list(_results(people, game, rated, rng)),
        )


def _members(crowd: Crowd, rng: random.Random) -> list[list[int]]:
    """Who plays in each server, the most active first."""
    found: list[list[int]] = [[] for _ in range(crowd.guilds)]
    for player in range(crowd.players):
        for _ in range(rng.choice(HOMES)):
            found[_draw(crowd.guilds, rng)].append(FIRST_PLAYER + player)
    return found


def _people(members: Sequence[int], rng: random.Random) -> list[int]:
    if not members:
        return []
    return list(dict.fromkeys(members[_draw(len(members), rng)] for _ in range(rng.choice(SIZES))))


def _results(people: Sequence[int], game: str, rated: bool, rng: random.Random) -> Iterator[Result]:
    qwixx = game == "qwixx"
    scores = [round(rng.gauss(70, 25) if qwixx else rng.gauss(110, 35)) for _ in people]
    left = [rng.randrange(len(people))] if rng.random() < LEAVING else []
    places = rank(scores, left)
    for seat, player in enumerate(people):
        yield Result(
            seat=seat,
            nth=0,
            player=player,
            place=places[seat],
            score=scores[seat],
            left=seat in left,
            took_over=False,
            rated=rated,
            best_play=rng.randint(2, 30) if qwixx else rng.randint(6, 40),
            feats=rng.choice((0, 0, 0, 1, 1, 2)),
            slips=rng.choice((0, 0, 1, 1, 2, 4)) if qwixx else None,
        )


def _draw(n: int, rng: random.Random) -> int:
    """A number below n, by the power law."""
    return int(n * rng.random() ** STEEPNESS)


def _match_row(finish: Finish) -> dict[str, Any]:
    match = new_match(
        id=finish.match,
        game=finish.game,
        guild=finish.guild,
        channel=None,
        host=FIRST_PLAYER,
        status=Status.FINISHED,
        posted_seq=1,
        rated=finish.rated,
        ended_at=finish.at,
    )
    return values(match)


def _insert(connection: Connection, table: Any, rows: Iterator[dict[str, Any]] | Sequence[dict[str, Any]]) -> None:
    remaining = iter(rows)
    while some := list(islice(remaining, MATCHES_AT_ONCE)):
        connection.execute(insert(table), some)


ASKED_OF = (0, 1, 10, 100, 1000)
"""The servers whose boards are asked for, the largest first."""
ASKERS = 3
"""How many askers, with pages of their own, each board has."""
WARM_UP = 200


def large_crowd() -> dict[str, float]:
    """Standings of 1,000,000 results of 100,000 players in 5,000 servers, made anew and then asked for.

    `rebuild_s` is from the call to the commit, `rebuild_mb` all memory of the process that does it. A leaderboard is
    asked for by every measure and period, everywhere and in servers of five sizes: the first page, one somewhere and
    the last, each with the line of somebody who plays there.
    """
    with TemporaryDirectory() as folder:
        address = str(Path(folder) / "qwibot.sqlite3")
        asyncio.run(_fill(address))
        figures: dict[str, float] = json.loads(_in_a_process(address))
        taken = asyncio.run(_ask(address))
    return figures | {"leaderboard_ms_p50": median(taken), "leaderboard_ms_p95": quantiles(taken, n=20)[-1]}


async def _fill(address: str) -> None:
    async with opened(address) as store:
        await store.database.write(partial(fill, Crowd()))


def _in_a_process(address: str) -> str:
    command = [sys.executable, "-c", f"from tests.bench.standings import make_anew; make_anew({address!r})"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def make_anew(address: str) -> None:
    """Make the standings anew, and print how long it took and how much memory."""

    async def run() -> dict[str, float]:
        async with opened(address) as store:
            begun = time.perf_counter()
            await store.database.write(rebuild)
            taken = time.perf_counter() - begun
        return {"rebuild_s": taken, "rebuild_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}

    sys.stdout.write(json.dumps(asyncio.run(run())))


async def _ask(address: str) -> list[float]:
    """How many milliseconds each answer took, the first ones left out."""
    clock = SetClock()
    clock.time = NOW
    rng = random.Random(SEED)
    taken: list[float] = []
    async with opened(address) as store:
        standings = SqlStandings(store.database, clock)
        people = {guild: await store.database.read(partial(_who_plays, guild)) for guild in (None, *ASKED_OF)}
        for board, guild in _boards():
            total = (await standings.page(board, None)).total
            for _ in range(ASKERS):
                asker = rng.choice(people[guild])
                for first in (0, rng.randrange(total + 1), max(total - LINES_A_PAGE, 0)):
                    begun = time.perf_counter()
                    await standings.page(board, asker, first)
                    taken.append((time.perf_counter() - begun) * 1000)
    return taken[WARM_UP:]


def _boards() -> Iterator[tuple[Board, int | None]]:
    for game, guild, period, measure in product(sorted(set(GAMES)), (None, *ASKED_OF), Period, Measure):
        if guild is not None or period is not Period.SEASON:
            number = None if guild is None else FIRST_GUILD + guild
            yield Board(game, number, period, measure), guild


def _who_plays(guild: int | None, connection: Connection) -> list[int]:
    """Some of the people who play in a server, or anywhere."""
    query = select(results.c.player).join(finishes, finishes.c.match == results.c.match).limit(5000)
    if guild is not None:
        query = query.where(finishes.c.guild == FIRST_GUILD + guild)
    return [player for (player,) in connection.execute(query) if player is not None]


ENDS = 20


def one_end() -> dict[str, float]:
    """Processor time, of all threads, of the action that ends a match of Qwirkle for six, with all that it counts for.

    The same six play 20 matches to the end; a season runs.
    """

    async def measure(hall: Hall) -> list[float]:
        taken = []
        for _ in range(ENDS):
            match_id = await hall.match(ANNA, BEN, CLEO, DORA, ELIAS, FINN)
            while waiting := await hall.awaited(match_id):
                action, meant = await hall.choice(match_id, waiting[0])
                actor = hall.person(waiting[0])
                await hall.service.settled()
                begun = time.process_time()
                await hall.service.act(actor, match_id, action, meant)
                last = time.process_time() - begun
            taken.append(last * 1000)
        return taken

    async def run() -> list[float]:
        with TemporaryDirectory() as folder:
            async with hall_at(Path(folder) / "qwibot.sqlite3") as hall:
                assert isinstance(hall.store, SqlStore)
                await SqlStandings(hall.store.database, hall.clock).start_season(GUILD, ANNA)
                return await measure(hall)

    return {"end_match_cpu_ms": median(asyncio.run(run()))}


FIGURES = (
    Figure(("leaderboard_ms_p50", "leaderboard_ms_p95", "rebuild_s", "rebuild_mb"), large_crowd),
    Figure(("end_match_cpu_ms",), one_end),
)
