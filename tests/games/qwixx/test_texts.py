"""Everything that the rules of Qwixx name has a name in English, and the catalog names nothing else of its kind."""

from __future__ import annotations

import re
from pathlib import Path

from babel.messages.pofile import read_po

import bot.games.qwixx
import cogs.qwixx
import data
from bot.core.text import Words
from bot.games.qwixx.sheet import ROWS, Row
from bot.games.qwixx.state import Phase
from bot.games.qwixx.vocabulary import Word

SOURCES = [path.read_text(encoding="utf-8") for path in sorted(Path(bot.games.qwixx.__file__).parent.glob("*.py"))]
DISCORD_PART = "\n".join(path.read_text(encoding="utf-8") for path in Path(cogs.qwixx.__file__).parent.glob("*.py"))
CODE = re.compile(r'(?:Error\(\s*|_fault\(|return |else )"([a-z.]+-[a-z.-]+|over|ambiguous|position\.penalties)"')


def test_every_key_has_a_text_and_every_text_a_key() -> None:
    named: tuple[Row | Phase | Word, ...] = (*Row, *Phase, *Word)
    keys = {value.text_key for value in named}
    keys |= {f"error.{code}" for code in CODE.findall("\n".join(SOURCES))} | {"error.position.die-missing"}
    with (Path(data.__file__).parent / "locales" / "en" / "qwixx.po").open("rb") as lines:
        ids = [message.id for message in read_po(lines) if message.id]
    catalog = [each if isinstance(each, str) else each[0] for each in ids]
    kinds = {key.partition(".")[0] for key in keys}
    errors = {key.removeprefix("error.") for key in catalog if key.startswith("error.")}
    keys |= {f"error.{code}" for code in errors if f'"{code}"' in DISCORD_PART}  # what the Discord part refuses itself
    assert {key for key in catalog if key.partition(".")[0] in kinds} == keys
    assert catalog == sorted(catalog)


def test_a_row_is_named() -> None:
    assert [Words("qwixx").say(row.text_key) for row in ROWS] == ["red", "yellow", "green", "blue"]
