"""The names of people, as they were last seen."""

from __future__ import annotations

import logging
from collections.abc import Iterable

from bot.core.errors import StoreError
from bot.core.rights import Actor
from bot.core.store import Store

log = logging.getLogger(__name__)

NAMES_KEPT = 10_000
"""How many names are known not to need writing again."""


class Names:
    """Kept in the store, and so many of them in memory."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[int, str] = {}

    async def of(self, people: Iterable[int]) -> dict[int, str]:
        """The names of persons; who was never seen, or is forgotten, has none."""
        people = list(dict.fromkeys(people))
        known = {person: self._known[person] for person in people if person in self._known}
        unknown = [person for person in people if person not in known]
        return known | (await self._store.names(unknown) if unknown else {})

    async def see(self, person: Actor) -> None:
        """Remember a name, before anybody is shown it. What was done stands, whether that succeeds or not."""
        if self._known.get(person.id) == person.name:
            return
        try:
            await self._store.see_player(person.id, person.name)
        except StoreError as error:
            log.warning("the name of player %d was not kept: %s", person.id, error)
            return
        if len(self._known) >= NAMES_KEPT:
            self._known.clear()
        self._known[person.id] = person.name

    def forget(self, player: int) -> None:
        """Let go of a name in memory."""
        self._known.pop(player, None)
