"""Time that passes when nothing is left to do: a month of sleeping takes no time at all."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Executor
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar, TypeVarTuple

import aiosqlite
import pytest

BEGIN = datetime(2026, 10, 10, 12, tzinfo=UTC)
"""Two weeks before clocks are put back in Europe."""
T = TypeVar("T")
Given = TypeVarTuple("Given")

LOOK_AGAIN = 0.05
"""Seconds after which it is looked again whether threads have done their work."""


class SimulatedLoop(asyncio.SelectorEventLoop):
    """An event loop whose time stands still while anything is at work, in a thread too, and jumps where all sleep."""

    def __init__(self) -> None:
        self._now = 0.0
        self.in_threads = 0
        super().__init__(_Jumping(self))

    def time(self) -> float:
        return self._now

    def jump(self, seconds: float) -> None:
        self._now += seconds

    def run_in_executor(
        self, executor: Executor | None, func: Callable[[*Given], T], *args: *Given
    ) -> asyncio.Future[T]:
        self.in_threads += 1
        future = super().run_in_executor(executor, func, *args)
        future.add_done_callback(self._came_back)
        return future

    def _came_back(self, _: object) -> None:
        self.in_threads -= 1


class _Jumping(selectors.DefaultSelector):
    def __init__(self, loop: SimulatedLoop) -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        found = super().select(0)
        if found or timeout == 0:
            return found
        if self._loop.in_threads or timeout is None:
            return super().select(LOOK_AGAIN)
        self._loop.jump(timeout)
        return []


class LoopClock:
    """The clock of the loop that runs."""

    def now(self) -> datetime:
        return BEGIN + timedelta(seconds=asyncio.get_running_loop().time())


def let_time_jump(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the loop know of aiosqlite's threads, too, which it does not see."""
    for name in ("_execute", "_connect", "close"):
        monkeypatch.setattr(aiosqlite.Connection, name, _counted(getattr(aiosqlite.Connection, name)))


def _counted(method: Callable[..., Any]) -> Callable[..., Any]:
    async def counted(*given: Any) -> Any:
        async with _at_work():
            return await method(*given)

    return counted


@asynccontextmanager
async def _at_work() -> AsyncIterator[None]:
    loop = asyncio.get_running_loop()
    assert isinstance(loop, SimulatedLoop)
    loop.in_threads += 1
    try:
        yield
    finally:
        loop.in_threads -= 1
