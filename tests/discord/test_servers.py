"""docs/OPERATIONS.md, What becomes of a match: servers, rooms, permissions, and what Discord fails at."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from bot.core.store import Match, Status
from cogs.servers import EVERY, KEPT
from tests.discord import happenings
from tests.discord.club import awaited, begin, bot_in, bot_of, crash, finish, look, open_lobby, prepare, take_turn
from tests.discord.seen import Seen
from tests.discord.simkit import Discord, Person, Start
from tests.discord.wire import FORBIDDEN, SERVER_ERROR

POSTED = "POST /channels/*/messages"
WEEK = timedelta(days=7).total_seconds()


async def club(start: Start, folder: Path) -> Discord:
    """A bot that notes only every six hours that it lives: weeks pass here."""
    return await start(bot_in(folder, timedelta(hours=6)))


async def match_of(sim: Discord) -> Match:
    return (await look(sim)).match


async def is_shown(sim: Discord) -> bool:
    match = await match_of(sim)
    return match.posted_seq == match.seq


def said(sim: Discord) -> int:
    return sum(call.path.startswith("/channels/") and call.method != "GET" for call in sim.wire.calls)


def live(person: Person) -> Seen:
    """The live message: the newest with the controls."""
    return [seen for seen in person.sees() if not seen.private and seen.has_button("Play")][-1]


# Servers


async def test_removed_and_invited_again_the_match_goes_on(start: Start, tmp_path: Path) -> None:
    """While the bot is out the clock runs as ever, and nothing is asked of Discord."""
    sim = await club(start, tmp_path)
    await begin(sim)
    await happenings.remove_bot(sim)
    sim.wire.calls.clear()
    turn = (await match_of(sim)).turn
    await sim.pass_time(25 * 3600)
    assert (await match_of(sim)).status is Status.LIVE
    assert (await match_of(sim)).turn > turn
    assert said(sim) == 0
    await happenings.bring_server(sim)
    assert await is_shown(sim)
    assert "was skipped" in live(sim.people[0]).text
    await take_turn(sim)


async def test_a_week_after_it_was_removed_the_matches_are_ended(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    await begin(sim, time="none")
    await happenings.remove_bot(sim)
    await sim.pass_time(WEEK - 3600)
    assert (await match_of(sim)).status is Status.LIVE
    await sim.pass_time(EVERY.total_seconds() + 3600)
    assert (await match_of(sim)).status is Status.ENDED
    assert await is_shown(sim)  # nobody is there to be told: it is not tried at every start
    assert timedelta(days=7) == KEPT


async def test_of_a_server_that_is_gone_no_reminder_is_kept_when_its_match_is_over(
    start: Start, tmp_path: Path
) -> None:
    sim = await club(start, tmp_path)
    await begin(sim)
    await sim.pass_time(19 * 3600)
    reminders = bot_of(sim).app.service.reminders
    assert [each.turn for each in await reminders(1)] == [1]
    await happenings.remove_bot(sim)
    await sim.pass_time(WEEK + EVERY.total_seconds())
    assert (await match_of(sim)).status is Status.ENDED
    assert await reminders(1) == ()


async def test_a_lobby_of_a_server_that_is_gone_expires(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    await open_lobby(sim)
    await happenings.remove_bot(sim)
    await sim.pass_time(25 * 3600)
    assert (await match_of(sim)).status is Status.CANCELLED


async def test_a_server_deleted_while_the_bot_was_down_is_noticed_at_the_start(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    await begin(sim, time="none")
    await sim.env.close_bot()
    sim.env.backend.remove_guild(sim.guild.id)
    await sim.restart(crash=True)
    await sim.pass_time(WEEK + EVERY.total_seconds())
    assert (await match_of(sim)).status is Status.ENDED


async def test_in_an_outage_of_discord_nothing_is_ended(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    await begin(sim, time="none")
    (mover,) = await awaited(sim)
    panel = await prepare(mover)
    await happenings.lose_server(sim)
    sim.wire.fail(SERVER_ERROR, POSTED, times=1000)
    await finish(mover, panel)
    await sim.pass_time(2 * WEEK)
    assert (await match_of(sim)).status is Status.LIVE
    sim.wire.repair()
    await happenings.bring_server(sim)
    assert await is_shown(sim)
    assert "points" in live(mover).text


# Rooms and permissions


@pytest.mark.parametrize("lost", [("view_channel",), ("send_messages", "send_messages_in_threads")], ids="+".join)
async def test_where_it_may_not_write_the_match_is_kept_and_shown_when_it_may(
    start: Start, tmp_path: Path, lost: tuple[str, ...]
) -> None:
    sim = await club(start, tmp_path)
    await begin(sim)
    (mover,) = await awaited(sim)
    panel = await prepare(mover)
    await happenings.forbid(sim, *lost)
    sim.wire.calls.clear()
    await finish(mover, panel)
    assert (await match_of(sim)).turn == 2
    assert not await is_shown(sim)
    assert not [call for call in sim.wire.calls if call.kind == "POST /channels/…/messages"]  # nor asked in vain
    await happenings.forbid(sim)
    assert await is_shown(sim)
    assert "points" in live(mover).text


@pytest.mark.parametrize("archived", [False, True], ids=["open", "archived"])
async def test_a_locked_thread_is_told_on_the_card_and_shown_when_unlocked(
    start: Start, tmp_path: Path, archived: bool
) -> None:
    """PLATFORM 2: the thread is archived or locked: tell in words where we may not unarchive."""
    sim = await club(start, tmp_path)
    thread = await begin(sim)
    (mover,) = await awaited(sim)
    panel = await prepare(mover)
    await happenings.forbid(sim, "manage_threads")
    await happenings.archive(sim, thread, locked=True)
    await finish(mover, panel)
    assert not await is_shown(sim)
    mover.go(sim.channel)
    assert "I cannot write in the match's thread" in mover.newest("match 1").text
    await happenings.unlock(sim, thread, archived=archived)
    assert await is_shown(sim)
    assert "I cannot write" not in mover.newest("match 1").text


async def test_the_channel_of_a_match_without_thread_is_deleted(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    await begin(sim, where="here")
    await happenings.delete_room(sim, sim.channel)
    assert (await match_of(sim)).status is Status.ENDED


@pytest.mark.parametrize("asleep", [False, True], ids=["awake", "archived"])
async def test_the_channel_of_the_threads_is_deleted(start: Start, tmp_path: Path, asleep: bool) -> None:
    """Its threads go with it, whether Discord tells of each or not."""
    sim = await club(start, tmp_path)
    thread = await begin(sim)
    if asleep:
        await happenings.archive(sim, thread)
    await happenings.delete_room(sim, sim.channel)
    assert (await match_of(sim)).status is Status.ENDED


# The gateway


async def test_after_the_gateway_was_dropped_what_could_not_be_shown_is(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    await begin(sim)
    sim.wire.fail(SERVER_ERROR, POSTED, times=1000)
    mover = await take_turn(sim)
    await sim.pass_time(200)
    assert not await is_shown(sim)
    sim.wire.repair()
    sim.bot.dispatch("resumed")
    await sim.settle()
    assert await is_shown(sim)
    assert "points" in live(mover).text


async def test_what_discord_could_not_take_for_an_hour_is_shown_a_minute_after_it_can(
    start: Start, tmp_path: Path
) -> None:
    sim = await club(start, tmp_path)
    await begin(sim)
    sim.wire.fail(SERVER_ERROR, POSTED, times=10_000)
    mover = await take_turn(sim)
    await sim.pass_time(3600)
    assert not await is_shown(sim)
    sim.wire.repair()
    await sim.pass_time(60)
    assert await is_shown(sim)
    assert "points" in live(mover).text


async def test_controls_from_before_a_crash_work_or_say_what_happened(start: Start, tmp_path: Path) -> None:
    """What was pressed while the bot was down is lost with Discord; what is pressed afterwards counts."""
    sim = await club(start, tmp_path)
    await begin(sim)
    (mover,) = await awaited(sim)
    before = live(mover)
    await crash(sim)
    assert (await mover.clicks("Play", on=before)).seen.selects
    await take_turn(sim)
    await crash(sim)
    assert "moved on" in (await mover.clicks("Play", on=before)).text


async def test_an_old_message_left_by_a_crash_shrinks_when_it_is_pressed(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    await begin(sim)
    first = live(sim.people[0])
    sim.wire.fail(SERVER_ERROR, f"PATCH /channels/*/messages/{first.id}", times=100)
    mover = await take_turn(sim)
    told = next(line for line in live(mover).text.splitlines() if "points" in line)
    await crash(sim)
    sim.wire.repair()
    assert first.id in [seen.id for seen in mover.sees() if seen.has_button("Play")]
    assert "moved on" in (await mover.clicks("Play", on=first)).text
    old = next(seen for seen in mover.sees() if seen.id == first.id)
    assert not old.buttons
    assert told in old.text
    edits = len(sim.wire.calls)
    await mover.clicks("Play", on=first)
    assert not [call for call in sim.wire.calls[edits:] if call.kind == "PATCH /channels/…/messages/…"]


async def test_an_old_message_that_could_not_shrink_does_at_the_next_chance(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    await begin(sim)
    first = live(sim.people[0])
    sim.wire.fail(FORBIDDEN, f"PATCH /channels/*/messages/{first.id}")
    mover = await take_turn(sim)
    assert next(seen for seen in mover.sees() if not seen.private and seen.has_button("Play")).id == first.id
    assert "moved on" in (await mover.clicks("Play", on=first)).text
    await take_turn(sim)
    assert len([seen for seen in mover.sees() if not seen.private and seen.has_button("Play")]) == 1
