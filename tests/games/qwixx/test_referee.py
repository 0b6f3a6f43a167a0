"""REFEREE.md, Qwixx: the cases, every code in its order, and what cannot be read or cannot exist."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bot.core.errors import InputError, PositionError, RuleError
from bot.core.text import Words
from bot.games.fields import Fields
from bot.games.qwixx.referee import QUESTIONS

WORDS = Words("qwixx")
CASES = [json.loads(line) for line in Path("tests/cases/qwixx.jsonl").read_text(encoding="utf-8").splitlines()]
DICE = {"white": [3, 4], "red": 2, "yellow": 3, "green": 4, "blue": 5}
"""White sum 7; red 5 or 6, yellow 6 or 7, green 7 or 8, blue 8 or 9."""
Question = dict[str, Any]


def sheet(**fields: object) -> Question:
    return {"red": [], "yellow": [], "green": [], "blue": [], "locks": [], "penalties": 0, **fields}


FIVE_RED = [2, 3, 4, 5, 6]
FIVE_GREEN = [12, 11, 10, 9, 8]
RED_LOCKED = sheet(red=[*FIVE_RED, 12], locks=["red"])
GREEN_LOCKED = sheet(green=[*FIVE_GREEN, 2], locks=["green"])


def ask(do: str, **question: object) -> dict[str, Any]:
    """The answer, with the words that the loop would add and the code in place of the error."""
    answer = dict(QUESTIONS[do](Fields(question)))
    error = answer.get("error")
    if isinstance(error, RuleError):
        sentence = WORDS.explain(error)
        assert sentence.endswith(".")
        assert "{" not in sentence
        answer |= {"error": error.code, "message": sentence}
    json.dumps(answer)
    return answer


def turn(*steps: object, timing: str = "sheet", active: int = 0, **question: Any) -> dict[str, Any]:
    question.setdefault("sheets", [sheet(), sheet(), sheet()])
    question.setdefault("dice", DICE)
    return ask("turn", steps=list(steps), timing=timing, active=active, **question)


def refused(answer: Question) -> tuple[int, str]:
    assert set(answer) == {"legal", "step", "error", "message"}
    assert answer["legal"] is False
    return answer["step"], answer["error"]


@pytest.mark.parametrize("case", CASES, ids=[case["ask"]["id"] for case in CASES])
def test_case(case: Question) -> None:
    question = {key: value for key, value in case["ask"].items() if key not in ("id", "game", "do")}
    answer = ask(case["ask"]["do"], **question)
    assert {key: answer.get(key) for key in case["want"]} == case["want"]


# --- mark, score, over ---


@pytest.mark.parametrize(
    ("one", "color", "number", "locked", "error"),
    [
        (sheet(), "red", 13, [], "not-on-row"),
        (sheet(), "red", 1, ["red"], "not-on-row"),
        (sheet(red=[5]), "red", 3, ["red"], "row-closed"),
        (RED_LOCKED, "red", 12, [], "row-closed"),
        (sheet(red=[5]), "red", 5, [], "left-of-mark"),
        (sheet(green=[5]), "green", 12, [], "left-of-mark"),
        (sheet(blue=[12, 11, 10, 9]), "blue", 2, [], "too-few-for-lock"),
        (sheet(blue=[12, 11, 10, 9]), "blue", 3, ["red"], None),
    ],
)
def test_mark(one: Question, color: str, number: int, locked: list[str], error: str | None) -> None:
    answer = ask("mark", sheet=one, color=color, number=number, locked=locked)
    assert answer["error"] == error
    assert answer["legal"] == (error is None)
    assert (answer["score"] is None) == (error is not None)
    assert (answer["message"] is None) == (error is None)
    assert set(answer) == {"legal", "error", "message", "score"}


def test_a_mark_that_locks_scores_the_lock_too() -> None:
    assert ask("mark", sheet=sheet(green=FIVE_GREEN, penalties=2), color="green", number=2)["score"] == 28 - 10


def test_marks_may_be_named_in_any_order() -> None:
    assert ask("score", sheet=sheet(red=[6, 2, 4], green=[3, 12]))["score"] == 6 + 3
    assert ask("mark", sheet=sheet(red=[6, 2, 4]), color="red", number=5)["error"] == "left-of-mark"


@pytest.mark.parametrize(
    ("sheets", "locked", "over"),
    [
        ([], [], False),
        ([], ["red", "blue"], True),
        ([sheet()], ["red"], False),
        ([sheet()] * 6, ["red", "red"], False),
        ([RED_LOCKED], ["green"], True),
        ([RED_LOCKED], ["red"], False),
        ([RED_LOCKED, GREEN_LOCKED], [], True),
        ([RED_LOCKED, RED_LOCKED], [], False),
        ([sheet(penalties=4)], [], True),
        ([sheet(penalties=3)] * 5, [], False),
    ],
)
def test_over(sheets: list[Question], locked: list[str], over: bool) -> None:
    assert ask("over", sheets=sheets, locked=locked) == {"over": over}
    assert locked or ask("over", sheets=sheets) == {"over": over}


# --- turn ---


def test_a_turn_answers_with_the_sheets_after_it() -> None:
    answer = turn([1, "white", "green", 7], [0, "color", "red", 6], sheets=[sheet(red=[5, 2]), sheet(penalties=1)])
    assert answer == {
        "legal": True,
        "sheets": [sheet(red=[2, 5, 6]), sheet(green=[7], penalties=1)],
        "scores": [6, -4],
        "penalties": [0, 1],
        "locked": [],
        "over": False,
    }


@pytest.mark.parametrize("timing", ["sheet", "strict"])
def test_without_white_steps_the_white_action_closes_at_once(timing: str) -> None:
    assert turn([0, "color", "red", 6], timing=timing)["scores"] == [1, 0, 0]
    assert turn([0, "pass-color"], timing=timing)["penalties"] == [1, 0, 0]
    assert turn(timing=timing)["penalties"] == [1, 0, 0]


def test_the_white_action_closes_with_the_last_white_step_of_all() -> None:
    ready = [sheet(), sheet(red=FIVE_RED), sheet()]
    dice = DICE | {"white": [6, 6], "red": 3}
    lock = [1, "white", "red", 12]
    assert refused(turn(lock, [0, "color", "red", 9], sheets=ready, dice=dice)) == (1, "row-closed")
    open_still = turn(lock, [0, "color", "red", 9], [2, "pass-white"], sheets=ready, dice=dice)
    assert open_still["scores"] == [1, 28, 0]
    strict = turn(lock, [0, "color", "red", 9], [2, "pass-white"], sheets=ready, dice=dice, timing="strict")
    assert refused(strict) == (1, "not-open")


def test_the_first_code_in_the_order_of_the_page() -> None:
    crowded = [sheet(red=[10]), sheet(), RED_LOCKED]
    dice = {key: value for key, value in DICE.items() if key != "red"}
    later = [1, "pass-white"]
    for step, error in [
        ([1, "color", "red", 1], "not-on-row"),
        ([1, "color", "red", 9], "row-closed"),
        ([2, "color", "yellow", 12], "too-few-for-lock"),
        ([1, "color", "yellow", 9], "not-the-sum"),
        ([1, "color", "yellow", 6], "not-active"),
        ([1, "pass-color"], "not-active"),
        ([0, "color", "yellow", 6], "not-open"),
        ([0, "pass-color"], "not-open"),
        ([0, "white", "yellow", 8], "not-the-sum"),
    ]:
        assert refused(turn(step, later, sheets=crowded, dice=dice, timing="strict")) == (0, error)
    marked = [sheet(yellow=[10]), sheet()]
    assert refused(turn([0, "white", "yellow", 9], sheets=marked)) == (0, "left-of-mark")


def test_a_choice_is_final() -> None:
    assert refused(turn([1, "white", "red", 7], [1, "white", "blue", 7])) == (1, "already-chosen")
    assert refused(turn([1, "pass-white"], [1, "pass-white"])) == (1, "already-chosen")
    assert refused(turn([1, "pass-white"], [1, "white", "blue", 8])) == (1, "not-the-sum")


def test_the_color_action_is_over_once_taken() -> None:
    for first in ([0, "color", "red", 6], [0, "pass-color"]):
        assert refused(turn(first, [0, "pass-color"])) == (1, "not-open")
        assert refused(turn(first, [0, "color", "blue", 9], [1, "pass-white"])) == (1, "not-open")


def test_a_choice_made_void_may_be_made_once_more() -> None:
    lockers = [sheet(red=FIVE_RED), sheet(red=[2]), sheet()]
    dice = DICE | {"white": [5, 6], "red": 6}
    first = [[1, "white", "red", 11], [0, "color", "red", 12]]
    again = [1, "white", "blue", 11]
    assert turn(*first, sheets=lockers, dice=dice)["scores"] == [28, 3, 0], "color came after the last white step"
    assert turn(*first, [2, "pass-white"], sheets=lockers, dice=dice)["scores"] == [28, 1, 0]
    assert turn(*first, again, sheets=lockers, dice=dice)["scores"] == [28, 2, 0]
    assert turn(*first, [1, "pass-white"], sheets=lockers, dice=dice)["scores"] == [28, 1, 0]
    assert refused(turn(*first, again, again, sheets=lockers, dice=dice)) == (3, "already-chosen")
    assert refused(turn(*first, [1, "white", "red", 11], sheets=lockers, dice=dice)) == (2, "row-closed")
    assert refused(turn([1, "pass-white"], first[1], again, sheets=lockers, dice=dice)) == (2, "already-chosen")


def test_the_active_players_own_choice_can_be_void() -> None:
    steps = [[0, "white", "red", 7], [0, "color", "red", 8], [0, "white", "green", 7]]
    answer = turn(*steps, dice=DICE | {"red": 4})
    assert (answer["sheets"][0]["red"], answer["sheets"][0]["green"]) == ([8], [7])


def test_color_first_may_make_room_for_the_lock() -> None:
    four = [sheet(red=[2, 3, 4, 5]), sheet()]
    dice = DICE | {"white": [6, 6], "red": 4}
    answer = turn([0, "color", "red", 10], [0, "white", "red", 12], sheets=four, dice=dice)
    assert (answer["scores"], answer["locked"]) == ([28, 0], ["red"])
    assert refused(turn([0, "white", "red", 12], sheets=four, dice=dice)) == (0, "too-few-for-lock")


def test_who_would_be_passed_by_the_bot_may_pass() -> None:
    stuck = sheet(red=[11], yellow=[11], green=[3], blue=[3])
    answer = turn([0, "pass-white"], [1, "pass-white"], [0, "pass-color"], sheets=[stuck, stuck])
    assert answer["penalties"] == [1, 0]
    assert refused(turn([1, "white", "red", 7], sheets=[stuck, stuck])) == (0, "left-of-mark")


def test_strict_ends_at_once_without_penalty() -> None:
    sheets = [GREEN_LOCKED, sheet(red=FIVE_RED)]
    dice = {"white": [6, 6], "red": 3, "yellow": 1, "blue": 1}
    lock = [1, "white", "red", 12]
    assert turn(lock, sheets=sheets, dice=dice, timing="strict")["penalties"] == [0, 0]
    assert turn(lock, sheets=sheets, dice=dice, timing="strict")["over"]
    assert refused(turn(lock, [0, "pass-color"], sheets=sheets, dice=dice, timing="strict")) == (1, "over")
    assert refused(turn(lock, [0, "color", "blue", 7], sheets=sheets, dice=dice, timing="strict")) == (1, "over")
    assert refused(turn(lock, [0, "color", "red", 9], sheets=sheets, dice=dice, timing="strict")) == (1, "row-closed")
    assert turn(lock, sheets=sheets, dice=dice)["penalties"] == [1, 0]
    assert turn(lock, [0, "color", "blue", 7], sheets=sheets, dice=dice)["locked"] == ["red", "green"]


def test_color_first_that_locks_the_second_row_leaves_white_open() -> None:
    sheets = [sheet(green=[*FIVE_GREEN, 2], locks=["green"], red=FIVE_RED), sheet()]
    dice = {"white": [5, 6], "red": 6, "yellow": 1, "blue": 1}
    answer = turn([0, "color", "red", 12], [1, "white", "blue", 11], sheets=sheets, dice=dice)
    assert (answer["scores"], answer["over"]) == ([56, 1], True)


@pytest.mark.parametrize("timing", ["sheet", "strict"])
@pytest.mark.parametrize(
    "step", [[0, "pass-white"], [1, "white", "blue", 7], [0, "pass-color"], [0, "color", "blue", 8]]
)
def test_a_step_on_a_position_that_is_over_is_refused(timing: str, step: list[Any]) -> None:
    sheets = [sheet(penalties=4), sheet()]
    assert refused(turn(step, sheets=sheets, timing=timing)) == (0, "over")
    assert refused(turn(step, [1, "pass-white"], sheets=sheets, timing=timing)) == (0, "over")


@pytest.mark.parametrize("timing", ["sheet", "strict"])
def test_a_position_that_is_over_stays_as_it_is(timing: str) -> None:
    answer = turn(sheets=[GREEN_LOCKED, sheet()], locked=["blue"], dice={"white": [1, 1], "red": 1, "yellow": 1})
    assert (answer["penalties"], answer["over"], answer["locked"]) == ([0, 0], True, ["green", "blue"])
    assert turn(sheets=[sheet(penalties=4)], timing=timing)["penalties"] == [4]


def test_fourth_penalty_ends_the_match() -> None:
    answer = turn(sheets=[sheet(), sheet(penalties=3)], active=1)
    assert (answer["penalties"], answer["scores"], answer["over"]) == ([0, 4], [0, -20], True)


@pytest.mark.parametrize("seats", [1, 6])
def test_a_turn_of_any_number_of_sheets(seats: int) -> None:
    answer = turn([seats - 1, "white", "red", 7], sheets=[sheet()] * seats, active=seats - 1)
    assert answer["scores"] == [0] * (seats - 1) + [1]


# --- Positions that cannot exist ---

IMPOSSIBLE_SHEETS = [
    (sheet(red=[3, 3]), "number-twice"),
    (sheet(red=[3, 5, 3]), "number-twice"),
    (sheet(blue=[13]), "not-on-row"),
    (sheet(yellow=[1]), "not-on-row"),
    (sheet(yellow=[-2]), "not-on-row"),
    (sheet(green=[10**40]), "not-on-row"),
    (sheet(red=[12], locks=["red"]), "last-too-early"),
    (sheet(green=[12, 11, 10, 9, 2], locks=["green"]), "last-too-early"),
    (sheet(red=[2, 3, 4, 5, 12]), "last-too-early"),
    (sheet(red=[*FIVE_RED, 12]), "last-without-lock"),
    (sheet(green=[*FIVE_GREEN, 2], locks=["blue"]), "last-without-lock"),
    (sheet(locks=["red"]), "lock-without-last"),
    (sheet(red=FIVE_RED, locks=["red"]), "lock-without-last"),
    (sheet(penalties=5), "penalties"),
    (sheet(penalties=-1), "penalties"),
]


@pytest.mark.parametrize(("one", "code"), IMPOSSIBLE_SHEETS)
def test_a_sheet_that_cannot_exist(one: Question, code: str) -> None:
    for do, question in (
        ("score", {"sheet": one}),
        ("mark", {"sheet": one, "color": "red", "number": 7}),
        ("over", {"sheets": [sheet(), one]}),
        ("turn", {"sheets": [sheet(), one], "active": 0, "dice": DICE, "timing": "sheet", "steps": []}),
    ):
        error = impossible(do, question)
        assert error.code == f"position.{code}"
        assert error.data["sheet"] == ("sheet" if "sheet" in question else "sheets[1]")


def impossible(do: str, question: Question) -> PositionError:
    with pytest.raises(PositionError) as caught:
        ask(do, **question)
    sentence = WORDS.explain(caught.value)
    assert sentence.endswith(".")
    assert "{" not in sentence
    return caught.value


@pytest.mark.parametrize(
    ("dice", "code"),
    [
        (DICE | {"white": [0, 4]}, "die-value"),
        (DICE | {"white": [3, 7]}, "die-value"),
        (DICE | {"red": 0}, "die-value"),
        (DICE | {"blue": -1}, "die-value"),
        ({"white": [3, 4], "red": 2, "yellow": 3, "green": 4}, "die-missing"),
        ({"white": [3, 4]}, "die-missing"),
    ],
)
def test_dice_that_cannot_exist(dice: Question, code: str) -> None:
    question = {"sheets": [sheet()], "active": 0, "dice": dice, "timing": "sheet", "steps": []}
    assert impossible("turn", question).code == f"position.{code}"


@pytest.mark.parametrize("closing", [{"locked": ["red"]}, {"sheets": [sheet(), RED_LOCKED]}])
def test_a_die_of_a_closed_row_cannot_exist(closing: Question) -> None:
    question = {"sheets": [sheet()], "active": 0, "dice": DICE, "timing": "sheet", "steps": [], **closing}
    assert impossible("turn", question).code == "position.die-of-closed-row"
    without = {key: value for key, value in DICE.items() if key != "red"}
    assert ask("turn", **(question | {"dice": without}))["locked"] == ["red"]


# --- What cannot be read ---

GOOD_TURN = {"sheets": [sheet(), sheet()], "active": 0, "dice": DICE, "timing": "sheet", "steps": []}


@pytest.mark.parametrize(
    ("do", "question"),
    [
        ("score", {}),
        ("score", {"sheet": None}),
        ("score", {"sheet": []}),
        ("score", {"sheet": sheet(), "other": 1}),
        ("score", {"sheet": sheet(purple=[])}),
        ("score", {"sheet": {"red": []}}),
        ("score", {"sheet": sheet(red=None)}),
        ("score", {"sheet": sheet(red="2")}),
        ("score", {"sheet": sheet(red=["2"])}),
        ("score", {"sheet": sheet(red=[2.0])}),
        ("score", {"sheet": sheet(red=[True])}),
        ("score", {"sheet": sheet(locks=["purple"])}),
        ("score", {"sheet": sheet(locks="red")}),
        ("score", {"sheet": sheet(locks={"red": True})}),
        ("score", {"sheet": sheet(penalties="0")}),
        ("score", {"sheet": sheet(penalties=None)}),
        ("score", {"sheet": sheet(penalties=False)}),
        ("mark", {"sheet": sheet(), "color": "red"}),
        ("mark", {"sheet": sheet(), "color": "orange", "number": 7}),
        ("mark", {"sheet": sheet(), "color": "Red", "number": 7}),
        ("mark", {"sheet": sheet(), "color": "red", "number": 7.5}),
        ("mark", {"sheet": sheet(), "color": "red", "number": 7, "locked": ["white"]}),
        ("mark", {"sheet": sheet(), "color": "red", "number": 7, "locked": None}),
        ("over", {"sheets": sheet()}),
        ("over", {"sheets": [None]}),
        ("turn", GOOD_TURN | {"sheets": []}),
        ("turn", GOOD_TURN | {"active": 2}),
        ("turn", GOOD_TURN | {"active": -1}),
        ("turn", GOOD_TURN | {"active": "0"}),
        ("turn", GOOD_TURN | {"timing": "loose"}),
        ("turn", GOOD_TURN | {"timing": None}),
        ("turn", GOOD_TURN | {"dice": [3, 4]}),
        ("turn", GOOD_TURN | {"dice": {}}),
        ("turn", GOOD_TURN | {"dice": DICE | {"white": [3]}}),
        ("turn", GOOD_TURN | {"dice": DICE | {"white": 7}}),
        ("turn", GOOD_TURN | {"dice": DICE | {"red": None}}),
        ("turn", GOOD_TURN | {"dice": DICE | {"purple": 3}}),
        ("turn", GOOD_TURN | {"steps": {}}),
        ("turn", GOOD_TURN | {"steps": [[]]}),
        ("turn", GOOD_TURN | {"steps": [[0]]}),
        ("turn", GOOD_TURN | {"steps": ["pass-white"]}),
        ("turn", GOOD_TURN | {"steps": [[0, "pass"]]}),
        ("turn", GOOD_TURN | {"steps": [[0, "white"]]}),
        ("turn", GOOD_TURN | {"steps": [[0, "white", "red"]]}),
        ("turn", GOOD_TURN | {"steps": [[0, "white", "red", 7, 7]]}),
        ("turn", GOOD_TURN | {"steps": [[0, "pass-white", "red", 7]]}),
        ("turn", GOOD_TURN | {"steps": [[0, "white", "orange", 7]]}),
        ("turn", GOOD_TURN | {"steps": [[0, "white", "red", "7"]]}),
        ("turn", GOOD_TURN | {"steps": [[2, "pass-white"]]}),
        ("turn", GOOD_TURN | {"steps": [[-1, "pass-white"]]}),
        ("turn", GOOD_TURN | {"steps": [[None, "pass-white"]]}),
        ("turn", GOOD_TURN | {"step": []}),
        ("turn", {key: value for key, value in GOOD_TURN.items() if key != "steps"}),
    ],
)
def test_what_cannot_be_read_is_bad_input(do: str, question: Question) -> None:
    with pytest.raises(InputError) as caught:
        ask(do, **question)
    assert WORDS.explain(caught.value).endswith(".")


def test_what_cannot_be_read_comes_before_what_cannot_exist() -> None:
    with pytest.raises(InputError):
        ask("score", sheet=sheet(red=[3, 3]), other=1)
    with pytest.raises(InputError):
        ask("turn", **(GOOD_TURN | {"sheets": [sheet(penalties=9)], "steps": [[1, "pass-white"]]}))


def test_a_long_question_is_answered() -> None:
    steps = [[seat, "pass-white"] for seat in range(2000)]
    assert turn(*steps, sheets=[sheet()] * 2000)["legal"]
