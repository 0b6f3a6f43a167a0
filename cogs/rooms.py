"""Channels and threads that are deleted take their match with them, so that none stays that nobody can end."""

from __future__ import annotations

import logging

import discord
from discord.ext import commands

from cogs.ui.app import App, GameBot

log = logging.getLogger(__name__)


class Rooms(commands.Cog):
    """Hears of deleted rooms. What was deleted while the bot was away, the presenter finds out when it posts there."""

    def __init__(self, app: App) -> None:
        self._app = app

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self._close(channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        await self._close(payload.thread_id)

    async def _close(self, room: int) -> None:
        match_id = await self._app.service.in_channel(room)
        if match_id is not None:
            log.info("match %d: its channel was deleted", match_id)
            await self._app.service.close(match_id)


async def setup(bot: GameBot) -> None:
    await bot.add_cog(Rooms(bot.app))
