"""The colored die in Qwixx: after the white choice, planned with it, or before it."""

from __future__ import annotations

from pathlib import Path

import pytest
from discord import ButtonStyle, ComponentType

from tests.discord.club import begin, look
from tests.discord.qwixx_play import (
    SIX,
    by_turn,
    choose,
    live,
    qwixx,
    roll_these,
    take,
    tap,
    white_button,
)
from tests.discord.seen import Seen
from tests.discord.simkit import Discord, Start


@pytest.fixture(autouse=True)
def known_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    roll_these(monkeypatch, SIX)


async def lock_is_near(sim: Discord) -> None:
    """All have marked red 2 to 6, and the active one can lock the row with a colored die, too."""
    for _ in range(5):
        for person in sim.people:
            await choose(person, "red")
        active, _ = await by_turn(sim)
        await take(active, "No colored die")


def roll_towards_a_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    rising = ((1, 1), (1, 2), (2, 2), (2, 3), (3, 3))
    roll_these(monkeypatch, *((*white, 6, 6, 6, 6) for white in rising), (6, 6, 6, 1, 1, 1))


async def test_the_wrong_person_presses_color(start: Start, tmp_path: Path) -> None:
    sim = await qwixx(start, tmp_path)
    active, (other,) = await by_turn(sim)
    answer = await tap(other, "Colored die")
    assert answer.private
    name = active.actor.name.title()
    assert answer.text == (
        f"In this turn a colored die is for {name} alone. You may mark 6 with the white dice, or pass."
    )
    await choose(other, "Pass")
    answer = await tap(other, "Colored die")
    assert answer.text == f"In this turn a colored die is for {name} alone."


def rows_of(page: Seen) -> list[list[str]]:
    """What is read on the controls, row by row."""
    parts = page.as_sent["components"]
    rows = [part["components"] for part in parts if part["type"] == ComponentType.action_row.value]
    return [[control["label"] for control in row] for row in rows]


async def test_the_color_panel_has_a_row_for_each_color(start: Start, tmp_path: Path) -> None:
    sim = await qwixx(start, tmp_path)
    active, (other,) = await by_turn(sim)
    early = (await tap(active, "Colored die")).seen
    assert "It counts **at once**" in early.text
    assert early.button("No colored die").style == ButtonStyle.secondary.value
    assert "white dice" not in early.pictures[0].alt.split("Can be marked: ")[1]
    assert rows_of(early) == [
        ["red 7 (+1)", "red 11 (+1)"],
        ["yellow 2 (+1)", "yellow 6 (+1)"],
        ["green 3 (+1)", "green 7 (+1)"],
        ["blue 6 (+1)", "blue 10 (+1)"],
        ["No colored die", "White dice first"],
    ]
    back = (await active.clicks("White dice first", on=early)).seen
    assert "In which row do you mark it?" in back.text
    for person in (other, active):
        await choose(person, "Pass")
    late = (await tap(active, "Colored die")).seen
    assert "to pass brings a penalty" in late.text
    assert late.button("No colored die").style == ButtonStyle.danger.value


