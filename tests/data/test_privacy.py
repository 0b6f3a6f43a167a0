"""Forgetting a person, on both kinds of databases."""

from __future__ import annotations

import json
from dataclasses import replace

from bot.core.preferences import GuildChoices
from bot.core.store import Result, Status
from data import tables
from data.preferences import SqlPreferences
from data.store import SqlStore
from tests.core.hall import refused
from tests.data.samples import ANNA, BEN, CHANNEL, GUILD, NOON, computer, entry, keep, new_match, person, rows, step


async def test_all_that_refers_to_a_person_follows(store: SqlStore) -> None:
    preferences = SqlPreferences(store.database)
    await store.see_player(ANNA, "Anna")
    await preferences.choose_language(ANNA, "cy")
    await preferences.tell_once(ANNA, "qwirkle")
    await preferences.choose_for_guild(GUILD, GuildChoices("mk"))
    joined = replace(entry(1, json.dumps({"kind": "match.joined", "player": ANNA})), kind="match.joined")
    match = await store.create(new_match(), [joined], [person(0, ANNA), person(1, BEN)])
    with refused("still-seated"):
        await store.forget(ANNA)
    result = Result(0, 0, ANNA, 1, 42, False, False, True)
    ended = step(match, status=Status.FINISHED, ended_at=NOON)
    await store.commit(replace(ended, results=[result], holders=[person(0, ANNA), person(1, BEN)]))

    assert await store.forget(ANNA) == (match.id,)

    stored = await store.load(match.id)
    assert stored.match.host == -1
    assert [holder.player for holder in stored.holders] == [-1, BEN]
    assert json.loads(stored.entries[0].payload) == {"kind": "match.joined", "player": -1}
    assert [row.player for row in await rows(store, tables.results)] == [-1]
    assert await rows(store, tables.hints) == []
    assert await store.names([ANNA, -1]) == {}
    assert await preferences.language_of(ANNA) is None
    assert await preferences.of_guild(GUILD) == GuildChoices("mk")
    kept = [await rows(store, table) for table in tables.metadata.sorted_tables]
    assert str(ANNA) not in str(kept)


async def test_numbers_are_given_once(store: SqlStore) -> None:
    for player in (ANNA, BEN):
        match = await keep(store, person(0, player), computer(1), host=player, channel=None)
        await store.commit(step(match, status=Status.ENDED))
        await store.forget(player)
    assert [(await store.load(match_id)).match.host for match_id in await store.all_matches()] == [-1, -2]


async def test_a_person_with_no_match_is_gone_altogether(store: SqlStore) -> None:
    await store.see_player(ANNA, "Anna")
    assert await store.forget(ANNA) == ()
    assert await rows(store, tables.players) == []


async def test_what_is_told_of_a_person(store: SqlStore) -> None:
    await store.see_player(ANNA, "Anna")
    match = await keep(store, person(0, ANNA), person(1, BEN))
    told = await store.personal_data(ANNA)
    assert (told["id"], told["name"], told["matches_hosted"]) == (str(ANNA), "Anna", [match.id])
    assert told["seats"][0] | {"seat": 1, "channel": str(CHANNEL), "status": "lobby"} == told["seats"][0]
    assert str(BEN) not in json.dumps(told)
