"""How numbers stand: what can no longer be marked, and what was marked last."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings

from bot.games.qwixx import QWIXX
from bot.games.qwixx.sheet import ROWS, Mark, Sheet, fault
from bot.games.qwixx.state import State, Timing, Turn, View
from renderers.qwixx.looks import Look, lock_look, penalty_looks, row_looks
from tests.games.qwixx.players import Table, play, tables
from tests.games.qwixx.positions import FIVE_RED, GREEN, RED, YELLOW, Match, color, dice, position, sheet, white

ROLL = dice((3, 4), red=1, yellow=2, green=5, blue=6)


def view_of(*sheets: Sheet) -> View:
    return QWIXX.view(position(*sheets, roll=ROLL), None)


def shape(view: View, seat: int = 0) -> list[str]:
    """Each row in eleven signs: open, later, gone, marked."""
    signs = {Look.OPEN: "o", Look.LATER: "l", Look.GONE: "."}
    rows = view.sheets[seat].rows
    return ["".join(signs.get(look, "x") for look in row_looks(view, seat, row)) for row in rows]


def test_what_lies_left_of_a_mark_is_gone() -> None:
    view = view_of(sheet(red=(4, 6), green=(12, 8)), sheet())
    assert shape(view) == ["..x.xoooool", "ooooooooool", "x...xoooool", "ooooooooool"]


def test_the_last_number_waits_for_five_marks_and_is_gone_once_there_is_no_room_for_them() -> None:
    view = view_of(sheet(red=FIVE_RED, yellow=(2, 3, 4, 5, 11), green=(7,), blue=(12, 5)), sheet())
    assert shape(view) == ["xxxxxoooooo", "xxxx.....xo", ".....xooool", "x......xoo."]


def test_nothing_can_be_marked_in_a_row_that_another_has_locked() -> None:
    view = view_of(sheet(red=(5,)), sheet(red=(*FIVE_RED, 12)))
    assert shape(view, 0)[0] == "...x......."
    assert shape(view, 1)[0] == "xxxxx.....x"
    assert [lock_look(view, seat, view.sheets[seat].rows[0]) for seat in (0, 1)] == [Look.GONE, Look.OLD]
    assert lock_look(view, 0, view.sheets[0].rows[1]) is Look.OPEN


@given(tables())
@settings(max_examples=25)
def test_an_open_number_is_one_that_the_rules_would_let_mark(table: Table) -> None:
    for moment in play(table):
        state = moment.after
        view = QWIXX.view(state, None)
        for seat, own in enumerate(state.sheets):
            for row in view.sheets[seat].rows:
                for number, look in zip(row.row.numbers, row_looks(view, seat, row), strict=True):
                    problem = fault(own, state.closed, Mark(row.row, number))
                    assert (look is Look.OPEN) == (problem is None)
                    assert look.marked == (number in row.marked)
                    if look is Look.LATER:
                        assert problem == "too-few-for-lock"


def marked_last(view: View, seat: int) -> dict[Mark, Look]:
    rows = view.sheets[seat].rows
    return {
        Mark(row.row, number): look
        for row in rows
        for number, look in zip(row.row.numbers, row_looks(view, seat, row), strict=True)
        if look in (Look.CURRENT, Look.PREVIOUS)
    }


def test_the_marks_of_this_turn_and_of_the_one_before_stand_out() -> None:
    match = Match(position(sheet(red=(2,)), sheet(blue=(12,)), roll=ROLL))
    match.do(white(0, YELLOW, 7), white(1, RED, 7))
    assert marked_last(match.view(None), 0) == {Mark(YELLOW, 7): Look.CURRENT}
    assert marked_last(match.view(None), 1) == {Mark(RED, 7): Look.CURRENT}
    match.do(color(0, GREEN, 9))
    assert match.state.current.number == 2
    assert marked_last(match.view(None), 0) == {Mark(YELLOW, 7): Look.PREVIOUS, Mark(GREEN, 9): Look.PREVIOUS}
    assert marked_last(match.view(None), 1) == {Mark(RED, 7): Look.PREVIOUS}


def test_a_color_mark_stands_out_on_the_sheet_of_the_active_player_alone() -> None:
    state = position(sheet(green=(9,)), sheet(green=(9,)), roll=ROLL, active=1)
    turn = Turn(1, 1, (None, None), color=Mark(GREEN, 9))
    view = QWIXX.view(replace(state, current=turn), None)
    assert marked_last(view, 0) == {}
    assert marked_last(view, 1) == {Mark(GREEN, 9): Look.CURRENT}


def test_a_lock_stands_out_with_the_number_that_brought_it() -> None:
    match = Match(position(sheet(red=FIVE_RED), sheet(), roll=dice((6, 6))))
    match.do(white(0, RED, 12), white(1))
    view = match.view(None)
    assert lock_look(view, 0, view.sheets[0].rows[0]) is Look.CURRENT
    assert lock_look(view, 1, view.sheets[1].rows[0]) is Look.GONE


def with_penalties(*sheets: Sheet, current: bool, previous: bool) -> View:
    state = position(*sheets, roll=ROLL)
    nothing = (None,) * len(sheets)
    state = replace(
        state,
        current=Turn(5, 0, nothing, penalty=current),
        previous=Turn(4, 1, nothing, penalty=previous),
    )
    return QWIXX.view(state, None)


def test_the_last_penalty_box_stands_out_where_this_turn_or_the_one_before_brought_it() -> None:
    two, one = sheet(penalties=2), sheet(penalties=1)
    view = with_penalties(two, one, current=True, previous=True)
    assert penalty_looks(view, 0) == (Look.OLD, Look.CURRENT)
    assert penalty_looks(view, 1) == (Look.PREVIOUS,)
    view = with_penalties(two, one, current=False, previous=False)
    assert penalty_looks(view, 0) == (Look.OLD, Look.OLD)


def test_what_stands_out_is_what_the_last_two_turns_brought() -> None:
    """Over a whole match of five, with skips and leavers: nothing marked longer ago, and nothing newer left out."""
    begun: dict[int, State] = {}
    compared = 0
    for moment in play(Table(7, 4, 1, Timing.SHEET, 0.1)):
        state = moment.after
        begun.setdefault(state.current.number, state)
        old = begun.get(state.current.number - 1)
        if old is None:
            continue
        view = QWIXX.view(state, None)
        for seat, (now, then) in enumerate(zip(state.sheets, old.sheets, strict=True)):
            new = {Mark(row, number) for row in ROWS for number in set(now.numbers(row)) - set(then.numbers(row))}
            assert set(marked_last(view, seat)) == new
            compared += len(new)
    assert compared > 100
