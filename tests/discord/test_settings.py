"""`/settings server` and `/language`, as people use them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from bot.core.preferences import GuildChoices, Place
from cogs.ui.languages import native_name
from tests.discord.club import begin, bot_of, club
from tests.discord.simkit import Start


async def test_a_manager_chooses_where_matches_go(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, _ = sim.people
    answer = await ann.types("/settings server")
    assert answer.private
    await ann.chooses("here, in this channel", of="Where matches are played")
    chosen = await bot_of(sim).app.preferences.of_guild(sim.guild.id)
    assert chosen == GuildChoices(None, Place.HERE)
    assert ann.newest("Settings").select("Where").option("Matches: here, in this channel").chosen
    await begin(sim)
    assert sim.rooms == [sim.channel]


async def test_each_choice_leaves_the_other_as_it_is(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, _ = sim.people
    await ann.types("/settings server")
    await ann.chooses("in a thread of its own", of="Where matches are played")
    await ann.chooses("Language: English", of="The server’s language")
    preferences = bot_of(sim).app.preferences
    assert await preferences.of_guild(sim.guild.id) == GuildChoices("en", Place.THREAD)
    await ann.chooses("Language: as Discord says", of="The server’s language")
    await ann.chooses("Matches: in a thread where I may make one", of="Where matches are played")
    assert await preferences.of_guild(sim.guild.id) == GuildChoices()


async def test_others_are_refused(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, ben = sim.people
    panel = (await ann.types("/settings server")).seen
    refused = await ben.chooses("here, in this channel", of="Where matches", on=panel)
    assert "Only those who may manage this server" in refused.text
    assert await bot_of(sim).app.preferences.of_guild(sim.guild.id) == GuildChoices()


async def test_who_is_no_manager_may_not_even_look(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    _, ben = sim.people
    answer = await ben.types("/settings server")
    assert answer.private
    assert "Only those who may manage this server" in answer.text


async def test_a_language_that_discord_lacks_can_be_chosen(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sim = await club(start, tmp_path)
    for user in ("cogs.ui.languages", "cogs.ui.language"):  # as they are loaded: an extension's module is made anew
        monkeypatch.setattr(sys.modules[user], "languages", lambda: ("ar", "cy", "en"))
    ann, _ = sim.people
    answer = await ann.types("/language")
    assert answer.private
    assert [option.label for option in answer.seen.selects[0].options] == [
        "as Discord says",
        "العربية",
        "Cymraeg",
        "English",
    ]
    await ann.chooses("Cymraeg", on=answer.seen)
    assert await bot_of(sim).app.preferences.language_of(ann.id) == "cy"
    assert ann.newest("Your language").selects[0].option("Cymraeg").chosen
    await ann.chooses("as Discord says")
    assert await bot_of(sim).app.preferences.language_of(ann.id) is None


@pytest.mark.parametrize(
    ("language", "name"),
    [("mk", "Македонски"), ("cy", "Cymraeg"), ("ur", "اردو"), ("bn", "বাংলা"), ("ar", "العربية")],
)
def test_languages_bear_their_own_names(language: str, name: str) -> None:
    assert native_name(language) == name
