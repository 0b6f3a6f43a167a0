"""Whole turns against a second, plain reading of the rules: through the referee, and as matches play them."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.errors import RuleError
from bot.games.fields import Fields
from bot.games.qwixx import QWIXX
from bot.games.qwixx.course import Course
from bot.games.qwixx.dice import Dice
from bot.games.qwixx.referee import QUESTIONS
from bot.games.qwixx.sheet import ROWS
from bot.games.qwixx.state import Ended, Rolled, State, Timing, WhiteApplied
from tests.games.chance import SeededChance
from tests.games.qwixx import naive
from tests.games.qwixx.players import some_move
from tests.games.qwixx.positions import position, sheet, written

Question = dict[str, Any]


def crowded_row(dealer: random.Random, color: str, lockable: bool) -> list[int]:
    """Marks of one row, often close to its lock."""
    numbers = naive.NUMBERS[color]
    kind = dealer.choice(["empty", "few", "ready", "ready", "locked" if lockable else "few"])
    if kind == "empty":
        return []
    if kind == "few":
        return [number for number in numbers[:10] if dealer.random() < 0.3]
    marked = [number for number in numbers[: dealer.randint(5, 10)] if dealer.random() < 0.8]
    return [*marked, numbers[10]] if kind == "locked" and len(marked) >= 5 else marked


def some_die(dealer: random.Random) -> int:
    return dealer.choice([1, 6, 6, dealer.randint(1, 6)])


def hot_question(dealer: random.Random) -> Question:
    """A turn late in a match: rows ready to be locked, dice that lock them, and steps of which some are wrong."""
    lockable = dealer.choice([None, None, *naive.NUMBERS])
    sheets: list[Question] = []
    for _ in range(dealer.randint(1, 5)):
        rows = {color: crowded_row(dealer, color, color == lockable) for color in naive.NUMBERS}
        locks = [color for color, numbers in rows.items() if naive.NUMBERS[color][-1] in numbers]
        sheets.append({**rows, "locks": locks, "penalties": dealer.choice([0, 0, 0, 3, 3, dealer.randint(0, 4)])})
    locked = dealer.choice([[], [], [dealer.choice([*naive.NUMBERS])]])
    closed = {*locked, *(color for one in sheets for color in one["locks"])}
    dice: Question = {color: some_die(dealer) for color in naive.NUMBERS if color not in closed}
    dice["white"] = dealer.choice([[6, 6], [1, 1], [5, 6], [some_die(dealer), some_die(dealer)]])
    question: Question = {
        "sheets": sheets,
        "active": dealer.randrange(len(sheets)),
        "dice": dice,
        "timing": dealer.choice(["sheet", "sheet", "strict"]),
        "locked": locked,
    }
    return question | {"steps": [some_step(dealer, question) for _ in range(dealer.randint(0, 7))]}


def some_step(dealer: random.Random, question: Question) -> list[Any]:
    seats = len(question["sheets"])
    seat = question["active"] if dealer.random() < 0.4 else dealer.randrange(seats)
    first, second = question["dice"]["white"]
    color = dealer.choice([*naive.NUMBERS])
    right = dealer.random() < 0.97
    match dealer.choice(["white", "white", "pass-white", "color", "color", "pass-color"]):
        case "white":
            return [seat, "white", color, first + second if right else dealer.randint(0, 14)]
        case "color":
            by = question["active"] if dealer.random() < 0.9 else seat
            die = question["dice"].get(color, 3)
            return [by, "color", color, dealer.choice([first, second]) + die if right else dealer.randint(0, 14)]
        case passed:
            return [question["active"] if passed == "pass-color" and right else seat, passed]


def good_question(dealer: random.Random) -> Question:
    """A turn of which each step is legal on its own: steps that the plain reading refuses are left out."""
    question = hot_question(dealer)
    steps = question["steps"]
    while True:
        answer = naive.turn(question | {"steps": steps})
        if answer["legal"]:
            return question | {"steps": steps}
        steps = [step for index, step in enumerate(steps) if index != answer["step"]]


def judged(question: Question) -> dict[str, Any]:
    answer = dict(QUESTIONS["turn"](Fields(question)))
    answer.pop("message", None)
    if isinstance(error := answer.get("error"), RuleError):
        answer["error"] = error.code
    return answer


@given(st.integers(0, 2**32))
def test_the_referee_and_a_plain_reading_agree_on_any_steps(seed: int) -> None:
    question = hot_question(random.Random(seed))
    assert judged(question) == naive.turn(question)


@given(st.integers(0, 2**32))
def test_the_referee_and_a_plain_reading_agree_on_legal_turns(seed: int) -> None:
    question = good_question(random.Random(seed))
    assert judged(question) == naive.turn(question)


def test_these_questions_meet_every_code_and_every_end() -> None:
    """The agreement above is worth something only where the questions reach into the corners."""
    seen: Counter[str] = Counter()
    for seed in range(3000):
        question = hot_question(random.Random(seed))
        answer = naive.turn(question)
        seen[answer.get("error", "legal")] += 1
        good = good_question(random.Random(seed))
        seen["ended"] += naive.turn(good)["over"]
        played = naive.Turn(good)
        seen["over before"] += played.over
    codes = ["not-on-row", "row-closed", "left-of-mark", "too-few-for-lock", "not-the-sum", "not-active", "not-open"]
    for code in [*codes, "already-chosen", "over", "legal", "ended", "over before"]:
        assert seen[code] >= 5, (code, seen)


def hot_position(dealer: random.Random) -> State:
    """The same for a match: two seats or more, and not over yet."""
    while True:
        question = hot_question(dealer)
        sheets = question["sheets"]
        if len(sheets) >= 2 and not question["locked"] and not naive.Turn(question).over:
            break
    made = [
        sheet(tuple(one["red"]), tuple(one["yellow"]), tuple(one["green"]), tuple(one["blue"]), one["penalties"])
        for one in sheets
    ]
    dice = Dice(tuple(question["dice"]["white"]), tuple(question["dice"].get(row.value, 1) for row in ROWS))
    return position(*made, roll=dice, active=question["active"], timing=Timing(question["timing"]))


def as_steps(start: State, events: list[Any]) -> list[list[Any]]:
    """The turn as a question's steps, in the order in which its actions were applied."""
    steps: list[list[Any]] = []
    for event in events:
        if isinstance(event, WhiteApplied):
            for seat, mark in enumerate(event.marks):
                steps.append([seat, "pass-white"] if mark is None else [seat, "white", mark.row.value, mark.number])
        elif event.kind == "color" and event.mark is not None:
            steps.append([event.seat, "color", event.mark.row.value, event.mark.number])
    return steps


