"""Matches that take days, with people who come and go and everything failing: nothing gets stuck, lost or known."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.soak.disasters import KINDS, Disasters
from tests.soak.month import DAY, HOUR, Month, Size
from tests.soak.timing import SimulatedLoop, let_time_jump
from tests.soak.verdict import all_behind, verdict

SHORT = Size(days=4, matches=10, servers=3)
LONG = Size(days=30, matches=500, servers=100)
MEMORY = Path("/dev/shm")
"""Where there is a disk in memory, nothing waits for the real one."""


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    with TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else tmp_path) as folder:
        yield str(Path(folder) / "qwibot.sqlite3")


@pytest.fixture(autouse=True)
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    let_time_jump(monkeypatch)


class Errors(logging.Handler):
    """What the bot logs as an error: it bears all that can happen here, and says no more than a warning."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.found.append(self.format(record))


@contextmanager
def logged_by(*handlers: logging.Handler) -> Iterator[None]:
    """Log by these alone: pytest would keep every record with all that its error refers to, gigabytes in a month."""
    root = logging.getLogger()
    kept, root.handlers = root.handlers, list(handlers)
    try:
        yield
    finally:
        root.handlers = kept


async def live(address: str, size: Size, seed: int, each: float) -> tuple[Month, list[str]]:
    """Live through a month, then let everything be well for some hours: the month, and what is wrong after it."""
    month = Month(address, size, seed)
    disasters = Disasters(month)
    for _ in range(size.servers):
        month.town.world.open_server(size.rooms)
    await month.begin()
    await month.open_matches()
    month.expect(month.people)
    disasters.begin(each)
    for _ in range(int(size.days)):
        await month.pass_time(DAY)
        if month.hears:
            await month.open_matches()
    disasters.end()
    await month.pass_time(12 * HOUR)
    await disasters.mend()
    await month.pass_time(HOUR)
    found = await all_behind(month.service._store, month.clock.now(), month.client.app.presenter.is_refused)
    await month.stop()
    await month.begin()
    await month.pass_time(HOUR)
    found += await verdict(month.service._store, month.record, month.clock.now())
    await month.stop()
    return month, found + month.watch.found


def run(address: str, size: Size, seed: int, each: float) -> Month:
    errors = Errors()
    with logged_by(errors, logging.StreamHandler()), asyncio.Runner(loop_factory=SimulatedLoop) as runner:
        month, found = runner.run(live(address, size, seed, each))
    found += errors.found
    assert not found, "\n".join(found[:20])
    assert month.watch.looked_at
    missing = set(KINDS) - set(month.record.happened)
    assert not missing, f"did not happen: {missing}"
    return month


def test_a_few_days(address: str) -> None:
    run(address, SHORT, seed=1, each=2 * DAY)


@pytest.mark.soak
def test_a_month(address: str) -> None:
    month = run(address, LONG, seed=20261130, each=DAY)
    assert len(month.record.acknowledged) > 5_000
