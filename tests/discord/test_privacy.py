"""`/privacy`, as people use it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bot.core.store import Status
from tests.discord.club import begin, bot_of, club, look, open_lobby, take_turn
from tests.discord.simkit import Start


async def test_what_is_kept_is_told_and_handed_over(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, ben = sim.people
    await begin(sim)
    mover = await take_turn(sim)
    answer = await mover.types("/privacy")
    assert answer.private
    assert "What is kept of you" in answer.text
    handed = await mover.clicks("My data as a file", on=answer.seen)
    assert handed.private
    (content,) = handed.seen.files.values()
    told = json.loads(content)
    assert told["id"] == str(mover.id)
    assert any(entry["event"]["kind"] == "match.acted" for entry in told["log"])
    other = ben if mover is ann else ann
    assert str(other.id) not in content.decode()


@pytest.mark.parametrize("game", ["qwirkle", "qwixx"])
async def test_who_is_deleted_becomes_a_former_player(start: Start, tmp_path: Path, game: str) -> None:
    sim = await club(start, tmp_path, people=3)
    ann, ben, _ = sim.people
    await begin(sim, game)
    await ann.types("/privacy")
    question = await ann.clicks("Delete my data")
    assert "You will leave these matches for good" in question.text
    answer = await ann.clicks("Yes, delete it")
    assert answer.private
    assert "nothing is kept of you" in ann.newest("Done").text
    now = await look(sim)
    assert now.match.status is Status.LIVE
    assert now.seat_of(ann.id) is None
    assert ann.id not in [holder.player for holder in now.holders]
    await ben.types("/match show")
    assert "a former player" in ben.newest().pictures[0].alt
    assert "Ann" not in ben.newest().pictures[0].alt


async def test_who_is_invited_and_deleted_is_asked_for_no_more(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path, people=3)
    ann, ben, cid = sim.people
    await open_lobby(sim, opponent=ben)
    await ben.types("/privacy")
    await ben.clicks("Delete my data")
    await ben.clicks("Yes, delete it")
    await cid.clicks("Join")
    lobby = ann.newest("opens a match").text
    assert "Invited" not in lobby
    assert "-1" not in lobby
    assert (await look(sim)).opened.invited == (-1,)
    await ben.clicks("Join")
    assert ben.mention in ann.newest("opens a match").text


async def test_nothing_happens_without_the_confirmation(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, _ = sim.people
    await open_lobby(sim)
    await ann.types("/privacy")
    await ann.clicks("Delete my data")
    await ann.clicks("No")
    assert (await look(sim)).match.status is Status.LOBBY
    assert (await bot_of(sim).app.service.personal_data(ann.id))["name"] == "Ann"


async def test_a_lobby_closes_when_its_only_player_is_deleted(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, ben = sim.people
    await open_lobby(sim)
    await ann.types("/privacy")
    await ann.clicks("Delete my data")
    await ann.clicks("Yes, delete it")
    now = await look(sim)
    assert (now.match.status, now.match.host) == (Status.CANCELLED, -1)
    assert "everybody has left" in ben.newest("opens a match").text
