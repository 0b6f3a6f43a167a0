"""What all commands and controls work with, and the client that carries it."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

import discord
from discord.ext import commands

from bot.core.clock import Clock
from bot.core.happened import Happened
from bot.core.matches import MatchService
from bot.core.preferences import Preferences
from bot.core.remembering import remember
from bot.core.standings import Standings
from cogs.ui.control import Controls
from cogs.ui.emojis import Emojis
from cogs.ui.game import GameUi
from cogs.ui.language import language_for
from cogs.ui.membership import Membership
from cogs.ui.pictures import Pictures
from cogs.ui.posting import Posting
from cogs.ui.scene import Scene, scene

if TYPE_CHECKING:
    from cogs.ui.presenter import MessagePresenter

LATELY = timedelta(minutes=5)


class Lately:
    """Who did something within the last five minutes, and so needs no ping. Forgotten with the process."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._seen: OrderedDict[int, datetime] = OrderedDict()

    def saw(self, player: int) -> None:
        remember(self._seen, player, self._clock.now())

    def here(self, player: int) -> bool:
        return player in self._seen and self._clock.now() - self._seen[player] < LATELY


@dataclass
class App:
    """The one object that everything is reached through."""

    service: MatchService
    preferences: Preferences
    standings: Standings
    games: Mapping[str, GameUi]
    pictures: Pictures
    emojis: Emojis
    clock: Clock
    lately: Lately
    posting: Posting
    membership: Membership
    presenter: MessagePresenter
    controls: Controls = field(default_factory=Controls)
    _at_work: set[asyncio.Task[Any]] = field(default_factory=set)

    async def scene(self, now: Happened, viewer: int | None, language: str) -> Scene:
        """A match for a viewer in a language."""
        return scene(now, viewer, language, await self.service.names(now), self.emojis)

    async def public_scene(self, now: Happened, locale: str | None = None) -> Scene:
        """A match for everybody, in the server's language."""
        choice = None if now.match.guild is None else (await self.preferences.of_guild(now.match.guild)).language
        return await self.scene(now, None, language_for(choice, locale))

    async def steps(self, now: Happened, language: str) -> tuple[Scene, ...]:
        """A match as it went, step by step, as everybody saw it; ``now`` holds its whole log."""
        names, ui = await self.service.names(now), self.games[now.match.game]
        return tuple(scene(step, None, language, names, self.emojis) for step in now.steps(ui.begins_step))

    def at_work(self) -> None:
        """What the running task does is waited for before the program stops."""
        task = asyncio.current_task()
        assert task is not None, "a coroutine runs in a task"
        self._at_work.add(task)
        task.add_done_callback(self._at_work.discard)

    async def finish(self, grace: float) -> None:
        """Wait for what is under way, for ``grace`` seconds at most."""
        if self._at_work:
            await asyncio.wait(tuple(self._at_work), timeout=grace)


class GameBot(commands.AutoShardedBot):
    """A client that carries the app, which is made in its setup hook."""

    app: App

    async def press(self, interaction: discord.Interaction, custom_id: str) -> None:
        """Answer a control that was pressed."""
        raise NotImplementedError  # the client, which sees the routing, answers


def app_of(interaction: discord.Interaction) -> App:
    """The app of the client that an interaction came to."""
    assert isinstance(interaction.client, GameBot), "our commands run on our client"
    return interaction.client.app
