"""Who is reminded, and when: nobody twice, nobody who has acted, nobody at night, wherever they live."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.core.background import NotNowError
from bot.core.preferences import Personal
from bot.core.reminders import plan, quiet_until, zone_called
from bot.core.seats import Moment
from bot.core.store import Reminder, WhenLate
from bot.games.qwixx.state import ChooseWhite, TakeBack
from data.preferences import SqlPreferences
from data.store import SqlStore
from tests.core.hall import ANNA, BEN, CLEO, HOUR, Hall, Showings, hall_at, moment

DAY, MINUTE = 24 * HOUR, timedelta(minutes=1)
SKOPJE, KOLKATA, LORD_HOWE = "Europe/Skopje", "Asia/Kolkata", "Australia/Lord_Howe"
NIGHT = (22 * 60, 7 * 60)


def at(zone: str, text: str) -> datetime:
    """A moment as a clock on a wall shows it; "+" before it: for the second time."""
    return datetime.fromisoformat(text.strip("+")).replace(tzinfo=ZoneInfo(zone), fold=int("+" in text)).astimezone(UTC)


def until(zone: str, text: str, quiet: tuple[int, int] = NIGHT) -> datetime | None:
    return quiet_until(at(zone, text), Personal(zone, *quiet))


# Quiet hours


@pytest.mark.parametrize(
    ("zone", "now", "end"),
    [
        (SKOPJE, "2026-03-10 21:59", None),
        (SKOPJE, "2026-03-10 22:00", "2026-03-11 07:00"),
        (SKOPJE, "2026-03-11 06:59", "2026-03-11 07:00"),
        (SKOPJE, "2026-03-11 07:00", None),
        (KOLKATA, "2026-03-29 03:00", "2026-03-29 07:00"),  # a zone that never changes its clock
        (SKOPJE, "2026-03-28 23:00", "2026-03-29 07:00"),  # the night of 23 hours
        (SKOPJE, "2026-03-29 06:59", "2026-03-29 07:00"),
        (SKOPJE, "2026-03-29 07:00", None),
        (SKOPJE, "2026-10-24 23:00", "2026-10-25 07:00"),  # the night of 25 hours
        (SKOPJE, "+2026-10-25 02:30", "2026-10-25 07:00"),
        (SKOPJE, "2026-10-25 07:00", None),
        (LORD_HOWE, "2026-04-05 01:45", "2026-04-05 07:00"),  # where it is put back by half an hour
    ],
)
def test_a_night_is_as_the_clock_on_the_wall_has_it(zone: str, now: str, end: str | None) -> None:
    assert until(zone, now) == (None if end is None else at(zone, end))


def test_a_night_is_an_hour_shorter_in_spring_and_longer_in_autumn() -> None:
    for evening, hours in (("2026-03-28 22:00", 8), ("2026-10-24 22:00", 10), ("2026-07-01 22:00", 9)):
        end = until(SKOPJE, evening)
        assert end is not None
        assert end - at(SKOPJE, evening) == hours * HOUR


def test_quiet_hours_that_begin_or_end_in_an_hour_that_is_left_out() -> None:
    """On 29 March a clock in Skopje goes from 2:00 to 3:00."""
    assert until(SKOPJE, "2026-03-29 01:30", (60, 150)) == at(SKOPJE, "2026-03-29 03:30")
    assert until(SKOPJE, "2026-03-29 03:45", (150, 240)) == at(SKOPJE, "2026-03-29 04:00")
    assert until(SKOPJE, "2026-03-29 01:59", (150, 240)) is None


def test_quiet_hours_that_end_in_an_hour_that_comes_twice_end_the_second_time() -> None:
    """On 25 October a clock in Skopje goes from 3:00 back to 2:00."""
    end = at(SKOPJE, "+2026-10-25 02:30")
    assert until(SKOPJE, "2026-10-25 02:45", (60, 150)) == end
    assert until(SKOPJE, "+2026-10-25 02:29", (60, 150)) == end
    assert until(SKOPJE, "+2026-10-25 02:30", (60, 150)) is None


def test_quiet_hours_within_a_day() -> None:
    assert until(KOLKATA, "2026-03-10 12:59", (13 * 60, 15 * 60)) is None
    assert until(KOLKATA, "2026-03-10 13:00", (13 * 60, 15 * 60)) == at(KOLKATA, "2026-03-10 15:00")
    assert until(KOLKATA, "2026-03-10 23:00", (13 * 60, 15 * 60)) is None


def test_without_a_zone_or_hours_it_is_never_quiet() -> None:
    night = at(SKOPJE, "2026-03-10 23:00")
    for chosen in (Personal(), Personal(SKOPJE), Personal(None, *NIGHT), Personal("Atlantis/Poseidonis", *NIGHT)):
        assert quiet_until(night, chosen) is None
    assert quiet_until(night, Personal(SKOPJE, 60, 60)) is None


def test_a_name_that_is_no_zone_is_none() -> None:
    for name in ("", "../etc/passwd", "Europe", "Mars/Olympus", "\0", "x" * 5000):
        assert zone_called(name) is None
    assert zone_called(SKOPJE) == ZoneInfo(SKOPJE)


@given(
    zone=st.sampled_from([SKOPJE, KOLKATA, LORD_HOWE, "America/New_York", "Pacific/Apia", "UTC"]),
    now=st.integers(1_577_836_800, 1_893_456_000).map(lambda seconds: datetime.fromtimestamp(seconds, UTC)),
    begin=st.integers(0, 24 * 60 - 1),
    end=st.integers(0, 24 * 60 - 1),
)
@settings(max_examples=200, deadline=None)
def test_quiet_hours_end_and_then_it_is_not_quiet(zone: str, now: datetime, begin: int, end: int) -> None:
    chosen = Personal(zone, begin, end)
    quiet = quiet_until(now, chosen)
    if quiet is not None:
        assert now < quiet <= now + 26 * HOUR
        assert quiet_until(quiet - timedelta(microseconds=1), chosen) == quiet
        on_the_wall = (quiet.astimezone(ZoneInfo(zone)).hour * 60 + quiet.astimezone(ZoneInfo(zone)).minute) % (24 * 60)
        assert on_the_wall == end or quiet.astimezone(ZoneInfo(zone)).utcoffset() != _offset_before(quiet, zone)


def _offset_before(moment: datetime, zone: str) -> timedelta | None:
    return (moment - 2 * HOUR).astimezone(ZoneInfo(zone)).utcoffset()


# The plan


def test_who_sleeps_is_reminded_at_the_end_of_the_night_if_there_is_time_left() -> None:
    now = at(SKOPJE, "2026-03-10 23:00")
    morning = at(SKOPJE, "2026-03-11 07:00")
    early = at(SKOPJE, "2026-03-11 05:00")
    people = {
        ANNA: Personal(),
        BEN: Personal(SKOPJE, *NIGHT),
        CLEO: Personal(SKOPJE, 22 * 60, 5 * 60),
    }
    planned = plan(now, now + DAY, people)
    assert (set(planned.people), planned.next_at) == ({ANNA}, early)
    planned = plan(early, now + DAY, {BEN: people[BEN], CLEO: people[CLEO]})
    assert (set(planned.people), planned.next_at) == ({CLEO}, morning)
    assert plan(now, morning, {BEN: people[BEN]}).next_at is None
    assert plan(now, morning + timedelta(seconds=1), {BEN: people[BEN]}).next_at == morning


def test_who_wants_none_gets_none() -> None:
    now = at(SKOPJE, "2026-03-10 23:00")
    planned = plan(now, now + DAY, {ANNA: Personal(reminders=False), BEN: Personal(SKOPJE, *NIGHT, reminders=False)})
    assert (planned.people, planned.next_at) == (frozenset(), None)


# In a match


async def choose(hall: Hall, player: int, chosen: Personal) -> None:
    assert isinstance(hall.store, SqlStore)
    preferences = SqlPreferences(hall.store.database)
    await preferences.choose_personal(player, await preferences.personal(player), chosen)


async def remind(hall: Hall, match_id: int) -> None:
    await hall.service.wake(match_id)
    await hall.service.settled()


async def test_a_reminder_comes_at_three_quarters_and_once(hall: Hall, showings: Showings) -> None:
    match_id = await hall.match(ANNA, BEN)
    (awaited,) = await hall.awaited(match_id)
    hall.clock.time += 18 * HOUR - timedelta(microseconds=1)
    await remind(hall, match_id)
    assert showings.reminded == []
    hall.clock.time += timedelta(microseconds=1)
    assert await hall.store.wakes(hall.clock.now(), 9) == (match_id,)
    for _ in range(3):
        await remind(hall, match_id)
    assert showings.reminded == [(match_id, {awaited})]
    now = await hall.look(match_id)
    assert (now.match.reminder_at, now.match.wake_at) == (None, now.match.deadline)
    await hall.service.reminded(match_id, moment(now), [awaited], 5)
    assert await hall.service.reminders(match_id) == (Reminder(now.match.turn, now.match.phase, awaited, 5),)


async def test_all_who_have_not_chosen_are_reminded_and_nobody_else(hall: Hall, showings: Showings) -> None:
    match_id = await hall.match(ANNA, BEN, CLEO, game="qwixx")
    now = await hall.look(match_id)
    seat = now.seat_of(BEN)
    assert seat is not None
    await hall.service.act(hall.person(BEN), match_id, ChooseWhite(seat, None), moment(now))
    hall.clock.time += 18 * HOUR
    await remind(hall, match_id)
    assert showings.reminded == [(match_id, {ANNA, CLEO})]


async def test_who_takes_a_choice_back_afterwards_is_not_reminded_of_what_was_just_done(
    hall: Hall, showings: Showings
) -> None:
    match_id = await hall.match(ANNA, BEN, CLEO, game="qwixx")
    now = await hall.look(match_id)
    seat = now.seat_of(BEN)
    assert seat is not None
    await hall.service.act(hall.person(BEN), match_id, ChooseWhite(seat, None), moment(now))
    hall.clock.time += 18 * HOUR
    await remind(hall, match_id)
    await hall.service.act(hall.person(BEN), match_id, TakeBack(seat), moment(now))
    hall.clock.time += HOUR
    await remind(hall, match_id)
    assert showings.reminded == [(match_id, {ANNA, CLEO})]


async def test_who_sleeps_is_reminded_later_and_the_others_not_again(hall: Hall, showings: Showings) -> None:
    """Skopje is an hour before UTC in March: the turn begins there at one o'clock in the afternoon."""
    match_id = await hall.match(ANNA, BEN, CLEO, game="qwixx")
    await choose(hall, BEN, Personal(SKOPJE, *NIGHT))
    await choose(hall, CLEO, Personal(SKOPJE, 0, 15 * 60))
    hall.clock.time += 18 * HOUR - 1 * HOUR
    await remind(hall, match_id)
    assert showings.reminded == []
    hall.clock.time += 1 * HOUR  # 7 in the morning, and a little
    hall.clock.time -= timedelta(minutes=1)
    await remind(hall, match_id)
    assert showings.reminded == []
    hall.clock.time += timedelta(minutes=1)
    await remind(hall, match_id)
    assert showings.reminded == [(match_id, {ANNA, BEN})]
    assert (await hall.look(match_id)).match.reminder_at is None  # Cleo sleeps until time is out
    hall.clock.time += 5 * HOUR
    await remind(hall, match_id)
    assert len(showings.reminded) == 1


