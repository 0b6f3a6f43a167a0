"""What the end of a match does to the standings, in the transaction that stores it. Units of work of :mod:`data.store`.

Finishes are numbered one after another: on SQLite there is one writer anyway, on PostgreSQL one lock.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, fields
from typing import Any

from sqlalchemy import Connection, bindparam, delete, func, insert, select, text

from bot.core.standings import Period, RecordKind
from bot.core.store import Match, Result
from bot.core.tallies import BoardKey, BoardTally, Finish, Rated, Tally, boards_of, rated, records_broken
from data.rows import keep
from data.tables import boards, finishes, ratings, records, seasons, standings

_FINISH_LOCK = 0x71776966696E  # PostgreSQL's advisory locks are numbers; this one spells "qwifin"
SWEPT = 12
"""So many rows of an earlier week or month go at most with each finish: twice as many as it may add."""

_TALLY = tuple(standings.c[field.name] for field in fields(Tally))
_LAST_FINISH = select(finishes.c.nr, finishes.c.at).order_by(finishes.c.nr.desc()).limit(1)
_SEASON = select(func.max(seasons.c.number)).where(seasons.c.guild == bindparam("of_guild"))
_BOARDS = select(boards).where(
    boards.c.game == bindparam("of_game"),
    boards.c.guild.in_(bindparam("of_guilds", expanding=True)),
    boards.c.season.in_(bindparam("of_seasons", expanding=True)),
)
_LAST_BOARD = select(func.max(boards.c.id))
_TALLIES = select(standings.c.board, standings.c.player, *_TALLY).where(
    standings.c.board.in_(bindparam("of_boards", expanding=True)),
    standings.c.player.in_(bindparam("of_players", expanding=True)),
)
_STANDING_RECORDS = (
    select(records.c.kind, records.c.value)
    .join(finishes, finishes.c.match == records.c.match)
    .where(records.c.guild == bindparam("of_guild"), records.c.game == bindparam("of_game"))
    .order_by(finishes.c.nr)
)
_SWEEP = delete(standings).where(
    standings.c.board == bindparam("of_board"),
    standings.c.player.in_(
        select(standings.c.player)
        .where(standings.c.board == bindparam("of_board"), standings.c.stretch < bindparam("before"))
        .limit(SWEPT)
    ),
)


def finish(match: Match, results: Sequence[Result], connection: Connection) -> None:
    """Number the finish of a match, and let its results count."""
    counting = rated(results)
    numbered = _number(match, bool(counting), connection)
    connection.execute(insert(finishes), asdict(numbered))
    if counting:
        count(numbered, counting, connection)


def count(finished: Finish, results: Sequence[Result], connection: Connection) -> None:
    """Let the rated results of a finish count, in every board and record."""
    known = _boards(finished, connection)
    _fill(known, results, connection)
    changes = [board.count(finished, results) for board in known]
    keep(connection, boards, [board_row(board) for board in known])
    keep(connection, standings, [row for board in known for row in tally_rows(board)])
    _sweep(known, connection)
    connection.execute(insert(ratings), rating_rows(known, finished.match, results, changes))
    if broken := record_rows(finished, results, _standing_records(finished, connection)):
        connection.execute(insert(records), broken)


def board_row(board: BoardTally) -> dict[str, Any]:
    """A board as a row of its table."""
    return {
        "id": board.id,
        **board.key._asdict(),
        "stretch": board.stretch,
        "players": board.players,
        "regulars": board.regulars,
    }


def tally_rows(board: BoardTally) -> Iterable[dict[str, Any]]:
    """All tallies of a board as rows of their table."""
    return (tally_row(board.id, player, tally) for player, tally in board.tallies.items())


def tally_row(board: int, player: int, tally: Tally) -> dict[str, Any]:
    return {
        "board": board,
        "player": player,
        **{field: getattr(tally, field) for field in Tally.__slots__},
        "rating": tally.rating,
        "win_rate": tally.win_rate,
        "average": tally.average,
        "slip_rate": tally.slip_rate,
    }


def rating_rows(
    known: Sequence[BoardTally], match: int, results: Sequence[Result], changes: Sequence[Rated]
) -> list[dict[str, int]]:
    """How a finish changed the ratings for all time: everywhere, and in the server."""
    (before, after), (before_here, after_here) = (
        change for board, change in zip(known, changes, strict=True) if board.key.period is Period.ALL
    )
    return [
        {
            "match": match,
            "seat": result.seat,
            "nth": result.nth,
            "before": before[number].shown,
            "after": after[number].shown,
            "before_here": before_here[number].shown,
            "after_here": after_here[number].shown,
        }
        for number, result in enumerate(results)
    ]


def record_rows(
    finished: Finish, results: Sequence[Result], standing: Mapping[RecordKind, int]
) -> list[dict[str, Any]]:
    """The records of its server that a finish broke."""
    return [
        {
            "guild": finished.guild,
            "game": finished.game,
            "kind": kind,
            "match": finished.match,
            "value": feat.value,
            "player": feat.player,
            "before": before,
        }
        for kind, feat, before in records_broken(results, standing)
    ]


def lock_finishes(connection: Connection) -> None:
    """Nobody else finishes a match until this transaction is over."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _FINISH_LOCK})


def _number(match: Match, counts: bool, connection: Connection) -> Finish:
    lock_finishes(connection)
    assert match.ended_at is not None, "a match with a result has ended"
    last = connection.execute(_LAST_FINISH).first()
    season = connection.execute(_SEASON, {"of_guild": match.guild}).scalar() or 0
    return Finish(
        match=match.id,
        nr=1 if last is None else last.nr + 1,
        game=match.game,
        guild=match.guild,
        season=season,
        rated=counts,
        # The clocks of two programs may differ.
        at=match.ended_at if last is None else max(last.at, match.ended_at),
    )


def _boards(finished: Finish, connection: Connection) -> list[BoardTally]:
    """The boards that count the finish; those that nobody was on until now are begun."""
    keys = boards_of(finished)
    wanted = {
        "of_game": finished.game,
        "of_guilds": {key.guild for key in keys},
        "of_seasons": {key.season for key in keys},
    }
    rows = connection.execute(_BOARDS, wanted)
    known = {
        BoardKey(row.game, row.guild, row.period, row.season): BoardTally(
            row.id, BoardKey(row.game, row.guild, row.period, row.season), row.stretch, row.players, row.regulars
        )
        for row in rows
    }
    missing = [key for key in keys if key not in known]
    if missing:
        last = connection.execute(_LAST_BOARD).scalar() or 0
        known |= {key: BoardTally(last + number, key) for number, key in enumerate(missing, start=1)}
    return [known[key] for key in keys]


def _fill(known: Sequence[BoardTally], results: Sequence[Result], connection: Connection) -> None:
    """Fetch what the boards count so far of the people of these results."""
    by_id = {board.id: board for board in known}
    wanted = {"of_boards": list(by_id), "of_players": [result.player for result in results]}
    for board, player, stretch, *tally in connection.execute(_TALLIES, wanted):
        if stretch == by_id[board].stretch:
            by_id[board].tallies[player] = Tally(stretch, *tally)


def _standing_records(finished: Finish, connection: Connection) -> dict[RecordKind, int]:
    wanted = {"of_guild": finished.guild, "of_game": finished.game}
    return {row.kind: row.value for row in connection.execute(_STANDING_RECORDS, wanted)}


def _sweep(known: Iterable[BoardTally], connection: Connection) -> None:
    """Let some rows go that count no more."""
    stretches = [{"of_board": board.id, "before": board.stretch} for board in known if board.stretch]
    connection.execute(_SWEEP, stretches)
