"""Matches and their parts to try a store with."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Table, select

from bot.core.clock import Clock
from bot.core.store import Change, Entry, Holder, Match, Status, WhenLate
from data.engine import PATIENCE
from data.store import SqlStore, open_store

NOON = datetime(2026, 3, 1, 12, 0, 0, 123456, tzinfo=UTC)
GUILD, CHANNEL, THREAD = 81384788765712384, 1100000000000000001, 1100000000000000002
ANNA, BEN, CLEO = 80351110224678912, 1234567890123456789, 9007199254740993


class SetClock:
    """A clock whose hands are moved by hand."""

    def __init__(self) -> None:
        self.time = NOON

    def now(self) -> datetime:
        return self.time


@asynccontextmanager
async def opened(address: str, clock: Clock | None = None, *, patience: float = PATIENCE) -> AsyncIterator[SqlStore]:
    """A store, closed in the end."""
    store = await open_store(address, clock or SetClock(), patience)
    try:
        yield store
    finally:
        await store.close()


def new_match(**fields: Any) -> Match:
    """A lobby of Anna's as it is before it is kept, with its first entry."""
    lobby = Match(
        id=0,
        game="qwirkle",
        rules_version=1,
        guild=GUILD,
        channel=CHANNEL,
        host=ANNA,
        status=Status.LOBBY,
        options="{}",
        turn_time=timedelta(hours=24),
        when_late=WhenLate.SKIP,
        rated=True,
        commitment="c0" * 32,
        secret=bytes(range(32)),
        interaction=None,
        seq=1,
        stream_position=0,
        turn=0,
        phase="",
        deadline=None,
        computer_due=False,
        posted_seq=0,
        posted_message=None,
        card_message=None,
        card_channel=None,
        created_at=NOON,
    )
    return replace(lobby, **fields)


def entry(seq: int, payload: str = '{"kind":"sample"}') -> Entry:
    return Entry(seq, 0, "sample", payload, 1, NOON + timedelta(seconds=seq))


def person(seat: int, player: int, nth: int = 0, **fields: Any) -> Holder:
    return replace(Holder(seat, nth, player, None), **fields)


def computer(seat: int, nth: int = 0, **fields: Any) -> Holder:
    return replace(Holder(seat, nth, None, "simple"), **fields)


async def keep(store: SqlStore, *holders: Holder, **fields: Any) -> Match:
    """A match in the store, with Anna at its first seat if nobody is named; ``seq`` entries long."""
    match = new_match(**fields)
    entries = [entry(seq) for seq in range(1, match.seq + 1)]
    return await store.create(match, entries, holders or (person(0, ANNA),))


def step(match: Match, *payloads: str, action_id: str | None = None, **fields: Any) -> Change:
    """A change of the match by one entry for each payload, or by one."""
    entries = [entry(match.seq + number, payload) for number, payload in enumerate(payloads or ("{}",), start=1)]
    after = replace(match, seq=match.seq + len(entries), **fields)
    return Change(after, match.seq, entries, action_id=action_id)


async def rows(store: SqlStore, table: Table) -> list[Any]:
    """All that a table holds."""
    return await store.database.read(lambda connection: list(connection.execute(select(table))))
