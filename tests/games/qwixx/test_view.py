"""What a view tells a panel, a picture and a computer, besides what it must not."""

from __future__ import annotations

from bot.games.base import Leave, Presence
from bot.games.qwixx.sheet import Mark
from bot.games.qwixx.state import Phase, Progress, RowView, Timing
from bot.games.qwixx.views import color_after
from tests.games.qwixx.positions import (
    BLUE,
    FIVE_RED,
    GREEN,
    RED,
    YELLOW,
    Match,
    color,
    dice,
    plan,
    position,
    sheet,
    white,
)

SEVEN = dice((3, 4), red=2, yellow=3, green=4, blue=5)
EMPTY = sheet()


def test_sheets_with_marks_locks_points_and_totals() -> None:
    marked = sheet(red=(*FIVE_RED, 12), blue=(12, 7), penalties=2)
    view = Match(position(EMPTY, marked, roll=SEVEN)).view(None)
    assert view.sheets[1].rows == (
        RowView(RED, (*FIVE_RED, 12), lock=True, points=28),
        RowView(YELLOW, (), lock=False, points=0),
        RowView(GREEN, (), lock=False, points=0),
        RowView(BLUE, (12, 7), lock=False, points=3),
    )
    assert (view.sheets[1].penalties, view.sheets[1].total) == (2, 28 + 3 - 10)
    assert view.scores == (0, 21)
    assert view.closed == (RED,)
    assert view.dice.colors == (None, 3, 4, 5)


def test_the_last_one_awaited_is_told_that_its_choice_closes_the_action() -> None:
    match = Match(position(EMPTY, EMPTY, EMPTY, roll=SEVEN)).do(white(2))
    assert [match.view(seat).closes for seat in (0, 1, 2, None)] == [False] * 4
    match.do(white(0, RED, 7))
    assert [match.view(seat).closes for seat in (0, 1, 2, None)] == [False, True, False, False]
    match.do(white(1))
    assert [match.view(seat).closes for seat in (0, 1, 2, None)] == [True, False, False, False]


def test_what_can_be_marked_now() -> None:
    match = Match(position(sheet(red=(6,)), EMPTY, roll=SEVEN))
    assert [option.mark for option in match.view(1).white_options] == [
        Mark(row, 7) for row in (RED, YELLOW, GREEN, BLUE)
    ]
    assert match.view(1).color_options == match.view(None).white_options == match.view(None).color_options == ()
    first = [Mark(YELLOW, 6), Mark(YELLOW, 7), Mark(GREEN, 7), Mark(GREEN, 8), Mark(BLUE, 8), Mark(BLUE, 9)]
    assert [option.mark for option in match.view(0).color_options] == first
    match.do(white(0), white(1))
    assert match.view(0).white_options == ()
    assert [option.mark for option in match.view(0).color_options] == first


def test_what_can_be_planned_depends_on_the_white_choice() -> None:
    four = sheet(red=(2, 3, 4, 5))
    match = Match(position(four, EMPTY, roll=dice((6, 1), red=6), timing=Timing.STRICT))
    red = [option.mark.number for option in color_after(match.view(0), None) if option.mark.row is RED]
    with_seven = [option.mark.number for option in color_after(match.view(0), Mark(RED, 7)) if option.mark.row is RED]
    assert (red, with_seven) == ([7], [12])
    assert color_after(match.view(1), None) == color_after(match.view(None), None) == ()
    assert color_after(match.do(white(0), white(1)).view(0), None) == ()


def test_whether_the_color_action_is_open() -> None:
    sheet_timing, strict = (Match(position(EMPTY, EMPTY, roll=SEVEN, timing=timing)) for timing in Timing)
    assert [sheet_timing.view(seat).color_open for seat in (0, 1, None)] == [True, False, False]
    assert [strict.view(seat).color_open for seat in (0, 1, None)] == [False] * 3
    strict.do(white(0), white(1))
    assert [strict.view(seat).color_open for seat in (0, 1, None)] == [True, False, False]
    sheet_timing.do(color(0))
    assert not sheet_timing.view(0).color_open
    assert sheet_timing.view(1).color_taken


def test_this_turn_and_the_one_before() -> None:
    match = Match(position(EMPTY, EMPTY, roll=SEVEN)).do(white(0, RED, 7), white(1, BLUE, 7))
    view = match.view(None)
    assert (view.turn, view.active, view.current.white, view.previous) == (1, 0, (Mark(RED, 7), Mark(BLUE, 7)), None)
    view = match.do(color(0, GREEN, 8)).view(None)
    assert (view.turn, view.active) == (2, 1)
    assert view.previous is not None
    assert (view.previous.active, view.previous.white) == (0, (Mark(RED, 7), Mark(BLUE, 7)))
    assert (view.previous.color, view.previous.penalty) == (Mark(GREEN, 8), False)
    assert view.current.white == (None, None)


def test_who_is_there_and_how_far() -> None:
    match = Match(position(EMPTY, EMPTY, EMPTY, roll=SEVEN, computers=(2,))).do(white(2), Leave(0))
    view = match.view(1)
    assert view.presence == (Presence.LEFT, Presence.PERSON, Presence.COMPUTER)
    assert view.progress == (Progress.DONE, Progress.AWAITED, Progress.DONE)
    assert (view.left, view.awaited, view.is_active) == ((0,), (1,), False)
    assert not match.view(0).is_active, "the one whose turn it is has left"


def test_own_choice_with_its_plan() -> None:
    match = Match(position(EMPTY, EMPTY, roll=SEVEN)).do(white(0, RED, 7, plan(BLUE, 9)))
    choice = match.view(0).choice
    assert choice is not None
    assert (choice.mark, choice.then) == (Mark(RED, 7), plan(BLUE, 9))
    assert match.do(white(1)).view(0).choice is None


def test_the_outcome() -> None:
    match = Match(position(EMPTY, EMPTY, roll=SEVEN)).do(Leave(1))
    assert match.view(0).outcome == match.state.outcome
    assert match.view(0).phase is Phase.OVER
    assert match.view(0).awaited == ()
