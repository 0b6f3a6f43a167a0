"""How long there is, and what follows when time is out (DESIGN 3, Ways to be absent)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import cast

import pytest

from bot.core.codec import AnyGame
from bot.core.lateness import SKIPS_IN_A_ROW, next_deadline
from bot.core.match_events import Acted, How, Late
from bot.core.store import Status, WhenLate
from bot.core.table import replay
from bot.games.base import Presence, Seat
from bot.games.qwixx.state import ChooseWhite, GiveOrder, TakeBack
from bot.games.registry import GAMES
from tests.core.hall import ANNA, BEN, CLEO, HOUR, Hall, awaited, moment, refused

DAY = 24 * HOUR


# The deadline


async def test_a_turn_has_its_time_from_its_beginning(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN)
    for _ in range(3):
        assert (await hall.look(match_id)).match.deadline == hall.clock.now() + DAY
        hall.clock.time += 5 * HOUR
        played = await hall.play(match_id)
        assert played.match.deadline == hall.clock.now() + DAY


async def test_a_choice_of_one_gives_the_others_no_more_time(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN, CLEO, game="qwixx")
    deadline = (await hall.look(match_id)).match.deadline
    hall.clock.time += 5 * HOUR
    chosen = await hall.play(match_id)
    assert chosen.match.deadline == deadline


async def test_nobody_plays_for_time_by_taking_back(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN, CLEO, game="qwixx")
    now = await hall.look(match_id)
    player, seat = awaited(now)[0]
    deadline = now.match.deadline
    for action in (ChooseWhite(seat, None), TakeBack(seat), GiveOrder(seat, 9)):
        hall.clock.time += HOUR
        done = await hall.service.act(hall.person(player), match_id, action, moment(now))
        assert done.match.deadline == deadline
    assert seat in done.to_act


async def test_each_action_of_a_turn_has_its_own_time(hall: Hall) -> None:
    """RULES 2, Absent: each action has its own clock."""
    match_id = await hall.match(ANNA, BEN, game="qwixx")
    hall.clock.time += 5 * HOUR
    while (now := await hall.look(match_id)).match.phase == "white":
        player, seat = awaited(now)[0]
        await hall.service.act(hall.person(player), match_id, ChooseWhite(seat, None), moment(now))
    assert now.match.deadline == hall.clock.now() + DAY


class Waits:
    """A game whose state is its turn, its phase and the seats that it waits for, and nothing else."""

    def turn(self, state: tuple[int, str, frozenset[Seat]]) -> int:
        return state[0]

    def phase(self, state: tuple[int, str, frozenset[Seat]]) -> str:
        return state[1]

    def to_act(self, state: tuple[int, str, frozenset[Seat]]) -> frozenset[Seat]:
        return state[2]


async def test_when_time_starts_anew(hall: Hall) -> None:
    """Also for one who is asked again by another's doing, such as a color action that makes white choices void."""
    match_id = await hall.match(ANNA, BEN, game="qwixx", computers=1)
    stored = await hall.store.load(match_id)
    table = replay(GAMES["qwixx"], stored.match, stored.entries)
    now = hall.clock.now() + 5 * HOUR
    old, new = table.match.deadline, now + DAY

    def deadline(before: set[Seat], after: set[Seat], *acting: Seat, turn: int = 1, phase: str = "white") -> object:
        first, then = (
            replace(table, game=cast(AnyGame, Waits()), state=state)
            for state in ((1, "white", frozenset(before)), (turn, phase, frozenset(after)))
        )
        return next_deadline(first, then, acting, now)

    assert deadline({0, 1}, {1}, 0) == old
    assert deadline({1}, {0, 1}, 0) == old
    assert deadline({0}, {0, 1}, 0) == new
    assert deadline({0}, {1}, 0) == new
    assert deadline({0}, {0}, 0, turn=2) == new
    assert deadline({0}, {0}, 0, phase="color") == new
    assert deadline({0, 2}, {2}, 0) is None
    assert deadline({2}, {0, 2}, 2) == new
    assert deadline({0, 2}, {0}, 2) == old


