"""No question that the store asks goes through all matches: each has its index, and it is taken."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, event, text

from bot.core.standings import Board, Period
from data.rebuild import rebuild
from data.standings import SqlStandings
from data.store import SqlStore
from data.tables import MEASURED
from tests.bench.standings import FIRST_GUILD, FIRST_PLAYER, Crowd
from tests.bench.standings import NOW as AFTER_ALL
from tests.bench.standings import fill as fill_with_results
from tests.data.samples import ANNA, NOON, SetClock, opened
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


@pytest.fixture
async def crowded_store(address: str, clock: SetClock) -> AsyncIterator[SqlStore]:
    """Standings of 6,000 results of 800 players in 5 servers."""
    clock.time = AFTER_ALL
    async with opened(address, clock) as store:
        await store.database.write(partial(fill_with_results, Crowd(6000, 800, 5)))
        await store.database.write(rebuild)
        if "postgres" in address:
            await store.database.write(lambda connection: connection.execute(text("ANALYZE")))
        yield store


def page_of(standings: SqlStandings, board: Board, asker: int, first: int, _: SqlStore) -> Awaitable[Any]:
    return standings.page(board, asker, first)


async def test_boards_are_read_in_the_index_of_their_measure_alone(crowded_store: SqlStore, clock: SetClock) -> None:
    """Also a page far behind, and the rank of the last one: nothing is sorted, no table is gone through."""
    standings = SqlStandings(crowded_store.database, clock)
    for measure, column in MEASURED.items():
        board = Board("qwixx", None, Period.ALL, measure)
        total = (await standings.page(board, None)).total
        last = (await standings.page(board, None, total - 1)).lines[-1]
        assert last.rank > 50
        for first in (0, total // 3, total - 10):
            how = await plan(crowded_store, partial(page_of, standings, board, last.player, first))
            assert f"ix_standings_{column.name}" in how
            assert "Sort" not in how, how  # PostgreSQL
            assert "TEMP B-TREE" not in how, how  # SQLite
            assert "SCAN" not in how, how


async def test_other_questions_about_standings_go_through_no_table(crowded_store: SqlStore, clock: SetClock) -> None:
    standings = SqlStandings(crowded_store.database, clock)
    player = FIRST_PLAYER + 700
    questions: tuple[Question, ...] = (
        lambda _: standings.career(player, "qwirkle"),
        lambda _: standings.rivals(player, "qwirkle", FIRST_GUILD),
        lambda _: standings.of_match(99),
        lambda _: standings.records(FIRST_GUILD, "qwirkle"),
    )
    for question in questions:
        how = await plan(crowded_store, question)
        assert "SCAN" not in how.replace("SCAN CONSTANT ROW", ""), how
        assert "Seq Scan on results" not in how, how
        assert "Seq Scan on ratings" not in how, how
