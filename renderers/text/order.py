"""Which sign stands where when some are read from the right: the bidirectional algorithm (UAX #9)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

import regex
from bidi import get_base_level, get_display

from renderers.text.signs import DIRECTIONAL

Direction = Literal["ltr", "rtl"]

_FROM_THE_RIGHT = regex.compile(r"[\p{bc=R}\p{bc=AL}\p{bc=AN}\u2067]")

_FIRST_TAG, _TAGS = 0xE0100, 0xF0  # variation selectors, which have the class of nonspacing marks

# A separator belongs to a number where nothing but it is between two figures (rule W4), and a tag would be. So there
# it is handed over as what it counts as: a figure like those beside it or, for plus and minus, like a percent sign.
# (Two kinds of figures around one separator, which nobody writes, are not told apart so.)
# What the algorithm looks past would leave its tag to what is before it, so it is handed over as some neutral sign.
_STAND_INS = (
    (regex.compile(r"(?<=\p{bc=EN})\p{bc=CS}(?=\p{bc=EN})"), "0"),
    (regex.compile(r"(?<=\p{bc=AN})\p{bc=CS}(?=\p{bc=AN})"), "\u0660"),
    (regex.compile(r"(?<=\p{bc=EN})\p{bc=ES}(?=\p{bc=EN})"), "%"),
    (regex.compile(r"\p{bc=BN}"), "\ufffd"),
)


class Place(NamedTuple):
    """A sign by its number in the text, and whether it is read from the right."""

    sign: int
    rtl: bool


def direction_of(text: str) -> Direction:
    """That of the first strongly directed character; from the left where there is none."""
    return "rtl" if text and get_base_level(text) else "ltr"


def from_left(signs: Sequence[str], direction: Direction) -> list[Place]:
    """The signs as they stand from left to right, directional characters left out.

    The library gives back a reordered text, and of each sign we need its number and its direction. So each is handed
    over as its first character, which alone decides, and a tag of two variation selectors that says its number. They
    stay with what they follow; where they come back before it, the sign is read from the right.
    """
    if direction == "ltr" and not any(map(_FROM_THE_RIGHT.search, signs)):
        return [Place(number, rtl=False) for number, sign in enumerate(signs) if sign not in DIRECTIONAL]
    firsts = "".join(sign[0] for sign in signs)
    for characters, counts_as in _STAND_INS:
        firsts = characters.sub(counts_as, firsts)
    tagged = "".join(first if first in DIRECTIONAL else first + _tag(number) for number, first in enumerate(firsts))
    return list(_places(get_display(tagged, base_dir="R" if direction == "rtl" else "L")))


def _tag(number: int) -> str:
    high, low = divmod(number, _TAGS)
    return chr(_FIRST_TAG + high) + chr(_FIRST_TAG + low)


def _places(shown: str) -> Iterator[Place]:
    characters = (character for character in shown if character not in DIRECTIONAL)
    for first, second, third in zip(characters, characters, characters, strict=True):
        rtl = _is_tag(first)
        high, low = (second, first) if rtl else (second, third)
        yield Place((ord(high) - _FIRST_TAG) * _TAGS + ord(low) - _FIRST_TAG, rtl)


def _is_tag(character: str) -> bool:
    return _FIRST_TAG <= ord(character) < _FIRST_TAG + _TAGS
