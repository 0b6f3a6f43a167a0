"""What is kept of a person, for that person: told, handed over as a file, and deleted when they want it."""

from __future__ import annotations

import asyncio
import json

import discord
from discord import app_commands
from discord.ext import commands

from cogs.ui.app import GameBot
from cogs.ui.control import About, control_id
from cogs.ui.page import Attachment, Button, Page, Style, plain
from cogs.ui.phrases import phrase
from cogs.ui.request import Press
from cogs.ui.routing import request_of


class PrivacyCommands(commands.Cog):
    """The command `/privacy`."""

    @app_commands.command(description=phrase("command.privacy"))
    async def privacy(self, interaction: discord.Interaction) -> None:
        request = request_of(interaction)
        say = request.words().say
        buttons = (
            Button(say("privacy.export"), control_id("privacy-export"), Style.MAIN),
            Button(say("privacy.delete"), control_id("privacy-delete"), Style.STOP),
        )
        texts = (f"## {say('privacy.title')}", say("privacy.kept"), say("privacy.not-kept"))
        await request.open(Page(texts, note=say("privacy.note"), rows=(buttons,)))


async def export(press: Press) -> None:
    """All that is kept of the person, as a file."""
    kept = await press.app.service.personal_data(press.player)
    content = await asyncio.to_thread(json.dumps, kept, ensure_ascii=False, indent=1)
    file = Attachment("qwibot-my-data.json", content.encode())
    await press.open(Page((press.words().say("privacy.file"),), attachment=file))


async def ask(press: Press) -> None:
    """A question first, with what will follow: it cannot be undone."""
    words = press.words()
    seated = await press.app.service.of_player(press.player)
    texts = [words.say("privacy.delete.question")]
    if seated:
        matches = [f"{press.words(match.game).say('game.name')} {match.id}" for match in seated]
        texts.append(words.say("privacy.delete.leaves", matches=matches))
    buttons = (
        Button(words.say("privacy.delete.yes"), control_id("privacy-delete-yes"), Style.STOP),
        Button(words.say("ask.no"), control_id("dismiss")),
    )
    await press.turn_to(Page(tuple(texts), rows=(buttons,)))


async def delete(press: Press) -> None:
    """Leave all matches, and forget the person; what cannot be done is told by the error."""
    try:
        await press.app.service.forget(press.actor())
    finally:
        press.app.preferences.forget(press.player)
    await press.turn_to(plain(press.words().say("privacy.deleted")))


async def setup(bot: GameBot) -> None:
    for verb, handler in (("privacy-export", export), ("privacy-delete", ask), ("privacy-delete-yes", delete)):
        bot.app.controls.add(verb, handler, About.NOTHING)
    await bot.add_cog(PrivacyCommands())
