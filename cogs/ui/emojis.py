"""The bot's own emojis: tiles and rows, uploaded once to the application; letters where they are missing."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Mapping

import discord

from cogs.ui.faults import FAULTS

log = logging.getLogger(__name__)

PREFIX = "qwibot"


class Emojis:
    """Finds an emoji by the name of its picture, such as "RC"; the bot never waits for them."""

    def __init__(self, pictures: Mapping[str, bytes]) -> None:
        self._pictures = pictures
        self._known: dict[str, str] = {}

    def find(self, name: str) -> str:
        """The emoji as it is written in texts and on controls; empty where it is not there."""
        return self._known.get(name, "")

    def or_letters(self, name: str) -> str:
        """The emoji, else the letters that it stands for."""
        return self._known.get(name, name)

    async def upload(self, client: discord.Client) -> None:
        """Bring the application's emojis up to date: new ones first, then those of older pictures go."""
        try:
            there = {emoji.name: emoji for emoji in await client.fetch_application_emojis()}
            for name, picture in self._pictures.items():
                full_name = full_name_of(name, picture)
                emoji = there.pop(full_name, None)
                if emoji is None:
                    emoji = await client.create_application_emoji(name=full_name, image=picture)
                self._known[name] = str(emoji)
            for emoji in there.values():
                if emoji.name.startswith(f"{PREFIX}_"):
                    await emoji.delete()
        except FAULTS as error:
            log.warning("not all emojis are there, letters take their place: %s", error)


def full_name_of(name: str, picture: bytes) -> str:
    """The name under which Discord keeps it: with a hash, so that a new picture replaces the old one."""
    return f"{PREFIX}_{name}_{hashlib.sha256(picture).hexdigest()[:8]}"
