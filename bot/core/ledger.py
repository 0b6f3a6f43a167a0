"""Where matches are read and written: the log in the store, and the tables it leads to, kept in memory.

A use case is judged on the table in memory and stored by compare-and-set, so that a table that has fallen behind can
do no harm; a refusal is only believed of a table that has just been read.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from dataclasses import replace
from datetime import timedelta
from weakref import WeakValueDictionary

from bot.core.clock import Clock
from bot.core.codec import PAYLOAD_VERSION, AnyGame, codec_of
from bot.core.errors import ConflictError, InputError, MatchError, RuleError, StaleError, StoreError
from bot.core.happened import Happened
from bot.core.lateness import wake_at
from bot.core.match_events import Acted, Ended
from bot.core.measures import MOVES
from bot.core.remembering import remember
from bot.core.reminders import Plan
from bot.core.scribe import Logged, Scribe
from bot.core.store import Change, Entry, Match, Reminding, Status, Store
from bot.core.table import Table, replay

log = logging.getLogger(__name__)

ATTEMPTS = 10
"""How often a change is judged anew because somebody else was first; in one process the lock makes that rare."""
TABLES_KEPT = 1000
NO_ENTRIES = 2**31 - 1
"""After this seq no log has any."""

UseCase = Callable[[Scribe], None]


class Ledger:
    """Reads matches as tables and writes what use cases bring about."""

    def __init__(self, store: Store, games: Mapping[str, AnyGame], clock: Clock) -> None:
        self._store = store
        self._games = games
        self._clock = clock
        self._tables: OrderedDict[int, Table] = OrderedDict()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._forgetting = asyncio.Lock()
        self._forgotten = 0
        """How many people were forgotten: a table read meanwhile may still name one, and is not kept."""
        self.watcher: Callable[[Match], None] | None = None
        """Told of each match that has changed."""

    async def read(self, match_id: int) -> Table:
        """The table as it is in the store now. MatchError "no-such-match", StoreError "log-damaged"."""
        forgotten = self._forgotten
        known = before = self._tables.get(match_id)
        stored = await self._store.load(match_id, 0 if known is None else known.match.seq)
        if known is not None and stored.match.seq < known.match.seq:  # the file was put back to an older one
            known, stored = None, await self._store.load(match_id)
        if known is not None and stored.match.seq == known.match.seq:
            table = replace(known, match=stored.match)
        else:
            table = replay(self._game(stored.match), stored.match, stored.entries, known)
        # What was written meanwhile is newer: a table that falls behind would hide that a computer is awaited.
        if forgotten == self._forgotten and self._tables.get(match_id) is before:
            self._keep(table)
        return table

    async def known(self, match_id: int) -> Table:
        """The table in memory, which may have fallen behind; read where there is none."""
        return self._tables.get(match_id) or await self.read(match_id)

    async def status(self, match_id: int) -> Status:
        """Where the match stands, without reading its log."""
        known = self._tables.get(match_id)
        match = (await self._store.load(match_id, NO_ENTRIES)).match if known is None else known.match
        return match.status

    async def create(self, scribe: Scribe) -> Happened:
        """Store a new match. MatchError "channel-busy"."""
        change = scribe.change()
        match = await self._store.create(change.match, change.entries, scribe.table.company.holders)
        table = replace(scribe.table, match=match)
        self._keep(table)
        self._tell(table.match, scribe)
        return Happened(table, scribe.logged)

    async def write(
        self, match_id: int, use_case: UseCase, action_id: str | None = None, asker: int | None = None
    ) -> Happened:
        """Judge the use case and store what follows; the same action a second time answers as it did the first.

        Raises what the use case refuses, a StaleError with what ``asker`` may know of what happened since, and
        "match-busy" where others were first every time.
        """
        async with self._lock(match_id):
            table, just_read = self._tables.get(match_id), False
            for _ in range(ATTEMPTS):
                if table is None:
                    table, just_read = await self.read(match_id), True
                try:
                    return await self._judge_and_store(table, use_case, action_id)
                except ConflictError:
                    refusal = None
                except (MatchError, RuleError, InputError) as error:
                    refusal = error
                repeated = await self._repeated(match_id, action_id)
                if repeated is not None:
                    return repeated
                if refusal is not None and just_read:
                    raise await self._complete(refusal, match_id, asker)
                table = None
        raise MatchError("match-busy")

    async def since(self, match_id: int, seq: int) -> Happened:
        """The match with its log after ``seq``."""
        return Happened(*await self.log(match_id, seq))

    async def log(self, match_id: int, after_seq: int = 0) -> tuple[Table, list[Logged]]:
        """The table and what led to it, for those who may see everything."""
        while True:
            stored = await self._store.load(match_id, after_seq)
            table = self._tables.get(match_id)
            if table is not None and table.match.seq == stored.match.seq:
                break
            await self.read(match_id)
        table = replace(table, match=stored.match)
        codec = codec_of(table.game)
        return table, [Logged(entry.seq, entry.seat, entry.at, codec.event(entry)) for entry in stored.entries]

    async def bury(self, match_id: int, event: Ended) -> Match:
        """Close a match whose log cannot be read any more, so that it does not hold its channel for ever."""
        self.forget(match_id)
        match = (await self._store.load(match_id)).match
        if not match.status.open:
            return match
        now = self._clock.now()
        codec = codec_of(self._game(match))
        entry = Entry(match.seq + 1, None, event.kind, codec.payload(event), PAYLOAD_VERSION, now)
        status = Status.ENDED if match.status is Status.LIVE else Status.CANCELLED
        buried = replace(match, status=status, seq=entry.seq, computer_due=False, ended_at=now)
        buried = replace(buried, deadline=None, reminder_at=None, wake_at=None)
        await self._store.commit(Change(buried, match.seq, [entry], given_back=match.given_back))
        await self._store.mark_posted(match_id, entry.seq, None)  # nobody can be shown it
        log.warning("match %d: closed without reading its damaged log", match_id)
        return buried

    async def forget_person(self, player: int) -> None:
        """Have the store forget a person. MatchError "still-seated".

        Meanwhile nobody writes to the matches that are open and name the person: a change judged on a table that does
        would bring the person back.
        """
        async with self._forgetting, AsyncExitStack() as held:
            for match_id in sorted(self._open_with(player)):
                await held.enter_async_context(self._lock(match_id))
            changed = await self._store.forget(player)
            self._forgotten += 1
            for match_id in changed:
                self.forget(match_id)

    async def keep_alive(self, patience: timedelta) -> timedelta:
        """Note that the bot serves people; the time that it did not is given back to all matches, and told."""
        lost = await self._store.keep_alive(self._clock.now(), patience)
        if lost:
            self._tables.clear()
        return lost

    async def remind(self, table: Table, planned: Plan) -> frozenset[int]:
        """Keep that people are reminded; those who are to be now, and nobody where the match has moved on since."""
        match, (turn, phase) = table.match, table.moment
        wakes = wake_at(table, match.deadline, planned.next_at)
        reminding = Reminding(match.id, match.seq, turn, phase, planned.people, planned.next_at, wakes)
        async with self._lock(match.id):
            people = await self._store.remind(reminding)
            if people is None:
                return frozenset()
            known = self._tables.get(match.id)
            if known is not None and known.match.seq == match.seq:
                self._keep(replace(known, match=replace(match, reminder_at=planned.next_at, wake_at=wakes)))
        return people

    def _open_with(self, player: int) -> list[int]:
        """The open matches in memory that such a change could come from: others are read from the store first."""
        return [
            match_id
            for match_id, table in self._tables.items()
            if table.match.status.open
            and (table.match.host == player or any(holder.player == player for holder in table.company.holders))
        ]

    def forget(self, match_id: int) -> None:
        """Let go of the table in memory."""
        self._tables.pop(match_id, None)

    async def _judge_and_store(self, table: Table, use_case: UseCase, action_id: str | None) -> Happened:
        scribe = Scribe(table, self._clock.now())
        use_case(scribe)
        if not scribe.logged:
            return Happened(table)  # and nothing is stored: what is over may name somebody who was forgotten meanwhile
        await self._store.commit(scribe.change(action_id))
        self._keep(scribe.table)
        self._tell(scribe.table.match, scribe)
        return Happened(scribe.table, scribe.logged)

    async def _repeated(self, match_id: int, action_id: str | None) -> Happened | None:
        span = None if action_id is None else await self._store.applied(match_id, action_id)
        if span is None:
            return None
        first, last = span
        table, logged = await self.log(match_id, first - 1)
        return Happened(table, logged[: last - first + 1], repeated=True)

    async def _complete(self, refusal: Exception, match_id: int, asker: int | None) -> Exception:
        """The refusal; a stale one with what has happened since the turn and phase that were meant."""
        if not isinstance(refusal, StaleError):
            return refusal
        table, logged = await self.log(match_id)
        since = Happened(table, logged).from_moment(refusal.data["turn"], refusal.data["phase"])
        return StaleError(refusal.code, **refusal.data, since=since.events_for(asker))

    def _game(self, match: Match) -> AnyGame:
        if match.game not in self._games:
            raise StoreError("log-damaged", match=match.id, seq=0)
        return self._games[match.game]

    def _keep(self, table: Table) -> None:
        remember(self._tables, table.match.id, table, TABLES_KEPT)

    def _lock(self, match_id: int) -> asyncio.Lock:
        return self._locks.setdefault(match_id, asyncio.Lock())

    def _tell(self, match: Match, scribe: Scribe) -> None:
        for logged in scribe.logged:
            if isinstance(logged.event, Acted):
                MOVES.labels(match.game, logged.event.how).inc()
        kinds = " ".join(logged.event.kind for logged in scribe.logged)
        log.info("match %d turn %d server %s: %s", match.id, match.turn, match.guild or "none", kinds)
        if self.watcher is not None:
            self.watcher(match)
