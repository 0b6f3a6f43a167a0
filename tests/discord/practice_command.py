"""A command for tests that opens a practice match, as `/help` does: an extension beside those of the bot."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.core.lobby import Terms
from cogs.ui.app import GameBot
from cogs.ui.routing import request_of


class PracticeCommand(commands.Cog):
    @app_commands.command(description="Opens a practice match")
    async def practice(self, interaction: discord.Interaction, game: str = "qwirkle") -> None:
        request = request_of(interaction)
        app = request.app
        opened = await app.service.open(request.actor(), game, Terms(turn_time=None, rated=False), None, ["simple"])
        app.presenter.practice.follow(opened.match.id, interaction)
        await app.service.start(request.actor(), opened.match.id)


async def setup(bot: GameBot) -> None:
    await bot.add_cog(PracticeCommand())
