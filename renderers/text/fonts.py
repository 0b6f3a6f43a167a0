"""The fonts, and which of them shows a sign.

They come with Python packages and nothing is asked of the system. A package is found but never imported; where one is
missing, its signs are shown by the fonts that are left. Every file is opened when the first sign needs it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import regex
import uharfbuzz as hb
from fontTools.unicodedata import script, script_extension, script_name

from renderers.text.signs import visible

FOLDERS = (
    ("fontpkg_nunito", "files"),
    ("manimgx_fonts", "."),
    ("dynamic_font", "assets/fonts"),
    ("dynamic_font", "assets/fonts/fallback"),
)
"""Packages and the folders in them. Of two files of one family the first is taken."""

MAIN = ("Nunito", "NotoSans")
EMOJI = ("NotoColorEmoji", "NotoEmoji")
SYMBOLS = (
    "NotoSansSymbols",
    "NotoSansSymbols2",
    "NotoSansSymbols-Subsetted",
    "NotoSansSymbols-Subsetted2",
    "NotoSansCJK",
)
CJK = "NotoSansCJK"
_FAMILY_OF_SCRIPT = {
    **dict.fromkeys(("Hani", "Hira", "Kana", "Hang", "Bopo"), CJK),
    "Nkoo": "NotoSansNKo",
    "Syrc": "NotoSansSyriacEastern",
}
_FAMILY_OF_SIGN = {"\ufdfd": "NotoNaskhArabic"}  # the bismillah, ten ems wide in the sans
COMMON = "Zyyy"
"""The script of signs that go with any script."""

MISSING = ("\u25cc", "\u00b7", "?")
"""What stands for signs that no font has: the first of these that a font has."""

# Noto's stems grow faster than Nunito's: Nunito's 700 looks like Noto's 600.
_REGULAR = 400
_NOTO_STEP = 2 / 3
_BOLDER = 0.0002  # of the em, for each step above regular, where a family has no weights to choose from

# Drawn in colors: what Unicode says is a picture, what is asked to be one, and pictographs beyond the basic plane,
# which no one has seen in black for years. Letters and digits are not, though ("1" followed by U+FE0F).
_PICTURE = regex.compile(
    r"[\p{Emoji_Presentation}\p{Emoji_Modifier}\u20e3]|[\p{Emoji}&&[\U0001f000-\U0001faff]]|[^\x00-\x7f]\ufe0f",
    regex.VERSION1,
)
_AS_TEXT = "\ufe0e"


class Face:
    """One font file."""

    def __init__(self, family: str, path: Path) -> None:
        self.family = family
        self._face = hb.Face(hb.Blob.from_file_path(path))
        self._glyphs = hb.Font(self._face)
        self._has_weights = any(axis.tag == "wght" for axis in self._face.axis_infos)
        self.colored: bool = self._face.has_color_paint

    def __repr__(self) -> str:
        return f"Face({self.family})"

    def covers(self, text: str) -> bool:
        """Whether the face shows all of the text: has its characters, as they are or taken apart, and a glyph for each.

        (The shaper takes apart by itself, but not before a variation selector.)
        """
        glyph_of = self._glyphs.get_nominal_glyph
        return any(None not in map(glyph_of, codes) for codes in _spellings(text)) and self._shapes(text)

    def _shapes(self, text: str) -> bool:
        buffer = hb.Buffer()
        buffer.add_str(text)
        buffer.guess_segment_properties()
        hb.shape(self._glyphs, buffer)
        return all(info.codepoint for info in buffer.glyph_infos)

    @lru_cache(maxsize=256)  # noqa: B019 - faces are kept for good anyway
    def sized(self, size: float, weight: int) -> hb.Font:
        """The face at a size in pixels, its units 1/64 of them."""
        font = hb.Font(self._face)
        font.scale = (round(size * 64), round(size * 64))
        if self.family != MAIN[0]:
            weight = round(_REGULAR + (weight - _REGULAR) * _NOTO_STEP)
        if self._has_weights:
            font.set_variations({"wght": weight})
        elif weight > _REGULAR and not self.colored:
            strength = (weight - _REGULAR) * _BOLDER
            font.synthetic_bold = (strength, strength, True)
        return font


@lru_cache(maxsize=64)
def _spellings(text: str) -> tuple[tuple[int, ...], ...]:
    """The code points that must have glyphs: those of the text as it is, or of the text taken apart."""
    shown = visible(text)
    return tuple(
        # The shaper makes every kind of space where there is a plain one.
        tuple(ord(" " if unicodedata.category(character) == "Zs" else character) for character in spelling)
        for spelling in dict.fromkeys((shown, unicodedata.normalize("NFD", shown)))
    )


class Piece(NamedTuple):
    """A sign with the face that shows it. The text differs from the sign's where no font has just that."""

    text: str
    face: Face
    script: str


@cache
def files() -> dict[str, Path]:
    """Every upright font by its family."""
    found: dict[str, Path] = {}
    for package, folder in FOLDERS:
        spec = find_spec(package)
        for place in (spec.submodule_search_locations or ()) if spec else ():
            for path in sorted(Path(place, folder).glob("*.tt[fc]")):
                family = path.stem.replace("[wght]", "").replace("-Regular", "").replace("-VF", "")
                if "Italic" not in family:
                    found.setdefault(family, path)
    return found


@cache
def face(family: str) -> Face | None:
    path = files().get(family)
    return Face(family, path) if path else None


@lru_cache(maxsize=8192)
def piece(sign: str) -> Piece | None:
    """The sign in the first face that has all of it; else what it is short for, or its base; None if there is none."""
    composed = unicodedata.normalize("NFKC", sign)
    for text in dict.fromkeys((sign, composed, sign[0], unicodedata.normalize("NFKC", sign[0]))):
        for family in _families(text):
            found = face(family)
            if found and found.covers(text):
                return Piece(text, found, script_of(text))
    return None


@cache
def missing() -> Piece:
    """What is shown in the place of signs that no font has."""
    for text in MISSING:
        if found := piece(text):
            return found
    raise LookupError("No font is installed. The packages that bring them are named in docs/FONTS.md.")


def is_picture(sign: str) -> bool:
    """Whether the sign is an emoji, to be drawn in colors."""
    return _AS_TEXT not in sign and bool(_PICTURE.search(sign))


def script_of(text: str) -> str:
    """The script (ISO 15924) of the first character that has one of its own."""
    return next((code for code in map(script, text) if code not in {COMMON, "Zinh"}), COMMON)


def _families(text: str) -> Iterator[str]:
    """All families, those first that are likely to show the text best."""
    if text in _FAMILY_OF_SIGN:
        yield _FAMILY_OF_SIGN[text]
    if is_picture(text):
        yield from EMOJI
    yield from MAIN
    yield from _families_of_scripts(script_extension(text[0]))
    yield from SYMBOLS
    yield from reversed(EMOJI)  # drawn in one color: these were not asked to be pictures
    yield from files()


def _families_of_scripts(scripts: Iterable[str]) -> Iterator[str]:
    for code in sorted(scripts):
        yield _FAMILY_OF_SCRIPT.get(code) or "NotoSans" + script_name(code).replace(" ", "")
