"""Whatever is typed into any option of any command that takes text: an answer, private, and nothing goes wrong."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import discord
import pytest
from discord import app_commands
from hypothesis import given
from hypothesis import strategies as st

from tests.discord.club import begin, bot_in, bot_of
from tests.discord.simkit import Discord, Person

GAMES = ("qwirkle", "qwixx")
TEXTS = st.text(max_size=100) | st.text(st.sampled_from("RCN14OS @>v-,<>#0123456789 \u202e🟥"), max_size=40)


def text_options(sim: Discord) -> Iterator[tuple[str, str]]:
    """The commands with an option that takes any text."""
    for command in bot_of(sim).tree.walk_commands():
        if isinstance(command, app_commands.Command):
            for parameter in command.parameters:
                if parameter.type is discord.AppCommandOptionType.string and not parameter.choices:
                    yield command.qualified_name, parameter.display_name


@pytest.mark.parametrize("game", GAMES)
def test_any_text_is_answered_privately(tmp_path: Path, game: str) -> None:
    with asyncio.Runner() as runner:
        sim = Discord(bot_in(tmp_path))
        running = sim.running()
        runner.run(running.__aenter__())
        runner.run(begin(sim, game))
        options = list(text_options(sim))
        assert len(options) >= 6

        @given(st.sampled_from(options), TEXTS, st.sampled_from(sim.people))
        def type_it(option: tuple[str, str], text: str, person: Person) -> None:
            command, name = option
            public = len([seen for seen in person.sees() if not seen.private])
            answer = runner.run(person.types(f"/{command}", **{name: text}))
            assert answer.private
            assert answer.text
            offered = runner.run(_offered(person, command, name, text))
            assert offered <= 25
            if command not in ("qwirkle play", "qwirkle exchange", "qwixx mark"):  # a text may well be a move
                assert len([seen for seen in person.sees() if not seen.private]) == public

        type_it()
        runner.run(running.__aexit__(None, None, None))


async def _offered(person: Person, command: str, name: str, text: str) -> int:
    try:
        return len(await person.offers(f"/{command}", name, text))
    except AssertionError:  # an option that offers nothing
        return 0
