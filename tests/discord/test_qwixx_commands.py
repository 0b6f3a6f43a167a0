"""Qwixx by typing: what is offered, what is understood, and what is answered to anything at all."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.games.qwixx.notation import write
from bot.games.qwixx.views import legal
from tests.discord.club import look, new_bots, open_lobby
from tests.discord.qwixx_play import by_turn, choose, live, qwixx, roll_these, view_of
from tests.discord.simkit import Discord, Person, Start


@pytest.fixture(autouse=True)
def known_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    roll_these(monkeypatch, (1, 5, 6, 1, 2, 5))


async def test_a_mark_is_typed(start: Start, tmp_path: Path) -> None:
    sim = await qwixx(start, tmp_path, 3)
    active, (other, _) = await by_turn(sim)
    answer = await other.types("/qwixx mark", move="red 6")
    assert answer.private
    assert "You have chosen: **red 6**" in answer.text
    both = await active.types("/qwixx mark", move="W R6 C R11")
    assert "You have chosen: **red 6**" in both.text
    assert "with a colored die: **red 11**" in both.text
    back = await active.types("/qwixx mark", move="take back")
    assert "In which row do you mark it?" in back.text
    first = await active.types("/qwixx mark", move="color blue 10")
    assert "blue 10 (+1)" in first.text
    assert "blue 10 (+1)" in live(other).text


async def test_the_last_one_types_and_it_is_done(start: Start, tmp_path: Path) -> None:
    sim = await qwixx(start, tmp_path)
    active, (other,) = await by_turn(sim)
    await choose(active, "red")
    answer = await other.types("/qwixx pass")
    assert "red 6 (+1)" in answer.text
    assert "No mark: " in answer.text
    color = await active.types("/qwixx pass")
    assert "takes no colored die" in color.text
    assert (await look(sim)).match.turn == 2


async def test_ones_own_sheet(start: Start, tmp_path: Path) -> None:
    sim = await qwixx(start, tmp_path)
    answer = await sim.people[1].types("/qwixx sheet")
    assert answer.private
    assert "Ben" in answer.seen.pictures[0].alt
    assert "Ann" not in answer.seen.pictures[0].alt
    assert "Can be marked: red 6 with the white dice" in answer.seen.pictures[0].alt


async def test_what_is_offered_is_what_the_one_who_types_can_do(start: Start, tmp_path: Path) -> None:
    sim = await qwixx(start, tmp_path)
    for person in sim.people:
        view = await view_of(sim, person)
        offered = await person.offers("/qwixx mark", "move", "")
        assert len(offered) <= 25
        assert {value for _, value in offered} <= {write(move) for move in legal(view)}
        assert next(name for name, _ in offered) == "red 6 (white dice)"
        assert ("pass (white dice)", "W -") in offered
        assert any("colored" in name for name, _ in offered) == view.is_active
    active, (other,) = await by_turn(sim)
    assert await other.is_offered("/qwixx mark", "move", "r6") == ["red 6 (white dice)"]
    assert await other.is_offered("/qwixx mark", "move", "BLUE") == ["blue 6 (white dice)"]
    assert await other.is_offered("/qwixx mark", "move", "red 7") == []
    assert "red 6 (white dice), then red 11 (colored die)" in await active.is_offered("/qwixx mark", "move", "11 w r6")
    await choose(other, "red")
    assert "take the choice back" in await other.is_offered("/qwixx mark", "move", "")


async def test_each_offer_is_understood(start: Start, tmp_path: Path) -> None:
    sim = await qwixx(start, tmp_path, 3)
    _, (other, _) = await by_turn(sim)
    for _, value in await other.offers("/qwixx mark", "move", ""):
        answer = await other.types("/qwixx mark", move=value)
        assert "You have chosen" in answer.text
    (back,) = [value for name, value in await other.offers("/qwixx mark", "move", "") if "back" in name]
    assert "In which row" in (await other.types("/qwixx mark", move=back)).text


async def test_nothing_is_offered_where_there_is_nothing_to_mark(start: Start, tmp_path: Path) -> None:
    sim = await qwixx(start, tmp_path)
    guest = sim.join("guest")
    assert await guest.offers("/qwixx mark", "move", "") == []
    guest.go(sim.rooms[-1])
    assert await guest.offers("/qwixx mark", "move", "") == []


@pytest.mark.parametrize("command", ["mark", "pass", "sheet"])
async def test_where_there_is_no_match_or_none_of_qwixx(start: Start, tmp_path: Path, command: str) -> None:
    sim = await start(new_bots(tmp_path), 2)
    ann = sim.people[0]
    options = {"move": "red 6"} if command == "mark" else {}
    for _ in range(2):
        answer = await ann.types(f"/qwixx {command}", **options)
        assert answer.private
        assert "No match is played in this channel" in answer.text
        await open_lobby(sim, "qwirkle")


@pytest.mark.parametrize("command", ["mark", "pass", "sheet"])
async def test_before_the_start_and_for_spectators(start: Start, tmp_path: Path, command: str) -> None:
    sim = await start(new_bots(tmp_path), 2)
    options = {"move": "red 6"} if command == "mark" else {}
    await open_lobby(sim, "qwixx")
    early = await sim.people[0].types(f"/qwixx {command}", **options)
    assert early.private
    assert "not" in early.text
    await sim.people[1].clicks("Join")
    await sim.people[0].clicks("Start")
    guest = sim.join("guest")
    guest.go(sim.rooms[-1])
    answer = await guest.types(f"/qwixx {command}", **options)
    assert answer.private
    assert answer.text == "You do not play in this match."


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("red 7", "give"),
        ("purple 3", "was not understood"),
        ("red 13", "has no 13"),
        ("6", "R6"),
        ("color blue 10", "Only the active player"),
        ("", "Type what you mark"),
        ("<", "no choice to take back"),
        ("order 12", "from 0 to 9"),
    ],
)
async def test_what_is_wrong_is_said_in_words(start: Start, tmp_path: Path, typed: str, said: str) -> None:
    sim = await qwixx(start, tmp_path)
    _, (other,) = await by_turn(sim)
    seq = (await look(sim)).match.seq
    answer = await other.types("/qwixx mark", move=typed)
    assert answer.private
    assert said in answer.text
    assert (await look(sim)).match.seq == seq


async def test_the_first_match_comes_with_a_hint_the_second_does_not(start: Start, tmp_path: Path) -> None:
    sim = await start(new_bots(tmp_path), 2)
    ann, ben = sim.people
    await open_lobby(sim, "qwixx")
    joined = await ben.clicks("Join")
    assert "Your first match of Qwixx" in joined.text
    assert ann.newest("Your first match of Qwixx").private
    await ben.clicks("Leave")
    again = await ben.clicks("Join")
    assert "Your first match" not in "".join(seen.text for seen in again.messages)


async def test_anything_at_all_is_answered_privately(start: Start, tmp_path: Path) -> None:
    sim = await qwixx(start, tmp_path, 3)
    _, (other, _) = await by_turn(sim)
    words = st.sampled_from(
        ["red", "R", "6", "7", "W", "C", "pass", "-", "<", "order", "white", "🔴", "take", "back", "٣", "@everyone"]
    )
    texts = st.one_of(st.text(min_size=1, max_size=300), st.lists(words, min_size=1).map(" ".join))
    found: list[str] = []

    @settings(max_examples=120, database=None, suppress_health_check=list(HealthCheck), deadline=None)
    @given(texts)
    def collect(text: str) -> None:
        found.append(text)

    collect()
    for text in found:
        await _is_answered(sim, other, text)


async def _is_answered(sim: Discord, person: Person, text: str) -> None:
    assert len(await person.offers("/qwixx mark", "move", text)) <= 25
    answer = await person.types("/qwixx mark", move=text)
    assert answer.private
    assert answer.text
    assert "@everyone" not in answer.text.replace("@\u200beveryone", "")
    assert not answer.seen.pings
