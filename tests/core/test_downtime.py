"""Time in which nobody was served: it is given back, once, and nobody is late for it."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

import pytest

from bot.core.errors import StoreError
from bot.core.match_events import Ended
from bot.core.scheduler import AT_ONCE
from bot.core.store import Status, WhenLate
from tests.core.hall import ANNA, BEN, CLEO, HOUR, Hall, Showings, hall_at, refused
from tests.core.scheduling import DAY, MINUTE, scheduler_of, status
from tests.data.samples import SetClock


@pytest.mark.parametrize("down", [5 * HOUR, 40 * DAY])
async def test_the_time_that_the_bot_was_down_is_given_back(address: Path, down: timedelta) -> None:
    clock = SetClock()
    async with hall_at(address, clock) as hall:
        await scheduler_of(hall, MINUTE).round()
        ids = [await hall.match(ANNA, BEN, game=game) for game in ("qwirkle", "qwixx")]
        ids.append(await hall.match(ANNA, BEN, when_late=WhenLate.WAIT))
        ids.append(await hall.lobby(ANNA, CLEO))
        before = [(await hall.look(match_id)).match for match_id in ids]
    clock.time += down
    showings = Showings()
    async with hall_at(address, clock, presenter=showings) as hall:
        scheduler = scheduler_of(hall, MINUTE)
        await scheduler.catch_up()
        await scheduler.round()
        await hall.service.settled()
        for match in before:
            now = (await hall.look(match.id)).match
            assert (now.seq, now.status) == (match.seq, match.status)
            assert match.deadline is not None
            assert now.deadline == match.deadline + down
            assert match.reminder_at is None or now.reminder_at == match.reminder_at + down
        assert sorted(showings.told) == ids
        assert showings.reminded == []
        await hall.assert_sound()


async def test_what_was_given_back_stays_given_back(hall: Hall) -> None:
    """Also where the match was known before, and in a lobby that somebody joins."""
    scheduler = scheduler_of(hall, MINUTE)
    await scheduler.round()
    qwixx, lobby = await hall.match(ANNA, BEN, CLEO, game="qwixx"), await hall.lobby(ANNA)
    deadlines = [(await hall.look(match_id)).match.deadline for match_id in (qwixx, lobby)]
    hall.clock.time += 5 * HOUR
    await scheduler.round()
    known = [await hall.service.glance(match_id) for match_id in (qwixx, lobby)]
    chosen, joined = await hall.play(qwixx), await hall.service.join(hall.person(BEN), lobby)
    for before, now in zip(deadlines * 2, (*known, chosen, joined), strict=True):
        assert before is not None
        assert now.match.deadline == before + 5 * HOUR


async def test_time_that_is_given_back_does_not_make_a_match_abandoned(hall: Hall) -> None:
    """Nor lets the only other person remove one who could not be here."""
    scheduler = scheduler_of(hall, MINUTE)
    match_id = await hall.match(ANNA, BEN, when_late=WhenLate.WAIT)
    await scheduler.round()
    begun = hall.clock.now()
    hall.clock.time += 30 * DAY
    await scheduler.round()
    now = await hall.look(match_id)
    other = next(holder.player for holder in now.seated if holder.seat not in now.to_act)
    assert other is not None
    with refused("too-soon"):
        await hall.service.remove(hall.person(other), match_id, min(now.to_act))
    for day in range(1, 7):
        assert await status(hall, match_id) is Status.LIVE
        hall.clock.time = begun + 30 * DAY + day * DAY
        await hall.service.wake(match_id)
    end = (await hall.look(match_id)).end
    assert isinstance(end, Ended)
    assert end.reason == "abandoned"


async def test_who_acts_begins_anew_after_downtime(hall: Hall) -> None:
    scheduler = scheduler_of(hall, MINUTE)
    match_id = await hall.match(ANNA, BEN, when_late=WhenLate.WAIT)
    await scheduler.round()
    hall.clock.time += 30 * DAY
    await scheduler.round()
    assert (await hall.play(match_id)).match.given_back == timedelta(0)


async def test_while_nobody_can_reach_the_bot_nobodys_time_is_out(hall: Hall, showings: Showings) -> None:
    reachable = True
    scheduler = scheduler_of(hall, MINUTE, lambda: reachable)
    match_id = await hall.match(ANNA, BEN)
    await scheduler.round()
    deadline = (await hall.look(match_id)).match.deadline
    assert deadline is not None
    reachable = False
    for span in (*[MINUTE] * 60, 3 * DAY):
        hall.clock.time += span
        await scheduler.round()
    assert (await hall.look(match_id)).match.turn == 1
    assert showings.reminded == []
    reachable = True
    await scheduler.round()
    assert (await hall.look(match_id)).match.turn == 1
    assert (await hall.look(match_id)).match.deadline == deadline + 3 * DAY + HOUR


async def test_a_short_break_gives_nothing_back(hall: Hall) -> None:
    scheduler = scheduler_of(hall, MINUTE)
    match_id = await hall.match(ANNA, BEN)
    deadline = (await hall.look(match_id)).match.deadline
    for passed in (MINUTE, 2 * MINUTE, -HOUR):  # the last: somebody puts the machine's clock right
        hall.clock.time += passed
        await scheduler.round()
    assert (await hall.look(match_id)).match.deadline == deadline


async def test_what_could_not_be_given_back_is_not_judged(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """The database was away for a day, and fails once more when it comes back."""
    scheduler = scheduler_of(hall, MINUTE)
    match_id = await hall.match(ANNA, BEN)
    await scheduler.round()
    hall.clock.time += DAY
    keep_alive, tries = hall.store.keep_alive, 0

    async def fail_first(now: datetime, patience: timedelta) -> timedelta:
        nonlocal tries
        tries += 1
        if tries == 1:
            raise StoreError("store-busy")
        return await keep_alive(now, patience)

    monkeypatch.setattr(hall.store, "keep_alive", fail_first)
    with refused("store-busy"):
        await scheduler.round()
    hall.clock.time += timedelta(seconds=10)
    await scheduler.round()
    assert tries == 2
    assert (await hall.look(match_id)).match.turn == 1


async def test_to_look_at_many_for_long_is_no_downtime(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    scheduler = scheduler_of(hall, MINUTE)
    await scheduler.round()
    ids = [await hall.match(ANNA, BEN, turn_time=2 * MINUTE) for _ in range(4 * AT_ONCE)]
    last = await hall.match(ANNA, BEN)
    deadline = (await hall.look(last)).match.deadline
    wake = hall.service.wake

    async def take_time(match_id: int) -> bool:
        if match_id % AT_ONCE == 0:
            hall.clock.time += timedelta(seconds=20)
        return await wake(match_id)

    monkeypatch.setattr(hall.service, "wake", take_time)
    for _ in range(3):
        hall.clock.time += MINUTE
        await scheduler.round()
    assert len(ids) == 16
    assert (await hall.look(last)).match.deadline == deadline


async def test_who_is_served_all_the_time_is_late_at_the_deadline(hall: Hall) -> None:
    scheduler = scheduler_of(hall, HOUR)
    match_id = await hall.match(ANNA, BEN)
    for _ in range(24):
        assert (await hall.look(match_id)).match.turn == 1
        hall.clock.time += HOUR
        await scheduler.round()
    assert (await hall.look(match_id)).match.turn == 2
