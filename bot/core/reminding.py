"""Reminds people whose time runs out: kept first, then told, so that nobody is reminded twice."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from bot.core.background import PerMatch
from bot.core.clock import Clock
from bot.core.ledger import Ledger
from bot.core.preferences import Personal
from bot.core.reminders import plan
from bot.core.seats import Moment
from bot.core.store import Store
from bot.core.table import Table

Tell = Callable[[int, Moment, frozenset[int]], Awaitable[None]]
"""Reminds people of a turn and phase of a match where they see it."""


class Reminding:
    """Decides for one match at a time who is to be reminded, and has them told in the background.

    Who is still to be told is held in memory alone: a program that dies in between has reminded nobody.
    """

    def __init__(self, ledger: Ledger, store: Store, clock: Clock, tell: Tell, pauses: Sequence[float]) -> None:
        self._ledger = ledger
        self._store = store
        self._clock = clock
        self._tell_people = tell
        self._owed: dict[tuple[int, Moment], frozenset[int]] = {}
        self.telling = PerMatch("reminding", self._tell, pauses, at_once=4)

    async def of(self, match_id: int) -> bool:
        """Remind whom it is time to remind, if it is."""
        table = await self._ledger.read(match_id)
        due, deadline = table.match.reminder_at, table.match.deadline
        if due is None or deadline is None or self._clock.now() < due:
            return False
        planned = plan(self._clock.now(), deadline, await self._not_yet_reminded(table))
        if people := await self._ledger.remind(table, planned):
            self._owe((match_id, Moment(*table.moment)), people)
            self.telling.ask(match_id)
        return True

    async def _not_yet_reminded(self, table: Table) -> dict[int, Personal]:
        awaited = {player for seat, player in table.clocked() if seat not in table.late()}
        known = await self._store.reminders(table.match.id)
        people = sorted(awaited - {each.player for each in known if (each.turn, each.phase) == table.moment})
        chosen = await self._store.people(people)
        return {player: chosen.get(player, Personal()) for player in people}

    def _owe(self, owed: tuple[int, Moment], people: frozenset[int]) -> None:
        self._owed[owed] = self._owed.get(owed, frozenset()) | people

    async def _tell(self, match_id: int) -> None:
        for owed in [owed for owed in self._owed if owed[0] == match_id]:
            people = self._owed.pop(owed)
            try:
                await self._tell_people(*owed, people)
            except Exception:
                self._owe(owed, people)  # it is tried again
                raise
