"""How people are reminded, how time runs out by itself, and what the bot's absence does to it, on Discord."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.core.lateness import SKIPS_IN_A_ROW
from bot.core.preferences import Personal
from bot.core.scheduler import BEAT, Scheduler
from bot.core.seats import Moment
from tests.discord import happenings
from tests.discord.club import awaited, begin, bot_in, bot_of, crash, look, take_turn
from tests.discord.seen import Seen
from tests.discord.simkit import Discord, Start
from tests.discord.test_presenter import live, public
from tests.discord.wire import FORBIDDEN, LOST_REPLY, NOT_FOUND, SERVER_ERROR

POSTED = "POST /channels/*/messages"
DELETED = "DELETE /channels/*/messages/*"
TURN, REMINDED = 12 * 60, 9 * 60
"""Seconds: of a turn, and until its reminder."""


def reminders(sim: Discord) -> list[Seen]:
    return [seen for seen in public(sim.people[0]) if "waits for you" in seen.text]


async def match(start: Start, folder: Path, people: int = 2, game: str = "qwirkle", **options: object) -> Discord:
    sim = await start(bot_in(folder, BEAT), people)
    await begin(sim, game, time="12 min", **options)
    return sim


async def test_who_is_awaited_is_reminded_below_the_live_message(start: Start, tmp_path: Path) -> None:
    sim = await match(start, tmp_path)
    (late,) = await awaited(sim)
    await sim.pass_time(REMINDED - 1)
    assert reminders(sim) == []
    await sim.pass_time(1)
    (reminder,) = reminders(sim)
    assert reminder.pings == {late.id}
    assert late.mention in reminder.text
    assert f"<t:{round(sim.clock.now().timestamp()) + TURN - REMINDED}:R>" in reminder.text
    assert reminder.button("Go to the match").url.endswith(f"/{live(late).id}")
    assert reminder.id > live(late).id
    await sim.pass_time(120)
    assert reminders(sim) == [reminder]


async def test_the_reminder_goes_when_the_turn_is_over(start: Start, tmp_path: Path) -> None:
    sim = await match(start, tmp_path)
    await sim.pass_time(REMINDED)
    await take_turn(sim)
    assert reminders(sim) == []
    assert await bot_of(sim).app.service.reminders(1) == ()
    await sim.pass_time(REMINDED)
    assert len(reminders(sim)) == 1


async def test_only_who_has_not_chosen_is_reminded(start: Start, tmp_path: Path) -> None:
    sim = await match(start, tmp_path, 3, "qwixx")
    _, ben, _ = sim.people
    await ben.clicks("Pass")
    rest = {person.id for person in await awaited(sim)}
    assert ben.id not in rest
    await sim.pass_time(REMINDED)
    (reminder,) = reminders(sim)
    assert reminder.pings == rest


async def test_who_wants_no_reminders_gets_none(start: Start, tmp_path: Path) -> None:
    sim = await match(start, tmp_path)
    for person in sim.people:
        await bot_of(sim).app.preferences.choose_personal(person.id, Personal(), Personal(reminders=False))
    await sim.pass_time(REMINDED + 60)
    assert reminders(sim) == []


async def test_time_runs_out_by_itself(start: Start, tmp_path: Path) -> None:
    sim = await match(start, tmp_path)
    (late,) = await awaited(sim)
    await sim.pass_time(TURN - 1)
    assert [person.id for person in await awaited(sim)] == [late.id]
    await sim.pass_time(1)
    assert [person.id for person in await awaited(sim)] != [late.id]
    assert "was skipped: the time was out" in live(late).text
    assert reminders(sim) == []


async def test_what_somebody_did_stays_theirs_when_a_computer_goes_on(start: Start, tmp_path: Path) -> None:
    sim = await match(start, tmp_path)
    (late,) = await awaited(sim)
    for _ in range(2 * SKIPS_IN_A_ROW - 1):
        await sim.pass_time(TURN)
    name = late.actor.name.title()
    assert f"{name} was skipped: the time was out.\nComputer goes on in the place of {name}." in live(late).text


async def test_a_reminder_whose_reply_was_lost_is_there_once(start: Start, tmp_path: Path) -> None:
    sim = await match(start, tmp_path)
    sim.wire.fail(LOST_REPLY, POSTED)
    await sim.pass_time(REMINDED + 60)
    assert len(reminders(sim)) == 1


async def test_a_reminder_that_discord_cannot_take_now_comes_later(start: Start, tmp_path: Path) -> None:
    sim = await match(start, tmp_path)
    sim.wire.fail(SERVER_ERROR, POSTED, times=3)
    await sim.pass_time(REMINDED + 60)
    assert len(reminders(sim)) == 1


async def test_a_refused_reminder_is_not_tried_again_and_stops_nothing(start: Start, tmp_path: Path) -> None:
    sim = await match(start, tmp_path)
    sim.wire.fail(FORBIDDEN, POSTED)
    await sim.pass_time(REMINDED + 60)
    assert reminders(sim) == []
    await take_turn(sim)
    await sim.pass_time(REMINDED)
    assert len(reminders(sim)) == 1


async def test_a_reminder_that_somebody_deleted_is_no_trouble(start: Start, tmp_path: Path) -> None:
    sim = await match(start, tmp_path)
    await sim.pass_time(REMINDED)
    sim.wire.fail(NOT_FOUND, DELETED)
    await take_turn(sim)
    assert await bot_of(sim).app.service.reminders(1) == ()


async def test_a_reminder_comes_where_the_live_message_was_deleted(start: Start, tmp_path: Path) -> None:
    sim = await match(start, tmp_path)
    await happenings.delete_message(sim, live(sim.people[0]))
    await sim.pass_time(REMINDED)
    assert len(reminders(sim)) == 1


async def test_a_reminder_is_for_whom_and_when_it_was_meant(start: Start, tmp_path: Path) -> None:
    sim = await match(start, tmp_path, 3, "qwixx")
    ann, ben, _ = sim.people
    presenter, now = bot_of(sim).app.presenter, (await look(sim)).match
    await presenter.remind(1, Moment(now.turn + 1, now.phase), frozenset({ann.id}))
    assert reminders(sim) == []
    await ben.clicks("Pass")
    await presenter.remind(1, Moment(now.turn, now.phase), frozenset({ann.id, ben.id}))
    (reminder,) = reminders(sim)
    assert reminder.pings == {ann.id}


# The bot was away


async def test_the_time_that_the_bot_was_down_is_given_back_and_shown(start: Start, tmp_path: Path) -> None:
    sim = await match(start, tmp_path)
    (late,) = await awaited(sim)
    await sim.pass_time(60)
    deadline = (await look(sim)).match.deadline
    message = live(late)
    assert deadline is not None
    assert f"<t:{round(deadline.timestamp())}:R>" in message.text
    sim.clock.advance(5 * 3600)
    await crash(sim)
    await sim.pass_time(1)
    now = (await look(sim)).match.deadline
    assert now is not None
    assert abs((now - deadline).total_seconds() - 5 * 3600) <= 61
    assert [person.id for person in await awaited(sim)] == [late.id]
    assert live(late).id == message.id
    assert f"<t:{round(now.timestamp())}:R>" in live(late).text
    assert reminders(sim) == []


async def test_nobody_is_late_who_presses_before_the_bot_is_ready(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord may bring the first press before it has told of all servers, which is when the scheduler begins."""
    sim = await match(start, tmp_path)
    deadline = (await look(sim)).match.deadline
    assert deadline is not None
    await bot_of(sim).scheduler.stop()
    sim.clock.advance(5 * 3600)
    monkeypatch.setattr(Scheduler, "start", lambda _self: None)
    await crash(sim)
    now = (await look(sim)).match.deadline
    assert now is not None
    assert now > sim.clock.now()


