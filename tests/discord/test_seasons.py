"""Seasons, as those start them who manage a server."""

from __future__ import annotations

from pathlib import Path

from cogs.ui.control import control_id
from tests.discord.club import bot_of, club
from tests.discord.forgery import press
from tests.discord.simkit import Discord, Start
from tests.discord.standings import MadeUp


async def server(start: Start, folder: Path) -> tuple[Discord, MadeUp]:
    sim = await club(start, folder)
    made_up = MadeUp()
    bot_of(sim).app.standings = made_up
    return sim, made_up


async def test_a_manager_starts_one_after_a_question(start: Start, tmp_path: Path) -> None:
    sim, made_up = await server(start, tmp_path)
    ann, _ = sim.people
    settings = (await ann.types("/settings server")).seen
    assert "No season runs" in (await ann.clicks("Seasons", on=settings)).text
    page = (await ann.types("/settings season")).seen
    assert page.private
    assert "No season runs" in page.text
    question = (await ann.clicks("Start season 1", on=page)).seen
    assert "Start the first season now" in question.text
    assert made_up.started == []
    page = (await ann.clicks("Yes, start it", on=question)).seen
    assert "**Season 1** runs since <t:" in page.text
    assert "It has begun." in page.text
    assert [season.started_by for season in made_up.started] == [ann.id]
    question = (await ann.clicks("Start season 2", on=page)).seen
    assert "Season 1 ends with its tables as they stand" in question.text
    page = (await ann.clicks("No", on=question)).seen
    assert "It has begun." not in page.text
    assert len(made_up.started) == 1


async def test_who_presses_twice_starts_one(start: Start, tmp_path: Path) -> None:
    sim, made_up = await server(start, tmp_path)
    ann, _ = sim.people
    page = (await ann.clicks("Seasons", on=(await ann.types("/settings server")).seen)).seen
    question = (await ann.clicks("Start season 1", on=page)).seen
    async with sim.burst():
        for _ in range(3):
            await ann.clicks("Yes, start it", on=question)
    assert len(made_up.started) == 1
    await ann.clicks("Yes, start it", on=question)
    assert len(made_up.started) == 1
    assert "**Season 1** runs" in ann.newest().text


async def test_nobody_else_does(start: Start, tmp_path: Path) -> None:
    sim, made_up = await server(start, tmp_path)
    ann, ben = sim.people
    page = (await ann.types("/settings server")).seen
    assert "Only those who may manage this server" in (await ben.types("/settings season")).text
    for verb in (control_id("seasons"), control_id("season-start", 1), control_id("season-start-yes", 1)):
        assert "Only those who may manage this server" in (await press(ben, verb, page)).text
    assert made_up.started == []
