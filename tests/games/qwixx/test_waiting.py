"""RULES 2: Automatic passes, standing orders, Absent and Leaving."""

from __future__ import annotations

import pytest

from bot.games.base import Leave, Presence, Skip, TakeOver
from bot.games.qwixx.state import (
    Action,
    ChosenBy,
    ColorTaken,
    GiveOrder,
    Left,
    OrderGiven,
    Passed,
    Penalised,
    Phase,
    Progress,
    Rolled,
    State,
    TakeBack,
    Timing,
)
from tests.games.qwixx.positions import (
    BLUE,
    FIVE_GREEN,
    FIVE_RED,
    RED,
    Match,
    color,
    dice,
    plan,
    position,
    sheet,
    white,
)

BOTH = pytest.mark.parametrize("timing", list(Timing))
EMPTY = sheet()
SEVEN = dice((3, 4), red=2, yellow=3, green=4, blue=5)
STUCK = sheet(red=(8,), yellow=(8,), green=(6,), blue=(6,))
"""Can mark no 7."""
SKIPS_TWO = sheet(red=(4,), yellow=(2,), green=(12,), blue=(12,))
"""Its cheapest 7 skips two numbers, in red."""


def outcome(state: State) -> tuple[str, tuple[int, ...] | None]:
    assert state.outcome is not None
    return state.outcome.reason, state.outcome.places


# --- Automatic passes ---


@BOTH
def test_who_can_mark_the_white_sum_nowhere_is_passed_at_once(timing: Timing) -> None:
    """RULES 2, Automatic passes."""
    match = Match(position(EMPTY, STUCK, EMPTY, roll=SEVEN, timing=timing))
    assert match.events == (Passed((1,)),)
    assert match.awaited == {0, 2}
    assert match.view(0).progress == (Progress.AWAITED, Progress.UNABLE, Progress.AWAITED)


@BOTH
def test_the_color_action_is_left_out_where_no_color_sum_can_be_marked(timing: Timing) -> None:
    """RULES 2, Automatic passes."""
    last_of_all = sheet(red=(10,), yellow=(10,), green=(4,), blue=(4,))
    match = Match(position(last_of_all, EMPTY, roll=dice((5, 6), red=1, yellow=1, green=6, blue=6), timing=timing))
    match.do(white(0, RED, 11), white(1))
    assert ColorTaken(0, None, possible=False) in match.events
    assert match.state.current.number == 2
    assert match.state.sheets[0].penalties == 0


def test_all_are_passed_and_the_next_turn_begins() -> None:
    """RULES 2, Automatic passes: nobody is asked, the penalty is taken, and the dice are rolled again."""
    done = sheet(red=(11,), yellow=(11,), green=(3,), blue=(3,))
    match = Match(position(done, done, roll=dice((3, 3))))
    assert match.happened("passed", "white", "color", "penalised", "rolled")
    assert match.state.sheets[0].penalties >= 1


def test_a_match_of_players_who_can_mark_nothing_ends_by_itself() -> None:
    nothing_left = sheet(red=(11,), yellow=(11,), green=(3,), blue=(3,))
    for seed in range(20):
        match = Match(position(*[nothing_left] * 5, roll=dice((3, 3))), seed)
        assert match.awaited or match.state.outcome


def test_an_active_player_who_was_passed_may_still_plan_the_color_action() -> None:
    match = Match(position(STUCK, EMPTY, roll=dice((3, 4), red=6))).do(white(0, then=plan(RED, 10)), white(1))
    assert match.state.sheets[0].numbers(RED) == (8, 10)


def test_an_automatic_pass_cannot_be_taken_back() -> None:
    match = Match(position(EMPTY, STUCK, roll=SEVEN))
    assert match.refuses(TakeBack(1)).code == "nothing-chosen"


# --- Standing orders ---


@pytest.mark.parametrize(("limit", "passes"), [(0, True), (1, True), (2, False), (9, False), (None, False)])
def test_a_standing_order_passes_where_the_cheapest_mark_skips_more(limit: int | None, passes: bool) -> None:
    """RULES 2, Standing order."""
    match = Match(position(EMPTY, SKIPS_TWO, EMPTY, roll=SEVEN)).do(GiveOrder(1, limit))
    assert match.awaited == ({0, 2} if passes else {0, 1, 2})
    assert (match.state.choices[1] is not None) == passes


def test_a_standing_order_acts_in_every_later_turn() -> None:
    """RULES 2, Standing order."""
    match = Match(position(EMPTY, EMPTY, EMPTY, roll=SEVEN)).do(GiveOrder(1, 0), GiveOrder(2, 0))
    assert match.awaited == {0}
    match.do(white(0, RED, 7))
    assert match.happened("white")
    match.do(color(0))
    assert match.state.active == 1
    assert 1 in match.awaited


