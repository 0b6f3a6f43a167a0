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
    ],
)
def test_examples(name: str, shown: str) -> None:
    assert safe(name) == shown


@pytest.mark.parametrize("name", ["@everyone", "<@123>", "<@!123>", "<@&1>", "<#5>", "<:tile:1>", "<t:0>", "@here"])
def test_no_name_mentions(name: str) -> None:
    assert not re.search(r"@(everyone|here)|(?<!\\)<[@#:t]", safe(name))
