"""What can be done with a match beside playing it: by command, and in the panel behind "More"."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import discord
import pytest
from sqlalchemy import text

from bot.core.store import Status
from bot.core.verify import verify
from bot.games.registry import GAMES
from tests.discord import happenings
from tests.discord.club import awaited, begin, bot_of, club, elsewhere, finish, look, open_lobby, prepare, take_turn
from tests.discord.seen import NotThereError
from tests.discord.simkit import Discord, Person, Start

COMMANDS = ("show", "log", "resign", "skip", "end", "export", "verify")
A_DAY = 24 * 3600


def moderator(sim: Discord) -> Person:
    role = sim.guild.create_role("Moderators", permissions=discord.Permissions(manage_messages=True))
    person = sim.join("mod", roles=[role])
    person.go(sim.rooms[-1])
    return person


async def others(sim: Discord) -> list[Person]:
    waiting = await awaited(sim)
    return [person for person in sim.people if person not in waiting]


# Looking


@pytest.mark.parametrize("command", COMMANDS)
async def test_where_no_match_is_each_command_says_so(start: Start, tmp_path: Path, command: str) -> None:
    sim = await club(start, tmp_path)
    answer = await sim.people[0].types(f"/match {command}")
    assert answer.private
    assert "No match is played in this channel" in answer.text


@pytest.mark.parametrize("command", COMMANDS)
async def test_a_number_that_no_match_has(start: Start, tmp_path: Path, command: str) -> None:
    sim = await club(start, tmp_path)
    answer = await sim.people[0].types(f"/match {command}", match=77)
    assert "no match with this number" in answer.text


async def test_a_match_is_shown_privately_from_anywhere(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, ben = sim.people
    await begin(sim)
    ben.go(sim.channel)
    assert await ben.is_offered("/match show", "match", "") == ["1: Qwirkle"]
    answer = await ben.types("/match show", match=1)
    assert answer.private
    assert "open with your largest set" in answer.text
    assert answer.seen.pictures
    live = ann.newest("Match 1")
    assert answer.seen.button("Go to the match").url.endswith(f"/{live.id}")


async def test_a_match_of_another_server_is_none(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    await begin(sim)
    zoe = await elsewhere(sim)
    assert "no match with this number" in (await zoe.types("/match show", match=1)).text


async def test_the_panel_offers_what_one_may(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    _, ben = sim.people
    await begin(sim, **{"when-late": "wait"})
    labels = [button.label for button in (await ben.clicks("More")).seen.buttons]
    assert labels == ["Show", "Moves", "Export", "Remove somebody", "End the match", "Resign"]
    await sim.pass_time(A_DAY + 1)
    labels = [button.label for button in (await ben.clicks("More")).seen.buttons]
    assert labels[3:5] == ["Skip somebody", "Replace somebody"]
    guest = sim.join("guest")
    guest.go(sim.rooms[-1])
    assert [button.label for button in (await guest.clicks("More")).seen.buttons] == ["Show", "Moves", "Export"]
    mod = moderator(sim)
    assert "Resign" not in [button.label for button in (await mod.clicks("More")).seen.buttons]
    assert (await guest.clicks("Show")).seen.pictures


# Resigning


@pytest.mark.parametrize("by_command", [True, False])
async def test_who_resigns_is_asked_first(start: Start, tmp_path: Path, by_command: bool) -> None:
    sim = await club(start, tmp_path)
    ann, ben = sim.people
    await begin(sim)
    if by_command:
        question = await ann.types("/match resign")
    else:
        await ann.clicks("More")
        question = await ann.clicks("Resign")
    assert "for good" in question.text
    assert "Nothing was changed" in (await ann.clicks("No")).text
    assert (await look(sim)).match.status is Status.LIVE
    await ann.types("/match resign")
    answer = await ann.clicks("Yes, resign")
    assert "You have left" in answer.text
    assert (await look(sim)).match.status is Status.FINISHED
    assert "Ann has resigned" in ben.newest("The match is over").text


async def test_who_is_not_seated_cannot_resign(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    await begin(sim)
    guest = sim.join("guest")
    guest.go(sim.rooms[-1])
    answer = await guest.types("/match resign")
    with pytest.raises(NotThereError):
        answer.seen.button("Yes, resign")


async def test_nobody_resigns_from_a_lobby(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    await open_lobby(sim)
    assert "not started" in (await sim.people[0].types("/match resign")).text


# Skipping


async def test_who_is_late_is_skipped(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    await begin(sim, **{"when-late": "wait"})
    (waiting,) = await others(sim)
    (late,) = await awaited(sim)
    assert (await waiting.types("/match skip")).private
    assert (await look(sim)).match.turn == 1
    await sim.pass_time(A_DAY + 1)
    answer = await waiting.types("/match skip")
    assert answer.text == "Skipped."
    assert (await look(sim)).match.turn == 2
    assert f"{late.actor.name.title()} was skipped by" in waiting.newest("Match 1").text


async def test_whom_to_skip_is_asked_where_more_are_awaited(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path, people=3)
    ann, _, _ = sim.people
    await begin(sim, "qwixx", **{"when-late": "wait"})
    await ann.clicks("Pass")
    await sim.pass_time(A_DAY + 1)
    await ann.clicks("More")
    choice = (await ann.clicks("Skip somebody")).seen
    assert [button.label for button in choice.buttons] == ["Ben", "Cid"]
    assert (await ann.clicks("Ben", on=choice)).text == "Skipped."
    assert (await ann.clicks("Cid", on=choice)).text == "Skipped."


async def test_a_seat_is_named_by_autocomplete_a_name_or_a_mention(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, ben = sim.people
    await begin(sim)
    assert await ann.is_offered("/match remove", "seat", "") == ["Ann", "Ben"]
    for named in ("2", "ben", "BEN", ben.mention):
        assert "Ben" in (await ann.types("/match remove", seat=named)).text
    for nobody in ("", "9", "zoe", "<@1>", "n", "\ud83d", "#"):
        answer = await ann.types("/match remove", seat=nobody)
        assert answer.private
        assert "In this match are Ann and Ben" in answer.text


# Replacing


async def test_a_late_player_is_replaced_by_a_computer(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    await begin(sim, **{"when-late": "wait"})
    (waiting,) = await others(sim)
    (late,) = await awaited(sim)
    await sim.pass_time(A_DAY + 1)
    await waiting.clicks("More")
    await waiting.clicks("Replace somebody")
    await waiting.clicks(late.actor.name.title())
    assert (await waiting.clicks("A computer")).text == "The place is taken."
    assert "goes on in the place of" in waiting.newest("Match 1").text
    assert [person.id for person in await awaited(sim)] == [waiting.id]


async def test_who_plays_alone_is_not_to_be_skipped_by_others(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    (ann, _) = sim.people
    await ann.types("/qwixx start", computers=1, **{"when-late": "wait"})
    await ann.clicks("Start")
    ann.go(sim.rooms[-1])
    await sim.pass_time(A_DAY + 1)
    live = ann.newest("Match 1")
    assert "Time is out for Ann, but nobody else waits." in live.text
    assert not [button.label for button in live.buttons if "Ann" in button.label]


async def test_a_person_who_is_asked_takes_the_place(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    await begin(sim, **{"when-late": "wait"})
    (waiting,) = await others(sim)
    (late,) = await awaited(sim)
    seat = (await look(sim)).seat_of(late.id)
    guest = sim.join("guest")
    guest.go(sim.rooms[-1])
    await sim.pass_time(A_DAY + 1)
    asked = await waiting.types("/match replace", seat=late.mention, by=guest)
    assert "asked in the match" in asked.text
    question = guest.newest("asks you to go on")
    assert question.pings == {guest.id}
    assert "Somebody else" in (await late.clicks("Take the place")).text
    assert (await guest.clicks("Take the place")).text == "The place is taken."
    now = await look(sim)
    assert now.seat_of(guest.id) == seat
    assert now.seat_of(late.id) is None


async def test_who_was_asked_takes_the_place_of_nobody_else(start: Start, tmp_path: Path) -> None:
    """The question stays in the channel, with its button, and a moderator's right in it."""
    sim = await club(start, tmp_path, people=3)
    owner, ben, cid = sim.people
    await ben.types("/qwirkle start", computers=1)
    await ben.clicks("Start")
    for person in sim.people:
        person.go(sim.rooms[-1])
    for guest in (cid, dot := sim.join("dot")):
        guest.go(sim.rooms[-1])
        await owner.types("/match replace", seat="2", by=guest)
    asked = [seen for seen in dot.sees() if "asks you to go on" in seen.text]
    assert (await cid.clicks("Take the place", on=asked[0])).text == "The place is taken."
    assert "gone to somebody else" in (await dot.clicks("Take the place", on=asked[1])).text
    assert (await look(sim)).seat_of(cid.id) == 1


