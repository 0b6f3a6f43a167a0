"""Matches in a database: the store of :mod:`bot.core.store`, on SQLite and PostgreSQL alike."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import fields
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from sqlalchemy import ColumnElement, Connection, Delete, Select, Update, bindparam, delete, func, or_, select, update
from sqlalchemy.exc import IntegrityError

from bot.core.clock import Clock
from bot.core.errors import MatchError
from bot.core.preferences import Personal
from bot.core.store import Change, Counts, Draft, Entry, Holder, Match, Reminder, Reminding, Result, Status, Stored
from data.database import Database
from data.engine import LONGEST_STATEMENT, PATIENCE, open_engines, parse_address
from data.faults import is_orphan
from data.finishing import finish
from data.matches import MATCH, RESULT, commit, create, load, one_a_channel, values
from data.people import personal_of, set_away
from data.privacy import forget, personal_data
from data.readiness import make_ready
from data.rows import keep
from data.tables import COMPUTER_DUE, OPEN, SITS, UNSHOWN, actions, drafts, matches, players, reminders, results, seats
from data.waking import keep_alive, remind

_REMINDER = tuple(reminders.c[field.name] for field in fields(Reminder))

# What every move asks, made once, so that its way is short.
_THEIRS = select(seats.c.match).where(seats.c.player == bindparam("player"), SITS)
_OF_PLAYER = select(*MATCH).where(matches.c.id.in_(_THEIRS), OPEN).order_by(matches.c.id)
_DRAFTS = select(drafts).where(drafts.c.match == bindparam("in_match")).order_by(drafts.c.player, drafts.c.kind)
_REMINDERS = (
    select(*_REMINDER)
    .where(reminders.c.match == bindparam("in_match"))
    .order_by(reminders.c.turn, reminders.c.phase, reminders.c.player)
)
_MARK_POSTED = (
    update(matches)
    .where(matches.c.id == bindparam("in_match"), matches.c.posted_seq <= bindparam("up_to"))
    .values(posted_seq=bindparam("up_to"), posted_message=bindparam("message"))
)
_OPEN = (Status.LOBBY, Status.LIVE)

# Of a match that is over and has no place to be shown in, nobody takes the messages away.
_DROP_USELESS_REMINDERS = delete(reminders).where(
    reminders.c.match == bindparam("in_match"),
    select(matches.c.status).where(matches.c.id == bindparam("in_match")).scalar_subquery().not_in(_OPEN),
)

SEEN_AGAIN = timedelta(days=1)
"""How exactly it is kept when somebody was last seen: a write a day, not one a click."""


async def open_store(
    address: str, clock: Clock, patience: float = PATIENCE, longest: float | None = LONGEST_STATEMENT
) -> SqlStore:
    """The store at an address (:mod:`data.engine`), its tables made or brought up to date.

    StoreError where there is none to be had; "store-newer" or "store-foreign" where the database is not for us.
    """
    url = parse_address(address)
    await make_ready(url)
    return SqlStore(Database(open_engines(url, patience, longest)), clock)


class SqlStore:
    """A :class:`bot.core.store.Store`, which says what each method does."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self.database = database
        self._clock = clock

    async def create(self, match: Match, entries: Sequence[Entry], holders: Sequence[Holder]) -> Match:
        _check_numbers(entries, 0, match.seq)
        return await self.database.write(partial(create, match, entries, holders))

    async def load(self, match_id: int, after_seq: int = 0) -> Stored:
        return await self.database.read(partial(load, match_id, after_seq))

    async def commit(self, change: Change) -> None:
        _check_numbers(change.entries, change.expected_seq, change.match.seq)
        await self.database.write(partial(_commit, change))

    async def results(self, match_id: int) -> tuple[Result, ...]:
        query = select(*RESULT).where(results.c.match == match_id).order_by(results.c.seat, results.c.nth)
        return tuple(Result(*row) for row in await self._rows(query))

    async def applied(self, match_id: int, action_id: str) -> tuple[int, int] | None:
        query = select(actions.c.first_seq, actions.c.last_seq).where(
            actions.c.match == match_id, actions.c.action_id == action_id
        )
        rows = await self._rows(query)
        return (rows[0][0], rows[0][1]) if rows else None

    async def mark_posted(self, match_id: int, seq: int, message: int | None) -> None:
        await self.database.write(partial(_mark_posted, match_id, seq, message))

    async def mark_card(self, match_id: int, channel: int, message: int) -> None:
        await self._change(
            update(matches).where(matches.c.id == match_id).values(card_channel=channel, card_message=message)
        )

    async def move(self, match_id: int, channel: int) -> None:
        with one_a_channel(channel):
            await self._change(update(matches).where(matches.c.id == match_id).values(channel=channel))

    async def in_channel(self, channel: int) -> Match | None:
        rows = await self._rows(select(*MATCH).where(matches.c.channel == channel, OPEN))
        return Match(*rows[0]) if rows else None

    async def under(self, channel: int) -> tuple[int, ...]:
        there = or_(matches.c.channel == channel, matches.c.card_channel == channel)
        return await self._ids(select(matches.c.id).where(there, OPEN).order_by(matches.c.id))

    async def of_player(self, player: int) -> tuple[Match, ...]:
        return tuple(Match(*row) for row in await self._rows(_OF_PLAYER, player=player))

    async def unshown(self, guild: int | None = None) -> tuple[int, ...]:
        live_first = (matches.c.status == Status.LIVE).desc()
        query = select(matches.c.id).where(UNSHOWN).order_by(live_first, matches.c.id)
        return await self._ids(query if guild is None else query.where(matches.c.guild == guild))

    async def counts(self) -> Counts:
        by_status = await self._rows(select(matches.c.status, func.count()).where(OPEN).group_by(matches.c.status))
        ((unshown,),) = await self._rows(select(func.count()).select_from(matches).where(UNSHOWN))
        return Counts(dict(by_status), unshown)

    async def servers(self) -> tuple[int, ...]:
        query = select(matches.c.guild).where(OPEN, matches.c.guild.is_not(None)).distinct().order_by(matches.c.guild)
        return await self._ids(query)

    async def open_in(self, guild: int) -> tuple[int, ...]:
        return await self._ids(select(matches.c.id).where(matches.c.guild == guild, OPEN).order_by(matches.c.id))

    async def computers_due(self) -> tuple[int, ...]:
        return await self._ids(select(matches.c.id).where(COMPUTER_DUE).order_by(matches.c.id))

    async def wakes(self, now: datetime, limit: int) -> tuple[int, ...]:
        live_first = (matches.c.status == Status.LIVE).desc()
        due = select(matches.c.id).where(OPEN, matches.c.wake_at <= now)
        return await self._ids(due.order_by(live_first, matches.c.wake_at, matches.c.id).limit(limit))

    async def timed(self) -> tuple[int, ...]:
        live_first = (matches.c.status == Status.LIVE).desc()
        return await self._ids(
            select(matches.c.id).where(OPEN, matches.c.wake_at.is_not(None)).order_by(live_first, matches.c.id)
        )

    async def next_wake(self) -> datetime | None:
        ahead = select(matches.c.wake_at).where(OPEN, matches.c.wake_at.is_not(None))
        rows = await self._rows(ahead.order_by(matches.c.wake_at).limit(1))
        return rows[0][0] if rows else None

    async def put_off(self, match_id: int, now: datetime, until: datetime) -> None:
        due = update(matches).where(matches.c.id == match_id, OPEN, matches.c.wake_at <= now)
        await self._change(due.values(wake_at=until))

    async def keep_alive(self, now: datetime, patience: timedelta) -> timedelta:
        return await self.database.write(partial(keep_alive, now, patience))

    async def remind(self, reminding: Reminding) -> frozenset[int] | None:
        return await self.database.write(partial(remind, reminding))

    async def reminded(self, match_id: int, turn: int, phase: str, people: Collection[int], message: int) -> None:
        theirs = _of_moment(match_id, turn, phase) & reminders.c.player.in_(people)
        await self._change(update(reminders).where(theirs).values(message=message))

    async def reminders(self, match_id: int) -> tuple[Reminder, ...]:
        return tuple(Reminder(*row) for row in await self._rows(_REMINDERS, in_match=match_id))

    async def drop_reminders(self, match_id: int, turn: int, phase: str) -> None:
        await self._change(delete(reminders).where(_of_moment(match_id, turn, phase)))

    async def people(self, people: Collection[int]) -> dict[int, Personal]:
        return await self.database.read(partial(personal_of, people))

    async def set_away(self, player: int, since: datetime | None) -> None:
        await self.database.write(partial(set_away, player, since))

    async def put_draft(self, draft: Draft) -> None:
        await self.database.write(partial(_put_draft, draft))

    async def drafts(self, match_id: int) -> tuple[Draft, ...]:
        return tuple(Draft(*row) for row in await self._rows(_DRAFTS, in_match=match_id))

    async def drop_draft(self, match_id: int, player: int, kind: str) -> None:
        await self._change(
            delete(drafts).where(drafts.c.match == match_id, drafts.c.player == player, drafts.c.kind == kind)
        )

    async def see_player(self, player: int, name: str) -> None:
        now = self._clock.now()
        known = await self._rows(select(players.c.name, players.c.seen_at).where(players.c.id == player))
        if known and known[0][0] == name and now - known[0][1] < SEEN_AGAIN:
            return
        row = {"id": player, "name": name, "seen_at": now}
        await self.database.write(lambda connection: keep(connection, players, [row]))

    async def names(self, people: Sequence[int]) -> dict[int, str]:
        known = select(players.c.id, players.c.name).where(players.c.id.in_(people), players.c.name.is_not(None))
        return dict(await self._rows(known))

    async def personal_data(self, player: int) -> dict[str, Any]:
        return await self.database.read(partial(personal_data, player))

    async def forget(self, player: int) -> tuple[int, ...]:
        return await self.database.write(partial(forget, player))

    async def all_matches(self) -> tuple[int, ...]:
        return await self._ids(select(matches.c.id).order_by(matches.c.id))

    async def close(self) -> None:
        await self.database.close()

    async def _rows(self, query: Select[*tuple[Any, ...]], **given: object) -> Sequence[tuple[Any, ...]]:
        return await self.database.read(lambda connection: connection.execute(query, given).all())

    async def _ids(self, query: Select[int]) -> tuple[int, ...]:
        return tuple(number for (number,) in await self._rows(query))

    async def _change(self, change: Update | Delete, **given: object) -> int:
        """How many rows were changed."""
        return await self.database.write(lambda connection: connection.execute(change, given).rowcount)


def _check_numbers(entries: Sequence[Entry], before: int, after: int) -> None:
    seqs = [entry.seq for entry in entries]
    if seqs != list(range(before + 1, after + 1)):
        raise ValueError(f"entries {seqs} do not lead from {before} to {after}")


def _of_moment(match_id: int, turn: int, phase: str) -> ColumnElement[bool]:
    return (reminders.c.match == match_id) & (reminders.c.turn == turn) & (reminders.c.phase == phase)


def _mark_posted(match_id: int, seq: int, message: int | None, connection: Connection) -> None:
    connection.execute(_MARK_POSTED, {"in_match": match_id, "up_to": seq, "message": message})
    if message is None:
        connection.execute(_DROP_USELESS_REMINDERS, {"in_match": match_id})


def _commit(change: Change, connection: Connection) -> None:
    commit(change, connection)
    if change.results and change.match.status is Status.FINISHED:
        finish(change.match, change.results, connection)


def _put_draft(draft: Draft, connection: Connection) -> None:
    try:
        keep(connection, drafts, [values(draft)])
    except IntegrityError as error:
        if is_orphan(error):
            raise MatchError("no-such-match", match=draft.match) from error
        raise
