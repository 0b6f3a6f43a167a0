"""What is wrong after a month, judged by the logs and by what was done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import groupby, pairwise
from operator import attrgetter
from typing import Any

from sqlalchemy import select

from bot.core.check import check
from bot.core.codec import codec_of
from bot.core.match_events import Acted, Away, How, Late
from bot.core.store import Entry, Status, Stored, WhenLate
from bot.core.table import Table, replay
from bot.games.base import TakeOver
from bot.games.registry import GAMES
from data.store import SqlStore
from data.tables import actions
from tests.soak.month import BEAT, Record

SLACK = timedelta(minutes=30)
"""How much later than its time something may end: Discord fails, and the bot tries again."""
A_MOMENT = timedelta(minutes=1)
"""How long it may take to show what happened, where Discord does not fail."""
GIVEN_BACK = 2 * BEAT
"""Time without the bot that is at least as long is given back."""
LATE_IN_A_ROW = 3
TAKES_OVER = TakeOver(0, computer=True).kind
Spans = Sequence[tuple[datetime, datetime]]


async def verdict(store: SqlStore, record: Record, now: datetime) -> list[str]:
    """All that is wrong, in words."""
    found = [f"match {match_id}: {finding.say()}" async for match_id, all_ in check(store, GAMES) for finding in all_]
    for match_id in await store.all_matches():
        stored = await store.load(match_id)
        for _, _, event in _read(stored):
            record.note(f"{event.kind}, {event.how}" if isinstance(event, Acted) else event.kind)
        judged = (*stuck(stored, now), *behind(stored, now), *removed_wrongly(stored, record.unreachable))
        found += [f"match {match_id}: {each}" for each in (*judged, *waited_too_long(stored, record.unreachable, now))]
    return found + await lost_or_doubled(store, record)


async def all_behind(store: SqlStore, now: datetime, refused: Callable[[int], bool]) -> list[str]:
    """What is not shown though nothing goes wrong any more; where Discord refused it, it is left to a restart."""
    every = [await store.load(match_id) for match_id in await store.all_matches() if not refused(match_id)]
    return [f"match {stored.match.id}, before a restart: {each}" for stored in every for each in behind(stored, now)]


def behind(stored: Stored, now: datetime) -> Iterator[str]:
    """A match is shown as it is."""
    waits = [entry.at for entry in stored.entries if entry.seq > stored.match.posted_seq]
    if waits and waits[0] < now - A_MOMENT:
        yield f"of {stored.match.seq} entries {len(waits)} were not shown for {now - waits[0]}"


def stuck(stored: Stored, now: datetime) -> Iterator[str]:
    """An open match waits for persons alone, and is known to be looked at in time."""
    match = stored.match
    if not match.status.open:
        return
    table = replay(GAMES[match.game], match, stored.entries)
    if table.due() or (match.status is Status.LIVE and not table.awaited()):
        yield f"nobody acts for {table.due() or table.to_act()}"
    if match.turn_time is not None and match.wake_at is None:
        yield "it will never be looked at again"
    if match.wake_at is not None and match.wake_at < now - SLACK:
        yield f"it was to be looked at {now - match.wake_at} ago"


def removed_wrongly(stored: Stored, unreachable: Spans) -> Iterator[str]:
    """Who was late really had the whole time, could reach the bot in it, and was awaited to the end."""
    turn_time = stored.match.turn_time
    for before, began, entry, late in _latenesses(stored):
        had = entry.at - began - _lost(unreachable, began, entry.at, GIVEN_BACK)
        if before.moment != (late.turn, late.phase) or not set(late.seats) <= before.to_act():
            yield f"entry {entry.seq}: {late.seats} were late without being awaited"
        if turn_time is None or had < turn_time - timedelta(seconds=1):
            yield f"entry {entry.seq}: {late.seats} were late after {had}"
    yield from _seats_taken(stored)


def _latenesses(stored: Stored) -> Iterator[tuple[Table, datetime, Entry, Late]]:
    """Each lateness, with the table before it and the time at which the turn and phase began that ran then."""
    game = GAMES[stored.match.game]
    table, began = None, stored.entries[0].at
    for at, together in groupby(stored.entries, key=attrgetter("at")):
        entries = list(together)
        for entry in entries:
            event = codec_of(game).event(entry)
            if isinstance(event, Late) and table is not None:
                yield table, began, entry, event
        after = replay(game, replace(stored.match, seq=entries[-1].seq), entries, table)
        if table is None or after.moment != table.moment:
            began = at
        table = after


def _seats_taken(stored: Stored) -> Iterator[str]:
    """For lateness a computer takes the place only of somebody who was late in three turns in a row."""
    late: Counter[int] = Counter()
    for _, entry, event in _read(stored):
        if isinstance(event, Late):
            late.update(event.seats)
        if isinstance(event, Acted) and event.how in (How.PERSON, How.PREPARED):
            late[event.seat] = 0
        if isinstance(event, Acted) and event.how is How.LATE and event.action["kind"] == TAKES_OVER:
            if late[event.seat] < LATE_IN_A_ROW:
                yield f"entry {entry.seq}: seat {event.seat} was taken after {late[event.seat]} turns"
            late[event.seat] = 0


def waited_too_long(stored: Stored, unreachable: Spans, now: datetime) -> Iterator[str]:
    """Between two entries there is never more than a turn's time, unless people just wait, or were on vacation."""
    match = stored.match
    vacation = any(isinstance(event, Away) for _, _, event in _read(stored))
    if match.turn_time is None or match.when_late is WhenLate.WAIT or vacation:
        return
    times = [entry.at for entry in stored.entries] + ([now] if match.status.open else [])
    for before, after in pairwise(times):
        waited = after - before - _lost(unreachable, before, after, timedelta(0))
        interruptions = sum(since < after and until > before for since, until in unreachable)
        if waited > match.turn_time + BEAT * interruptions + SLACK:  # from the last beat on it counts as lost
            yield f"after {before} it waited for {waited}"


