"""Rows that may be there already: kept in place of the earlier one, or left as they are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql, sqlite


def insert_or(connection: Connection, table: Table) -> sqlite.Insert | postgresql.Insert:
    """An INSERT that can say what to do about a row that is there already."""
    return sqlite.insert(table) if connection.dialect.name == "sqlite" else postgresql.insert(table)


def keep(connection: Connection, table: Table, rows: Sequence[Mapping[str, object]]) -> None:
    """Store rows of the same columns, each in place of the one with its key; columns that they lack stay."""
    statement = insert_or(connection, table)
    keys = [column.name for column in table.primary_key.columns]
    newest = {name: statement.excluded[name] for name in rows[0] if name not in keys}
    connection.execute(statement.on_conflict_do_update(index_elements=keys, set_=newest), rows)


def know(connection: Connection, table: Table, ids: Iterable[int]) -> None:
    """Have a row for each id, for others to refer to."""
    # In one order, so that two who add the same rows never wait for each other.
    rows = [{"id": number} for number in sorted(ids)]
    connection.execute(insert_or(connection, table).on_conflict_do_nothing(), rows)
