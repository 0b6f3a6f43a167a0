"""`/match mine`: all matches of a person, those that wait for that person first."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from simcord.builders import GuildHandle

from tests.discord.club import awaited, begin, club, crash, open_lobby, take_turn
from tests.discord.qwirkle.table import mover, turn_by_typing
from tests.discord.simkit import Discord, Person, Start


async def listed(person: Person) -> str:
    answer = await person.types("/match mine")
    assert answer.private
    return answer.text


async def many(sim: Discord, count: int) -> None:
    """Several matches, each in a thread of its own."""
    for _ in range(count):
        for person in sim.people:
            person.go(sim.channel)
        await begin(sim)


async def test_who_plays_nowhere_is_told_how_to_begin(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    assert "/qwirkle start" in await listed(sim.people[0])


async def test_what_waits_for_me_comes_first(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    await many(sim, 2)
    first = await mover(sim)
    other = next(person for person in sim.people if person is not first)
    text = await listed(first)
    assert text.index("These wait for you") < text.index("match 1](https://")
    assert "it is your move. Time is out <t:" in text
    theirs = await listed(other)
    assert f"it waits for {first.actor.name.title()}. Time is out <t:" in theirs
    assert "with Ann" in await listed(sim.people[1])
    assert "The server" in theirs
    assert "2 matches of yours" in theirs


async def test_links_lead_to_the_live_messages(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    await begin(sim)
    ann, _ = sim.people
    live = ann.newest("Match 1")
    assert f"(https://discord.com/channels/{sim.guild.id}/{live.room}/{live.id})" in await listed(ann)


async def test_the_soonest_deadline_comes_first(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    for time in ("3 days", "12h", "none"):
        for person in sim.people:
            person.go(sim.channel)
        await begin(sim, time=time)
    text = await listed(sim.people[0])
    mine = text.partition("These wait for others")[0]
    order = [number for number in (2, 1, 3) if f"match {number}]" in mine]
    assert order == sorted(order, key=lambda number: mine.index(f"match {number}]"))
    assert text.count("Time is out") == 2


async def test_lobbies_and_practice_are_in_it(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, _ = sim.people
    await open_lobby(sim)
    await ann.types("/help")
    await ann.clicks("Practice Qwixx")
    text = await listed(ann)
    assert "1 of 6 seats are taken. The lobby closes <t:" in text
    assert "Practice, which you go on with by /help" in text
    assert "Qwixx, match 2: " in text, "it is nowhere to be linked to"


async def test_matches_of_other_servers_are_in_it_and_nobody_elses(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, ben = sim.people
    elsewhere, zoe = await another_server(sim, ann)
    await open_lobby(sim)
    await zoe.types("/qwixx start")
    text = await listed(ann)
    assert "match 1](" in text
    assert "Elsewhere" in text
    assert f"/channels/{elsewhere.id}/" in text
    assert "/qwirkle start" in await listed(ben), "he plays in none"


async def another_server(sim: Discord, person: Person) -> tuple[GuildHandle, Person]:
    """One more server with the bot, and the same person there."""
    owner = sim.env.create_user("zoe", global_name="Zoe")
    guild = sim.env.create_guild("Elsewhere", owner=owner)
    room = guild.create_text_channel("more-games")
    await sim.settle()
    there = Person(sim, guild.add_member(person.actor.user))
    there.go(room)
    return guild, there


async def test_pages_are_of_whoever_turns_them(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path, people=3)
    ann, ben, _ = sim.people
    for _ in range(8):
        await new_lobby(sim, ann)
    page = (await ann.types("/match mine")).seen
    assert "Page 1 of 2" in page.text
    assert page.text.count("match ") >= 6
    theirs = await ben.clicks("Next", on=page)
    assert theirs.private
    assert "You play in no match" in theirs.text
    second = (await ann.clicks("Next", on=page)).seen
    assert "Page 2 of 2" in second.text
    await crash(sim)
    assert "Page 1 of 2" in (await ann.clicks("First", on=second)).text


async def new_lobby(sim: Discord, host: Person) -> None:
    """In a channel of its own: each holds one."""
    host.go(sim.guild.create_text_channel("another"))
    await sim.settle()
    await host.types("/qwirkle start")


async def test_after_a_move_all_that_waits_is_one_tap_away(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    await many(sim, 3)
    while len(await awaited_in(sim, sim.people[0])) < 2:
        for number in (1, 2, 3):
            if sim.people[0] not in await awaited(sim, number):
                await move_in(sim, number)
    person = sim.people[0]
    person.go(sim.rooms[(await awaited_in(sim, person))[0]])
    answer = await turn_by_typing(person)
    assert "Other matches wait for you" in answer.text
    page = await person.clicks("All my matches", on=answer.seen)
    assert "These wait for you" in page.text


async def awaited_in(sim: Discord, person: Person) -> list[int]:
    return [number for number in (1, 2, 3) if person in await awaited(sim, number)]


async def move_in(sim: Discord, number: int) -> None:
    (person,) = await awaited(sim, number)
    person.go(sim.rooms[number])
    await take_turn(sim, number)


async def test_a_damaged_match_hides_no_other(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    await many(sim, 3)
    await crash(sim)
    with sqlite3.connect(tmp_path / "qwibot.sqlite3") as database:
        database.execute("UPDATE events SET kind = 'nonsense' WHERE match = 2 AND seq = 3")
    database.close()
    person = sim.people[0]
    text = await listed(person)
    assert "match 1](" in text
    assert "match 2](" in text
    assert "cannot be read" in text
    for number in (1, 3):
        mover = (await awaited(sim, number))[0]
        mover.go(sim.rooms[number])
        assert "You played" in (await turn_by_typing(mover)).text
