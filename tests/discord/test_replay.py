"""A match seen again: the animation, the steps, and that nobody's hand or hidden choice is in them."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from cogs.ui.control import control_id
from cogs.ui.paging import LAST
from tests.discord import happenings
from tests.discord.club import awaited, begin, club, look, open_lobby, take_turn
from tests.discord.forgery import press
from tests.discord.qwixx_play import step_by_command
from tests.discord.seen import Seen
from tests.discord.simkit import Discord, Person, Start


def frames(seen: Seen) -> int:
    with Image.open(BytesIO(seen.pictures[0].data)) as picture:
        return int(getattr(picture, "n_frames", 1))


async def played(sim: Discord, turns: int) -> list[Person]:
    """A match of Qwirkle after so many turns; who made them."""
    await begin(sim)
    return [await take_turn(sim) for _ in range(turns)]


async def test_the_animation_of_a_running_match(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, _ = sim.people
    await played(sim, 3)
    answer = await ann.types("/match replay")
    assert answer.private
    assert "Qwirkle, match 1: the replay" in answer.text
    assert "4 steps so far" in answer.text
    assert frames(answer.seen) == 4
    assert answer.seen.pictures[0].alt.startswith("An animation of 4 pictures, which ends with: Qwirkle. Scores: Ann")


async def test_the_steps_go_to_and_fro(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, _ = sim.people
    names = [person.actor.name.title() for person in await played(sim, 3)]
    film = (await ann.types("/match replay")).seen
    step = (await ann.clicks("Step by step", on=film)).seen
    assert "Step 1 of 4" in step.text
    assert " starts." in step.text
    assert "nothing yet" in step.pictures[0].alt
    assert [button.label for button in step.buttons if button.disabled] == ["⏮ First", "◀ Back"]
    told = []
    for number in (2, 3, 4):
        step = (await ann.clicks("Next", on=step)).seen
        assert f"Step {number} of 4" in step.text
        told.append(step.text)
    assert all(f"\n{name}: " in text for name, text in zip(names, told, strict=True))
    assert [button.label for button in step.buttons if button.disabled] == ["Next ▶", "Last ⏭"]
    step = (await ann.clicks("Back", on=step)).seen
    assert step.text == told[1]
    step = (await ann.clicks("First", on=step)).seen
    assert "Step 1 of 4" in step.text
    step = (await ann.clicks("Last", on=step)).seen
    assert step.text == told[2]
    film = (await ann.clicks("Animation", on=step)).seen
    assert frames(film) == 4
    assert film.id == step.id, "all of it is one private message"


async def test_the_last_step_is_the_newest_whenever_it_is_asked_for(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, _ = sim.people
    await played(sim, 2)
    film = (await ann.types("/match replay")).seen
    step = (await ann.clicks("Step by step", on=film)).seen
    await take_turn(sim)
    await sim.restart()
    assert "Step 4 of 4" in (await ann.clicks("Last", on=step)).text


async def test_of_a_running_match_no_hand_is_shown(start: Start, tmp_path: Path) -> None:
    """A player's own replay is that of a spectator: one may show it to the others."""
    sim = await club(start, tmp_path)
    ann, ben = sim.people
    guest = sim.join("guest")
    guest.go(sim.rooms[-1])
    await played(sim, 2)
    guest.go(sim.rooms[-1])
    seen = []
    for person in (ann, ben, guest):
        film = (await person.types("/match replay")).seen
        step = (await person.clicks("Last", on=(await person.clicks("Step by step", on=film)).seen)).seen
        seen.append((film.pictures[0].data, step.pictures[0].data, step.text))
    assert seen[0] == seen[1] == seen[2]


async def test_the_replay_of_qwixx_is_a_step_a_turn(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, _ = sim.people
    await begin(sim, "qwixx")
    while (await look(sim)).match.turn < 3:
        await step_by_command(sim, (await awaited(sim))[0])
    film = (await ann.types("/match replay")).seen
    assert frames(film) == 3
    step = (await ann.clicks("Step by step", on=film)).seen
    assert "turn 1." in step.pictures[0].alt
    step = (await ann.clicks("Next", on=step)).seen
    assert "turn 2." in step.pictures[0].alt
    assert "White" in step.text


async def test_of_qwixx_no_hidden_choice_is_shown(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, ben = sim.people
    await begin(sim, "qwixx")
    before = (await ben.types("/match replay")).seen
    chooser = (await awaited(sim))[0]
    await chooser.clicks("Pass")
    after = [(await person.types("/match replay")).seen for person in (ann, ben)]
    assert after[0].pictures[0].data == after[1].pictures[0].data
    assert before.pictures[0].data[:6] == b"GIF89a"


@pytest.mark.parametrize("game", ["qwirkle", "qwixx"])
async def test_before_the_start_there_is_nothing_to_see(start: Start, tmp_path: Path, game: str) -> None:
    sim = await club(start, tmp_path)
    lobby = await open_lobby(sim, game)
    answer = await sim.people[1].types("/match replay")
    assert "has not started" in answer.text
    assert "has not started" in (await press(sim.people[1], control_id("match-step", 1, 0), lobby)).text


async def test_a_strangers_step_is_the_last_or_none(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, _ = sim.people
    await played(sim, 1)
    board = ann.newest("Match 1")
    assert "Step 2 of 2" in (await press(ann, control_id("match-step", 1, LAST), board)).text
    for odd in ("x", "-1", "٣", ""):
        assert "an older time" in (await press(ann, control_id("match-step", 1, odd), board)).text
    assert "no match with this number" in (await press(ann, control_id("match-step", 77, 0), board)).text


async def test_a_practice_match_is_replayed_for_its_owner_alone(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, ben = sim.people
    await ann.clicks("Practice Qwirkle", on=(await ann.types("/help")).seen)
    assert "step" in (await ann.types("/match replay", match=1)).text
    assert "another person" in (await ben.types("/match replay", match=1)).text


async def test_without_leave_for_files_the_words_take_the_place_of_the_picture(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, _ = sim.people
    await played(sim, 1)
    await happenings.forbid(sim, "attach_files")
    film = (await ann.types("/match replay")).seen
    assert "An animation of 2 pictures" in (film.text + "".join(picture.alt for picture in film.pictures))
