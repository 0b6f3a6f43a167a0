"""Sets signs in their places: HarfBuzz chooses the glyphs of each stretch."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import uharfbuzz as hb

from renderers.text import fonts
from renderers.text.fonts import Face, Piece
from renderers.text.order import Direction
from renderers.text.stretches import Pieces, pieces_of, stretches

ASCENT, DESCENT = 1.011, 0.353
"""The line box above and below the baseline, in ems: that of Nunito, for every script."""

_WIDE = 2.5  # ems; a face is set smaller in a line where a sign of it is wider than this,
_SMALLEST = 0.5  # or where it is higher than the line box, but not smaller than this share of the size


REGULAR, SEMIBOLD, BOLD, BLACK = 400, 600, 700, 900


class Lettering(NamedTuple):
    """How large letters are, in pixels of the em (capitals are 0.7 of that high), and how bold: 200 to 1000."""

    size: float
    weight: int = REGULAR


class Style(NamedTuple):
    lettering: Lettering
    direction: Direction
    language: str


class Glyph(NamedTuple):
    """A glyph by its number in the font, and its origin from the line's left end and baseline, in 1/64 pixel."""

    id: int
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Run:
    """Glyphs of one font, from left to right."""

    face: Face
    lettering: Lettering
    glyphs: tuple[Glyph, ...]


class Row(NamedTuple):
    """Signs in their places: the runs, how far each sign moves on, and all of them (1/64 pixel)."""

    runs: tuple[Run, ...]
    advances: Sequence[int]
    width: int


class _Part(NamedTuple):
    """What is shaped at once: neighbors in one face, in the order they are read."""

    signs: tuple[int, ...]
    pieces: tuple[Piece, ...]
    rtl: bool
    language: str

    @property
    def face(self) -> Face:
        return self.pieces[0].face

    def shaped(self, lettering: Lettering) -> hb.Buffer:
        buffer = hb.Buffer()
        buffer.add_str("".join(piece.text for piece in self.pieces))
        buffer.direction = "rtl" if self.rtl else "ltr"
        buffer.script = self.pieces[0].script
        if self.language:
            buffer.language = self.language
        hb.shape(self.face.sized(*lettering), buffer)
        return buffer


class _Fit(NamedTuple):
    """How a face fits into the line box: at which share of the size, and lifted by how much (1/64 pixel)."""

    share: float = 1.0
    lift: int = 0


def set_signs(signs: Sequence[str], style: Style) -> Row:
    parts = _parts(signs, style)
    buffers = [part.shaped(style.lettering) for part in parts]
    fits = _fits(parts, buffers, style.lettering)
    runs: list[Run] = []
    advances = [0] * len(signs)
    x = 0
    for part, buffer in zip(parts, buffers, strict=True):
        fit = fits.get(part.face, _Fit())
        lettering = style.lettering._replace(size=style.lettering.size * fit.share)
        glyphs, moved = _placed(part, buffer if fit.share == 1 else part.shaped(lettering), x, fit.lift)
        runs.append(Run(part.face, lettering, glyphs))
        for number, advance in zip(part.signs, moved, strict=True):
            advances[number] = advance
        x += sum(moved)
    return Row(tuple(runs), advances, x)


def _parts(signs: Sequence[str], style: Style) -> list[_Part]:
    pieces = pieces_of(signs)
    han = _han_language(pieces, style.language)
    parts: list[_Part] = []
    for stretch in stretches(signs, pieces, style.direction):
        together = tuple(piece for number in stretch.signs if (piece := pieces[number]))
        language = han if together[0].face.family == fonts.CJK else style.language
        parts.append(_Part(stretch.signs, together, stretch.rtl, language))
    return parts


def _han_language(pieces: Pieces, language: str) -> str:
    """The language whose forms of Chinese characters are wanted, if need be told by the signs beside them."""
    if language[:2] in {"ja", "ko", "zh"}:
        return language
    scripts = {piece.script for piece in pieces if piece}
    if scripts & {"Hira", "Kana"}:
        return "ja"
    return "ko" if "Hang" in scripts else "zh-Hans"


def _placed(part: _Part, buffer: hb.Buffer, x: int, lift: int) -> tuple[tuple[Glyph, ...], list[int]]:
    """The glyphs from x on, and how far each piece of the part moves on."""
    owners = [number for number, piece in enumerate(part.pieces) for _ in piece.text]
    advances = [0] * len(part.pieces)
    glyphs: list[Glyph] = []
    for info, position in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        glyphs.append(Glyph(info.codepoint, x + position.x_offset, position.y_offset + lift))
        advances[owners[info.cluster]] += position.x_advance
        x += position.x_advance
    return tuple(glyphs), advances


def _fits(parts: Iterable[_Part], buffers: Iterable[hb.Buffer], lettering: Lettering) -> dict[Face, _Fit]:
    """The fit of each face in the line but the main ones, which made the box.

    (A heap of accents on one of their letters is clipped, rather than that the name is small.)
    """
    shaped = defaultdict(list)
    for part, buffer in zip(parts, buffers, strict=True):
        if part.face.family not in fonts.MAIN:
            shaped[part.face].append(buffer)
    return {face: _fit(face, of_face, lettering) for face, of_face in shaped.items()}


def _fit(face: Face, buffers: Iterable[hb.Buffer], lettering: Lettering) -> _Fit:
    """A script that hangs deep is lifted, one that also rises high made smaller, until no ink is outside the box."""
    font = face.sized(*lettering)
    top = bottom = widest = 1
    for buffer in buffers:
        for info, position in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
            if ink := font.get_glyph_extents(info.codepoint):
                top = max(top, ink.y_bearing + position.y_offset)
                bottom = max(bottom, -(ink.y_bearing + ink.height + position.y_offset))
                widest = max(widest, position.x_advance)
    em = lettering.size * 64
    above, below = em * ASCENT, em * DESCENT
    share = max(_SMALLEST, min(1.0, (above + below) / (top + bottom), em * _WIDE / widest))
    lift = min(above - top * share, 0) or max(bottom * share - below, 0)
    return _Fit(share, round(lift))
