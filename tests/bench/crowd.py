"""Many results, made quickly: their players and servers are as active as a power law says."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import count, islice
from typing import Any, NamedTuple

from sqlalchemy import Connection, insert

from bot.core.store import Result, Status
from bot.core.tallies import Finish
from bot.games.base import rank
from data.matches import values
from data.tables import finishes, guilds, matches, players, results, seasons
from tests.data.samples import new_match

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
