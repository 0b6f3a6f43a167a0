"""Channels and threads: a match goes with the one that is deleted, and is shown again when the bot may write again."""

from __future__ import annotations

import logging

import discord
from discord.ext import commands

from cogs.ui.app import App, GameBot

log = logging.getLogger(__name__)


class Rooms(commands.Cog):
    """Hears of rooms. What happened to them while the bot was away, the presenter finds out when it posts there."""

    def __init__(self, app: App) -> None:
        self._app = app

    # Deleted

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self._close(channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        await self._close(payload.thread_id)

    async def _close(self, room: int) -> None:
        """With a channel its threads are gone, of which Discord says nothing where they are archived."""
        for match_id in await self._app.service.under(room):
            log.info("match %d: its channel was deleted", match_id)
            await self._app.service.close(match_id)

    # Open again

    @commands.Cog.listener()
    async def on_guild_channel_update(self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        me = after.guild.me
        if _gained(before.permissions_for(me), after.permissions_for(me)):
            await self._app.service.show_unshown(after.guild.id)

    @commands.Cog.listener()
    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        if after in after.guild.me.roles and _gained(before.permissions, after.permissions):
            await self._app.service.show_unshown(after.guild.id)

    @commands.Cog.listener()
    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        """Of all members Discord tells us of ourselves alone: another role may allow more."""
        if after == after.guild.me and _gained(before.guild_permissions, after.guild_permissions):
            await self._app.service.show_unshown(after.guild.id)

    @commands.Cog.listener()
    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """One that is only archived opens again with what is posted there."""
        if not payload.data["thread_metadata"].get("locked", False):
            await self._show_if_unshown(payload.thread_id)

    async def _show_if_unshown(self, room: int) -> None:
        match_id = await self._app.service.in_channel(room)
        if match_id is None:
            return
        match = (await self._app.service.glance(match_id)).match
        if match.posted_seq < match.seq:
            self._app.service.show_again(match_id)


def _gained(before: discord.Permissions, after: discord.Permissions) -> bool:
    return bool(after.value & ~before.value)


async def setup(bot: GameBot) -> None:
    await bot.add_cog(Rooms(bot.app))