async def test_only_people_have_a_deadline(hall: Hall) -> None:
    match_id = await hall.lobby(ANNA, computers=1)
    started = await hall.service.start(hall.person(ANNA), match_id)
    people_awaited = bool(awaited(started))
    assert (started.match.deadline is not None) == people_awaited
    await hall.service.settled()
    assert (await hall.look(match_id)).match.deadline == hall.clock.now() + DAY


async def test_nothing_happens_before_the_time_is_out(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN)
    hall.clock.time += DAY - timedelta(microseconds=1)
    before = await hall.seq(match_id)
    assert await hall.service.time_out(match_id) is None
    assert await hall.seq(match_id) == before


async def test_an_action_in_time_keeps_its_player_from_being_skipped(hall: Hall) -> None:
    """PLATFORM 2: the timer belongs to the match, turn and seat, and an action resets it."""
    match_id = await hall.match(ANNA, BEN)
    hall.clock.time += DAY
    await hall.play(match_id)
    assert await hall.service.time_out(match_id) is None


# Skip


async def test_skip_skips_exactly_the_awaited(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN, CLEO, game="qwixx", when_late=WhenLate.SKIP)
    present = (await hall.awaited(match_id))[0]
    now = await hall.look(match_id)
    seat = now.seat_of(present)
    assert seat is not None
    await hall.service.act(hall.person(present), match_id, ChooseWhite(seat, None), moment(now))
    absent = [seat for _, seat in awaited(await hall.look(match_id))]
    hall.clock.time += DAY
    out = await hall.service.time_out(match_id)
    assert out is not None
    late, *rest = (logged.event for logged in out.events_for(None))
    assert late == Late(tuple(absent), now.match.turn, "white")
    skips = [event for event in rest if isinstance(event, Acted)]
    assert [(skip.seat, skip.how, skip.by) for skip in skips] == [(one, How.LATE, None) for one in absent]
    assert (out.match.turn, out.match.phase) != (now.match.turn, "white")


async def test_a_skipped_turn_of_qwirkle_plays_nothing(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN)
    await hall.play(match_id)
    (absent,) = await hall.awaited(match_id)
    before = (await hall.look(match_id)).view_for(absent)
    hall.clock.time += DAY
    await hall.service.time_out(match_id)
    after = (await hall.look(match_id)).view_for(absent)
    for name in ("board", "hand", "hand_counts", "bag_count", "scores"):
        assert getattr(after, name) == getattr(before, name)
    assert after.turn == before.turn + 1


async def test_in_qwixx_the_absent_pass_and_the_active_one_takes_the_penalty(hall: Hall) -> None:
    """RULES 2, Absent: both actions of the turn run out."""
    match_id = await hall.match(ANNA, BEN, game="qwixx")
    active = (await hall.look(match_id)).view_for(None).active
    for _ in range(2):
        hall.clock.time += DAY
        await hall.service.time_out(match_id)
    now = await hall.look(match_id)
    assert now.match.turn == 2
    assert [sheet.penalties for sheet in now.view_for(None).sheets] == [int(seat == active) for seat in (0, 1)]
    assert not any(any(row.marked) for sheet in now.view_for(None).sheets for row in sheet.rows)


async def test_time_out_twice_skips_once(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN, CLEO)
    hall.clock.time += DAY
    first = await hall.service.time_out(match_id)
    assert first is not None
    assert await hall.service.time_out(match_id) is None
    assert first.match.deadline == hall.clock.now() + DAY


