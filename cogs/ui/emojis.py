"""The bot's own emojis: tiles and rows, uploaded once to the application; letters where they are missing."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
from collections.abc import Mapping, Sequence
from itertools import chain, repeat

import discord

from cogs.ui.faults import FAULTS

log = logging.getLogger(__name__)

PREFIX = "qwibot"
PAUSES = (60.0, 600.0, 3600.0)
"""Seconds until what did not go well is tried again; the last again and again."""


class Emojis:
    """Finds an emoji by the name of its picture, such as "RC"; the bot never waits for them."""

    def __init__(self, pictures: Mapping[str, bytes]) -> None:
        self._pictures = {full_name_of(name, picture): (name, picture) for name, picture in pictures.items()}
        self._known: dict[str, str] = {}

    def find(self, name: str) -> str:
        """The emoji as it is written in texts and on controls; empty where it is not there."""
        return self._known.get(name, "")

    def or_letters(self, name: str) -> str:
        """The emoji, else the letters that it stands for."""
        return self._known.get(name, name)

    async def keep_up(self, client: discord.Client, pauses: Sequence[float] = PAUSES) -> None:
        """Bring the application's emojis up to date, however often it takes. For a task in the background."""
        for pause in chain(pauses, repeat(pauses[-1])):
            try:
                await self.upload(client)
            except discord.Forbidden as error:
                log.warning("emojis: Discord does not let us, letters take their place: %s", error)
            except FAULTS as error:
                log.warning("emojis: not all are there, letters take their place; tried again later: %s", error)
                await asyncio.sleep(pause)
                continue
            return

    async def upload(self, client: discord.Client) -> None:
        """Bring the application's emojis up to date, as far as it goes; raises what Discord answered instead.

        Those that are there are known at once. Those of older pictures go in the end, also where new ones found no
        room, for then they make some.
        """
        there = {emoji.name: emoji for emoji in await client.fetch_application_emojis()}
        for full_name in self._pictures.keys() & there.keys():
            self._know(full_name, there[full_name])
        try:
            for full_name, (_, picture) in self._pictures.items():
                if full_name not in there:
                    self._know(full_name, await client.create_application_emoji(name=full_name, image=picture))
        finally:
            for name, emoji in there.items():
                if name.startswith(f"{PREFIX}_") and name not in self._pictures:
                    await _delete(emoji)

    def _know(self, full_name: str, emoji: discord.Emoji) -> None:
        self._known[self._pictures[full_name][0]] = str(emoji)


async def _delete(emoji: discord.Emoji) -> None:
    with contextlib.suppress(discord.NotFound):
        await emoji.delete()


def full_name_of(name: str, picture: bytes) -> str:
    """The name under which Discord keeps it: with a hash, so that a new picture replaces the old one."""
    return f"{PREFIX}_{name}_{hashlib.sha256(picture).hexdigest()[:8]}"
