"""Work that goes on by itself: jobs for matches in the background, and units of work that nobody can cut short."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from typing import Any, TypeVar

from bot.core.errors import QwibotError, StoreError

log = logging.getLogger(__name__)

T = TypeVar("T")


class NotNowError(Exception):
    """Why a job cannot be done at this moment, through no fault of the program: it says so, and is tried again."""


class PerMatch:
    """Does one job for any number of matches: for one match never twice at a time, and once more if asked meanwhile.

    A job that fails is logged and tried again after each of the pauses (in seconds), then left until it is asked for
    again; but what fails through no fault of the program is tried as often as it takes, after the last of the pauses.
    Whoever asks meanwhile has it tried at once. ``at_once`` bounds how many matches are worked on at the same time.
    """

    def __init__(self, name: str, job: Callable[[int], Awaitable[None]], pauses: Sequence[float], at_once: int) -> None:
        self._name = name
        self._job = job
        self._pauses = pauses
        self._room = asyncio.Semaphore(at_once)
        self._closing = False
        self._asked: set[int] = set()
        self._pausing: dict[int, asyncio.Event] = {}
        """What ends the pauses of jobs that failed."""
        self._tasks: dict[int, asyncio.Task[None]] = {}

    def ask(self, match_id: int) -> None:
        """Have the job done for a match, soon."""
        if self._closing:
            return
        self._asked.add(match_id)
        if match_id in self._pausing:
            self._pausing[match_id].set()
        if match_id not in self._tasks:
            self._tasks[match_id] = asyncio.create_task(self._run(match_id), name=f"{self._name} of match {match_id}")

    def begins(self, match_id: int) -> None:
        """Said by a job that has waited and only begins now: it answers all that was asked for until then."""
        self._asked.discard(match_id)

    async def settled(self) -> None:
        """Wait until nothing is asked for and nothing under way."""
        while self._tasks:
            await asyncio.wait(tuple(self._tasks.values()))

    async def close(self, grace: float) -> None:
        """Let what is under way finish, for ``grace`` seconds at most; begin nothing more."""
        self._closing = True
        for pause in self._pausing.values():
            pause.set()
        if self._tasks:
            _, unfinished = await asyncio.wait(tuple(self._tasks.values()), timeout=grace)
            for task in unfinished:
                task.cancel()
            await asyncio.gather(*unfinished, return_exceptions=True)

    async def _run(self, match_id: int) -> None:
        pauses = iter(self._pauses)
        try:
            while match_id in self._asked and not self._closing:
                self._asked.discard(match_id)
                try:
                    async with self._room:
                        await self._job(match_id)
                except Exception as error:
                    self._report(match_id, error)
                    pause = next(pauses, self._pauses[-1] if self._pauses and _passes(error) else None)
                    if pause is not None:
                        self._asked.add(match_id)
                        await self._pause(match_id, pause)
                else:
                    pauses = iter(self._pauses)
        finally:
            self._asked.discard(match_id)
            del self._tasks[match_id]

    def _report(self, match_id: int, error: Exception) -> None:
        if isinstance(error, NotNowError):
            log.warning("match %d: %s has to wait: %s", match_id, self._name, error)
        else:
            log.error("match %d: %s failed", match_id, self._name, exc_info=error)

    async def _pause(self, match_id: int, seconds: float) -> None:
        pause = self._pausing[match_id] = asyncio.Event()
        if self._closing:
            pause.set()
        try:
            with suppress(TimeoutError):
                await asyncio.wait_for(pause.wait(), seconds)
        finally:
            del self._pausing[match_id]


def _passes(error: Exception) -> bool:
    """Whether the same job will go well one day, as it is."""
    if isinstance(error, StoreError):
        return error.code != "log-damaged"
    return isinstance(error, NotNowError)


class Units:
    """Units of work that go on to their end, also when the task that waits for one is cancelled."""

    def __init__(self) -> None:
        self._under_way: set[asyncio.Task[Any]] = set()

    async def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Do the work."""
        task = asyncio.ensure_future(work)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        try:
            await asyncio.wait({task})
        except asyncio.CancelledError:
            task.add_done_callback(_log_failure)
            raise
        return task.result()

    async def done(self) -> None:
        """Wait for all that is under way."""
        if self._under_way:
            await asyncio.wait(tuple(self._under_way))


def _log_failure(task: asyncio.Task[Any]) -> None:
    """Nobody waits for the work, so its failure would pass unseen. What a refusal tells is its asker's alone."""
    if not task.cancelled() and (error := task.exception()) is not None:
        log.info("refused after its asker had gone: %s", error.code if isinstance(error, QwibotError) else error)
