"""Two at once: one wins, nothing is lost and nothing done twice. Counted are effects, not errors."""

from __future__ import annotations

import asyncio
from asyncio import Event
from collections.abc import AsyncIterator, Awaitable
from datetime import timedelta
from itertools import count
from pathlib import Path
from random import Random

import pytest

from bot.core.errors import MatchError, QwibotError
from bot.core.happened import Happened
from bot.core.match_events import Acted
from bot.core.store import Status, Stored, WhenLate
from bot.games.registry import GAMES
from tests.core.hall import ANNA, BEN, CLEO, DORA, ELIAS, HOUR, Hall, Showings, hall_at, moment

DAY = 24 * HOUR
ROUNDS = 4
"""How often each race is run: who wins differs."""


@pytest.fixture(params=["one service", "two services", "two services on PostgreSQL"])
async def pair(request: pytest.FixtureRequest, address: Path) -> AsyncIterator[list[Hall]]:
    """One hall twice, or two services with stores of their own on one database, as two processes would have them."""
    where = request.getfixturevalue("postgres").new_address() if "PostgreSQL" in request.param else str(address)
    interactions = count(1_000_000)
    async with hall_at(where, interactions=interactions) as first:
        if request.param == "one service":
            yield [first, first]
        else:
            async with hall_at(where, first.clock, interactions=interactions) as second:
                yield [first, second]
        await first.assert_sound()


async def race(*attempts: Awaitable[Happened]) -> list[Happened]:
    """What succeeded; whatever was refused must have been refused with a code."""
    done = await asyncio.gather(*attempts, return_exceptions=True)
    for one in done:
        assert isinstance(one, Happened | QwibotError), one
    return [one for one in done if isinstance(one, Happened)]


async def acted(hall: Hall, match_id: int) -> list[Acted]:
    log = (await hall.service.since(match_id, 0))._logged
    return [logged.event for logged in log if isinstance(logged.event, Acted)]


async def test_two_joins_for_the_last_seat(pair: list[Hall]) -> None:
    one, two = pair
    for _ in range(ROUNDS):
        match_id = await one.lobby(ANNA, BEN, CLEO, game="qwixx", computers=1)
        won = await race(one.service.join(one.person(DORA), match_id), two.service.join(two.person(ELIAS), match_id))
        sitting = [holder.player for holder in (await one.look(match_id)).seated]
        assert len(won) == 1
        assert sitting in ([ANNA, BEN, CLEO, None, DORA], [ANNA, BEN, CLEO, None, ELIAS])
        assert (await one.kinds(match_id)).count("match.joined") == 4


async def test_one_person_joining_twice(pair: list[Hall]) -> None:
    one, two = pair
    for _ in range(ROUNDS):
        match_id = await one.lobby(ANNA)
        await race(one.service.join(one.person(BEN), match_id), two.service.join(two.person(BEN), match_id))
        assert [holder.player for holder in (await one.look(match_id)).seated] == [ANNA, BEN]


async def test_a_service_that_has_fallen_behind_refuses_nobody(pair: list[Hall]) -> None:
    one, two = pair
    match_id = await one.lobby(ANNA)
    await two.look(match_id)
    await one.service.join(one.person(BEN), match_id)
    await two.service.leave(two.person(BEN), match_id)
    await one.service.add_computer(one.person(ANNA), match_id, "simple")
    started = await two.service.start(two.person(ANNA), match_id)
    assert started.match.status is Status.LIVE


async def test_two_starts(pair: list[Hall]) -> None:
    one, two = pair
    for _ in range(ROUNDS):
        match_id = await one.lobby(ANNA, BEN)
        won = await race(one.service.start(one.person(ANNA), match_id), two.service.start(two.person(ANNA), match_id))
        assert len(won) == 1
        assert (await one.kinds(match_id)).count("match.started") == 1
        assert (await one.kinds(match_id)).count("dealt") == 1


async def test_start_against_join_leave_and_cancel(pair: list[Hall]) -> None:
    one, two = pair
    for _ in range(ROUNDS):
        match_id = await one.lobby(ANNA, BEN)
        await race(
            one.service.start(one.person(ANNA), match_id),
            two.service.join(two.person(CLEO), match_id),
            one.service.leave(one.person(BEN), match_id),
            two.service.cancel(two.person(ANNA), match_id),
        )
        now = await two.look(match_id)
        if now.match.status is Status.LIVE:
            assert len(now.view_for(None).presence) == len(now.seated) >= 2
        await one.service.close(match_id)


