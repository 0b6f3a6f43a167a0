"""What is kept of one person, told and forgotten. Units of work of :mod:`data.store`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Connection, Row, Select, bindparam, delete, exists, func, select, update

from bot.core.errors import MatchError
from bot.core.match_events import PREFIX
from bot.core.preferences import Personal
from bot.core.privacy import FORMAT, as_told_to, renumbered
from bot.core.tallies import EVERYWHERE
from data.matches import values
from data.people import personal_of
from data.rows import know
from data.tables import (
    OPEN,
    SITS,
    boards,
    drafts,
    events,
    hints,
    matches,
    players,
    records,
    reminders,
    results,
    seasons,
    seats,
    standings,
)

_REWRITE = update(events).where(events.c.match == bindparam("in_match"), events.c.seq == bindparam("at_seq"))
_NOBODY = {"name": None, "seen_at": None, "language": None, **values(Personal())}
"""What is left of the row of a person who is forgotten, beside a number."""


def personal_data(player: int, connection: Connection) -> dict[str, Any]:
    """Everything that is kept of a person, as JSON for that person."""
    known = connection.execute(select(players).where(players.c.id == player)).mappings().first()
    return {
        "format": FORMAT,
        "id": str(player),  # as text: the numbers of many languages are not long enough for it
        "name": None if known is None else known["name"],
        "last_seen": None if known is None or known["seen_at"] is None else known["seen_at"].date().isoformat(),
        "language": None if known is None else known["language"],
        "time": _time(personal_of([player], connection).get(player, Personal())),
        "hints_given": _hints(connection, player),
        "drafts": _drafts(connection, player),
        "reminders_given": _reminders(connection, player),
        "seats": _seats(connection, player),
        "results": _results(connection, player),
        "standings": _standings(connection, player),
        "records": _records(connection, player),
        "seasons_started": _seasons(connection, player),
        "matches_hosted": [row.id for row in connection.execute(select(matches.c.id).where(matches.c.host == player))],
        "log": list(_log(connection, player)),
    }


def forget(player: int, connection: Connection) -> tuple[int, ...]:
    """Give the person another number everywhere; the ids of the matches that changed by it."""
    theirs = select(seats.c.match).where(seats.c.player == player, SITS)
    if connection.execute(select(exists().where(matches.c.id.in_(theirs), OPEN))).scalar():
        raise MatchError("still-seated")
    number = min(connection.execute(select(func.min(players.c.id))).scalar() or 0, 0) - 1
    changed = _matches_of(connection, player) | _rewrite_logs(connection, player, number)
    for alone in (hints, drafts, reminders):
        connection.execute(delete(alone).where(alone.c.player == player))
    if changed or _seasons(connection, player):
        know(connection, players, [player])
        # Seats, results, standings and hosts refer to the person's row, and follow it.
        connection.execute(update(players).where(players.c.id == player).values(_NOBODY | {"id": number}))
    else:
        connection.execute(delete(players).where(players.c.id == player))
    return tuple(sorted(changed))


def _matches_of(connection: Connection, player: int) -> set[int]:
    """The matches whose rows, beside the log, name the person."""
    found = (
        select(matches.c.id).where(matches.c.host == player),
        select(seats.c.match).where(seats.c.player == player),
        select(results.c.match).where(results.c.player == player),
    )
    return {row[0] for query in found for row in connection.execute(query)}


def _mentions(player: int) -> Select[Any]:
    """The entries of all logs that may name the person: those of matches in which the number occurs."""
    return (
        select(events)
        .where(events.c.kind.startswith(PREFIX, autoescape=True), events.c.payload.contains(str(player)))
        .order_by(events.c.match, events.c.seq)
    )


def _rewrite_logs(connection: Connection, player: int, number: int) -> set[int]:
    rewritten = [
        {"in_match": row.match, "at_seq": row.seq, "payload": payload}
        for row in connection.execute(_mentions(player))
        if (payload := renumbered(row.kind, row.payload, player, number)) is not None
    ]
    if rewritten:
        connection.execute(_REWRITE, rewritten)
    return {row["in_match"] for row in rewritten}


def _time(chosen: Personal) -> dict[str, Any] | None:
    if chosen == Personal():
        return None
    return {
        "zone": chosen.zone,
        "quiet_hours": None if chosen.quiet_from is None else [_hour(chosen.quiet_from), _hour(chosen.quiet_to)],
        "reminders": chosen.reminders,
        "away_since": None if chosen.away_since is None else chosen.away_since.isoformat(),
    }


def _hour(minutes: int | None) -> str | None:
    return None if minutes is None else "{:02}:{:02}".format(*divmod(minutes, 60))


def _hints(connection: Connection, player: int) -> list[str]:
    return [
        row.hint for row in connection.execute(select(hints).where(hints.c.player == player).order_by(hints.c.hint))
    ]


def _reminders(connection: Connection, player: int) -> list[dict[str, Any]]:
    found = connection.execute(select(reminders).where(reminders.c.player == player).order_by(reminders.c.match))
    return [{"match": row.match, "turn": row.turn, "phase": row.phase} for row in found]


def _drafts(connection: Connection, player: int) -> list[dict[str, Any]]:
    found = connection.execute(select(drafts).where(drafts.c.player == player).order_by(drafts.c.match))
    return [
        {"match": row.match, "turn": row.turn, "kind": row.kind, "content": row.payload, "at": row.at.isoformat()}
        for row in found
    ]


def _seats(connection: Connection, player: int) -> list[dict[str, Any]]:
    found = connection.execute(
        select(seats, matches.c.game, matches.c.guild, matches.c.channel, matches.c.status)
        .join(matches, matches.c.id == seats.c.match)
        .where(seats.c.player == player)
        .order_by(seats.c.match, seats.c.seat)
    )
    return [_seat(row) for row in found]


def _seat(row: Row[Any]) -> dict[str, Any]:
    return {
        "match": row.match,
        "game": row.game,
        "server": None if row.guild is None else str(row.guild),
        "channel": None if row.channel is None else str(row.channel),
        "status": row.status.value,
        "seat": row.seat + 1,
        "took_over": row.took_over,
        "left_at": None if row.left_at is None else row.left_at.isoformat(),
    }


def _results(connection: Connection, player: int) -> list[dict[str, Any]]:
    told = ("match", "place", "score", "left", "took_over", "rated", "best_play", "feats", "slips")
    found = connection.execute(select(results).where(results.c.player == player).order_by(results.c.match)).mappings()
    return [{name: row[name] for name in told} for row in found]


def _standings(connection: Connection, player: int) -> list[dict[str, Any]]:
    """What boards count of the person; those of a week or month that is over are on none."""
    rows = connection.execute(
        select(standings, boards.c.game, boards.c.guild, boards.c.period, boards.c.season)
        .join(boards, (boards.c.id == standings.c.board) & (boards.c.stretch == standings.c.stretch))
        .where(standings.c.player == player)
        .order_by(boards.c.id)
    ).mappings()
    counted = ("matches", "wins", "points", "best_score", "best_play", "feats", "slips", "longest_streak", "rating")
    return [
        {
            "game": row["game"],
            "server": None if row["guild"] == EVERYWHERE else str(row["guild"]),
            "period": row["period"].value,
            "season": row["season"] or None,
            **{name: row[name] for name in counted},
        }
        for row in rows
    ]


def _records(connection: Connection, player: int) -> list[dict[str, Any]]:
    found = connection.execute(
        select(records).where(records.c.player == player).order_by(records.c.match, records.c.kind)
    )
    return [
        {"server": str(row.guild), "game": row.game, "record": row.kind.value, "match": row.match, "value": row.value}
        for row in found
    ]


def _seasons(connection: Connection, player: int) -> list[dict[str, Any]]:
    found = connection.execute(select(seasons).where(seasons.c.started_by == player).order_by(seasons.c.started_at))
    return [{"server": str(row.guild), "season": row.number, "at": row.started_at.isoformat()} for row in found]


def _log(connection: Connection, player: int) -> Iterator[dict[str, Any]]:
    """The entries that name the person: what they did, and when."""
    for row in connection.execute(_mentions(player)):
        event = as_told_to(player, row.kind, row.payload)
        if event is not None:
            yield {"match": row.match, "entry": row.seq, "at": row.at.isoformat(), "event": event}
