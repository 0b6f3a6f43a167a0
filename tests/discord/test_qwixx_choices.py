"""Choosing in Qwixx: privately, openly changed until all have chosen, and closed once."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tests.discord.club import awaited, crash, look
from tests.discord.qwixx_play import (
    SIX,
    by_turn,
    choose,
    confirm,
    live,
    qwixx,
    roll_these,
    take,
    tap,
    view_of,
    white_button,
)
from tests.discord.simkit import Person, Start


@pytest.fixture(autouse=True)
def known_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    roll_these(monkeypatch, SIX)


# The white choice


async def test_one_tap_chooses_and_is_confirmed_privately_with_ones_own_sheet(start: Start, tmp_path: Path) -> None:
    sim = await qwixx(start, tmp_path)
    ann, ben = sim.people
    answer = await tap(ann, "red")
    assert answer.private
    assert "You have chosen: **red 6**" in answer.text
    assert "red 6 with the white dice" in answer.seen.pictures[0].alt
    assert "chosen" in answer.seen.pictures[0].alt
    assert "Chosen already: Ann" in live(ben).text
    assert f"or pass:** {ben.mention}" in live(ben).text
    assert "has chosen" in next(line for line in live(ben).pictures[0].alt.splitlines() if line.startswith("Ann,"))


async def test_a_choice_is_changed_and_taken_back(start: Start, tmp_path: Path) -> None:
    sim = await qwixx(start, tmp_path, 3)
    ann = sim.people[0]
    panel = (await tap(ann, "red")).seen
    answer = await ann.clicks(white_button(panel, "blue"), on=panel)
    assert "You have chosen: **blue 6**" in answer.text
    again = await tap(ann, "Pass")
    assert "You have chosen: **pass**" in again.text
    back = await ann.clicks("Take back", on=again.seen)
    assert "In which row do you mark it?" in back.text
    assert "Chosen already" not in live(ann).text
    assert (await view_of(sim, ann)).choice is None


async def test_the_last_one_is_asked_for_that_tap_closes_it(start: Start, tmp_path: Path) -> None:
    sim = await qwixx(start, tmp_path)
    active, (other,) = await by_turn(sim)
    await choose(active, "red")
    seq = (await look(sim)).match.seq
    asked = await tap(other, "green")
    assert "You are the last one to choose, and it cannot be changed afterwards: **green 6 (+1)**?" in asked.text
    assert "green 6 with the white dice, +1, passes over 6 numbers, chosen" in asked.seen.pictures[0].alt
    assert (await look(sim)).match.seq == seq
    otherwise = await other.clicks("Choose otherwise", on=asked.seen)
    asked = await other.clicks(white_button(otherwise.seen, "blue"), on=otherwise.seen)
    assert "**blue 6 (+1)**?" in asked.text
    done = await confirm(other, asked)
    assert "red 6 (+1)" in done.text
    assert "blue 6 (+1)" in done.text
    assert "take a colored die, or pass" in live(other).text


async def test_somebody_takes_a_choice_back_while_the_last_one_is_asked(start: Start, tmp_path: Path) -> None:
    sim = await qwixx(start, tmp_path)
    active, (other,) = await by_turn(sim)
    chosen = await choose(active, "red")
    asked = await tap(other, "green")
    await active.clicks("Take back", on=chosen.seen)
    answer = await confirm(other, asked)
    assert "You have chosen: **green 6**" in answer.text
    assert (await look(sim)).match.phase == "white"
    assert "are the last one" in (await tap(active, "blue")).text


async def test_somebody_chooses_otherwise_while_the_last_one_is_asked(start: Start, tmp_path: Path) -> None:
    sim = await qwixx(start, tmp_path)
    active, (other,) = await by_turn(sim)
    await choose(active, "red")
    asked = await tap(other, "green")
    await choose(active, "blue")
    done = await confirm(other, asked)
    assert f"{active.actor.name.title()} blue 6 (+1)" in done.text


async def test_two_last_ones_at_once_close_the_action_once(start: Start, tmp_path: Path) -> None:
    sim = await qwixx(start, tmp_path, 3)
    await choose(sim.people[0], "red")
    ben, cid = sim.people[1:]
    for seed in range(3):
        if (await look(sim)).match.phase != "white":
            break
        with sim.wire.weather(seed):
            async with sim.burst():
                taps = [await tap(ben, "blue"), await tap(cid, "yellow")]
        for person, answer in zip((ben, cid), taps, strict=True):
            assert answer.private
            await confirm(person, answer)
    text = live(ben).text
    for told in ("Ann red 6 (+1)", "Ben blue 6 (+1)", "Cid yellow 6 (+1)"):
        assert text.count(told) == 1
    assert (await look(sim)).match.phase == "color"


async def test_the_last_one_confirms_twice_at_once(start: Start, tmp_path: Path) -> None:
    sim = await qwixx(start, tmp_path)
    active, (other,) = await by_turn(sim)
    await choose(active, "red")
    asked = (await tap(other, "green")).seen
    async with sim.burst():
        answers = [await other.clicks("Yes", on=asked), await other.clicks("Yes", on=asked)]
    assert all(answer.came for answer in answers)
    assert live(other).text.count("green 6 (+1)") == 1
    assert (await look(sim)).match.phase == "color"


async def test_what_one_cannot_mark_is_answered_in_words(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    roll_these(monkeypatch, (6, 6, 1, 1, 1, 1), (1, 5, 6, 1, 2, 5))
    sim = await qwixx(start, tmp_path)
    active, (other,) = await by_turn(sim)
    await choose(active, "green")
    await choose(other, "Pass")
    await take(active, "red 7")
    assert (await look(sim)).match.turn == 2
    answer = await tap(active, "red")
    assert answer.private
    assert "The 6 lies left of a mark in the red row" in answer.text
    assert "Chosen already" not in live(active).text


async def test_only_rows_that_anybody_can_mark_have_a_button(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    roll_these(monkeypatch, (6, 6, 1, 1, 1, 1))
    sim = await qwixx(start, tmp_path)
    shown = [each.emoji.split("_")[1] for each in live(sim.people[0]).buttons if each.label == "12"]
    assert shown == ["green", "blue"]


async def test_who_can_mark_nothing_is_passed_and_told_why(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    roll_these(monkeypatch, (6, 6, 6, 6, 1, 1), (1, 1, 6, 6, 6, 6), (1, 1, 6, 6, 6, 6))
    sim = await qwixx(start, tmp_path, 3)
    active, (_, third) = await by_turn(sim)
    for person in sim.people:
        await choose(person, "Pass")
    await take(active, "green 7")
    for person in sim.people:  # white 2: red and yellow alone
        await choose(person, "red" if person is not third else "yellow")
    mover, _ = await by_turn(sim)
    await take(mover, "No colored die")
    text = live(active).text
    assert "Turn 3" in text
    assert "passed" not in text  # the other row is still open to each
    for person in sim.people:
        await choose(person, "Pass" if person is third else "yellow")
    mover, _ = await by_turn(sim)
    await take(mover, "No colored die")
    waiting = await awaited(sim)
    assert third in waiting
    passed = [person for person in sim.people if person not in waiting]
    assert "Can mark 2 nowhere, so passed:" in live(active).text
    assert f"{passed[0].actor.name.title()}, can mark nothing" in live(active).pictures[0].alt.replace(", active", "")
    sheet = await tap(passed[0], "My sheet")
    assert "You can mark 2 nowhere, so you are passed." in sheet.text
    assert "Standing order" in sheet.seen.selects[0].placeholder


# Old controls, and who does not play


async def test_controls_of_a_turn_that_is_past(start: Start, tmp_path: Path) -> None:
    sim = await qwixx(start, tmp_path)
    active, (other,) = await by_turn(sim)
    old = live(active)
    panel = await tap(active, "red")
    await choose(other, "Pass")
    await take(active, "No colored die")
    for message, button in ((old, white_button(old, "blue")), (panel.seen, white_button(panel.seen, "blue"))):
        answer = await active.clicks(button, on=message)
        assert answer.private
        assert "takes no colored die" in answer.text
        assert [each.label for each in answer.seen.buttons if each.url] == ["Go to the match"]
    await crash(sim)
    answer = await active.clicks(white_button(old, "blue"), on=old)
    assert answer.private
    assert "takes no colored die" in answer.text


async def test_an_old_sheet_leads_to_the_color_of_the_running_turn(start: Start, tmp_path: Path) -> None:
    sim = await qwixx(start, tmp_path)
    active, (other,) = await by_turn(sim)
    sheet = (await active.clicks("My sheet")).seen
    assert sheet.has_button("Colored die first")
    for mover, waiting in ((active, other), (other, active)):
        await choose(mover, "Pass")
        await choose(waiting, "Pass")
        await take(mover, "No colored die")
    answer = await active.clicks("Colored die first", on=sheet)
    assert answer.text.startswith("The match has moved on meanwhile:")
    assert answer.seen.has_button("No colored die")
    await active.clicks("No colored die", on=answer.seen)
    assert (await view_of(sim, active)).color_taken


async def test_panels_go_on_after_a_restart(start: Start, tmp_path: Path) -> None:
    sim = await qwixx(start, tmp_path)
    active, (other,) = await by_turn(sim)
    panel = await tap(active, "red")
    await crash(sim)
    changed = await active.clicks(white_button(panel.seen, "blue"), on=panel.seen)
    assert "You have chosen: **blue 6**" in changed.text
    asked = await tap(other, "green")
    await crash(sim)
    await confirm(other, asked)
    assert (await look(sim)).match.phase == "color"


async def test_controls_of_a_finished_match(start: Start, tmp_path: Path) -> None:
    sim = await qwixx(start, tmp_path)
    ann, ben = sim.people
    old = live(ann)
    panel = (await tap(ann, "red")).seen
    await ben.types("/match resign")
    await ben.clicks("Yes, resign")
    for button, on in (
        (white_button(old, "blue"), old),
        (old.button("Pass"), old),
        (old.button("Colored die"), old),
        (panel.button("Take back"), panel),
    ):
        answer = await ann.clicks(button, on=on)
        assert answer.private
        assert answer.text == "This match is over.\nAll others have left."
    sheet = await ann.clicks("My sheet", on=old)
    assert "The match is over." in sheet.text
    assert not sheet.seen.buttons


@pytest.mark.parametrize("button", ["red", "Pass", "Colored die", "My sheet"])
async def test_a_spectator_is_told_so(start: Start, tmp_path: Path, button: str) -> None:
    sim = await qwixx(start, tmp_path)
    guest = sim.join("guest")
    guest.go(sim.rooms[-1])
    seq = (await look(sim)).match.seq
    answer = await tap(guest, button)
    assert answer.private
    assert answer.text == "You do not play in this match."
    assert (await look(sim)).match.seq == seq


@pytest.mark.parametrize(
    "forged",
    [
        "q1:qwixx-white:1:1:white",
        "q1:qwixx-white:1:1:white:purple",
        "q1:qwixx-choose:1:1:white:red-6",
        "q1:qwixx-take:1:1:white:red-x",
        "q1:qwixx-take:1:1:white:red-²",
        "q1:qwixx-take:1:1:white:",
        "q1:qwixx-plan:1:1:white:red",
        "q1:qwixx-order:1",
        "q1:qwixx-order:1:10",
        "q1:qwixx-order:1:-1",
    ],
)
async def test_ids_that_no_control_has(start: Start, tmp_path: Path, forged: str) -> None:
    sim = await qwixx(start, tmp_path)
    active, _ = await by_turn(sim)
    message = live(active)
    seq = (await look(sim)).match.seq
    button = message.button("Pass")
    sent = json.loads(json.dumps(message.as_sent).replace(button.custom_id, forged))
    answer = await active.clicks(replace(button, custom_id=forged), on=replace(message, as_sent=sent))
    assert answer.private
    assert answer.text
    assert (await look(sim)).match.seq == seq


# Standing orders


async def order(person: Person, what: str) -> None:
    sheet = await tap(person, "My sheet")
    await person.chooses(what, of="Standing order", on=sheet.seen)


async def test_a_standing_order_passes_and_is_private(start: Start, tmp_path: Path) -> None:
    sim = await qwixx(start, tmp_path, 3)
    active, (other, third) = await by_turn(sim)
    sheet = await tap(other, "My sheet")
    answer = await other.chooses("4 numbers or more", of="Standing order", on=sheet.seen)
    assert answer.private
    assert "Your standing order has passed 6 for you" in answer.text
    assert "passes over 4 numbers or more. Only you see that." in answer.text
    for person in (active, third):
        assert "order" not in "\n".join(f"{seen}" for seen in person.sees() if not seen.private)
        assert "Only you see" not in (await tap(person, "My sheet")).text
    assert f"Chosen already: {other.actor.name.title()}" in live(active).text
    off = await other.chooses("No standing order", of="Standing order", on=answer.seen)
    assert "In which row do you mark it?" in off.text
    assert "Chosen already" not in live(active).text


async def test_an_order_that_would_close_the_action_is_asked_first(start: Start, tmp_path: Path) -> None:
    sim = await qwixx(start, tmp_path)
    active, (other,) = await by_turn(sim)
    await choose(active, "red")
    sheet = await tap(other, "My sheet")
    asked = await other.chooses("3 numbers or more", of="Standing order", on=sheet.seen)
    assert "with this standing order you pass now" in asked.text
    assert (await view_of(sim, other)).order is None
    done = await confirm(other, asked)
    assert "No mark: " in done.text
    assert (await view_of(sim, other)).order == 2
    assert (await look(sim)).match.phase == "color"


async def test_an_order_never_acts_in_ones_own_turn(start: Start, tmp_path: Path) -> None:
    sim = await qwixx(start, tmp_path)
    active, _ = await by_turn(sim)
    await order(active, "1 number or more")
    assert active.mention in live(active).text
    assert (await view_of(sim, active)).choice is None
