"""Help that plays along, the rules, and the first contact, as people meet them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.core.store import Status
from bot.games.registry import GAMES
from cogs.registry import LESSONS
from cogs.ui.language import words_of
from tests.discord import happenings
from tests.discord.club import bot_of, club, look, open_lobby
from tests.discord.simkit import Discord, Start
from tests.discord.wire import FORBIDDEN, SERVER_ERROR, Fault


async def test_help_says_how_to_start_and_names_every_command(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, _ = sim.people
    answer = await ann.types("/help")
    assert answer.private
    assert "/qwirkle start" in answer.text
    await ann.clicks("All commands")
    told = ann.newest("/help").text
    for command in bot_of(sim).tree.walk_commands():
        if isinstance(command, discord.app_commands.Command):
            assert f"`/{command.qualified_name}` {command.description}" in told
    await ann.clicks("Help")
    assert ann.newest("Try it first").has_button("Practice Qwirkle")


async def test_the_readme_lists_every_command(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"^\| `/([a-z ]+)", readme, re.MULTILINE))
    walked = bot_of(sim).tree.walk_commands()
    assert listed == {each.qualified_name for each in walked if isinstance(each, discord.app_commands.Command)}


@pytest.mark.parametrize("game", GAMES)
async def test_practice_is_the_asker_s_alone(start: Start, tmp_path: Path, game: str) -> None:
    sim = await club(start, tmp_path)
    ann, ben = sim.people
    await ann.types("/help")
    await ann.clicks(f"Practice {game.title()}")
    board = ann.newest("Match 1")
    assert board.private
    assert board.pictures
    now = await look(sim)
    assert (now.match.game, now.match.guild, now.match.rated, now.match.turn_time) == (game, None, False, None)
    assert [holder.player for holder in now.seated] == [ann.id, None]
    assert ben.sees() == []


async def test_practice_goes_on_where_it_was(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, ben = sim.people
    for _ in range(2):
        await ann.types("/help")
        await ann.clicks("Practice Qwixx")
    assert ann.newest("Match 1").pictures
    for person in (ann, ben):
        await person.types("/help")
        await person.clicks("Practice Qwirkle")
    matches = [await look(sim, number) for number in (1, 2, 3)]
    assert [(now.match.game, now.match.host) for now in matches] == [
        ("qwixx", ann.id),
        ("qwirkle", ann.id),
        ("qwirkle", ben.id),
    ]
    assert all(now.match.status is Status.LIVE for now in matches)


async def test_a_match_of_others_is_not_taken_for_practice(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, _ = sim.people
    await open_lobby(sim, computers=1)
    await ann.clicks("Start")
    await ann.types("/help")
    await ann.clicks("Practice Qwirkle")
    assert (await look(sim, 2)).match.guild is None


@pytest.mark.parametrize("game", GAMES)
async def test_the_rules_are_leafed_through(start: Start, tmp_path: Path, game: str) -> None:
    sim = await club(start, tmp_path)
    ann, _ = sim.people
    answer = await ann.types("/rules", game=game)
    assert answer.private
    titles, alts = [], set()
    for page in range(len(LESSONS[game])):
        seen = ann.newest(f"{page + 1} of {len(LESSONS[game])}")
        titles.append(seen.text.splitlines()[0])
        assert not seen.text.startswith("rules.")
        (picture,) = seen.pictures
        picture.open().verify()
        alts.add(picture.alt)
        if page + 1 < len(LESSONS[game]):
            await ann.clicks("Next", on=seen)
    assert len(set(titles)) == len(alts) == len(LESSONS[game])
    assert seen.button("Next").disabled
    await ann.clicks("Back")
    assert ann.newest(titles[-2]).has_button("Next")
    await ann.clicks("Practice")
    assert (await look(sim)).match.game == game


@pytest.mark.parametrize("game", GAMES)
def test_every_lesson_has_its_words(game: str) -> None:
    words = words_of("en", game)
    for lesson in LESSONS[game]:
        for part in ("", ".text", ".alt"):
            assert words.knows(f"rules.{game}.{lesson.key}{part}")


def test_every_game_has_lessons() -> None:
    assert set(LESSONS) == set(GAMES)


async def greeted(sim: Discord) -> list[str]:
    return [seen.text for room in sim.rooms for seen in _in(sim, room) if "Hello!" in seen.text]


def _in(sim: Discord, room: Any) -> list[Any]:
    sim.people[0].go(room)
    return sim.people[0].sees()


async def test_a_card_is_posted_once_when_the_bot_is_invited(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, _ = sim.people
    for _ in range(2):
        sim.invite()
        await sim.settle()
    (text,) = await greeted(sim)
    assert "/qwirkle start" in text
    assert "not allowed" not in text
    assert sum(call.kind == "POST /channels/…/messages" for call in sim.wire.calls) == 1
    answer = await ann.clicks("Help and practice")
    assert answer.private
    await ann.clicks("Rules: Qwixx", on=ann.newest("Hello!"))
    assert ann.newest("1 of").private
    assert "Hello!" in ann.sees()[0].text


async def test_the_card_names_what_is_not_allowed(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    await happenings.forbid(sim, "attach_files", "create_public_threads")
    sim.invite()
    await sim.settle()
    (text,) = await greeted(sim)
    assert "I am not allowed to: Attach Files and Create Public Threads." in text


async def test_the_card_comes_to_the_first_channel_where_the_bot_may_write(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    other = sim.guild.create_text_channel("other")
    await sim.settle()
    await happenings.forbid(sim, "send_messages")
    sim.invite()
    await sim.settle()
    assert await greeted(sim) == []
    sim.people[0].go(other)
    assert "Hello!" in sim.people[0].newest().text


async def test_a_bot_that_may_write_nowhere_says_nothing(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    await happenings.forbid(sim, "view_channel")
    sim.invite()
    await sim.settle()
    assert await greeted(sim) == []


@pytest.mark.parametrize("fault", [FORBIDDEN, SERVER_ERROR])
async def test_a_card_that_was_refused_comes_at_the_next_invitation(start: Start, tmp_path: Path, fault: Fault) -> None:
    sim = await club(start, tmp_path)
    sim.wire.fail(fault, "POST /channels/*/messages")
    sim.invite()
    await sim.settle()
    assert await greeted(sim) == []
    sim.invite()
    await sim.settle()
    assert len(await greeted(sim)) == 1