async def test_a_moderator_who_only_asked_is_kept_nowhere(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path, people=3)
    owner, ben, cid = sim.people
    await ben.types("/qwirkle start", computers=1)
    await ben.clicks("Start")
    for person in sim.people:
        person.go(sim.rooms[-1])
    await owner.types("/match replace", seat="1", by=cid)
    await cid.clicks("Take the place")
    assert (await look(sim)).seat_of(cid.id) == 0
    kept = await bot_of(sim).app.service.personal_data(owner.id)
    assert (kept["name"], kept["log"]) == (None, [])


async def test_nobody_is_asked_for_what_would_be_refused(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path, people=4)
    _, ben, cid, dot = sim.people
    await ben.types("/qwirkle start", computers=1)
    await cid.clicks("Join")
    await ben.clicks("Start")
    for person in sim.people:
        person.go(sim.rooms[-1])
    public = [seen.id for seen in dot.sees()]
    assert "still time" in (await ben.types("/match replace", seat="3", by=dot)).text
    assert "do not play" in (await dot.types("/match replace", seat="2", by=sim.people[0])).text
    assert "already" in (await ben.types("/match replace", seat="2", by=cid)).text
    assert [seen.id for seen in cid.sees() if not seen.private] == public


async def test_a_person_is_chosen_in_the_panel(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    await begin(sim, computers=1)
    ann, _ = sim.people
    guest = sim.join("guest")
    guest.go(sim.rooms[-1])
    await ann.clicks("More")
    await ann.clicks("Replace somebody")
    await ann.clicks("Computer")
    assert "asked in the match" in (await ann.chooses(guest, of="Ask somebody")).text
    await guest.clicks("Take the place")
    assert (await look(sim)).seat_of(guest.id) == 1


async def test_who_was_replaced_by_a_computer_may_come_back(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path, people=3)
    ann, _, _ = sim.people
    await begin(sim, **{"when-late": "computer"})
    await ann.types("/match resign")
    await ann.clicks("Yes, resign")
    assert (await look(sim)).seat_of(ann.id) is None
    await ann.clicks("More")
    assert (await ann.clicks("Come back")).text == "The place is taken."
    assert (await look(sim)).seat_of(ann.id) == 0


async def test_who_is_not_late_is_not_replaced(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    await begin(sim)
    (waiting,) = await others(sim)
    (mover,) = await awaited(sim)
    before = (await look(sim)).holders
    if waiting is sim.people[0]:  # a moderator
        waiting, mover = mover, waiting
    answer = await waiting.types("/match replace", seat=mover.mention)
    assert answer.private
    assert (await look(sim)).holders == before


# A damaged record


async def test_a_moderator_closes_a_match_that_cannot_be_read(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    owner, other = sim.people
    room = await begin(sim)
    service: Any = bot_of(sim).app.service
    sql = text("UPDATE events SET payload = '{' WHERE seq = 3")
    await service._store.database.write(lambda connection: connection.execute(sql))
    service._ledger.forget(1)
    assert "is damaged" in (await other.types("/match end")).text
    owner.go(sim.channel)
    assert "is damaged" in (await owner.types("/match end", match=1)).text  # who may what there cannot be known here
    assert await service.in_channel(room.id) == 1
    owner.go(room)
    assert "was closed" in (await owner.types("/match end")).text
    assert await service.in_channel(room.id) is None
    await sim.restart()
    await sim.settle()


# Agreeing


async def test_all_others_agree_to_remove_somebody(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path, people=4)
    _, ben, cid, dot = sim.people
    await begin(sim)
    sim.people[0].go(sim.channel)
    await ben.types("/match remove", seat="Ann")
    assert "Still to agree: Cid and Dot" in (await ben.clicks("Yes, I agree")).text
    assert "Ben wants Ann to be removed" in ben.newest("Match 1").text
    assert (await ben.types("/match remove", seat="Ann")).seen.has_button("Take my agreement back")
    await ben.clicks("Take my agreement back")
    assert "Ben does not want Ann to be removed any more" in ben.newest("Match 1").text
    await ben.types("/match remove", seat="Ann")
    for person in (ben, cid):
        await person.types("/match remove", seat="Ann")
        if not person.sees()[-1].has_button("Take my agreement back"):
            await person.clicks("Yes, I agree")
    await dot.clicks("More")
    await dot.clicks("Remove somebody")
    await dot.clicks("Ann")
    assert (await dot.clicks("Yes, I agree")).text == "Removed."
    assert (await look(sim)).seat_of(sim.people[0].id) is None


async def test_all_agree_to_end_it(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path, people=3)
    owner = sim.people.pop(0)  # who manages messages and would decide alone
    await owner.types("/qwirkle start")
    for person in sim.people:
        await person.clicks("Join")
    await owner.clicks("Leave")
    await sim.people[0].clicks("Start")
    for person, answered in zip(sim.people, ("Still to agree", "The match is ended"), strict=True):
        person.go(sim.rooms[-1])
        await person.types("/match end")
        answer = await person.clicks("Yes, I agree")
        assert answered in answer.text
    assert (await look(sim)).match.status is Status.ENDED
    assert "All agreed" in sim.people[0].newest("The match is over").text


async def test_a_moderator_decides_alone(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path, people=3)
    ann, _, cid = sim.people
    await begin(sim)
    mod = moderator(sim)
    await mod.types("/match remove", seat="Cid")
    await mod.clicks("Yes, remove")
    assert (await look(sim)).seat_of(cid.id) is None
    mod.go(sim.channel)
    await mod.types("/match end", match=1)
    await mod.clicks("Yes, end it")
    assert (await look(sim)).match.status is Status.ENDED
    assert "ended by Mod" in ann.newest("The match is over").text


async def test_a_moderator_decides_from_elsewhere_where_the_thread_sleeps(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    thread = await begin(sim)
    mod = moderator(sim)
    mod.go(sim.channel)
    await happenings.archive(sim, thread)
    await mod.types("/match end", match=1)
    await mod.clicks("Yes, end it")
    assert (await look(sim)).match.status is Status.ENDED


async def test_a_moderator_decides_from_elsewhere_where_the_lobby_was_in_the_thread(
    start: Start, tmp_path: Path
) -> None:
    sim = await club(start, tmp_path)
    thread = await begin(sim)
    mod = moderator(sim)
    await mod.types("/match end", match=1)
    await mod.clicks("Yes, end it")
    assert (await begin(sim)).id == thread.id
    mod.go(sim.guild.create_text_channel("other"))
    await mod.types("/match end", match=2)
    await mod.clicks("Yes, end it")
    assert (await look(sim, 2)).match.status is Status.ENDED


async def test_who_moderates_elsewhere_alone_decides_nothing(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    await begin(sim)
    mod = moderator(sim)
    await happenings.forbid_person(sim, mod, "manage_messages")
    mod.go(sim.guild.create_text_channel("other"))
    await mod.types("/match end", match=1)
    assert (await look(sim)).match.status is Status.LIVE
    assert "do not play in this match" in mod.newest().text


# The file


async def test_a_finished_match_is_exported_and_checked(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, _ = sim.people
    await begin(sim)
    for _ in range(3):
        await take_turn(sim)
    running = await ann.types("/match export")
    assert json.loads(running.seen.files["qwirkle-1.json"])["secret"] is None
    assert "not over" in (await ann.types("/match verify")).text
    await ann.types("/match resign")
    await ann.clicks("Yes, resign")
    file = (await ann.clicks("Export")).seen.files["qwirkle-1.json"]
    assert verify(file, GAMES).right
    assert "All is right" in (await ann.clicks("Check")).text
    assert "All is right" in (await ann.types("/match verify", match=1)).text


async def test_an_export_names_nobodys_id_and_no_hidden_tile(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, ben = sim.people
    await begin(sim)
    exported = (await ann.types("/match export")).seen.files["qwirkle-1.json"].decode()
    assert str(ben.id) not in exported
    assert json.loads(exported)["log"][1]["event"]["hands"] == [None, None]


async def test_what_else_waits_is_told_after_a_move(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    await begin(sim, "qwixx")
    for person in sim.people:
        person.go(sim.channel)
    await begin(sim)
    (mover,) = await awaited(sim, 2)
    panel = await prepare(mover)
    answer = await finish(mover, panel)
    assert "Qwixx 1" in answer.text
    first = (await look(sim)).match
    assert answer.seen.button("Go to the next").url.endswith(str(first.posted_message))
    assert bot_of(sim).app is not None
