"""Names change nothing around them, whatever people call themselves."""

from __future__ import annotations

import re

import pytest
from discord.utils import escape_mentions
from hypothesis import given
from hypothesis import strategies as st

from cogs.ui.names import LONGEST_NAME, bare, safe


@given(st.text(max_size=200))
def test_a_name_is_one_line_of_bounded_length(name: str) -> None:
    for shown in (bare(name), safe(name)):
        assert shown
        assert len(shown.splitlines()) == 1
        assert escape_mentions(shown) == shown
    assert len(bare(name)) <= LONGEST_NAME
    bare(name).encode()


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ann", "Ann"),
        ("**Ann**", r"\*\*Ann\*\*"),
        ("a\nb\tc", "a b c"),
        ("\u202eevil", "evil"),
        ("\ud800x", "x"),
        ("", "?"),
        ("\u200e", "?"),
        ("👩‍👩‍👧", "👩‍👩‍👧"),
        ("דנה", "\u2068דנה\u2069"),
        ("# Title", r"\# Title"),
        ("a\u200bb\u00adc\ufeff", "abc"),
        ("נ\u200cד", "\u2068נ\u200cד\u2069"),
        ("🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",) * 2,
        ("e\u0301", "e\u0301"),
    ],
)
def test_examples(name: str, shown: str) -> None:
    assert safe(name) == shown


@pytest.mark.parametrize(
    "name", ["\u200b", "\u3164", "\u2800", "\ufeff", "\u034f\u115f", "\U000e0041", "\u200d\u200c", "\u0301", "\u00ad  "]
)
def test_who_calls_himself_nothing_is_seen_all_the_same(name: str) -> None:
    """Discord refuses a button whose label is blank, and with it the whole page."""
    assert bare(name) == "?"


@pytest.mark.parametrize(
    "name", ["https://evil.example/_a_", "[Click](http://evil.example)", "steam://run/1", "<http://a.b>"]
)
def test_no_name_is_a_link(name: str) -> None:
    assert "://" not in safe(name)
    assert not re.search(r"(?<!\\)\[", safe(name))


@pytest.mark.parametrize("name", ["@everyone", "<@123>", "<@!123>", "<@&1>", "<#5>", "<:tile:1>", "<t:0>", "@here"])
def test_no_name_mentions(name: str) -> None:
    assert not re.search(r"@(everyone|here)|(?<!\\)<[@#:t]", safe(name))
