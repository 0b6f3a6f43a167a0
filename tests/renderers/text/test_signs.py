"""Any text becomes signs, whole and harmless."""

from __future__ import annotations

import pytest

from renderers.text.signs import LONGEST, signs_of

FAMILY = "👨‍👩‍👧‍👦"
WALES = "🏴󠁧󠁢󠁷󠁬󠁳󠁿"


@pytest.mark.parametrize(
    ("text", "signs"),
    [
        ("Llŷr", ["L", "l", "ŷ", "r"]),
        ("Lly\u0302r", ["L", "l", "ŷ", "r"]),
        ("ক্ষ্মী", ["ক্ষ্মী"]),
        ("क्षत्रिय", ["क्ष", "त्रि", "य"]),
        (f"{FAMILY}{WALES}", [FAMILY, WALES]),
        ("🇲🇰🇧🇩", ["🇲🇰", "🇧🇩"]),
        ("👍🏽1️⃣❤️", ["👍🏽", "1️⃣", "❤️"]),
        ("a\r\n\tb", ["a", " ", "b"]),
        ("\u2067א\u2069", ["\u2067", "א", "\u2069"]),
    ],
)
def test_what_a_reader_sees_as_one_stays_one(text: str, signs: list[str]) -> None:
    assert signs_of(text) == signs


@pytest.mark.parametrize(
    "active", ["\u202e", "\u202d", "\u202a", "\u202b", "\u202c", "\x00", "\x1b", "\x7f", "\u200b", "\ufeff"]
)
def test_what_acts_on_more_than_itself_is_taken_out(active: str) -> None:
    assert signs_of(f"a{active}b") == ["a", "b"]


@pytest.mark.parametrize("text", ["", "\u200b\u200d", "\u3164\u3164", "\u2800", "   ", "\u00a0\t", "\ufe0f"])
def test_a_text_that_shows_nothing_has_no_signs(text: str) -> None:
    assert signs_of(text) == []


def test_heaps_of_marks_are_taken_down() -> None:
    accents = "".join(map(chr, range(0x316, 0x330)))
    heap, letter = signs_of(f"a{accents}b")
    assert (heap[0], len(heap), letter) == ("a", 3, "b")
    assert signs_of("ก" + "็" * 40) == ["ก็"]


@pytest.mark.parametrize("text", ["ក្ស្ត្រី", "བསྒྲུབས", "שָׁלוֹם", "ế", "ที่นั้น", "العَرَبِيَّة"])
def test_marks_that_a_language_needs_are_kept(text: str) -> None:
    assert "".join(signs_of(text)) == text


def test_a_mark_without_a_letter_stands_on_a_space() -> None:
    assert signs_of("\u0301a") == ["\u00a0\u0301", "a"]
    assert signs_of("\u2066\u200d\u0301") == ["\u2066", "\u00a0\u0301"]


def test_only_the_beginning_of_a_long_text_is_looked_at() -> None:
    assert len(signs_of("a" * 10_000)) == LONGEST
