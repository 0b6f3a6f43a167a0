"""Every button and select: their ids, who answers them, and what is said to those who press too late or are others."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.ui.control import LONGEST_ID, OTHERS, OURS, About, Controls, control_id
from cogs.ui.page import PageError
from tests.discord.club import awaited, begin, bot_of, club, crash, finish, look, open_lobby, prepare, take_turn
from tests.discord.forgery import press
from tests.discord.simkit import Discord, Start
from tests.discord.wire import EVERY_FAULT, Fault

# Ids


@given(st.text(max_size=120) | st.from_regex(OURS))
def test_each_id_is_one_patterns_alone(custom_id: str) -> None:
    """PLATFORM 2: the first click on a board turned it into something else's buttons."""
    assert bool(OURS.fullmatch(custom_id)) + bool(OTHERS.fullmatch(custom_id)) == 1


@given(st.lists(st.text(max_size=12), max_size=6))
def test_an_id_says_again_what_it_was_made_of_or_is_refused(arguments: list[str]) -> None:
    try:
        made = control_id("qwirkle-play", *arguments)
    except PageError:
        assert any(":" in argument for argument in arguments) or len(":".join(arguments)) > LONGEST_ID - 20
        return
    assert made.split(":") == ["q1", "qwirkle-play", *arguments]
    assert OURS.fullmatch(made)


async def _nobody(_press: Any) -> None: ...


def test_a_verb_has_one_handler() -> None:
    controls = Controls()
    controls.add("lobby-join", _nobody, About.MATCH)
    with pytest.raises(PageError, match="lobby-join"):
        controls.add("lobby-join", _nobody)
    with pytest.raises(PageError):
        controls.add("Lobby Join", _nobody)


