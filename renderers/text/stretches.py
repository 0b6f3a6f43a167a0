"""Parts a line into stretches that are shaped at once: of one font, one script and one direction."""

from __future__ import annotations

from collections.abc import Iterator, MutableSequence, Sequence
from itertools import groupby
from typing import NamedTuple

from renderers.text import fonts, order
from renderers.text.fonts import COMMON, Piece
from renderers.text.order import Direction, Place
from renderers.text.signs import DIRECTIONAL

Pieces = Sequence[Piece | None]
"""What shows each sign; None where it shows nothing itself."""


class Stretch(NamedTuple):
    """Neighbors by their numbers among the signs, in the order they are read."""

    signs: tuple[int, ...]
    rtl: bool


def pieces_of(signs: Sequence[str]) -> list[Piece | None]:
    """What shows each of the signs, beside its neighbors. Those that no font has are shown once in a row."""
    pieces: list[Piece | None] = []
    before: Piece | None = None
    lost = False
    for sign in signs:
        found = None if sign in DIRECTIONAL else _beside(sign, before)
        missed = found is None and sign not in DIRECTIONAL
        pieces.append(fonts.missing() if missed and not lost else found)
        before, lost = found or before, missed
    _in_one_face_a_word(pieces)
    _take_scripts_from_neighbors(pieces)
    return pieces


def stretches(signs: Sequence[str], pieces: Pieces, direction: Direction) -> Iterator[Stretch]:
    """The stretches of a line from left to right."""
    shown = [place for place in order.from_left(signs, direction) if pieces[place.sign]]
    for _, together in groupby(_numbered(shown, pieces), key=lambda numbered: numbered[0]):
        places = [place for _, place in together]
        rtl = places[0].rtl
        yield Stretch(tuple(place.sign for place in (reversed(places) if rtl else places)), rtl)


def _numbered(shown: Sequence[Place], pieces: Pieces) -> Iterator[tuple[int, Place]]:
    """Each place with the number of its stretch."""
    number = 0
    for index, place in enumerate(shown):
        if index and not _go_together(shown[index - 1], place, pieces):
            number += 1
        yield number, place


def _go_together(left: Place, right: Place, pieces: Pieces) -> bool:
    one, other = pieces[left.sign], pieces[right.sign]
    return (
        one is not None
        and other is not None
        and (one.face, one.script, left.rtl) == (other.face, other.script, right.rtl)
        and right.sign - left.sign == (-1 if left.rtl else 1)
    )


def _beside(sign: str, before: Piece | None) -> Piece | None:
    """The piece of a sign. One that many scripts use is set in the face of what is before it, where that has it."""
    found = fonts.piece(sign)
    if (
        found
        and before
        and found.script == COMMON
        and found.face.family not in {*fonts.MAIN, *fonts.EMOJI}
        and before.face.covers(sign)
    ):
        return Piece(sign, before.face, COMMON)
    return found


def _in_one_face_a_word(pieces: MutableSequence[Piece | None]) -> None:
    """Sets a word with letters that only the second main face has wholly in that."""
    first, second = map(fonts.face, fonts.MAIN)
    start = 0
    for end, piece in enumerate([*pieces, None]):
        if piece and not piece.text.isspace():
            continue
        word = pieces[start:end]
        if any(letter and letter.face is second and letter.script != COMMON for letter in word):
            pieces[start:end] = [
                letter._replace(face=second)
                if letter and second and letter.face is first and second.covers(letter.text)
                else letter
                for letter in word
            ]
        start = end + 1


def _take_scripts_from_neighbors(pieces: MutableSequence[Piece | None]) -> None:
    """Gives signs that go with any script that of the sign before them, or else after them, in the same face."""
    for numbers in (range(len(pieces)), reversed(range(len(pieces)))):
        near: Piece | None = None
        for number in numbers:
            piece = pieces[number]
            if piece and near and piece.script == COMMON and piece.face is near.face:
                pieces[number] = piece = piece._replace(script=near.script)
            near = piece or near
