"""REFEREE.md, the questions about Qwirkle: all cases, every code, and every way a question can be bad."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from bot.core.errors import InputError, PositionError, QwibotError, RuleError
from bot.games.fields import Fields
from bot.games.qwirkle.referee import QUESTIONS
from tests.games.qwirkle.positions import assert_can_be_said

CASES = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "cases" / "qwirkle.jsonl").read_text(encoding="utf-8").splitlines()
]
RC, RS, RD, RX = (["red", shape] for shape in ("circle", "square", "diamond", "cross"))
RED = ["circle", "square", "diamond", "star", "clover", "cross"]


def ask(do: str, **question: object) -> dict[str, Any]:
    """The answer to a question, the error by its code."""
    answer = QUESTIONS[do](Fields(question))
    refused = answer.get("error")
    if isinstance(refused, RuleError):
        assert_can_be_said(refused)
        answer["error"] = refused.code
    json.dumps(answer)
    return answer


def row(*looks: list[str], y: int = 0) -> list[list[object]]:
    """Tiles in a row from x = 0 on."""
    return [[x, y, *look] for x, look in enumerate(looks)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["ask"]["id"]))
def test_case(case: dict[str, Any]) -> None:
    question = {name: value for name, value in case["ask"].items() if name not in ("id", "game", "do")}
    answer = ask(case["ask"]["do"], **question)
    assert {name: answer.get(name) for name in case["want"]} == case["want"]


def test_all_cases_are_here() -> None:
    assert len(CASES) == 201


# --- play ---


def test_a_legal_play() -> None:
    assert ask("play", board=row(RC, RS), play=[[2, 0, "red", "cross"]]) == {
        "legal": True,
        "score": 3,
        "error": None,
        "message": None,
        "lines": [[3, 3]],
    }


def test_an_illegal_play() -> None:
    answer = ask("play", board=row(RC, RS), play=[[2, 0, "blue", "cross"]])
    assert answer == {"legal": False, "score": None, "error": "line-mixed", "lines": []}


def test_lines_are_longest_first() -> None:
    board = [[0, y, "red", shape] for y, shape in enumerate(RED[:5])] + [[1, 5, "blue", "cross"]]
    answer = ask("play", board=board, play=[[0, 5, "red", "cross"]])
    assert (answer["score"], answer["lines"]) == (14, [[6, 12], [2, 2]])


def test_a_lone_first_tile_has_no_line() -> None:
    answer = ask("play", board=[], play=[[7, -3, "red", "star"]])
    assert (answer["legal"], answer["score"], answer["lines"]) == (True, 1, [])


@pytest.mark.parametrize(
    ("question", "code"),
    [
        ({"board": [], "play": []}, "empty"),
        ({"board": [], "play": row(*(["red", s] for s in RED), ["blue", "star"])}, "too-many"),
        ({"board": [], "play": row(RC, RS), "hand": [RC]}, "not-in-hand"),
        ({"board": [], "play": row(RC, RS), "hand": []}, "not-in-hand"),
        ({"board": [], "play": [[0, 0, *RC], [0, 0, *RS]]}, "same-cell"),
        ({"board": row(RC), "play": row(RS)}, "occupied"),
        ({"board": row(RC), "play": [[1, 0, *RS], [0, 1, *RS]]}, "not-in-line"),
        ({"board": row(RC), "play": [[1, 0, *RS], [3, 0, *RD]]}, "gap"),
        ({"board": row(RC), "play": [[5, 5, *RS]]}, "not-connected"),
        ({"board": row(*(["red", s] for s in RED)), "play": [[6, 0, "blue", "cross"]]}, "line-too-long"),
        ({"board": row(RC), "play": [[1, 0, *RC]]}, "line-duplicate"),
        ({"board": row(RC), "play": [[1, 0, "blue", "star"]]}, "line-mixed"),
        ({"board": [], "play": row(RC), "hand": [RC, RS], "opening": "largest"}, "opening-size"),
    ],
)
def test_codes(question: dict[str, Any], code: str) -> None:
    assert ask("play", **question)["error"] == code


def test_opening_largest() -> None:
    """It matters on an empty board only, and "free" is the default."""
    hand = [RC, RS, RD]
    assert ask("play", board=[], play=row(RC, RS, RD), hand=hand, opening="largest")["legal"]
    assert not ask("play", board=[], play=row(RC, RS), hand=hand, opening="largest")["legal"]
    assert ask("play", board=[], play=row(RC, RS), hand=hand, opening="free")["legal"]
    assert ask("play", board=[], play=row(RC, RS), hand=hand)["legal"]
    assert ask("play", board=row(RX), play=[[1, 0, *RC]], hand=hand, opening="largest")["legal"]


def test_a_board_in_several_pieces_is_accepted() -> None:
    assert ask("play", board=[[0, 0, *RC], [10**30, 0, *RC]], play=[[1, 0, *RS]])["score"] == 2
    assert ask("moves", board=[[0, 0, *RC], [10**30, -(10**30), *RC]], hand=[RS]) == {"count": 8, "best": 2}


# --- opening and moves ---


def test_opening() -> None:
    assert ask("opening", hand=[RC, RS, RC, ["blue", "star"]]) == {"size": 2}
    assert ask("opening", hand=[]) == {"size": 0}


def test_moves() -> None:
    assert ask("moves", board=[], hand=[RC, RS]) == {"count": 6, "best": 2}
    assert ask("moves", board=[], hand=[RC, RC]) == {"count": 1, "best": 1}
    assert ask("moves", board=row(RC), hand=[["blue", "star"]]) == {"count": 0, "best": None}
    assert ask("moves", board=row(RC), hand=[]) == {"count": 0, "best": None}


# --- bad-position ---

FOUR = [[0, y, *RC] for y in (0, 2, 4, 6)]


@pytest.mark.parametrize(
    ("do", "question"),
    [
        ("play", {"board": row(RC, ["blue", "star"]), "play": [[0, 1, *RS]]}),
        ("play", {"board": row(RC, RS, RC), "play": [[0, 1, *RS]]}),
        ("play", {"board": row(*(["red", s] for s in RED), ["blue", "cross"]), "play": [[0, 1, *RS]]}),
        ("play", {"board": [[0, 0, *RC], [5, 5, *RS], [5, 6, *RS]], "play": [[1, 0, *RS]]}),
        ("play", {"board": [[0, 0, *RC], [0, 0, *RC]], "play": [[1, 0, *RS]]}),
        ("play", {"board": [[0, 0, *RC], [0, 0, *RS]], "play": [[1, 0, *RS]]}),
        ("play", {"board": FOUR, "play": [[1, 0, *RS]]}),
        ("play", {"board": FOUR[:3], "play": [[1, 0, *RC]]}),
        ("play", {"board": FOUR[:3], "play": [[1, 0, *RS]], "hand": [RS, RC]}),
        ("play", {"board": [], "play": [[x, 0, *RC] for x in range(4)]}),
        ("play", {"board": [], "play": [[0, 0, *RC]], "hand": [RC] * 4}),
        ("play", {"board": [], "play": [[0, 0, *RC]], "hand": [RC, RC, RC, RS, RS, RS, RD]}),
        ("play", {"board": row(RC, ["blue", "star"]), "play": []}),
        ("moves", {"board": row(RC, ["blue", "star"]), "hand": []}),
        ("moves", {"board": FOUR[:3], "hand": [RC]}),
        ("moves", {"board": [[0, 0, *RC], [0, 0, *RC]], "hand": []}),
        ("moves", {"board": [], "hand": [RC, RC, RC, RS, RS, RS, RD]}),
        ("opening", {"hand": [RC, RC, RC, RC]}),
        ("opening", {"hand": [RC, RC, RC, RS, RS, RS, RD]}),
    ],
)
def test_bad_positions(do: str, question: dict[str, Any]) -> None:
    assert isinstance(error_of(do, question), PositionError)


def test_a_board_without_end_is_refused_at_once() -> None:
    endless = [[x, 0, *RC] for x in range(20_000)]
    assert error_of("play", {"board": endless, "play": []}).code == "position.too-many-of-a-tile"


def test_what_is_counted_of_a_tile() -> None:
    """REFEREE.md: over the board and the larger of hand and play."""
    assert ask("play", board=FOUR[:2], play=[[1, 0, *RC]], hand=[RC])["error"] == "line-duplicate"
    assert ask("play", board=FOUR[:2], play=[[1, 0, *RS]], hand=[RC, RS])["legal"]
    assert ask("play", board=FOUR[:1], play=[[1, 0, *RC], [1, 4, *RC]], hand=[RC])["error"] == "not-in-hand"
    question = {"board": FOUR[:2], "play": [[1, 0, *RC], [1, 4, *RC]], "hand": [RC]}
    assert error_of("play", question).data["found"] == 4


# --- bad-input ---

GOOD: dict[str, dict[str, object]] = {
    "play": {"board": row(RC), "play": [[1, 0, *RS]], "hand": [RS], "opening": "free"},
    "opening": {"hand": [RC]},
    "moves": {"board": row(RC), "hand": [RS]},
}


NO_LISTS: tuple[object, ...] = ({}, 0, "RC", True, 1.5)


@pytest.mark.parametrize(
    ("do", "changes"),
    [
        *((do, {field: None}) for do, question in GOOD.items() for field in question),
        *((do, {field: value}) for do in GOOD for field in GOOD[do] for value in NO_LISTS),
        *((do, {"bord": []}) for do in GOOD),
        ("play", {"opening": "Largest"}),
        ("play", {"opening": ["free"]}),
        ("moves", {"opening": "free"}),
        ("moves", {"play": []}),
        ("play", {"board": [[0, 0, "red"]]}),
        ("play", {"board": [[0, 0, "red", "circle", 1]]}),
        ("play", {"board": [["0", 0, "red", "circle"]]}),
        ("play", {"board": [[0.0, 0, "red", "circle"]]}),
        ("play", {"board": [[True, 0, "red", "circle"]]}),
        ("play", {"board": [[0, None, "red", "circle"]]}),
        ("play", {"board": [[0, 0, "pink", "circle"]]}),
        ("play", {"board": [[0, 0, "circle", "red"]]}),
        ("play", {"board": [[0, 0, "RED", "circle"]]}),
        ("play", {"board": [[0, 0, ["red"], "circle"]]}),
        ("play", {"board": [[0, 0, "red", 3]]}),
        ("play", {"board": ["abcd"]}),
        ("play", {"board": {"0": [0, 0, "red", "circle"]}}),
        ("play", {"play": [[1, 0, "red", "heart"]]}),
        ("play", {"hand": [["red"]]}),
        ("play", {"hand": ["RC"]}),
        ("opening", {"hand": [["red", "circle", "star"]]}),
    ],
)
def test_bad_input(do: str, changes: dict[str, object]) -> None:
    error = error_of(do, {**GOOD[do], **changes})
    assert isinstance(error, InputError)
    assert len(str(error)) < 400


@pytest.mark.parametrize(
    ("do", "missing"),
    [("play", "board"), ("play", "play"), ("opening", "hand"), ("moves", "board"), ("moves", "hand")],
)
def test_missing_fields(do: str, missing: str) -> None:
    question = {name: value for name, value in GOOD[do].items() if name != missing}
    assert isinstance(error_of(do, question), InputError)


@pytest.mark.parametrize("board", [[], row(RC)])
def test_largest_needs_the_hand(board: list[list[object]]) -> None:
    error = error_of("play", {"board": board, "play": [[1, 0, *RS]], "opening": "largest"})
    assert isinstance(error, InputError)


def test_bad_input_comes_before_a_bad_position() -> None:
    assert isinstance(error_of("play", {"board": FOUR, "play": [], "x": 1}), InputError)
    assert isinstance(error_of("play", {"board": FOUR, "play": [], "opening": "largest"}), InputError)


def error_of(do: str, question: Mapping[str, object]) -> QwibotError:
    with pytest.raises(QwibotError) as caught:
        ask(do, **question)
    assert_can_be_said(caught.value)
    return caught.value
