"""DESIGN 3, Who may: skip, replace, remove, end; and what agreements are."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import timedelta

import pytest

from bot.core.match_events import Acted, How, Topic, Vote
from bot.core.seats import PATIENCE
from bot.core.store import Status, WhenLate
from bot.games.base import Presence
from tests.core.hall import ANNA, BEN, CLEO, DORA, FINN, HOUR, Hall, moment, refused

DAY = 24 * HOUR
NOBODY = FINN
"""Not at the table."""

Attempt = Callable[[Hall, int, int, bool], Awaitable[object]]
"""What the player tries on the one who is awaited, as a moderator or not."""


async def skip(hall: Hall, match_id: int, player: int, moderator: bool) -> object:
    now = await hall.look(match_id)
    return await hall.service.skip(hall.person(player, moderator), match_id, min(now.to_act), moment(now))


async def replace_by_computer(hall: Hall, match_id: int, player: int, moderator: bool) -> object:
    seat = min((await hall.look(match_id)).to_act)
    return await hall.service.replace(hall.person(player, moderator), match_id, seat, level="simple")


async def replace_by_person(hall: Hall, match_id: int, player: int, moderator: bool) -> object:
    seat = min((await hall.look(match_id)).to_act)
    return await hall.service.replace(hall.person(player, moderator), match_id, seat, hall.person(DORA))


async def remove(hall: Hall, match_id: int, player: int, moderator: bool) -> object:
    seat = min((await hall.look(match_id)).to_act)
    return await hall.service.remove(hall.person(player, moderator), match_id, seat)


async def end(hall: Hall, match_id: int, player: int, moderator: bool) -> object:
    return await hall.service.end(hall.person(player, moderator), match_id)


WHO = {"another": False, "nobody": False, "moderator": True, "the late one": False}
# Who may do what, before the time is out and after it; None: it is done, or agreed to.
EARLY: dict[tuple[str, Attempt], str | None] = {
    ("another", skip): "not-late",
    ("nobody", skip): "not-seated",
    ("moderator", skip): "not-seated",
    ("another", replace_by_computer): "not-late",
    ("another", replace_by_person): "not-late",
    ("nobody", replace_by_computer): "not-seated",
    ("nobody", replace_by_person): "not-seated",
    ("moderator", replace_by_computer): None,
    ("moderator", replace_by_person): None,
    ("another", remove): None,
    ("the late one", remove): "own-seat",
    ("nobody", remove): "not-seated",
    ("moderator", remove): None,
    ("another", end): None,
    ("the late one", end): None,
    ("nobody", end): "not-seated",
    ("moderator", end): None,
}
LATE = EARLY | {
    ("another", skip): None,
    ("another", replace_by_computer): None,
    ("another", replace_by_person): None,
}


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize(("who", "attempt"), list(EARLY))
async def test_who_may_do_what(hall: Hall, who: str, attempt: Attempt, late: bool) -> None:
    match_id = await hall.match(ANNA, BEN, CLEO, when_late=WhenLate.WAIT)
    (awaited,) = await hall.awaited(match_id)
    if late:
        hall.clock.time += DAY
    others = {"another": next(one for one in (ANNA, BEN, CLEO) if one != awaited), "the late one": awaited}
    before = await hall.seq(match_id)
    code = (LATE if late else EARLY)[who, attempt]
    player = others.get(who, NOBODY)
    if code is None:
        await attempt(hall, match_id, player, WHO[who])
    else:
        with refused(code):
            await attempt(hall, match_id, player, WHO[who])
    assert (await hall.seq(match_id) == before) == (code is not None)


@pytest.mark.parametrize("when_late", [WhenLate.WAIT, WhenLate.SKIP])
async def test_without_a_turn_time_nobody_is_ever_late(hall: Hall, when_late: WhenLate) -> None:
    """DESIGN 3: with time "none" nobody is skipped but by removal and ending."""
    match_id = await hall.match(ANNA, BEN, turn_time=None, when_late=when_late)
    hall.clock.time += timedelta(days=400)
    assert (await hall.look(match_id)).match.deadline is None
    (awaited,) = await hall.awaited(match_id)
    other = BEN if awaited == ANNA else ANNA
    for attempt in (skip, replace_by_computer, replace_by_person):
        with refused("not-late"):
            await attempt(hall, match_id, other, False)
    assert await hall.service.time_out(match_id) is None
    await remove(hall, match_id, other, False)
    assert (await hall.look(match_id)).match.status is Status.FINISHED


async def test_a_skip_is_for_one_moment(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN, CLEO, when_late=WhenLate.WAIT)
    (awaited,) = await hall.awaited(match_id)
    other = next(one for one in (ANNA, BEN, CLEO) if one != awaited)
    hall.clock.time += DAY
    now = await hall.look(match_id)
    seat = min(now.to_act)
    skipped = await hall.service.skip(hall.person(other), match_id, seat, moment(now))
    acted = skipped.events_for(None)[0].event
    assert isinstance(acted, Acted)
    assert (acted.how, acted.by, acted.action) == (How.SKIPPED, other, {"seat": seat, "kind": "skip"})
    assert seat not in skipped.to_act
    with refused("stale"):
        await hall.service.skip(hall.person(other), match_id, seat, moment(now))
    with refused("not-late"):
        await hall.service.skip(hall.person(other), match_id, seat, moment(skipped))


async def test_who_is_not_awaited_is_not_late(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN, CLEO, when_late=WhenLate.WAIT)
    (awaited,) = await hall.awaited(match_id)
    hall.clock.time += DAY
    now = await hall.look(match_id)
    waiting = [seat for seat in range(3) if seat not in now.to_act]
    with refused("not-late"):
        await hall.service.skip(hall.person(awaited), match_id, waiting[0], moment(now))
    for seat, code in ((7, "no-such-seat"), (-1, "no-such-seat")):
        with refused(code):
            await hall.service.skip(hall.person(awaited), match_id, seat, moment(now))
        with refused(code):
            await hall.service.remove(hall.person(awaited), match_id, seat)


# Replacing


async def test_a_newcomer_goes_on_with_hand_and_score(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN, CLEO, when_late=WhenLate.WAIT)
    await hall.play(match_id)
    (awaited,) = await hall.awaited(match_id)
    other = next(one for one in (ANNA, BEN, CLEO) if one != awaited)
    seat = (await hall.look(match_id)).seat_of(awaited)
    assert seat is not None
    hand = (await hall.look(match_id)).view_for(awaited).hand
    hall.clock.time += DAY
    replaced = await hall.service.replace(hall.person(other), match_id, seat, hall.person(DORA))
    assert replaced.view_for(DORA).hand == hand
    assert replaced.view_for(awaited).hand is None
    assert replaced.seat_of(DORA) == seat
    assert replaced.match.deadline == hall.clock.now() + DAY
    holders = [(holder.nth, holder.player, holder.took_over) for holder in replaced.holders if holder.seat == seat]
    assert holders == [(0, awaited, False), (1, DORA, True)]
    assert await hall.service.names(replaced) == {ANNA: "Anna", BEN: "Ben", CLEO: "Cleo", DORA: "Dora"}
    await hall.play(match_id, DORA)


async def test_a_seat_that_has_gone_to_another_is_not_the_one_that_was_meant(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN)
    await hall.service.replace(hall.person(CLEO, moderator=True), match_id, 0, hall.person(DORA), nth=0)
    with refused("seat-changed"):
        await hall.service.replace(hall.person(CLEO, moderator=True), match_id, 0, hall.person(CLEO), nth=0)
    assert (await hall.look(match_id)).seat_of(DORA) == 0


async def test_nobody_takes_two_seats(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN, CLEO, when_late=WhenLate.WAIT)
    hall.clock.time += DAY
    (awaited,) = await hall.awaited(match_id)
    one, two = (player for player in (ANNA, BEN, CLEO) if player != awaited)
    seat = min((await hall.look(match_id)).to_act)
    with refused("already-seated"):
        await hall.service.replace(hall.person(one), match_id, seat, hall.person(two))
    with refused("already-seated"):
        await hall.service.replace(hall.person(one), match_id, seat, hall.person(awaited))
    with refused("unknown-level"):
        await hall.service.replace(hall.person(one), match_id, seat, level="grandmaster")


async def test_a_computers_seat_can_be_taken(hall: Hall) -> None:
    match_id = await hall.match(ANNA, computers=1)
    with refused("already-computer"):
        await hall.service.replace(hall.person(ANNA), match_id, 1, level="simple")
    with refused("not-seated"):
        await hall.service.replace(hall.person(BEN), match_id, 1, hall.person(BEN))
    taken = await hall.service.replace(hall.person(ANNA), match_id, 1, hall.person(BEN))
    assert taken.seat_of(BEN) == 1
    assert taken.view_for(None).presence == (Presence.PERSON, Presence.PERSON)


async def test_who_lost_a_seat_to_a_computer_may_come_back(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN, CLEO, when_late=WhenLate.COMPUTER)
    seat = (await hall.look(match_id)).seat_of(BEN)
    assert seat is not None
    await hall.service.resign(hall.person(BEN), match_id)
    with refused("not-seated"):
        await hall.service.replace(hall.person(BEN), match_id, 0, hall.person(BEN))
    back = await hall.service.replace(hall.person(BEN), match_id, seat, hall.person(BEN))
    assert back.seat_of(BEN) == seat


# Removing


async def test_all_others_agree_to_remove_a_seat(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN, CLEO)
    now = await hall.service.remove(hall.person(ANNA), match_id, 2)
    assert now.votes == {Vote(Topic.REMOVE, 2, ANNA)}
    assert now.view_for(None).presence[2] is Presence.PERSON
    with refused("already-agreed"):
        await hall.service.remove(hall.person(ANNA), match_id, 2)
    removed = await hall.service.remove(hall.person(BEN), match_id, 2)
    assert removed.view_for(None).presence[2] is Presence.LEFT
    assert removed.votes == frozenset()
    with refused("has-left"):
        await hall.service.remove(hall.person(ANNA), match_id, 2)


async def test_computers_have_no_vote(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN, computers=2)
    await hall.service.remove(hall.person(ANNA), match_id, 3)
    removed = await hall.service.remove(hall.person(BEN), match_id, 3)
    assert removed.view_for(None).presence[3] is Presence.LEFT
    alone = await hall.match(ANNA, computers=1)
    assert (await hall.service.end(hall.person(ANNA), alone)).match.status is Status.ENDED


async def test_of_two_people_one_removes_the_other_only_after_a_day_of_waiting(hall: Hall) -> None:
    """Else each could win at any moment."""
    match_id = await hall.match(ANNA, BEN, turn_time=None)
    (awaited,) = await hall.awaited(match_id)
    other = BEN if awaited == ANNA else ANNA
    seat = {player: (await hall.look(match_id)).seat_of(player) or 0 for player in (ANNA, BEN)}
    hall.clock.time += PATIENCE - HOUR
    with refused("too-soon"):
        await hall.service.remove(hall.person(other), match_id, seat[awaited])
    hall.clock.time += HOUR
    with refused("too-soon"):
        await hall.service.remove(hall.person(awaited), match_id, seat[other])
    removed = await hall.service.remove(hall.person(other), match_id, seat[awaited])
    assert removed.match.status is Status.FINISHED


async def test_an_agreement_of_three_does_not_become_one_of_two(hall: Hall) -> None:
    """Anna and Ben must agree on Cleo; when Ben goes, Anna's word alone is not enough yet."""
    match_id = await hall.match(ANNA, BEN, CLEO, turn_time=None)
    await hall.service.remove(hall.person(ANNA), match_id, 2)
    left = await hall.service.resign(hall.person(BEN), match_id)
    assert left.match.status is Status.LIVE
    assert left.votes == {Vote(Topic.REMOVE, 2, ANNA)}
    await hall.play_until(match_id, CLEO)
    hall.clock.time += PATIENCE
    removed = await hall.service.remove(hall.person(ANNA), match_id, 2)
    assert removed.match.status is Status.FINISHED


