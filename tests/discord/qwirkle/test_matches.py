"""Whole matches of Qwirkle, as people play them."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from bot.core.store import Status
from cogs.ui.page import MOST_ALT
from tests.discord.club import begin, club, look
from tests.discord.qwirkle.table import Secrecy, mover, other, turn_by_panel, turn_by_typing
from tests.discord.simkit import Answer, Discord, Person, Start

MOST_TURNS = 150
Turn = Callable[[Person], Awaitable[Answer]]


async def play_to_the_end(sim: Discord, take_turn: Turn, secrecy: Secrecy) -> int:
    """Everybody plays until the match is over; how many turns people took."""
    guest = sim.join("guest")
    guest.go(sim.rooms[-1])
    for turns in range(MOST_TURNS):
        await secrecy.note_hands()
        if (await look(sim)).match.status is not Status.LIVE:
            return turns
        if turns % 5 == 0:
            await (await other(sim)).clicks("Hand")
            await secrecy.check([guest])
        answer = await take_turn(await mover(sim))
        assert answer.private
        assert re.match(r"You (played|gave back) ", answer.text), answer.text
    raise AssertionError("the match does not end")


async def is_finished_well(sim: Discord) -> None:
    """What everybody reads at the end, and that the match can be checked."""
    now = await look(sim)
    assert now.match.status is Status.FINISHED
    assert now.outcome is not None
    ann = sim.people[0]
    told = ann.newest("The match is over").text
    assert all(f": {score} point" in told for score in now.outcome.scores)
    assert "All is right" in (await ann.types("/match verify", match=1)).text
    public = [seen for seen in ann.sees() if not seen.private]
    assert [seen.has_button("Play") for seen in public].count(True) == 0
    assert all(
        len(picture.alt) <= MOST_ALT and "…" not in picture.alt for seen in ann.sees() for picture in seen.pictures
    )


@pytest.mark.parametrize("take_turn", [turn_by_panel, turn_by_typing])
async def test_two_people_play_to_the_end(start: Start, tmp_path: Path, take_turn: Turn) -> None:
    sim = await club(start, tmp_path)
    await begin(sim)
    secrecy = Secrecy(sim)
    turns = await play_to_the_end(sim, take_turn, secrecy)
    await is_finished_well(sim)
    record = [seen for seen in sim.people[0].sees() if not seen.private]
    told = "\n".join(seen.text for seen in record)
    assert len(re.findall(r" at [A-Z]+[0-9]+( [→↓])?, [0-9]+ point|exchanges [0-9] tile", told)) >= turns
    assert re.search(r"The last tile is played|nobody can play|No tile fits anywhere", told)


async def test_people_and_computers_play_to_the_end(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    await begin(sim, computers=2)
    secrecy = Secrecy(sim)
    await play_to_the_end(sim, turn_by_typing, secrecy)
    await is_finished_well(sim)
