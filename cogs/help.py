"""Help that plays along: what the bot does, a practice match, the rules, and the card when it is invited."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator

import discord
from discord import app_commands
from discord.ext import commands

from bot.core.errors import MatchError, StoreError
from bot.core.lobby import Terms
from bot.core.store import Match, Status
from bot.core.text import Words
from bot.games.registry import GAMES
from cogs.lobby import hint
from cogs.registry import LESSONS
from cogs.ui.app import App, GameBot
from cogs.ui.control import About, control_id
from cogs.ui.faults import FAULTS
from cogs.ui.language import language_for, words_of
from cogs.ui.page import Button, Page, Row, Style
from cogs.ui.permissions import Permission, missing
from cogs.ui.phrases import phrase
from cogs.ui.posting import RefusedError
from cogs.ui.request import Press, Request
from cogs.ui.routing import request_of

log = logging.getLogger(__name__)

GAME_CHOICES = [app_commands.Choice(name=phrase("game.name", game), value=game) for game in GAMES]
ACCENT = 0x2E7D6B


class Help(commands.Cog):
    """The commands `/help` and `/rules`, and the card at the invitation."""

    def __init__(self, app: App) -> None:
        self._app = app

    @app_commands.command(description=phrase("command.help"))
    async def help(self, interaction: discord.Interaction) -> None:
        request = request_of(interaction)
        await request.open(_help_page(request.words()))

    @app_commands.command(description=phrase("command.rules"))
    @app_commands.describe(game=phrase("option.game"))
    @app_commands.choices(game=GAME_CHOICES)
    async def rules(self, interaction: discord.Interaction, game: str) -> None:
        request = request_of(interaction)
        await request.open(await _rules_page(request, game, 0))

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        try:
            await greet(self._app, guild)
        except (RefusedError, StoreError, *FAULTS) as error:
            log.info("server %d: the first card was not posted: %s", guild.id, error)


# Help


def _help_page(words: Words) -> Page:
    say = words.say
    practice = tuple(
        Button(say("help.practice", game=_name(words, game)), control_id("help-practice", game), Style.GO)
        for game in GAMES
    )
    return Page(
        (f"## {say('help.title')}", say("help.start"), say("help.standings"), say("help.practice.explained")),
        note=say("help.more"),
        rows=(
            practice,
            (*_rules_buttons(words), Button(say("help.commands"), control_id("help-commands"))),
            (
                Button(say("waiting.all"), control_id("match-mine")),
                Button(say("personal.title"), control_id("personal")),
            ),
        ),
        accent=ACCENT,
    )


def _name(words: Words, game: str) -> str:
    return words_of(words.language, game).say("game.name")


def _rules_buttons(words: Words) -> Iterator[Button]:
    for game in GAMES:
        yield Button(words.say("help.rules", game=_name(words, game)), control_id("help-rules", game, 0))


async def show_help(press: Press) -> None:
    """The help, from a button: in the private message that it is on, or in one of its own."""
    await press.turn_to(_help_page(press.words()))


async def show_commands(press: Press) -> None:
    """All commands, each with what it does."""
    client = press.interaction.client
    assert isinstance(client, GameBot), "our controls are on our client"
    lines = [_command_line(press, command) for command in _leaves(client.tree.walk_commands())]
    back = Button(press.words().say("help.back"), control_id("help"))
    await press.turn_to(Page(("\n".join(lines),), rows=((back,),), accent=ACCENT))


Leaf = app_commands.Command[commands.Cog, ..., object]


def _leaves(walked: Iterable[object]) -> list[Leaf]:
    """What can be typed: not the groups."""
    return sorted(
        (command for command in walked if isinstance(command, app_commands.Command)),
        key=lambda each: each.qualified_name,
    )


def _command_line(request: Request, command: Leaf) -> str:
    name = command.qualified_name
    game = command.root_parent.name if command.root_parent is not None and command.root_parent.name in GAMES else None
    return f"`/{name}` {request.words(game).say('command.' + name.replace(' ', '.'))}"


# Practice


async def practice(press: Press) -> None:
    """A match against a computer for this person alone: the one that runs, else a new one.

    Its board takes the place of the page that was pressed on, which is private as all of the help.
    """
    game = _game_of(press)
    match_id = await _running_practice(press, game)
    follow = press.app.presenter.practice.follow
    if match_id is not None:
        follow(match_id, press.interaction)
        press.app.service.show_again(match_id)
        return
    computer = next(iter(GAMES[game].computers))
    opened = await press.app.service.open(press.actor(), game, Terms(turn_time=None, rated=False), None, [computer])
    follow(opened.match.id, press.interaction)
    await press.app.service.start(press.actor(), opened.match.id)
    await hint(press, game)


async def _running_practice(press: Press, game: str) -> int | None:
    def is_it(match: Match) -> bool:
        return match.guild is None and match.game == game and match.status is Status.LIVE

    return next((match.id for match in await press.app.service.of_player(press.player) if is_it(match)), None)


def _game_of(press: Press) -> str:
    """The game that the control is about. MatchError "unknown-control"."""
    game = next(iter(press.arguments), "")
    if game not in GAMES:
        raise MatchError("unknown-control")
    return game


# Rules


async def show_rules(press: Press) -> None:
    """A page of a game's rules, in the private message that was pressed on."""
    await press.turn_to(await _rules_page(press, _game_of(press), press.number(1)))


