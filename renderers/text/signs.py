"""Takes any text apart into signs: what a reader sees as one (the grapheme clusters of UAX #29).

Names come from strangers. What would act on more than itself is taken out here: control characters, directional
overrides and embeddings, heaps of combining marks. Directional marks and isolates stay, since they are how a label
keeps a name in it apart; they cannot act beyond the line they are in.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

import regex
from fontTools.unicodedata import script

LONGEST = 512
"""Code points that are looked at. No picture has room for more."""

DIRECTIONAL = frozenset("\u200e\u200f\u061c\u2066\u2067\u2068\u2069")
"""Marks and isolates: seen by the bidirectional algorithm only."""

_MOST_MARKS = 6  # on one letter; Tibetan and Khmer stacks have as many
_MOST_SHARED_MARKS = 2  # of those that go with any script, such as accents: what heaps are made of
_BASE = "\u00a0"  # what a mark stands on that has nothing to stand on (Unicode 7.9)

_JOINERS = "\u200c\u200d"

_LINE_BREAKS = regex.compile(r"[\t\n\v\f\r\x1c-\x1f\x85\u2028\u2029]+")
_ACTIVE = regex.compile(
    r"[\p{Cc}\u00ad\u200b\u202a-\u202e\u2060-\u2065\u206a-\u206f\ufeff\ufff9-\ufffb\U000e0001]",
)
_LONE_SURROGATE = regex.compile(r"\p{Cs}")
_NOBODY = "\uffff"  # a code point that will never be a character, so that no font has it
_BRAILLE_BLANK = "\u2800"
_IGNORABLE = regex.compile(r"\p{Default_Ignorable_Code_Point}+")
_SIGN = regex.compile(r"\X")


def signs_of(text: str) -> list[str]:
    """The signs of a text, cleaned and composed (NFC); none if all it has is room (such names exist)."""
    text = _ACTIVE.sub("", _LINE_BREAKS.sub(" ", text[:LONGEST])).strip()
    text = _LONE_SURROGATE.sub(_NOBODY, text)
    found = _SIGN.findall(unicodedata.normalize("NFC", text))
    if all(sign.isspace() or sign == _BRAILLE_BLANK for sign in found):
        return []
    return [_with_base(thinned(sign)) for sign in found if sign in DIRECTIONAL or not _IGNORABLE.fullmatch(sign)]


def thinned(sign: str) -> str:
    """The sign without the marks that would heap up: repeated ones, and more than a script can need."""
    return sign if len(sign) <= 2 else "".join(_few_marks(sign))


def _few_marks(sign: str) -> Iterator[str]:
    marks: list[str] = []
    for character in sign:
        if not is_mark(character):
            marks.clear()
        elif character in marks or len(marks) == _MOST_MARKS or (_is_shared(character) and _no_more_shared(marks)):
            continue
        else:
            marks.append(character)
        yield character


def _no_more_shared(marks: list[str]) -> bool:
    return sum(map(_is_shared, marks)) == _MOST_SHARED_MARKS


def _is_shared(mark: str) -> bool:
    return script(mark) == "Zinh" and not _IGNORABLE.match(mark)


def is_mark(character: str) -> bool:
    """Whether the character is set above, below or around another and takes no room of its own."""
    return unicodedata.category(character) in {"Mn", "Me"}


def visible(text: str) -> str:
    """The text without what never has a shape of its own: joiners, variation selectors, tags."""
    return _IGNORABLE.sub("", text)


def _with_base(sign: str) -> str:
    sign = sign.lstrip(_JOINERS)
    return _BASE + sign if is_mark(sign[0]) else sign
