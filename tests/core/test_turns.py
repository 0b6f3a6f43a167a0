"""What happened in which turn, for whoever shows a turn as one message."""

from __future__ import annotations

from bot.core.happened import Happened
from bot.core.match_events import Acted
from bot.core.store import WhenLate
from tests.core.hall import ANNA, BEN, CLEO, HOUR, Hall, moment


def kinds(happened: Happened) -> list[str]:
    return [logged.event.kind for logged in happened.events_for(None)]


async def whole(hall: Hall, match_id: int) -> Happened:
    return await hall.service.since(match_id, 0)


async def test_a_turn_begins_after_all_that_the_one_before_brought_about(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN)
    for _ in range(3):
        await hall.play(match_id)
    log = await whole(hall, match_id)
    assert [kinds(log.from_turn(turn)).count("played") for turn in range(6)] == [3, 3, 2, 1, 0, 0]
    assert kinds(log.from_turn(3))[0] == "played"
    assert "match.started" in kinds(log.from_turn(1))


async def test_what_happens_before_the_first_action_of_a_turn_is_in_it(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN, CLEO, when_late=WhenLate.WAIT)
    await hall.play(match_id)
    now = await hall.look(match_id)
    (late,) = [holder for holder in now.seated if holder.seat in now.to_act]
    (other, *_) = [player for player in (ANNA, BEN, CLEO) if player != late.player]
    hall.clock.time += 25 * HOUR
    await hall.service.time_out(match_id)
    await hall.service.replace(hall.person(other), match_id, late.seat, level="simple")
    await hall.service.settled()
    told = kinds((await whole(hall, match_id)).from_turn(2))
    assert told[:3] == ["match.late", "match.seat-taken", "match.acted"]
    assert told.count("played") == 1


async def test_the_turn_before_is_that_of_the_first_action_since(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN)
    seqs = [await hall.seq(match_id)]
    for _ in range(3):
        await hall.play(match_id)
        seqs.append(await hall.seq(match_id))
    turns = [(await hall.service.since(match_id, seq)).turn_before for seq in seqs]
    assert turns == [1, 2, 3, 4]


async def test_since_a_moment_is_what_ended_it_and_all_after(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN)
    first = moment(await hall.look(match_id))
    await hall.play(match_id)
    await hall.play(match_id)
    log = await whole(hall, match_id)
    since = log.from_moment(first.turn, first.phase)
    assert kinds(since).count("played") == 2
    assert since.turn_before == first.turn
    now = moment(await hall.look(match_id))
    assert log.from_moment(now.turn, now.phase).events_for(None) == ()
    assert not any(isinstance(logged.event, Acted) for logged in since.events_for(None))


async def test_of_several_who_act_in_one_moment_the_last_ended_it(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN, CLEO, game="qwixx")
    first = moment(await hall.look(match_id))
    while moment(await hall.look(match_id)) == first:
        await hall.play(match_id)
    log = await whole(hall, match_id)
    assert kinds(log).count("chose") == 3
    assert kinds(log.from_moment(first.turn, first.phase)).count("chose") == 1
