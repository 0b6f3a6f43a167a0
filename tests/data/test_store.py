"""What bot/core/store.py promises of a store, held on SQLite and PostgreSQL."""

from __future__ import annotations

from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
from sqlalchemy import Table

from bot.core.errors import ConflictError, MatchError
from bot.core.store import Draft, Entry, Holder, Match, Result, Status, Store, WhenLate
from data import tables
from data.store import SqlStore
from tests.data.samples import (
    ANNA,
    BEN,
    CHANNEL,
    CLEO,
    NOON,
    THREAD,
    SetClock,
    computer,
    entry,
    keep,
    new_match,
    opened,
    person,
    rows,
    step,
)


def test_it_is_a_store(store: SqlStore) -> None:
    promised: Store = store
    assert promised is store


# Creating and loading


async def test_a_match_comes_back_as_it_was_kept(store: SqlStore) -> None:
    match = new_match(
        status=Status.LIVE,
        options='{"café": ["𝄞", "\\u0000"]}',
        turn_time=None,
        when_late=WhenLate.COMPUTER,
        rated=False,
        interaction=(1 << 63) - 1,
        seq=2,
        stream_position=412,
        turn=3,
        phase="white",
        deadline=NOON + timedelta(microseconds=1),
        computer_due=True,
        posted_seq=1,
        posted_message=11,
        card_message=12,
        card_channel=13,
        started_at=NOON,
        ended_at=NOON,
    )
    entries = [Entry(1, None, "opened", "{}", 1, NOON), Entry(2, 4, "played", '{"é": 1}', 2, NOON)]
    holders = [person(0, ANNA, left_at=NOON), computer(0, nth=1, took_over=True), person(1, BEN)]
    kept = await store.create(match, entries, holders)
    assert kept == replace(match, id=kept.id)
    stored = await store.load(kept.id)
    assert (stored.match, stored.entries, stored.holders) == (kept, tuple(entries), tuple(holders))


async def test_it_is_there_after_a_restart(address: str) -> None:
    async with opened(address) as store:
        match = await keep(store, seq=3)
        stored = await store.load(match.id)
    async with opened(address) as store:
        assert await store.load(match.id) == stored


async def test_only_the_entries_that_were_asked_for_are_loaded(store: SqlStore) -> None:
    match = await keep(store, seq=5)
    assert [entry.seq for entry in (await store.load(match.id, after_seq=3)).entries] == [4, 5]
    assert (await store.load(match.id, after_seq=5)).entries == ()
    assert (await store.load(match.id, after_seq=9)).entries == ()


async def test_holders_come_by_seat_and_then_in_the_order_of_coming(store: SqlStore) -> None:
    match = await keep(store, person(1, BEN), computer(0, nth=1), person(0, ANNA, left_at=NOON))
    assert [(holder.seat, holder.nth) for holder in (await store.load(match.id)).holders] == [(0, 0), (0, 1), (1, 0)]


async def test_a_match_may_have_nobody_at_its_seats(store: SqlStore) -> None:
    match = await store.create(new_match(), [entry(1)], [])
    assert (await store.load(match.id)).holders == ()


async def test_a_match_that_is_not_there(store: SqlStore) -> None:
    with pytest.raises(MatchError, match="no-such-match"):
        await store.load(1)


async def test_an_id_is_never_given_twice(store: SqlStore) -> None:
    ids = [(await keep(store, channel=None)).id for _ in range(3)]
    assert len(set(ids)) == 3
    assert await store.all_matches() == tuple(sorted(ids))


async def test_moments_of_any_zone_are_the_same_moments(store: SqlStore) -> None:
    east = timezone(timedelta(hours=5, minutes=45))
    far = datetime(9000, 12, 31, 23, 59, 59, 999999, tzinfo=UTC)
    match = await keep(store, created_at=NOON.astimezone(east), deadline=far)
    stored = (await store.load(match.id)).match
    assert (stored.created_at, stored.created_at.tzinfo) == (NOON, UTC)
    assert stored.deadline == far


async def test_a_moment_without_a_zone_is_refused(store: SqlStore) -> None:
    with pytest.raises(Exception, match="time zone"):
        await keep(store, created_at=NOON.replace(tzinfo=None))
    assert await store.all_matches() == ()


