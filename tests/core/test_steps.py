"""A match seen again, step by step, as everybody saw it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.core.happened import Happened
from bot.games.qwirkle.state import Exchanged, Left, Passed, Played, Skipped, Started
from bot.games.qwixx.state import Chose, Rolled
from tests.core.hall import ANNA, BEN, CLEO, Hall, hall_at

TURNS = (Started, Played, Exchanged, Passed, Skipped, Left)


def of_qwirkle(event: Any) -> bool:
    return isinstance(event, TURNS)


def of_qwixx(event: Any) -> bool:
    return isinstance(event, Rolled)


BEGINS = {"qwirkle": of_qwirkle, "qwixx": of_qwixx}


async def whole(hall: Hall, match_id: int) -> Happened:
    return await hall.service.since(match_id, 0)


@pytest.mark.parametrize("game", BEGINS)
async def test_the_steps_are_the_whole_match(tmp_path: Path, game: str) -> None:
    async with hall_at(tmp_path / "qwibot.sqlite3") as hall:
        match_id = await hall.match(ANNA, BEN, CLEO, game=game)
        await hall.play(match_id)
        await hall.service.resign(hall.person(CLEO), match_id)
        await hall.play_out(match_id)
        now = await whole(hall, match_id)
    steps = now.steps(BEGINS[game])
    seqs = [logged.seq for step in steps for logged in step.events_for(None)]
    first = next(logged.seq for logged in now.events_for(None) if BEGINS[game](logged.event))
    assert seqs == list(range(first, now.match.seq + 1))
    assert sum(BEGINS[game](logged.event) for logged in now.events_for(None)) == len(steps)
    assert steps[-1].view_for(None) == now.view_for(None)
    assert [step.outcome for step in steps[:-1]] == [None] * (len(steps) - 1)


async def test_an_action_is_in_the_step_that_it_begins(tmp_path: Path) -> None:
    async with hall_at(tmp_path / "qwibot.sqlite3") as hall:
        match_id = await hall.match(ANNA, BEN, CLEO)
        await hall.service.resign(hall.person(CLEO), match_id)
        now = await whole(hall, match_id)
    first, second = now.steps(of_qwirkle)
    assert {logged.event.kind for logged in second.events_for(None)} >= {"match.acted", "left"}
    assert len(first.seated) == 3, "a step has the company of its time"
    assert len(second.seated) == 2


async def test_of_a_running_match_nothing_hidden_is_in_the_steps(tmp_path: Path) -> None:
    async with hall_at(tmp_path / "qwibot.sqlite3") as hall:
        match_id = await hall.match(ANNA, BEN, game="qwixx")
        for _ in range(3):
            await hall.play(match_id)
        now = await whole(hall, match_id)
        steps = now.steps(of_qwixx)
        chosen = [logged.event for step in steps for logged in step.events_for(None) if isinstance(logged.event, Chose)]
        assert chosen
        assert all(event.choice is None for event in chosen)
        assert all(step.view_for(None).choice is None for step in steps)
        qwirkle = await hall.match(ANNA, BEN)
        steps = (await whole(hall, qwirkle)).steps(of_qwirkle)
        assert all(step.view_for(None).hand is None for step in steps)


async def test_a_part_of_the_log_without_a_step_has_none(tmp_path: Path) -> None:
    async with hall_at(tmp_path / "qwibot.sqlite3") as hall:
        now = await whole(hall, await hall.lobby(ANNA, BEN))
    assert now.steps(of_qwirkle) == ()
