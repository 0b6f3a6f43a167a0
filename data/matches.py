"""One match in its tables: kept, loaded, changed. Units of work of :mod:`data.store`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields, replace
from typing import Any

from sqlalchemy import Connection, Table, bindparam, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from bot.core.errors import ConflictError, MatchError
from bot.core.store import Change, Entry, Holder, Match, Result, Stored
from data.faults import is_taken
from data.rows import know
from data.tables import actions, drafts, events, guilds, matches, players, results, seats

MATCH = tuple(matches.c[field.name] for field in fields(Match))
"""The columns of a match: ``Match(*row)``."""
RESULT = tuple(results.c[field.name] for field in fields(Result))
"""The columns of a result: ``Result(*row)``."""
_HOLDER = tuple(seats.c[field.name] for field in fields(Holder))
_ENTRY = tuple(events.c[field.name] for field in fields(Entry))

_FIXED = {"id", "game", "guild", "commitment", "secret", "created_at"}
_KEPT_APART = {"channel", "posted_seq", "posted_message", "card_message", "card_channel"}
_CHANGED = tuple(column.name for column in MATCH if column.name not in _FIXED | _KEPT_APART)

# Made once, so that the way of every action is short.
_WITH_HOLDERS = (
    select(*MATCH, *_HOLDER)
    .outerjoin(seats, seats.c.match == matches.c.id)
    .where(matches.c.id == bindparam("match_id"))
    .order_by(seats.c.seat, seats.c.nth)
)
_ENTRIES = (
    select(*_ENTRY)
    .where(
        events.c.match == bindparam("match_id"),
        events.c.seq > bindparam("after_seq"),
        events.c.seq <= bindparam("last_seq"),
    )
    .order_by(events.c.seq)
)
_COMPARE_AND_SET = update(matches).where(
    matches.c.id == bindparam("match_id"),
    matches.c.seq == bindparam("expected_seq"),
    matches.c.given_back == bindparam("expected_given_back"),
)
_ADD_ACTION = insert(actions)
_DROP_DRAFTS = delete(drafts).where(
    drafts.c.match == bindparam("match_id"),
    drafts.c.player == bindparam("player_id"),
    drafts.c.kind == bindparam("draft_kind"),
)


def create(match: Match, entries: Sequence[Entry], holders: Sequence[Holder], connection: Connection) -> Match:
    """Keep a new match; it gets its id here."""
    if match.guild is not None:
        know(connection, guilds, [match.guild])
    know(connection, players, {match.host, *_people(holders)})
    row = values(match)
    del row["id"]
    with one_a_channel(match.channel):
        match_id = connection.execute(insert(matches).returning(matches.c.id), row).scalar_one()
    match = replace(match, id=match_id)
    _add(connection, seats, match.id, holders)
    _add(connection, events, match.id, entries)
    return match


def load(match_id: int, after_seq: int, connection: Connection) -> Stored:
    """A match as it was when the first query began: the log only grows, so the second may come later."""
    rows = connection.execute(_WITH_HOLDERS, {"match_id": match_id}).all()
    if not rows:
        raise MatchError("no-such-match", match=match_id)
    match = Match(*rows[0][: len(MATCH)])
    holders = tuple(Holder(*row[len(MATCH) :]) for row in rows if row.seat is not None)
    if after_seq >= match.seq:
        return Stored(match, holders, ())
    wanted = {"match_id": match_id, "after_seq": after_seq, "last_seq": match.seq}
    return Stored(match, holders, tuple(Entry(*row) for row in connection.execute(_ENTRIES, wanted)))


def commit(change: Change, connection: Connection) -> None:
    """Store a change where its match is still as it was judged."""
    match = change.match
    if change.holders is not None:
        know(connection, players, {match.host, *_people(change.holders)})
    _compare_and_set(connection, change)
    _add(connection, events, match.id, change.entries)
    if change.action_id is not None:
        _add_action(connection, change, change.action_id)
    if change.holders is not None:
        connection.execute(delete(seats).where(seats.c.match == match.id))
        _add(connection, seats, match.id, change.holders)
    _add(connection, results, match.id, change.results)
    if change.drop_drafts:
        dropped = [
            {"match_id": match.id, "player_id": player, "draft_kind": kind} for player, kind in change.drop_drafts
        ]
        connection.execute(_DROP_DRAFTS, dropped)


@contextmanager
def one_a_channel(channel: int | None) -> Iterator[None]:
    """Says in our words that the channel has a match; the database holds that there is one at most."""
    try:
        yield
    except IntegrityError as error:
        if is_taken(error):
            raise MatchError("channel-busy", channel=channel) from error
        raise


def values(record: Any, **more: object) -> dict[str, object]:
    """A record of :mod:`bot.core.store` as the values of a row."""
    return {field.name: getattr(record, field.name) for field in fields(record)} | more


def _compare_and_set(connection: Connection, change: Change) -> None:
    row = {name: getattr(change.match, name) for name in _CHANGED}
    row |= {
        "match_id": change.match.id,
        "expected_seq": change.expected_seq,
        "expected_given_back": change.given_back,
    }
    if connection.execute(_COMPARE_AND_SET, row).rowcount != 1:
        raise ConflictError("conflict", match=change.match.id)


def _add_action(connection: Connection, change: Change, action_id: str) -> None:
    row = {
        "match": change.match.id,
        "action_id": action_id,
        "first_seq": change.expected_seq + 1,
        "last_seq": change.match.seq,
    }
    try:
        connection.execute(_ADD_ACTION, row)
    except IntegrityError as error:
        if is_taken(error):
            raise ConflictError("conflict", match=change.match.id, action=action_id) from error
        raise


def _add(connection: Connection, table: Table, match_id: int, records: Sequence[Any]) -> None:
    if records:
        connection.execute(insert(table), [values(record, match=match_id) for record in records])


def _people(holders: Iterable[Holder]) -> set[int]:
    return {holder.player for holder in holders if holder.player is not None}