# Changing


async def test_a_change_is_stored_whole(store: SqlStore) -> None:
    match = await keep(store)
    await store.put_draft(Draft(match.id, ANNA, "play", 1, "[]", NOON))
    after = replace(match, status=Status.FINISHED, seq=3, turn=9, phase="over", ended_at=NOON, host=BEN)
    holders = (person(0, ANNA, left_at=NOON), person(0, CLEO, nth=1, took_over=True), person(1, BEN))
    change = replace(
        step(match, "a", "b", action_id="x"),
        match=after,
        holders=holders,
        results=[Result(0, 0, ANNA, 2, 10, left=True, took_over=False, rated=True)],
        drop_drafts=[(ANNA, "play"), (BEN, "prepared")],
    )
    await store.commit(change)
    stored = await store.load(match.id)
    assert (stored.match, stored.holders) == (after, holders)
    assert [entry.payload for entry in stored.entries[1:]] == ["a", "b"]
    assert await store.drafts(match.id) == ()
    assert await store.applied(match.id, "x") == (2, 3)


async def test_results_are_kept(store: SqlStore) -> None:
    match = await keep(store, person(0, ANNA), computer(1))
    result = [
        Result(0, 0, ANNA, 1, -5, left=False, took_over=False, rated=True),
        Result(1, 0, None, 2, -6, left=False, took_over=True, rated=False),
    ]
    await store.commit(replace(step(match), results=result))
    kept = await rows(store, tables.results)
    assert [Result(*row[1:]) for row in kept] == result


async def test_a_change_that_was_judged_on_the_past_changes_nothing(store: SqlStore) -> None:
    match = await keep(store)
    await store.put_draft(Draft(match.id, ANNA, "play", 1, "[]", NOON))
    await store.commit(step(match, "first"))
    before = await store.load(match.id)
    late = replace(
        step(match, "second", action_id="late", turn=5),
        holders=[computer(0)],
        results=[Result(0, 0, ANNA, 1, 1, left=False, took_over=False, rated=True)],
        drop_drafts=[(ANNA, "play")],
    )
    with pytest.raises(ConflictError):
        await store.commit(late)
    assert await store.load(match.id) == before
    assert await store.applied(match.id, "late") is None
    assert len(await store.drafts(match.id)) == 1
    assert await rows(store, tables.results) == []


async def test_a_change_of_a_match_that_is_not_there(store: SqlStore) -> None:
    with pytest.raises(ConflictError):
        await store.commit(step(new_match(id=77)))


async def test_the_same_action_is_stored_once(store: SqlStore) -> None:
    match = await keep(store)
    first = step(match, "once", action_id="tap")
    await store.commit(first)
    before = await store.load(match.id)
    with pytest.raises(ConflictError):  # judged anew, on the newest state
        await store.commit(step(first.match, "twice", action_id="tap"))
    assert await store.load(match.id) == before
    assert await store.applied(match.id, "tap") == (2, 2)


async def test_an_action_is_one_match_s(store: SqlStore) -> None:
    one, other = await keep(store), await keep(store, channel=THREAD)
    await store.commit(step(one, action_id="tap"))
    assert await store.applied(other.id, "tap") is None
    await store.commit(step(other, action_id="tap"))


async def test_an_action_may_bring_about_nothing(store: SqlStore) -> None:
    match = await keep(store)
    await store.commit(replace(step(match), match=replace(match, phase="x"), entries=[], action_id="tap"))
    assert await store.applied(match.id, "tap") == (2, 1)


@pytest.mark.parametrize("seqs", [(3,), (2, 2), (2, 4), (3, 2), ()])
async def test_a_log_with_a_gap_is_a_fault_of_the_program(store: SqlStore, seqs: tuple[int, ...]) -> None:
    match = await keep(store)
    change = replace(step(match), match=replace(match, seq=3), entries=[entry(seq) for seq in seqs])
    with pytest.raises(ValueError, match="do not lead"):
        await store.commit(change)


# What is kept without compare-and-set


