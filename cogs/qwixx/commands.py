"""The commands `/qwixx …`."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.core.errors import QwibotError
from bot.core.seats import Moment
from bot.games.qwixx.notation import parse
from bot.games.qwixx.state import Options, Timing
from cogs.lobby import WHEN_LATE, WHERE, Wishes, offer_times, open_lobby
from cogs.qwixx import controls, panels
from cogs.ui.app import GameBot, app_of
from cogs.ui.language import language_for
from cogs.ui.page import MOST_OPTIONS
from cogs.ui.phrases import phrase
from cogs.ui.request import Request
from cogs.ui.routing import request_of
from cogs.ui.seats import require_seat

GAME = "qwixx"
TIMINGS = [app_commands.Choice(name=phrase(f"choice.timing.{each}", GAME), value=each.value) for each in Timing]


async def offer_moves(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """What the one who types can mark now; only they see that. Nothing where there is nothing to mark."""
    request = Request(app_of(interaction), interaction)
    try:
        chosen = await request.app.preferences.language_of(request.player)
        request.language = language_for(chosen, str(interaction.locale))
        scene = await request.scene(await request.find_of(GAME))
    except QwibotError:
        return []
    moves = panels.moves(scene) if scene.seat is not None and scene.view is not None else ()
    wanted = typed.casefold().split()
    return [
        app_commands.Choice(name=label, value=notation)
        for label, notation in moves
        if all(word in f"{label} {notation}".casefold() for word in wanted)
    ][:MOST_OPTIONS]


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
    @app_commands.autocomplete(move=offer_moves)
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
    """What is typed is meant: the last one to choose is not asked again."""
    now = await request.find_of(GAME)
    scene = await request.scene(now)
    require_seat(scene)
    happened = await request.act(parse(typed, scene.view), Moment(now.match.turn, now.match.phase))
    await request.open(await controls.outcome_page(request, happened, now))


async def setup(bot: GameBot) -> None:
    controls.register(bot.app.controls)
    await bot.add_cog(QwixxCommands())
