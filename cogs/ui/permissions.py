"""What the bot must be allowed to do where a match is played: asked for before it starts."""

from __future__ import annotations

from dataclasses import dataclass

import discord

ROOM = ("view_channel", "send_messages", "attach_files")
THREAD = ("view_channel", "send_messages_in_threads", "attach_files")
OPENING_A_THREAD = ("create_public_threads", "send_messages_in_threads", "read_message_history")

ALL = tuple(dict.fromkeys((*ROOM, *THREAD, *OPENING_A_THREAD)))
INVITATION = discord.Permissions(**dict.fromkeys(ALL, True))
"""What the bot asks for when it is invited: all that it checks, and nothing else."""


@dataclass(frozen=True, slots=True)
class Permission:
    """A permission by its name in discord.py."""

    name: str

    @property
    def text_key(self) -> str:
        return f"permission.{self.name}"


def has_threads(channel: object) -> bool:
    """Whether a match that begins in the channel can get a thread of its own."""
    return isinstance(channel, discord.TextChannel)


def missing(granted: discord.Permissions, channel: object, *, thread: bool) -> list[Permission]:
    """What the bot lacks to hold a match in the channel, or in a thread of it."""
    here = THREAD if isinstance(channel, discord.Thread) else ROOM
    needed = dict.fromkeys((*here, *(OPENING_A_THREAD if thread else ())))
    return [Permission(name) for name in needed if not getattr(granted, name)]