def test_a_standing_order_never_acts_for_the_active_player() -> None:
    """RULES 2, Standing order."""
    match = Match(position(SKIPS_TWO, EMPTY, roll=SEVEN)).do(GiveOrder(0, 0))
    assert match.awaited == {0, 1}


def test_a_standing_order_never_declines_a_lock() -> None:
    """RULES 2, Standing order."""
    ready = sheet(red=FIVE_RED, yellow=(2,), green=(11,), blue=(11,))
    match = Match(position(EMPTY, ready, roll=dice((6, 6)))).do(GiveOrder(1, 0))
    assert [option.skips for option in match.view(1).white_options] == [5]
    assert match.awaited == {0, 1}


def test_a_standing_order_acts_once_a_lock_is_gone() -> None:
    """RULES 2, Standing order: color first closes the row, and what is left skips too much."""
    ready = sheet(red=FIVE_RED, yellow=(2,), green=(11,), blue=(11,))
    match = Match(position(sheet(red=FIVE_RED), ready, EMPTY, roll=dice((6, 6), red=6))).do(GiveOrder(1, 5))
    assert match.awaited == {0, 1, 2}
    match.do(color(0, RED, 12))
    assert 1 not in match.awaited


def test_changing_the_order_takes_back_its_open_pass() -> None:
    """RULES 2, Standing order."""
    match = Match(position(EMPTY, SKIPS_TWO, EMPTY, roll=SEVEN)).do(GiveOrder(1, 0))
    assert match.do(GiveOrder(1, 1)).events == (OrderGiven(1, 1),)
    match.do(GiveOrder(1, 5))
    assert match.happened("order", "took-back")
    assert match.awaited == {0, 1, 2}
    assert match.do(GiveOrder(1, 0), GiveOrder(1, None)).awaited == {0, 1, 2}


def test_changing_the_order_leaves_the_players_own_pass_alone() -> None:
    """RULES 2, Standing order."""
    match = Match(position(EMPTY, SKIPS_TWO, EMPTY, roll=SEVEN)).do(white(1), GiveOrder(1, 0), GiveOrder(1, None))
    assert match.awaited == {0, 2}


def test_a_pass_by_order_can_be_replaced_by_a_choice() -> None:
    match = Match(position(EMPTY, SKIPS_TWO, roll=SEVEN)).do(GiveOrder(1, 0), white(1, RED, 7), white(0))
    assert match.state.sheets[1].numbers(RED) == (4, 7)


def test_an_order_given_by_the_last_one_awaited_closes_the_action() -> None:
    match = Match(position(EMPTY, SKIPS_TWO, roll=SEVEN)).do(white(0, RED, 7), GiveOrder(1, 0))
    assert match.happened("order", "chose", "white")


@pytest.mark.parametrize("limit", [-1, 10, 1000])
def test_an_order_names_a_number_that_can_be_skipped(limit: int) -> None:
    match = Match(position(EMPTY, EMPTY, roll=SEVEN))
    assert match.refuses(GiveOrder(1, limit)).code == "order-limit"


def test_an_order_may_be_given_in_the_color_phase() -> None:
    match = Match(position(EMPTY, EMPTY, roll=SEVEN)).do(white(0), white(1), GiveOrder(1, 3), GiveOrder(0, 2))
    assert match.state.orders == (2, 3)
    assert match.awaited == {0}


# --- Absent ---


def test_a_skipped_player_passes_the_white_action() -> None:
    """RULES 2, Absent."""
    match = Match(position(EMPTY, EMPTY, EMPTY, roll=SEVEN)).do(Skip(1))
    assert match.awaited == {0, 2}
    assert match.refuses(Skip(1)).code == "not-awaited"
    match.do(white(0, RED, 7), white(2))
    assert match.state.sheets[1] == EMPTY


def test_a_skipped_player_who_comes_back_in_time_may_still_choose() -> None:
    match = Match(position(EMPTY, EMPTY, roll=SEVEN)).do(Skip(1), white(1, RED, 7), white(0))
    assert match.state.sheets[1].numbers(RED) == (7,)


def test_each_action_is_skipped_for_itself_and_the_active_player_is_penalised() -> None:
    """RULES 2, Absent: an active player skipped with nothing marked takes the penalty."""
    match = Match(position(EMPTY, EMPTY, roll=SEVEN)).do(white(1), Skip(0))
    assert (match.state.phase, match.awaited) == (Phase.COLOR, {0})
    assert match.refuses(Skip(1)).code == "not-awaited"
    match.do(Skip(0))
    assert match.happened("skipped", "penalised", "rolled")