async def test_a_double_click(pair: list[Hall]) -> None:
    """Two interactions for one move: the move is made once, and the next player's turn is not used up."""
    one, two = pair
    for game in GAMES:
        match_id = await one.match(ANNA, BEN, game=game)
        for _ in range(ROUNDS):
            player = (await one.awaited(match_id))[0]
            before = (await one.look(match_id)).match.turn
            action, meant = await one.choice(match_id, player)
            made = len(await acted(one, match_id))
            won = await race(
                one.service.act(one.person(player), match_id, action, meant, f"panel {made}"),
                two.service.act(two.person(player), match_id, action, meant, f"panel {made}"),
            )
            assert len(won) == 2
            assert sorted(happened.repeated for happened in won) == [False, True]
            assert won[0].events_for(player) == won[1].events_for(player)
            assert len(await acted(one, match_id)) == made + 1
            assert (await one.look(match_id)).match.turn <= before + 1


async def test_two_clicks_of_different_moves(pair: list[Hall]) -> None:
    one, two = pair
    match_id = await one.match(ANNA, BEN)
    for _ in range(ROUNDS):
        (player,) = await one.awaited(match_id)
        before = (await one.look(match_id)).match.turn
        action, meant = await one.choice(match_id, player)
        won = await race(
            one.service.act(one.person(player), match_id, action, meant),
            two.service.act(two.person(player), match_id, action, meant),
        )
        assert len(won) == 1
        assert (await two.look(match_id)).match.turn == before + 1


async def test_act_against_resign(pair: list[Hall]) -> None:
    one, two = pair
    for number in range(ROUNDS):
        match_id = await one.match(ANNA, BEN, CLEO)
        (player,) = await one.awaited(match_id)
        action, meant = await one.choice(match_id, player)
        attempts = [
            one.service.act(one.person(player), match_id, action, meant),
            two.service.resign(two.person(player), match_id),
        ]
        won = await race(*(attempts if number % 2 else reversed(attempts)))
        kinds = [entry.action["kind"] for entry in await acted(one, match_id)]
        assert kinds in (["play", "leave"], ["leave"])
        assert len(won) == len(kinds)
        assert (await two.look(match_id)).to_act


async def test_act_against_skip(pair: list[Hall]) -> None:
    """PLATFORM 2: nobody is skipped who has acted, nor anybody in their place."""
    one, two = pair
    for number in range(ROUNDS):
        match_id = await one.match(ANNA, BEN, CLEO, when_late=WhenLate.WAIT)
        (player,) = await one.awaited(match_id)
        other = next(person for person in (ANNA, BEN, CLEO) if person != player)
        action, meant = await one.choice(match_id, player)
        one.clock.time += DAY
        seat = (await one.look(match_id)).seat_of(player)
        assert seat is not None
        attempts = [
            one.service.act(one.person(player), match_id, action, meant),
            two.service.skip(two.person(other), match_id, seat, meant),
            one.service.skip(one.person(other), match_id, seat, meant),
        ]
        won = await race(*(attempts if number % 2 else reversed(attempts)))
        assert len(won) == 1
        assert [entry.seat for entry in await acted(one, match_id)] == [seat]
        assert (await two.look(match_id)).match.turn == 2


async def test_act_against_the_clock(pair: list[Hall]) -> None:
    one, two = pair
    for when_late in (WhenLate.SKIP, WhenLate.COMPUTER):
        for _ in range(ROUNDS):
            match_id = await one.match(ANNA, BEN, CLEO, when_late=when_late)
            (player,) = await one.awaited(match_id)
            seat = (await one.look(match_id)).seat_of(player)
            action, meant = await one.choice(match_id, player)
            one.clock.time += DAY
            await asyncio.gather(
                two.service.time_out(match_id),
                one.service.time_out(match_id),
                one.service.act(one.person(player), match_id, action, meant),
                return_exceptions=True,
            )
            await one.service.settled()
            await two.service.settled()
            assert [entry.seat for entry in await acted(one, match_id)] == [seat]
            assert (await two.look(match_id)).match.turn == 2


