"""What the words of a typed move can mean, and the English ones."""

from __future__ import annotations

from enum import StrEnum

from bot.games.qwixx.sheet import Row
from bot.games.vocabulary import Vocabulary


class Word(StrEnum):
    """What a word can mean besides a row."""

    WHITE = "white"  # the white action
    COLOR = "color"  # the color action
    PASS = "pass"  # to mark nothing, or no standing order
    TAKE_BACK = "take-back"
    ORDER = "order"
    FILLER = "filler"  # a word that people put between, such as "then"

    @property
    def text_key(self) -> str:
        return f"word.{self.value}"


Meaning = Row | Word

SIGNS: dict[str, Meaning] = {
    "R": Row.RED,
    "Y": Row.YELLOW,
    "G": Row.GREEN,
    "B": Row.BLUE,
    "W": Word.WHITE,
    "C": Word.COLOR,
    "O": Word.ORDER,
    "-": Word.PASS,
    "<": Word.TAKE_BACK,
    "🔴": Row.RED,
    "🟡": Row.YELLOW,
    "🟢": Row.GREEN,
    "🔵": Row.BLUE,
}
"""What is understood, and written, in every language."""

ENGLISH_WORDS: tuple[tuple[str, Meaning], ...] = (
    *((row.value, row) for row in Row),
    ("white", Word.WHITE),
    ("color", Word.COLOR),
    ("colour", Word.COLOR),
    ("colored", Word.COLOR),
    ("coloured", Word.COLOR),
    ("pass", Word.PASS),
    ("skip", Word.PASS),
    ("none", Word.PASS),
    ("off", Word.PASS),
    ("take back", Word.TAKE_BACK),
    ("undo", Word.TAKE_BACK),
    ("order", Word.ORDER),
    ("standing order", Word.ORDER),
    *((word, Word.FILLER) for word in ("a", "and", "dice", "die", "in", "mark", "on", "row", "the", "then", "with")),
)
ENGLISH: Vocabulary[Meaning] = Vocabulary.of(ENGLISH_WORDS)
