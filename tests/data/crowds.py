"""Finished matches for standings: as they are described, stored as matches end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, select

from bot.core.store import Holder, Result, Status
from bot.games.base import rank
from data.rebuild import MADE
from data.store import SqlStore
from data.tables import boards, standings
from tests.data.samples import NOON, keep, person, step

PEOPLE = tuple(range(101, 109))
GUILDS = (11, 12)


@dataclass(frozen=True)
class Ended:
    """A match as a test describes it: who played, with which scores, where, when and how."""

    people: Sequence[int]
    scores: Sequence[int]
    game: str = "qwirkle"
    guild: int | None = GUILDS[0]
    at: datetime = NOON
    rated: bool = True
    left: Sequence[int] = ()
    """Seats, the first leaver first."""
    plays: Sequence[int] = ()
    feats: Sequence[int] = ()
    slips: Sequence[int] = ()

    def results(self) -> list[Result]:
        places = rank(self.scores, self.left)
        counts = self.rated and self.guild is not None
        return [
            Result(
                seat=seat,
                nth=0,
                player=player,
                place=places[seat],
                score=self.scores[seat],
                left=seat in self.left,
                took_over=False,
                rated=counts,
                best_play=self.plays[seat] if self.plays else 10 + seat,
                feats=self.feats[seat] if self.feats else seat % 2,
                slips=None if self.game == "qwirkle" else self.slips[seat] if self.slips else seat % 3,
            )
            for seat, player in enumerate(self.people)
        ]

    def holders(self) -> list[Holder]:
        return [
            person(seat, player, left_at=self.at if seat in self.left else None)
            for seat, player in enumerate(self.people)
        ]


async def end(store: SqlStore, ended: Ended, results: Sequence[Result] | None = None) -> int:
    """A match from its lobby to its end; gives its id."""
    holders = ended.holders()
    match = await keep(
        store, *holders, game=ended.game, guild=ended.guild, channel=None, host=ended.people[0], rated=ended.rated
    )
    over = step(match, status=Status.FINISHED, ended_at=ended.at)
    await store.commit(replace(over, results=ended.results() if results is None else results, holders=holders))
    return match.id


async def all_made(store: SqlStore) -> dict[str, list[Any]]:
    """Every row of every table that follows from the results; of standings those that count."""
    return await store.database.read(_all_made)


def _all_made(connection: Connection) -> dict[str, list[Any]]:
    found = {}
    for table in MADE:
        query = select(table).order_by(*table.primary_key.columns)
        if table is standings:
            query = query.join(boards, (boards.c.id == standings.c.board) & (boards.c.stretch == standings.c.stretch))
        found[table.name] = [tuple(row) for row in connection.execute(query)]
    return found


@dataclass(frozen=True)
class NewSeason:
    """A season is started in a server."""

    guild: int
    at: datetime = NOON


Happening = Ended | NewSeason