async def test_a_moderator_removes_at_once(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN)
    removed = await hall.service.remove(hall.person(FINN, moderator=True), match_id, 0)
    assert removed.match.status is Status.FINISHED
    assert removed.outcome is not None
    assert removed.outcome.places == (2, 1)
    assert removed.events_for(None)[0].event.how is How.MODERATOR


# Ending


async def test_all_people_agree_to_end(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN, CLEO, computers=1)
    for player in (ANNA, BEN):
        assert (await hall.service.end(hall.person(player), match_id)).match.status is Status.LIVE
    ended = await hall.service.end(hall.person(CLEO), match_id)
    assert ended.match.status is Status.ENDED
    assert ended.match.ended_at == hall.clock.now()
    assert (ended.match.deadline, ended.match.computer_due, ended.to_act) == (None, False, frozenset())
    assert len(ended.match.secret) == 32


async def test_an_agreement_can_be_taken_back(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN, CLEO)
    await hall.service.end(hall.person(ANNA), match_id)
    await hall.service.remove(hall.person(ANNA), match_id, 2)
    withdrawn = await hall.service.withdraw(hall.person(ANNA), match_id, Topic.END)
    assert withdrawn.votes == {Vote(Topic.REMOVE, 2, ANNA)}
    await hall.service.withdraw(hall.person(ANNA), match_id, Topic.REMOVE, 2)
    with refused("not-agreed"):
        await hall.service.withdraw(hall.person(ANNA), match_id, Topic.REMOVE, 2)
    await hall.service.end(hall.person(BEN), match_id)
    assert (await hall.service.end(hall.person(CLEO), match_id)).match.status is Status.LIVE


