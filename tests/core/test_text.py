"""Keys become words: plural forms, lists, names, and what a language lacks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.core import text
from bot.core.errors import InputError
from bot.core.text import Words

EN = """
msgid ""
msgstr ""
"Language: en\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "error.clash"
msgstr "{tile} clashes with {others} at {cell}."

msgid "tile.RC"
msgstr "red circle"

msgid "tile.BX"
msgstr "blue cross"

msgid "points"
msgid_plural "points"
msgstr[0] "{count} point for {who}"
msgstr[1] "{count} points for {who}"
"""

CY = """
msgid ""
msgstr ""
"Language: cy\\n"
"Content-Type: text/plain; charset=utf-8\\n"

msgid "tile.RC"
msgstr "cylch coch"
"""


@dataclass(frozen=True)
class Piece:
    text_key: str


@pytest.fixture
def words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[type[Words]]:
    for language, messages in (("en", EN), ("cy", CY)):
        folder = tmp_path / "locales" / language
        folder.mkdir(parents=True)
        (folder / "toy.po").write_text(messages, encoding="utf-8")
    monkeypatch.setattr(text, "files", lambda _package: tmp_path)
    text.catalog.cache_clear()
    yield Words
    text.catalog.cache_clear()


def test_data_is_named_in_the_readers_words(words: type[Words]) -> None:
    error = InputError(
        "clash",
        tile=Piece("tile.RC"),
        others=[Piece("tile.RC"), Piece("tile.BX")],
        cell=(3, 4),
    )
    said = words("toy").explain(error, lambda value: "N14" if value == (3, 4) else None)
    assert said == "red circle clashes with red circle and blue cross at N14."


def test_plural_forms(words: type[Words]) -> None:
    assert words("toy").say("points", count=1, who="Ana") == "1 point for Ana"
    assert words("toy").say("points", count=0, who="Ana") == "0 points for Ana"
    assert words("toy").say("points", count=12, who="{count}") == "12 points for {count}"


def test_what_a_language_lacks_is_said_in_english(words: type[Words]) -> None:
    welsh = words("toy", "cy")
    assert welsh.say("tile.RC") == "cylch coch"
    assert welsh.say("tile.BX") == "blue cross"


def test_an_unknown_key_is_shown_and_known_to_be_missing(words: type[Words]) -> None:
    assert words("toy").say("nothing.here") == "nothing.here"
    assert not words("toy").knows("nothing.here")
    assert words("toy").knows("tile.BX")
