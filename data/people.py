"""What is kept of people themselves. Units of work of :mod:`data.store` and :mod:`data.preferences`."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import fields
from datetime import datetime

from sqlalchemy import Connection, select

from bot.core.preferences import Personal
from data.rows import keep
from data.tables import players

_PERSONAL = tuple(players.c[field.name] for field in fields(Personal))


def personal_of(people: Collection[int], connection: Connection) -> dict[int, Personal]:
    """What people have chosen about time; who is not known is left out."""
    query = select(players.c.id, *_PERSONAL).where(players.c.id.in_(people))
    return {row[0]: Personal(*row[1:]) for row in connection.execute(query)}


def set_away(player: int, since: datetime | None, connection: Connection) -> None:
    """Keep that a person is on vacation, or is not."""
    keep(connection, players, [{"id": player, "away_since": since}])
