"""Everything that the rules of Qwirkle name has a name in English, and the catalog names nothing else of its kind."""

from __future__ import annotations

import re
from pathlib import Path

from babel.messages.pofile import read_po

import bot.games.qwirkle
import cogs.qwirkle
import data
from bot.core.text import Named
from bot.games.qwirkle.board import Axis
from bot.games.qwirkle.state import Phase
from bot.games.qwirkle.tiles import Color, Shape, Tile
from bot.games.qwirkle.vocabulary import Word
from tests.games.qwirkle.positions import WORDS

SOURCES = [path.read_text(encoding="utf-8") for path in sorted(Path(bot.games.qwirkle.__file__).parent.glob("*.py"))]
DISCORD_PART = "\n".join(path.read_text(encoding="utf-8") for path in Path(cogs.qwirkle.__file__).parent.glob("*.py"))
CODE = re.compile(r'(?:Rule|Notation|Position|Input)Error\(\s*"([a-z.-]+)"')


def codes() -> set[str]:
    raised = set(CODE.findall("\n".join(SOURCES)))
    lines = {f"position.{code}" for code in raised if code.startswith("line-")}
    return raised | lines | {"tile-without-cell", "cell-without-tile"}


def test_every_key_has_a_text_and_every_text_a_key() -> None:
    named: tuple[Named, ...] = (*Tile, *Color, *Shape, *Axis, *Phase, *Word)
    keys = {value.text_key for value in named} | {f"error.{code}" for code in codes()}
    with (Path(data.__file__).parent / "locales" / "en" / "qwirkle.po").open("rb") as lines:
        ids = [message.id for message in read_po(lines) if message.id]
    catalog = [each if isinstance(each, str) else each[0] for each in ids]
    kinds = {key.partition(".")[0] for key in keys}
    errors = {key.removeprefix("error.") for key in catalog if key.startswith("error.")}
    keys |= {f"error.{code}" for code in errors if f'"{code}"' in DISCORD_PART}  # what the Discord part refuses itself
    assert {key for key in catalog if key.partition(".")[0] in kinds} == keys
    assert catalog == sorted(catalog)


def test_a_tile_is_named() -> None:
    assert WORDS.say(Tile.RC.text_key) == "red circle"
    assert WORDS.say(Tile.PX.text_key) == "purple cross"
