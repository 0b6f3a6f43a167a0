"""Several people act at once, and every order is right."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from bot.core.store import Status
from tests.discord.club import awaited, begin, club, finish, look, new_bots, open_lobby, prepare
from tests.discord.simkit import Discord, Start

SEEDS = range(6)


async def test_two_join_for_the_last_seat(start: Start, tmp_path: Path) -> None:
    """PLATFORM 2: two joins take the last seat."""
    sim = await club(start, tmp_path, people=3)
    ann, ben, cid = sim.people
    await open_lobby(sim, "qwixx", computers=3)
    async with sim.burst():
        answers = [await ben.clicks("Join"), await cid.clicks("Join")]
    assert "Players, 5 of 5" in ann.newest("opens a match").text
    assert sum("taken" in answer.text for answer in answers) == 1
    now = await look(sim)
    assert sorted(person.id for person in (ben, cid) if now.seat_of(person.id) is not None) != [ben.id, cid.id]


@pytest.mark.parametrize("seed", SEEDS)
async def test_a_double_start_starts_once(start: Start, tmp_path: Path, seed: int) -> None:
    """PLATFORM 2: start runs twice."""
    sim = await club(start, tmp_path)
    ann, ben = sim.people
    await open_lobby(sim)
    await ben.clicks("Join")
    lobby = ann.newest("opens a match")
    with sim.wire.weather(seed):
        async with sim.burst():
            await ann.clicks("Start", on=lobby)
            await ann.clicks("Start", on=lobby)
            await ben.clicks("Leave", on=lobby)
    now = await look(sim)
    ann.go(sim.rooms[-1])
    if now.match.status is Status.LIVE:
        assert len(sim.rooms) == 2
        assert sum(seen.has_button("Play") for seen in ann.sees()) == 1
    else:
        assert len(now.seated) == 1


@pytest.mark.parametrize("seed", SEEDS)
async def test_a_double_click_plays_once(start: Start, tmp_path: Path, seed: int) -> None:
    """PLATFORM 2: a double click moves twice."""
    sim = await club(start, tmp_path)
    await begin(sim)
    (mover,) = await awaited(sim)
    panel = await prepare(mover)
    with sim.wire.weather(seed):
        async with sim.burst():
            answers = [await finish(mover, panel) for _ in range(2)]
    assert (await look(sim)).match.turn == 2
    assert sorted("moved on" in answer.text for answer in answers) == [False, True]
    public = [seen for seen in mover.sees() if not seen.private]
    assert [seen.has_button("Play") for seen in public] == [False, True]


@pytest.mark.parametrize("seed", SEEDS)
async def test_all_choose_at_once(start: Start, tmp_path: Path, seed: int) -> None:
    sim = await club(start, tmp_path, people=4)
    await begin(sim, "qwixx")
    board = sim.people[0].newest("Match 1")
    with sim.wire.weather(seed):
        async with sim.burst():
            for person in sim.people:
                await person.clicks("Pass", on=board)
    now = await look(sim)
    assert (now.match.turn, now.match.phase) == (1, "color")
    assert now.match.posted_seq == now.match.seq
    live = [seen for seen in sim.people[0].sees() if seen.has_button("My sheet")]
    assert [seen.id for seen in live] == [now.match.posted_message]


@pytest.mark.parametrize(("seed", "leaves"), [*product(range(3), (True, False))])
async def test_join_leave_cancel_and_start_in_any_order(start: Start, tmp_path: Path, seed: int, leaves: bool) -> None:
    sim = await club(start, tmp_path, people=3)
    ann, ben, cid = sim.people
    await open_lobby(sim, computers=1)
    lobby = ann.newest("opens a match")
    with sim.wire.weather(seed):
        async with sim.burst():
            await ben.clicks("Join", on=lobby)
            await ann.clicks("Start", on=lobby)
            await (ben if leaves else cid).clicks("Leave", on=lobby)
            await ann.clicks("Cancel", on=lobby)
    now = await look(sim)
    (card,) = [seen for seen in ann.sees() if seen.id == lobby.id]
    assert now.match.posted_seq == now.match.seq
    assert card.has_button("Go to the match") == (now.match.status is Status.LIVE)
    assert not card.has_button("Join")


async def test_two_open_a_lobby_in_one_channel(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, ben = sim.people
    async with sim.burst():
        answers = [await ann.types("/qwirkle start"), await ben.types("/qwixx start")]
    assert sum("already" in answer.text for answer in answers) == 1
    assert sum(not seen.private for seen in ann.sees()) == 1


async def test_resigning_and_playing_at_once(tmp_path: Path) -> None:
    make_bot = new_bots(tmp_path)
    for seed in SEEDS:
        async with Discord(make_bot, 2).running() as sim:
            await begin(sim)
            (mover,) = await awaited(sim)
            panel = await prepare(mover)
            question = (await mover.types("/match resign")).seen
            with sim.wire.weather(seed):
                async with sim.burst():
                    await finish(mover, panel)
                    await mover.clicks("Yes, resign", on=question)
            now = await look(sim)
            assert now.match.status is Status.FINISHED
            assert now.match.posted_seq == now.match.seq
            public = [seen for seen in mover.sees() if not seen.private]
            assert "The match is over" in public[-1].text
            assert not any(seen.has_button("Play") for seen in public)
