"""What was typed, cut into marks: tiles, cells, directions and the sign of an exchange (RULES 4)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from bot.core.errors import NotationError
from bot.games.qwirkle.board import Axis, Cell
from bot.games.qwirkle.labels import Labels
from bot.games.qwirkle.tiles import COLOR_LETTERS, SHAPE_LETTERS, Color, Shape, Tile, tile_of
from bot.games.qwirkle.vocabulary import Meaning, Word
from bot.games.vocabulary import Vocabulary

TEXT_LIMIT = 500
"""Characters. Six tiles as emoji, each with its cell, are about 250."""
QUOTE_LIMIT = 40
"""So much of a word that was not understood is given back."""


class Sign(StrEnum):
    """The marks of an exchange."""

    GIVE = "-"  # before each tile
    EXCHANGE = "exchange"  # the word, for all tiles


class Mark(NamedTuple):
    """A piece of the text and what it means."""

    word: str
    meaning: Tile | Cell | Axis | Sign


class _Half(NamedTuple):
    """A color or a shape that still lacks the other."""

    word: str
    meaning: Color | Shape


_TILE = "[ROYGBProygbp][CSDTVXcsdtvx]"
_SEPARATORS = r"\s!\"'`()*+,./:;=?@\[\]_{|}~،؛、\u200b\u200e\u200f\u2060-\u2069\ufeff"
_DASHES = r"\-\u2010-\u2015\u2212"
_TOKEN = re.compile(
    rf"""
    <a?:(?P<emoji>\w+):\d*> | :(?P<shortcode>{_TILE}\w*):
    | (?P<across>[>→➔➜➡⇒▶])
    | (?P<down>[↓⇓▼⬇])
    | (?P<give>[{_DASHES}])
    | (?P<word>[^{_SEPARATORS}{_DASHES}<>→➔➜➡⇒▶↓⇓▼⬇\\^←↑]+)
    | [{_SEPARATORS}]+
    | (?P<stranger>.)
    """,
    re.VERBOSE | re.DOTALL,
)
_CODE = re.compile(
    rf"""
    (?P<before>({_TILE})*) (?P<cell>[A-Za-z]{{1,2}}[0-9]{{1,3}}) (?P<down>[Vv]?) (?P<after>({_TILE})*)
    | (?P<tiles>({_TILE})+)
    """,
    re.VERBOSE,
)


def read_marks(text: str, labels: Labels, vocabulary: Vocabulary[Meaning]) -> list[Mark]:
    """The marks of a text, in order. Raises NotationError for the first word that cannot be understood."""
    if len(text) > TEXT_LIMIT:
        raise NotationError("text-too-long", limit=TEXT_LIMIT)
    return _Reader(labels, vocabulary).read(_plain_digits(text))


def _plain_digits(text: str) -> str:
    """The text in compatibility form, with the digits of all scripts as 0 to 9."""
    text = unicodedata.normalize("NFKC", text).replace("\ufe0f", "")
    return "".join(str(unicodedata.decimal(sign)) if sign.isdecimal() else sign for sign in text)


class _Reader:
    """Reads one text: gathers marks, and joins a color and a shape that stand together to a tile."""

    def __init__(self, labels: Labels, vocabulary: Vocabulary[Meaning]) -> None:
        self._labels = labels
        self._vocabulary = vocabulary
        self._marks: list[Mark] = []
        self._half: _Half | None = None

    def read(self, text: str) -> list[Mark]:
        tokens = [(match.lastgroup, match[match.lastgroup]) for match in _TOKEN.finditer(text) if match.lastgroup]
        at = 0
        while at < len(tokens):
            at += self._read_token(tokens[at:])
        self._refuse_half()
        return self._marks

    def _read_token(self, tokens: list[tuple[str, str]]) -> int:
        """Read the first of the tokens, or a phrase of several; how many were read."""
        kind, text = tokens[0]
        match kind:
            case "word":
                return self._read_words([word for _, word in _while_words(tokens)])
            case "emoji" | "shortcode":
                if text[:2].upper() not in Tile.__members__:
                    raise self._unknown(f":{text}:")
                self._add(Mark(text, Tile(text[:2].upper())))
            case "across":
                self._add(Mark(text, Axis.ROW))
            case "down":
                self._add(Mark(text, Axis.COLUMN))
            case "give":
                self._add(Mark(text, Sign.GIVE))
            case _:
                raise self._unknown(text)
        return 1

    def _read_words(self, words: list[str]) -> int:
        """Read the first of the words, or a phrase of several; how many were read.

        A code means the same in every language, also where it happens to be a word of this one.
        """
        if _CODE.fullmatch(words[0]):
            self._read_code(words[0])
            return 1
        count, meanings = self._vocabulary.longest_phrase(words)
        if count:
            self._read_phrase(" ".join(words[:count]), meanings)
            return count
        if _is_spaced_cell(words):
            self._read_code("".join(words[:2]))
            return 2
        self._read_letter(words[0])
        return 1

    def _read_phrase(self, phrase: str, meanings: tuple[Meaning, ...]) -> None:
        if len(meanings) > 1:
            raise NotationError("word-ambiguous", word=_quoted(phrase), candidates=meanings)
        match meanings[0]:
            case Color() | Shape() as look:
                self._add_half(_Half(phrase, look))
            case Axis() as axis:
                self._add(Mark(phrase, axis))
            case Word.EXCHANGE:
                self._add(Mark(phrase, Sign.EXCHANGE))
            case Word.FILLER:
                pass

    def _read_letter(self, word: str) -> None:
        """A color's or a shape's letter on its own. After a color V is the clover, elsewhere it points down."""
        letter = word.upper()
        if letter in COLOR_LETTERS:
            self._add_half(_Half(word, COLOR_LETTERS[letter]))
        elif letter == "V" and not (self._half and isinstance(self._half.meaning, Color)):
            self._add(Mark(word, Axis.COLUMN))
        elif letter in SHAPE_LETTERS:
            self._add_half(_Half(word, SHAPE_LETTERS[letter]))
        else:
            raise self._unknown(word)

    def _read_code(self, word: str) -> None:
        """Codes of tiles and a cell, however they are run together: `RC`, `N14`, `RCRS`, `RCN14`, `N14vRCRS`."""
        parts = _CODE.fullmatch(word)
        assert parts is not None, "only codes come here"
        self._add_tiles(parts["tiles"] or parts["before"])
        if parts["cell"]:
            cell = self._labels.cell(parts["cell"].upper())
            if cell is None:
                raise self._unknown(word)
            self._add(Mark(parts["cell"], cell))
            if parts["down"]:
                self._add(Mark(parts["down"], Axis.COLUMN))
            self._add_tiles(parts["after"])

    def _add_tiles(self, codes: str) -> None:
        for at in range(0, len(codes), 2):
            self._add(Mark(codes[at : at + 2], Tile(codes[at : at + 2].upper())))

    def _add(self, mark: Mark) -> None:
        self._refuse_half()
        self._marks.append(mark)

    def _add_half(self, half: _Half) -> None:
        other = self._half
        if other is None:
            self._half = half
            return
        match other.meaning, half.meaning:
            case (Color() as color, Shape() as shape) | (Shape() as shape, Color() as color):
                self._half = None
                self._add(Mark(f"{other.word} {half.word}", tile_of(color, shape)))
            case _:
                self._refuse_half()

    def _refuse_half(self) -> None:
        if self._half is not None:
            look = self._half.meaning
            candidates = tuple(tile for tile in Tile if look in (tile.color, tile.shape))
            raise NotationError("half-tile", word=_quoted(self._half.word), candidates=candidates)

    def _unknown(self, word: str) -> NotationError:
        nearest = self._vocabulary.nearest(word)
        if nearest is None:
            return NotationError("word-unknown", word=_quoted(word))
        return NotationError("word-unknown-near", word=_quoted(word), nearest=nearest)


def _while_words(tokens: list[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    for kind, text in tokens:
        if kind != "word":
            return
        yield kind, text


def _is_spaced_cell(words: list[str]) -> bool:
    """Whether a cell was written in two words, like `N 14`."""
    return re.fullmatch(r"[A-Za-z]{1,2} [0-9]{1,3}", " ".join(words[:2])) is not None


def _quoted(word: str) -> str:
    return word if len(word) <= QUOTE_LIMIT else f"{word[:QUOTE_LIMIT]}…"
