"""Counts, when the program starts, what was played before standings were kept, or were made in another way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from datetime import datetime

from sqlalchemy import Connection, exists, insert, select, update

from bot.core.errors import StoreError
from bot.core.results import results as results_of
from bot.core.store import Match, Result, Status
from bot.core.table import replay
from bot.core.tallies import Finish, rated
from bot.games.registry import GAMES
from data.finishing import lock_finishes
from data.matches import RESULT, load
from data.rebuild import rebuild
from data.rows import keep
from data.tables import finishes, matches, notes, results

WAY = "1"
"""How standings are made from results. A program that makes them in another way has another, and starts anew."""
_NOTE = "standings are made as"


def catch_up(connection: Connection) -> None:
    """Make the standings anew where those that are kept were not made in this way."""
    lock_finishes(connection)
    if connection.execute(select(notes.c.text).where(notes.c.name == _NOTE)).scalar() == WAY:
        return
    _adopt(connection)
    rebuild(connection)
    keep(connection, notes, [{"name": _NOTE, "text": WAY}])


def _adopt(connection: Connection) -> None:
    """Number the finishes that have no number yet, in the order of their time, and count their plays."""
    for finish in _new_finishes(connection):
        connection.execute(insert(finishes), asdict(finish))


def _new_finishes(connection: Connection) -> Iterator[Finish]:
    last = connection.execute(select(finishes.c.nr, finishes.c.at).order_by(finishes.c.nr.desc()).limit(1)).first()
    nr, at = (0, None) if last is None else (last.nr, last.at)
    for match_id in _uncounted(connection):
        match = _count_plays(match_id, connection)
        kept = [Result(*row) for row in connection.execute(select(*RESULT).where(results.c.match == match_id))]
        if kept and match.ended_at is not None:
            nr, at = nr + 1, _later(at, match.ended_at)
            yield Finish(match_id, nr, match.game, match.guild, 0, bool(rated(kept)), at)


def _uncounted(connection: Connection) -> list[int]:
    numbered = exists().where(finishes.c.match == matches.c.id)
    query = select(matches.c.id).where(matches.c.status == Status.FINISHED, ~numbered)
    return [row[0] for row in connection.execute(query.order_by(matches.c.ended_at, matches.c.id))]


def _count_plays(match_id: int, connection: Connection) -> Match:
    """Keep with the results what each holder's plays count for, as far as the log can be read."""
    stored = load(match_id, 0, connection)
    game = GAMES.get(stored.match.game)
    try:
        counted = () if game is None else results_of(replay(game, stored.match, stored.entries))
    except StoreError:
        return stored.match  # `qwibot db check` tells what is wrong with it
    for result in counted:
        holder = (results.c.match == match_id, results.c.seat == result.seat, results.c.nth == result.nth)
        figures = {"best_play": result.best_play, "feats": result.feats, "slips": result.slips}
        connection.execute(update(results).where(*holder).values(figures))
    return stored.match


def _later(one: datetime | None, other: datetime) -> datetime:
    return other if one is None else max(one, other)