async def test_all_choose_at_once(pair: list[Hall]) -> None:
    """Qwixx: everybody's choice counts, and the action closes once."""
    one, two = pair
    match_id = await one.match(ANNA, BEN, CLEO, game="qwixx", computers=2)
    while (now := await one.look(match_id)).match.status is Status.LIVE:
        people = await one.awaited(match_id)
        choices = [await one.choice(match_id, player) for player in people]
        await race(
            *(
                hall.service.act(hall.person(player), match_id, action, meant)
                for player, (action, meant), hall in zip(people, choices, [one, two, one], strict=False)
            )
        )
        await one.service.settled()
        await two.service.settled()
        assert moment(await two.look(match_id)) != moment(now)


async def test_who_looks_while_somebody_acts_keeps_nobody_waiting(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was read before the act, and comes after it, does not take the place of what is newer in memory."""
    match_id = await hall.match(ANNA, game="qwixx", computers=1)
    (action, meant), load, read, acted = await hall.choice(match_id, ANNA), hall.store.load, Event(), Event()

    async def slow(*wanted: int) -> Stored:
        stored = await load(*wanted)
        read.set()
        await acted.wait()
        return stored

    with monkeypatch.context() as patch:
        patch.setattr(hall.store, "load", slow)
        looking = asyncio.create_task(hall.look(match_id))
        await read.wait()
        patch.setattr(hall.store, "load", load)
        happened = await hall.service.act(hall.person(ANNA), match_id, action, meant)
        acted.set()
        await looking
    assert (await hall.service.glance(match_id)).match.seq >= happened.match.seq
    await hall.service.settled()
    assert not (await hall.look(match_id)).match.computer_due


async def test_everybody_agrees_at_once(pair: list[Hall]) -> None:
    one, two = pair
    for _ in range(ROUNDS):
        match_id = await one.match(ANNA, BEN, CLEO)
        won = await race(
            *(
                hall.service.end(hall.person(player), match_id)
                for player, hall in zip((ANNA, BEN, CLEO), (one, two, one), strict=True)
            )
        )
        assert len(won) == 3
        assert (await one.look(match_id)).match.status is Status.ENDED
        assert (await one.kinds(match_id)).count("match.ended") == 1


async def test_many_matches_at_once_lose_nothing(pair: list[Hall]) -> None:
    one, two = pair
    chance = Random(1)
    match_ids = [await one.match(ANNA, BEN, game=chance.choice(list(GAMES)), computers=1) for _ in range(8)]

    async def play(match_id: int) -> int:
        made = 0
        for _ in range(12):
            hall = chance.choice(pair)
            try:
                made += not (await hall.play(match_id)).repeated
            except (MatchError, IndexError):
                await hall.service.settled()
        return made

    made = await asyncio.gather(*map(play, match_ids))
    for match_id, number in zip(match_ids, made, strict=True):
        log = await acted(two, match_id)
        assert sum(entry.by is not None for entry in log) == number


async def test_two_that_wake_a_match_remind_once_and_end_the_turn_once(pair: list[Hall]) -> None:
    first, second = pair
    showings = {each.service._presenter for each in pair}
    for game in ("qwirkle", "qwixx"):
        match_id = await first.match(ANNA, BEN, CLEO, game=game)
        people = set(await first.awaited(match_id))
        first.clock.time += 18 * HOUR
        await asyncio.gather(*(hall.service.wake(match_id) for hall in (first, second) for _ in range(3)))
        for hall in pair:
            await hall.service.settled()
        told = [player for each in showings if isinstance(each, Showings) for player in each.told_to(match_id)]
        assert sorted(told) == sorted(people)
        before = await first.look(match_id)
        first.clock.time += 6 * HOUR
        await asyncio.gather(*(hall.service.wake(match_id) for hall in (first, second) for _ in range(3)))
        assert (await first.kinds(match_id, before.last_seq)).count("match.late") == 1
        assert moment(await first.look(match_id)) != moment(before)


async def test_time_given_back_while_somebody_acts_is_not_lost(pair: list[Hall]) -> None:
    first, second = pair
    match_id = await first.match(ANNA, BEN, CLEO, game="qwixx")
    deadline = (await second.look(match_id)).match.deadline
    assert deadline is not None
    await first.service.keep_alive(timedelta(0))
    first.clock.time += HOUR
    await asyncio.gather(second.play(match_id), first.service.keep_alive(timedelta(0)))
    assert (await second.look(match_id)).match.deadline == deadline + HOUR
    await second.play(match_id)
    assert (await second.look(match_id)).match.deadline == deadline + HOUR
