"""What happens on a server besides play: rooms and messages are deleted, people leave, the bot may less than before."""

from __future__ import annotations

import discord
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


async def delete_room(sim: Discord, room: ChannelHandle) -> None:
    """Somebody deletes a channel or a thread."""
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
