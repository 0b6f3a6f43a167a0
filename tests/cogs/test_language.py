"""Which language somebody reads; and that every text that the code asks for is there."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.core import text
from bot.core.text import Words
from bot.games.registry import GAMES
from cogs.registry import GAME_UIS
from cogs.ui.language import language_for, words_of

COGS = Path(__file__).parents[2] / "cogs"


@pytest.mark.parametrize(
    ("chosen", "locale", "language"),
    [
        (None, "en-US", "en"),
        (None, "mk", "mk"),
        (None, "cy-GB", "cy"),
        ("mk", "cy", "mk"),
        ("xx", "mk", "mk"),
        (None, "xx", "en"),
        (None, None, "en"),
    ],
)
def test_ones_own_choice_then_discords_then_english(
    monkeypatch: pytest.MonkeyPatch, chosen: str | None, locale: str | None, language: str
) -> None:
    monkeypatch.setattr("cogs.ui.language.languages", lambda: ("cy", "en", "mk"))
    assert language_for(chosen, locale) == language


def test_languages_are_those_that_have_texts() -> None:
    assert "en" in text.languages()


def test_a_games_words_come_first() -> None:
    assert words_of("en", "qwirkle").say("game.name") == "Qwirkle"
    assert words_of("en", "qwixx").say("lobby.join") == words_of("en").say("lobby.join") == "Join"


def asked_for(path: Path) -> Iterator[str]:
    """The keys that a module names as they are, in `say` and `phrase`, and the codes of errors."""
    for node in ast.walk(ast.parse(path.read_text())):
        if not (isinstance(node, ast.Call) and node.args):
            continue
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        first = node.args[0]
        if isinstance(first, ast.Constant) and isinstance(first.value, str):
            if name == "say" or (name == "phrase" and len(node.args) == 1):
                yield first.value
            elif name in ("MatchError", "InputError"):
                yield f"error.{first.value}"


@pytest.mark.parametrize("path", sorted(COGS.rglob("*.py")), ids=lambda path: str(path.relative_to(COGS)))
def test_every_text_is_there(path: Path) -> None:
    games = [game for game in GAMES if game == path.parent.name] or list(GAMES)
    for game in games:
        words = Words(game, also=["discord"])
        never_said = () if GAMES[game].has_slips else ("figure.slips",)
        missing = [key for key in asked_for(path) if not words.knows(key) and key not in never_said]
        assert missing == []


@pytest.mark.parametrize("game", GAME_UIS)
def test_a_game_has_all_that_the_frame_needs(game: str) -> None:
    words = words_of("en", game)
    ends = {"qwirkle": ("hand-empty", "no-play", "dead-board"), "qwixx": ("penalties", "rows-locked")}[game]
    common = ("last-player", "only-computers", "agreement", "moderator", "abandoned", "gone")
    for key in ("game.name", "hint.first-match", *(f"told.end.{end}" for end in (*ends, *common))):
        assert words.knows(key), key


def test_every_game_is_on_discord() -> None:
    assert set(GAME_UIS) == set(GAMES)
    for game in GAMES:
        for name in ("commands", "controls", "panels", "pictures", "words"):
            assert (COGS / game / f"{name}.py").is_file()
