"""The client: what is wired together when it starts, and let go when it stops."""

from __future__ import annotations

import asyncio
import gc
import hashlib
import json
import logging
from collections.abc import Mapping
from contextlib import AsyncExitStack
from datetime import timedelta
from importlib.resources import files

import discord
from discord import app_commands

from bot.core.clock import Clock, SystemClock
from bot.core.matches import MatchService
from bot.core.preferences import Notes
from bot.core.scheduler import BEAT, Scheduler
from bot.games.registry import GAMES
from cogs.errors import on_command_error
from cogs.registry import EXTENSIONS, GAME_UIS
from cogs.translator import CatalogTranslator
from cogs.ui.app import App, GameBot, Lately
from cogs.ui.control import Pressable, Stranger
from cogs.ui.emojis import Emojis
from cogs.ui.faults import FAULTS
from cogs.ui.frame import mentions
from cogs.ui.membership import Membership
from cogs.ui.pace import Pace
from cogs.ui.pictures import Pictures
from cogs.ui.posting import Posting
from cogs.ui.presenter import MessagePresenter
from cogs.ui.routing import answer_press, begin_command
from cogs.ui.traffic import Traffic
from data.preferences import SqlPreferences
from data.standings import SqlStandings
from data.store import SqlStore, open_store

log = logging.getLogger(__name__)

discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nobody here needs to hear of voice

GRACE = 10.0
"""Seconds that a clean stop gives to what people have just asked for."""


def _is_worth_a_line(record: logging.LogRecord) -> bool:
    """Not that what was offered to somebody who types came too late, or was refused: they type on, nothing is lost."""
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, FAULTS):
        log.info("somebody who types was offered nothing: %s", error)
        return False
    return True


logging.getLogger("discord.app_commands.tree").addFilter(_is_worth_a_line)


class Commands(app_commands.CommandTree["QwibotClient"]):
    """All commands: each is acknowledged before it runs, and answered whatever goes wrong."""

    async def interaction_check(self, interaction: discord.Interaction[QwibotClient], /) -> bool:
        if interaction.type is discord.InteractionType.application_command:
            await begin_command(interaction.client.app, interaction)
        return True

    async def on_error(
        self, interaction: discord.Interaction[QwibotClient], error: app_commands.AppCommandError, /
    ) -> None:
        await on_command_error(interaction, error)