def test_a_skipped_color_action_costs_nothing_after_a_white_mark() -> None:
    """RULES 2, Absent."""
    match = Match(position(EMPTY, EMPTY, roll=SEVEN)).do(white(1), white(0, RED, 7), Skip(0))
    assert match.state.sheets[0].penalties == 0


def test_a_voided_choice_can_be_skipped() -> None:
    match = Match(position(sheet(red=FIVE_RED), sheet(red=FIVE_RED), roll=dice((5, 6), red=6)))
    match.do(white(1, RED, 11), color(0, RED, 12), Skip(1), Skip(0))
    assert match.state.current.number == 2
    assert match.state.sheets[1] == sheet(red=FIVE_RED)


# --- Leaving ---


def test_leaving_voids_the_open_choice_and_the_sheet_stands() -> None:
    """RULES 2, Leaving."""
    match = Match(position(EMPTY, sheet(red=(2, 3)), EMPTY, roll=SEVEN)).do(white(1, RED, 7), Leave(1))
    assert match.awaited == {0, 2}
    match.do(white(0, RED, 7), white(2))
    assert match.state.sheets[1] == sheet(red=(2, 3))
    assert match.refuses(white(1, RED, 7)).code == "has-left"


def test_leaving_of_the_last_one_awaited_closes_the_action() -> None:
    """RULES 2, Leaving."""
    match = Match(position(EMPTY, EMPTY, EMPTY, roll=SEVEN)).do(white(0, RED, 7), white(1, BLUE, 7), Leave(2))
    assert match.happened("left", "white")
    assert match.state.sheets[1].numbers(BLUE) == (7,)


def test_a_row_locked_by_a_leaver_stays_locked() -> None:
    """RULES 2, Leaving: locks already applied stay."""
    locker = sheet(red=(*FIVE_RED, 12))
    match = Match(position(EMPTY, locker, EMPTY, roll=SEVEN)).do(Leave(1))
    assert match.refuses(white(0, RED, 7)).code == "row-closed"


@BOTH
def test_when_the_active_player_leaves_the_others_finish_the_white_action(timing: Timing) -> None:
    """RULES 2, Leaving: color is dropped, there is no penalty, and the next seat is active."""
    match = Match(position(EMPTY, EMPTY, EMPTY, roll=SEVEN, timing=timing)).do(
        white(0, RED, 7), white(1, RED, 7), Leave(0)
    )
    assert (match.state.phase, match.awaited) == (Phase.WHITE, {2})
    match.do(white(2, BLUE, 7))
    assert not match.happened("color")
    assert not match.happened("penalised")
    assert match.happened("white", "rolled")
    assert match.state.active == 1
    assert [one.total for one in match.state.sheets] == [0, 1, 1]


@BOTH
def test_when_the_active_player_leaves_in_the_color_action_the_turn_is_over(timing: Timing) -> None:
    """RULES 2, Leaving."""
    match = Match(position(EMPTY, EMPTY, EMPTY, roll=SEVEN, active=2, timing=timing))
    match.do(white(0, RED, 7), white(1), white(2), Leave(2))
    assert match.events[0] == Left(2)
    assert isinstance(match.events[1], Rolled)
    assert match.events[1].seat == 0
    assert match.state.sheets[2].penalties == 0


def test_a_color_action_taken_first_stands_when_the_active_player_leaves() -> None:
    """RULES 2, Leaving."""
    match = Match(position(EMPTY, EMPTY, EMPTY, roll=SEVEN)).do(color(0, RED, 5), Leave(0), white(1), white(2))
    assert match.state.sheets[0].numbers(RED) == (5,)
    assert match.state.active == 1


def test_the_end_is_checked_when_the_active_player_has_left() -> None:
    """RULES 2, Leaving and End, timing: sheet."""
    start = position(sheet(green=(*FIVE_GREEN, 2)), sheet(red=FIVE_RED), EMPTY, roll=dice((6, 6)))
    match = Match(start).do(white(1, RED, 12), white(2), white(0), Leave(0))
    assert outcome(match.state) == ("rows-locked", (3, 1, 2))


def test_who_left_is_not_active_again() -> None:
    """RULES 2, Leaving."""
    match = Match(position(EMPTY, EMPTY, EMPTY, EMPTY, roll=SEVEN)).do(Leave(1), Leave(2))
    match.do(white(0, RED, 7), white(3), color(0))
    assert match.state.active == 3
    match.do(*[Skip(seat) for seat in match.awaited])
    if match.state.phase is Phase.COLOR:
        match.do(Skip(3))
    assert match.state.active == 0


