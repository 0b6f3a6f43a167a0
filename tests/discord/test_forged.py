"""Whatever the id of a control and the values of a choice are: an answer in words, and nothing is a fault of ours."""

from __future__ import annotations

from pathlib import Path

import pytest

from cogs.ui.control import About
from cogs.ui.names import bare
from tests.discord.club import awaited, begin, bot_of, club, elsewhere, look, open_lobby
from tests.discord.forgery import choose, press
from tests.discord.simkit import Answer, Discord, Start
from tests.discord.wire import FORBIDDEN

ARGUMENTS = ("x", "-1", "99", "9" * 40)
CHOICES: tuple[tuple[str, ...], ...] = ((), ("x",), ("99",), ("1", "2"))
NO_PEOPLE = ("", "x", "-1", "²", "١", "9" * 19, "9" * 40)


def is_in_words(answer: Answer) -> None:
    assert answer.private
    assert len(answer.text) > 20


async def all_controls(sim: Discord) -> list[str]:
    """An id of every control there is, of the running match and turn as far as it is about them."""
    controls, match = bot_of(sim).app.controls, (await look(sim)).match
    subjects = {About.NOTHING: "", About.MATCH: ":1", About.TURN: f":1:{match.turn}:{match.phase}"}
    found = ((verb, controls.find(verb)) for verb in controls.verbs)
    return [f"q1:{name}{subjects[verb.about]}" for name, verb in found if verb is not None]


async def test_every_control_with_any_argument(start: Start, tmp_path: Path) -> None:
    """Also those of the other game."""
    sim = await club(start, tmp_path)
    await begin(sim)
    (mover,) = await awaited(sim)
    board = mover.newest("Match 1")
    for control in await all_controls(sim):
        async with sim.burst():
            answers = [await press(mover, f"{control}:{argument}", board) for argument in ARGUMENTS]
        assert all(answer.came for answer in answers)


@pytest.mark.parametrize("game", ["qwirkle", "qwixx"])
async def test_every_control_with_any_value(start: Start, tmp_path: Path, game: str) -> None:
    sim = await club(start, tmp_path)
    await begin(sim, game)
    person, *_ = await awaited(sim)
    panel = (await person.types("/language")).seen
    for control in await all_controls(sim):
        async with sim.burst():
            answers = [await choose(person, control, values, panel) for values in CHOICES]
        assert all(answer.came for answer in answers)


@pytest.mark.parametrize("control", ["settings-language", "settings-place", "language", "match-replace-by-person:1:1"])
async def test_what_cannot_be_chosen_is_answered_in_words(start: Start, tmp_path: Path, control: str) -> None:
    sim = await club(start, tmp_path)
    await begin(sim)
    owner = sim.people[0]
    panel = (await owner.types("/language")).seen
    for value in NO_PEOPLE:
        is_in_words(await choose(owner, f"q1:{control}", (value,), panel))
    assert sum(not seen.private for seen in owner.sees()) == 1


async def test_a_control_of_the_other_game_is_answered_in_words(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    await begin(sim, "qwixx")
    ann = sim.people[0]
    board = ann.newest("Match 1")
    match = (await look(sim)).match
    for control in ("qwirkle-hand:1", f"qwirkle-play:1:{match.turn}:{match.phase}"):
        is_in_words(await press(ann, f"q1:{control}", board))


async def test_a_match_of_another_server_is_none(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    await open_lobby(sim)
    zoe = await elsewhere(sim)
    await zoe.types("/qwirkle start")
    theirs = zoe.newest("opens a match")
    for control in ("lobby-join", "lobby-cancel", "match-more", "match-export"):
        assert "no match" in (await press(zoe, f"q1:{control}:1", theirs)).text
    assert len((await look(sim)).seated) == 1


async def test_where_a_newcomer_cannot_be_asked_that_is_said(start: Start, tmp_path: Path) -> None:
    """The bot may not write in the match's thread any more."""
    sim = await club(start, tmp_path, people=3)
    ann, ben, cid = sim.people
    await open_lobby(sim, computers=1)
    await ben.clicks("Join")
    await ann.clicks("Start")
    ann.go(sim.rooms[-1])
    sim.wire.fail(FORBIDDEN, "POST /channels/*", times=2)
    answer = await ann.types("/match replace", seat="2", by=cid)
    is_in_words(answer)
    assert "may not write" in answer.text


@pytest.mark.parametrize("name", ["\ud800x", "a\x00b", "\u3164", "\u202e@everyone", "x" * 10_000])
async def test_whatever_somebody_is_called_they_can_play(start: Start, tmp_path: Path, name: str) -> None:
    """Not every database can keep every sign."""
    sim = await club(start, tmp_path)
    sim.env.backend.get_user(sim.people[0].id).global_name = name
    await begin(sim)
    told = (await bot_of(sim).app.service.personal_data(sim.people[0].id))["name"]
    assert told == bare(name)
    assert (await sim.people[0].clicks("Hand")).private
