"""REFEREE.md, the loop: every line is answered, in order, whatever it holds."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.referee import QUESTIONS, answer_line, main

EMPTY_SHEET = {"red": [], "yellow": [], "green": [], "blue": [], "locks": [], "penalties": 0}
PLAY = {"game": "qwirkle", "do": "play", "board": [], "play": [[0, 0, "red", "star"]]}


def ask(question: object) -> dict[str, Any]:
    return answer_line(json.dumps(question).encode())


def run(*lines: bytes) -> tuple[int, list[dict[str, Any]]]:
    answers = io.StringIO()
    code = main(io.BytesIO(b"".join(lines)), answers)
    return code, [json.loads(line) for line in answers.getvalue().splitlines()]


def test_answers_in_order_with_their_ids() -> None:
    lines = [json.dumps(PLAY | {"id": number}).encode() + b"\n" for number in (3, 1, 2)]
    code, answers = run(*lines)
    assert code == 0
    assert [answer["id"] for answer in answers] == [3, 1, 2]
    assert all(answer["legal"] and answer["score"] == 1 for answer in answers)


def test_a_bad_line_is_answered_and_the_rest_goes_on() -> None:
    good = json.dumps(PLAY).encode() + b"\n"
    code, answers = run(good, b"{nonsense\n", b"\n", b"\xff\xfe\n", good.rstrip())
    assert code == 2
    assert [answer.get("error") for answer in answers] == [None, "bad-input", "bad-input", "bad-input", None]


@pytest.mark.parametrize("identity", [0, "a", None, 1.5, [1], {"x": 1}, True, "\ud800"])
def test_the_same_id_comes_back(identity: object) -> None:
    assert ask(PLAY | {"id": identity})["id"] == identity
    assert ask({"id": identity})["id"] == identity


def test_a_line_may_begin_with_a_byte_order_mark() -> None:
    assert answer_line(json.dumps(PLAY | {"id": 1}).encode("utf-8-sig"))["score"] == 1


def test_a_line_without_id_has_null() -> None:
    assert ask(PLAY)["id"] is None
    assert answer_line(b"[]")["id"] is None


@pytest.mark.parametrize(
    ("line", "word"),
    [
        (b"", "not JSON"),
        (b"{", "not JSON"),
        (b"\xff", "UTF-8"),
        (json.dumps(PLAY).encode("utf-16"), "UTF-8"),
        (b'{"id": NaN}', "a number that cannot be read: NaN"),
        (b'{"id": -Infinity}', "a number that cannot be read: -Infinity"),
        (b'{"id": 1e999}', "a number that cannot be read: 1e999"),
        (b'{"id": -1e999}', "a number that cannot be read: -1e999"),
        (b"1" * 10_000, "a number that cannot be read: 1111"),
        (b"[" * 100_000, "too deep"),
        (b'{"id": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", "too deep"),
        (b"[]", "an object"),
        (b"null", "an object"),
        (b"{}", "game is missing"),
        (b'{"game": "chess"}', "qwirkle, qwixx"),
        (b'{"game": ["qwirkle"]}', "qwirkle, qwixx"),
        (b'{"game": "qwirkle"}', "do is missing"),
        (b'{"game": "qwixx", "do": "play"}', "mark, score, over, turn"),
    ],
)
def test_what_cannot_be_read_is_said_in_words(line: bytes, word: str) -> None:
    answer = answer_line(line)
    assert answer["error"] == "bad-input"
    assert word in str(answer["message"])
    assert len(str(answer["message"])) < 300


@pytest.mark.parametrize(
    ("board", "shown"),
    [
        (None, "not null."),
        (True, "not true."),
        ("é", 'not "é".'),
        ({"a": [1.5, False]}, 'not {"a": [1.5, false]}.'),
        ("x" * 10_000, f'not "{"x" * 39}….'),
        ([[["star"] * 10_000]], 'not [["star", "star", "star", "star", "star"….'),
    ],
)
def test_a_wrong_value_is_shown_as_json_writes_it(board: object, shown: str) -> None:
    assert ask(PLAY | {"board": board})["message"].endswith(shown)


def test_fields_are_named_in_errors() -> None:
    assert "boardd" in ask(PLAY | {"boardd": []})["message"]
    assert "board[1]" in ask(PLAY | {"board": [[9, 9, "red", "star"], [1, 2, 3]]})["message"]


def test_a_refused_move_says_why() -> None:
    answer = ask(PLAY | {"play": []})
    assert (answer["legal"], answer["score"], answer["error"]) == (False, None, "empty")
    assert answer["message"][-1] == "."


def test_a_position_that_cannot_exist_leaves_out_the_other_answers() -> None:
    question = {"game": "qwixx", "do": "score", "sheet": EMPTY_SHEET | {"red": [3, 3]}}
    answer = ask(question)
    assert set(answer) == {"id", "error", "message"}
    assert answer["error"] == "bad-position"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
NAMES = "board play hand opening sheet sheets color number locked active dice timing steps id other"
FIELDS = st.sampled_from(NAMES.split())


@given(
    st.sampled_from([(game, do) for game, asked in QUESTIONS.items() for do in asked]),
    st.dictionaries(FIELDS, JSON, max_size=6),
)
def test_any_json_is_answered(asked: tuple[str, str], fields: dict[str, object]) -> None:
    answer = ask({"game": asked[0], "do": asked[1], **fields})
    assert "id" in answer
    json.dumps(answer)


def test_the_command() -> None:
    lines = json.dumps(PLAY | {"id": 7}) + "\noops\n"
    done = subprocess.run(
        [sys.executable, "-m", "bot", "referee"], input=lines, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 2
    assert done.stderr == ""
    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == [7, None]
