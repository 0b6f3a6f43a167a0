"""How fast the bot speaks in public: so many messages a second, what people wait for first.

Discord bears about fifty requests a second of one bot, for everything. Answers to people do not count there; what the
bot says by itself is kept far below it, so that a start after a long silence is no storm.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import Enum

from bot.core.clock import Clock

A_SECOND = 5
"""Messages and edits, in any second."""
_SECOND = timedelta(seconds=1)


class Urgency(Enum):
    """How long something may wait behind what is more urgent, in seconds: so that nothing waits for ever."""

    NOW = 0  # people wait for it: a running match, a question to somebody
    SOON = 10  # a lobby, the last message of a match
    LATER = 60  # what only tidies up: a message that shrinks, a card


@dataclass(slots=True)
class _Waiter:
    due: datetime
    called: asyncio.Event = field(default_factory=asyncio.Event)
    place: datetime | None = None
    gave_up: bool = False


class Pace:
    """Gives places, each for one message or edit. Safe to be asked by any number of tasks."""

    def __init__(
        self,
        clock: Clock,
        a_second: int | None = A_SECOND,
        braked: Callable[[], bool] = lambda: False,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        """``a_second`` None: as fast as may be. While ``braked``, nothing is done that is for later."""
        self._clock = clock
        self._sleep = sleep
        self._a_second = a_second
        self._braked = braked
        self._waiting: dict[Urgency, deque[_Waiter]] = {urgency: deque() for urgency in Urgency}
        self._given: deque[datetime] = deque()
        """The places of the last second."""
        self._held: dict[asyncio.Task[object], datetime] = {}
        """Places that were taken in advance."""
        self._giving: asyncio.Task[None] | None = None

    async def turn(self, urgency: Urgency) -> None:
        """Wait for a place; who holds one already uses it up."""
        if self._held.pop(_running_task(), None) is None:
            await self._wait(urgency)

    async def take_place(self, urgency: Urgency) -> None:
        """Wait for a place before what is to be said is looked up, so that it is the newest when it is said.

        The next :meth:`turn` of the same task uses the place; :meth:`leave_place` gives it back if none did.
        """
        self._held[_running_task()] = await self._wait(urgency)

    def leave_place(self) -> None:
        """Give back what the task took and did not use."""
        self._give_back(self._held.pop(_running_task(), None))

    def close(self) -> None:
        """Give no more places."""
        if self._giving is not None:
            self._giving.cancel()

    async def _wait(self, urgency: Urgency) -> datetime:
        now = self._clock.now()
        if self._a_second is None and not self._held_up(urgency):
            return now
        waiter = _Waiter(now + timedelta(seconds=urgency.value))
        self._waiting[urgency].append(waiter)
        if self._giving is None or self._giving.done():
            self._giving = asyncio.create_task(self._give(), name="giving places to speak")
        try:
            await waiter.called.wait()
        except asyncio.CancelledError:
            waiter.gave_up = True
            self._give_back(waiter.place)
            raise
        assert waiter.place is not None, "who is called has a place"
        return waiter.place

    async def _give(self) -> None:
        """Give places as long as anybody waits for one."""
        while any(self._waiting.values()):
            pause = self._until_free()
            waiter = None if pause else self._next()
            if waiter is None:
                await self._sleep((pause or _SECOND).total_seconds())
            elif not waiter.gave_up:
                waiter.place = self._clock.now()
                self._given.append(waiter.place)
                waiter.called.set()

    def _until_free(self) -> timedelta:
        now = self._clock.now()
        while self._given and not timedelta() <= now - self._given[0] < _SECOND:  # past, or the clock was put back
            self._given.popleft()
        if self._a_second is None or len(self._given) < self._a_second:
            return timedelta()
        return self._given[0] + _SECOND - now

    def _next(self) -> _Waiter | None:
        """Who has waited longest, by urgency; None where all that wait are held up."""
        first = [
            (queue[0].due, queue) for urgency, queue in self._waiting.items() if queue and not self._held_up(urgency)
        ]
        return min(first, key=lambda each: each[0])[1].popleft() if first else None

    def _held_up(self, urgency: Urgency) -> bool:
        return urgency is Urgency.LATER and self._braked()

    def _give_back(self, place: datetime | None) -> None:
        if place is not None and place in self._given:  # else it is past already
            self._given.remove(place)


def _running_task() -> asyncio.Task[object]:
    task = asyncio.current_task()
    assert task is not None, "a coroutine runs in a task"
    return task
