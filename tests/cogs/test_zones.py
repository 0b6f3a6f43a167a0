"""Time zones as people find them, and times of day as they type them."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from zoneinfo import available_timezones

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.errors import InputError
from cogs.personal import read_quiet
from cogs.ui.page import MOST_OPTION
from cogs.ui.zones import by_region, describe, read_zone, region_of, say_clock, say_offset, suggest, zones_of

SUMMER, WINTER = datetime(2026, 7, 1, tzinfo=UTC), datetime(2026, 1, 1, tzinfo=UTC)


def test_every_zone_is_in_a_region_with_a_city_and_a_country() -> None:
    listed = [zone for region in by_region() for zone in zones_of(region, "en")]
    assert len(listed) > 400
    assert {zone.name for zone in listed} <= available_timezones()
    assert all(zone.city and zone.country and len(zone.label) <= MOST_OPTION for zone in listed)
    assert len({zone.label for zone in listed}) == len(listed), "two of one name could not be told apart"


@pytest.mark.parametrize(
    ("language", "name", "label"),
    [
        ("en", "Europe/Berlin", "Berlin, Germany"),
        ("de", "Asia/Kolkata", "Kalkutta, Indien"),
        ("mk", "Europe/Skopje", "Скопје, Северна Македонија"),
        ("ar", "Africa/Cairo", "القاهرة, مصر"),
        ("en", "Europe/Andorra", "Andorra"),
        ("en", "UTC", "UTC"),
    ],
)
def test_zones_have_names_in_every_language(language: str, name: str, label: str) -> None:
    assert describe(name, language).label == label


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("berlin", "Europe/Berlin"),
        ("Berlin, Germany", "Europe/Berlin"),
        ("europe/berlin", "Europe/Berlin"),
        ("new york", "America/New_York"),
        ("America/New York", "America/New_York"),
        ("  SKOPJE ", "Europe/Skopje"),
        ("Bangladesh", "Asia/Dhaka"),
        ("utc", "UTC"),
        ("Asia/Calcutta", "Asia/Calcutta"),
    ],
)
def test_a_typed_zone_is_found(typed: str, name: str) -> None:
    assert read_zone(typed, "en") == name


def test_in_another_language_both_names_are_found() -> None:
    assert read_zone("Скопје", "mk") == read_zone("Skopje", "mk") == "Europe/Skopje"


@pytest.mark.parametrize(("typed", "code"), [("", "no-such-zone"), ("nowhere", "no-such-zone"), ("us", "which-zone")])
def test_what_is_no_zone_is_refused(typed: str, code: str) -> None:
    with pytest.raises(InputError) as refused:
        read_zone(typed, "en")
    assert refused.value.code == code


@given(st.text(max_size=80))
def test_whatever_is_typed_is_understood_or_refused(typed: str) -> None:
    with suppress(InputError):
        assert read_zone(typed, "en") in available_timezones()


def test_what_begins_so_is_suggested_first() -> None:
    found = [zone.name for zone in suggest("par", "en")]
    assert "Europe/Paris" in found[:3]
    assert "America/Paramaribo" in found[:3]


def test_a_zone_that_is_on_no_list_has_no_region() -> None:
    assert region_of("Europe/Berlin") == "Europe"
    assert region_of("UTC") is None
    assert region_of(None) is None


@pytest.mark.parametrize(
    ("name", "moment", "said"),
    [
        ("Europe/Berlin", WINTER, "UTC+1"),
        ("Europe/Berlin", SUMMER, "UTC+2"),
        ("Asia/Kolkata", WINTER, "UTC+5:30"),
        ("America/St_Johns", WINTER, "UTC−3:30"),
        ("Africa/Abidjan", WINTER, "UTC"),
    ],
)
def test_offsets_are_those_of_the_day(name: str, moment: datetime, said: str) -> None:
    assert say_offset(name, moment) == said


@pytest.mark.parametrize(
    ("typed", "hours"),
    [
        ("22-7", ("22:00", "7:00")),
        ("22:30 to 6:45", ("22:30", "6:45")),
        ("10 pm - 7 am", ("22:00", "7:00")),
        ("12am–12pm", ("0:00", "12:00")),
        ("from 0.15 until 24", ("0:15", "0:00")),
    ],
)
def test_typed_quiet_hours(typed: str, hours: tuple[str, str]) -> None:
    begin, end = read_quiet(typed)
    assert (say_clock(begin), say_clock(end)) == hours


@pytest.mark.parametrize("typed", ["", "late", "22", "22-7-9", "25-7", "22:61-7", "13 pm - 7 am", "222-7", "-"])
def test_what_are_no_quiet_hours_is_refused(typed: str) -> None:
    with pytest.raises(InputError) as refused:
        read_quiet(typed)
    assert refused.value.code == "bad-quiet"


@given(st.text(max_size=60))
def test_whatever_is_typed_is_a_time_of_day_or_refused(typed: str) -> None:
    with suppress(InputError):
        begin, end = read_quiet(typed)
        assert 0 <= begin < 24 * 60
        assert 0 <= end < 24 * 60
