"""Lengths of time as people type them, and as we say them."""

from __future__ import annotations

import contextlib
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.errors import InputError
from cogs.ui.language import words_of
from cogs.ui.times import read_length, relative, say_length, write_length

ENGLISH = words_of("en")


@pytest.mark.parametrize(
    ("typed", "hours"),
    [
        ("36h", 36),
        ("36 H", 36),
        ("12", 12),
        ("90 min", 1.5),
        ("1 day 12 hours", 36),
        ("1d12h", 36),
        ("2 days, 1 hour", 49),
        ("7 DAYS", 168),
        (" 1  day ", 24),
    ],
)
def test_lengths_that_are_understood(typed: str, hours: float) -> None:
    assert read_length(typed, ENGLISH) == timedelta(hours=hours)


@pytest.mark.parametrize("typed", ["none", "None", "no limit", "unlimited", "-"])
def test_no_limit(typed: str) -> None:
    assert read_length(typed, ENGLISH) is None


@pytest.mark.parametrize("typed", ["", "h", "soon", "1 fortnight", "1h soon", "1.5h", "-3h", "٣h h"])
def test_what_is_not_understood_is_said(typed: str) -> None:
    with pytest.raises(InputError, match="bad-time") as refused:
        read_length(typed, ENGLISH)
    assert "36h" in ENGLISH.explain(refused.value)


@given(st.text(max_size=100))
def test_whatever_is_typed_there_is_an_answer(typed: str) -> None:
    with contextlib.suppress(InputError):
        read_length(typed, ENGLISH)


@given(st.none() | st.integers(1, 60 * 24 * 60).map(lambda minutes: timedelta(minutes=minutes)))
def test_what_is_said_and_written_is_understood_again(length: timedelta | None) -> None:
    assert read_length(say_length(ENGLISH, length), ENGLISH) == length
    assert read_length(write_length(length), ENGLISH) == length


def test_as_people_say_it() -> None:
    said = [say_length(ENGLISH, timedelta(hours=hours)) for hours in (1, 24, 36, 72, 0.5)]
    assert said == ["1 hour", "24 hours", "36 hours", "3 days", "30 minutes"]


def test_moments_are_shown_by_discord() -> None:
    """PLATFORM 2: reminders shift with daylight saving: Discord timestamps outside."""
    assert relative(datetime(2026, 3, 1, tzinfo=UTC)) == "<t:1772323200:R>"
