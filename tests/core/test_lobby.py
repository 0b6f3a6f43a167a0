"""Before the start: who may come, go and begin (DESIGN 3, Lobby)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.core.errors import RuleError
from bot.core.fairness import commitment
from bot.core.lobby import LONGEST_TURN, SHORTEST_TURN, Place, Terms
from bot.core.store import Status
from bot.core.table import LOBBY_LIFE
from bot.games.qwirkle.state import OpeningRule, Options
from tests.core.hall import ANNA, BEN, CLEO, DORA, ELIAS, FINN, GUILD, HOUR, Hall, refused


async def players(hall: Hall, match_id: int) -> list[int | None]:
    return [holder.player for holder in (await hall.look(match_id)).seated]


async def test_a_lobby_opens_with_its_host_and_computers(hall: Hall) -> None:
    opened = await hall.service.open(hall.person(ANNA), "qwixx", Terms(), Place(GUILD, 7), ["simple"])
    match = opened.match
    assert (match.status, match.host, match.turn, match.phase) == (Status.LOBBY, ANNA, 0, "")
    assert [(holder.player, holder.level) for holder in opened.seated] == [(ANNA, None), (None, "simple")]
    assert opened.view_for(ANNA) is None
    assert await hall.service.in_channel(7) == match.id
    assert await hall.service.names(opened) == {ANNA: "Anna"}


async def test_the_secret_is_committed_to_before_the_seats_are_filled(hall: Hall) -> None:
    """RULES 3: the commitment is public, the secret is not."""
    match_id = await hall.lobby(ANNA)
    kept = (await hall.store.load(match_id)).match
    assert len(kept.secret) == 32
    assert (await hall.look(match_id)).match.commitment == commitment(kept.secret)
    assert (await hall.look(match_id)).match.secret == b""


async def test_a_channel_has_one_match(hall: Hall) -> None:
    first = await hall.service.open(hall.person(ANNA), "qwirkle", Terms(), Place(GUILD, 7))
    with refused("channel-busy"):
        await hall.service.open(hall.person(BEN), "qwixx", Terms(), Place(GUILD, 7))
    await hall.service.cancel(hall.person(ANNA), first.match.id)
    await hall.service.open(hall.person(BEN), "qwixx", Terms(), Place(GUILD, 7))


async def test_an_unknown_game_or_turn_time_is_refused(hall: Hall) -> None:
    with refused("unknown-game"):
        await hall.service.open(hall.person(ANNA), "chess", Terms(), None)
    for turn_time in (SHORTEST_TURN - timedelta(seconds=1), LONGEST_TURN + timedelta(seconds=1)):
        with refused("bad-turn-time"):
            await hall.service.open(hall.person(ANNA), "qwirkle", Terms(turn_time=turn_time), None)
    with refused("unknown-level"):
        await hall.service.open(hall.person(ANNA), "qwirkle", Terms(), None, ["grandmaster"])
    assert await hall.store.all_matches() == ()


async def test_people_take_the_next_seat_until_the_lobby_is_full(hall: Hall) -> None:
    match_id = await hall.lobby(ANNA, BEN, CLEO, DORA, game="qwixx", computers=1)
    assert await players(hall, match_id) == [ANNA, BEN, CLEO, DORA, None]
    with refused("lobby-full"):
        await hall.service.join(hall.person(ELIAS), match_id)
    with refused("lobby-full"):
        await hall.service.add_computer(hall.person(ANNA), match_id, "simple")
    with refused("already-seated"):
        await hall.service.join(hall.person(BEN), match_id)


async def test_seats_move_up_when_somebody_goes(hall: Hall) -> None:
    match_id = await hall.lobby(ANNA, BEN, CLEO, computers=2)
    await hall.service.leave(hall.person(BEN), match_id)
    await hall.service.remove_computer(hall.person(ANNA), match_id, 2)
    now = await hall.look(match_id)
    assert [(holder.seat, holder.player) for holder in now.seated] == [(0, ANNA), (1, CLEO), (2, None)]
    with refused("not-seated"):
        await hall.service.leave(hall.person(BEN), match_id)


async def test_the_next_person_is_host_when_the_host_goes(hall: Hall) -> None:
    match_id = await hall.lobby(ANNA, computers=1)
    await hall.service.join(hall.person(BEN), match_id)
    await hall.service.leave(hall.person(ANNA), match_id)
    assert (await hall.look(match_id)).match.host == BEN
    await hall.service.add_computer(hall.person(BEN), match_id, "simple")
    await hall.service.join(hall.person(ANNA), match_id)
    assert await players(hall, match_id) == [None, BEN, None, ANNA]
    assert (await hall.look(match_id)).match.host == BEN


async def test_a_lobby_without_people_is_cancelled(hall: Hall) -> None:
    match_id = await hall.lobby(ANNA, computers=2)
    gone = await hall.service.leave(hall.person(ANNA), match_id)
    assert gone.match.status is Status.CANCELLED
    assert await hall.service.of_player(ANNA) == ()


async def test_only_the_host_arranges_a_lobby(hall: Hall) -> None:
    match_id = await hall.lobby(ANNA, BEN, computers=1)
    for moderator in (False, True):
        ben = hall.person(BEN, moderator)
        with refused("not-host"):
            await hall.service.add_computer(ben, match_id, "simple")
        with refused("not-host"):
            await hall.service.remove_computer(ben, match_id, 2)
        with refused("not-host"):
            await hall.service.set_options(ben, match_id, Options())
        with refused("not-host"):
            await hall.service.start(ben, match_id)
    with refused("not-host"):
        await hall.service.cancel(hall.person(BEN), match_id)


async def test_a_computer_is_removed_by_its_seat(hall: Hall) -> None:
    match_id = await hall.lobby(ANNA, BEN)
    for seat in (-1, 2):
        with refused("no-such-seat"):
            await hall.service.remove_computer(hall.person(ANNA), match_id, seat)
    with refused("not-a-computer"):
        await hall.service.remove_computer(hall.person(ANNA), match_id, 1)
    with refused("unknown-level"):
        await hall.service.add_computer(hall.person(ANNA), match_id, "grandmaster")


@pytest.mark.parametrize(("player", "moderator"), [(ANNA, False), (FINN, True)])
async def test_host_and_moderator_cancel_a_lobby(hall: Hall, player: int, moderator: bool) -> None:
    match_id = await hall.lobby(ANNA, BEN)
    cancelled = await hall.service.cancel(hall.person(player, moderator), match_id)
    assert cancelled.match.status is Status.CANCELLED
    assert cancelled.match.ended_at == hall.clock.now()
    assert len(cancelled.match.secret) == 32
    with refused("match-over"):
        await hall.service.join(hall.person(CLEO), match_id)


async def test_a_match_starts_with_people_enough(hall: Hall) -> None:
    match_id = await hall.lobby(ANNA)
    with refused("too-few-seats"):
        await hall.service.start(hall.person(ANNA), match_id)
    await hall.service.join(hall.person(BEN), match_id)
    started = await hall.service.start(hall.person(ANNA), match_id)
    assert (started.match.status, started.match.turn, started.match.phase) == (Status.LIVE, 1, "opening")
    assert started.match.started_at == hall.clock.now()
    assert started.view_for(ANNA).hand is not None
    assert started.view_for(CLEO).hand is None
    for attempt in (hall.service.join, hall.service.leave, hall.service.start, hall.service.cancel):
        with refused("already-started"):
            await attempt(hall.person(ANNA), match_id)


async def test_the_starting_interaction_goes_into_the_chance(hall: Hall) -> None:
    """RULES 3: the same interaction starts once, and its id is kept."""
    match_id = await hall.lobby(ANNA, BEN)
    anna = hall.person(ANNA)
    first = await hall.service.start(anna, match_id)
    again = await hall.service.start(anna, match_id)
    assert first.match.interaction == anna.interaction
    assert (first.repeated, again.repeated) == (False, True)
    assert again.events_for(ANNA) == first.events_for(ANNA)
    with pytest.raises(ValueError, match="interaction"):
        await hall.service.start(replace(anna, interaction=None), await hall.lobby(ANNA, BEN))


async def test_the_oldest_account_is_known_by_age_alone(hall: Hall) -> None:
    """RULES 1, Who starts: the smaller id is the older; the game learns no id."""
    match_id = await hall.lobby(CLEO, ANNA, computers=1)
    started = await hall.service.start(hall.person(CLEO), match_id)
    events = [logged.event for logged in started.events_for(None)]
    assert events[0].ages == (1, 0, None)
    assert events[1].by_age == (1, 0, 2)


async def test_house_rules_can_change_until_the_start(hall: Hall) -> None:
    match_id = await hall.lobby(ANNA, BEN)
    await hall.service.set_options(hall.person(ANNA), match_id, Options(OpeningRule.FREE, oldest=1))
    started = await hall.service.start(hall.person(ANNA), match_id)
    assert started.view_for(None).options == Options(OpeningRule.FREE, oldest=1)
    assert '"free"' in started.match.options
    with refused("already-started"):
        await hall.service.set_options(hall.person(ANNA), match_id, Options())


async def test_house_rules_that_the_game_refuses_leave_the_lobby_as_it_was(hall: Hall) -> None:
    match_id = await hall.lobby(ANNA, BEN)
    await hall.service.set_options(hall.person(ANNA), match_id, Options(oldest=4))
    await hall.service.settled()
    before = await hall.store.load(match_id)
    with pytest.raises(RuleError):
        await hall.service.start(hall.person(ANNA), match_id)
    assert await hall.store.load(match_id) == before
    await hall.service.set_options(hall.person(ANNA), match_id, Options())
    await hall.service.start(hall.person(ANNA), match_id)


async def test_a_lobby_expires_after_a_day(hall: Hall) -> None:
    match_id = await hall.lobby(ANNA, BEN)
    assert (await hall.look(match_id)).match.deadline == hall.clock.now() + LOBBY_LIFE
    hall.clock.time += LOBBY_LIFE - HOUR
    await hall.service.join(hall.person(CLEO), match_id)
    assert await hall.service.time_out(match_id) is None
    hall.clock.time += HOUR
    expired = await hall.service.time_out(match_id)
    assert expired is not None
    assert expired.match.status is Status.CANCELLED
    assert expired.match.deadline is None
    assert await hall.service.time_out(match_id) is None


async def test_practice_is_its_owners_alone(hall: Hall) -> None:
    """DESIGN 2: a practice match is its owner's alone and no channel's."""
    match_id = await hall.lobby(ANNA, practice=True, computers=1)
    for attempt in (hall.service.join, hall.service.start, hall.service.cancel, hall.service.end):
        with refused("private-match"):
            await attempt(hall.person(BEN, moderator=True), match_id)
    with refused("private-match"):
        await hall.service.look(match_id, BEN)
    with refused("private-match"):
        await hall.service.export(match_id, BEN)
    await hall.service.start(hall.person(ANNA), match_id)
    assert (await hall.service.look(match_id, ANNA)).match.channel is None
    assert await hall.lobby(ANNA, practice=True) != match_id


async def test_a_match_moves_to_its_own_thread(hall: Hall) -> None:
    match_id = await hall.lobby(ANNA, BEN)
    channel = (await hall.look(match_id)).match.channel
    assert channel is not None
    await hall.service.card_is_at(match_id, channel, 11)
    await hall.service.move(match_id, 12)
    await hall.service.start(hall.person(ANNA), match_id)
    now = (await hall.look(match_id)).match
    assert (now.channel, now.card_channel, now.card_message) == (12, channel, 11)
    assert await hall.service.in_channel(channel) is None


async def test_there_is_no_such_match(hall: Hall) -> None:
    with refused("no-such-match"):
        await hall.service.join(hall.person(ANNA), 404)
