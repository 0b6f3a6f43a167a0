"""Signs stand where the bidirectional algorithm puts them."""

from __future__ import annotations

import pytest
from bidi import get_display
from hypothesis import given, settings
from hypothesis import strategies as st

from renderers.text.order import Direction, Place, direction_of, from_left

LETTERS = "ab (אב) [عر] -+,.:!?«»€"


@pytest.mark.parametrize(
    ("text", "direction"),
    [
        ("abc אבג", "ltr"),
        ("אבג abc", "rtl"),
        ("(١) محمد", "rtl"),
        ("123 !", "ltr"),
        ("", "ltr"),
        ("\u2067א\u2069 a", "ltr"),
    ],
)
def test_the_first_letter_says_the_direction(text: str, direction: Direction) -> None:
    assert direction_of(text) == direction


@settings(max_examples=300)
@given(text=st.one_of(st.text(LETTERS + "12"), st.text(LETTERS + "٣٤")), direction=st.sampled_from(["ltr", "rtl"]))
def test_the_order_is_that_of_the_algorithm(text: str, direction: Direction) -> None:
    """Telling the signs apart by tags must not change where they are put."""
    text = text.strip()
    places = from_left(list(text), direction)
    shown = get_display(text, base_dir="R" if direction == "rtl" else "L")
    assert "".join(text[place.sign] for place in places) == shown


def test_each_sign_knows_how_it_is_read() -> None:
    assert from_left(list("aא1"), "ltr") == [Place(0, False), Place(2, False), Place(1, True)]
    assert from_left(list("א(b)"), "rtl") == [Place(3, True), Place(2, False), Place(1, True), Place(0, True)]


def test_an_isolated_name_does_not_act_on_what_is_around_it() -> None:
    signs = ["\u2068", *"אב", "\u2069", *" 12"]
    assert [place.sign for place in from_left(signs, "ltr")] == [2, 1, 4, 5, 6]
    assert [place.sign for place in from_left([*"אב 12"], "ltr")] == [3, 4, 2, 1, 0]


@pytest.mark.parametrize("text", ["\u2067a b", "a\u2069 b", "\u2068\u2068א\u2069 b", "\u200fa b"])
def test_unbalanced_isolates_lose_no_sign(text: str) -> None:
    visible = [number for number, sign in enumerate(text) if sign.isalpha() or sign == " "]
    assert sorted(place.sign for place in from_left(list(text), "ltr")) == visible


@pytest.mark.parametrize("unseen", ["\uffff", "\ufdd0", "\u00ad"])
def test_what_the_algorithm_looks_past_has_its_place(unseen: str) -> None:
    signs = ["א", "\u2066", unseen, "\u2069", "ב", unseen]
    assert sorted(place.sign for place in from_left(signs, "ltr")) == [0, 2, 4, 5]