async def test_after_three_skips_in_a_row_a_computer_takes_the_seat(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN, CLEO)
    seat = (await hall.look(match_id)).seat_of(CLEO)
    assert seat is not None
    for times in range(1, SKIPS_IN_A_ROW + 1):
        await hall.play_until(match_id, CLEO)
        hall.clock.time += DAY
        await hall.service.time_out(match_id)
        now = await hall.look(match_id)
        holds = now.view_for(None).presence[seat]
        assert holds is (Presence.COMPUTER if times == SKIPS_IN_A_ROW else Presence.PERSON)
    holders = [(holder.player, holder.level, holder.took_over) for holder in now.holders if holder.seat == seat]
    assert holders == [(CLEO, None, False), (None, "simple", True)]
    await hall.play_out(match_id)


async def test_who_acts_between_is_counted_anew(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN, CLEO)
    seat = (await hall.look(match_id)).seat_of(CLEO)
    for absent in (True, True, False, True, True):
        await hall.play_until(match_id, CLEO)
        if absent:
            hall.clock.time += DAY
            await hall.service.time_out(match_id)
        else:
            await hall.play(match_id, CLEO)
    assert (await hall.look(match_id)).seat_of(CLEO) == seat


async def test_two_skips_of_one_turn_count_once(hall: Hall) -> None:
    """In Qwixx an absent active player misses two actions in one turn."""
    match_id = await hall.match(ANNA, BEN, game="qwixx")
    for turn in (1, 2, 3):
        while (now := await hall.look(match_id)).match.turn == turn:
            if BEN in (player for player, _ in awaited(now)):
                await hall.play(match_id, BEN)
            else:
                hall.clock.time += DAY
                await hall.service.time_out(match_id)
        assert (now.seat_of(ANNA) is None) == (turn == 3)


# Computer


async def test_a_computer_takes_the_turn(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN, when_late=WhenLate.COMPUTER)
    (absent,) = await hall.awaited(match_id)
    seat = (await hall.look(match_id)).seat_of(absent)
    hall.clock.time += DAY
    out = await hall.service.time_out(match_id)
    assert out is not None
    assert out.match.computer_due
    await hall.service.settled()
    now = await hall.look(match_id)
    assert (now.match.turn, now.match.computer_due, now.seat_of(absent)) == (2, False, seat)
    news = (await hall.service.since(match_id, out.last_seq)).events_for(absent)
    assert (news[0].event.how, news[0].event.by, news[1].event.kind) == (How.LATE, None, "played")
    assert now.match.deadline == hall.clock.now() + DAY


async def test_a_computer_takes_the_seat_after_three_times(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN, CLEO, when_late=WhenLate.COMPUTER)
    for times in range(1, SKIPS_IN_A_ROW + 1):
        await hall.play_until(match_id, CLEO)
        hall.clock.time += DAY
        await hall.service.time_out(match_id)
        await hall.service.settled()
        assert (await hall.look(match_id)).seat_of(CLEO) == (2 if times < SKIPS_IN_A_ROW else None)
    await hall.play_out(match_id)


async def test_who_acts_before_the_computer_has_acted(hall: Hall) -> None:
    """Time is out, and the person comes in the same moment: one of the two acts, and nothing is done twice."""
    match_id = await hall.match(ANNA, BEN, when_late=WhenLate.COMPUTER)
    (absent,) = await hall.awaited(match_id)
    action, meant = await hall.choice(match_id, absent)
    hall.clock.time += DAY
    await hall.service.time_out(match_id)
    played = await hall.service.act(hall.person(absent), match_id, action, meant)
    await hall.service.settled()
    assert played.match.turn == 2
    assert (await hall.look(match_id)).match.turn == 2


# Wait


async def test_wait_waits_and_says_so_once(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN, when_late=WhenLate.WAIT)
    (absent,) = await hall.awaited(match_id)
    seat = (await hall.look(match_id)).seat_of(absent)
    hall.clock.time += DAY
    out = await hall.service.time_out(match_id)
    assert out is not None
    assert out.late == {seat}
    assert await hall.service.time_out(match_id) is None
    played = await hall.play(match_id, absent)
    assert played.late == frozenset()
    assert played.match.deadline == hall.clock.now() + DAY


