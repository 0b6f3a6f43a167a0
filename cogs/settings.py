"""What a server chooses for all, and the doors to what a person chooses for oneself."""

from __future__ import annotations

from dataclasses import replace

import discord
from discord import app_commands
from discord.ext import commands

from bot.core.errors import MatchError
from bot.core.preferences import Place
from cogs import personal, seasons, time_zone
from cogs.ui.app import GameBot
from cogs.ui.control import About, control_id
from cogs.ui.language import language_for
from cogs.ui.languages import AUTOMATIC, chosen_language, language_options
from cogs.ui.page import Button, Option, Page, Select
from cogs.ui.phrases import phrase
from cogs.ui.request import Press, Request
from cogs.ui.routing import request_of


@app_commands.guild_only()
class SettingsCommands(commands.GroupCog, group_name="settings", group_description=phrase("command.settings")):
    """The commands `/settings …`."""

    @app_commands.command(description=phrase("command.settings.mine"))
    @app_commands.describe(
        zone=phrase("option.zone"),
        quiet=phrase("option.quiet"),
        reminders=phrase("option.reminders"),
        vacation=phrase("option.vacation"),
    )
    @app_commands.autocomplete(zone=time_zone.offer_zones, quiet=personal.offer_quiet)
    async def mine(
        self,
        interaction: discord.Interaction,
        zone: str | None = None,
        quiet: str | None = None,
        reminders: bool | None = None,
        vacation: bool | None = None,
    ) -> None:
        wishes = personal.Wishes(zone, quiet, reminders, vacation)
        await personal.show_mine(request_of(interaction), wishes)

    @app_commands.command(description=phrase("command.settings.server"))
    async def server(self, interaction: discord.Interaction) -> None:
        request = request_of(interaction)
        request.require_manager()
        await request.open(await _settings_page(request))

    @app_commands.command(description=phrase("command.settings.season"))
    async def season(self, interaction: discord.Interaction) -> None:
        await seasons.show(request_of(interaction))


class LanguageCommand(commands.Cog):
    """The command `/language`, for those who would not find it among settings that they cannot read."""

    @app_commands.command(description=phrase("command.language"))
    async def language(self, interaction: discord.Interaction) -> None:
        request = request_of(interaction)
        await request.open(await _language_page(request))


# A server's


async def _settings_page(request: Request, done: bool = False) -> Page:
    say = request.words().say
    chosen = await request.app.preferences.of_guild(request.guild_id)
    languages_named = tuple(
        replace(option, label=say("settings.language.is", language=option.label))
        for option in language_options(say("choice.as-discord"), chosen.language)
    )
    language = Select(control_id("settings-language"), say("settings.language"), languages_named)
    places = [(AUTOMATIC, say("choice.where.auto")), *((place.value, say(f"choice.where.{place}")) for place in Place)]
    place = Select(
        control_id("settings-place"),
        say("settings.place"),
        tuple(
            Option(say("settings.place.is", place=label), value, chosen=value == (chosen.place or AUTOMATIC))
            for value, label in places
        ),
    )
    texts = (f"## {say('settings.title')}", say("settings.explained"))
    to_seasons = Button(say("season.title"), control_id("seasons"))
    return Page(texts, note=say("settings.kept") if done else "", rows=((language,), (place,), (to_seasons,)))


async def choose_server_language(press: Press) -> None:
    """Keep the language in which the bot speaks to everybody on the server."""
    press.require_manager()
    preferences = press.app.preferences
    choices = await preferences.of_guild(press.guild_id)
    await preferences.choose_for_guild(press.guild_id, replace(choices, language=chosen_language(press)))
    await press.turn_to(await _settings_page(press, done=True))


async def choose_place(press: Press) -> None:
    """Keep where new matches of the server go."""
    press.require_manager()
    preferences = press.app.preferences
    value = press.value
    if value not in (AUTOMATIC, *Place):
        raise MatchError("unknown-control")
    choices = await preferences.of_guild(press.guild_id)
    place = None if value == AUTOMATIC else Place(value)
    await preferences.choose_for_guild(press.guild_id, replace(choices, place=place))
    await press.turn_to(await _settings_page(press, done=True))


# A person's


async def _language_page(request: Request, done: bool = False) -> Page:
    say = request.words().say
    chosen = await request.app.preferences.language_of(request.player)
    select = Select(control_id("language"), say("language.choose"), language_options(say("choice.as-discord"), chosen))
    note = say("language.kept") if done else ""
    return Page((f"## {say('language.title')}", say("language.explained")), note=note, rows=((select,),))


async def choose_language(press: Press) -> None:
    """Keep the language in which this person is answered; the answer to this is in it already."""
    language = chosen_language(press)
    await press.app.preferences.choose_language(press.player, language)
    press.language = language_for(language, str(press.interaction.locale))
    await press.turn_to(await _language_page(press, done=True))


async def setup(bot: GameBot) -> None:
    for verb, handler in (
        ("settings-language", choose_server_language),
        ("settings-place", choose_place),
        ("language", choose_language),
        *personal.CONTROLS,
        *time_zone.CONTROLS,
    ):
        bot.app.controls.add(verb, handler, About.NOTHING)
    await bot.add_cog(SettingsCommands())
    await bot.add_cog(LanguageCommand())
