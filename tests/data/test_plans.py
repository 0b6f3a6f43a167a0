"""No question that the store asks goes through all matches: each has its index, and it is taken."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, event, text

from data.store import SqlStore
from tests.data.samples import ANNA, NOON, opened
from tests.data.seeding import LATE_EVERY, MANY, fill

Question = Callable[[SqlStore], Awaitable[Any]]


@pytest.fixture
async def full_store(address: str) -> AsyncIterator[SqlStore]:
    """10,000 matches, 5,000 of them live and 20 with something left to do."""
    async with opened(address) as store:
        await fill(store)
        if "postgres" in address:
            await store.database.write(lambda connection: connection.execute(text("ANALYZE")))
        yield store


@contextmanager
def asked(store: SqlStore) -> Iterator[list[tuple[str, Any]]]:
    """The queries that are sent, with their parameters."""
    queries: list[tuple[str, Any]] = []

    def note(_connection: Any, _cursor: Any, query: str, parameters: Any, *_: Any) -> None:
        queries.append((query, parameters))

    event.listen(Engine, "before_cursor_execute", note)
    yield queries
    event.remove(Engine, "before_cursor_execute", note)


async def plan(store: SqlStore, question: Question) -> str:
    """How the database answers a question."""
    with asked(store) as queries:
        await question(store)

    def explain(connection: Connection) -> str:
        how = "EXPLAIN QUERY PLAN " if connection.dialect.name == "sqlite" else "EXPLAIN "
        rows = [row for query, values in queries for row in connection.exec_driver_sql(how + query, values)]
        return "\n".join(str(row[-1]) for row in rows)

    assert queries
    return await store.database.read(explain)


ABOUT_MANY: dict[str, Question] = {
    "ix_matches_unshown": lambda store: store.unshown(),
    "ix_matches_computer_due": lambda store: store.computers_due(),
    "uq_matches_channel_open": lambda store: store.in_channel(MANY),
    "ix_seats_player": lambda store: store.of_player(ANNA + MANY),
}
ABOUT_TIME: tuple[Question, ...] = (
    lambda store: store.wakes(NOON, 4),
    lambda store: store.next_wake(),
    lambda store: store.timed(),
)
ABOUT_ONE: tuple[Question, ...] = (
    lambda store: store.load(MANY),
    lambda store: store.applied(MANY, "tap"),
    lambda store: store.drafts(MANY),
    lambda store: store.reminders(MANY),
    lambda store: store.people([ANNA + 1, ANNA + 2]),
    lambda store: store.names([ANNA + 1, ANNA + 2]),
    lambda store: store.of_player(ANNA + MANY),
)


async def test_among_10_000_matches_each_question_takes_its_index(full_store: SqlStore) -> None:
    for index, question in ABOUT_MANY.items():
        assert index in await plan(full_store, question)
    for question in ABOUT_TIME:
        assert "ix_matches_wake" in await plan(full_store, question)
    for question in ABOUT_ONE:
        how = await plan(full_store, question)
        assert "Seq Scan" not in how, how  # PostgreSQL
        assert "SCAN" not in how, how  # SQLite
    late_ones = tuple(range(LATE_EVERY, MANY + 1, LATE_EVERY))
    assert await full_store.unshown() == late_ones
    assert await full_store.computers_due() == late_ones
    assert [match.id for match in await full_store.of_player(ANNA + MANY)] == [MANY]
