"""From the wish to play to the start of a match, by command and by button."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import discord
import pytest

from bot.core.store import Status, WhenLate
from bot.games.qwirkle.state import OpeningRule
from tests.discord import happenings
from tests.discord.club import begin, bot_of, club, look, open_lobby
from tests.discord.simkit import Start


async def test_a_lobby_says_who_is_there_what_is_agreed_and_what_is_missing(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, ben = sim.people
    answer = await ann.types("/qwirkle start")
    assert answer.private
    lobby = ben.newest()
    assert not lobby.private
    for text in ("Ann opens a match of Qwirkle", f"1. {ann.mention} (host)", "24 hours", "One more player is needed"):
        assert text in lobby.text
    assert [button.label for button in lobby.buttons if button.disabled] == ["Start"]
    assert lobby.pings == frozenset()


async def test_everything_can_be_agreed_by_command(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path, people=3)
    _, ben, cid = sim.people
    lobby = await open_lobby(
        sim,
        opponent=ben,
        opponent2=cid,
        computers=2,
        time="1 day 12h",
        rated=False,
        where="here",
        opening="free",
        **{"when-late": "computer"},
    )
    for text in (
        "36 hours, then a computer takes the turn",
        "Friendly",
        "in this channel",
        "any line",
        "3. Computer 2",
    ):
        assert text in lobby.text
    now = await look(sim)
    assert (now.match.when_late, now.match.rated, now.opened.invited) == (WhenLate.COMPUTER, False, (ben.id, cid.id))
    assert OpeningRule.FREE in now.match.options


async def test_who_is_invited_is_pinged_once(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path, people=3)
    _, ben, cid = sim.people
    lobby = await open_lobby(sim, opponent=ben, opponent2=cid)
    assert lobby.pings == {ben.id, cid.id}
    await ben.clicks("Join")
    after = cid.newest("opens a match")
    assert after.id == lobby.id
    assert f"Invited: {cid.mention}" in after.text


async def test_people_and_computers_come_and_go(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, ben = sim.people
    await open_lobby(sim)
    await ben.clicks("Join")
    await ann.clicks("Add a computer")
    assert "Players, 3 of 6" in ann.newest("opens a match").text
    await ann.clicks("Remove a computer")
    await ben.clicks("Leave")
    lobby = ann.newest("opens a match")
    assert "Players, 1 of 6" in lobby.text
    assert not lobby.has_button("Remove a computer")


async def test_the_host_leaves_and_another_is_host(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, ben = sim.people
    await open_lobby(sim)
    await ben.clicks("Join")
    await ann.clicks("Leave")
    assert f"1. {ben.mention} (host)" in ann.newest("opens a match").text
    await ben.clicks("Leave")
    closed = ann.newest("opens a match")
    assert "everybody has left" in closed.text
    assert not closed.buttons


async def test_a_lobby_that_all_have_left_still_says_whose_it_was(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, _ = sim.people
    await open_lobby(sim)
    await ann.clicks("Leave")
    assert "Ann opens a match" in ann.newest("everybody has left").text


@pytest.mark.parametrize("button", ["Start", "Add a computer", "Cancel"])
async def test_what_only_the_host_may_is_refused_to_others(start: Start, tmp_path: Path, button: str) -> None:
    sim = await club(start, tmp_path, people=3)
    _, ben, cid = sim.people
    await open_lobby(sim)
    await ben.clicks("Join")
    for person in (ben, cid):
        answer = await person.clicks(button)
        assert answer.private
        assert answer.text == "Only the host of this match may do that.\nThe host is Ann."
    assert (await look(sim)).match.status is Status.LOBBY


async def test_a_moderator_may_cancel(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    role = sim.guild.create_role("Moderators", permissions=discord.Permissions(manage_messages=True))
    mod = sim.join("mod", roles=[role])
    await open_lobby(sim)
    await mod.clicks("Cancel")
    assert "closed by" in mod.newest("opens a match").text


async def test_the_start_moves_the_match_to_a_thread(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, ben = sim.people
    thread = await begin(sim)
    assert thread.id != sim.channel.id
    assert thread.name == "Qwirkle 1: Ann and Ben"
    live = ben.newest("Match 1")
    assert live.pictures[0].alt.startswith("Qwirkle. Scores: Ann 0, Ben 0")
    ann.go(sim.channel)
    card = ann.newest("Qwirkle, match 1")
    assert card.button("Go to the match").url.endswith(f"/{thread.id}/{live.id}")
    now = await look(sim)
    assert (now.match.channel, now.match.card_channel, now.match.card_message) == (thread.id, sim.channel.id, card.id)


async def test_a_match_can_be_played_where_its_lobby_is(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    room = await begin(sim, where="here")
    assert room.id == sim.channel.id
    assert sim.people[0].newest("Match 1").has_button("Play")


async def test_without_the_right_to_open_threads_it_is_played_here(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    await happenings.forbid(sim, "create_public_threads")
    lobby = await open_lobby(sim)
    assert "in this channel" in lobby.text


async def test_without_the_right_to_open_threads_since_the_lobby_was_opened(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, ben = sim.people
    await open_lobby(sim)
    await ben.clicks("Join")
    await happenings.forbid(sim, "create_public_threads")
    answer = await ann.clicks("Start")
    assert "Create Public Threads" in answer.text
    assert (await look(sim)).match.status is Status.LOBBY


@pytest.mark.parametrize(
    ("lacking", "options", "named"),
    [
        ("attach_files", {}, "Attach Files"),
        ("send_messages", {}, "Send Messages"),
        ("send_messages_in_threads", {"where": "thread"}, "Send Messages in Threads"),
        ("create_public_threads", {"where": "thread"}, "Create Public Threads"),
    ],
)
async def test_missing_permissions_are_named_before_a_match_starts(
    start: Start, tmp_path: Path, lacking: str, options: dict[str, Any], named: str
) -> None:
    """PLATFORM 2: No "Attach Files": errors."""
    sim = await club(start, tmp_path)
    await happenings.forbid(sim, lacking)
    answer = await sim.people[0].types("/qwixx start", **options)
    assert answer.private
    assert named in answer.text
    assert len(sim.people[1].sees()) == 0


@pytest.mark.parametrize("time", ["", "soon", "3 moons", "9" * 60, "0", "1 year", "-5h", "🕐", "61 days", "1h 1x"])
async def test_a_time_that_is_none_is_answered_in_words(start: Start, tmp_path: Path, time: str) -> None:
    sim = await club(start, tmp_path)
    answer = await sim.people[0].types("/qwirkle start", time=time)
    assert answer.private
    assert sim.people[1].sees() == []


async def test_times_are_offered_and_understood(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, _ = sim.people
    usual = await ann.is_offered("/qwirkle start", "time", "")
    assert usual == ["no limit", "1 hour", "12 hours", "24 hours", "3 days", "7 days"]
    assert await ann.is_offered("/qwirkle start", "time", "36h") == ["36 hours"]
    assert await ann.is_offered("/qwirkle start", "time", "day") == ["3 days", "7 days"]
    assert "no limit" in (await open_lobby(sim, time="no limit")).text


async def test_who_cannot_be_invited_is_said(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, ben = sim.people
    assert "anyway" in (await ann.types("/qwirkle start", opponent=ann)).text
    assert "5 seats" in (await ann.types("/qwixx start", opponent=ben, computers=4)).text
    assert ben.sees() == []


async def test_one_match_a_channel(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    _, ben = sim.people
    await open_lobby(sim)
    answer = await ben.types("/qwixx start")
    assert answer.private
    assert "open in this channel already" in answer.text


async def test_once_a_match_is_in_its_thread_the_channel_is_free_again(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    await begin(sim)
    for person in sim.people:
        person.go(sim.channel)
    await begin(sim, "qwixx")
    assert len(sim.rooms) == 3


async def test_an_expired_lobby_answers_in_words(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    _, ben = sim.people
    lobby = await open_lobby(sim)
    await sim.pass_time(24 * 3600 + 1)
    answer = await ben.clicks("Join", on=lobby)
    assert answer.private
    assert "did not start within a day" in answer.text
    assert "did not start within a day" in ben.newest("opens a match").text
    assert (await look(sim)).match.status is Status.CANCELLED


async def test_a_hint_is_given_once(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, ben = sim.people
    await open_lobby(sim)
    assert "Your first match of Qwirkle" in (await ben.clicks("Join")).text
    await ben.clicks("Leave")
    assert "first match" not in (await ben.clicks("Join")).text
    await ann.clicks("Cancel")
    await open_lobby(sim, "qwixx")
    assert "Your first match of Qwixx" in (await ben.clicks("Join")).text


async def test_a_lobby_in_a_thread_is_played_there(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    thread = await begin(sim)
    ann, ben = sim.people
    await ann.types("/match end")
    await ann.clicks("Yes, end it")
    answer = await ann.types("/qwixx start", where="thread")
    assert "no threads" in answer.text
    await ann.types("/qwixx start")
    await ben.clicks("Join")
    await ann.clicks("Start")
    assert (await look(sim, 2)).match.channel == thread.id
    assert len(sim.rooms) == 2


async def test_the_lobby_is_told_when_its_message_is_deleted(start: Start, tmp_path: Path) -> None:
    """PLATFORM 2: a deleted message is posted anew."""
    sim = await club(start, tmp_path)
    ann, ben = sim.people
    lobby = await open_lobby(sim)
    await happenings.delete_message(sim, lobby)
    await ann.types("/match show")
    await ben.clicks("Join")
    assert f"2. {ben.mention}" in ann.newest("opens a match").text
    assert bot_of(sim).app.posting is not None