async def test_what_is_shown_is_marked(store: SqlStore) -> None:
    match = await keep(store, seq=4)
    await store.mark_posted(match.id, 3, 100)
    stored = (await store.load(match.id)).match
    assert (stored.posted_seq, stored.posted_message, stored.seq) == (3, 100, 4)


async def test_what_is_shown_never_goes_back(store: SqlStore) -> None:
    match = await keep(store, seq=4)
    await store.mark_posted(match.id, 3, 100)
    await store.mark_posted(match.id, 2, 50)
    stored = (await store.load(match.id)).match
    assert (stored.posted_seq, stored.posted_message) == (3, 100)


async def test_a_message_posted_anew_takes_the_place_of_the_old_one(store: SqlStore) -> None:
    match = await keep(store)
    await store.mark_posted(match.id, 1, 100)
    await store.mark_posted(match.id, 1, 101)
    assert (await store.load(match.id)).match.posted_message == 101
    await store.mark_posted(match.id, 1, None)
    assert (await store.load(match.id)).match.posted_message is None


async def test_nothing_is_shown_beyond_the_end_of_the_log(store: SqlStore) -> None:
    match = await keep(store)
    with pytest.raises(Exception, match="posted"):
        await store.mark_posted(match.id, 2, 100)
    assert (await store.load(match.id)).match.posted_seq == 0


async def test_a_change_leaves_what_is_kept_apart(store: SqlStore) -> None:
    match = await keep(store)
    await store.mark_posted(match.id, 1, 100)
    await store.mark_card(match.id, CHANNEL, 200)
    await store.move(match.id, THREAD)
    await store.commit(step(match, turn=1))  # `match` is from before all that
    kept = (await store.load(match.id)).match
    assert (kept.seq, kept.turn) == (2, 1)
    assert (kept.posted_seq, kept.posted_message) == (1, 100)
    assert (kept.channel, kept.card_channel, kept.card_message) == (THREAD, CHANNEL, 200)


# One match a channel


async def test_a_channel_has_one_match(store: SqlStore) -> None:
    match = await keep(store)
    with pytest.raises(MatchError, match="channel-busy"):
        await keep(store)
    assert await store.all_matches() == (match.id,)
    assert await store.in_channel(CHANNEL) == match
    assert await store.in_channel(THREAD) is None


@pytest.mark.parametrize("status", [Status.FINISHED, Status.ENDED, Status.CANCELLED])
async def test_a_match_that_is_over_holds_no_channel(store: SqlStore, status: Status) -> None:
    over = await keep(store)
    await store.commit(step(over, status=status))
    assert await store.in_channel(CHANNEL) is None
    match = await keep(store, status=Status.LIVE)
    assert await store.in_channel(CHANNEL) == match


async def test_a_match_moves_to_a_channel_that_is_free(store: SqlStore) -> None:
    match, other = await keep(store), await keep(store, channel=THREAD)
    with pytest.raises(MatchError, match="channel-busy"):
        await store.move(match.id, THREAD)
    assert (await store.load(match.id)).match.channel == CHANNEL
    await store.commit(step(other, status=Status.CANCELLED))
    await store.move(match.id, THREAD)
    assert await store.in_channel(CHANNEL) is None
    assert await store.in_channel(THREAD) == replace(match, channel=THREAD)


async def test_practice_matches_hold_no_channel(store: SqlStore) -> None:
    await keep(store, guild=None, channel=None)
    await keep(store, guild=None, channel=None)
    assert len(await store.all_matches()) == 2


# Looking for matches


async def test_the_matches_in_which_somebody_sits(store: SqlStore) -> None:
    lobby = await keep(store, person(0, ANNA), person(1, BEN))
    live = await keep(store, person(0, BEN), status=Status.LIVE, channel=2)
    await keep(store, person(0, BEN), status=Status.FINISHED, channel=3)
    await keep(store, person(0, BEN, left_at=NOON), computer(0, nth=1), status=Status.LIVE, channel=4)
    practice = await keep(store, person(0, BEN), computer(1), guild=None, channel=None, status=Status.LIVE)
    assert await store.of_player(BEN) == (lobby, live, practice)
    assert await store.of_player(ANNA) == (lobby,)
    assert await store.of_player(CLEO) == ()


