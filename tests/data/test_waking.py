"""When matches are to be looked at, what downtime does to that, and who was reminded; on both kinds of databases."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from shutil import copy
from typing import Any

import pytest

from bot.core.errors import ConflictError
from bot.core.preferences import Personal
from bot.core.store import Match, Reminder, Reminding, Status
from data import tables
from data.migrations.upgrade import FOLDER, upgrade
from data.preferences import SqlPreferences
from data.store import SqlStore
from tests.data.samples import ANNA, BEN, NOON, SetClock, computer, keep, opened, person, rows, step
from tests.data.test_migrations import run, sql

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
PATIENCE = 2 * MINUTE


async def waking(store: SqlStore, wake_at: datetime | None, status: Status = Status.LIVE, **fields: Any) -> Match:
    return await keep(store, channel=None, status=status, wake_at=wake_at, **fields)


def reminding(match: Match, *people: int, again: datetime | None = None) -> Reminding:
    return Reminding(match.id, match.seq, 1, "play", frozenset(people), again, again or match.deadline)


# What is due


async def test_what_is_due_live_ones_first_then_the_longest_due(store: SqlStore) -> None:
    lobby = await waking(store, NOON - 3 * HOUR, Status.LOBBY)
    late = await waking(store, NOON)
    later = await waking(store, NOON - HOUR)
    await waking(store, NOON + timedelta(microseconds=1))
    await waking(store, None)
    await waking(store, NOON - DAY, Status.FINISHED)
    assert await store.wakes(NOON, 9) == (later.id, late.id, lobby.id)
    assert await store.wakes(NOON, 2) == (later.id, late.id)
    assert await store.next_wake() == NOON - 3 * HOUR


async def test_nothing_is_due_where_nothing_has_a_time(store: SqlStore) -> None:
    await waking(store, None)
    assert await store.wakes(NOON, 9) == ()
    assert await store.next_wake() is None
    assert await store.timed() == ()


async def test_what_is_put_off_is_due_later(store: SqlStore) -> None:
    match = await waking(store, NOON, deadline=NOON)
    await store.put_off(match.id, NOON, NOON + HOUR)
    assert await store.wakes(NOON, 9) == ()
    assert await store.next_wake() == NOON + HOUR
    assert (await store.load(match.id)).match.deadline == NOON


async def test_what_is_due_later_anyway_is_not_put_off(store: SqlStore) -> None:
    """Something has happened there meanwhile."""
    match = await waking(store, NOON + MINUTE)
    await store.put_off(match.id, NOON, NOON + HOUR)
    assert (await store.load(match.id)).match == match


# Downtime


async def test_time_in_which_the_bot_serves_is_not_given_back(store: SqlStore) -> None:
    match = await waking(store, NOON + HOUR, deadline=NOON + HOUR)
    for passed in (timedelta(0), MINUTE, MINUTE + PATIENCE, PATIENCE):  # the last: the clock was put back
        assert await store.keep_alive(NOON + passed, PATIENCE) == timedelta(0)
    assert (await store.load(match.id)).match == match


async def test_downtime_is_given_back_to_all_that_was_ahead(store: SqlStore) -> None:
    await store.keep_alive(NOON, PATIENCE)
    times: dict[str, Any] = {"deadline": NOON + HOUR, "reminder_at": NOON + MINUTE, "wake_at": NOON + MINUTE}
    live = await keep(store, channel=None, status=Status.LIVE, given_back=HOUR, **times)
    lobby = await keep(store, channel=None, status=Status.LOBBY, **times)
    overdue = await waking(store, NOON - MINUTE, deadline=NOON - MINUTE)
    without = await waking(store, None)
    over = await keep(store, channel=None, status=Status.ENDED, **times)

    assert await store.keep_alive(NOON + 5 * HOUR, PATIENCE) == 5 * HOUR

    later: dict[str, Any] = {name: moment + 5 * HOUR for name, moment in times.items()}
    assert (await store.load(live.id)).match == replace(live, given_back=6 * HOUR, **later)
    assert (await store.load(lobby.id)).match == replace(lobby, given_back=5 * HOUR, **later)
    assert (await store.load(overdue.id)).match == replace(overdue, given_back=5 * HOUR)
    assert (await store.load(without.id)).match == replace(without, given_back=5 * HOUR)
    assert (await store.load(over.id)).match == over
    assert await store.timed() == (live.id, overdue.id, lobby.id)


async def test_downtime_is_given_back_once(address: str) -> None:
    async with opened(address) as store:
        await store.keep_alive(NOON, PATIENCE)
        match = await waking(store, NOON + HOUR, deadline=NOON + HOUR)
    async with opened(address) as store:
        assert await store.keep_alive(NOON + DAY, PATIENCE) == DAY
    async with opened(address) as store:
        assert await store.keep_alive(NOON + DAY + MINUTE, PATIENCE) == timedelta(0)
        assert (await store.load(match.id)).match.deadline == NOON + HOUR + DAY


async def test_downtime_is_given_back_in_whole_seconds_to_all_alike(store: SqlStore) -> None:
    await store.keep_alive(NOON, PATIENCE)
    match = await waking(store, NOON + HOUR, deadline=NOON + HOUR)
    lost = await store.keep_alive(NOON + HOUR + timedelta(milliseconds=1), PATIENCE)
    kept = (await store.load(match.id)).match
    assert (kept.deadline, kept.given_back) == (NOON + HOUR + lost, lost)
    assert lost == HOUR + timedelta(seconds=1)


async def test_a_note_that_nobody_can_read_gives_nothing_back(store: SqlStore) -> None:
    await SqlPreferences(store.database).take_note("alive at", "long ago")
    assert await store.keep_alive(NOON, PATIENCE) == timedelta(0)
    assert await store.keep_alive(NOON + DAY, PATIENCE) == DAY


async def test_a_change_judged_before_time_was_given_back_is_refused(store: SqlStore) -> None:
    """Or it would put the deadline back to what it was."""
    await store.keep_alive(NOON, PATIENCE)
    match = await waking(store, NOON + HOUR, deadline=NOON + HOUR)
    await store.keep_alive(NOON + DAY, PATIENCE)
    with pytest.raises(ConflictError):
        await store.commit(step(match))
    kept = (await store.load(match.id)).match
    await store.commit(replace(step(kept), given_back=kept.given_back))
    assert (await store.load(match.id)).match.deadline == NOON + HOUR + DAY


# Reminders


async def test_who_is_reminded_is_kept_before_the_message(store: SqlStore) -> None:
    match = await keep(store, person(0, ANNA), person(1, BEN), deadline=NOON + HOUR, reminder_at=NOON, wake_at=NOON)
    assert await store.remind(reminding(match, ANNA, again=NOON + MINUTE)) == frozenset({ANNA})
    kept = (await store.load(match.id)).match
    assert (kept.reminder_at, kept.wake_at, kept.deadline) == (NOON + MINUTE, NOON + MINUTE, NOON + HOUR)
    assert await store.reminders(match.id) == (Reminder(1, "play", ANNA, None),)
    await store.reminded(match.id, 1, "play", [ANNA], 77)
    assert await store.remind(reminding(match, ANNA, BEN)) == frozenset({BEN})
    assert await store.remind(reminding(match, ANNA, BEN)) == frozenset()
    assert await store.remind(reminding(match)) == frozenset()
    assert await store.reminders(match.id) == (Reminder(1, "play", ANNA, 77), Reminder(1, "play", BEN, None))
    assert (await store.load(match.id)).match.wake_at == NOON + HOUR


async def test_a_match_that_has_moved_on_reminds_nobody(store: SqlStore) -> None:
    match = await keep(store, reminder_at=NOON, wake_at=NOON)
    await store.commit(step(match, reminder_at=NOON + DAY, wake_at=NOON + DAY))
    assert await store.remind(reminding(match, ANNA)) is None
    assert await store.reminders(match.id) == ()
    assert (await store.load(match.id)).match.wake_at == NOON + DAY


async def test_a_match_that_is_over_reminds_nobody(store: SqlStore) -> None:
    match = await keep(store, status=Status.ENDED)
    assert await store.remind(reminding(match, ANNA)) is None


async def test_reminders_are_forgotten_a_moment_at_a_time(store: SqlStore) -> None:
    match = await keep(store, person(0, ANNA))
    for turn, phase in ((1, "white"), (1, "color"), (2, "white")):
        assert await store.remind(replace(reminding(match, ANNA), turn=turn, phase=phase))
        await store.reminded(match.id, turn, phase, [ANNA], 77)
    await store.drop_reminders(match.id, 1, "white")
    assert [(each.turn, each.phase) for each in await store.reminders(match.id)] == [(1, "color"), (2, "white")]


async def test_whom_no_message_reminded_is_not_kept_beyond_the_next_reminder(store: SqlStore) -> None:
    match = await keep(store, person(0, ANNA), person(1, BEN))
    await store.remind(reminding(match, ANNA, BEN))
    await store.reminded(match.id, 1, "play", [BEN], 77)
    await store.remind(replace(reminding(match, ANNA), turn=2))
    assert await store.reminders(match.id) == (Reminder(1, "play", BEN, 77), Reminder(2, "play", ANNA, None))


async def test_no_reminder_is_kept_of_a_match_that_ended_where_nobody_can_be_shown_it(store: SqlStore) -> None:
    match = await keep(store, person(0, ANNA))
    other = await keep(store, person(0, ANNA), channel=None)
    for each in (match, other):
        await store.remind(reminding(each, ANNA))
    await store.mark_posted(match.id, match.seq, None)
    assert await store.reminders(match.id), "it goes on"
    over = step(match, status=Status.ENDED)
    await store.commit(over)
    await store.mark_posted(match.id, over.match.seq, 5)
    assert await store.reminders(match.id), "the message is taken away yet"
    await store.mark_posted(match.id, over.match.seq, None)
    assert await store.reminders(match.id) == ()
    assert await store.reminders(other.id)


# People


async def test_what_people_have_chosen_is_found_together(store: SqlStore) -> None:
    chosen = Personal("Asia/Kolkata", 60, 120, reminders=False)
    await SqlPreferences(store.database).choose_personal(ANNA, Personal(), chosen)
    await store.set_away(ANNA, NOON)
    await store.set_away(BEN, NOON)
    await store.set_away(BEN, None)
    assert await store.people([ANNA, BEN, 5]) == {ANNA: replace(chosen, away_since=NOON), BEN: Personal()}
    assert await store.people([]) == {}


async def test_a_choice_about_time_leaves_a_vacation_as_it_is(store: SqlStore) -> None:
    preferences = SqlPreferences(store.database)
    await store.set_away(ANNA, NOON)
    await preferences.choose_personal(ANNA, Personal(), Personal("UTC"))
    assert await preferences.personal(ANNA) == Personal("UTC", away_since=NOON)


async def test_of_who_is_forgotten_nothing_about_time_is_left(store: SqlStore) -> None:
    await SqlPreferences(store.database).choose_personal(ANNA, Personal(), Personal("UTC", 60, 120, reminders=False))
    await store.set_away(ANNA, NOON)
    match = await keep(store, person(0, ANNA), computer(1))
    await store.remind(reminding(match, ANNA))
    told = await store.personal_data(ANNA)
    assert told["time"] == {
        "zone": "UTC",
        "quiet_hours": ["01:00", "02:00"],
        "reminders": False,
        "away_since": NOON.isoformat(),
    }
    assert told["reminders_given"] == [{"match": match.id, "turn": 1, "phase": "play"}]
    await store.commit(step(match, status=Status.ENDED))
    await store.forget(ANNA)
    assert await store.reminders(match.id) == ()
    assert await store.people([ANNA, -1]) == {-1: Personal()}
    kept = [await rows(store, table) for table in tables.metadata.sorted_tables]
    assert str(ANNA) not in json.dumps(kept, default=str)


# The step to this


async def test_open_matches_of_before_wake_at_their_deadline(
    new_address: Callable[[], str], tmp_path: Path, clock: SetClock
) -> None:
    before = tmp_path / "before"
    (before / "versions").mkdir(parents=True)
    for script in sorted(FOLDER.glob("versions/v000[12]_*.py")):
        copy(script, before / "versions")
    address = new_address()
    await run(address, lambda connection: upgrade(connection, before))
    moment = "1900000000000000" if "sqlite" in address else "'2030-03-17 17:46:40+00'"
    await run(address, sql("INSERT INTO players (id) VALUES (1)"))
    for status in ("live", "ended"):
        await run(
            address,
            sql(
                f"""INSERT INTO matches (game, rules_version, host, status, options, when_late, rated, commitment,
                secret, seq, stream_position, turn, phase, deadline, computer_due, posted_seq, created_at)
                VALUES ('qwirkle', 1, 1, '{status}', '{{}}', 'skip', true, 'c', 'c', 1, 0, 1, 'play', {moment}, false,
                1, {moment})"""
            ),
        )
    async with opened(address, clock) as store:
        assert await store.next_wake() == datetime.fromisoformat("2030-03-17T17:46:40+00:00")
        live, ended = [(await store.load(match_id)).match for match_id in await store.all_matches()]
    assert (live.wake_at, live.given_back, live.reminder_at) == (live.deadline, timedelta(0), None)
    assert ended.wake_at is None