def play_turn(start: State, dealer: random.Random) -> tuple[list[Any], State]:
    """The events of one turn of a match and the state at its end, before the next roll."""
    chance = SeededChance(0)
    course = Course(start)
    course.go_on(chance)
    events, state = list(course.events), course.state
    while state.current.number == 1 and state.outcome is None:
        seat = dealer.choice([*state.awaited(), dealer.randrange(len(state.sheets))])
        step = QWIXX.apply(state, some_move(state, dealer, seat), chance)
        events, state = [*events, *step.events], step.state
    ends = [index for index, event in enumerate(events) if isinstance(event, Rolled | Ended)]
    events = events[: ends[0] + isinstance(events[ends[0]], Ended)]
    after = start
    for event in events:
        after = QWIXX.evolve(after, event)
    return events, after


@given(st.integers(0, 2**32))
def test_a_match_plays_a_turn_as_the_plain_reading_does(seed: int) -> None:
    dealer = random.Random(seed)
    start = hot_position(dealer)
    events, after = play_turn(start, dealer)
    question = {
        "sheets": [written(one) for one in start.sheets],
        "active": start.active,
        "dice": {
            "white": list(start.dice.white),
            **{row.value: die for row in ROWS if (die := start.dice.colors[row.place]) is not None},
        },
        "timing": start.options.timing.value,
        "steps": as_steps(start, events),
    }
    answer = naive.turn(question)
    assert answer["legal"], (question, answer)
    assert [one.total for one in after.sheets] == answer["scores"]
    assert [one.penalties for one in after.sheets] == answer["penalties"]
    assert (after.outcome is not None) == answer["over"]
    assert [row.value for row in ROWS if after.closed & row.bit] == answer["locked"]


def test_hot_turns_of_matches_void_choices() -> None:
    """The agreement above is worth something only where color first voids choices."""
    voided = Counter(
        event.kind
        for seed in range(400)
        for event in play_turn(hot_position(random.Random(seed)), random.Random(seed))[0]
    )
    assert voided["voided"] >= 10


@pytest.mark.parametrize("timing", ["sheet", "strict"])
def test_no_steps_are_all_passes(timing: str) -> None:
    empty = {"red": [], "yellow": [], "green": [], "blue": [], "locks": [], "penalties": 0}
    question = {"sheets": [empty, empty], "active": 1, "timing": timing, "steps": []}
    answer = judged(question | {"dice": {"white": [3, 4], "red": 1, "yellow": 1, "green": 1, "blue": 1}})
    assert answer["penalties"] == [0, 1]
