"""Boards, against a plain count of the same matches."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Connection, delete

from bot.core.standings import Board, BoardPage, Line, Measure, Period
from bot.db import EXIT_FINE, rebuild_standings
from data.rebuild import differences, rebuild
from data.standings import SqlStandings
from data.store import SqlStore, open_store
from data.tables import metadata
from tests.data import plain
from tests.data.crowds import GUILDS, PEOPLE, Ended, Happening, NewSeason, all_made, end
from tests.data.samples import SetClock

ALL = 10_000
# The last week of 2026 is the 53rd and goes on in 2027; a week may lie in two months, a month begin in a week's middle.
EDGES = (
    datetime(2026, 12, 27, 23, 59, 59, 999_999, tzinfo=UTC),
    datetime(2026, 12, 28, tzinfo=UTC),
    datetime(2026, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC),
    datetime(2027, 1, 1, tzinfo=UTC),
    datetime(2027, 1, 3, 23, 59, 59, 999_999, tzinfo=UTC),
    datetime(2027, 1, 4, tzinfo=UTC),
)
"""Moments at the edges of weeks and months."""


def every_board(game: str) -> Iterator[Board]:
    for guild, measure in product((None, *GUILDS), Measure):
        for period in (Period.ALL, Period.WEEK, Period.MONTH):
            yield Board(game, guild, period, measure)
        if guild is not None:
            yield from (Board(game, guild, Period.SEASON, measure, season) for season in (1, 2))


@st.composite
def endings(draw: st.DrawFn) -> Ended:
    people = draw(st.lists(st.sampled_from(PEOPLE[:5]), min_size=2, max_size=4, unique=True))
    few = st.integers(-3, 3)  # so that there are ties
    each = st.lists(st.integers(0, 3), min_size=len(people), max_size=len(people))
    return Ended(
        people,
        draw(st.lists(few, min_size=len(people), max_size=len(people))),
        game=draw(st.sampled_from(("qwirkle", "qwixx"))),
        guild=draw(st.sampled_from((*GUILDS, GUILDS[0], None))),
        at=draw(st.sampled_from(EDGES)),
        rated=draw(st.integers(0, 9)) > 0,
        left=draw(st.lists(st.sampled_from(range(len(people))), max_size=1)),
        plays=draw(each),
        feats=draw(each),
        slips=draw(each),
    )


happenings = st.lists(st.one_of(endings(), endings(), st.builds(NewSeason, st.sampled_from(GUILDS))), max_size=25)


def some_happenings(number: int, seed: int) -> list[Happening]:
    """What hypothesis might have chosen, quicker."""
    rng = random.Random(seed)
    return [_some_happening(rng) for _ in range(number)]


def _some_happening(rng: random.Random) -> Happening:
    if rng.random() < 0.05:
        return NewSeason(rng.choice(GUILDS))
    people = rng.sample(PEOPLE, rng.randint(2, 5))
    return Ended(
        people,
        [rng.randint(0, 9) for _ in people],
        game=rng.choice(("qwirkle", "qwixx")),
        guild=rng.choice((*GUILDS, None)),
        at=rng.choice(EDGES),
        rated=rng.random() < 0.9,
        left=[rng.randrange(len(people))] if rng.random() < 0.1 else [],
    )


async def let_happen(store: SqlStore, clock: SetClock, happened: Sequence[Happening]) -> None:
    standings = SqlStandings(store.database, clock)
    for happening in happened:
        if isinstance(happening, NewSeason):
            await standings.start_season(happening.guild, PEOPLE[0])
        else:
            await end(store, happening)


async def assert_as_counted_plainly(
    standings: SqlStandings, clock: SetClock, happened: Sequence[Happening], game: str
) -> None:
    matches = plain.counted(happened)
    for board in every_board(game):
        lines = plain.lines(board, matches, clock.time)
        asker = PEOPLE[len(lines) % 5]
        page = await standings.page(board, asker, 0, ALL)
        own = next((line for line in lines if line.player == asker), None)
        assert (page.lines, page.total, page.own) == (tuple(lines), len(lines), own), board
        assert page.gap == gap(lines, own)
        before = None if own is None else lines.index(own)
        assert await standings.lines_before(board, asker) == before
        if board.period is Period.ALL:
            assert_pages(page, await standings.page(board, None, 1, 2), await standings.page(board, None, 3, 2))


def gap(lines: Sequence[Line], own: Line | None) -> float | None:
    """The distance to the next better value."""
    if own is None or own.rank == 1:
        return None
    better = [line for line in lines if line.rank < own.rank]
    return abs(better[-1].value - own.value)


def assert_pages(whole: BoardPage, second: BoardPage, third: BoardPage) -> None:
    """Parts of a board, wherever they begin, are those of the whole."""
    assert second.lines == whole.lines[1:3]
    assert third.lines == whole.lines[3:5]
    assert (second.total, second.own) == (whole.total, None)


class Club:
    """A database that is emptied for each example: to make one takes longer than to fill it."""

    def __init__(self, folder: Path, runner: asyncio.Runner) -> None:
        self.clock = SetClock()
        self.run = runner.run
        self.store = self.run(open_store(str(folder / "qwibot.sqlite3"), self.clock))
        self.standings = SqlStandings(self.store.database, self.clock)

    async def begin_anew(self) -> None:
        await self.store.database.write(_empty)


def _empty(connection: Connection) -> None:
    for table in reversed(metadata.sorted_tables):
        connection.execute(delete(table))


@contextmanager
def club() -> Iterator[Club]:
    with TemporaryDirectory() as folder, asyncio.Runner() as runner:
        opened = Club(Path(folder), runner)
        try:
            yield opened
        finally:
            runner.run(opened.store.close())


def test_every_board_is_as_counted_plainly() -> None:
    """Each measure, period and scope, of random matches at the edges of weeks and months, in two servers."""
    with club() as here:

        @given(happenings, st.sampled_from(EDGES), st.sampled_from(("qwirkle", "qwixx")))
        def hold(happened: list[Happening], now: datetime, game: str) -> None:
            async def compare() -> None:
                await here.begin_anew()
                await let_happen(here.store, here.clock, happened)
                # No match has ended after now.
                here.clock.time = max([now, *(each.at for each in happened if isinstance(each, Ended))])
                await assert_as_counted_plainly(here.standings, here.clock, happened, game)

            here.run(compare())

        hold()


def test_standings_made_anew_are_the_same_rows() -> None:
    """Whatever the order of matches in time, made as they end or all at once, floats included."""
    with club() as here:

        @given(happenings)
        def hold(happened: list[Happening]) -> None:
            async def compare() -> None:
                await here.begin_anew()
                await let_happen(here.store, here.clock, happened)
                before = await all_made(here.store)
                assert await here.store.database.read(differences) == {}
                await here.store.database.write(rebuild)
                assert await all_made(here.store) == before

            here.run(compare())

        hold()


async def test_many_matches_on_each_kind_of_database(store: SqlStore, clock: SetClock) -> None:
    happened = some_happenings(60, seed=7)
    await let_happen(store, clock, happened)
    clock.time = EDGES[-2]
    await assert_as_counted_plainly(SqlStandings(store.database, clock), clock, happened, "qwixx")
    before = await all_made(store)
    assert min(len(rows) for rows in before.values()) > 10
    assert await store.database.read(differences) == {}
    count = await store.database.write(rebuild)
    assert count == len(plain.counted(happened))
    assert await all_made(store) == before


def test_standings_are_made_anew_however_long_a_statement_takes(
    postgres_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slowly(connection: Connection) -> int:
        connection.exec_driver_sql("SELECT pg_sleep(1.5)")
        return rebuild(connection)

    monkeypatch.setattr("bot.db.open_store", partial(open_store, longest=0.5))
    monkeypatch.setattr("bot.db.rebuild", slowly)
    assert rebuild_standings(postgres_address) == EXIT_FINE
