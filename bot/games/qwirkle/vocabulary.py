"""The words that a player may type instead of signs and letters, in one language (RULES 4)."""

from __future__ import annotations

from enum import StrEnum

from bot.games.qwirkle.board import Axis
from bot.games.qwirkle.tiles import Color, Shape
from bot.games.vocabulary import Vocabulary


class Word(StrEnum):
    """What a word can mean besides a color, a shape and a direction."""

    EXCHANGE = "exchange"
    FILLER = "filler"  # a word that people put between, such as "at"

    @property
    def text_key(self) -> str:
        return f"word.{self.value}"


Meaning = Color | Shape | Axis | Word


ENGLISH_WORDS: tuple[tuple[str, Meaning], ...] = (
    *((color.value, color) for color in Color),
    *((shape.value, shape) for shape in Shape),
    ("violet", Color.PURPLE),
    ("round", Shape.CIRCLE),
    ("flower", Shape.CLOVER),
    ("right", Axis.ROW),
    ("across", Axis.ROW),
    ("down", Axis.COLUMN),
    ("exchange", Word.EXCHANGE),
    ("swap", Word.EXCHANGE),
    *((word, Word.FILLER) for word in ("a", "and", "at", "from", "in", "on", "place", "play", "the", "then", "to")),
)
ENGLISH = Vocabulary.of(ENGLISH_WORDS)
