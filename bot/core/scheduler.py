"""The one scheduler of all matches: it sleeps until the first of them is to be looked at.

What is due lies in the store; in memory there is nothing but the moment until which it sleeps. It notes each minute
that the bot serves people. Where more than two minutes have passed since, the bot was down, or the machine asleep, or
Discord out of reach: that time is given back to everybody before anything is judged.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta

from bot.core.clock import Clock
from bot.core.matches import MatchService
from bot.core.store import Match, Store

log = logging.getLogger(__name__)

BEAT = timedelta(minutes=1)
"""How often it is noted that the bot serves people, and how long it sleeps at most."""
BEATS_MISSED = 2
"""After so many the bot was down."""
AT_ONCE = 4
"""How many matches are looked at at the same time."""
RESTS = timedelta(minutes=10)
"""How long a match is left alone in which what was due could not be done."""
PAUSE = 10.0
"""Seconds until it goes on after the store could not be used."""
GRACE = 10.0
"""Seconds that a clean stop gives to what is under way."""


def _always() -> bool:
    return True


class Scheduler:
    """Wakes matches when they are due, from :meth:`start` to :meth:`stop`.

    ``reachable`` says whether people can reach the bot: while they cannot, nobody's time is out.
    """

    def __init__(
        self,
        service: MatchService,
        store: Store,
        clock: Clock,
        reachable: Callable[[], bool] = _always,
        beat: timedelta = BEAT,
    ) -> None:
        self._service = service
        self._store = store
        self._clock = clock
        self._reachable = reachable
        self._beat = beat
        self._alive_at: datetime | None = None
        self._looked_over_at: datetime | None = None
        self._sleeps_until: datetime | None = None
        self._nudged = asyncio.Event()
        self._stopping = False
        self._task: asyncio.Task[None] | None = None
        self._was_down = False
        self._resumes = False
        service.watch(self._changed)

    def start(self) -> None:
        """Begin, or look again at once where it has begun; and go on where the program stopped."""
        self._resumes = True
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name="scheduler")
        self._nudged.set()

    async def stop(self) -> None:
        """Finish what is under way, and begin nothing more."""
        self._stopping = True
        self._nudged.set()
        if self._task is not None:
            _, unfinished = await asyncio.wait({self._task}, timeout=GRACE)
            for task in unfinished:
                task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def catch_up(self) -> None:
        """Give the time back that the bot was down. To be done before anybody can act."""
        now = self._clock.now()
        if lost := await self._service.keep_alive(BEATS_MISSED * self._beat):
            log.warning("nobody was served for %s: all times are that much later", lost)
            self._was_down = True
        self._alive_at = now  # only now: what was not given back must not be judged

    async def round(self) -> None:
        """Do all that is due now. StoreError where the store cannot be used."""
        if not self._reachable():
            return
        await self._keep_alive()
        if _passed(self._looked_over_at, self._clock.now(), RESTS):
            await self._service.play_on()
            self._looked_over_at = self._clock.now()
        if self._was_down:
            await self._service.show_times()
            self._was_down = False
        if self._resumes:
            await self._service.resume()
            self._resumes = False
        await self._wake_all()

    async def _keep_alive(self) -> None:
        if _passed(self._alive_at, self._clock.now(), self._beat):
            await self.catch_up()

    async def _wake_all(self) -> None:
        """A few at a time, so that many that are due together make no storm."""
        while not self._stopping and self._reachable():
            await self._keep_alive()  # many may take their time
            due = await self._store.wakes(self._clock.now(), AT_ONCE)
            if not due:
                return
            for outcome in await asyncio.gather(*map(self._wake, due), return_exceptions=True):
                if isinstance(outcome, BaseException):
                    raise outcome

    async def _wake(self, match_id: int) -> None:
        """Do what is due in the match; where nothing can be done it is left alone for a while."""
        try:
            if await self._service.wake(match_id):
                return
        except Exception:
            log.exception("match %d: what was due could not be done", match_id)
        now = self._clock.now()
        await self._store.put_off(match_id, now, now + RESTS)

    def _changed(self, match: Match) -> None:
        if match.wake_at is not None and (self._sleeps_until is None or match.wake_at < self._sleeps_until):
            self._nudged.set()

    async def _run(self) -> None:
        while not self._stopping:
            self._nudged.clear()
            try:
                await self.round()
                seconds = await self._until_next()
            except Exception:
                log.exception("the scheduler has to wait")
                seconds = PAUSE
            await self._nap(seconds)

    async def _nap(self, seconds: float) -> None:
        """Sleep until then or until nudged."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._nudged.wait(), seconds)

    async def _until_next(self) -> float:
        """Seconds to sleep: never long, since clocks are put right."""
        now = self._clock.now()
        self._sleeps_until = None  # until the first moment is known, every change may be sooner
        first = await self._store.next_wake() if self._reachable() else None
        self._sleeps_until = now + self._beat if first is None else min(first, now + self._beat)
        return max((self._sleeps_until - now).total_seconds(), 0.0)


def _passed(since: datetime | None, now: datetime, span: timedelta) -> bool:
    """Whether so much time has passed, or the clock was put back."""
    return since is None or not timedelta(0) <= now - since < span
