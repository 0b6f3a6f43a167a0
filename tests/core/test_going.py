"""Whoever goes, and however, while they are awaited or not: who is next, and how much time there is."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

import pytest

from bot.core.store import Status, WhenLate
from bot.games.qwixx.state import ChooseWhite
from tests.core.hall import ANNA, BEN, CLEO, ELIAS, FINN, HOUR, Hall, moment

DAY = 24 * HOUR


class Way(StrEnum):
    RESIGNS = "resigns"
    REMOVED = "removed"  # by a moderator
    DELETED = "deleted"  # with everything that is known of the person
    REPLACED = "replaced"  # by another person
    COMPUTER = "computer"  # by a computer


class When(StrEnum):
    EARLY = "early"
    REMINDED = "reminded"
    LATE = "late"  # under "wait", where the time is out


GONE = (Way.RESIGNS, Way.REMOVED, Way.DELETED)


async def go(hall: Hall, match_id: int, player: int, way: Way) -> None:
    """The player goes."""
    seat = (await hall.look(match_id)).seat_of(player)
    assert seat is not None
    moderator = hall.person(FINN, moderator=True)
    match way:
        case Way.RESIGNS:
            await hall.service.resign(hall.person(player), match_id)
        case Way.REMOVED:
            await hall.service.remove(moderator, match_id, seat)
        case Way.DELETED:
            await hall.service.forget(hall.person(player))
        case Way.REPLACED:
            await hall.service.replace(moderator, match_id, seat, hall.person(ELIAS))
        case Way.COMPUTER:
            await hall.service.replace(moderator, match_id, seat, level="simple")
    await hall.service.settled()


async def let_time_pass(hall: Hall, match_id: int, when: When) -> datetime:
    """Until then; the deadline that there is then."""
    hall.clock.time += {When.EARLY: 5 * HOUR, When.REMINDED: 19 * HOUR, When.LATE: 25 * HOUR}[when]
    await hall.service.wake(match_id)
    deadline = (await hall.look(match_id)).match.deadline
    assert deadline is not None
    return deadline


async def at_the_table(hall: Hall, match_id: int) -> list[int]:
    """Three people of Qwirkle, in the order in which they play, the one to act first."""
    now = await hall.look(match_id)
    people = [holder.player for holder in now.seated if holder.player is not None]
    first = min(now.to_act)
    return people[first:] + people[:first]


async def qwirkle(hall: Hall) -> tuple[int, list[int]]:
    match_id = await hall.match(ANNA, BEN, CLEO, when_late=WhenLate.WAIT)
    for _ in range(4):
        await hall.play(match_id)
    return match_id, await at_the_table(hall, match_id)


@pytest.mark.parametrize("when", list(When))
@pytest.mark.parametrize("way", list(Way))
async def test_the_one_to_act_goes(hall: Hall, way: Way, when: When) -> None:
    match_id, (first, second, _) = await qwirkle(hall)
    await let_time_pass(hall, match_id, when)
    await go(hall, match_id, first, way)
    now = await hall.look(match_id)
    assert await hall.awaited(match_id) == [ELIAS if way is Way.REPLACED else second]
    assert (now.match.deadline, now.late) == (hall.clock.now() + DAY, frozenset())
    assert now.match.reminder_at == hall.clock.now() + 18 * HOUR
    await hall.assert_timed(match_id)


@pytest.mark.parametrize("when", list(When))
@pytest.mark.parametrize("way", list(Way))
async def test_one_who_is_not_to_act_goes(hall: Hall, way: Way, when: When) -> None:
    match_id, (first, second, third) = await qwirkle(hall)
    deadline = await let_time_pass(hall, match_id, when)
    before = await hall.look(match_id)
    await go(hall, match_id, second, way)
    now = await hall.look(match_id)
    assert await hall.awaited(match_id) == [first]
    assert now.late == before.late
    if when is not When.LATE:
        assert (now.match.deadline, now.match.reminder_at) == (deadline, before.match.reminder_at)
    await hall.assert_timed(match_id)
    await hall.play(match_id, first)
    await hall.service.settled()
    assert await hall.awaited(match_id) == [ELIAS if way is Way.REPLACED else third]
    assert (await hall.look(match_id)).match.deadline == hall.clock.now() + DAY


@pytest.mark.parametrize("when", list(When))
@pytest.mark.parametrize("way", list(Way))
async def test_one_of_several_who_are_awaited_goes(hall: Hall, way: Way, when: When) -> None:
    match_id = await hall.match(ANNA, BEN, CLEO, game="qwixx", when_late=WhenLate.WAIT)
    _, ben, cleo = [holder.player for holder in (await hall.look(match_id)).seated]
    assert (ben, cleo) == (BEN, CLEO)
    await choose(hall, match_id, BEN)
    deadline = await let_time_pass(hall, match_id, when)
    await go(hall, match_id, CLEO, way)
    now = await hall.look(match_id)
    if way is Way.REPLACED:  # somebody new, who has the whole time, and with them all
        assert await hall.awaited(match_id) == [ANNA, ELIAS]
        assert now.match.deadline == hall.clock.now() + DAY
        assert now.late == (frozenset({0}) if when is When.LATE else frozenset())
    else:
        assert await hall.awaited(match_id) == [ANNA]
        assert when is When.LATE or now.match.deadline == deadline
    await hall.assert_timed(match_id)


@pytest.mark.parametrize("when", list(When))
@pytest.mark.parametrize("way", list(Way))
async def test_the_last_of_several_who_are_awaited_goes(hall: Hall, way: Way, when: When) -> None:
    match_id = await hall.match(ANNA, BEN, CLEO, game="qwixx", when_late=WhenLate.WAIT)
    for player in (ANNA, BEN):
        await choose(hall, match_id, player)
    before = await hall.look(match_id)
    await let_time_pass(hall, match_id, when)
    await go(hall, match_id, CLEO, way)
    now = await hall.look(match_id)
    assert (moment(now) == moment(before)) == (way is Way.REPLACED)
    assert now.match.deadline == hall.clock.now() + DAY
    assert now.late == frozenset()
    await hall.assert_timed(match_id)


@pytest.mark.parametrize("game", ["qwirkle", "qwixx"])
@pytest.mark.parametrize("way", GONE)
async def test_who_is_left_alone_wins_and_the_clock_stops(hall: Hall, way: Way, game: str) -> None:
    for awaited in (True, False):
        match_id = await hall.match(ANNA, BEN, game=game)
        people = await hall.awaited(match_id)
        if not awaited and len(people) == 2:
            await choose(hall, match_id, people[0])
        gone = (await hall.awaited(match_id))[0]
        if not awaited:
            gone = BEN if gone == ANNA else ANNA
        await go(hall, match_id, gone, way)
        over = (await hall.look(match_id)).match
        assert over.status is Status.FINISHED
        await hall.assert_timed(match_id)


@pytest.mark.parametrize("way", list(Way))
async def test_when_only_computers_are_left_the_match_ends(hall: Hall, way: Way) -> None:
    for when_late in WhenLate:
        match_id = await hall.match(ANNA, computers=2, when_late=when_late)
        await go(hall, match_id, ANNA, way)
        if way is Way.REPLACED:
            assert await hall.awaited(match_id) == [ELIAS]
            await hall.service.resign(hall.person(ELIAS), match_id)
        assert (await hall.look(match_id)).match.status is Status.ENDED
        await hall.assert_timed(match_id)


@pytest.mark.parametrize("deleted", [True, False])
async def test_a_lobby_goes_on_with_its_next_person_and_its_time(hall: Hall, deleted: bool) -> None:
    lobby = await hall.lobby(ANNA, BEN, computers=1)
    deadline = (await hall.look(lobby)).match.deadline
    for player, host in ((ANNA, BEN), (BEN, None)):
        hall.clock.time += HOUR
        if deleted:
            await hall.service.forget(hall.person(player))
        else:
            await hall.service.leave(hall.person(player), lobby)
        match = (await hall.look(lobby)).match
        if host is None:
            assert match.status is Status.CANCELLED
        else:
            assert (match.status, match.host, match.deadline) == (Status.LOBBY, host, deadline)
        await hall.assert_timed(lobby)


async def choose(hall: Hall, match_id: int, player: int) -> None:
    now = await hall.look(match_id)
    seat = now.seat_of(player)
    assert seat is not None
    await hall.service.act(hall.person(player), match_id, ChooseWhite(seat, None), moment(now))
