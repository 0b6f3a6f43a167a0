"""RULES 1 and 2, Leaving, through the service: at every moment, in every way, whoever goes."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

import pytest

from bot.core.errors import MatchError, QwibotError
from bot.core.match_events import Topic
from bot.core.results import results
from bot.core.store import Result, Status, WhenLate
from bot.core.table import Table, replay
from bot.games.base import Presence
from bot.games.registry import GAMES
from data import tables
from data.store import SqlStore
from tests.core.hall import ANNA, BEN, CLEO, DORA, ELIAS, FINN, HOUR, Hall
from tests.data.samples import rows

DAY = 24 * HOUR


async def kept_results(hall: Hall, match_id: int) -> list[Result]:
    assert isinstance(hall.store, SqlStore)
    found = [row for row in await rows(hall.store, tables.results) if row.match == match_id]
    return [Result(*row[1:]) for row in found]


def placed(found: list[Result]) -> list[tuple[int | None, int, bool, bool, bool]]:
    return [(row.player, row.place, row.left, row.took_over, row.rated) for row in found]


async def table_of(hall: Hall, match_id: int) -> Table:
    stored = await hall.store.load(match_id)
    return replay(GAMES[stored.match.game], stored.match, stored.entries)


# The next to act


@pytest.mark.parametrize("game", ["qwirkle", "qwixx"])
@pytest.mark.parametrize("who", ["awaited", "waiting"])
async def test_the_match_goes_on_with_the_others(hall: Hall, game: str, who: str) -> None:
    match_id = await hall.match(ANNA, BEN, CLEO, game=game)
    for _ in range(4):
        await hall.play(match_id)
    people = await hall.awaited(match_id)
    gone = people[0] if who == "awaited" else next((one for one in (ANNA, BEN, CLEO) if one not in people), people[-1])
    seat = (await hall.look(match_id)).seat_of(gone)
    assert seat is not None
    left = await hall.service.resign(hall.person(gone), match_id)
    assert left.view_for(None).presence[seat] is Presence.LEFT
    assert seat not in left.to_act
    assert left.to_act
    over = await hall.play_out(match_id)
    assert over.outcome is not None
    assert over.outcome.places is not None
    assert over.outcome.places[seat] == 3


async def test_one_player_left_wins_at_once(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN)
    over = await hall.service.resign(hall.person(ANNA), match_id)
    assert over.match.status is Status.FINISHED
    assert placed(await kept_results(hall, match_id)) == [
        (ANNA, 2, True, False, True),
        (BEN, 1, False, False, True),
    ]


async def test_only_computers_left_is_no_result(hall: Hall) -> None:
    for when_late in WhenLate:
        match_id = await hall.match(ANNA, BEN, computers=2, when_late=when_late)
        await hall.service.resign(hall.person(ANNA), match_id)
        over = await hall.service.resign(hall.person(BEN), match_id)
        assert over.match.status is Status.ENDED
        assert await kept_results(hall, match_id) == []


async def test_a_computer_takes_the_seat_where_the_match_says_so(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN, CLEO, when_late=WhenLate.COMPUTER)
    left = await hall.service.resign(hall.person(BEN), match_id)
    assert left.view_for(None).presence[1] is Presence.COMPUTER
    removed = await hall.service.remove(hall.person(FINN, moderator=True), match_id, 2)
    assert removed.view_for(None).presence[2] is Presence.COMPUTER
    gone = await hall.service.remove(hall.person(FINN, moderator=True), match_id, 2)
    assert gone.view_for(None).presence[2] is Presence.LEFT


async def test_who_has_gone_cannot_go_again(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN, CLEO)
    await hall.service.resign(hall.person(BEN), match_id)
    with pytest.raises(QwibotError, match="not-seated"):
        await hall.service.resign(hall.person(BEN), match_id)


# What each gets


async def test_places_of_a_match_without_leavers(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN, computers=1)
    over = await hall.play_out(match_id)
    assert over.outcome is not None
    assert over.outcome.places is not None
    found = await kept_results(hall, match_id)
    assert [(row.player, row.place, row.score) for row in found] == list(
        zip((ANNA, BEN, None), over.outcome.places, over.outcome.scores, strict=True)
    )
    assert [row.rated for row in found] == [True, True, False]


async def test_leavers_are_placed_last_the_later_higher(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN, CLEO, DORA)
    for player in (CLEO, ANNA):
        await hall.service.resign(hall.person(player), match_id)
    over = await hall.play_out(match_id)
    assert over.outcome is not None
    found = await kept_results(hall, match_id)
    assert tuple(row.place for row in found) == over.outcome.places
    assert [row.place for row in found if row.left] == [3, 4]


async def test_who_left_a_seat_that_goes_on_is_last_and_who_took_it_over_is_unrated(hall: Hall) -> None:
    """DESIGN 3, Takeovers."""
    match_id = await hall.match(ANNA, BEN, CLEO, DORA, when_late=WhenLate.COMPUTER)
    await hall.service.resign(hall.person(ANNA), match_id)
    await hall.service.replace(hall.person(BEN), match_id, 0, hall.person(ELIAS))
    await hall.service.resign(hall.person(CLEO), match_id)
    over = await hall.play_out(match_id)
    assert over.outcome is not None
    assert over.outcome.places is not None
    place = over.outcome.places
    assert placed(await kept_results(hall, match_id)) == [
        (ANNA, 6, True, False, True),
        (ELIAS, place[0], False, True, False),
        (BEN, place[1], False, False, True),
        (CLEO, 5, True, False, True),
        (None, place[2], False, True, False),
        (DORA, place[3], False, False, True),
    ]


async def test_who_comes_back_has_left_all_the_same(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN, when_late=WhenLate.COMPUTER)
    await hall.service.resign(hall.person(ANNA), match_id)
    await hall.service.replace(hall.person(ANNA), match_id, 0, hall.person(ANNA))
    over = await hall.play_out(match_id)
    assert over.outcome is not None
    assert over.outcome.places is not None
    place = over.outcome.places
    assert placed(await kept_results(hall, match_id)) == [
        (ANNA, 3, True, False, True),
        (ANNA, place[0], False, True, False),
        (BEN, place[1], False, False, True),
    ]


async def test_what_counts_for_nothing_is_unrated(hall: Hall) -> None:
    """DESIGN 5: friendly matches, practice, and matches of one person and computers."""
    friendly = await hall.match(ANNA, BEN, rated=False)
    alone = await hall.match(ANNA, computers=1)
    practice = await hall.match(ANNA, computers=1, practice=True)
    for match_id in (friendly, alone, practice):
        await hall.play_out(match_id)
        assert [row.rated for row in await kept_results(hall, match_id)] == [False, False]


async def test_a_match_ended_from_outside_has_no_result(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN)
    await hall.play(match_id)
    await hall.service.end(hall.person(FINN, moderator=True), match_id)
    assert await kept_results(hall, match_id) == []
    assert results(await table_of(hall, match_id)) == ()


# At every moment, in every way


async def go(hall: Hall, match_id: int, chance: Random, player: int) -> None:
    """The player goes, in one of the ways there are."""
    now = await hall.look(match_id)
    seat = now.seat_of(player)
    assert seat is not None
    others = [holder.player for holder in now.seated if holder.player not in (None, player)]
    match chance.randrange(4):
        case 0:
            await hall.service.resign(hall.person(player), match_id)
        case 1:
            await hall.service.remove(hall.person(FINN, moderator=True), match_id, seat)
        case 2 if len(others) > 1:
            for other in others:
                assert other is not None
                await hall.service.remove(hall.person(other), match_id, seat)
        case _:
            newcomer = hall.person(ELIAS) if now.seat_of(ELIAS) is None and chance.random() < 0.5 else None
            level = "simple" if newcomer is None else None
            await hall.service.replace(hall.person(FINN, moderator=True), match_id, seat, newcomer, level)


async def stir(hall: Hall, match_id: int, chance: Random) -> None:
    """Something else that happens at a table."""
    now = await hall.look(match_id)
    people = [holder.player for holder in now.seated if holder.player is not None]
    player = chance.choice(people)
    match chance.randrange(7):
        case 0 if len(people) > 1:
            attempt: Any = hall.service.end(hall.person(player), match_id)
        case 1:
            topic, seat = chance.choice([(Topic.END, None), (Topic.PAUSE, chance.choice(sorted(now.away) or [0]))])
            attempt = hall.service.withdraw(hall.person(player), match_id, topic, seat)
        case 2:
            attempt = chance.choice([hall.service.go_away, hall.service.come_back])(hall.person(player))
        case 3 if now.away:
            attempt = hall.service.agree_to_pause(hall.person(player), match_id, chance.choice(sorted(now.away)))
        case _:
            hall.clock.time += chance.choice([HOUR, DAY, 20 * DAY])
            attempt = hall.service.wake(match_id)
    with suppress(MatchError):  # agreed already, or not yet
        await attempt


@pytest.mark.parametrize("game", list(GAMES))
@pytest.mark.parametrize("when_late", list(WhenLate))
@pytest.mark.parametrize("seed", range(4))
async def test_every_match_ends_whoever_leaves_when(hall: Hall, game: str, when_late: WhenLate, seed: int) -> None:
    chance = Random(f"{game} {when_late} {seed}")
    people = chance.sample([ANNA, BEN, CLEO, DORA], chance.randint(1, 4))
    match_id = await hall.match(
        *people, game=game, computers=max(chance.randint(0, 1), 2 - len(people)), when_late=when_late
    )
    for _ in range(400):
        await hall.service.settled()
        now = await hall.look(match_id)
        if not now.match.status.open:
            break
        assert now.to_act
        assert await hall.awaited(match_id), "only computers are awaited, and none acts"
        sits = [holder.player for holder in now.seated if holder.player is not None]
        await hall.assert_timed(match_id)
        if chance.random() < 0.04:
            await go(hall, match_id, chance, chance.choice(sits))
        elif chance.random() < 0.15:
            await stir(hall, match_id, chance)
        else:
            await hall.play(match_id, chance.choice(await hall.awaited(match_id)))
    over = await hall.look(match_id)
    assert not over.match.status.open
    table = await table_of(hall, match_id)
    assert await kept_results(hall, match_id) == list(results(table))
    assert (over.match.status is Status.FINISHED) == bool(results(table))
