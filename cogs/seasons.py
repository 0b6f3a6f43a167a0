"""The seasons of a server: tables that begin with nothing, while those before stay readable. Managers start them."""

from __future__ import annotations

import asyncio

from bot.core.standings import Season
from bot.core.text import Words
from cogs.ui.app import GameBot
from cogs.ui.control import About, control_id
from cogs.ui.page import Button, Page, Style
from cogs.ui.request import Press, Request
from cogs.ui.times import date


async def show(request: Request) -> None:
    """Which season runs, and the way to the next. MatchError "not-manager"."""
    await request.open(await _seasons(request))


async def open_seasons(press: Press) -> None:
    """The same, in the place of the private page that was pressed on."""
    await press.turn_to(await _seasons(press))


async def _seasons(request: Request) -> Page:
    request.require_manager()
    return _page(request.words(), await request.app.standings.seasons(request.guild_id))


async def ask(press: Press) -> None:
    """A question first: no season can be taken back."""
    press.require_manager()
    say, number = press.words().say, press.number()
    buttons = (
        Button(say("season.start-yes"), control_id("season-start-yes", number), Style.GO),
        Button(say("ask.no"), control_id("seasons")),
    )
    key = "season.question" if number > 1 else "season.question-first"
    await press.turn_to(Page((say(key, number=number, before=number - 1),), rows=(buttons,)))


class Starter:
    """Starts seasons one at a time, so that who presses twice starts one."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()

    async def start(self, press: Press) -> None:
        """Start the season of that number, unless it runs already or another is next."""
        press.require_manager()
        standings, guild = press.app.standings, press.guild_id
        async with self._lock:
            seasons = await standings.seasons(guild)
            started = len(seasons) + 1 == press.number()
            if started:
                seasons = (*seasons, await standings.start_season(guild, press.player))
        await press.turn_to(_page(press.words(), seasons, started=started))


def _page(words: Words, seasons: tuple[Season, ...], *, started: bool = False) -> Page:
    say = words.say
    running = (
        say("season.running", number=seasons[-1].number, since=date(seasons[-1].started_at))
        if seasons
        else say("season.none")
    )
    start = Button(
        say("season.start", number=len(seasons) + 1), control_id("season-start", len(seasons) + 1), Style.MAIN
    )
    return Page(
        (f"## {say('season.title')}", running, say("season.explained")),
        note=say("season.started") if started else "",
        rows=((start,),),
    )


async def setup(bot: GameBot) -> None:
    controls = bot.app.controls
    controls.add("seasons", open_seasons, About.NOTHING)
    controls.add("season-start", ask, About.NOTHING)
    controls.add("season-start-yes", Starter().start, About.NOTHING)
