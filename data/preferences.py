"""What was chosen and noted, in a database: :mod:`bot.core.preferences`, which says what each method does."""

from __future__ import annotations

from functools import partial

from sqlalchemy import Connection, Table, select

from bot.core.preferences import GuildChoices, Personal, Place
from data.database import Database
from data.matches import insert_or, values
from data.people import personal_of
from data.tables import guilds, hints, notes, players


class SqlPreferences:
    """The Preferences and Notes in the same database as the matches."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of_guild(self, guild: int) -> GuildChoices:
        row = await self._first(guilds, guild)
        if row is None:
            return GuildChoices()
        return GuildChoices(row["language"], None if row["place"] is None else Place(row["place"]))

    async def choose_for_guild(self, guild: int, choices: GuildChoices) -> None:
        await self._keep(guilds, {"id": guild, "language": choices.language, "place": choices.place})

    async def language_of(self, player: int) -> str | None:
        row = await self._first(players, player)
        return None if row is None else row["language"]

    async def choose_language(self, player: int, language: str | None) -> None:
        await self._keep(players, {"id": player, "language": language})

    async def personal(self, player: int) -> Personal:
        return (await self._database.read(partial(personal_of, [player]))).get(player, Personal())

    async def choose_personal(self, player: int, personal: Personal) -> None:
        row = values(personal, id=player)
        del row["away_since"]
        await self._keep(players, row)

    async def tell_once(self, player: int, hint: str) -> bool:
        return await self._database.write(partial(_tell_once, player, hint))

    async def note(self, name: str) -> str | None:
        row = await self._first(notes, name)
        return None if row is None else row["text"]

    async def take_note(self, name: str, text: str) -> None:
        await self._keep(notes, {"name": name, "text": text})

    async def _first(self, table: Table, key: int | str) -> dict[str, str | None] | None:
        (identity,) = table.primary_key.columns
        query = select(table).where(identity == key)
        return await self._database.read(
            lambda connection: None if (row := connection.execute(query).mappings().first()) is None else dict(row)
        )

    async def _keep(self, table: Table, row: dict[str, object]) -> None:
        await self._database.write(partial(_keep, table, row))


def _keep(table: Table, row: dict[str, object], connection: Connection) -> None:
    insert = insert_or(connection, table)
    keys = [column.name for column in table.primary_key.columns]
    newest = {name: insert.excluded[name] for name in row if name not in keys}
    connection.execute(insert.on_conflict_do_update(index_elements=keys, set_=newest), row)


def _tell_once(player: int, hint: str, connection: Connection) -> bool:
    connection.execute(insert_or(connection, players).on_conflict_do_nothing(), {"id": player})
    told = connection.execute(insert_or(connection, hints).on_conflict_do_nothing(), {"player": player, "hint": hint})
    return told.rowcount == 1