async def test_a_reminder_that_is_put_off_comes_at_the_end_of_the_night(hall: Hall, showings: Showings) -> None:
    match_id = await hall.match(ANNA, BEN, CLEO, game="qwixx")
    await choose(hall, BEN, Personal(SKOPJE, *NIGHT))
    hall.clock.time += 18 * HOUR
    end = hall.clock.now() + 2 * HOUR
    await choose(hall, BEN, Personal("UTC", 0, (end.hour * 60 + end.minute)))
    await remind(hall, match_id)
    assert showings.reminded == [(match_id, {ANNA, CLEO})]
    due = (await hall.look(match_id)).match.reminder_at
    assert due == end.replace(second=0, microsecond=0)
    seat = (await hall.look(match_id)).seat_of(ANNA)
    assert seat is not None
    now = await hall.look(match_id)
    acted = await hall.service.act(hall.person(ANNA), match_id, ChooseWhite(seat, None), moment(now))
    assert acted.match.reminder_at == due  # another's choice does not change it
    hall.clock.time = due
    await remind(hall, match_id)
    assert showings.reminded[1:] == [(match_id, {BEN})]


async def test_who_acts_before_is_not_reminded(hall: Hall, showings: Showings) -> None:
    match_id = await hall.match(ANNA, BEN)
    hall.clock.time += 17 * HOUR
    await hall.play(match_id)
    hall.clock.time += 2 * HOUR
    await remind(hall, match_id)
    assert showings.reminded == []


