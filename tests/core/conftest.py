"""A hall in a file of its own for every test, with the same chance at each run."""

from collections.abc import AsyncIterator
from hashlib import sha256
from itertools import count
from pathlib import Path

import pytest

from tests.core.hall import Hall, Showings, hall_at
from tests.data.conftest import postgres

__all__ = ["postgres"]


@pytest.fixture(autouse=True)
def known_secrets(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """Secrets made from the test's name."""
    numbers = count()
    name = request.node.name
    monkeypatch.setattr("bot.core.matches.new_secret", lambda: sha256(f"{name} {next(numbers)}".encode()).digest())


@pytest.fixture
def address(tmp_path: Path) -> Path:
    return tmp_path / "qwibot.sqlite3"


@pytest.fixture
def showings() -> Showings:
    return Showings()


@pytest.fixture
async def hall(address: Path, showings: Showings) -> AsyncIterator[Hall]:
    async with hall_at(address, presenter=showings) as opened:
        yield opened
        await opened.service.settled()
        await opened.assert_sound()
