"""What everybody may read of a match's log, each thing as it was when it happened."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.core.match_events import Acted, Prepared
from bot.games.qwirkle.state import Exchange, Exchanged, LabelsMoved, Played
from bot.games.qwixx.state import Chose, OrderGiven, WhiteApplied
from tests.core.hall import ANNA, BEN, CLEO, Hall, hall_at, moment, refused


async def test_turns_are_counted_as_they_were_played(tmp_path: Path) -> None:
    async with hall_at(tmp_path / "qwibot.sqlite3") as hall:
        match_id = await hall.match(ANNA, BEN)
        for _ in range(6):
            await hall.play(match_id)
        minutes = await hall.service.minutes(match_id)
    plays = [minute.turn for minute in minutes if isinstance(minute.logged.event, Played | Exchanged)]
    assert plays == [1, 2, 3, 4, 5, 6]
    assert [minute.logged.seq for minute in minutes] == sorted(minute.logged.seq for minute in minutes)


async def test_a_play_is_written_with_the_labels_of_its_time(tmp_path: Path) -> None:
    """RULES 4: the names of cells move on, and the log keeps those of its time."""
    async with hall_at(tmp_path / "qwibot.sqlite3") as hall:
        match_id = await hall.match(ANNA, BEN)
        await hall.play_out(match_id)
        minutes = await hall.service.minutes(match_id)
    assert any(isinstance(minute.logged.event, LabelsMoved) for minute in minutes), "else this would say nothing"
    for minute in minutes:
        if isinstance(minute.logged.event, Played):
            first = min(minute.logged.event.play).cell
            assert minute.notation is not None
            view = minute.then.view_for(None)
            assert view.labels.name(first) in minute.notation.replace("@", " ").replace(">", " ").replace("v", " ")
            assert not set(minute.logged.event.play) & set(view.board), "the match as it was before"


async def test_what_is_private_stays_so(tmp_path: Path) -> None:
    async with hall_at(tmp_path / "qwibot.sqlite3") as hall:
        match_id = await hall.match(ANNA, BEN)
        first = (await hall.awaited(match_id))[0]
        second = BEN if first == ANNA else ANNA
        now = await hall.look(match_id)
        seat = now.seat_of(second)
        assert seat is not None
        await hall.service.prepare(hall.person(second), match_id, Exchange(seat, now.view_for(second).hand[:2]))
        await hall.play(match_id)
        await hall.service.settled()
        minutes = await hall.service.minutes(match_id)
        with refused("no-such-match"):
            await hall.service.minutes(match_id + 1)
    events = [minute.logged.event for minute in minutes]
    assert not [event for event in events if isinstance(event, Prepared)]
    assert not [event for event in events if isinstance(event, Acted)], "tiles of an exchange are in them"
    (exchanged,) = (minute for minute in minutes if isinstance(minute.logged.event, Exchanged))
    assert exchanged.notation == "-? -?"
    assert exchanged.logged.event.returned is None


async def test_hidden_choices_are_told_when_they_are_applied(tmp_path: Path) -> None:
    async with hall_at(tmp_path / "qwibot.sqlite3") as hall:
        match_id = await hall.match(ANNA, BEN, game="qwixx")
        await hall.play_until(match_id, (await hall.awaited(match_id))[-1])
        hidden = [minute.logged.event for minute in await hall.service.minutes(match_id)]
        assert {event.choice for event in hidden if isinstance(event, Chose)} <= {None}
        while (await hall.look(match_id)).match.turn == 1:
            await hall.play(match_id)
        minutes = await hall.service.minutes(match_id)
    assert not [minute for minute in minutes if isinstance(minute.logged.event, OrderGiven)]
    (applied,) = (minute for minute in minutes if isinstance(minute.logged.event, WhiteApplied) and minute.turn == 1)
    assert applied.notation is not None
    assert applied.notation.count("W ") == 2


async def test_a_practice_match_tells_its_owner_alone(tmp_path: Path) -> None:
    async with hall_at(tmp_path / "qwibot.sqlite3") as hall:
        match_id = await hall.match(ANNA, practice=True, computers=1)
        assert await hall.service.minutes(match_id, ANNA)
        with refused("private-match"):
            await hall.service.minutes(match_id, BEN)


@pytest.mark.parametrize("leaves", [True, False])
async def test_a_word_waits_until_its_owner_acts_or_goes(tmp_path: Path, leaves: bool) -> None:
    async with hall_at(tmp_path / "qwibot.sqlite3") as hall:
        match_id, second = await void(hall)
        now = await hall.look(match_id)
        assert now.to_be_told == {second}
        assert now.void_of(second) == Exchange(now.seat_of(second) or 0, ())
        assert not any(now.void_of(person) for person in (ANNA, BEN, CLEO) if person != second)
        if leaves:
            gone = await hall.service.resign(hall.person(second), match_id)
        else:
            action, _ = await hall.choice(match_id, second)
            gone = await hall.service.act(hall.person(second), match_id, action, moment(now))
        assert gone.to_be_told == frozenset()
        assert gone.void_of(second) is None
        await hall.assert_sound()


async def test_a_word_goes_when_the_seat_is_skipped_or_taken(tmp_path: Path) -> None:
    async with hall_at(tmp_path / "qwibot.sqlite3") as hall:
        match_id, second = await void(hall)
        seat = (await hall.look(match_id)).seat_of(second)
        assert seat is not None
        taken = await hall.service.replace(hall.person(ANNA, moderator=True), match_id, seat, level="simple")
        assert taken.to_be_told == frozenset()
        await hall.service.settled()
        await hall.assert_sound()


async def void(hall: Hall) -> tuple[int, int]:
    """A match, and a person whose turn it is and who had prepared what cannot be."""
    match_id = await hall.match(ANNA, BEN, CLEO)
    (first,) = await hall.awaited(match_id)
    people = (ANNA, BEN, CLEO)
    second = people[(people.index(first) + 1) % 3]
    seat = (await hall.look(match_id)).seat_of(second)
    assert seat is not None
    await hall.service.prepare(hall.person(second), match_id, Exchange(seat, ()))
    await hall.play(match_id)
    await hall.service.settled()
    return match_id, second