async def test_every_turn_has_its_reminder(hall: Hall, showings: Showings) -> None:
    match_id = await hall.match(ANNA, BEN)
    people = []
    for _ in range(3):
        people += await hall.awaited(match_id)
        hall.clock.time += 18 * HOUR
        await remind(hall, match_id)
        await hall.play(match_id)
    assert showings.reminded == [(match_id, {player}) for player in people]


async def test_who_is_late_or_away_is_not_reminded(hall: Hall, showings: Showings) -> None:
    waits = await hall.match(ANNA, BEN, when_late=WhenLate.WAIT)
    hall.clock.time += DAY
    await remind(hall, waits)
    assert showings.reminded == []
    assert (await hall.look(waits)).match.reminder_at is None

    match_id = await hall.match(ANNA, BEN, CLEO, game="qwixx")
    await hall.service.go_away(hall.person(ANNA))
    for other in (BEN, CLEO):
        await hall.service.agree_to_pause(hall.person(other), match_id, 0)
    hall.clock.time += 18 * HOUR
    await remind(hall, match_id)
    assert showings.reminded == [(match_id, {BEN, CLEO})]


async def test_without_time_or_in_practice_there_is_no_reminder(hall: Hall) -> None:
    for terms in ({"turn_time": None}, {"practice": True}):
        match_id = await hall.match(ANNA, computers=1, **terms)
        assert (await hall.look(match_id)).match.reminder_at is None