async def test_who_comes_back_after_a_skip_is_not_late(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN, when_late=WhenLate.WAIT)
    (absent,) = await hall.awaited(match_id)
    other = BEN if absent == ANNA else ANNA
    hall.clock.time += DAY
    await hall.service.time_out(match_id)
    now = await hall.look(match_id)
    skipped = await hall.service.skip(hall.person(other), match_id, min(now.to_act), moment(now))
    assert skipped.late == frozenset()
    with refused("not-late"):
        await hall.service.skip(hall.person(absent), match_id, min(skipped.to_act), moment(skipped))


async def test_under_wait_nobody_loses_a_seat_by_being_skipped(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN, when_late=WhenLate.WAIT)
    for _ in range(2 * SKIPS_IN_A_ROW):
        await hall.play_until(match_id, BEN)
        hall.clock.time += DAY
        await hall.service.time_out(match_id)
        now = await hall.look(match_id)
        await hall.service.skip(hall.person(ANNA), match_id, min(now.to_act), moment(now))
    assert (await hall.look(match_id)).seat_of(BEN) is not None


async def test_a_newcomer_is_not_late_where_the_one_before_was(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN, CLEO, game="qwixx", when_late=WhenLate.WAIT)
    hall.clock.time += DAY
    out = await hall.service.time_out(match_id)
    assert out is not None
    late = set(out.late)
    replaced = await hall.service.replace(hall.person(ANNA), match_id, max(late), level="simple")
    assert replaced.late == late - {max(late)}
    await hall.service.settled()


# Abandoned


@pytest.mark.parametrize("when_late", [WhenLate.SKIP, WhenLate.COMPUTER])
async def test_a_match_that_nobody_plays_ends_without_result(hall: Hall, when_late: WhenLate) -> None:
    """By the computers that take the seats, or after three full rounds, whichever comes first."""
    for game in ("qwirkle", "qwixx"):
        match_id = await hall.match(ANNA, BEN, CLEO, game=game, when_late=when_late)
        await hall.play(match_id)
        times = 0
        while (await hall.look(match_id)).match.status is Status.LIVE:
            hall.clock.time += DAY
            await hall.service.time_out(match_id)
            await hall.service.settled()
            times += 1
            assert times < 30
        over = await hall.look(match_id)
        assert over.match.status is Status.ENDED
        assert over.match.deadline is None


async def test_computers_do_not_play_on_for_nobody(hall: Hall) -> None:
    match_id = await hall.match(ANNA, computers=5, when_late=WhenLate.SKIP)
    for _ in range(SKIPS_IN_A_ROW):
        hall.clock.time += DAY
        await hall.service.time_out(match_id)
        await hall.service.settled()
    over = await hall.look(match_id)
    assert over.match.status is Status.ENDED
    assert await hall.kinds(match_id, over.match.seq - 1) == ["match.ended"]


async def test_under_wait_three_rounds_without_anybody_end_the_match(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN, when_late=WhenLate.WAIT)
    begun = hall.clock.now()
    hall.clock.time += DAY
    await hall.service.time_out(match_id)
    assert (await hall.look(match_id)).match.deadline == begun + 6 * DAY
    hall.clock.time = begun + 6 * DAY - timedelta(seconds=1)
    assert await hall.service.time_out(match_id) is None
    hall.clock.time = begun + 6 * DAY
    ended = await hall.service.time_out(match_id)
    assert ended is not None
    assert ended.match.status is Status.ENDED
    assert ended.events_for(None)[-1].event.reason == "abandoned"


async def test_under_wait_one_who_acts_keeps_the_match(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN, CLEO, game="qwixx", when_late=WhenLate.WAIT)
    begun = hall.clock.now()
    hall.clock.time += DAY
    await hall.service.time_out(match_id)
    hall.clock.time = begun + 8 * DAY
    await hall.play(match_id)
    hall.clock.time = begun + 9 * DAY
    assert await hall.service.time_out(match_id) is None
    now = await hall.look(match_id)
    assert now.match.status is Status.LIVE
    assert now.match.deadline == begun + 17 * DAY