class QwibotClient(GameBot):
    """The bot. Needs no privileged intent: it hears of servers and channels, and of what is typed to it or pressed."""

    def __init__(
        self,
        address: str,
        clock: Clock | None = None,
        limited: bool = True,
        beat: timedelta = BEAT,
    ) -> None:
        """``address`` is where matches are kept (:mod:`data.engine`). Not ``limited``, all is said at once.

        Each ``beat`` it is noted that people are served; where two are missing they were not.
        """
        self._clock = clock or SystemClock()
        self.traffic = Traffic(self._clock)
        super().__init__(
            command_prefix=(),
            help_command=None,
            tree_cls=Commands,
            intents=discord.Intents(guilds=True),
            allowed_mentions=mentions(frozenset()),
            max_messages=None,
            http_trace=self.traffic.trace(),
        )
        self._address = address
        self._limited = limited
        self._beat = beat
        self._opened = AsyncExitStack()
        self._stopping: asyncio.Task[None] | None = None
        self._lost: set[int] = set()
        """The shards whose connection is lost, until they have heard of their servers over a new one."""
        self._returning: set[int] = set()
        """The shards that are connected and hear of their servers."""

    async def setup_hook(self) -> None:
        """Wire everything. StoreError where the database cannot be used."""
        store = await open_store(self._address, self._clock)
        self._opened.push_async_callback(store.close)
        self._opened.push_async_callback(super().close)
        self._wire(store)
        await self.scheduler.catch_up()
        self.add_dynamic_items(Pressable, Stranger)
        await self.tree.set_translator(CatalogTranslator())
        for extension in EXTENSIONS:
            await self.load_extension(extension)
        await self._sync_commands(self.app.preferences)
        self._upload_emojis()

    def _wire(self, store: SqlStore) -> None:
        """Make the app and the scheduler on a store, and say in which order they are let go: the last made first."""
        presenter = MessagePresenter(self)
        pace = Pace(self._clock, self._limited, self.traffic.too_many_refused)
        self.app = App(
            service=MatchService(store, GAMES, self._clock, presenter),
            preferences=SqlPreferences(store.database),
            standings=SqlStandings(store.database, self._clock),
            games=GAME_UIS,
            pictures=Pictures(),
            emojis=Emojis(emoji_pictures()),
            clock=self._clock,
            lately=Lately(self._clock),
            posting=Posting(self, pace),
            membership=Membership(self, self._clock),
            presenter=presenter,
        )
        presenter.app = self.app
        self._opened.callback(self.app.pictures.close)
        self._opened.callback(pace.close)
        self._opened.push_async_callback(presenter.stop)
        self._opened.push_async_callback(self.app.service.stop)
        self._opened.push_async_callback(self.app.finish, GRACE)
        self.scheduler = Scheduler(self.app.service, store, self._clock, lambda: self.hears_people, self._beat)
        self._opened.push_async_callback(self.scheduler.stop)

    async def press(self, interaction: discord.Interaction, custom_id: str) -> None:
        await answer_press(self.app, interaction, custom_id)

    async def on_ready(self) -> None:
        """Connected, for the first time or again: show what could not be shown meanwhile."""
        log.info("ready; servers: %d", len(self.guilds))
        self._resume()

    async def on_resumed(self) -> None:
        self._resume()

    async def on_shard_connect(self, shard: int) -> None:
        self._returning.add(shard)

    async def on_shard_disconnect(self, shard: int) -> None:
        self._lost.add(shard)
        self._returning.discard(shard)

    async def on_shard_ready(self, shard: int) -> None:
        """Discord.py says so some seconds after it connected, also where the connection was lost in between."""
        if shard in self._returning:
            self._lost.discard(shard)

    async def on_shard_resumed(self, shard: int) -> None:
        self._lost.discard(shard)
        self._resume()

    @property
    def is_wired(self) -> bool:
        """Whether there is an app: from the start until it stops."""
        return hasattr(self, "app") and self._stopping is None

    @property
    def hears_people(self) -> bool:
        """Whether what people press comes to us."""
        return self.is_ready() and not self._lost

    def _resume(self) -> None:
        if self._stopping is None:
            self.scheduler.start()

    async def close(self) -> None:
        """Finish what is under way, then let go of Discord and of the database."""
        if self._stopping is None:
            self._stopping = asyncio.create_task(self._stop())
        await asyncio.shield(self._stopping)

    async def _stop(self) -> None:
        await self._opened.aclose()
        await super().close()  # also where nothing was opened

    async def _sync_commands(self, notes: Notes) -> None:
        """Tell Discord of the commands, if they are not what it was told last."""
        translator = self.tree.translator
        assert translator is not None, "it was just set"
        commands = [await command.get_translated_payload(self.tree, translator) for command in self.tree.get_commands()]
        hashed = hashlib.sha256(json.dumps(commands, sort_keys=True).encode()).hexdigest()
        name = f"commands of {self.application_id}"
        if await notes.note(name) == hashed:
            return
        await self.tree.sync()
        await notes.take_note(name, hashed)
        log.info("told Discord of %d commands", len(commands))

    def _upload_emojis(self) -> None:
        uploading = asyncio.create_task(self.app.emojis.keep_up(self), name="keeping up emojis")
        self._opened.callback(uploading.cancel)


def spare_the_collector() -> None:
    """Let the garbage collector pass over all that there is: what was loaded at the start will never be garbage.

    Looking through it all holds up the event loop for a tenth of a second, again and again.
    """
    gc.collect()
    gc.freeze()


def emoji_pictures() -> Mapping[str, bytes]:
    """The pictures of our emojis, by name."""
    folder = files("data").joinpath("assets", "emoji")
    pictures = sorted((file.name, file) for file in folder.iterdir() if file.name.endswith(".png"))
    return {name.removesuffix(".png"): file.read_bytes() for name, file in pictures}
