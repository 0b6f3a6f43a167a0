"""Everything that the heart refuses or finds has a sentence, with all the data that the sentence asks for."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

import bot.core
from bot.core import errors
from bot.core.errors import QwibotError, RuleError
from bot.core.text import Words

ERRORS = {name for name, kind in vars(errors).items() if isinstance(kind, type) and issubclass(kind, QwibotError)}
NOT_FOR_PEOPLE = {"conflict"}
SOURCES = sorted(Path(bot.core.__file__).parent.glob("*.py"))
CATALOG = (Path(bot.core.__file__).parents[2] / "data/locales/en/core.po").read_text(encoding="utf-8")


def refusals() -> Iterator[tuple[str, frozenset[str], bool]]:
    """Every error made in the heart: its code, the names of its data, and whether more data may be in it."""
    for source in SOURCES:
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.func.id not in ERRORS:
                continue
            if node.args and isinstance(node.args[0], ast.Constant):
                names = frozenset(keyword.arg for keyword in node.keywords if keyword.arg)
                yield str(node.args[0].value), names, any(keyword.arg is None for keyword in node.keywords)


def asked(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


def sentence(key: str) -> str:
    found = re.search(rf'^msgid "{re.escape(key)}"\nmsgstr "(.*)"$', CATALOG, re.MULTILINE)
    assert found is not None, key
    return found[1]


@pytest.mark.parametrize(("code", "names", "more"), sorted(set(refusals()) - {("conflict", frozenset(), False)}))
def test_every_refusal_has_a_sentence(code: str, names: frozenset[str], more: bool) -> None:
    assert more or asked(sentence(f"error.{code}")) <= names


def test_the_errors_are_found() -> None:
    found = {code for code, _, _ in refusals()}
    assert {"stale", "not-seated", "lobby-full", "log-damaged", "bad-export"} <= found


@pytest.mark.parametrize("domain", ["core", "qwirkle", "qwixx"])
def test_a_refusal_is_said_in_the_words_of_any_game(domain: str) -> None:
    """A game's own catalog is asked first, where the same code can be worded for the game's error."""
    for code, names, _ in refusals():
        if code not in NOT_FOR_PEOPLE:
            said = Words(domain).explain(QwibotError(code, **dict.fromkeys(names, 3)))
            assert not said.startswith("error."), code


@pytest.mark.parametrize("kind", ["verify", "check"])
def test_every_verdict_has_a_sentence(kind: str) -> None:
    source = (Path(bot.core.__file__).parent / f"{kind}.py").read_text(encoding="utf-8")
    made = {"action", "event", "missing"}
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("Verdict", "Finding"):
            made |= {arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)}
    for code in made - {"core"}:
        assert asked(sentence(f"{kind}.{code}")) <= {"seq", "refusal", "match", "game", "column", "actions", "events"}


def test_an_error_within_a_sentence_is_said_in_words() -> None:
    refusal = RuleError("no-such-seat", seat=7)
    said = Words("qwirkle").say("verify.action", seq=4, refusal=refusal)
    assert said == "Not right: the rules refuse entry 4. There is no such seat in this match."


def test_the_catalog_is_sorted() -> None:
    keys = re.findall(r'^msgid "(.+)"$', CATALOG, re.MULTILINE)
    assert keys == sorted(keys)
