"""Standings made anew from the results, and compared with those that are kept.

Both count all finishes again in their order, a part of them after another; only what boards hold now is in memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from datetime import datetime
from itertools import groupby, islice
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, Table, bindparam, delete, func, insert, select

from bot.core.standings import RecordKind
from bot.core.store import Result
from bot.core.tallies import EVERYWHERE, BoardKey, BoardTally, Finish, boards_of, stretch_of
from data.finishing import board_row, lock_finishes, rating_rows, record_rows, tally_row, tally_rows
from data.matches import RESULT
from data.tables import boards, finishes, ratings, records, results, standings

T = TypeVar("T")

FINISHES_AT_ONCE = 5000
ROWS_AT_ONCE = 5000
MADE = (standings, ratings, records, boards)
"""The tables that follow from the results, in the order in which they can be emptied."""

_FINISH = tuple(finishes.c[field.name] for field in fields(Finish))
_RATED = (
    select(*_FINISH, *RESULT)
    .join(results, results.c.match == finishes.c.match)
    .where(finishes.c.nr.between(bindparam("low"), bindparam("high")), finishes.c.rated, results.c.rated)
    .order_by(finishes.c.nr, results.c.seat, results.c.nth)
)


class Counted(NamedTuple):
    """What some of the finishes did to ratings and records, as rows."""

    low: int
    high: int
    """The numbers of the first and the last of the finishes."""
    ratings: list[dict[str, Any]]
    records: list[dict[str, Any]]


class Recount:
    """Counts all finishes again, from the first one on."""

    def __init__(self) -> None:
        self.boards: dict[BoardKey, BoardTally] = {}
        self._known: dict[tuple[str, int | None, int], list[BoardTally]] = {}
        self._last_moments: dict[tuple[str, int], datetime] = {}
        self._records: dict[tuple[int | None, str], dict[RecordKind, int]] = {}

    def run(self, connection: Connection) -> Iterator[Counted]:
        """Count them, a part after another; the boards are full after the last."""
        self._last_moments = _last_moments(connection)
        last = connection.execute(select(func.max(finishes.c.nr))).scalar() or 0
        for low in range(1, last + 1, FINISHES_AT_ONCE):
            counted = Counted(low, low + FINISHES_AT_ONCE - 1, [], [])
            for finish, rated in _finishes(connection, counted.low, counted.high):
                self._count(finish, rated, counted)
            yield counted

    def _count(self, finish: Finish, rated: Sequence[Result], counted: Counted) -> None:
        known = self._boards_of(finish)
        changes = [board.count(finish, rated) if self._lasts(board, finish) else ((), ()) for board in known]
        counted.ratings.extend(rating_rows(known, finish.match, rated, changes))
        standing = self._records.setdefault((finish.guild, finish.game), {})
        broken = record_rows(finish, rated, standing)
        standing.update((row["kind"], row["value"]) for row in broken)
        counted.records.extend(broken)

    def _lasts(self, board: BoardTally, finish: Finish) -> bool:
        """Whether the finish is within the week or month that the board comes to in the end."""
        key = board.key
        return key.period.has_rating or stretch_of(key.period, finish.at) == stretch_of(
            key.period, self._last_moments[key.game, key.guild]
        )

    def _boards_of(self, finish: Finish) -> list[BoardTally]:
        counts_in = (finish.game, finish.guild, finish.season)
        known = self._known.get(counts_in)
        if known is None:
            known = self._known[counts_in] = [self._board(key) for key in boards_of(finish)]
        return known

    def _board(self, key: BoardKey) -> BoardTally:
        board = self.boards.get(key)
        if board is None:
            board = self.boards[key] = BoardTally(len(self.boards) + 1, key)
        return board


def rebuild(connection: Connection) -> int:
    """Make the standings anew; gives the number of matches that count."""
    lock_finishes(connection)
    indexes = sorted(standings.indexes, key=lambda index: str(index.name))
    for index in indexes:
        index.drop(connection)  # it is quicker to make them in the end
    for table in MADE:
        connection.execute(delete(table))
    recount, matches = Recount(), 0
    for counted in recount.run(connection):
        matches += len({row["match"] for row in counted.ratings})
        _insert(connection, ratings, counted.ratings)
        _insert(connection, records, counted.records)
    _insert(connection, boards, map(board_row, recount.boards.values()))
    _insert(connection, standings, _all_tallies(recount))
    for index in indexes:
        index.create(connection)
    return matches


def differences(connection: Connection) -> dict[str, int]:
    """How many rows of each table are not as they would be made anew; tables that are right are left out.

    All is seen as it is at one moment: matches may end meanwhile.
    """
    sqlite = connection.dialect.name == "sqlite"
    connection.exec_driver_sql("BEGIN" if sqlite else "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    try:
        return _differences(connection)
    finally:
        connection.exec_driver_sql("ROLLBACK")


def _differences(connection: Connection) -> dict[str, int]:
    recount = Recount()
    found = {table.name: 0 for table in MADE}
    for counted in recount.run(connection):
        within = select(finishes.c.match).where(finishes.c.nr.between(counted.low, counted.high))
        for table, made in ((ratings, counted.ratings), (records, counted.records)):
            kept = connection.execute(select(table).where(table.c.match.in_(within)))
            found[table.name] += _differing(table, kept.mappings(), made)
    kept = connection.execute(select(boards))
    found[boards.name] += _differing(boards, kept.mappings(), map(board_row, recount.boards.values()))
    for some in _parts(recount.boards.values(), FINISHES_AT_ONCE):
        found[standings.name] += _differing_tallies(connection, some)
    return {name: number for name, number in found.items() if number}


def _finishes(connection: Connection, low: int, high: int) -> Iterator[tuple[Finish, list[Result]]]:
    """The finishes that count, with their rated results."""
    width = len(_FINISH)
    rows = connection.execute(_RATED, {"low": low, "high": high})
    for head, of_finish in groupby(rows, key=lambda row: row[:width]):
        yield Finish(*head), [Result(*row[width:]) for row in of_finish]


def _last_moments(connection: Connection) -> dict[tuple[str, int], datetime]:
    """When the last finish that counts was, of each game in each server and everywhere."""
    query = select(finishes.c.game, finishes.c.guild, func.max(finishes.c.at)).where(finishes.c.rated)
    found: dict[tuple[str, int], datetime] = {}
    for game, guild, at in connection.execute(query.group_by(finishes.c.game, finishes.c.guild)):
        found[game, guild] = at
        found[game, EVERYWHERE] = max(at, found.get((game, EVERYWHERE), at))
    return found


def _all_tallies(recount: Recount) -> Iterator[dict[str, Any]]:
    for board in recount.boards.values():
        yield from sorted(tally_rows(board), key=lambda row: row["player"])


def _insert(connection: Connection, table: Table, rows: Iterable[dict[str, Any]]) -> None:
    for some in _parts(rows, ROWS_AT_ONCE):
        connection.execute(insert(table), some)


def _parts(rows: Iterable[T], size: int) -> Iterator[list[T]]:
    remaining = iter(rows)
    while some := list(islice(remaining, size)):
        yield some


def _differing_tallies(connection: Connection, some: Sequence[BoardTally]) -> int:
    """Rows of a stretch that is over are on no board, and so may be there or not."""
    known = {board.id: board for board in some}
    kept = connection.execute(
        select(standings)
        .join(boards, boards.c.id == standings.c.board)
        .where(boards.c.id.between(min(known), max(known)), standings.c.stretch == boards.c.stretch)
    )
    right = wrong = 0
    for row in kept.mappings():
        tally = known[row["board"]].tallies.get(row["player"])
        if tally is not None and dict(row) == tally_row(row["board"], row["player"], tally):
            right += 1
        elif tally is None:
            wrong += 1
    return wrong + sum(len(board.tallies) for board in some) - right


def _differing(table: Table, kept: Iterable[Mapping[Any, Any]], made: Iterable[Mapping[str, Any]]) -> int:
    """How many rows are on one side only, or not the same on both; told apart by their keys."""
    keys = [column.name for column in table.primary_key.columns]

    def by_key(rows: Iterable[Mapping[Any, Any]]) -> dict[tuple[Any, ...], dict[Any, Any]]:
        return {tuple(row[key] for key in keys): dict(row) for row in rows}

    ours, theirs = by_key(made), by_key(kept)
    return sum(ours.get(key) != theirs.get(key) for key in ours.keys() | theirs.keys())