async def test_an_agreement_goes_with_who_gave_it(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN, CLEO, when_late=WhenLate.COMPUTER)
    await hall.service.end(hall.person(BEN), match_id)
    left = await hall.service.resign(hall.person(BEN), match_id)
    assert left.votes == frozenset()
    back = await hall.service.replace(hall.person(BEN), match_id, 1, hall.person(BEN))
    assert back.votes == frozenset()


async def test_the_last_who_had_not_agreed_goes_and_the_match_ends(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN, CLEO)
    await hall.service.end(hall.person(ANNA), match_id)
    await hall.service.end(hall.person(BEN), match_id)
    assert (await hall.service.resign(hall.person(CLEO), match_id)).match.status is Status.ENDED


async def test_votes_about_a_seat_go_when_somebody_else_sits_there(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN, CLEO, when_late=WhenLate.COMPUTER)
    await hall.service.remove(hall.person(ANNA), match_id, 2)
    await hall.service.resign(hall.person(CLEO), match_id)
    assert (await hall.look(match_id)).votes == frozenset()
    await hall.service.remove(hall.person(BEN), match_id, 2)
    assert 2 in [holder.seat for holder in (await hall.look(match_id)).seated]


async def test_a_match_that_nobody_can_play_any_more_is_closed(hall: Hall) -> None:
    lobby, live = await hall.lobby(ANNA, BEN), await hall.match(ANNA, BEN)
    for match_id, status in ((lobby, Status.CANCELLED), (live, Status.ENDED)):
        await hall.service.close(match_id)
        assert (await hall.look(match_id)).match.status is status
        await hall.service.close(match_id)
