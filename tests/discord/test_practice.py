"""Practice matches: a private board that goes on, also after a restart, and that nobody else sees."""

from __future__ import annotations

from pathlib import Path

import pytest

from cogs.registry import EXTENSIONS
from tests.discord.club import club, finish, look, prepare
from tests.discord.seen import Seen
from tests.discord.simkit import Discord, Start


@pytest.fixture(autouse=True)
def with_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.client.EXTENSIONS", (*EXTENSIONS, "tests.discord.practice_command"))


def board(sim: Discord) -> Seen:
    return next(seen for seen in reversed(sim.people[0].sees()) if seen.has_button("More"))


async def test_a_practice_match_is_played_on_one_private_board(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, ben = sim.people
    answer = await ann.types("/practice")
    first = answer.seen
    assert first.private
    assert first.pictures
    for _ in range(3):
        await finish(ann, await prepare(ann))
    after = board(sim)
    assert after.id == first.id
    assert after.pictures[0].alt != first.pictures[0].alt
    assert "Computer" in after.text
    assert ann.mention in after.text
    assert ben.sees() == []
    assert (await look(sim)).match.turn >= 5


async def test_it_goes_on_after_a_restart(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, _ = sim.people
    await ann.types("/practice")
    await finish(ann, await prepare(ann))
    before = board(sim)
    await sim.restart()
    await finish(ann, await prepare(ann))
    after = board(sim)
    assert after.id == before.id
    assert after.pictures[0].alt != before.pictures[0].alt


async def test_it_is_its_owners_alone(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, ben = sim.people
    await ann.types("/practice")
    for command in ("show", "export", "end"):
        answer = await ben.types(f"/match {command}", match=1)
        assert not answer.seen.pictures
        assert not answer.seen.buttons


async def test_where_the_board_is_out_of_reach_the_move_stands(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, _ = sim.people
    await ann.types("/practice", game="qwixx")
    await sim.pass_time(16 * 60)
    await ann.clicks("Pass")
    now = await look(sim)
    assert now.match.posted_seq == now.match.seq
