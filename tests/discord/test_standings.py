"""Standings from one end to the other: matches are played, and who leads is asked."""

from __future__ import annotations

import re
from pathlib import Path

from tests.discord.club import begin, club, take_turn
from tests.discord.seen import Seen
from tests.discord.simkit import Discord, Person, Start


async def lose(sim: Discord, loser: Person, game: str = "qwirkle", **options: object) -> Seen:
    """A match of all, from which one resigns at once; the message with which it closes."""
    for person in sim.people:
        person.go(sim.channel)
    await begin(sim, game, **options)
    await loser.types("/match resign")
    await loser.clicks("Yes, resign")
    return loser.newest("The match is over")


async def score(sim: Discord, match_id: int, turns: int) -> Seen:
    """A match of so many turns, from which Ann resigns then."""
    for person in sim.people:
        person.go(sim.channel)
    await begin(sim)
    for _ in range(turns):
        await take_turn(sim, match_id)
    await sim.people[0].types("/match resign")
    await sim.people[0].clicks("Yes, resign")
    return sim.people[0].newest("The match is over")


async def test_a_server_gets_its_leaderboard(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, _ = sim.people
    empty = (await ann.types("/leaderboard")).seen
    assert "Nobody is on this table yet" in empty.pictures[0].alt
    for number in range(1, 6):
        closing = await lose(sim, ann)
        if number < 5:
            assert f"🥇 Ben: 0 points · rated match {number} of the 5 for a rating" in closing.text
    assert "🥇 Ben: 0 points · rating 1," in closing.text
    assert "(+" in closing.text
    assert "(−" in closing.text
    ann.go(sim.channel)
    board = (await ann.types("/leaderboard")).seen
    lines = board.pictures[0].alt.splitlines()
    assert lines[0] == "Qwirkle: rating. The server · all time."
    assert lines[1].startswith("1. Ben: 1,")
    assert lines[2].startswith("2. Ann: ")
    assert "**Ann**: place 2 of 2." in board.text
    await ann.chooses("By wins", of="By what", on=board)
    assert ann.newest().pictures[0].alt.splitlines()[1:] == ["1. Ben: 5 (5 matches)", "2. Ann: 0 (5 matches)"]
    await ann.chooses("this week", of="Over which time")
    assert "1. Ben: 5 (5 matches)" in ann.newest().pictures[0].alt
    await ann.clicks("Everywhere")
    assert "1. Ben: 5 (5 matches)" in ann.newest().pictures[0].alt


async def test_friendly_matches_count_for_ones_own_statistics_alone(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, _ = sim.people
    closing = await lose(sim, ann, rated=False)
    assert "rated match" not in closing.text
    ann.go(sim.channel)
    assert "Nobody is on this table yet" in (await ann.types("/leaderboard")).seen.pictures[0].alt
    seen = (await ann.types("/stats")).seen
    assert "Ann. Qwirkle · everywhere. matches: 1. wins: 0." in seen.pictures[0].alt
    assert "Ben: 1 match, 0 won, 1 lost" in seen.text


async def test_a_season_begins_with_nothing_and_the_one_before_stays(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, ben = sim.people
    await lose(sim, ann)
    ann.go(sim.channel)
    for number in (1, 2):
        page = (await ann.types("/settings season")).seen
        page = (await ann.clicks(f"Start season {number}", on=page)).seen
        await ann.clicks("Yes, start it", on=page)
        if number == 1:
            await lose(sim, ben)
            ann.go(sim.channel)
    board = (await ann.types("/leaderboard", by="wins")).seen
    assert "season 2.\nNobody" in board.pictures[0].alt
    await ann.chooses("season 1, over", of="Over which time", on=board)
    assert ann.newest().pictures[0].alt.splitlines()[1:] == ["1. Ann: 1 (1 match)", "2. Ben: 0 (1 match)"]
    await ann.chooses("all time", of="Over which time")
    assert ann.newest().pictures[0].alt.count("1. ") == 2, "both share the first place"


async def test_a_record_is_announced_when_it_is_broken(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, _ = sim.people
    first = await lose(sim, ann)
    assert "🏆" not in first.text, "the first of its kind breaks nothing"
    await score(sim, 2, turns=2)
    closing = await score(sim, 3, turns=8)
    told = re.search(r"🏆 A record of this server: highest score, (\d+), by (\w+) \(before: (\d+)\)", closing.text)
    assert told is not None
    assert int(told[1]) > int(told[3]) > 0
    assert f" {told[2]}: {told[1]} points" in closing.text


async def test_who_is_forgotten_is_a_former_player_and_the_others_figures_stay(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, ben = sim.people
    for _ in range(5):
        await lose(sim, ann)
    ben.go(sim.channel)
    before = (await ben.types("/leaderboard")).seen.pictures[0].alt
    await ann.clicks("Delete my data", on=(await ann.types("/privacy")).seen)
    await ann.clicks("Yes, delete it")
    after = (await ben.types("/leaderboard")).seen.pictures[0].alt
    assert after == before.replace("Ann", "a former player")
    assert "a former player: 5 matches, 5 won, 0 lost" in (await ben.types("/stats")).text
    assert "has no match that counts here" in (await ann.types("/leaderboard")).text
