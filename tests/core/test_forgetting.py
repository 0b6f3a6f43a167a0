"""A person's data: told to that person alone, and forgotten without breaking a match."""

from __future__ import annotations

import asyncio
import json
import typing
from contextlib import suppress
from dataclasses import fields
from pathlib import Path

import pytest
from sqlalchemy import text

from bot.core.errors import MatchError, QwibotError
from bot.core.lobby import Place, Terms
from bot.core.match_events import MatchEvent
from bot.core.privacy import PEOPLE_FIELDS, PERSON_FIELDS, as_told_to, is_former, renumbered
from bot.core.store import Status
from bot.core.verify import verify
from bot.games.registry import GAMES
from data import tables
from data.store import SqlStore
from tests.core.hall import ANNA, BEN, CLEO, GUILD, HOUR, Hall, hall_at, refused
from tests.data.samples import rows

NOBODY_S = {"seat", "seats", "turn", "turn_time", "interaction", "ages"}
"""Numbers in events that are nobody's."""


def test_every_field_that_names_a_person_is_known() -> None:
    """A new event with a number in it has to say here whose it is."""
    numbers = {
        field.name
        for event in typing.get_args(MatchEvent)
        for field in fields(event)
        if "int" in str(field.type) or "Seat" in str(field.type)
    }
    assert numbers == NOBODY_S | set(PERSON_FIELDS) | set(PEOPLE_FIELDS)


def test_only_the_events_of_the_match_name_people() -> None:
    payload = json.dumps({"kind": "played", "player": ANNA})
    assert renumbered("played", payload, ANNA, -1) is None
    assert renumbered("match.joined", payload, ANNA, -1) == '{"kind":"played","player":-1}'
    assert renumbered("match.joined", payload, BEN, -1) is None
    assert renumbered("match.joined", f"{{{ANNA}", ANNA, -1) == "{-1"


def test_a_person_s_file_names_nobody_else() -> None:
    payload = json.dumps({"kind": "match.opened", "host": BEN, "invited": [ANNA, CLEO]})
    told = as_told_to(ANNA, "match.opened", payload)
    assert told == {"kind": "match.opened", "host": "somebody else", "invited": ["you", "somebody else"]}
    assert as_told_to(ANNA, "match.joined", json.dumps({"player": BEN})) is None


async def everything(hall: Hall) -> str:
    """All that is kept of matches and people."""
    assert isinstance(hall.store, SqlStore)
    kept = [await rows(hall.store, table) for table in tables.metadata.sorted_tables]
    return str(kept)


@pytest.mark.parametrize("game", GAMES)
async def test_who_is_forgotten_is_nowhere_and_the_matches_still_check(hall: Hall, game: str) -> None:
    over = await hall.match(ANNA, BEN, game=game)
    await hall.play_out(over)
    running = await hall.match(BEN, ANNA, CLEO, game=game)
    lobby = await hall.lobby(ANNA, CLEO, game=game)
    await hall.service.forget(hall.person(ANNA))
    kept = await everything(hall)
    assert str(ANNA) not in kept
    assert "Anna" not in kept
    assert str(BEN) in kept
    former = [holder for holder in (await hall.look(over)).holders if holder.player and is_former(holder.player)]
    assert [holder.seat for holder in former] == [0]
    assert (await hall.look(running)).seat_of(BEN) == 0
    assert len((await hall.look(running)).seated) == 2
    assert (await hall.look(lobby)).match.host == CLEO
    verdict = verify(json.dumps(await hall.service.export(over)).encode(), GAMES)
    assert verdict.right, verdict.say()
    await hall.assert_sound()


async def test_a_match_goes_on_without_the_forgotten(hall: Hall) -> None:
    """Nothing in memory brings them back when the next move is stored."""
    match_id = await hall.match(ANNA, BEN, CLEO)
    await hall.service.forget(hall.person(ANNA))
    await hall.play_out(match_id)
    assert str(ANNA) not in await everything(hall)