async def test_matches_with_something_to_show_live_ones_first(store: SqlStore) -> None:
    finished = await keep(store, channel=1, status=Status.FINISHED)
    live = await keep(store, channel=2, status=Status.LIVE)
    lobby = await keep(store, channel=3)
    another = await keep(store, channel=4, status=Status.LIVE)
    shown = await keep(store, channel=5, status=Status.LIVE)
    await store.mark_posted(shown.id, 1, 1)
    assert await store.unshown() == (live.id, another.id, finished.id, lobby.id)
    await store.commit(step(shown))
    assert shown.id in await store.unshown()


async def test_live_matches_in_which_the_service_must_go_on(store: SqlStore) -> None:
    await keep(store, channel=1, status=Status.LIVE)
    due = await keep(store, channel=2, status=Status.LIVE, computer_due=True)
    await keep(store, channel=3, status=Status.FINISHED, computer_due=True)
    await keep(store, channel=4, computer_due=True)
    later = await keep(store, channel=5, status=Status.LIVE, computer_due=True)
    assert await store.computers_due() == (due.id, later.id)
    await store.commit(step(due, computer_due=False))
    assert await store.computers_due() == (later.id,)


# Drafts


async def test_a_draft_takes_the_place_of_an_older_one(store: SqlStore) -> None:
    match = await keep(store, person(0, ANNA), person(1, BEN))
    await store.put_draft(Draft(match.id, ANNA, "play", 1, "old", NOON))
    newer = Draft(match.id, ANNA, "play", 2, "new", NOON + timedelta(hours=1))
    others = [Draft(match.id, ANNA, "prepared", 1, "a", NOON), Draft(match.id, BEN, "play", 1, "b", NOON)]
    for draft in (newer, *others):
        await store.put_draft(draft)
    assert set(await store.drafts(match.id)) == {newer, *others}


async def test_a_draft_is_dropped(store: SqlStore) -> None:
    match = await keep(store)
    await store.put_draft(Draft(match.id, ANNA, "play", 1, "a", NOON))
    await store.drop_draft(match.id, ANNA, "prepared")
    await store.drop_draft(match.id, BEN, "play")
    assert len(await store.drafts(match.id)) == 1
    await store.drop_draft(match.id, ANNA, "play")
    assert await store.drafts(match.id) == ()


async def test_a_draft_of_a_match_that_is_not_there(store: SqlStore) -> None:
    await store.see_player(ANNA, "Anna")
    with pytest.raises(MatchError, match="no-such-match"):
        await store.put_draft(Draft(5, ANNA, "play", 1, "a", NOON))


# Players


async def test_names_are_the_last_ones_seen(store: SqlStore) -> None:
    await store.see_player(ANNA, "Anna")
    await store.see_player(BEN, "بِن 𝄞")
    await store.see_player(ANNA, "Änne")
    assert await store.names([ANNA, BEN, CLEO]) == {ANNA: "Änne", BEN: "بِن 𝄞"}
    assert await store.names([]) == {}


async def test_who_sits_but_was_never_seen_has_no_name(store: SqlStore) -> None:
    await keep(store, person(0, ANNA), person(1, BEN))
    await store.see_player(BEN, "Ben")
    assert await store.names([ANNA, BEN]) == {BEN: "Ben"}


async def test_being_seen_is_written_once_a_day(store: SqlStore, clock: SetClock) -> None:
    await store.see_player(ANNA, "Anna")
    seen = []
    for _ in range(3):
        clock.time += timedelta(hours=10)
        await store.see_player(ANNA, "Anna")
        seen += [row.seen_at for row in await rows(store, tables.players)]
    assert seen == [NOON, NOON, NOON + timedelta(hours=30)]


# Rows and records


@pytest.mark.parametrize(
    ("table", "record", "own"),
    [
        (tables.matches, Match, ()),
        (tables.seats, Holder, ("match",)),
        (tables.events, Entry, ("match",)),
        (tables.results, Result, ("match",)),
        (tables.drafts, Draft, ()),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_columns_are_the_fields_of_the_record(table: Table, record: type, own: tuple[str, ...]) -> None:
    assert [column.name for column in table.columns] == [*own, *(field.name for field in fields(record))]
