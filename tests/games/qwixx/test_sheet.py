"""RULES 2, Sheet, Marking and Score."""

from __future__ import annotations

import pytest

from bot.core.errors import RuleError
from bot.games.qwixx.sheet import ROWS, Mark, Row, Sheet, check_mark, fault, markable
from tests.games.qwixx.positions import BLUE, FIVE_GREEN, FIVE_RED, GREEN, RED, YELLOW, sheet

POINTS = (0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78)


def test_sheet_red_and_yellow_rise_and_green_and_blue_fall() -> None:
    """RULES 2, Sheet."""
    assert [list(row.numbers) for row in ROWS] == [[*range(2, 13)]] * 2 + [[*range(12, 1, -1)]] * 2
    assert [row.bit for row in ROWS] == [1, 2, 4, 8]


@pytest.mark.parametrize("marks", range(12))
def test_score_of_a_row_by_its_marks(marks: int) -> None:
    """RULES 2, Score: n(n+1)/2, and the lock counts."""
    without_lock = sheet(red=tuple(range(2, 2 + min(marks, 10))))
    assert without_lock.total == POINTS[min(marks, 10)]
    if marks >= 6:
        locked = sheet(red=(*range(2, 1 + marks), 12))
        assert locked.total == POINTS[marks + 1]


def test_score_takes_five_for_each_penalty() -> None:
    """RULES 2, Score."""
    assert sheet(red=(2, 3), blue=(12,), penalties=3).total == 3 + 1 - 15
    assert sheet(penalties=4).total == -20


def test_marking_goes_left_to_right() -> None:
    """RULES 2, Marking: a number left of the rightmost mark can never be marked later."""
    marked = sheet(red=(5,), green=(8,))
    assert [number for number in range(2, 13) if fault(marked, 0, Mark(RED, number)) is None] == [6, 7, 8, 9, 10, 11]
    assert [number for number in range(2, 13) if fault(marked, 0, Mark(GREEN, number)) is None] == [3, 4, 5, 6, 7]
    assert fault(marked, 0, Mark(RED, 5)) == "left-of-mark"
    assert fault(marked, 0, Mark(GREEN, 12)) == "left-of-mark"


@pytest.mark.parametrize(
    ("row", "numbers"), [(RED, FIVE_RED), (YELLOW, FIVE_RED), (GREEN, FIVE_GREEN), (BLUE, FIVE_GREEN)]
)
def test_marking_the_last_number_needs_five_marks_and_brings_the_lock(row: Row, numbers: tuple[int, ...]) -> None:
    """RULES 2, Marking."""
    last = Mark(row, row.numbers[-1])
    assert last.locks
    four, five = Sheet(), Sheet()
    for number in numbers[:4]:
        four = four.marked(Mark(row, number))
    five = four.marked(Mark(row, numbers[4]))
    assert fault(four, 0, last) == "too-few-for-lock"
    assert fault(five, 0, last) is None
    locked = five.marked(last)
    assert locked.locks == row.bit
    assert locked.total == 28
    assert locked.numbers(row) == (*numbers, last.number)


def test_marking_in_a_closed_row_is_over_for_all() -> None:
    """RULES 2, Marking."""
    assert fault(sheet(), RED.bit, Mark(RED, 7)) == "row-closed"
    assert fault(sheet(), RED.bit, Mark(YELLOW, 7)) is None


@pytest.mark.parametrize("number", [-1, 0, 1, 13, 10**30])
def test_the_first_code_that_applies_is_named(number: int) -> None:
    """REFEREE, the order of the codes."""
    crowded = sheet(red=(11,))
    assert fault(crowded, RED.bit, Mark(RED, number)) == "not-on-row"
    assert fault(crowded, RED.bit, Mark(RED, 2)) == "row-closed"
    assert fault(crowded, 0, Mark(RED, 2)) == "left-of-mark"
    assert fault(crowded, 0, Mark(RED, 12)) == "too-few-for-lock"


def test_skips_are_the_unmarked_numbers_between() -> None:
    """RULES 2, Standing order."""
    marked = sheet(red=(5,), blue=(12,))
    asked = [*(Mark(RED, number) for number in (4, 6, 7, 11)), Mark(YELLOW, 2), Mark(BLUE, 3)]
    assert markable(marked, 0, asked) == (
        (Mark(RED, 6), 0),
        (Mark(RED, 7), 1),
        (Mark(RED, 11), 5),
        (Mark(YELLOW, 2), 0),
        (Mark(BLUE, 3), 8),
    )
    assert markable(marked, RED.bit | BLUE.bit, asked) == ((Mark(YELLOW, 2), 0),)


def test_a_refused_mark_says_what_is_still_open() -> None:
    with pytest.raises(RuleError) as caught:
        check_mark(sheet(green=(8, 4)), 0, Mark(GREEN, 5))
    assert caught.value.code == "left-of-mark"
    assert caught.value.data["open"] == (3, 2)
    assert caught.value.data["marked"] == (8, 4)
    check_mark(sheet(green=(8, 4)), 0, Mark(GREEN, 3))
