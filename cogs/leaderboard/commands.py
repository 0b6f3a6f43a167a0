"""The commands `/leaderboard` and `/stats`."""

from __future__ import annotations

from dataclasses import replace

import discord
from discord import app_commands
from discord.ext import commands

from bot.core.errors import InputError
from bot.core.standings import Board, Measure, Period
from bot.games.registry import GAMES
from cogs.leaderboard import board, career, records
from cogs.leaderboard.asked import EVERYWHERE, HERE, Asked, possible
from cogs.leaderboard.board import board_page, public_language
from cogs.leaderboard.words import say_season
from cogs.ui.app import GameBot, app_of
from cogs.ui.control import About
from cogs.ui.page import MOST_OPTIONS
from cogs.ui.phrases import phrase
from cogs.ui.request import Request
from cogs.ui.routing import PUBLIC, request_of

GAME_CHOICES = [app_commands.Choice(name=phrase("game.name", game), value=game) for game in GAMES]
SCOPES = [app_commands.Choice(name=phrase(f"scope.{scope}"), value=scope) for scope in (HERE, EVERYWHERE)]
PERIODS = [app_commands.Choice(name=phrase(f"choice.period.{each}"), value=each.value) for each in Period]
MEASURES = [app_commands.Choice(name=phrase(measure.text_key), value=measure.value) for measure in Measure]
SeasonNumber = app_commands.Range[int, 1, 10**6]


class StandingsCommands(commands.Cog):
    """What everybody may see of who leads; what one sees of oneself."""

    @app_commands.command(description=phrase("command.leaderboard"), extras={PUBLIC: True})
    @app_commands.describe(
        game=phrase("option.game"),
        scope=phrase("option.scope"),
        period=phrase("option.period"),
        season=phrase("option.season"),
        by=phrase("option.by"),
    )
    @app_commands.choices(game=GAME_CHOICES, scope=SCOPES, period=PERIODS, by=MEASURES)
    async def leaderboard(
        self,
        interaction: discord.Interaction,
        game: str | None = None,
        scope: str | None = None,
        period: str | None = None,
        season: SeasonNumber | None = None,
        by: str | None = None,
    ) -> None:
        request = request_of(interaction)
        guild = _guild(request, scope, season)
        wanted = Board(
            game or await _game_here(request),
            guild,
            await _period(request, guild, period, season),
            Measure.RATING if by is None else Measure(by),
            season,
        )
        asked = Asked(request.player, possible(wanted))
        if by is None:
            asked = await _with_somebody_on_it(request, asked)
            wanted = replace(wanted, measure=asked.board.measure)
        await request.open(await board_page(request, asked, await public_language(request), wanted))

    @leaderboard.autocomplete("season")
    async def seasons(self, interaction: discord.Interaction, typed: int | str) -> list[app_commands.Choice[int]]:
        """The seasons of the server, the newest first."""
        if interaction.guild_id is None:
            return []
        app = app_of(interaction)
        words = Request(app, interaction).words()
        known = await app.standings.seasons(interaction.guild_id)
        return [
            app_commands.Choice(name=say_season(words, season.number, known), value=season.number)
            for season in reversed(known)
            if str(season.number).startswith(str(typed or ""))
        ][:MOST_OPTIONS]

    @app_commands.command(description=phrase("command.stats"))
    @app_commands.describe(player=phrase("option.stats.player"), game=phrase("option.stats.game"))
    @app_commands.choices(game=GAME_CHOICES)
    async def stats(
        self, interaction: discord.Interaction, player: discord.User | None = None, game: str | None = None
    ) -> None:
        request = request_of(interaction)
        await career.show(request, request.player if player is None else player.id, game)


def _guild(request: Request, scope: str | None, season: int | None) -> int | None:
    """The server whose board it is: a season is always one of a server. None: everywhere."""
    if season is not None or scope == HERE:
        return request.guild_id
    return None if scope == EVERYWHERE else request.interaction.guild_id


async def _game_here(request: Request) -> str:
    """The game that is played in this channel, else the first there is."""
    match_id = await request.app.service.in_channel(request.channel_id)
    if match_id is None:
        return next(iter(GAMES))
    return (await request.app.service.glance(match_id)).match.game


async def _period(request: Request, guild: int | None, period: str | None, season: int | None) -> Period:
    """The period that is asked for; unasked, the season of a server that has one. InputError "no-such-season"."""
    seasons = () if guild is None else await request.app.standings.seasons(guild)
    if season is not None:
        if season > len(seasons):
            raise InputError("no-such-season", season=season, count=len(seasons))
        return Period.SEASON
    if period is not None:
        return Period(period)
    return Period.SEASON if seasons else Period.ALL


async def _with_somebody_on_it(request: Request, asked: Asked) -> Asked:
    """The board by wins instead of the one by rating, for as long as nobody has a rating."""
    found = await request.app.standings.page(asked.board, None, 0, 1)
    return asked if found.total else asked.of(replace(asked.board, measure=Measure.WINS))


async def setup(bot: GameBot) -> None:
    for verb, handler in (
        ("board", board.turned),
        ("board-mine", board.own_place),
        ("board-by", board.by_another_measure),
        ("board-over", board.over_another_period),
        ("board-records", records.opened),
        ("stats", career.turned),
        ("stats-rivals", career.rivals),
        ("stats-show", career.show_to_all),
    ):
        bot.app.controls.add(verb, handler, About.NOTHING)
    await bot.add_cog(StandingsCommands())
