"""How fast the bot speaks in public: so many messages a second, what people wait for first.

Discord bears fifty requests a second of one bot, for everything but answers to people. What the bot says by itself
stays below that; and what it has to say after a long silence is told in a slow stream beside what happens now, so that
a start is no storm and keeps nobody waiting.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import Enum

from bot.core.clock import Clock

A_SECOND = 40
"""Messages and edits, in any second."""
CATCHING_UP = 5
"""Of these, as long as something that was missed is still to be shown: all but what happens now."""
_SECOND = timedelta(seconds=1)


class Urgency(Enum):
    """How long something may wait behind what is more urgent, in seconds: so that nothing waits for ever."""

    NOW = 0  # people wait for it: a running match, a question to somebody
    SOON = 10  # a lobby, the last message of a match
    MISSED = 20  # a running match that could not be shown for a time
    MISSED_LOBBY = 30  # the same of all others
    LATER = 60  # what only tidies up: a message that shrinks, a card


_SLOW = frozenset({Urgency.MISSED, Urgency.MISSED_LOBBY, Urgency.LATER})
_CATCHING_UP = frozenset({Urgency.MISSED, Urgency.MISSED_LOBBY})


@dataclass(frozen=True, slots=True, eq=False)
class _Place:
    """One message or edit, and when it may be made."""

    at: datetime
    urgency: Urgency


@dataclass(slots=True)
class _Waiter:
    due: datetime
    urgency: Urgency
    called: asyncio.Event = field(default_factory=asyncio.Event)
    place: _Place | None = None
    gave_up: bool = False


class Pace:
    """Gives places, each for one message or edit. Safe to be asked by any number of tasks."""

    def __init__(
        self,
        clock: Clock,
        limited: bool = True,
        braked: Callable[[], bool] = lambda: False,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        """Not ``limited``: as fast as may be. While ``braked``, nothing is done that is for later."""
        self._clock = clock
        self._sleep = sleep
        self._limited = limited
        self._braked = braked
        self._waiting: dict[Urgency, deque[_Waiter]] = {urgency: deque() for urgency in Urgency}
        self._given: deque[_Place] = deque()
        """The places of the last second."""
        self._held: dict[asyncio.Task[object], _Place] = {}
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

    async def _wait(self, urgency: Urgency) -> _Place:
        if not self._waiting[urgency] and self._is_free(urgency):
            return self._place_for(urgency)
        waiter = _Waiter(self._clock.now() + timedelta(seconds=urgency.value), urgency)
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
            waiter = self._next()
            if waiter is None:
                await self._sleep(self._until_free().total_seconds())
            elif not waiter.gave_up:
                waiter.place = self._place_for(waiter.urgency)
                waiter.called.set()

    def _next(self) -> _Waiter | None:
        """Who has waited longest, by urgency; None where there is no place for any that wait."""
        first = [queue for urgency, queue in self._waiting.items() if queue and self._is_free(urgency)]
        return min(first, key=lambda queue: queue[0].due).popleft() if first else None

    def _place_for(self, urgency: Urgency) -> _Place:
        place = _Place(self._clock.now(), urgency)
        self._given.append(place)
        return place

    def _is_free(self, urgency: Urgency) -> bool:
        if urgency is Urgency.LATER and self._braked():
            return False
        now = self._clock.now()
        while self._given and not timedelta() <= now - self._given[0].at < _SECOND:  # past, or the clock was put back
            self._given.popleft()
        slow = urgency in _SLOW and self._catches_up(urgency) and len(self._slow_ones()) >= CATCHING_UP
        return not self._limited or (len(self._given) < A_SECOND and not slow)

    def _catches_up(self, urgency: Urgency) -> bool:
        """Whether something that was missed is being shown."""
        return (
            urgency in _CATCHING_UP
            or any(self._waiting[missed] for missed in _CATCHING_UP)
            or any(place.urgency in _CATCHING_UP for place in self._given)
        )

    def _slow_ones(self) -> list[_Place]:
        return [place for place in self._given if place.urgency in _SLOW]

    def _until_free(self) -> timedelta:
        """The time until one of the last second's places is past that somebody waits for."""
        now = self._clock.now()
        first = [places[0].at + _SECOND - now for places in (list(self._given), self._slow_ones()) if places]
        return min((pause for pause in first if pause > timedelta()), default=_SECOND)

    def _give_back(self, place: _Place | None) -> None:
        if place is not None and place in self._given:  # else it is past already
            self._given.remove(place)


def _running_task() -> asyncio.Task[object]:
    task = asyncio.current_task()
    assert task is not None, "a coroutine runs in a task"
    return task