async def test_a_few_colored_marks_are_one_row(start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    roll_these(monkeypatch, (6, 6, 5, 2, 4, 1))
    sim = await qwixx(start, tmp_path)
    active, _ = await by_turn(sim)
    panel = (await tap(active, "Colored die")).seen
    assert rows_of(panel)[0] == ["red 11 (+1)", "yellow 8 (+1)", "green 10 (+1)", "blue 7 (+1)"]


async def test_other_matches_are_named_when_ones_part_is_done(start: Start, tmp_path: Path) -> None:
    sim = await qwixx(start, tmp_path)
    here = sim.rooms[-1]
    for person in sim.people:
        person.go(sim.channel)
    await begin(sim, "qwixx")  # it waits for both
    for person in sim.people:
        person.go(here)
    active, (other,) = await by_turn(sim)
    waiting = "Other matches wait for you: Qwixx 2"
    assert waiting in (await choose(other, "Pass")).text
    between = await choose(active, "red")
    assert between.seen.has_button("No colored die")
    assert waiting not in between.text
    assert waiting in (await active.clicks("No colored die", on=between.seen)).text


async def test_both_in_one_visit(start: Start, tmp_path: Path) -> None:
    sim = await qwixx(start, tmp_path)
    active, (other,) = await by_turn(sim)
    panel = await tap(active, "red")
    planned = await active.chooses("red 11", of="Then a colored die", on=panel.seen)
    assert "with a colored die: **red 11**" in planned.text
    await choose(other, "Pass")
    now = await look(sim)
    assert now.match.turn == 2
    text = live(other).text
    assert "Colored die: " in text
    assert "red 11 (+2)" in text


async def test_the_last_one_gives_both_with_the_tap_that_closes(start: Start, tmp_path: Path) -> None:
    sim = await qwixx(start, tmp_path)
    active, (other,) = await by_turn(sim)
    await choose(other, "Pass")
    asked = await tap(active, "red")
    done = await active.chooses("red 7", of="then a colored die", on=asked.seen)
    assert "red 6 (+1)" in done.text
    assert "red 7 (+2)" in done.text
    assert (await look(sim)).match.turn == 2


async def test_another_white_choice_keeps_the_plan_that_still_fits(start: Start, tmp_path: Path) -> None:
    sim = await qwixx(start, tmp_path)
    active, _ = await by_turn(sim)
    panel = await tap(active, "red")
    planned = await active.chooses("blue 6", of="Then a colored die", on=panel.seen)
    kept = await active.clicks(white_button(planned.seen, "yellow"), on=planned.seen)
    assert "with a colored die: **blue 6**" in kept.text
    lost = await active.clicks(white_button(kept.seen, "blue"), on=kept.seen)
    assert "You have chosen: **blue 6**" in lost.text
    assert "with a colored die" not in lost.text


async def test_color_first_makes_ones_own_choice_void(start: Start, tmp_path: Path) -> None:
    sim = await qwixx(start, tmp_path)
    active, (other,) = await by_turn(sim)
    await choose(active, "red")
    taken = await take(active, "red 7")
    assert "red 7 (+1)" in taken.text
    assert "no longer possible after that: choose again" in taken.text
    assert "In which row do you mark it?" in taken.text
    assert active.mention in live(other).text
    assert f"Colored die, for {active.actor.name.title()}: done" in live(other).text
    assert not live(other).has_button("Colored die")


async def test_color_first_locks_a_row_and_makes_anothers_choice_void(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    roll_towards_a_lock(monkeypatch)
    sim = await qwixx(start, tmp_path, 3)
    await lock_is_near(sim)
    active, (ben, cid) = await by_turn(sim)
    await choose(ben, "red")
    await choose(cid, "blue")
    await take(active, "red 12")
    text = live(active).text
    name = ben.actor.name.title()
    assert f"What {name} chose is no longer possible after that: choose again." in text
    assert f"🔒 The red row is locked by {active.actor.name.title()}" in text
    assert ben.mention in text
    assert f"Chosen already: {cid.actor.name.title()}" in text
    assert not [each for each in live(ben).buttons if "_red_" in each.emoji]
    sheet = await tap(ben, "My sheet")
    assert "In which row do you mark it?" in sheet.text
    assert "Locked for all: red" in sheet.seen.pictures[0].alt


async def test_strict_lets_plan_but_not_take_color_first(start: Start, tmp_path: Path) -> None:
    sim = await qwixx(start, tmp_path, timing="strict")
    active, (other,) = await by_turn(sim)
    answer = await tap(active, "Colored die")
    assert "In this match the white dice come first" in answer.text
    assert not answer.seen.has_button("No colored die")
    panel = await active.clicks(white_button(answer.seen, "red"), on=answer.seen)
    await active.chooses("red 7", of="Then a colored die", on=panel.seen)
    await choose(other, "Pass")
    assert "red 7 (+2)" in live(other).text
