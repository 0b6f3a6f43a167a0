"""Who leads, and how somebody plays, in a database: :mod:`bot.core.standings`, which says what each method does."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any

from sqlalchemy import ColumnElement, Connection, Integer, Select, and_, cast, func, insert, select

from bot.core.careers import Played, career
from bot.core.clock import Clock
from bot.core.standings import (
    LINES_A_PAGE,
    Board,
    BoardPage,
    Career,
    MatchStandings,
    Period,
    Placing,
    RatingChange,
    Record,
    RecordKind,
    Rival,
    RivalPage,
    Season,
)
from bot.core.tallies import EVERYWHERE
from data.boards import lines_before, page
from data.database import Database
from data.finishing import lock_finishes
from data.rows import know
from data.tables import boards, finishes, guilds, players, ratings, records, results, seasons, standings

_RECORD = select(
    records.c.kind, records.c.value, records.c.player, records.c.match, finishes.c.at, records.c.before
).join(finishes, finishes.c.match == records.c.match)


class SqlStandings:
    """The Standings in the same database as the matches."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def page(self, board: Board, asker: int | None, first: int = 0, size: int = LINES_A_PAGE) -> BoardPage:
        return await self._database.read(partial(page, board, asker, first, size, self._clock.now()))

    async def lines_before(self, board: Board, player: int) -> int | None:
        return await self._database.read(partial(lines_before, board, player, self._clock.now()))

    async def career(self, player: int, game: str, guild: int | None = None) -> Career:
        rows = await self._rows(_played(player, game, guild))
        return career([Played(*row) for row in rows])

    async def rivals(
        self, player: int, game: str | None, guild: int | None = None, first: int = 0, size: int = LINES_A_PAGE
    ) -> RivalPage:
        rows = await self._rows(_rivals(player, game, guild))
        return RivalPage(tuple(Rival(*row) for row in rows[first : first + size]), len(rows))

    async def of_match(self, match_id: int) -> MatchStandings:
        broken = await self._rows(_RECORD.where(_records_of(match_id)))
        placings = [
            Placing(player, place, score, matches, RatingChange(before, after), RatingChange(before_here, after_here))
            for player, place, score, matches, before, after, before_here, after_here in await self._rows(
                _placings(match_id)
            )
        ]
        return MatchStandings(tuple(placings), _in_order(Record(*row) for row in broken))

    async def records(self, guild: int, game: str) -> Mapping[RecordKind, Record]:
        rows = await self._rows(_RECORD.where(records.c.guild == guild, records.c.game == game).order_by(finishes.c.nr))
        newest = {row[0]: Record(*row) for row in rows}
        return {record.kind: record for record in _in_order(newest.values())}

    async def seasons(self, guild: int) -> tuple[Season, ...]:
        rows = await self._rows(
            select(seasons.c.number, seasons.c.started_at, seasons.c.started_by)
            .where(seasons.c.guild == guild)
            .order_by(seasons.c.number)
        )
        return tuple(Season(*row) for row in rows)

    async def start_season(self, guild: int, by: int) -> Season:
        return await self._database.write(partial(_start_season, guild, by, self._clock.now()))

    async def _rows(self, query: Select[*tuple[Any, ...]]) -> Sequence[Any]:
        return await self._database.read(lambda connection: connection.execute(query).all())


def _played(player: int, game: str, guild: int | None) -> Select[*tuple[Any, ...]]:
    """All that somebody got out of finished matches, the oldest first; with the rating that counts there."""
    after = ratings.c.after if guild is None else ratings.c.after_here
    fields = [getattr(results.c, name) for name in Played._fields if name != "rating"]
    return (
        select(*fields, after)
        .join(finishes, finishes.c.match == results.c.match)
        .outerjoin(ratings, _same_holder(ratings))
        .where(results.c.player == player, *_of(game, guild))
        .order_by(finishes.c.nr, results.c.seat, results.c.nth)
    )


def _rivals(player: int, game: str | None, guild: int | None) -> Select[*tuple[Any, ...]]:
    """The balance against everybody whom somebody played against, both from the beginning on."""
    own, other = results.alias("own"), results.alias("other")
    matches = func.count().label("matches")
    return (
        select(
            other.c.player,
            matches,
            func.sum(cast(own.c.place < other.c.place, Integer)),
            func.sum(cast(own.c.place > other.c.place, Integer)),
        )
        .join(other, and_(other.c.match == own.c.match, other.c.player != own.c.player))
        .join(finishes, finishes.c.match == own.c.match)
        .where(own.c.player == player, ~own.c.took_over, ~other.c.took_over, *_of(game, guild))
        .group_by(other.c.player)
        .order_by(matches.desc(), other.c.player)
    )


def _of(game: str | None, guild: int | None) -> list[ColumnElement[bool]]:
    """What finishes are asked about."""
    wanted = []
    if game is not None:
        wanted.append(finishes.c.game == game)
    if guild is not None:
        wanted.append(finishes.c.guild == guild)
    return wanted


def _same_holder(table: Any) -> ColumnElement[bool]:
    return and_(table.c.match == results.c.match, table.c.seat == results.c.seat, table.c.nth == results.c.nth)


def _placings(match_id: int) -> Select[*tuple[Any, ...]]:
    """The rated results of a match, the best first, with what they did to the ratings."""
    return (
        select(
            results.c.player,
            results.c.place,
            results.c.score,
            standings.c.matches,
            ratings.c.before,
            ratings.c.after,
            ratings.c.before_here,
            ratings.c.after_here,
        )
        .join(ratings, _same_holder(ratings))
        .join(finishes, finishes.c.match == results.c.match)
        .join(
            boards,
            and_(
                boards.c.game == finishes.c.game,
                boards.c.guild == EVERYWHERE,
                boards.c.period == Period.ALL,
                boards.c.season == 0,
            ),
        )
        .join(standings, and_(standings.c.board == boards.c.id, standings.c.player == results.c.player))
        .where(results.c.match == match_id)
        .order_by(results.c.place, results.c.seat)
    )


def _records_of(match_id: int) -> ColumnElement[bool]:
    """Those that a match set; found among the records of its server and game."""
    match = select(finishes.c.guild, finishes.c.game).where(finishes.c.match == match_id).subquery()
    return and_(
        records.c.guild == select(match.c.guild).scalar_subquery(),
        records.c.game == select(match.c.game).scalar_subquery(),
        records.c.match == match_id,
    )


def _in_order(found: Iterable[Record]) -> tuple[Record, ...]:
    """Records in the order of their kinds."""
    kinds = list(RecordKind)
    return tuple(sorted(found, key=lambda record: kinds.index(record.kind)))


def _start_season(guild: int, by: int, now: datetime, connection: Connection) -> Season:
    lock_finishes(connection)  # each match ends in one season, and no number is given twice
    know(connection, guilds, [guild])
    know(connection, players, [by])
    last = connection.execute(select(func.max(seasons.c.number)).where(seasons.c.guild == guild)).scalar() or 0
    connection.execute(insert(seasons), {"guild": guild, "number": last + 1, "started_at": now, "started_by": by})
    return Season(last + 1, now, by)
