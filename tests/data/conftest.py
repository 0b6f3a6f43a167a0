"""The databases that the store is tested on: SQLite in a real file, PostgreSQL on a server of the tests' own."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from data.store import SqlStore
from tests.data.samples import SetClock, opened
from tests.postgres import PostgresServer, find_programs


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    programs = find_programs()
    if programs is None:
        pytest.skip("PostgreSQL is not installed (Debian: apt-get install postgresql)")
    server = PostgresServer(programs)
    try:
        server.start()
        yield server
    finally:
        server.remove()


@pytest.fixture
def sqlite_address(tmp_path: Path) -> str:
    return str(tmp_path / "qwibot.sqlite3")


@pytest.fixture
def postgres_address(postgres: PostgresServer) -> str:
    return postgres.new_address()


@pytest.fixture(params=["sqlite", "postgres"])
def new_address(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], str]:
    """Empty databases, as many as are asked for; once of each kind."""
    if request.param == "postgres":
        server: PostgresServer = request.getfixturevalue("postgres")
        return server.new_address
    numbers = count(1)
    return lambda: str(tmp_path / f"{next(numbers)}.sqlite3")


@pytest.fixture
def address(new_address: Callable[[], str]) -> str:
    """An empty database, once of each kind."""
    return new_address()


@pytest.fixture
def clock() -> SetClock:
    return SetClock()


@pytest.fixture
async def store(address: str, clock: SetClock) -> AsyncIterator[SqlStore]:
    async with opened(address, clock) as opened_store:
        yield opened_store
