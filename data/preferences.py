"""What was chosen and noted, in a database: :mod:`bot.core.preferences`, which says what each method does."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Generic, TypeVar

from sqlalchemy import Connection, Table, bindparam, select

from bot.core.preferences import GuildChoices, Personal, Place
from data.database import Database
from data.matches import values
from data.people import personal_of
from data.rows import insert_or, keep, know
from data.tables import guilds, hints, notes, players

REMEMBERED = 10_000
"""How many servers' and how many people's choices are known without asking the database: every press needs them."""

T = TypeVar("T")

_FIRST = {
    table: select(table).where(identity == bindparam("key"))
    for table in (guilds, players, notes)
    for identity in table.primary_key.columns
}


class _Remembered(Generic[T]):
    """What was read, until something else is chosen."""

    def __init__(self) -> None:
        self._known: OrderedDict[int, T] = OrderedDict()
        self._changes = 0
        """How often something was chosen: what was read meanwhile may be of before, and is not remembered."""

    async def get(self, key: int, read: Callable[[int], Awaitable[T]]) -> T:
        if key in self._known:
            self._known.move_to_end(key)
            return self._known[key]
        changes = self._changes
        found = await read(key)
        if changes == self._changes:
            self._known[key] = found
            if len(self._known) > REMEMBERED:
                self._known.popitem(last=False)
        return found

    def forget(self, key: int) -> None:
        self._changes += 1
        self._known.pop(key, None)


class SqlPreferences:
    """The Preferences and Notes in the same database as the matches, which no other process chooses in."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._of_guilds: _Remembered[GuildChoices] = _Remembered()
        self._languages: _Remembered[str | None] = _Remembered()

    async def of_guild(self, guild: int) -> GuildChoices:
        return await self._of_guilds.get(guild, self._read_of_guild)

    async def _read_of_guild(self, guild: int) -> GuildChoices:
        row = await self._first(guilds, guild)
        if row is None:
            return GuildChoices()
        return GuildChoices(row["language"], None if row["place"] is None else Place(row["place"]))

    async def choose_for_guild(self, guild: int, choices: GuildChoices) -> None:
        try:
            await self._keep(guilds, {"id": guild, "language": choices.language, "place": choices.place})
        finally:
            self._of_guilds.forget(guild)

    async def language_of(self, player: int) -> str | None:
        return await self._languages.get(player, self._read_language)

    async def _read_language(self, player: int) -> str | None:
        row = await self._first(players, player)
        return None if row is None else row["language"]

    async def choose_language(self, player: int, language: str | None) -> None:
        try:
            await self._keep(players, {"id": player, "language": language})
        finally:
            self._languages.forget(player)

    def forget(self, player: int) -> None:
        self._languages.forget(player)

    async def personal(self, player: int) -> Personal:
        return (await self._database.read(partial(personal_of, [player]))).get(player, Personal())

    async def choose_personal(self, player: int, before: Personal, after: Personal) -> None:
        known = values(before)
        changed = {name: value for name, value in values(after).items() if value != known[name]}
        changed.pop("away_since", None)
        if changed:
            await self._keep(players, {"id": player, **changed})

    async def tell_once(self, player: int, hint: str) -> bool:
        return await self._database.write(partial(_tell_once, player, hint))

    async def note(self, name: str) -> str | None:
        row = await self._first(notes, name)
        return None if row is None else row["text"]

    async def take_note(self, name: str, text: str) -> None:
        await self._keep(notes, {"name": name, "text": text})

    async def _first(self, table: Table, key: int | str) -> dict[str, str | None] | None:
        query = _FIRST[table]
        return await self._database.read(
            lambda connection: (
                None if (row := connection.execute(query, {"key": key}).mappings().first()) is None else dict(row)
            )
        )

    async def _keep(self, table: Table, row: dict[str, object]) -> None:
        await self._database.write(lambda connection: keep(connection, table, [row]))


def _tell_once(player: int, hint: str, connection: Connection) -> bool:
    know(connection, players, [player])
    told = connection.execute(insert_or(connection, hints).on_conflict_do_nothing(), {"player": player, "hint": hint})
    return told.rowcount == 1
