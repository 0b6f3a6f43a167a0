"""Who has left the server keeps nobody waiting; and nobody who is there is passed over for it."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

from bot.core.errors import MatchError
from bot.core.match_events import Departed
from bot.core.seats import Moment
from bot.core.store import Status, WhenLate
from bot.core.verify import verify
from bot.games.registry import GAMES
from tests.core.hall import ANNA, BEN, CLEO, Hall


async def other_of(hall: Hall, match_id: int) -> tuple[int, int, int, Moment]:
    """Who is awaited, one who is not, the seat of the former, and the moment."""
    now = await hall.look(match_id)
    gone = (await hall.awaited(match_id))[0]
    stays = next(player for player in (ANNA, BEN, CLEO) if player != gone and now.seat_of(player) is not None)
    seat = now.seat_of(gone)
    assert seat is not None
    return gone, stays, seat, Moment(now.match.turn, now.match.phase)


@pytest.mark.parametrize("turn_time", [None, timedelta(days=7)])
@pytest.mark.parametrize("what", ["skip", "replace", "remove"])
async def test_the_others_need_not_wait_for_who_has_left_the_server(
    hall: Hall, what: str, turn_time: timedelta | None
) -> None:
    match_id = await hall.match(ANNA, BEN, turn_time=turn_time, when_late=WhenLate.WAIT)
    gone, stays, seat, meant = await other_of(hall, match_id)
    service, person = hall.service, hall.person(stays)

    async def do() -> None:
        if what == "skip":
            await service.skip(person, match_id, seat, meant)
        elif what == "replace":
            await service.replace(person, match_id, seat, level="simple")
        else:
            await service.remove(person, match_id, seat)

    with pytest.raises(MatchError) as refused:
        await do()
    assert refused.value.code in ("not-late", "too-soon")
    await service.depart(match_id, {gone})
    assert (await hall.look(match_id)).departed == {seat}
    await do()
    await service.settled()
    now = await hall.look(match_id)
    assert seat not in now.to_act
    await hall.assert_sound()


async def test_it_holds_for_the_turn_alone_in_which_it_was_found(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN, when_late=WhenLate.WAIT)
    gone, stays, seat, _ = await other_of(hall, match_id)
    await hall.service.depart(match_id, {gone})
    await hall.play(match_id, gone)  # back again, and playing
    await hall.play(match_id, stays)
    now = await hall.look(match_id)
    assert now.departed == frozenset()
    with pytest.raises(MatchError, match="not-late"):
        await hall.service.skip(hall.person(stays), match_id, seat, Moment(now.match.turn, now.match.phase))


async def test_who_is_not_awaited_is_not_passed_over(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN, CLEO, when_late=WhenLate.WAIT)
    _, stays, seat, meant = await other_of(hall, match_id)
    await hall.service.depart(match_id, {stays})
    assert (await hall.look(match_id)).departed == frozenset()
    with pytest.raises(MatchError, match="not-late"):
        await hall.service.skip(hall.person(stays), match_id, seat, meant)


async def test_where_nobody_is_left_on_the_server_the_match_ends(hall: Hall) -> None:
    """Without a time a turn nothing else would end it."""
    match_id = await hall.match(ANNA, BEN, computers=1, turn_time=None)
    await hall.service.depart(match_id, {ANNA, BEN})
    now = await hall.look(match_id)
    assert now.match.status is Status.ENDED
    assert now.end is not None
    assert now.end.reason == "deserted"
    await hall.assert_sound()


async def test_in_qwixx_all_who_have_left_are_passed_over(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN, CLEO, game="qwixx", turn_time=None, when_late=WhenLate.WAIT)
    await hall.service.depart(match_id, {ANNA})
    await hall.service.depart(match_id, {BEN})
    now = await hall.look(match_id)
    assert now.departed == {now.seat_of(ANNA), now.seat_of(BEN)}
    for seat in now.departed:
        await hall.service.replace(hall.person(CLEO), match_id, seat, level="simple")
    await hall.service.settled()
    assert await hall.awaited(match_id) == [CLEO]


async def test_it_can_be_checked_afterwards_like_all_that_happens(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN)
    gone, stays, seat, _ = await other_of(hall, match_id)
    await hall.service.depart(match_id, {gone})
    await hall.service.replace(hall.person(stays), match_id, seat, level="simple")
    await hall.service.settled()
    await hall.service.end(hall.person(stays, moderator=True), match_id)
    exported = await hall.service.export(match_id)
    assert verify(json.dumps(exported).encode(), GAMES).right


async def test_it_is_told_once(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN)
    gone, *_ = await other_of(hall, match_id)
    for _ in range(3):
        await hall.service.depart(match_id, {gone})
    kinds = await hall.kinds(match_id)
    assert kinds.count(Departed(0, 0, "").kind) == 1
    await hall.service.end(hall.person(gone, moderator=True), match_id)
    await hall.service.depart(match_id, {gone})  # of a match that is over nothing follows