async def lost_or_doubled(store: SqlStore, record: Record) -> list[str]:
    """Each action that was acknowledged is in the log once; none is there that nobody asked for."""
    rows = await store.database.read(lambda connection: connection.execute(select(actions)).all())
    spans = {(row.match, row.action_id): (row.first_seq, row.last_seq) for row in rows}
    found = [
        f"match {match}: action {each} is lost" for match, each in record.acknowledged if (match, each) not in spans
    ]
    for match_id in await store.all_matches():
        stored = await store.load(match_id)
        mine = {span: each for (match, each), span in spans.items() if match == match_id}
        for _, entry, event in _read(stored):
            if not isinstance(event, Acted) or event.how is not How.PERSON:
                continue
            asked = [each for (first, last), each in mine.items() if first <= entry.seq <= last]
            if len(asked) != 1 or asked[0] not in record.sent:
                found.append(f"match {match_id}: entry {entry.seq} was asked for by {asked}")
        doubled = [each for each, times in _persons_actions(stored, mine).items() if times > 1]
        found += [f"match {match_id}: action {each} was done more than once" for each in doubled]
    return found


def _persons_actions(stored: Stored, spans: dict[tuple[int, int], str]) -> Counter[str]:
    done: Counter[str] = Counter()
    for _, entry, event in _read(stored):
        if isinstance(event, Acted) and event.how is How.PERSON:
            done.update(each for (first, last), each in spans.items() if first <= entry.seq <= last)
    return done


def _read(stored: Stored) -> Iterator[tuple[int, Entry, Any]]:
    codec = codec_of(GAMES[stored.match.game])
    for place, entry in enumerate(stored.entries):
        yield place, entry, codec.event(entry)


def _lost(spans: Spans, begin: datetime, end: datetime, least: timedelta) -> timedelta:
    """How long nobody could reach the bot between two moments, in spans of a length at least."""
    parts = (min(until, end) - max(since, begin) for since, until in spans if until - since >= least)
    return sum((part for part in parts if part > timedelta(0)), timedelta(0))
