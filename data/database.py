"""Units of work on a database: each a transaction of its own, whole or not at all."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from bot.core.errors import ConflictError, QwibotError, StoreError
from data.engine import Engines, Lane, Work
from data.faults import is_stale, store_error

log = logging.getLogger(__name__)

ATTEMPTS = 5
"""How often a unit of work is begun when PostgreSQL gives it up in favor of another."""
LONGEST_WAIT = 30.0
"""Seconds that a unit of work waits for its turn before it is refused as "store-busy"."""

T = TypeVar("T")
Doing = Callable[[Lane, Work[T]], Coroutine[Any, Any, T]]


class Database:
    """Runs units of work, and answers what goes wrong with a StoreError.

    A unit of work goes on when the task that asked for it is cancelled: cut off in the middle it would leave the
    writer's connection in a transaction that nobody ends.
    """

    def __init__(self, engines: Engines) -> None:
        self._engines = engines
        # Who has to wait for a connection waits here: from the pool's own line nobody is called when the connection
        # that they wait for cannot be made.
        self._writers = asyncio.Semaphore(engines.writers)
        self._readers = asyncio.Semaphore(engines.readers)
        self._renewing = False
        self._under_way: set[asyncio.Task[Any]] = set()
        self._closing: asyncio.Task[None] | None = None

    async def write(self, work: Work[T]) -> T:
        """Do the work in one transaction; it may be begun again, so it must do nothing else."""
        return await self._to_the_end(self._in_turn(self._writers, transact, self._engines.writer, work))

    async def read(self, work: Work[T]) -> T:
        """Do work that changes nothing. Each of its queries sees what was stored when it began."""
        return await self._to_the_end(self._in_turn(self._readers, query, self._engines.reader, work))

    async def close(self) -> None:
        """Wait for what is under way, and let go of all connections."""
        if self._closing is None:
            self._closing = asyncio.create_task(self._close())
        await asyncio.shield(self._closing)

    async def _close(self) -> None:
        while self._under_way:
            await asyncio.wait(self._under_way)
        await self._engines.dispose()

    async def _to_the_end(self, work: Coroutine[Any, Any, T]) -> T:
        if self._closing is not None:
            work.close()
            raise StoreError("store-unreachable", reason="the store is closed")
        task = self._begin(work)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(_report_failure)  # nobody else will hear of it
            raise

    def _begin(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.create_task(work)
        self._under_way.add(task)  # the loop itself would not keep it alive
        task.add_done_callback(self._under_way.discard)
        return task

    async def _in_turn(self, turns: asyncio.Semaphore, do: Doing[T], lane: Lane, work: Work[T]) -> T:
        await _wait_for_turn(turns)
        try:
            return await do(lane, work)
        except StoreError as error:
            if is_stale(error):
                self._renew()
            raise
        finally:
            turns.release()

    def _renew(self) -> None:
        """Close all connections as soon as none is in use, before anybody gets one again."""
        if not self._renewing:
            self._renewing = True
            self._begin(self._close_connections()).add_done_callback(_report_failure)

    async def _close_connections(self) -> None:
        turns = [self._writers] * self._engines.writers + [self._readers] * self._engines.readers
        for turn in turns:
            await turn.acquire()
        self._renewing = False
        try:
            await self._engines.dispose()
        finally:
            for turn in turns:
                turn.release()


def _report_failure(task: asyncio.Task[Any]) -> None:
    error = None if task.cancelled() else task.exception()
    if error is not None:
        expected = isinstance(error, QwibotError)
        log.info("a unit of work that nobody waited for failed: %s", error, exc_info=None if expected else error)


async def transact(lane: Lane, work: Work[T]) -> T:
    """Do the work in one transaction, begun again where the database gives it up in favor of another."""
    attempt = 1
    while True:
        try:
            return await lane.transact(work)
        except Exception as error:
            fault = store_error(error)
            if fault is None:
                raise
            if not isinstance(fault, ConflictError) or attempt == ATTEMPTS:
                raise fault from error
        attempt += 1


async def query(lane: Lane, work: Work[T]) -> T:
    """Do work on a connection that has no transactions."""
    try:
        return await lane.query(work)
    except Exception as error:
        fault = store_error(error)
        if fault is None:
            raise
        raise fault from error


async def _wait_for_turn(turns: asyncio.Semaphore) -> None:
    if not turns.locked():
        await turns.acquire()  # at once
        return
    try:
        async with asyncio.timeout(LONGEST_WAIT):
            await turns.acquire()
    except TimeoutError:
        raise StoreError("store-busy", reason="all connections are taken") from None