async def test_all_verbs_are_ours_and_leave_room_for_what_they_are_about(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    verbs = bot_of(sim).app.controls.verbs
    assert len(verbs) > 25
    for verb in verbs:
        assert OURS.fullmatch(f"q1:{verb}")
        assert not OTHERS.fullmatch(f"q1:{verb}")
        assert len(f"q1:{verb}:9007199254740993:999:opening:1:{'9' * 19}") <= LONGEST_ID


# What nobody knows any more


@pytest.mark.parametrize(
    "custom_id",
    [
        "q0:lobby-join:1",
        "q2:lobby-join:1",
        "anything",
        "q1:",
        "q1:nobody-knows:1",
        "q1:lobby-join",
        "q1:lobby-join:x",
        "q1:lobby-join:²",
        "q1:qwirkle-play:1",
        "q1:qwirkle-play:1:1",
        "q1:qwirkle-play:1:x:opening",
        "q1:lobby-join:" + "9" * 80,
        "q1:match-replace-by-me:1:-1",
        "q1:match-replace-by-me:1:",
        "q1:match-take-seat:1:0",
        "q1:match-withdraw:1:nonsense",
    ],
)
async def test_an_id_of_an_older_program_is_answered_in_words(start: Start, tmp_path: Path, custom_id: str) -> None:
    """PLATFORM 1, DynamicItem: an id that none knows gets silence."""
    sim = await club(start, tmp_path)
    lobby = await open_lobby(sim)
    answer = await press(sim.people[1], custom_id, lobby)
    assert answer.private
    assert len(answer.text) > 20


async def test_a_match_that_never_was_is_answered_in_words(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    lobby = await open_lobby(sim)
    answer = await press(sim.people[1], "q1:qwirkle-play:77:1:opening", lobby)
    assert "no match" in answer.text


# Too late


async def test_a_control_of_an_older_turn_tells_what_happened_and_leads_on(start: Start, tmp_path: Path) -> None:
    """PLATFORM 2: idle buttons answer "interaction failed"."""
    sim = await club(start, tmp_path)
    await begin(sim)
    (mover,) = await awaited(sim)
    old = mover.newest("Match 1")
    await take_turn(sim)
    answer = await mover.clicks("Play", on=old)
    assert answer.private
    assert "moved on" in answer.text
    assert "points" in answer.text
    now = await look(sim)
    assert answer.seen.button("Go to the match").url.endswith(str(now.match.posted_message))
    assert now.match.turn == 2


async def test_an_old_door_leads_whom_the_match_waits_for_to_the_running_turn(start: Start, tmp_path: Path) -> None:
    """It does nothing but open a page, so the page of now can be opened instead of sending people away."""
    sim = await club(start, tmp_path)
    await begin(sim)
    (first,) = await awaited(sim)
    old = first.newest("Match 1")
    await take_turn(sim)
    (second,) = await awaited(sim)
    panel = (await second.clicks("Play", on=old)).seen
    assert panel.private
    assert panel.text.startswith("The match has moved on meanwhile:")
    assert f"{first.actor.name.title()}: " in panel.text
    assert "Go to the match" not in [button.label for button in panel.buttons]
    assert panel.selects


async def test_a_panel_left_open_while_the_turn_passes(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    await begin(sim)
    (mover,) = await awaited(sim)
    panel = await prepare(mover)
    await take_turn(sim)
    answer = await finish(mover, panel)
    assert "moved on" in answer.text
    assert (await look(sim)).match.turn == 2


async def test_a_control_of_a_finished_match(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, ben = sim.people
    await begin(sim)
    old = ann.newest("Match 1")
    await ann.types("/match resign")
    await ann.clicks("Yes, resign")
    for button in ("Play", "Exchange") if not old.button("Exchange").disabled else ("Play",):
        answer = await ben.clicks(button, on=old)
        assert answer.private
        assert "over" in answer.text
        assert "All others have left" in answer.text
        assert answer.seen.has_button("Go to the match")
    assert "Your tiles" in (await ben.clicks("Hand", on=old)).text


async def test_a_control_of_a_lobby_that_has_started(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path, people=3)
    ann, ben, cid = sim.people
    lobby = await open_lobby(sim)
    await ben.clicks("Join")
    before = cid.newest("opens a match")
    await ann.clicks("Start")
    for button in ("Join", "Leave", "Add a computer", "Cancel"):
        answer = await cid.clicks(button, on=before)
        assert answer.private
        assert answer.text
    assert lobby.id == before.id


@pytest.mark.parametrize("fault", EVERY_FAULT, ids=str)
async def test_a_move_stands_whatever_becomes_of_its_answer(start: Start, tmp_path: Path, fault: Fault) -> None:
    """PLATFORM 2: slow work before the first reply: the move is stored whatever the reply does."""
    sim = await club(start, tmp_path)
    await begin(sim)
    (mover,) = await awaited(sim)
    panel = await prepare(mover)
    for call in ("POST /interactions/*", "* /webhooks/*"):
        sim.wire.fail(fault, call)
    await finish(mover, panel)
    assert (await look(sim)).match.turn == 2
    assert not any("did not let me" in seen.text for seen in mover.sees())


# Others


@pytest.mark.parametrize("button", ["Play", "Hand"])
async def test_a_spectator_is_answered_in_words(start: Start, tmp_path: Path, button: str) -> None:
    sim = await club(start, tmp_path)
    await begin(sim)
    guest = sim.join("guest")
    guest.go(sim.rooms[-1])
    answer = await guest.clicks(button)
    assert answer.private
    assert not answer.seen.pictures


async def test_it_is_not_your_turn(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    await begin(sim)
    (mover,) = await awaited(sim)
    (other,) = [person for person in sim.people if person is not mover]
    answer = await other.clicks("Play")
    assert answer.private
    assert f"waits for {mover.actor.name.title()}" in answer.text


async def test_a_hand_is_its_owners_alone(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, ben = sim.people
    await begin(sim)
    hands = [(await person.clicks("Hand")).seen for person in (ann, ben)]
    assert all(hand.private for hand in hands)
    assert hands[0].pictures[0].alt != hands[1].pictures[0].alt
    assert hands[0].id not in {seen.id for seen in ben.sees()}


# After a restart


@pytest.mark.parametrize("crashed", [False, True])
async def test_old_controls_go_on_after_a_restart(start: Start, tmp_path: Path, crashed: bool) -> None:
    """PLATFORM 2: buttons dead after a restart."""
    sim = await club(start, tmp_path)
    _, ben = sim.people
    await open_lobby(sim)
    await _again(sim, crashed)
    await ben.clicks("Join")
    await _again(sim, crashed)
    await sim.people[0].clicks("Start")
    for person in sim.people:
        person.go(sim.rooms[-1])
    (mover,) = await awaited(sim)
    panel = await prepare(mover)
    await _again(sim, crashed)
    await finish(mover, panel)
    assert (await look(sim)).match.turn == 2
    await _again(sim, crashed)
    await take_turn(sim)
    live = [seen for seen in mover.sees() if seen.has_button("Tiles left")]
    assert [seen.id for seen in live] == [(await look(sim)).match.posted_message]


async def _again(sim: Discord, crashed: bool) -> None:
    if crashed:
        await crash(sim)
    else:
        await sim.restart()
    await sim.settle()
