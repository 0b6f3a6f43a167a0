"""`/match log`: what everybody may read of a match, in words and in notation, by pages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.core.store import Status
from bot.games.qwirkle.state import View
from cogs.ui.paging import filled
from tests.discord.club import awaited, begin, bot_of, club, crash, look, open_lobby, take_turn
from tests.discord.forgery import press
from tests.discord.qwirkle.table import codes_in, turn_by_typing
from tests.discord.qwixx_play import choose, play_to_the_end, qwixx, step_by_button
from tests.discord.seen import Seen
from tests.discord.simkit import Discord, Person, Start

TURN = re.compile(r"^\*\*(\d+)\.\*\*", re.MULTILINE)


def turns(page: Seen) -> list[int]:
    return [int(number) for number in TURN.findall(page.text)]


async def played(start: Start, folder: Path, count: int) -> tuple[Discord, Person, Person]:
    """A match of Qwirkle in which some turns were played."""
    sim = await club(start, folder)
    await begin(sim)
    for _ in range(count):
        (mover,) = await awaited(sim)
        await turn_by_typing(mover)
    ann, ben = sim.people
    return sim, ann, ben


async def test_the_moves_are_numbered_in_words_and_in_notation(start: Start, tmp_path: Path) -> None:
    sim, ann, _ = await played(start, tmp_path, 4)
    page = await ann.types("/match log")
    assert page.private
    assert turns(page.seen) == [1, 2, 3, 4]
    told = [line for line in page.text.splitlines() if TURN.match(line)]
    notes = [line["notation"] for line in (await bot_of(sim).app.service.export(1))["log"] if line.get("notation")]
    assert notes
    for note in notes:
        assert any(f"`{note}`" in line for line in page.text.splitlines()), note
    assert all("Ann" in line or "Ben" in line for line in told)


async def test_nothing_private_is_in_it(start: Start, tmp_path: Path) -> None:
    """Neither hands, nor drawn or exchanged tiles, nor what was prepared: of an exchange the number alone."""
    sim, _, ben = await played(start, tmp_path, 3)
    (mover,) = await awaited(sim)
    offers = await mover.offers("/qwirkle exchange", "tiles", "")
    await mover.types("/qwirkle exchange", tiles=offers[0][1])
    page = (await ben.types("/match log")).seen
    view = (await look(sim)).view_for(None)
    assert isinstance(view, View)
    assert codes_in(page) <= {str(tile) for _, tile in view.board}
    assert "`-?`" in page.text


async def test_in_qwixx_a_choice_is_told_once_all_have_chosen(start: Start, tmp_path: Path) -> None:
    sim = await qwixx(start, tmp_path)
    ann, ben = sim.people
    await ann.types("/match log")
    before = ann.newest("the moves").text
    first = (await awaited(sim))[0]
    await choose(first, "Pass")
    assert (await ben.types("/match log")).text == before, "that somebody has chosen is no move"
    while (await look(sim)).match.turn == 1:
        await step_by_button(sim, (await awaited(sim))[0])
    page = (await ben.types("/match log")).seen
    assert turns(page) == [1, 2]
    assert re.search(r"`W [RYGB-][^`]*, W ", page.text)


async def test_pages_are_turned_by_each_for_themselves(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.match_log.TURNS_A_PAGE", 3)
    _, ann, ben = await played(start, tmp_path, 8)
    newest = (await ann.types("/match log")).seen
    assert turns(newest) == [7, 8]
    assert "Page 3 of 3" in newest.text
    assert [button.disabled for button in newest.buttons] == [False, False, True, True]
    theirs = await ben.clicks("Back", on=newest)
    assert theirs.private
    assert turns(theirs.seen) == [4, 5, 6]
    first = (await ann.clicks("First", on=newest)).seen
    assert turns(first) == [1, 2, 3]
    assert turns((await ann.clicks("Next", on=first)).seen) == [4, 5, 6]
    assert turns((await ann.clicks("Last", on=first)).seen) == [7, 8]


async def test_a_page_is_turned_after_a_restart(start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.match_log.TURNS_A_PAGE", 3)
    sim, ann, _ = await played(start, tmp_path, 4)
    old = (await ann.types("/match log")).seen
    await crash(sim)
    await take_turn(sim)
    assert turns((await ann.clicks("Back", on=old)).seen) == [1, 2, 3]


@pytest.mark.parametrize("number", ["99999", "x", "-1", ""])
async def test_a_page_that_is_not_there(start: Start, tmp_path: Path, number: str) -> None:
    _, ann, _ = await played(start, tmp_path, 2)
    answer = await press(ann, f"q1:match-log-page:1:next:{number}", ann.newest("Match 1"))
    assert answer.private
    assert ("the moves" if number == "99999" else "nobody remembers") in answer.text


async def test_the_panel_has_it_too(start: Start, tmp_path: Path) -> None:
    _, _, ben = await played(start, tmp_path, 2)
    panel = (await ben.clicks("More")).seen
    answer = await ben.clicks("Moves", on=panel)
    assert answer.private
    assert turns(answer.seen) == [1, 2]


async def test_a_finished_match_tells_who_came_where(start: Start, tmp_path: Path) -> None:
    sim = await qwixx(start, tmp_path)
    await play_to_the_end(sim)
    now = await look(sim)
    assert now.match.status is Status.FINISHED
    ann, _ = sim.people
    page = (await ann.types("/match log", match=1)).seen
    assert "The match is over" in page.text
    assert turns(page)[-1] == now.match.turn
    first = (await ann.clicks("First", on=page)).seen
    assert "The match is over" not in first.text


async def test_a_lobby_has_no_moves(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, ben = sim.people
    await open_lobby(sim)
    assert "has not started" in (await ben.types("/match log")).text
    assert (await ben.types("/match log")).private
    await ann.clicks("Cancel")
    assert "The lobby was closed by Ann" in (await ben.types("/match log", match=1)).text


def test_pages_take_what_fits() -> None:
    assert filled([], 3) == ()
    assert filled(["a", "b", "c", "d"], 3) == (("a", "b", "c"), ("d",))
    assert filled(["a" * 60, "b" * 60, "c"], 3, room=100) == (("a" * 60,), ("b" * 60, "c"))
    assert filled(["a" * 200, "b"], 3, room=100) == (("a" * 200,), ("b",)), "one block at least"
