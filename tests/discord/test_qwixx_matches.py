"""Whole matches of Qwixx, as people play them."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.core.store import Status
from tests.discord.club import awaited, crash, look
from tests.discord.qwixx_play import choose, live, play_to_the_end, public, qwixx, roll_these, step_by_button, take
from tests.discord.seen import Seen
from tests.discord.simkit import Discord, Start

RISING = ((1, 1), (1, 2), (2, 2), (2, 3), (3, 3), (6, 6))
"""White dice with which everybody can mark five numbers from the left of red or yellow, and then the last."""


async def see_the_end(sim: Discord, reason: str) -> None:
    now = await look(sim)
    assert now.match.status is Status.FINISHED
    assert now.outcome is not None
    last = public(sim.people[0])[-1]
    assert reason in last.text
    for score in now.outcome.scores:
        assert f": {score} point" in last.text
        assert f": {score} point" in last.pictures[0].alt
    assert "place 1" in last.pictures[0].alt
    assert [button.label for button in last.buttons] == ["Rematch", "Replay", "Export", "Check"]


async def test_a_whole_match_by_button(start: Start, tmp_path: Path) -> None:
    sim = await qwixx(start, tmp_path, 2)
    await play_to_the_end(sim)
    await see_the_end(sim, "is over")


async def test_a_whole_match_by_command(start: Start, tmp_path: Path) -> None:
    sim = await qwixx(start, tmp_path, 2, timing="strict")
    await play_to_the_end(sim, by_command=sim.people)
    await see_the_end(sim, "is over")


@pytest.mark.parametrize(("people", "timing"), [(3, "strict"), (4, "sheet"), (5, "strict")])
async def test_many_lock_two_rows_at_once(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, people: int, timing: str
) -> None:
    roll_these(monkeypatch, *((*white, 6, 6, 6, 6) for white in RISING))
    sim = await qwixx(start, tmp_path, people, timing=timing)
    for _ in RISING:
        for place, person in enumerate(sim.people):
            await choose(person, "red" if place % 2 else "yellow")
        if (await look(sim)).match.phase == "color":
            await take((await awaited(sim))[0], "No colored die")
    await see_the_end(sim, "Two rows are locked")
    last = public(sim.people[0])[-1]
    odd = [person.actor.name.title() for person in sim.people[1::2]]
    assert f"🔒 The red row is locked by {' and '.join(odd)}:" in last.text
    assert "(+13)" in last.text  # the sixth mark and the lock
    assert ": 28 points" in last.text
    assert "red 2 3 4 5 6 12 lock = 28" in last.pictures[0].alt


async def test_who_never_marks_ends_the_match_by_penalties(start: Start, tmp_path: Path) -> None:
    sim = await qwixx(start, tmp_path, 2)
    told = []
    while (await look(sim)).match.status is Status.LIVE:
        (person, *_) = await awaited(sim)
        if (await look(sim)).match.phase == "color":
            assert "to pass brings a penalty" in live(person).text
            await take(person, "No colored die")
            told.append(public(person)[-1].text)
        else:
            await choose(person, "Pass")
    assert all("has marked nothing in this turn: a penalty, −5 points" in text for text in told)
    await see_the_end(sim, "The fourth penalty")


async def test_people_and_computers(start: Start, tmp_path: Path) -> None:
    sim = await qwixx(start, tmp_path, 1, computers=2)
    for _ in range(9):
        await step_by_button(sim, sim.people[0])
    while (await look(sim)).match.phase != "white":
        await step_by_button(sim, sim.people[0])
    texts = [seen.text for seen in public(sim.people[0])]
    assert any("Colored die: Computer" in text for text in texts)
    assert await awaited(sim) == sim.people
    assert "Chosen already: Computer 1 and Computer 2" in texts[-1]


async def test_the_thread_is_the_record_of_the_match(start: Start, tmp_path: Path) -> None:
    sim = await qwixx(start, tmp_path, 2)
    for _ in range(12):
        await step_by_button(sim, (await awaited(sim))[0])
    *record, now = public(sim.people[0])
    assert len(record) == (await look(sim)).match.turn - 1
    assert all("White dice:" in seen.text and not seen.buttons and not seen.pictures for seen in record)
    assert now.id == live(sim.people[1]).id


async def test_a_match_goes_on_after_crashes_with_the_controls_there_were(start: Start, tmp_path: Path) -> None:
    sim = await qwixx(start, tmp_path, 2)
    for _ in range(3):
        await crash(sim)
        before: Seen = live(sim.people[0])
        seq = (await look(sim)).match.seq
        await step_by_button(sim, (await awaited(sim))[0])
        assert (await look(sim)).match.seq > seq
        assert live(sim.people[0]).text != before.text
