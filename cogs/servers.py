"""Servers that the bot is removed from, or invited to again: their matches are kept for a week.

Meanwhile clocks run as ever, and nothing is shown. A server that Discord itself cannot reach for a time is not one that
the bot was removed from: nothing is done but to wait.
"""

from __future__ import annotations

import asyncio
import logging
from datetime import datetime, timedelta

import discord
from discord.ext import commands

from bot.core.errors import StoreError
from cogs.ui.app import GameBot

log = logging.getLogger(__name__)

KEPT = timedelta(days=7)
"""For so long the matches of a server are kept that the bot is not on any more."""
EVERY = timedelta(hours=6)
"""How often it is looked whether the time of one is over."""


class Servers(commands.Cog):
    """Hears of servers; where the bot was removed while it was away, it finds out when it is ready."""

    def __init__(self, bot: GameBot) -> None:
        self._bot = bot
        self._looking: asyncio.Task[None] | None = None

    async def cog_load(self) -> None:
        self._looking = asyncio.create_task(self._keep_looking(), name="looking after servers")

    async def cog_unload(self) -> None:
        if self._looking is not None:
            self._looking.cancel()

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        await self._look()

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        log.info("server %d: the bot was removed", guild.id)
        await self._look_at(guild.id)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Invited again: its matches are shown again, with all that happened meanwhile."""
        await self._look_at(guild.id)
        for match_id in await self._bot.app.service.open_in(guild.id):
            self._bot.app.service.show_again(match_id)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        await self._bot.app.service.show_unshown(guild.id)

    async def _keep_looking(self) -> None:
        while True:
            await asyncio.sleep(EVERY.total_seconds())
            await self._look()

    async def _look(self) -> None:
        if not self._bot.is_ready():  # it does not know yet on which servers it is
            return
        try:
            for guild in await self._bot.app.service.servers():
                await self._look_at(guild)
        except StoreError as error:
            log.warning("servers were not looked after: %s", error)

    async def _look_at(self, guild: int) -> None:
        """Note since when the bot is out, or that it is in; end the matches when it is out for too long."""
        notes, name, now = self._bot.app.preferences, f"out of {guild}", self._bot.app.clock.now()
        noted = await notes.note(name)
        if self._bot.get_guild(guild) is not None:
            if noted:
                await notes.take_note(name, "")
        elif not noted:
            await notes.take_note(name, now.isoformat())
        elif now - datetime.fromisoformat(noted) >= KEPT:
            await self._end_matches(guild)

    async def _end_matches(self, guild: int) -> None:
        ended = await self._bot.app.service.open_in(guild)
        log.info("server %d: the bot was not invited again, so matches are ended: %s", guild, ended)
        for match_id in ended:
            await self._bot.app.service.close(match_id)


async def setup(bot: GameBot) -> None:
    await bot.add_cog(Servers(bot))
