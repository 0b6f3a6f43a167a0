"""From the wish to play to the start of a match: the shared part of the games' start commands, and the lobby."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import discord
from discord import app_commands

from bot.core.errors import MatchError
from bot.core.happened import Happened
from bot.core.lobby import TURN_TIME, Place, Terms
from bot.core.preferences import Place as Where
from bot.core.store import WhenLate
from bot.games.registry import GAMES
from cogs.ui import links
from cogs.ui.app import GameBot
from cogs.ui.control import About, Handler
from cogs.ui.language import language_for, words_of
from cogs.ui.page import Page
from cogs.ui.permissions import has_threads, missing
from cogs.ui.phrases import phrase
from cogs.ui.request import Press, Request
from cogs.ui.times import USUAL, read_length, say_length, write_length

WHEN_LATE = [app_commands.Choice(name=phrase(f"choice.when-late.{each}"), value=each.value) for each in WhenLate]
WHERE = [app_commands.Choice(name=phrase(f"choice.where.{each}"), value=each.value) for each in Where]


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a start command was asked for; None where nothing was said."""

    opponents: Sequence[discord.Member]
    computers: int = 0
    time: str | None = None
    when_late: str | None = None
    rated: bool = True
    where: str | None = None
    options: object = None


async def open_lobby(request: Request, game: str, wishes: Wishes) -> None:
    """Open a lobby here. All that is wrong with the wishes, or missing for a match, is said before."""
    guild = request.guild_id
    thread = await _wants_thread(request, wishes.where)
    require_permissions(request.interaction, thread=thread)
    invited = _invited(request, wishes.opponents)
    _require_seats(game, 1 + len(invited) + wishes.computers)
    terms = Terms(
        options=wishes.options,
        turn_time=TURN_TIME if wishes.time is None else read_length(wishes.time, request.words()),
        when_late=WhenLate.SKIP if wishes.when_late is None else WhenLate(wishes.when_late),
        rated=wishes.rated,
        invited=invited,
        thread=thread,
    )
    level = next(iter(GAMES[game].computers))
    opened = await request.app.service.open(
        request.actor(), game, terms, Place(guild, request.channel_id), [level] * wishes.computers
    )
    request.about = opened.match.id
    await request.open(await _opened(request, opened))
    await hint(request, game)


async def _wants_thread(request: Request, where: str | None) -> bool:
    """Whether the match is to get a thread: as asked for, else as the server chose, else where the bot may."""
    channel = request.interaction.channel
    chosen = (await request.app.preferences.of_guild(request.guild_id)).place if where is None else Where(where)
    if where is not None and chosen is Where.THREAD and not has_threads(channel):
        raise MatchError("no-threads-here")
    if chosen is Where.HERE or not has_threads(channel):
        return False
    return chosen is Where.THREAD or not missing(request.interaction.app_permissions, channel, thread=True)


def require_permissions(interaction: discord.Interaction, *, thread: bool) -> None:
    """MatchError "missing-permissions" names all that the bot lacks here."""
    lacking = missing(interaction.app_permissions, interaction.channel, thread=thread)
    if lacking:
        raise MatchError("missing-permissions", permissions=lacking)


def _invited(request: Request, opponents: Iterable[discord.Member]) -> tuple[int, ...]:
    for opponent in opponents:
        if opponent.bot:
            raise MatchError("invited-bot")
        if opponent.id == request.player:
            raise MatchError("invited-oneself")
    return tuple(dict.fromkeys(opponent.id for opponent in opponents))


def _require_seats(game: str, wanted: int) -> None:
    most = GAMES[game].seats.stop - 1
    if wanted > most:
        raise MatchError("too-many-invited", seats=most, wanted=wanted)


async def _opened(request: Request, opened: Happened) -> Page:
    words = request.words(opened.match.game)
    address = links.live(opened.match)
    return Page((words.say("lobby.opened", number=opened.match.id, address=address),))


async def hint(request: Request, game: str) -> None:
    """In somebody's first match of a game, say in a few words how it goes."""
    if await request.app.preferences.tell_once(request.player, game):
        words = request.words(game)
        await request.open(Page((words.say("hint.first-match"),), note=words.say("hint.help")))


async def offer_times(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The usual lengths of a turn, or what the typed one is understood as."""
    words = words_of(language_for(None, str(interaction.locale)))
    offered = [None, *USUAL]
    if typed.strip():
        try:
            offered = [read_length(typed, words)]
        except Exception:  # half a word is typed on its way to a whole one
            offered = [length for length in offered if typed.casefold() in say_length(words, length).casefold()]
    return [app_commands.Choice(name=say_length(words, length), value=write_length(length)) for length in offered]


# The controls of the lobby's message


def in_time(handler: Handler) -> Handler:
    """Close a lobby whose day is over before anything else is done in it, so that this is what people are told."""

    async def handle(press: Press) -> None:
        await press.app.service.time_out(press.match)
        await handler(press)

    return handle


async def join(press: Press) -> None:
    """Take a seat."""
    joined = await press.app.service.join(press.actor(), press.match)
    await hint(press, joined.match.game)


async def leave(press: Press) -> None:
    """Give it back."""
    await press.app.service.leave(press.actor(), press.match)


async def add_computer(press: Press) -> None:
    """The host lets a computer join: of the level in the control's id, or of the one that was chosen."""
    level = next(iter((*press.values, *press.arguments)), "")
    await press.app.service.add_computer(press.actor(), press.match, level)


async def remove_computer(press: Press) -> None:
    """The host sends the computer away that came last."""
    now = await press.look()
    computers = [holder.seat for holder in now.seated if holder.player is None]
    if not computers:
        raise MatchError("no-computer")
    await press.app.service.remove_computer(press.actor(), press.match, max(computers))


async def start(press: Press) -> None:
    """The host begins the match; the presenter moves it to its thread and shows it."""
    now = await press.look()
    require_permissions(press.interaction, thread=now.opened.thread and has_threads(press.interaction.channel))
    await press.app.service.start(press.actor(), press.match)


async def cancel(press: Press) -> None:
    """The host, or a moderator, closes the lobby."""
    await press.app.service.cancel(press.actor(), press.match)


CONTROLS: Mapping[str, Handler] = {
    "lobby-join": join,
    "lobby-leave": leave,
    "lobby-add-computer": add_computer,
    "lobby-remove-computer": remove_computer,
    "lobby-start": start,
    "lobby-cancel": cancel,
}


async def setup(bot: GameBot) -> None:
    for verb, handler in CONTROLS.items():
        bot.app.controls.add(verb, in_time(handler), About.MATCH)