def test_leavers_are_placed_below_the_others_the_later_one_higher() -> None:
    """RULES 2, Leaving."""
    start = position(sheet(penalties=3), sheet(red=(2, 3, 4)), sheet(red=(2,)), EMPTY, roll=SEVEN)
    match = Match(start).do(Leave(1), Leave(2), white(0), white(3), color(0))
    assert outcome(match.state) == ("penalties", (2, 4, 3, 1))


@BOTH
def test_the_last_player_wins_at_once(timing: Timing) -> None:
    """RULES 2, Leaving: open choices are dropped."""
    start = position(sheet(red=(2, 3, 4)), EMPTY, sheet(red=(2,)), roll=SEVEN, timing=timing)
    match = Match(start).do(white(1, RED, 7), Leave(2), Leave(0))
    assert match.events[0] == Left(0)
    assert len(match.events) == 2
    assert outcome(match.state) == ("last-player", (2, 1, 3))
    assert match.state.sheets[1] == EMPTY


def test_only_computers_left_is_no_result() -> None:
    """RULES 2, Leaving: computers as in Qwirkle."""
    match = Match(position(EMPTY, EMPTY, EMPTY, roll=SEVEN, computers=(1, 2))).do(Leave(0))
    assert outcome(match.state) == ("only-computers", None)
    alone = Match(position(EMPTY, EMPTY, roll=SEVEN, computers=(1,))).do(Leave(0))
    assert outcome(alone.state) == ("only-computers", None)


def test_a_person_wins_against_a_computer_that_is_removed() -> None:
    match = Match(position(EMPTY, EMPTY, roll=SEVEN, computers=(1,))).do(Leave(1))
    assert outcome(match.state) == ("last-player", (1, 2))


def test_a_seat_that_is_taken_over_keeps_its_sheet_and_its_choice() -> None:
    """RULES 2, Leaving: a computer may take the seat instead."""
    match = Match(position(EMPTY, sheet(red=(2,)), roll=SEVEN)).do(white(1, RED, 7), TakeOver(1, computer=True))
    assert match.state.presence == (Presence.PERSON, Presence.COMPUTER)
    assert match.awaited == {0}
    assert match.do(white(0)).state.sheets[1].numbers(RED) == (2, 7)
    assert match.do(TakeOver(1, computer=False)).state.presence[1] is Presence.PERSON


def test_a_standing_order_is_not_inherited() -> None:
    match = Match(position(EMPTY, SKIPS_TWO, roll=SEVEN)).do(GiveOrder(1, 0), TakeOver(1, computer=False))
    assert match.happened("taken-over", "took-back")
    assert match.state.orders == (None, None)
    assert match.awaited == {0, 1}


def test_no_person_is_left_when_a_computer_takes_the_last_seat() -> None:
    match = Match(position(EMPTY, EMPTY, roll=SEVEN, computers=(1,))).do(TakeOver(0, computer=True))
    assert outcome(match.state) == ("only-computers", None)


def test_what_cannot_be_done_to_a_seat_is_refused() -> None:
    match = Match(position(EMPTY, EMPTY, EMPTY, roll=SEVEN, computers=(1,)))
    assert match.refuses(TakeOver(1, computer=True)).code == "already-computer"
    for seat in (-1, 3, 99):
        nobody: tuple[Action, ...] = (Leave(seat), Skip(seat), TakeOver(seat, computer=True), white(seat))
        for action in (*nobody, GiveOrder(seat, 1)):
            assert match.refuses(action).code == "no-such-seat"
    match.do(Leave(2))
    gone: tuple[Action, ...] = (Leave(2), Skip(2), TakeOver(2, computer=False), white(2), color(2), TakeBack(2))
    for action in (*gone, GiveOrder(2, 1)):
        assert match.refuses(action).code == "has-left"


def test_a_pass_by_order_is_marked_as_one_for_its_owner() -> None:
    match = Match(position(EMPTY, SKIPS_TWO, roll=SEVEN)).do(GiveOrder(1, 0))
    choice = match.view(1).choice
    assert choice is not None
    assert choice.by is ChosenBy.ORDER
    assert Penalised(1) not in match.events


def test_an_untouched_position_has_nothing_to_say() -> None:
    match = Match(position(EMPTY, EMPTY, roll=SEVEN))
    assert match.events == ()
    assert match.state == position(EMPTY, EMPTY, roll=SEVEN)
