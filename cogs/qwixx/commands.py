"""The commands `/qwixx …`."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.core.seats import Moment
from bot.games.qwixx.notation import parse
from bot.games.qwixx.state import Options, Timing
from cogs.lobby import WHEN_LATE, WHERE, Wishes, offer_times, open_lobby
from cogs.qwixx import controls, panels
from cogs.ui.app import GameBot
from cogs.ui.phrases import phrase
from cogs.ui.request import Request
from cogs.ui.routing import request_of
from cogs.ui.waiting import with_waiting

GAME = "qwixx"
TIMINGS = [app_commands.Choice(name=phrase(f"choice.timing.{each}", GAME), value=each.value) for each in Timing]


@app_commands.guild_only()
class QwixxCommands(commands.GroupCog, group_name=GAME, group_description=phrase("command.qwixx", GAME)):
    """Opening a match, and playing it by typing."""

    @app_commands.command(description=phrase("command.qwixx.start", GAME))
    @app_commands.describe(
        opponent=phrase("option.opponent"),
        opponent2=phrase("option.opponent-more"),
        opponent3=phrase("option.opponent-more"),
        opponent4=phrase("option.opponent-more"),
        computers=phrase("option.computers"),
        time=phrase("option.time"),
        when_late=phrase("option.when-late"),
        rated=phrase("option.rated"),
        where=phrase("option.where"),
        timing=phrase("option.timing", GAME),
    )
    @app_commands.rename(when_late="when-late")
    @app_commands.choices(when_late=WHEN_LATE, where=WHERE, timing=TIMINGS)
    @app_commands.autocomplete(time=offer_times)
    async def start(  # noqa: PLR0913, PLR0917 - the options of a command are its parameters
        self,
        interaction: discord.Interaction,
        opponent: discord.Member | None = None,
        opponent2: discord.Member | None = None,
        opponent3: discord.Member | None = None,
        opponent4: discord.Member | None = None,
        computers: app_commands.Range[int, 0, 4] = 0,
        time: str | None = None,
        when_late: str | None = None,
        rated: bool = True,
        where: str | None = None,
        timing: str | None = None,
    ) -> None:
        opponents = [each for each in (opponent, opponent2, opponent3, opponent4) if each is not None]
        options = Options(timing=Timing.SHEET if timing is None else Timing(timing))
        wishes = Wishes(opponents, computers, time, when_late, rated, where, options)
        await open_lobby(request_of(interaction), GAME, wishes)

    @app_commands.command(description=phrase("command.qwixx.mark", GAME))
    @app_commands.describe(move=phrase("option.move", GAME))
    async def mark(self, interaction: discord.Interaction, move: str) -> None:
        await _play(request_of(interaction), move)

    @app_commands.command(name="pass", description=phrase("command.qwixx.pass", GAME))
    async def pass_(self, interaction: discord.Interaction) -> None:
        await _play(request_of(interaction), "pass")

    @app_commands.command(description=phrase("command.qwixx.sheet", GAME))
    async def sheet(self, interaction: discord.Interaction) -> None:
        request = request_of(interaction)
        await request.find_of(GAME)
        await controls.show_sheet(request)


async def _play(request: Request, typed: str) -> None:
    now = await request.find_of(GAME)
    scene = await request.scene(now)
    controls.require_seat(scene)
    await request.act(parse(typed, scene.view), Moment(now.match.turn, now.match.phase))
    await request.open(await with_waiting(request, panels.done_page(request)))


async def setup(bot: GameBot) -> None:
    controls.register(bot.app.controls)
    await bot.add_cog(QwixxCommands())
