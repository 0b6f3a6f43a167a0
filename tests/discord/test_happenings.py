"""The happenings of the kit, as the toy is told of them."""

from __future__ import annotations

import discord
import pytest

from tests.discord import happenings
from tests.discord.inside import SimClock
from tests.discord.simkit import Start
from tests.discord.toy import Toy


def toy(_clock: SimClock) -> Toy:
    return Toy()


@pytest.mark.parametrize("permission", ["attach_files", "create_public_threads", "send_messages_in_threads"])
async def test_what_is_forbidden_is_refused(start: Start, permission: str) -> None:
    sim = await start(toy)
    ann, _ = sim.people
    await happenings.forbid(sim, permission)
    guild = sim.bot.get_guild(sim.guild.id)
    assert guild is not None
    channel = guild.get_channel(sim.channel.id)
    assert channel is not None
    assert not getattr(channel.permissions_for(guild.me), permission)
    await ann.types("/toy thread")
    (fault,) = sim.faults.take()
    assert isinstance(fault.__cause__, discord.Forbidden)
    assert fault.__cause__.code == 50013
    await happenings.forbid(sim)
    assert "Play in" in (await ann.types("/toy thread")).text


async def test_a_deleted_message_is_gone(start: Start) -> None:
    sim = await start(toy)
    ann, _ = sim.people
    await ann.types("/toy board")
    board = ann.newest()
    await happenings.delete_message(sim, board)
    assert ann.sees() == []
    await ann.clicks("Tap", on=board)
    (fault,) = sim.faults.take()
    assert isinstance(fault, discord.NotFound)


async def test_a_deleted_thread_is_gone_for_the_bot_too(start: Start) -> None:
    sim = await start(toy)
    await sim.people[0].types("/toy thread")
    thread = sim.rooms[-1]
    assert sim.bot.get_channel(thread.id) is not None
    await happenings.delete_room(sim, thread)
    assert sim.bot.get_channel(thread.id) is None
    assert len(sim.rooms) == 1


async def test_a_message_opens_an_archived_thread_unless_it_is_locked(start: Start) -> None:
    sim = await start(toy)
    ann, _ = sim.people
    await ann.types("/toy thread")
    ann.go(sim.rooms[-1])
    await happenings.archive(sim, ann.room)
    thread = await sim.bot.fetch_channel(ann.room.id)
    assert isinstance(thread, discord.Thread)
    assert (thread.archived, thread.locked) == (True, False)
    assert sim.bot.get_channel(ann.room.id) is None  # discord.py forgets a thread when it is archived
    await ann.types("/toy errand", what="the dishes")
    assert ann.newest().text == "Done: the dishes"
    await happenings.forbid(sim, "manage_threads")
    await happenings.archive(sim, ann.room, locked=True)
    with pytest.raises(discord.HTTPException) as refused:
        await thread.send("Hello?")
    assert refused.value.code == 50083


async def test_people_leave_and_the_bot_is_expelled(start: Start) -> None:
    sim = await start(toy)
    ben = sim.people[1]
    await happenings.leave(sim, ben)
    assert ben.id not in sim.guild.member_ids()
    await happenings.expel(sim)
    assert list(sim.bot.guilds) == []
