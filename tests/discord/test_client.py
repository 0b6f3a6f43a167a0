"""What is wired at the start and let go at the end: commands, emojis, what is under way."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import discord
import pytest
from discord import app_commands

from bot.client import QwibotClient, emoji_pictures
from bot.core.errors import StoreError
from bot.core.text import Words
from cogs.translator import CatalogTranslator
from cogs.ui.emojis import full_name_of
from tests.discord.club import awaited, begin, bot_in, bot_of, club, finish, look, prepare, take_turn
from tests.discord.simkit import Discord, Start
from tests.discord.wire import FORBIDDEN, SERVER_ERROR


def syncs(sim: Discord) -> int:
    return sum(call.method == "PUT" and call.path.endswith("/commands") for call in sim.wire.calls)


async def test_commands_are_synced_only_when_they_have_changed(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sim = await club(start, tmp_path)
    assert syncs(sim) == 1
    await sim.restart()
    assert syncs(sim) == 1
    monkeypatch.setattr("cogs.registry.EXTENSIONS", ())
    monkeypatch.setattr("bot.client.EXTENSIONS", ("cogs.match",))
    await sim.restart()
    assert syncs(sim) == 2


async def test_the_tree_is_within_discords_limits(start: Start, tmp_path: Path) -> None:
    """PLATFORM 1, Slash commands; 2: commands appear twice: one scope."""
    sim = await club(start, tmp_path)
    tree = bot_of(sim).tree
    names = [command.name for command in tree.get_commands()]
    assert len(names) == len(set(names))
    for command in tree.walk_commands():
        assert 1 <= len(command.description) <= 100, command.qualified_name
        assert command.description[0].isupper()
        if isinstance(command, app_commands.Command):
            assert command.guild_only or command.root_parent is None or command.root_parent.guild_only
            for parameter in command.parameters:
                assert 1 <= len(parameter.description) <= 100
                assert parameter.description != "…", f"{command.qualified_name} {parameter.name}"


async def test_only_the_guilds_intent_is_asked_for(tmp_path: Path) -> None:
    client = QwibotClient(str(tmp_path / "x.sqlite3"))
    assert client.intents == discord.Intents(guilds=True)


async def test_tile_emojis_are_uploaded_once(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    await sim.settle()
    pictures = emoji_pictures()
    uploaded = {emoji.name for emoji in await bot_of(sim).fetch_application_emojis()}
    assert uploaded == {full_name_of(name, picture) for name, picture in pictures.items()}
    posts = sum(call.method == "POST" and "emojis" in call.path for call in sim.wire.calls)
    await sim.restart()
    await sim.settle()
    assert sum(call.method == "POST" and "emojis" in call.path for call in sim.wire.calls) == posts == len(pictures)


async def test_a_new_picture_takes_the_place_of_the_old(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sim = await club(start, tmp_path)
    await sim.settle()
    changed = {**emoji_pictures(), "RC": emoji_pictures()["BX"]}
    monkeypatch.setattr("bot.client.emoji_pictures", lambda: changed)
    await sim.restart()
    await sim.settle()
    uploaded = {emoji.name for emoji in await bot_of(sim).fetch_application_emojis()}
    assert uploaded == {full_name_of(name, picture) for name, picture in changed.items()}


@pytest.mark.parametrize("fault", [SERVER_ERROR, FORBIDDEN], ids=str)
async def test_without_emojis_letters_do(start: Start, tmp_path: Path, fault: Any) -> None:
    sim = Discord(bot_in(tmp_path))
    sim.wire.fail(fault, "* /applications/*/emojis*", times=100)
    async with sim.running():
        await begin(sim)
        mover = await take_turn(sim)
        assert "<:" not in mover.newest("Match 1").text
        assert "points" in mover.newest("Match 1").text


async def test_a_stop_finishes_what_is_under_way(tmp_path: Path) -> None:
    """A move whose answer is on its way when the signal comes is stored and shown."""
    async with Discord(bot_in(tmp_path)).running() as sim:
        await begin(sim)
        (mover,) = await awaited(sim)
        panel = await prepare(mover)
        with sim.wire.weather(1):
            async with sim.burst():
                await finish(mover, panel)
            closing = asyncio.ensure_future(sim.bot.close())
            await closing
        await sim.restart()
        now = await look(sim)
        assert now.match.turn == 2
        assert now.match.posted_seq == now.match.seq


async def test_closing_twice_and_before_the_start_is_fine(tmp_path: Path) -> None:
    async with QwibotClient(str(tmp_path / "x.sqlite3")) as client:
        await client.close()
        await client.close()
    assert client.is_closed()


async def test_a_database_that_cannot_be_used_is_said(tmp_path: Path) -> None:
    (tmp_path / "x.sqlite3").write_bytes(b"no database at all" * 100)
    async with QwibotClient(str(tmp_path / "x.sqlite3")) as client:
        with pytest.raises(StoreError) as refused:
            await client.setup_hook()
    assert "damaged" in Words().explain(refused.value)


async def test_commands_are_translated_by_their_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {"command.match": "Über ein Spiel", "name.match": "spiel", "name.option.match": "spiel"}

    class German:
        def knows(self, key: str) -> bool:
            return key in known

        def say(self, key: str) -> str:
            return known[key]

    monkeypatch.setattr("cogs.translator.words_of", lambda *_: German())
    monkeypatch.setattr("cogs.translator.language_for", lambda _, locale: locale)
    monkeypatch.setattr("cogs.translator.languages", lambda: ("de", "en"))
    from cogs.match import MatchCommands

    translator = CatalogTranslator()
    group = MatchCommands().app_command
    assert isinstance(group, app_commands.Group)
    tree: Any = app_commands.CommandTree(discord.Client(intents=discord.Intents(guilds=True)))
    payload = await group.get_translated_payload(tree, translator)
    assert payload["description_localizations"] == {"de": "Über ein Spiel"}
    assert payload["name_localizations"] == {"de": "spiel"}