async def test_who_plays_on_meanwhile_does_not_bring_them_back(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN, CLEO, game="qwixx")
    await hall.service.resign(hall.person(ANNA), match_id)

    async def play_on() -> None:
        for _ in range(12):
            with suppress(QwibotError):  # whoever is too late, or asked again
                await hall.play(match_id)

    await asyncio.gather(play_on(), hall.service.forget(hall.person(ANNA)), play_on())
    assert str(ANNA) not in await everything(hall)
    await hall.play_out(match_id)
    assert str(ANNA) not in await everything(hall)


async def test_who_presses_twice_is_forgotten_once(hall: Hall) -> None:
    lobbies = [await hall.lobby(ANNA) for _ in range(3)]
    await asyncio.gather(*(hall.service.forget(hall.person(ANNA)) for _ in range(4)))
    assert [(await hall.look(match_id)).match.host for match_id in lobbies] == [-1] * 3
    assert str(ANNA) not in await everything(hall)


async def test_several_people_stay_apart(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN)
    await hall.play_out(match_id)
    await asyncio.gather(hall.service.forget(hall.person(ANNA)), hall.service.forget(hall.person(BEN)))
    assert {holder.player for holder in (await hall.look(match_id)).holders} == {-1, -2}


async def test_who_comes_again_is_new(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN)
    await hall.play_out(match_id)
    await hall.service.forget(hall.person(ANNA))
    again = await hall.match(ANNA, BEN)
    assert await hall.service.names(await hall.look(again)) == {ANNA: "Anna", BEN: "Ben"}
    assert (await hall.look(match_id)).seat_of(ANNA) is None


async def test_the_invited_are_forgotten_too(hall: Hall) -> None:
    terms = Terms(invited=(ANNA, CLEO))
    opened = await hall.service.open(hall.person(BEN), "qwirkle", terms, Place(GUILD, 7))
    await hall.service.forget(hall.person(ANNA))
    assert (await hall.look(opened.match.id)).opened.invited == (-1, CLEO)
    assert str(ANNA) not in await everything(hall)


async def test_a_stranger_leaves_nothing_behind(hall: Hall) -> None:
    await hall.match(ANNA, BEN)
    before = await everything(hall)
    await hall.service.forget(hall.person(CLEO))
    assert await everything(hall) == before


async def test_a_match_that_cannot_be_left_is_named(address: Path) -> None:
    async with hall_at(address) as hall:
        match_id = await hall.match(ANNA, BEN)
        before = await everything(hall)
    async with hall_at(address) as hall:
        assert isinstance(hall.store, SqlStore)
        await hall.store.database.write(lambda connection: connection.execute(text("UPDATE events SET version = 99")))
        with pytest.raises(MatchError) as refusal:
            await hall.service.forget(hall.person(ANNA))
        assert (refusal.value.code, refusal.value.data["match"]) == ("cannot-leave", match_id)
        assert str(ANNA) in before
        assert "Anna" in await everything(hall)


async def test_who_just_sat_down_is_not_forgotten(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN)
    with refused("still-seated"):
        await hall.store.forget(ANNA)
    assert (await hall.look(match_id)).match.status is Status.LIVE


async def test_a_person_is_told_all_that_is_kept_of_them(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN)
    await hall.service.draft(hall.person(ANNA), match_id, "RC@N14")
    told = await hall.service.personal_data(ANNA)
    assert (told["id"], told["name"], told["last_seen"]) == (str(ANNA), "Anna", "2026-03-01")
    assert [seat["match"] for seat in told["seats"]] == [match_id]
    assert told["drafts"][0]["content"] == "RC@N14"
    assert [entry["event"]["kind"] for entry in told["log"]][:2] == ["match.opened", "match.joined"]
    written = json.dumps(told)
    assert str(BEN) not in written
    assert "Ben" not in written


async def test_nothing_is_kept_of_a_stranger(hall: Hall) -> None:
    await hall.match(ANNA, BEN, turn_time=2 * HOUR)
    told = await hall.service.personal_data(CLEO)
    assert {name for name, value in told.items() if value} == {"format", "id"}
