"""The scheduler: on time to the microsecond, no storm, no time lost, and no match that keeps the others waiting."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import update

from bot.core.errors import StoreError
from bot.core.scheduler import AT_ONCE, RESTS, Scheduler
from bot.core.store import Status, WhenLate
from data.store import SqlStore
from data.tables import matches
from tests.core.hall import ANNA, BEN, CLEO, HOUR, Hall, Showings, hall_at, refused
from tests.core.scheduling import DAY, MINUTE, NEVER, TICK, scheduler_of, set_wake, status


class Slow:
    """Counts how many matches are looked at at the same time."""

    def __init__(self, wake: Callable[[int], Awaitable[bool]]) -> None:
        self._wake = wake
        self.now = self.most = self.all = 0

    async def __call__(self, match_id: int) -> bool:
        self.now += 1
        self.all += 1
        self.most = max(self.most, self.now)
        await asyncio.sleep(0.002)
        woken = await self._wake(match_id)
        self.now -= 1
        return woken


# On time


async def test_time_is_out_at_the_deadline_and_not_before(hall: Hall) -> None:
    scheduler = scheduler_of(hall)
    match_id = await hall.match(ANNA, BEN)
    turn = (await hall.look(match_id)).match.turn
    hall.clock.time += DAY - TICK
    await scheduler.round()
    assert (await hall.look(match_id)).match.turn == turn
    hall.clock.time += TICK
    await scheduler.round()
    assert (await hall.look(match_id)).match.turn == turn + 1


async def test_a_lobby_ends_after_a_day(hall: Hall) -> None:
    scheduler = scheduler_of(hall)
    lobby = await hall.lobby(ANNA, BEN)
    hall.clock.time += DAY - TICK
    await hall.service.leave(hall.person(BEN), lobby)
    await scheduler.round()
    assert await status(hall, lobby) is Status.LOBBY
    hall.clock.time += TICK
    await scheduler.round()
    assert await status(hall, lobby) is Status.CANCELLED


async def test_reminder_and_deadline_that_have_passed_together_only_end_the_turn(
    hall: Hall, showings: Showings
) -> None:
    scheduler = scheduler_of(hall)
    await hall.match(ANNA, BEN)
    hall.clock.time += DAY
    await scheduler.round()
    assert showings.reminded == []


async def test_a_match_that_nobody_touches_comes_to_its_end_by_itself(hall: Hall) -> None:
    scheduler = scheduler_of(hall)
    ids = [
        await hall.match(ANNA, BEN, CLEO, game=game, when_late=when_late)
        for game in ("qwirkle", "qwixx")
        for when_late in WhenLate
    ]
    ids.append(await hall.match(ANNA, BEN, when_late=WhenLate.WAIT))
    await hall.service.go_away(hall.person(ANNA))
    for _ in range(60):
        if not (await hall.store.timed()):
            break
        first = await hall.store.next_wake()
        assert first is not None
        assert first > hall.clock.now()
        hall.clock.time = first
        await scheduler.round()
        await hall.service.settled()
        for match_id in ids:
            await hall.assert_timed(match_id)
    assert {await status(hall, match_id) for match_id in ids} == {Status.ENDED}


# It runs


class Watched(Scheduler):
    """Says when it has gone to sleep."""

    def __init__(self, hall: Hall, beat: timedelta = NEVER, reachable: Callable[[], bool] = lambda: True) -> None:
        super().__init__(hall.service, hall.store, hall.clock, reachable, beat)
        self.rounds = 0
        self.turned = asyncio.Condition()

    async def round(self) -> None:
        try:
            await super().round()
        finally:
            self.rounds += 1
            async with self.turned:
                self.turned.notify_all()

    async def after(self, rounds: int) -> None:
        async with asyncio.timeout(10), self.turned:
            await self.turned.wait_for(lambda: self.rounds >= rounds)


@pytest.fixture
async def running(hall: Hall) -> AsyncIterator[Watched]:
    scheduler = Watched(hall)
    scheduler.start()
    await scheduler.after(1)
    yield scheduler
    await scheduler.stop()


async def test_a_change_that_is_due_sooner_wakes_it(hall: Hall, running: Watched) -> None:
    match_id = await hall.match(ANNA, BEN, turn_time=MINUTE)
    hall.clock.time += MINUTE
    rounds = running.rounds
    running.start()
    await running.after(rounds + 1)
    await asyncio.sleep(0)
    soon = await hall.store.next_wake()
    assert soon is not None
    assert soon > hall.clock.now()
    assert (await hall.look(match_id)).match.turn == 2


class Sleeper(Watched):
    """Sleeps until it is nudged, and says for how long it meant to."""

    def __init__(self, hall: Hall, beat: timedelta) -> None:
        super().__init__(hall, beat)
        self.naps: list[float] = []
        self.asleep = False
        self.fell_asleep = asyncio.Condition()

    async def _nap(self, seconds: float) -> None:
        async with self.fell_asleep:
            self.naps.append(seconds)
            self.asleep = True
            self.fell_asleep.notify_all()
        await self._nudged.wait()
        self.asleep = False

    async def last_nap(self) -> float:
        """Once it has heard of all that has happened."""
        async with asyncio.timeout(10), self.fell_asleep:
            await self.fell_asleep.wait_for(lambda: self.asleep and not self._nudged.is_set())
        return self.naps[-1]


async def test_it_sleeps_until_the_first_moment_and_is_woken_by_an_earlier_one(hall: Hall) -> None:
    scheduler = Sleeper(hall, 10 * DAY)
    scheduler.start()
    assert await scheduler.last_nap() == 10 * 24 * 3600  # nothing but the next beat
    await hall.match(ANNA, BEN)
    assert await scheduler.last_nap() == 18 * 3600
    before = len(scheduler.naps)
    lobby = await hall.lobby(ANNA, BEN, turn_time=2 * HOUR)
    assert await scheduler.last_nap() == 18 * 3600
    assert len(scheduler.naps) == before  # for what comes later it sleeps on
    await hall.service.start(hall.person(ANNA), lobby)
    assert await scheduler.last_nap() == 1.5 * 3600
    await scheduler.stop()


async def test_a_change_while_it_looks_for_the_first_moment_is_not_overslept(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    scheduler, next_wake = Sleeper(hall, 10 * DAY), hall.store.next_wake

    async def meanwhile() -> datetime | None:
        found = await next_wake()
        monkeypatch.undo()
        await hall.match(CLEO, BEN, turn_time=2 * HOUR)
        return found

    scheduler.start()
    await hall.match(ANNA, BEN)
    assert await scheduler.last_nap() == 18 * 3600
    monkeypatch.setattr(hall.store, "next_wake", meanwhile)
    hall.clock.time += 18 * HOUR
    scheduler.start()
    assert await scheduler.last_nap() == 1.5 * 3600
    await scheduler.stop()


async def test_it_does_nothing_after_its_end(hall: Hall) -> None:
    scheduler = Watched(hall)
    scheduler.start()
    await scheduler.after(1)
    await scheduler.stop()
    match_id = await hall.match(ANNA, BEN)
    hall.clock.time += DAY
    scheduler.start()
    await asyncio.sleep(0.02)
    assert (await hall.look(match_id)).match.turn == 1


async def test_it_can_end_without_a_beginning(hall: Hall) -> None:
    await scheduler_of(hall).stop()


# No storm


async def test_many_that_are_due_together_are_looked_at_a_few_at_a_time(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    scheduler = scheduler_of(hall)
    ids = [await hall.match(ANNA, BEN) for _ in range(3 * AT_ONCE + 1)]
    slow = Slow(hall.service.wake)
    monkeypatch.setattr(hall.service, "wake", slow)
    hall.clock.time += DAY
    await scheduler.round()
    assert [(await hall.look(match_id)).match.turn for match_id in ids] == [2] * len(ids)
    assert (slow.most, slow.all) == (AT_ONCE, len(ids))


# What fails


async def test_a_broken_match_keeps_no_other_waiting(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    scheduler = scheduler_of(hall)
    broken, *others = [await hall.match(ANNA, BEN) for _ in range(AT_ONCE + 2)]
    wake, tries = hall.service.wake, 0

    async def fail(match_id: int) -> bool:
        nonlocal tries
        if match_id == broken:
            tries += 1
            raise RuntimeError("broken")
        return await wake(match_id)

    monkeypatch.setattr(hall.service, "wake", fail)
    hall.clock.time += DAY
    async with asyncio.timeout(30):
        for _ in range(3):
            await scheduler.round()
    assert [(await hall.look(match_id)).match.turn for match_id in others] == [2] * len(others)
    assert tries == 1
    assert f"match {broken}: what was due could not be done" in caplog.text
    hall.clock.time += RESTS
    await scheduler.round()
    assert tries == 2
    monkeypatch.undo()
    hall.clock.time += RESTS
    await scheduler.round()
    assert (await hall.look(broken)).match.turn == 2


async def test_a_match_in_which_nothing_is_due_after_all_is_left_alone(hall: Hall) -> None:
    scheduler = scheduler_of(hall)
    match_id = await hall.match(ANNA, BEN)
    due = (await hall.look(match_id)).match.reminder_at
    await set_wake(hall, hall.clock.now())
    async with asyncio.timeout(30):
        await scheduler.round()
    assert await hall.store.next_wake() == hall.clock.now() + RESTS
    assert (await hall.look(match_id)).match.turn == 1
    await set_wake(hall, due)


class Faulty:
    """A question to the store that fails for a while."""

    def __init__(self, ask: Callable[[], Awaitable[datetime | None]], fails: int) -> None:
        self._ask = ask
        self.fails = fails

    async def __call__(self) -> datetime | None:
        if self.fails:
            self.fails -= 1
            raise StoreError("store-busy")
        return await self._ask()


async def test_it_goes_on_after_the_store_could_not_be_used(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("bot.core.scheduler.PAUSE", 0.001)
    faulty = Faulty(hall.store.next_wake, 3)
    monkeypatch.setattr(hall.store, "next_wake", faulty)
    scheduler = Watched(hall)
    match_id = await hall.match(ANNA, BEN)
    hall.clock.time += DAY
    scheduler.start()
    await scheduler.after(4)
    assert (await hall.look(match_id)).match.turn == 2
    assert caplog.text.count("the scheduler has to wait") == 3
    await scheduler.stop()


async def test_a_match_that_cannot_even_be_put_off_does_not_make_it_spin(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    scheduler = scheduler_of(hall)
    match_id = await hall.match(ANNA, BEN)
    hall.clock.time += DAY

    async def fail(*_: object) -> None:
        raise StoreError("store-busy")

    monkeypatch.setattr(hall.service, "wake", fail)
    monkeypatch.setattr(hall.store, "put_off", fail)
    with refused("store-busy"):
        await scheduler.round()
    monkeypatch.undo()
    await scheduler.round()
    assert (await hall.look(match_id)).match.turn == 2


async def test_a_match_with_a_damaged_log_can_still_be_ended(address: Path) -> None:
    async with hall_at(address) as hall:
        scheduler = scheduler_of(hall)
        match_id = await hall.match(ANNA, BEN)
        monkey = hall.store.load

        async def damaged(*_: object, **__: object) -> object:
            raise StoreError("log-damaged", match=match_id, seq=3)

        hall.store.load = damaged  # type: ignore[method-assign,assignment]  # only here is anything damaged
        hall.clock.time += DAY
        await scheduler.round()
        assert await hall.store.wakes(hall.clock.now(), 9) == ()
        hall.store.load = monkey  # type: ignore[method-assign]
        await hall.service.end(hall.person(CLEO, moderator=True), match_id)
        assert await hall.store.next_wake() is None


async def test_computers_that_gave_up_play_on_later(address: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with hall_at(address) as hall:
        scheduler = scheduler_of(hall)
        match_id = await hall.match(ANNA, BEN, when_late=WhenLate.COMPUTER)

        async def fail(_match_id: int) -> None:
            raise RuntimeError("no computer today")

        monkeypatch.setattr(hall.service._autopilot, "run", fail)
        hall.clock.time += DAY
        await scheduler.round()
        await hall.service.settled()
        assert (await hall.look(match_id)).match.turn == 1
        monkeypatch.undo()
        hall.clock.time += RESTS
        await scheduler.round()
        await hall.service.settled()
        assert (await hall.look(match_id)).match.turn == 2


async def test_it_goes_on_where_the_program_stopped_also_where_that_fails_at_first(
    address: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.core.scheduler.PAUSE", 0.001)
    async with hall_at(address) as hall:
        match_id = await hall.match(ANNA, computers=1)
        assert isinstance(hall.store, SqlStore)
        unshown = update(matches).values(posted_seq=0)
        await hall.store.database.write(lambda connection: connection.execute(unshown))
    showings = Showings()
    async with hall_at(address, presenter=showings) as hall:
        resume, tries = hall.service.resume, 0

        async def resume_at_last() -> None:
            nonlocal tries
            tries += 1
            if tries < 3:
                raise StoreError("store-busy")
            await resume()

        monkeypatch.setattr(hall.service, "resume", resume_at_last)
        scheduler = Watched(hall)
        scheduler.start()
        await scheduler.after(3)
        await hall.service.settled()
        assert showings.told == [match_id]
        await scheduler.stop()
