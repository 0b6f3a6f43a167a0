"""All that can be known of matches and changes nothing: one half of the match service (:mod:`bot.core.matches`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from bot.core.clock import Clock
from bot.core.codec import AnyGame
from bot.core.export import export
from bot.core.happened import Happened, without_secret
from bot.core.ledger import Ledger
from bot.core.minutes import Minute, minutes
from bot.core.names import Names
from bot.core.rights import require_own_practice
from bot.core.scribe import PLAY_DRAFT
from bot.core.store import Counts, Draft, Match, Reminder, Status, Store


class Looking:
    """Answers questions about matches, and about what is kept of people."""

    def __init__(self, store: Store, games: Mapping[str, AnyGame], clock: Clock) -> None:
        self._store = store
        self._ledger = Ledger(store, games, clock)
        self._names = Names(store)

    async def look(self, match_id: int, asker: int | None = None) -> Happened:
        """The match as it is. A practice match shows itself to its owner alone ("private-match")."""
        table = await self._ledger.read(match_id)
        if asker is not None:
            require_own_practice(table, asker)
        return Happened(table)

    async def glance(self, match_id: int, asker: int | None = None) -> Happened:
        """The match as it was last known here: quick, and good for what is judged anew when somebody acts on it."""
        table = await self._ledger.known(match_id)
        if asker is not None:
            require_own_practice(table, asker)
        return Happened(table)

    async def status(self, match_id: int) -> Status:
        """Where the match stands, as it was last known here; its log is not read for it."""
        return await self._ledger.status(match_id)

    async def since(self, match_id: int, seq: int) -> Happened:
        """The match with what was stored after an entry; after 0 it is the whole log."""
        return await self._ledger.since(match_id, seq)

    async def export(self, match_id: int, asker: int | None = None) -> dict[str, Any]:
        """The match as JSON (:mod:`bot.core.export`). "private-match"."""
        table, log = await self._ledger.log(match_id)
        if asker is not None:
            require_own_practice(table, asker)
        return export(table, log, await self.names(Happened(table)))

    async def minutes(self, match_id: int, asker: int | None = None) -> tuple[Minute, ...]:
        """What everybody may read of the match's log, in its order. "private-match"."""
        table, log = await self._ledger.log(match_id)
        if asker is not None:
            require_own_practice(table, asker)
        return tuple(minutes(table, log))

    async def in_channel(self, channel: int) -> int | None:
        """The id of the lobby or running match of a channel or thread."""
        match = await self._store.in_channel(channel)
        return None if match is None else match.id

    async def under(self, channel: int) -> tuple[int, ...]:
        """The ids of lobbies and running matches that are in a channel or in threads of it."""
        return await self._store.under(channel)

    async def counts(self) -> Counts:
        """How many matches there are, for those who look after the program."""
        return await self._store.counts()

    async def servers(self) -> tuple[int, ...]:
        """The servers with lobbies or running matches."""
        return await self._store.servers()

    async def open_in(self, guild: int) -> tuple[int, ...]:
        """The ids of a server's lobbies and running matches, the oldest first."""
        return await self._store.open_in(guild)

    async def of_player(self, player: int) -> tuple[Match, ...]:
        """The lobbies and running matches in which a person sits, the oldest first."""
        return tuple(without_secret(match) for match in await self._store.of_player(player))

    async def names(self, happened: Happened) -> dict[int, str]:
        """The names of all persons of a match, as they were last seen: also of who opened it, and who ended it."""
        ended_by = None if happened.end is None else happened.end.by
        people = (*(holder.player for holder in happened.holders), happened.match.host, ended_by)
        return await self.names_of(person for person in people if person is not None)

    async def names_of(self, people: Iterable[int]) -> dict[int, str]:
        """The names of any persons."""
        return await self._names.of(people)

    async def draft_of(self, player: int, match_id: int) -> Draft | None:
        """What the person is putting together."""
        mine = (draft for draft in await self._store.drafts(match_id) if draft.player == player)
        return next((draft for draft in mine if draft.kind == PLAY_DRAFT), None)

    async def reminders(self, match_id: int) -> tuple[Reminder, ...]:
        """The reminders of a match that were not taken away yet."""
        return await self._store.reminders(match_id)

    async def personal_data(self, player: int) -> dict[str, Any]:
        """Everything that is kept of a person, as JSON for that person's own eyes."""
        return await self._store.personal_data(player)