async def _rules_page(request: Request, game: str, number: int) -> Page:
    words, lessons = request.words(game), LESSONS[game]
    number = min(number, len(lessons) - 1)
    lesson = lessons[number]
    key = f"rules.{game}.{lesson.key}"
    image = await request.app.pictures.draw(lesson.draw(words, words.say(f"{key}.alt")))
    title = words.say("rules.title", game=words.say("game.name"), title=words.say(key))
    note = words.say("rules.page", number=number + 1, pages=len(lessons))
    return Page(
        (f"## {title}", words.say(f"{key}.text")),
        image,
        note=note,
        rows=(_turning(words, game, number, len(lessons)),),
        accent=request.app.games[game].accent,
    )


def _turning(words: Words, game: str, number: int, pages: int) -> Row:
    last = number == pages - 1
    back = Button(words.say("rules.before"), control_id("help-rules", game, max(number - 1, 0)), disabled=number == 0)
    onward = Button(
        words.say("rules.next"),
        control_id("help-rules", game, number + 1),
        Style.PLAIN if last else Style.MAIN,
        disabled=last,
    )
    try_it = Button(words.say("help.try"), control_id("help-practice", game), Style.GO if last else Style.PLAIN)
    return (back, onward, try_it, Button(words.say("help.back"), control_id("help")))


# The first contact


async def greet(app: App, guild: discord.Guild) -> None:
    """Post the card of the first contact once: what the bot does, how to start, what it is not allowed to do."""
    noted = f"greeted {guild.id}"
    channel = _where_to_greet(guild)
    if channel is None or await app.preferences.note(noted) is not None:
        return
    chosen = (await app.preferences.of_guild(guild.id)).language
    words = words_of(language_for(chosen, str(guild.preferred_locale)))
    lacking = missing(channel.permissions_for(guild.me), channel, thread=True)
    await app.posting.send(channel.id, _card(words, lacking), f"hello:{guild.id}")
    await app.preferences.take_note(noted, str(channel.id))


def _where_to_greet(guild: discord.Guild) -> discord.TextChannel | None:
    """The channel for the server's own news, else the first one where the bot may write."""
    channels = [guild.system_channel, *guild.text_channels]
    return next((channel for channel in channels if channel is not None and _may_write(channel)), None)


def _may_write(channel: discord.TextChannel) -> bool:
    granted = channel.permissions_for(channel.guild.me)
    return granted.view_channel and granted.send_messages


def _card(words: Words, lacking: list[Permission]) -> Page:
    say = words.say
    texts = [f"## {say('welcome.title')}", say("welcome.text")]
    if lacking:
        texts.append(say("welcome.lacking", permissions=lacking))
    buttons = (Button(say("welcome.help"), control_id("help"), Style.MAIN), *_rules_buttons(words))
    return Page(tuple(texts), note=say("welcome.note"), rows=(buttons,), accent=ACCENT)


async def setup(bot: GameBot) -> None:
    for verb, handler in (
        ("help", show_help),
        ("help-commands", show_commands),
        ("help-practice", practice),
        ("help-rules", show_rules),
    ):
        bot.app.controls.add(verb, handler, About.NOTHING)
    await bot.add_cog(Help(bot.app))
