"""What happens on a server besides play: rooms and messages are deleted, people leave, the bot may less than before."""

from __future__ import annotations

import discord
from simcord.backend import serializers
from simcord.backend.models import Overwrite
from simcord.builders import ChannelHandle
from simcord.enums import OverwriteType

from tests.discord.seen import Seen
from tests.discord.simkit import Discord, Person


async def forbid(sim: Discord, *permissions: str, room: ChannelHandle | None = None) -> None:
    """Take permissions from the bot in a channel and its threads, such as `attach_files`; without any, give all back.

    Discord refuses what the bot then does with 403/50013, and the bot can read it in its permissions there.
    """
    denied = discord.Permissions(**dict.fromkeys(permissions, True)).value
    channel = room or sim.channel
    overwrite = Overwrite(sim.env.backend.bot_user.id, OverwriteType.MEMBER, deny=denied)
    sim.env.backend.set_overwrite(channel.id, overwrite)
    await sim.settle()


async def forbid_person(sim: Discord, person: Person, *permissions: str) -> None:
    """Take permissions from a person in the channel and its threads."""
    denied = discord.Permissions(**dict.fromkeys(permissions, True)).value
    sim.env.backend.set_overwrite(sim.channel.id, Overwrite(person.id, OverwriteType.MEMBER, deny=denied))
    await sim.settle()


async def delete_room(sim: Discord, room: ChannelHandle) -> None:
    """Somebody deletes a channel, and its threads with it, of which Discord then says nothing; or a thread."""
    for thread in room.threads:
        del sim.env.backend.channels[thread.id]
        sim.env.backend.get_guild(sim.guild.id).thread_ids.remove(thread.id)
    sim.env.backend.delete_channel(room.id)
    await sim.settle()


async def delete_message(sim: Discord, message: Seen) -> None:
    """Somebody deletes a message."""
    sim.env.backend.delete_message(message.room, message.id)
    await sim.settle()


async def archive(sim: Discord, thread: ChannelHandle, *, locked: bool = False) -> None:
    """A thread is archived, as Discord does by itself after a while; locked, only moderators can open it again."""
    metadata = sim.env.backend.get_channel(thread.id).thread_metadata
    assert metadata is not None
    metadata.archived, metadata.locked = True, locked
    sim.env.backend.announce_channel_update(thread.id)
    await sim.settle()


async def leave(sim: Discord, person: Person) -> None:
    """A person leaves the server. The bot is not told: that would take a privileged intent."""
    sim.guild.remove_member(person.actor)
    await sim.settle()


async def expel(sim: Discord) -> None:
    """The bot is removed from the server."""
    sim.env.backend.remove_guild(sim.guild.id)
    await sim.settle()


async def remove_bot(sim: Discord) -> None:
    """The bot is removed from the server, which goes on without it."""
    sim.env.backend.emit("GUILD_DELETE", {"id": str(sim.guild.id)})
    await sim.settle()


async def lose_server(sim: Discord) -> None:
    """Discord itself cannot reach the server for a time."""
    sim.env.backend.emit("GUILD_DELETE", {"id": str(sim.guild.id), "unavailable": True})
    await sim.settle()


async def bring_server(sim: Discord) -> None:
    """The bot is invited again; or the server can be reached again, if it only could not be."""
    guild = sim.env.backend.get_guild(sim.guild.id)
    sim.env.backend.emit("GUILD_CREATE", serializers.guild_create_payload(sim.env.backend, guild))
    await sim.settle()


async def unlock(sim: Discord, thread: ChannelHandle, *, archived: bool = False) -> None:
    """A moderator lets everybody into a thread again; ``archived``: and leaves it to them to open it."""
    metadata = sim.env.backend.get_channel(thread.id).thread_metadata
    assert metadata is not None
    metadata.archived, metadata.locked = archived, False
    sim.env.backend.announce_channel_update(thread.id)
    await sim.settle()