async def test_a_lobby_reminds_nobody_and_its_match_does_from_its_start(hall: Hall) -> None:
    lobby = await hall.lobby(ANNA, BEN)
    assert (await hall.look(lobby)).match.reminder_at is None
    started = await hall.service.start(hall.person(ANNA), lobby)
    assert started.match.reminder_at == hall.clock.now() + 18 * HOUR


# Marked, then sent


class Failing(Showings):
    """Fails to remind as often as it is told to, and notes each time that it was asked."""

    def __init__(self, fails: int) -> None:
        super().__init__()
        self.fails = fails
        self.marked: list[tuple[Reminder, ...]] = []
        self.moments: list[Moment] = []
        self.asked = asyncio.Event()

    async def remind(self, match_id: int, moment: Moment, people: frozenset[int]) -> None:
        assert self.service is not None
        self.moments.append(moment)
        self.asked.set()
        self.marked.append(await self.service.reminders(match_id))
        if self.fails:
            self.fails -= 1
            raise NotNowError("Discord is down")
        await super().remind(match_id, moment, people)


@asynccontextmanager
async def late_match(address: Path, showings: Showings, pause: float = 0.01) -> AsyncIterator[tuple[Hall, int, int]]:
    async with hall_at(address, presenter=showings, pauses=(pause,)) as hall:
        match_id = await hall.match(ANNA, BEN)
        (awaited,) = await hall.awaited(match_id)
        hall.clock.time += 18 * HOUR
        yield hall, match_id, awaited


async def test_a_reminder_is_kept_before_it_is_sent(address: Path) -> None:
    showings = Failing(1)
    async with late_match(address, showings) as (hall, match_id, awaited):
        await remind(hall, match_id)
        assert showings.marked == [(Reminder(1, "opening", awaited, None),)] * 2
        assert showings.reminded == [(match_id, {awaited})]


async def test_a_restart_between_keeping_and_sending_reminds_nobody_twice(address: Path) -> None:
    """Better never than twice: whether it was sent nobody knows any more."""
    killed = Failing(99)
    async with late_match(address, killed) as (hall, match_id, _):
        await remind(hall, match_id)
        clock = hall.clock
    again = Showings()
    async with hall_at(address, clock, presenter=again) as hall:
        await hall.service.resume()
        await remind(hall, match_id)
        hall.clock.time += 5 * HOUR
        await remind(hall, match_id)
        assert again.reminded == []


async def test_two_who_wake_a_match_at_once_remind_once(address: Path) -> None:
    showings = Showings()
    async with late_match(address, showings) as (hall, match_id, awaited):
        await asyncio.gather(*(hall.service.wake(match_id) for _ in range(5)))
        await hall.service.settled()
        assert showings.reminded == [(match_id, {awaited})]


async def test_a_reminder_that_could_not_be_sent_says_what_it_was_for(address: Path) -> None:
    """So that it can be seen that it is too late for it."""
    failing = Failing(1)
    async with late_match(address, failing, pause=3600) as (hall, match_id, _):
        await hall.service.wake(match_id)
        await asyncio.wait_for(failing.asked.wait(), 10)
        await hall.play(match_id)
        hall.clock.time += 18 * HOUR
        await remind(hall, match_id)
        assert [each.turn for each in failing.moments] == [1, 1, 2]
