"""The commands `/qwirkle …`."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.core.errors import MatchError, RuleError
from bot.core.seats import Moment
from bot.games.base import Seat
from bot.games.qwirkle.marks import Sign
from bot.games.qwirkle.notation import parse
from bot.games.qwirkle.state import Exchange, OpeningRule, Options, Play, View
from bot.games.qwirkle.views import fault
from cogs.lobby import WHEN_LATE, WHERE, Wishes, offer_times, open_lobby
from cogs.qwirkle import controls, drafting, panels
from cogs.qwirkle.offers import offer_exchanges, offer_plays, offer_prepared
from cogs.qwirkle.prepared import prepare_button
from cogs.ui.app import GameBot
from cogs.ui.phrases import phrase
from cogs.ui.request import Request
from cogs.ui.routing import request_of
from cogs.ui.scene import Scene

GAME = "qwirkle"
OPENINGS = [app_commands.Choice(name=phrase(f"choice.opening.{each}", GAME), value=each.value) for each in OpeningRule]


@app_commands.guild_only()
class QwirkleCommands(commands.GroupCog, group_name=GAME, group_description=phrase("command.qwirkle", GAME)):
    """Opening a match, and playing it by typing."""

    @app_commands.command(description=phrase("command.qwirkle.start", GAME))
    @app_commands.describe(
        opponent=phrase("option.opponent"),
        opponent2=phrase("option.opponent-more"),
        opponent3=phrase("option.opponent-more"),
        opponent4=phrase("option.opponent-more"),
        opponent5=phrase("option.opponent-more"),
        computers=phrase("option.computers"),
        time=phrase("option.time"),
        when_late=phrase("option.when-late"),
        rated=phrase("option.rated"),
        where=phrase("option.where"),
        opening=phrase("option.opening", GAME),
    )
    @app_commands.rename(when_late="when-late")
    @app_commands.choices(when_late=WHEN_LATE, where=WHERE, opening=OPENINGS)
    @app_commands.autocomplete(time=offer_times)
    async def start(  # noqa: PLR0913, PLR0917 - the options of a command are its parameters
        self,
        interaction: discord.Interaction,
        opponent: discord.Member | None = None,
        opponent2: discord.Member | None = None,
        opponent3: discord.Member | None = None,
        opponent4: discord.Member | None = None,
        opponent5: discord.Member | None = None,
        computers: app_commands.Range[int, 0, 5] = 0,
        time: str | None = None,
        when_late: str | None = None,
        rated: bool = True,
        where: str | None = None,
        opening: str | None = None,
    ) -> None:
        everybody = (opponent, opponent2, opponent3, opponent4, opponent5)
        opponents = [each for each in everybody if each is not None]
        options = Options(opening=OpeningRule.LARGEST if opening is None else OpeningRule(opening))
        wishes = Wishes(opponents, computers, time, when_late, rated, where, options)
        await open_lobby(request_of(interaction), GAME, wishes)

    @app_commands.command(description=phrase("command.qwirkle.play", GAME))
    @app_commands.describe(move=phrase("option.move", GAME))
    @app_commands.autocomplete(move=offer_plays)
    async def play(self, interaction: discord.Interaction, move: str) -> None:
        await _act(request_of(interaction), move)

    @app_commands.command(description=phrase("command.qwirkle.exchange", GAME))
    @app_commands.describe(tiles=phrase("option.tiles", GAME))
    @app_commands.autocomplete(tiles=offer_exchanges)
    async def exchange(self, interaction: discord.Interaction, tiles: str) -> None:
        await _act(request_of(interaction), f"{Sign.EXCHANGE} {tiles}")

    @app_commands.command(description=phrase("command.qwirkle.prepare", GAME))
    @app_commands.describe(move=phrase("option.prepare", GAME))
    @app_commands.autocomplete(move=offer_prepared)
    async def prepare(self, interaction: discord.Interaction, move: str) -> None:
        await _prepare(request_of(interaction), move)

    @app_commands.command(description=phrase("command.qwirkle.hand", GAME))
    async def hand(self, interaction: discord.Interaction) -> None:
        request = request_of(interaction)
        await request.find_of(GAME)
        await controls.show_hand(request)


async def _act(request: Request, typed: str) -> None:
    """Do what was typed. A play that the rules refuse is shown with what is wrong in it."""
    now = await request.find_of(GAME)
    scene = await request.scene(now)
    action = _read(scene, drafting.require_turn(scene), typed)
    try:
        happened = await request.act(action, Moment(now.match.turn, now.match.phase))
    except RuleError as error:
        if isinstance(action, Exchange):
            raise
        await request.open(await panels.clash_page(request, scene, action.play, error))
        return
    await request.open(await drafting.done(request, happened))


async def _prepare(request: Request, typed: str) -> None:
    """Keep what was typed for one's next turn; it has to be allowed on the board as it is now."""
    scene = await request.scene(await request.find_of(GAME))
    seat = drafting.require_ahead(scene)
    if seat in scene.now.to_act:
        raise MatchError("your-turn")
    action = _read(scene, seat, typed)
    error = fault(scene.view, action)
    if error is None:
        await request.open(await drafting.prepare(request, action))
    elif isinstance(action, Play):
        again = prepare_button(scene)
        await request.open(await panels.clash_page(request, scene, action.play, error, again))
    else:
        raise error


def _read(scene: Scene, seat: Seat, typed: str) -> Play | Exchange:
    view: View = scene.view
    return parse(typed, seat, dict(view.board), view.labels)


async def setup(bot: GameBot) -> None:
    controls.register(bot.app.controls)
    await bot.add_cog(QwirkleCommands())
