"""The databases that the store is tested on: SQLite in a real file, PostgreSQL on a server of the tests' own."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
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
    return postgres.create_database()


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest) -> str:
    """An empty database, once of each kind."""
    named: str = request.getfixturevalue(f"{request.param}_address")
    return named


@pytest.fixture
def clock() -> SetClock:
    return SetClock()


@pytest.fixture
async def store(address: str, clock: SetClock) -> AsyncIterator[SqlStore]:
    async with opened(address, clock) as opened_store:
        yield opened_store
