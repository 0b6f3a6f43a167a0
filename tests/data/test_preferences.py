"""What servers and people have chosen, what they were told, and what the program notes."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.core.preferences import GuildChoices, Personal, Place
from data.preferences import SqlPreferences
from data.store import SqlStore
from tests.data.samples import ANNA, BEN, GUILD


@pytest.fixture
async def preferences(store: SqlStore) -> SqlPreferences:
    return SqlPreferences(store.database)


async def test_nobody_has_chosen_at_first(preferences: SqlPreferences) -> None:
    assert await preferences.of_guild(GUILD) == GuildChoices()
    assert await preferences.language_of(ANNA) is None
    assert await preferences.note("commands") is None


async def test_a_choice_takes_the_place_of_an_earlier_one(preferences: SqlPreferences) -> None:
    await preferences.choose_for_guild(GUILD, GuildChoices("mk", Place.HERE))
    await preferences.choose_for_guild(GUILD, GuildChoices("cy", Place.THREAD))
    assert await preferences.of_guild(GUILD) == GuildChoices("cy", Place.THREAD)
    await preferences.choose_for_guild(GUILD, GuildChoices())
    assert await preferences.of_guild(GUILD) == GuildChoices()


async def test_what_was_chosen_is_read_once(preferences: SqlPreferences, monkeypatch: pytest.MonkeyPatch) -> None:
    await preferences.choose_for_guild(GUILD, GuildChoices("mk", Place.HERE))
    await preferences.choose_language(ANNA, "ur")
    for _ in range(2):
        assert await preferences.of_guild(GUILD) == GuildChoices("mk", Place.HERE)
        assert await preferences.language_of(ANNA) == "ur"
        assert await preferences.language_of(BEN) is None
        monkeypatch.setattr(preferences, "_first", None)  # from now on nothing is read


async def test_a_choice_is_not_hidden_by_what_was_read_meanwhile(preferences: SqlPreferences) -> None:
    for number in range(20):
        reading = asyncio.create_task(preferences.language_of(ANNA))
        await preferences.choose_language(ANNA, str(number))
        await reading
        assert await preferences.language_of(ANNA) == str(number)


async def test_what_is_remembered_has_an_end(preferences: SqlPreferences, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("data.preferences.REMEMBERED", 2)
    for player in range(1, 5):
        await preferences.choose_language(player, str(player))
        await preferences.language_of(player)
    assert len(preferences._languages._known) == 2
    assert [await preferences.language_of(player) for player in range(1, 5)] == ["1", "2", "3", "4"]


async def test_who_is_forgotten_has_chosen_nothing(store: SqlStore, preferences: SqlPreferences) -> None:
    await preferences.choose_language(ANNA, "ur")
    assert await preferences.language_of(ANNA) == "ur"
    await store.forget(ANNA)
    preferences.forget(ANNA)
    assert await preferences.language_of(ANNA) is None


async def test_a_language_is_kept_beside_the_name(store: SqlStore, preferences: SqlPreferences) -> None:
    await store.see_player(ANNA, "Anna")
    await preferences.choose_language(ANNA, "ur")
    await preferences.choose_language(BEN, "bn")
    await store.see_player(BEN, "Ben")
    assert [await preferences.language_of(player) for player in (ANNA, BEN)] == ["ur", "bn"]
    assert await store.names([ANNA, BEN]) == {ANNA: "Anna", BEN: "Ben"}
    await preferences.choose_language(ANNA, None)
    assert await preferences.language_of(ANNA) is None


async def test_what_is_chosen_about_time_is_kept_beside_the_rest(store: SqlStore, preferences: SqlPreferences) -> None:
    assert await preferences.personal(ANNA) == Personal(reminders=True)
    await store.see_player(ANNA, "Anna")
    await preferences.choose_language(ANNA, "ur")
    quiet = Personal("Europe/Skopje", 22 * 60, 7 * 60, reminders=False)
    await preferences.choose_personal(ANNA, Personal(), quiet)
    await store.see_player(ANNA, "Anna K")
    assert await preferences.personal(ANNA) == quiet
    assert await preferences.personal(BEN) == Personal()
    assert await preferences.language_of(ANNA) == "ur"
    await preferences.choose_personal(ANNA, quiet, Personal())
    assert await preferences.personal(ANNA) == Personal()


async def test_of_two_choices_at_once_neither_undoes_the_other(preferences: SqlPreferences) -> None:
    seen = Personal("UTC", 60, 120)
    await preferences.choose_personal(ANNA, Personal(), seen)
    await preferences.choose_personal(ANNA, seen, replace(seen, quiet_to=180))
    await preferences.choose_personal(ANNA, seen, replace(seen, reminders=False))
    await preferences.choose_personal(ANNA, seen, seen)
    assert await preferences.personal(ANNA) == Personal("UTC", 60, 180, reminders=False)


async def test_a_hint_is_told_once(preferences: SqlPreferences) -> None:
    told = await asyncio.gather(*(preferences.tell_once(ANNA, "qwirkle") for _ in range(5)))
    assert sorted(told) == [False] * 4 + [True]
    assert await preferences.tell_once(BEN, "qwirkle")
    assert await preferences.tell_once(ANNA, "qwixx")


async def test_a_note_takes_the_place_of_an_earlier_one(preferences: SqlPreferences) -> None:
    await preferences.take_note("commands", "a hash")
    await preferences.take_note("commands", "another")
    assert await preferences.note("commands") == "another"
    assert await preferences.note("emojis") is None
