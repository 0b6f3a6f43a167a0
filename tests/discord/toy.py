"""A small bot with one of everything that ours does, so that the kit and the trial can be tested without it."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands
from PIL import Image

PLANETS = ("Mercury", "Venus", "Earth", "Mars", "Jupiter")
TILE = "toy_red_circle"


@dataclass
class Shelf:
    """What the toy remembers over a restart: ours has a database."""

    taps: int = 0
    threads: list[int] = field(default_factory=list)
    errands: list[str] = field(default_factory=list)
    closed: int = 0


def picture(taps: int, size: tuple[int, int] = (300, 120)) -> discord.File:
    """A picture whose color tells how often it was tapped, with alt text that tells it too."""
    drawn = BytesIO()
    Image.new("RGB", size, (40 + 20 * (taps % 10), 90, 160)).save(drawn, "PNG")
    drawn.seek(0)
    return discord.File(drawn, "board.png", description=f"A blue board, tapped {taps} times")


def tile_picture() -> bytes:
    drawn = BytesIO()
    Image.new("RGBA", (32, 32), (200, 40, 40, 255)).save(drawn, "PNG")
    return drawn.getvalue()


class Tap(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"toy1:tap:(?P<taps>\d+)"):
    """A button that goes on after a restart; an old one is answered in words."""

    def __init__(self, taps: int, emoji: discord.Emoji | None = None) -> None:
        self.taps = taps
        super().__init__(discord.ui.Button(label="Tap", custom_id=f"toy1:tap:{taps}", emoji=emoji))

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Tap:
        return cls(int(match["taps"]))

    async def callback(self, interaction: discord.Interaction) -> None:
        bot = toy_of(interaction)
        if self.taps != bot.shelf.taps:
            await interaction.response.send_message("That was an older board.", ephemeral=True)
            return
        bot.shelf.taps += 1
        board = Board(bot)
        await interaction.response.edit_message(view=board, attachments=[picture(bot.shelf.taps)])


class Planet(discord.ui.DynamicItem[discord.ui.Select[Any]], template=r"toy1:planet"):
    """A choice, answered privately."""

    def __init__(self) -> None:
        options = [discord.SelectOption(label=name, description=f"Go to {name}") for name in PLANETS]
        super().__init__(discord.ui.Select(placeholder="Choose a planet", custom_id="toy1:planet", options=options))

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Planet:
        return cls()

    async def callback(self, interaction: discord.Interaction) -> None:
        chosen = self.item.values[0]
        await interaction.response.send_message(f"You fly to {chosen}.", ephemeral=True)


class Name(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"toy1:name"):
    """A button that opens a form."""

    def __init__(self) -> None:
        super().__init__(discord.ui.Button(label="Name it", custom_id="toy1:name"))

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Name:
        return cls()

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(NameForm())


class NameForm(discord.ui.Modal, title="A name for the board"):
    name: discord.ui.Label[NameForm] = discord.ui.Label(
        text="Name", component=discord.ui.TextInput(custom_id="name", max_length=20)
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        assert isinstance(self.name.component, discord.ui.TextInput)
        await interaction.response.send_message(f"The board is called {self.name.component.value}.")


class Board(discord.ui.LayoutView):
    """The board of the toy: a text, a picture with alt text, its controls."""

    def __init__(self, bot: Toy) -> None:
        super().__init__(timeout=None)
        taps = bot.shelf.taps
        gallery = discord.ui.MediaGallery[Board](
            discord.MediaGalleryItem("attachment://board.png", description=f"A blue board, tapped {taps} times")
        )
        self.add_item(discord.ui.TextDisplay(f"## The board\nTapped {taps} times."))
        self.add_item(gallery)
        self.add_item(discord.ui.ActionRow(Tap(taps, bot.tile), Name()))
        self.add_item(discord.ui.ActionRow(Planet()))


class ToyCommands(commands.GroupCog, name="toy"):
    """The commands `/toy …`."""

    def __init__(self, bot: Toy) -> None:
        self.bot = bot
        super().__init__()

    @app_commands.command(description="Says hello to somebody")
    @app_commands.describe(name="Whom to greet", times="How often")
    async def greet(
        self, interaction: discord.Interaction, name: str, times: app_commands.Range[int, 1, 3] = 1
    ) -> None:
        await interaction.response.send_message(" ".join([f"Hello {name}!"] * times))

    @greet.autocomplete("name")
    async def planets(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        fitting = [name for name in PLANETS if typed.lower() in name.lower()]
        return [app_commands.Choice(name=name, value=name) for name in fitting]

    @app_commands.command(description="Is glad")
    @app_commands.describe(times="How often", loud="How loudly")
    async def cheer(
        self, interaction: discord.Interaction, times: app_commands.Range[int, 1, 3] = 1, loud: bool = False
    ) -> None:
        await interaction.response.send_message(" ".join(["HURRAH!" if loud else "Hurrah!"] * times))

    @app_commands.command(description="Shows the board")
    async def board(self, interaction: discord.Interaction) -> None:
        await interaction.response.defer()
        await interaction.followup.send(view=Board(self.bot), files=[picture(self.bot.shelf.taps)])

    @app_commands.command(description="Shows the board to you alone")
    async def hand(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(
            view=Board(self.bot), files=[picture(self.bot.shelf.taps)], ephemeral=True
        )

    @app_commands.command(description="Opens a thread with a board")
    async def thread(self, interaction: discord.Interaction) -> None:
        assert isinstance(interaction.channel, discord.TextChannel)
        await interaction.response.defer(ephemeral=True)
        thread = await interaction.channel.create_thread(name="A toy match", type=discord.ChannelType.public_thread)
        self.bot.shelf.threads.append(thread.id)
        await thread.send(view=Board(self.bot), files=[picture(self.bot.shelf.taps)])
        await interaction.followup.send(f"Play in {thread.mention}", ephemeral=True)

    @app_commands.command(description="Answers after a moment")
    async def slow(self, interaction: discord.Interaction) -> None:
        await interaction.response.defer()
        await asyncio.sleep(0.3)
        await interaction.followup.send("That took a moment.")

    @app_commands.command(description="Has the worker do something later")
    async def errand(self, interaction: discord.Interaction, what: str) -> None:
        assert isinstance(interaction.channel, discord.abc.Messageable)
        self.bot.errands.put_nowait((interaction.channel, what))
        await interaction.response.send_message("I shall see to it.", ephemeral=True)

    @app_commands.command(description="Fails")
    async def fail(self, interaction: discord.Interaction) -> None:
        raise RuntimeError("the toy is broken")


class Toy(commands.AutoShardedBot):
    """The bot: no privileged intent, a worker in the background, tiles as application emojis."""

    def __init__(self, shelf: Shelf | None = None) -> None:
        super().__init__(command_prefix=(), intents=discord.Intents(guilds=True), help_command=None)
        self.shelf = shelf or Shelf()
        self.errands: asyncio.Queue[tuple[discord.abc.Messageable, str]] = asyncio.Queue()
        self.tile: discord.Emoji | None = None
        self.background: list[asyncio.Task[None]] = []

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Tap, Planet, Name)
        await self.add_cog(ToyCommands(self))
        self.background = [asyncio.create_task(self.work()), asyncio.create_task(self.upload_tile())]
        await self.tree.sync()

    async def upload_tile(self) -> None:
        known = {emoji.name: emoji for emoji in await self.fetch_application_emojis()}
        self.tile = known.get(TILE) or await self.create_application_emoji(name=TILE, image=tile_picture())

    async def work(self) -> None:
        """Waits for errands as long as the bot lives, and looks around every hour."""
        while True:
            try:
                channel, what = await asyncio.wait_for(self.errands.get(), timeout=3600)
            except TimeoutError:
                self.shelf.errands.append("looked around")
                continue
            self.shelf.errands.append(what)
            await channel.send(f"Done: {what}")

    async def close(self) -> None:
        self.shelf.closed += 1
        for task in self.background:
            task.cancel()
        await super().close()


def toy_of(interaction: discord.Interaction) -> Toy:
    assert isinstance(interaction.client, Toy)
    return interaction.client