async def test_what_was_reminded_before_a_crash_is_taken_away_after_it(start: Start, tmp_path: Path) -> None:
    sim = await match(start, tmp_path)
    await sim.pass_time(REMINDED)
    assert len(reminders(sim)) == 1
    await crash(sim)
    await sim.pass_time(60)
    assert len(reminders(sim)) == 1
    await take_turn(sim)
    assert reminders(sim) == []


async def test_a_connection_that_is_lost_at_once_is_no_connection(start: Start, tmp_path: Path) -> None:
    """That the servers are known is said later than that they were told, and the connection may be lost in between."""
    sim = await match(start, tmp_path)
    bot = bot_of(sim)
    assert bot.hears_people
    for event, hears in (
        ("disconnect", False),
        ("connect", False),
        ("disconnect", False),
        ("ready", False),
        ("connect", False),
        ("ready", True),
    ):
        bot.dispatch(f"shard_{event}", 0)
        await sim.settle()
        assert bot.hears_people is hears, event


async def test_while_the_connection_is_lost_nobodys_time_is_out(start: Start, tmp_path: Path) -> None:
    sim = await match(start, tmp_path)
    (late,) = await awaited(sim)
    bot = bot_of(sim)
    await sim.pass_time(60)
    bot.dispatch("shard_disconnect", 0)
    await sim.settle()
    await sim.pass_time(TURN + 60)
    assert [person.id for person in await awaited(sim)] == [late.id]
    bot.dispatch("shard_resumed", 0)
    await sim.settle()
    await sim.pass_time(1)
    assert [person.id for person in await awaited(sim)] == [late.id]
    await sim.pass_time(TURN)
    assert [person.id for person in await awaited(sim)] != [late.id]
