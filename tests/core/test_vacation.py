"""A vacation: whose clock stops where all others agree, for how long, and what it does not stop."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

from bot.core.happened import Happened
from bot.core.lateness import LONGEST_PAUSE
from bot.core.match_events import Away, Back, Late, Topic
from bot.core.preferences import Personal
from bot.core.store import Status, WhenLate
from bot.core.verify import verify
from bot.games.base import Seat
from bot.games.qwixx.state import ChooseWhite, TakeBack
from bot.games.registry import GAMES
from tests.core.hall import ANNA, BEN, CLEO, FINN, HOUR, Hall, awaited, moment, refused

DAY = 24 * HOUR


async def seat_of(hall: Hall, match_id: int, player: int) -> Seat:
    seat = (await hall.look(match_id)).seat_of(player)
    assert seat is not None
    return seat


async def agree(hall: Hall, match_id: int, player: int, away: int) -> Happened:
    return await hall.service.agree_to_pause(hall.person(player), match_id, await seat_of(hall, match_id, away))


async def paused_match(hall: Hall, absent: int = ANNA, **terms: object) -> int:
    """A match of Anna and Ben in which one of them is awaited alone, and on a vacation that the other agrees to."""
    match_id = await hall.match(ANNA, BEN, **terms)
    await hall.play_until(match_id, absent)
    await hall.service.go_away(hall.person(absent))
    await agree(hall, match_id, BEN if absent == ANNA else ANNA, absent)
    return match_id


# The clock


async def test_the_clock_runs_until_all_others_agree(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN, CLEO)
    await hall.play_until(match_id, ANNA)
    deadline = (await hall.look(match_id)).match.deadline
    assert await hall.service.go_away(hall.person(ANNA)) == (match_id,)
    now = await hall.look(match_id)
    assert now.away == {await seat_of(hall, match_id, ANNA)}
    assert (now.paused, now.match.deadline) == (frozenset(), deadline)
    asked = await agree(hall, match_id, BEN, ANNA)
    assert (asked.paused, asked.match.deadline) == (frozenset(), deadline)
    stopped = await agree(hall, match_id, CLEO, ANNA)
    assert (stopped.paused, stopped.match.deadline) == (stopped.away, None)
    assert stopped.match.reminder_at is None
    hall.clock.time += 10 * DAY
    await hall.service.wake(match_id)
    assert (await hall.look(match_id)).to_act == now.to_act


async def test_who_comes_back_has_the_whole_time(hall: Hall) -> None:
    match_id = await paused_match(hall)
    hall.clock.time += 5 * DAY
    assert await hall.service.come_back(hall.person(ANNA)) == (match_id,)
    now = await hall.look(match_id)
    assert (now.away, now.match.deadline) == (frozenset(), hall.clock.now() + DAY)
    assert now.match.reminder_at == hall.clock.now() + 18 * HOUR


async def test_who_is_away_may_act_all_the_same(hall: Hall) -> None:
    match_id = await paused_match(hall)
    played = await hall.play(match_id, ANNA)
    assert played.match.deadline == hall.clock.now() + DAY  # Ben's
    back = await hall.play(match_id, BEN)
    assert back.match.deadline is None


async def test_a_vacation_stops_nobody_elses_clock(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN)
    await hall.play_until(match_id, BEN)
    deadline = (await hall.look(match_id)).match.deadline
    await hall.service.go_away(hall.person(ANNA))
    assert (await agree(hall, match_id, BEN, ANNA)).match.deadline == deadline


async def test_where_all_others_are_computers_the_clock_stops_at_once(hall: Hall) -> None:
    match_id = await hall.match(ANNA, computers=1)
    await hall.service.go_away(hall.person(ANNA))
    assert (await hall.look(match_id)).match.deadline is None


async def test_in_a_match_without_time_there_is_no_clock_to_stop(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN, turn_time=None)
    assert await hall.service.go_away(hall.person(ANNA)) == ()
    assert (await hall.look(match_id)).away == frozenset()


async def test_an_agreement_that_is_taken_back_starts_the_clock(hall: Hall) -> None:
    match_id = await paused_match(hall)
    hall.clock.time += 3 * DAY
    seat = await seat_of(hall, match_id, ANNA)
    runs = await hall.service.withdraw(hall.person(BEN), match_id, Topic.PAUSE, seat)
    assert (runs.paused, runs.match.deadline) == (frozenset(), hall.clock.now() + DAY)


async def test_a_newcomer_has_not_agreed(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN, CLEO)
    await hall.play_until(match_id, ANNA)
    await hall.service.go_away(hall.person(ANNA))
    await agree(hall, match_id, BEN, ANNA)
    await agree(hall, match_id, CLEO, ANNA)
    seat = await seat_of(hall, match_id, BEN)
    replaced = await hall.service.replace(hall.person(CLEO, moderator=True), match_id, seat, hall.person(FINN))
    assert (replaced.paused, replaced.match.deadline) == (frozenset(), hall.clock.now() + DAY)
    stopped = await agree(hall, match_id, FINN, ANNA)
    assert stopped.match.deadline is None


async def test_when_the_last_who_did_not_agree_goes_the_clock_stops(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN, CLEO)
    await hall.play_until(match_id, ANNA)
    await hall.service.go_away(hall.person(ANNA))
    await agree(hall, match_id, BEN, ANNA)
    resigned = await hall.service.resign(hall.person(CLEO), match_id)
    assert resigned.paused
    assert resigned.match.deadline is None


async def test_whose_seat_is_taken_is_away_no_longer(hall: Hall) -> None:
    match_id = await paused_match(hall)
    seat = await seat_of(hall, match_id, ANNA)
    replaced = await hall.service.replace(hall.person(FINN, moderator=True), match_id, seat, hall.person(CLEO))
    assert (replaced.away, replaced.match.deadline) == (frozenset(), hall.clock.now() + DAY)
    assert await hall.service.come_back(hall.person(ANNA)) == ()


# Nobody is late who is away


@pytest.mark.parametrize("when_late", list(WhenLate))
async def test_only_those_who_are_not_away_are_late(hall: Hall, when_late: WhenLate) -> None:
    """In Qwixx several are awaited at once."""
    match_id = await hall.match(ANNA, BEN, CLEO, game="qwixx", when_late=when_late)
    now = await hall.look(match_id)
    deadline = now.match.deadline
    await hall.service.go_away(hall.person(ANNA))
    for other in (BEN, CLEO):
        stopped = await agree(hall, match_id, other, ANNA)
    assert stopped.match.deadline == deadline
    cleo = await seat_of(hall, match_id, CLEO)
    await hall.service.act(hall.person(CLEO), match_id, ChooseWhite(cleo, None), moment(now))
    hall.clock.time += DAY
    out = await hall.service.time_out(match_id)
    assert out is not None
    late = next(logged.event for logged in out.events_for(None) if isinstance(logged.event, Late))
    assert late.seats == (await seat_of(hall, match_id, BEN),)
    await hall.service.settled()
    then = await hall.look(match_id)
    assert (then.match.turn, then.match.phase) == (now.match.turn, now.match.phase)
    assert ANNA in [player for player, _ in awaited(then)]
    assert then.match.deadline is None
    hall.clock.time += 20 * DAY
    await hall.service.wake(match_id)
    assert (await hall.look(match_id)).match.status is Status.LIVE
    await hall.service.come_back(hall.person(ANNA))
    assert (await hall.look(match_id)).match.deadline == hall.clock.now() + DAY


async def test_who_is_away_can_neither_be_skipped_nor_replaced_nor_removed_by_one(hall: Hall) -> None:
    match_id = await paused_match(hall, when_late=WhenLate.WAIT)
    hall.clock.time += 10 * DAY
    now = await hall.look(match_id)
    seat = await seat_of(hall, match_id, ANNA)
    with refused("not-late"):
        await hall.service.skip(hall.person(BEN), match_id, seat, moment(now))
    with refused("not-late"):
        await hall.service.replace(hall.person(BEN), match_id, seat, level="simple")
    with refused("too-soon"):
        await hall.service.remove(hall.person(BEN), match_id, seat)


async def test_who_was_late_already_can_no_longer_be_skipped(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN, when_late=WhenLate.WAIT)
    await hall.play_until(match_id, ANNA)
    hall.clock.time += DAY
    await hall.service.time_out(match_id)
    await hall.service.go_away(hall.person(ANNA))
    now = await agree(hall, match_id, BEN, ANNA)
    assert (now.late, now.match.deadline) == (frozenset(), None)
    with refused("not-late"):
        await hall.service.skip(hall.person(BEN), match_id, await seat_of(hall, match_id, ANNA), moment(now))


@pytest.mark.parametrize("how", ["back", "withdrawn", "newcomer"])
async def test_a_match_is_not_abandoned_for_a_vacation(hall: Hall, how: str) -> None:
    """Its rounds are counted from when the clock goes on."""
    match_id = await paused_match(hall, when_late=WhenLate.WAIT)
    hall.clock.time += 20 * DAY
    moderator = hall.person(FINN, moderator=True)
    match how:
        case "back":
            await hall.service.come_back(hall.person(ANNA))
        case "withdrawn":
            seat = await seat_of(hall, match_id, ANNA)
            await hall.service.withdraw(hall.person(BEN), match_id, Topic.PAUSE, seat)
        case _:
            await hall.service.replace(moderator, match_id, await seat_of(hall, match_id, BEN), hall.person(CLEO))
    hall.clock.time += DAY
    await hall.service.wake(match_id)
    now = await hall.look(match_id)
    assert now.match.status is Status.LIVE
    assert now.match.deadline == hall.clock.now() + 5 * DAY
    hall.clock.time += 5 * DAY
    await hall.service.wake(match_id)
    end = (await hall.look(match_id)).end
    assert end is not None
    assert end.reason == "abandoned"


async def test_a_vacation_that_nobody_agrees_to_gains_no_time(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN, when_late=WhenLate.WAIT)
    await hall.play_until(match_id, ANNA)
    for passed in (HOUR, DAY, DAY):
        hall.clock.time += passed
        await hall.service.wake(match_id)
        before = (await hall.look(match_id)).match
        await hall.service.go_away(hall.person(ANNA))
        await hall.service.come_back(hall.person(ANNA))
        now = (await hall.look(match_id)).match
        assert (now.deadline, now.reminder_at) == (before.deadline, before.reminder_at)
    await hall.service.remove(hall.person(BEN), match_id, await seat_of(hall, match_id, ANNA))
    assert (await hall.look(match_id)).match.status is Status.FINISHED


async def test_who_takes_a_choice_back_while_the_match_waits_has_time_again(hall: Hall) -> None:
    """Else it would wait for ever for one who is there."""
    match_id = await hall.match(ANNA, BEN, CLEO, game="qwixx", when_late=WhenLate.WAIT)
    now = await hall.look(match_id)
    await hall.service.go_away(hall.person(ANNA))
    for other in (BEN, CLEO):
        await agree(hall, match_id, other, ANNA)
    cleo = await seat_of(hall, match_id, CLEO)
    await hall.service.act(hall.person(CLEO), match_id, ChooseWhite(cleo, None), moment(now))
    hall.clock.time += DAY
    await hall.service.time_out(match_id)
    assert (await hall.look(match_id)).match.deadline is None
    taken_back = await hall.service.act(hall.person(CLEO), match_id, TakeBack(cleo), moment(now))
    assert taken_back.late == {await seat_of(hall, match_id, BEN)}
    assert taken_back.match.deadline == hall.clock.now() + DAY


# For how long


async def test_a_pause_ends_by_itself_after_30_days(hall: Hall) -> None:
    match_id = await paused_match(hall)
    assert (await hall.look(match_id)).match.wake_at == hall.clock.now() + LONGEST_PAUSE
    hall.clock.time += LONGEST_PAUSE - timedelta(seconds=1)
    assert await hall.service.time_out(match_id) is None
    hall.clock.time += timedelta(seconds=1)
    out = await hall.service.time_out(match_id)
    assert out is not None
    assert [logged.event for logged in out.events_for(None)] == [Back(ANNA, expired=True)]
    assert (out.away, out.match.deadline) == (frozenset(), hall.clock.now() + DAY)


async def test_a_pause_that_is_too_long_does_not_make_its_person_late_at_once(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN, CLEO, game="qwixx", turn_time=LONGEST_PAUSE)
    await hall.service.go_away(hall.person(ANNA))
    for other in (BEN, CLEO):
        await agree(hall, match_id, other, ANNA)
    hall.clock.time += LONGEST_PAUSE
    out = await hall.service.time_out(match_id)
    assert out is not None
    late, *_, back = (logged.event for logged in out.events_for(None))
    assert isinstance(late, Late)
    assert await seat_of(hall, match_id, ANNA) not in late.seats
    assert back == Back(ANNA, expired=True)
    assert out.match.deadline == hall.clock.now() + LONGEST_PAUSE


# Where


async def test_a_vacation_is_taken_in_all_matches_and_lobbies(hall: Hall) -> None:
    first, second = await hall.match(ANNA, BEN), await hall.match(BEN, ANNA, game="qwixx")
    lobby = await hall.lobby(BEN, ANNA)
    without = await hall.match(ANNA, BEN, turn_time=None)
    assert await hall.service.go_away(hall.person(ANNA)) == (first, second, lobby)
    assert (await hall.store.people([ANNA]))[ANNA] == Personal(away_since=hall.clock.now())
    await hall.service.start(hall.person(BEN), lobby)
    assert (await hall.look(lobby)).away == {1}
    assert (await hall.look(without)).away == frozenset()
    assert await hall.service.go_away(hall.person(ANNA)) == ()
    assert await hall.service.come_back(hall.person(ANNA)) == (first, second, lobby)
    assert (await hall.store.people([ANNA]))[ANNA] == Personal()


async def test_who_leaves_a_lobby_is_away_there_no_longer(hall: Hall) -> None:
    lobby = await hall.lobby(BEN, ANNA)
    await hall.service.go_away(hall.person(ANNA))
    await hall.service.leave(hall.person(ANNA), lobby)
    await hall.service.join(hall.person(ANNA), lobby)
    assert (await hall.look(lobby)).away == frozenset()


# Who may agree


async def test_who_may_agree(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN, CLEO)
    seat = await seat_of(hall, match_id, ANNA)
    with refused("not-away"):
        await hall.service.agree_to_pause(hall.person(BEN), match_id, seat)
    await hall.service.go_away(hall.person(ANNA))
    with refused("own-seat"):
        await hall.service.agree_to_pause(hall.person(ANNA), match_id, seat)
    with refused("not-seated"):
        await hall.service.agree_to_pause(hall.person(FINN), match_id, seat)
    with refused("no-such-seat"):
        await hall.service.agree_to_pause(hall.person(BEN), match_id, 9)
    await hall.service.agree_to_pause(hall.person(BEN), match_id, seat)
    with refused("already-agreed"):
        await hall.service.agree_to_pause(hall.person(BEN), match_id, seat)


async def test_an_agreement_is_for_one_vacation(hall: Hall) -> None:
    match_id = await paused_match(hall)
    await hall.service.come_back(hall.person(ANNA))
    await hall.service.go_away(hall.person(ANNA))
    now = await hall.look(match_id)
    assert now.away == {await seat_of(hall, match_id, ANNA)}
    assert now.paused == frozenset()


# The log


async def test_a_match_with_a_vacation_is_checked_and_exported_like_any_other(hall: Hall) -> None:
    match_id = await paused_match(hall, game="qwixx")
    await hall.service.come_back(hall.person(ANNA))
    await hall.play_out(match_id)
    exported = await hall.service.export(match_id)
    assert str(ANNA) not in json.dumps(exported)
    assert verify(json.dumps(exported).encode(), GAMES).right


async def test_who_is_forgotten_was_never_away(hall: Hall) -> None:
    match_id = await paused_match(hall)
    await hall.service.forget(hall.person(ANNA))
    entries = (await hall.store.load(match_id)).entries
    assert not any(str(ANNA) in entry.payload for entry in entries)
    away = [logged.event for logged in (await hall.service.since(match_id, 0)).events_for(None)]
    assert Away(-1) in away
