"""How a match is shown: a message a turn at the bottom, the ones before as its record, the card of the lobby."""

from __future__ import annotations

from pathlib import Path

import discord
import pytest

from bot.core.store import Status
from tests.discord import happenings
from tests.discord.club import awaited, begin, bot_of, club, crash, finish, look, prepare, take_turn
from tests.discord.qwirkle.table import turn_by_typing
from tests.discord.seen import Seen
from tests.discord.simkit import Person, Start
from tests.discord.wire import FORBIDDEN, LOST_REPLY, NOT_FOUND, SERVER_ERROR, Fault

POSTED = "POST /channels/*/messages"
EDITED = "PATCH /channels/*/messages/*"


def public(person: Person) -> list[Seen]:
    """What everybody sees here."""
    return [seen for seen in person.sees() if not seen.private]


def live(person: Person) -> Seen:
    """The live message: the one with the controls, of which there is one."""
    (found,) = [seen for seen in public(person) if seen.has_button("Play") or seen.has_button("My sheet")]
    return found


async def test_each_turn_is_a_message_and_the_one_before_shrinks(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, _ = sim.people
    await begin(sim)
    first = live(ann)
    mover = await take_turn(sim)
    shrunk, second = public(ann)[-2:]
    assert shrunk.id == first.id
    assert not shrunk.pictures
    assert not shrunk.buttons
    assert mover.actor.name.title() in shrunk.text
    assert "points" in shrunk.text
    assert second.id > first.id
    assert shrunk.text.splitlines()[-1] in second.text
    assert second.pictures[0].alt != first.pictures[0].alt
    assert (await look(sim)).match.posted_message == second.id


@pytest.mark.parametrize("restarted", [False, True])
async def test_the_first_message_keeps_how_the_match_began(start: Start, tmp_path: Path, restarted: bool) -> None:
    sim = await club(start, tmp_path)
    ann, _ = sim.people
    await begin(sim)
    assert "The largest sets" in live(ann).text
    if restarted:
        await sim.restart()
    for _ in range(3):
        await take_turn(sim)
    assert ["The largest sets" in seen.text for seen in public(ann)] == [True, False, False, False]


async def test_it_says_whose_turn_it_is_what_happened_and_how_long_there_is(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    await begin(sim)
    await take_turn(sim)
    (next_one,) = await awaited(sim)
    message = live(next_one)
    assert f"{next_one.mention}, it is your turn" in message.text
    assert f"<t:{round((sim.clock.now().timestamp()) + 24 * 3600)}:R>" in message.text


async def test_a_thread_reads_as_the_record_of_the_match(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, _ = sim.people
    await begin(sim)
    for _ in range(4):
        await take_turn(sim)
    *record, now = public(ann)
    assert len(record) == 4
    assert all("point" in seen.text or "exchanges" in seen.text for seen in record)
    assert not any(seen.pictures or seen.buttons for seen in record)
    assert now.pictures
    assert len({seen.text for seen in record}) == 4


async def test_moves_of_computers_in_a_row_are_one_message(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, _ = sim.people
    await begin(sim, computers=3)
    before = len(public(ann))
    told = []
    for _ in range(2):
        await take_turn(sim)
        told.append(sum("Computer" in line for line in live(ann).text.splitlines()))
    assert len(public(ann)) == before + 2
    assert sorted(told) == [0, 3]


async def test_a_match_of_one_person_and_computers(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path, people=1)
    await begin(sim, computers=1)
    ann = sim.people[0]
    assert live(ann).text.startswith(f"{ann.mention} and Computer play here.")
    for _ in range(3):
        await take_turn(sim)
    assert [person.id for person in await awaited(sim)] == [ann.id]
    assert "-# Match 1" in (await ann.types("/match show")).text


async def test_whoever_leaves_computers_alone_is_told_what_that_means(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path, people=1)
    await begin(sim, computers=1)
    ann = sim.people[0]
    assert "it ends without a result" in (await ann.types("/match resign")).text
    await ann.clicks("Yes, resign")
    assert "without a result" in ann.newest("The match is over").text


# Pings


async def test_who_is_awaited_is_pinged_unless_they_were_just_here(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    await begin(sim)
    first = live(sim.people[0])
    assert all(person.mention in first.text for person in sim.people)  # which lets them into the thread
    assert first.pings == {person.id for person in sim.people}
    assert first.silent
    await take_turn(sim)
    assert live(sim.people[0]).pings == frozenset()
    await sim.pass_time(301)
    await take_turn(sim)
    (next_one,) = await awaited(sim)
    assert live(sim.people[0]).pings == {next_one.id}
    assert not live(sim.people[0]).silent


async def test_nobody_else_is_pinged_whatever_their_name_is(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path, people=2)
    guest = sim.join("@everyone **x** <@&1>")
    sim.people.append(guest)
    await begin(sim)
    await sim.pass_time(301)
    message = live(guest)
    assert "**x**" not in message.text.replace("\\*", "")
    for _ in range(3):
        await take_turn(sim)
        assert live(guest).pings <= {person.id for person in sim.people}
    assert "@everyone" not in "".join(seen.text for seen in public(guest))


async def test_an_edit_in_the_same_turn_pings_nobody_anew(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, ben = sim.people
    await begin(sim, "qwixx")
    message = live(ann)
    await sim.pass_time(301)
    await ben.clicks("Pass")
    assert live(ann).id == message.id
    assert live(ann).pings == frozenset()


# The card


async def test_the_card_is_edited_at_the_start_at_the_end_and_now_and_then(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, _ = sim.people
    await begin(sim)
    mark = f"PATCH /channels/{sim.channel.id}/messages"

    def edits() -> int:
        return sum(f"{call.method} {call.path}".startswith(mark) for call in sim.wire.calls)

    at_start = edits()
    for _ in range(4):
        await take_turn(sim)
    assert edits() == at_start
    await sim.pass_time(1801)
    await take_turn(sim)
    await take_turn(sim)
    assert edits() == at_start + 1
    await ann.types("/match resign")
    await ann.clicks("Yes, resign")
    assert edits() == at_start + 2
    ann.go(sim.channel)
    assert "The match is over" in ann.newest("Qwirkle, match 1").text


async def test_the_end_is_a_message_with_places_and_the_last_picture(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, ben = sim.people
    await begin(sim)
    await take_turn(sim)
    await ann.types("/match resign")
    await ann.clicks("Yes, resign")
    end = public(ben)[-1]
    assert "🥇 Ben" in end.text
    assert "🥈 Ann" in end.text
    assert end.pictures
    assert [button.label for button in end.buttons] == ["Rematch", "Replay", "Export", "Check"]
    assert all(not seen.buttons for seen in public(ben)[:-1])


# Whatever Discord does


@pytest.mark.parametrize("fault", [SERVER_ERROR, Fault(429), LOST_REPLY], ids=str)
@pytest.mark.parametrize("call", [POSTED, EDITED])
async def test_what_fails_for_a_time_is_shown_later(start: Start, tmp_path: Path, call: str, fault: Fault) -> None:
    sim = await club(start, tmp_path)
    await begin(sim)
    sim.wire.fail(fault, call, times=2)
    mover = await take_turn(sim)
    await sim.pass_time(10)
    assert (await awaited(sim)) != [mover]
    match = (await look(sim)).match
    assert match.posted_seq == match.seq
    assert live(mover).id == match.posted_message


async def test_what_fails_for_long_is_shown_when_the_bot_starts_again(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    await begin(sim)
    sim.wire.fail(SERVER_ERROR, POSTED, times=100)
    mover = await take_turn(sim)
    await sim.pass_time(200)
    match = (await look(sim)).match
    assert match.posted_seq < match.seq
    sim.wire.repair()
    await sim.restart()
    await sim.settle()
    match = (await look(sim)).match
    assert match.posted_seq == match.seq
    assert live(mover).id == match.posted_message


async def test_a_crash_between_storing_and_showing_loses_nothing(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    await begin(sim)
    sim.wire.fail(SERVER_ERROR, POSTED, times=100)
    mover = await take_turn(sim)
    await crash(sim)
    sim.wire.repair()
    await sim.pass_time(10)
    assert "points" in live(mover).text
    await take_turn(sim)
    assert len(public(mover)) == 3


async def test_a_refusal_is_not_tried_again_until_something_happens(start: Start, tmp_path: Path) -> None:
    """PLATFORM 1, Rates: never retry a 403."""
    sim = await club(start, tmp_path)
    await begin(sim)
    await happenings.forbid(sim, "send_messages_in_threads", "send_messages")
    mover = await take_turn(sim)
    refused = len(sim.wire.calls)
    await sim.pass_time(200)
    assert len(sim.wire.calls) == refused
    await happenings.forbid(sim)
    assert "points" in live(mover).text
    assert mover.mention not in live(mover).text


async def test_pictures_refused_later_the_match_goes_on_in_text(start: Start, tmp_path: Path) -> None:
    """PLATFORM 2: No "Attach Files": errors."""
    sim = await club(start, tmp_path)
    await begin(sim)
    await happenings.forbid(sim, "attach_files")
    sim.wire.calls.clear()
    mover = await take_turn(sim)
    assert sum(call.kind == "POST /channels/…/messages" for call in sim.wire.calls) == 1  # nothing is sent in vain
    message = live(mover)
    assert not message.pictures
    assert "On the board:" in message.text
    await happenings.forbid(sim)
    await take_turn(sim)
    assert live(mover).pictures


async def test_pictures_refused_without_warning(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    await begin(sim)
    sim.wire.fail(FORBIDDEN, POSTED)
    mover = await take_turn(sim)
    assert not live(mover).pictures
    assert "On the board:" in live(mover).text


async def test_a_deleted_message_is_posted_anew(start: Start, tmp_path: Path) -> None:
    """PLATFORM 2: a deleted message gives 404s."""
    sim = await club(start, tmp_path, people=3)
    ann, ben, cid = sim.people
    await begin(sim, "qwixx")
    await happenings.delete_message(sim, live(ann))
    assert not any(seen.buttons for seen in public(ann))
    await ann.types("/match show")
    anew = live(ann)
    await ben.clicks("Pass")
    assert live(ann).id == anew.id
    await happenings.delete_message(sim, anew)
    await cid.clicks("Pass", on=anew)
    assert live(ann).id > anew.id


async def test_a_message_before_that_is_deleted_stops_nothing(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, _ = sim.people
    await begin(sim)
    before = live(ann)
    (mover,) = await awaited(sim)
    panel = await prepare(mover)
    await happenings.delete_message(sim, before)
    await finish(mover, panel)
    assert live(ann).id > before.id


async def test_an_archived_thread_is_opened_again(start: Start, tmp_path: Path) -> None:
    """PLATFORM 2: the thread is archived: the reply fails."""
    sim = await club(start, tmp_path)
    thread = await begin(sim)
    (mover,) = await awaited(sim)
    panel = await prepare(mover)
    await happenings.archive(sim, thread)
    await finish(mover, panel)
    assert [seen.has_button("Play") for seen in public(mover)][-2:] == [False, True]


async def test_in_an_archived_thread_an_edit_wakes_it(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, ben = sim.people
    thread = await begin(sim, "qwixx")
    message = live(ann)
    await happenings.archive(sim, thread)
    await ben.clicks("Pass", on=message)
    assert live(ann).id == message.id
    assert (await look(sim)).match.posted_seq == (await look(sim)).match.seq


async def test_a_locked_thread_is_told_in_the_log_and_the_move_stands(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    thread = await begin(sim)
    (mover,) = await awaited(sim)
    panel = await prepare(mover)
    await happenings.forbid(sim, "manage_threads")
    await happenings.archive(sim, thread, locked=True)
    await finish(mover, panel)
    assert (await look(sim)).match.turn == 2


async def test_where_nothing_new_can_be_shown_people_are_told(start: Start, tmp_path: Path) -> None:
    """PLATFORM 2: the thread is archived or locked: tell in words where we may not."""
    sim = await club(start, tmp_path)
    await begin(sim)
    (mover,) = await awaited(sim)
    panel = await prepare(mover)
    sim.wire.fail(FORBIDDEN, "* /channels/*", times=99)
    await finish(mover, panel)
    (mover,) = await awaited(sim)
    assert "may not write" in (await mover.types("/match show")).text
    assert "may not write" in (await turn_by_typing(mover)).text
    sim.wire.repair()
    await mover.types("/match show")
    assert "may not write" not in (await mover.types("/match show")).text


async def test_a_deleted_thread_ends_the_match(start: Start, tmp_path: Path) -> None:
    """PLATFORM 2: a deleted channel leaves a match that nobody can end."""
    sim = await club(start, tmp_path)
    ann, _ = sim.people
    thread = await begin(sim)
    await happenings.delete_room(sim, thread)
    assert (await look(sim)).match.status is Status.ENDED
    ann.go(sim.channel)
    assert "over, without a result" in ann.newest("Qwirkle, match 1").text


async def test_a_thread_deleted_while_the_bot_was_away_ends_the_match(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, _ = sim.people
    await begin(sim)
    sim.wire.fail(Fault(404, 10003), POSTED)
    await take_turn(sim)
    await sim.settle()
    match = (await look(sim)).match
    assert match.status is Status.ENDED
    assert match.posted_seq == match.seq
    ann.go(sim.channel)
    assert "over, without a result" in ann.newest("Qwirkle, match 1").text


async def test_too_many_edits_are_answered_by_a_new_message(start: Start, tmp_path: Path) -> None:
    """PLATFORM 2: one board message edited all day hits the edit cap."""
    sim = await club(start, tmp_path)
    ann, ben = sim.people
    await begin(sim, "qwixx")
    before = live(ann)
    sim.wire.fail(Fault(400, 30046), EDITED)
    await ben.clicks("Pass")
    assert [seen.id for seen in public(ann) if seen.has_button("My sheet")][-1] > before.id


async def test_no_thread_then_the_match_is_played_here(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, ben = sim.people
    await ann.types("/qwirkle start")
    await ben.clicks("Join")
    sim.wire.fail(FORBIDDEN, "POST /channels/*/threads")
    await ann.clicks("Start")
    assert (await look(sim)).match.channel == sim.channel.id
    assert live(ann).pictures
    await take_turn(sim)
    assert len(sim.rooms) == 1


async def test_a_thread_is_made_once_though_the_reply_is_lost(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, ben = sim.people
    await ann.types("/qwirkle start")
    await ben.clicks("Join")
    sim.wire.fail(LOST_REPLY, "POST /channels/*/threads")
    await ann.clicks("Start")
    await sim.pass_time(10)
    assert len(sim.rooms) == 2
    assert (await look(sim)).match.channel == sim.rooms[-1].id


async def test_the_card_is_gone_and_the_match_goes_on(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    await begin(sim)
    sim.wire.fail(NOT_FOUND, f"PATCH /channels/{sim.channel.id}/messages/*", times=10)
    await sim.pass_time(1801)
    await take_turn(sim)
    assert (await look(sim)).match.turn == 2


async def test_a_double_is_dropped_by_its_nonce(start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is posted again after a lost reply carries the nonce of the first; Discord shows one."""
    nonces: list[object] = []
    real = discord.abc.Messageable.send

    async def send(channel: discord.abc.Messageable, *arguments: object, **options: object) -> object:
        nonces.append(options.get("nonce"))
        return await real(channel, *arguments, **options)  # type: ignore[call-overload]  # whatever was given

    monkeypatch.setattr(discord.abc.Messageable, "send", send)
    sim = await club(start, tmp_path)
    await begin(sim)
    nonces.clear()
    sim.wire.fail(LOST_REPLY, POSTED, times=2)
    await take_turn(sim)
    await sim.pass_time(10)
    match = (await look(sim)).match
    assert nonces == [f"1:{match.seq}"] * 3
    await take_turn(sim)
    assert nonces[-1] != nonces[0]


async def test_in_the_servers_language_whatever_a_person_speaks(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    sim.people[0].speak("de")
    await begin(sim)
    assert "open with your largest set" in live(sim.people[0]).text
    assert bot_of(sim).app.lately.here(sim.people[0].id)
