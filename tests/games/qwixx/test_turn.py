"""RULES 2: A turn, Order, Penalty and End, in both timings."""

from __future__ import annotations

import pytest

from bot.games.base import Player
from bot.games.qwixx import QWIXX
from bot.games.qwixx.sheet import Mark, Sheet
from bot.games.qwixx.state import (
    Choice,
    ChooseWhite,
    ColorTaken,
    Options,
    Phase,
    Rolled,
    State,
    TakeBack,
    TakeColor,
    Timing,
    Voided,
    WhiteApplied,
)
from tests.games.chance import SeededChance
from tests.games.qwixx.positions import (
    BLUE,
    FIVE_GREEN,
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

BOTH = pytest.mark.parametrize("timing", list(Timing))
SEVEN = dice((3, 4), red=2, yellow=3, green=4, blue=5)
"""White sum 7; red 5 or 6, yellow 6 or 7, green 7 or 8, blue 8 or 9."""
TWELVE = dice((6, 6), red=3, yellow=1, green=1, blue=1)
EMPTY = sheet()


def numbers(state: State, seat: int) -> dict[str, tuple[int, ...]]:
    """What a seat has marked, without the empty rows."""
    return {row.value: marked for row in (RED, YELLOW, GREEN, BLUE) if (marked := state.sheets[seat].numbers(row))}


def test_the_first_active_player_is_drawn_and_dice_are_rolled() -> None:
    """RULES 2, A turn; RULES 3."""
    firsts = set()
    for seed in range(40):
        step = QWIXX.setup([Player(1), Player(2), Player(None)], Options(), SeededChance(seed))
        chance = SeededChance(seed)
        firsts.add(first := chance.below(3))
        white_dice = (1 + chance.below(6), 1 + chance.below(6))
        colors = tuple(1 + chance.below(6) for _ in range(4))
        assert step.events[1] == Rolled(1, first, step.state.dice)
        assert (step.state.dice.white, step.state.dice.colors) == (white_dice, colors)
        assert step.state.active == first
    assert firsts == {0, 1, 2}


def test_play_passes_to_the_next_seat() -> None:
    """RULES 2, A turn."""
    match = Match(position(EMPTY, EMPTY, EMPTY, roll=SEVEN, active=2))
    match.do(white(0), white(1), white(2, RED, 7), color(2))
    assert (match.state.active, match.state.current.number) == (0, 2)


@BOTH
def test_white_choices_are_applied_together_once_all_have_chosen(timing: Timing) -> None:
    """RULES 2, White action."""
    match = Match(position(EMPTY, EMPTY, EMPTY, roll=SEVEN, timing=timing))
    match.do(white(1, GREEN, 7), white(0, RED, 7))
    assert match.awaited == {2}
    assert match.state.sheets == (Sheet(),) * 3
    match.do(white(2))
    assert match.events[1] == WhiteApplied((Mark(RED, 7), Mark(GREEN, 7), None))
    assert [numbers(match.state, seat) for seat in range(3)] == [{"red": (7,)}, {"green": (7,)}, {}]
    assert (match.state.phase, match.awaited) == (Phase.COLOR, {0})


def test_a_white_choice_can_be_changed_or_taken_back_until_all_have_chosen() -> None:
    """RULES 2, White action."""
    match = Match(position(EMPTY, EMPTY, roll=SEVEN))
    match.do(white(1, GREEN, 7), white(1, BLUE, 7), white(1), white(1, YELLOW, 7), TakeBack(1))
    assert match.awaited == {0, 1}
    assert match.refuses(TakeBack(1)).code == "nothing-chosen"
    match.do(white(1, RED, 7), white(0))
    assert numbers(match.state, 1) == {"red": (7,)}
    assert match.refuses(white(1, YELLOW, 7)).code == "not-open"
    assert match.refuses(TakeBack(1)).code == "not-open"


def test_only_the_white_sum_can_be_marked_by_all() -> None:
    """RULES 2, White action."""
    match = Match(position(EMPTY, EMPTY, roll=SEVEN))
    refused = match.refuses(white(1, RED, 6))
    assert (refused.code, refused.data["sums"]) == ("not-the-sum", (7,))
    assert match.refuses(white(1, RED, 13)).code == "not-on-row"


@BOTH
def test_the_color_action_is_the_active_players_alone(timing: Timing) -> None:
    """RULES 2, Color action."""
    match = Match(position(EMPTY, EMPTY, roll=SEVEN, timing=timing)).do(white(0), white(1))
    assert match.refuses(color(1)).code == "not-active"
    assert match.refuses(color(1, RED, 5)).code == "not-active"
    refused = match.refuses(color(0, RED, 7))
    assert (refused.code, refused.data["sums"]) == ("not-the-sum", (5, 6))
    match.do(color(0, RED, 6))
    assert numbers(match.state, 0) == {"red": (6,)}


def test_several_players_lock_several_rows_in_one_white_action() -> None:
    """RULES 2, Marking: each such player gets the lock mark, and each die leaves the game at once."""
    locker = sheet(red=FIVE_RED, yellow=FIVE_RED)
    match = Match(position(EMPTY, locker, locker, locker, roll=TWELVE))
    match.do(white(0, GREEN, 12), white(1, RED, 12), white(2, RED, 12), white(3, YELLOW, 12))
    assert [state_sheet.total for state_sheet in match.state.sheets] == [1, 43, 43, 43]
    assert match.state.closed == RED.bit | YELLOW.bit
    assert match.state.dice.colors == (None, None, 1, 1)
    assert (match.state.phase, match.awaited) == (Phase.COLOR, {0})
    assert match.refuses(color(0, RED, 9)).code == "row-closed"


def test_a_color_action_locks_a_row_and_its_die_is_not_rolled_again() -> None:
    """RULES 2, Marking."""
    match = Match(position(sheet(red=FIVE_RED), EMPTY, roll=dice((6, 1), red=6)))
    match.do(white(0), white(1, GREEN, 7), color(0, RED, 12))
    assert match.state.sheets[0].total == 28
    assert match.state.dice.colors[RED.place] is None
    assert (match.state.active, match.state.outcome) == (1, None)


def test_color_first_is_applied_at_once_and_binding() -> None:
    """RULES 2, Order: color first."""
    match = Match(position(EMPTY, EMPTY, roll=SEVEN))
    match.do(color(0, RED, 5))
    assert numbers(match.state, 0) == {"red": (5,)}
    assert (match.state.phase, match.awaited) == (Phase.WHITE, {0, 1})
    assert match.refuses(color(0, RED, 6)).code == "not-open"
    assert match.refuses(color(0)).code == "not-open"
    match.do(white(0, RED, 7), white(1))
    assert numbers(match.state, 0) == {"red": (5, 7)}
    assert match.state.current.number == 2


def test_color_first_can_be_a_pass() -> None:
    """RULES 2, Order."""
    match = Match(position(EMPTY, EMPTY, roll=SEVEN)).do(color(0), white(0), white(1))
    assert match.state.sheets[0].penalties == 1
    assert match.state.current.number == 2


def test_color_first_voids_the_active_players_own_choice() -> None:
    """RULES 2, Order: also the active player's own."""
    match = Match(position(EMPTY, EMPTY, roll=dice((3, 4), red=4)))
    match.do(white(0, RED, 7), color(0, RED, 8))
    assert Voided((0,)) in match.events
    assert match.awaited == {0, 1}
    assert match.refuses(white(0, RED, 7)).code == "left-of-mark"


def test_color_first_voids_choices_in_the_row_it_locks_and_asks_again() -> None:
    """RULES 2, Order: void choices are asked for again; who can then mark nothing is passed."""
    stuck = sheet(red=FIVE_RED, yellow=(11,), green=(3,), blue=(3,))
    start = position(sheet(red=FIVE_RED), sheet(red=FIVE_RED), stuck, EMPTY, EMPTY, roll=dice((5, 6), red=6), active=0)
    match = Match(start).do(white(1, RED, 11), white(2, RED, 11), white(3, BLUE, 11), color(0, RED, 12))
    assert Voided((1, 2)) in match.events
    assert match.happened("color", "voided", "passed")
    assert match.awaited == {0, 1, 4}
    assert match.refuses(white(1, RED, 11)).code == "row-closed"
    match.do(white(1, YELLOW, 11), white(0), white(4))
    assert [numbers(match.state, seat) for seat in (1, 3)] == [{"red": FIVE_RED, "yellow": (11,)}, {"blue": (11,)}]
    assert match.state.sheets[0].penalties == 0


def test_color_first_keeps_choices_that_stay_possible() -> None:
    """RULES 2, Order."""
    match = Match(position(EMPTY, EMPTY, EMPTY, roll=SEVEN)).do(white(0, RED, 7), white(1, RED, 7), color(0, RED, 5))
    assert not match.happened("voided")
    assert match.awaited == {2}


def test_color_first_may_make_room_for_the_lock() -> None:
    """RULES 2, Automatic passes: the active player can mark the white sum, if the color action is taken first."""
    four = sheet(red=(2, 3, 4, 5), green=(11,), blue=(11,), yellow=(11,))
    match = Match(position(four, EMPTY, roll=dice((6, 6), red=4)))
    assert match.awaited == {0, 1}
    assert match.view(0).white_options == ()
    match.do(color(0, RED, 10), white(1), white(0, RED, 12))
    assert match.state.sheets[0].locks == RED.bit


def test_who_asked_in_vain_for_room_is_passed() -> None:
    """RULES 2, Automatic passes: the color action is gone, and with it the last way to mark the white sum."""
    four = sheet(red=(2, 3, 4, 5), green=(11,), blue=(11,), yellow=(11,))
    match = Match(position(four, EMPTY, roll=dice((6, 6), red=4)))
    match.do(color(0))
    assert match.happened("color", "passed")
    assert match.awaited == {1}


def test_a_plan_is_carried_out_after_the_white_action() -> None:
    """RULES 2 and DESIGN 3: color, if still possible."""
    match = Match(position(EMPTY, EMPTY, roll=SEVEN)).do(white(0, RED, 7, plan(BLUE, 9)), white(1))
    assert match.events[-2] == ColorTaken(0, Mark(BLUE, 9))
    assert numbers(match.state, 0) == {"red": (7,), "blue": (9,)}
    assert match.state.current.number == 2


def test_a_plan_to_pass_is_carried_out() -> None:
    match = Match(position(EMPTY, EMPTY, roll=SEVEN)).do(white(0, then=plan()), white(1))
    assert (match.state.current.number, match.state.sheets[0].penalties) == (2, 1)


def test_a_plan_that_has_become_impossible_is_asked_for_again() -> None:
    match = Match(position(EMPTY, sheet(red=FIVE_RED), roll=TWELVE))
    match.do(white(0, then=plan(RED, 9)), white(1, RED, 12))
    assert match.happened("chose", "white", "voided")
    assert (match.state.phase, match.awaited) == (Phase.COLOR, {0})
    assert match.view(0).color_options


def test_a_plan_must_go_with_the_own_white_choice() -> None:
    match = Match(position(EMPTY, EMPTY, roll=SEVEN))
    assert match.refuses(white(0, RED, 7, plan(RED, 6))).code == "left-of-mark"
    assert match.refuses(white(0, RED, 7, plan(RED, 8))).code == "not-the-sum"
    assert match.refuses(white(1, RED, 7, plan(RED, 6))).code == "left-of-mark"
    assert match.refuses(white(1, RED, 7, plan(BLUE, 9))).code == "not-active"
    assert match.refuses(white(1, RED, 7, plan())).code == "not-active"
    assert match.do(color(0)).refuses(white(0, RED, 7, plan(BLUE, 9))).code == "not-open"


def test_a_plan_may_need_the_own_white_choice() -> None:
    """A fifth mark by the white sum, then the lock by a color die."""
    four = sheet(red=(2, 3, 4, 5))
    match = Match(position(four, EMPTY, roll=dice((6, 1), red=6)))
    assert match.refuses(white(0, then=plan(RED, 12))).code == "too-few-for-lock"
    match.do(white(0, RED, 7, plan(RED, 12)), white(1))
    assert match.state.sheets[0].locks == RED.bit


def test_a_color_action_taken_first_replaces_the_plan() -> None:
    match = Match(position(EMPTY, EMPTY, roll=SEVEN)).do(white(0, RED, 7, plan(BLUE, 9)), color(0, YELLOW, 6))
    assert match.view(0).choice == Choice(Mark(RED, 7))
    match.do(white(1))
    assert numbers(match.state, 0) == {"red": (7,), "yellow": (6,)}


def test_strict_white_comes_before_color() -> None:
    """RULES 2, timing: strict."""
    match = Match(position(EMPTY, EMPTY, roll=SEVEN, timing=Timing.STRICT))
    assert match.refuses(color(0, RED, 5)).code == "not-open"
    assert match.refuses(color(0)).code == "not-open"
    assert not match.view(0).color_open
    match.do(white(0, RED, 7, plan(BLUE, 9)), white(1))
    assert numbers(match.state, 0) == {"red": (7,), "blue": (9,)}


@BOTH
def test_penalty_for_the_active_player_who_marks_nothing(timing: Timing) -> None:
    """RULES 2, Penalty: others are never penalised."""
    match = Match(position(EMPTY, EMPTY, EMPTY, roll=SEVEN, active=1, timing=timing))
    match.do(white(0), white(1), white(2), color(1))
    assert [state_sheet.penalties for state_sheet in match.state.sheets] == [0, 1, 0]
    assert match.happened("color", "penalised", "rolled")


@BOTH
@pytest.mark.parametrize("marks", [(white(0, RED, 7), color(0)), (white(0), color(0, RED, 5))])
def test_no_penalty_after_one_mark_in_either_action(timing: Timing, marks: tuple[ChooseWhite, TakeColor]) -> None:
    """RULES 2, Penalty."""
    match = Match(position(EMPTY, EMPTY, roll=SEVEN, timing=timing))
    match.do(white(1), *marks)
    assert match.state.sheets[0].penalties == 0


@BOTH
def test_penalty_also_when_nothing_could_be_marked(timing: Timing) -> None:
    """RULES 2, Penalty."""
    full = sheet(red=(11,), yellow=(11,), green=(3,), blue=(3,))
    match = Match(position(full, EMPTY, roll=dice((1, 1)), timing=timing))
    assert match.awaited == {1}
    match.do(white(1))
    assert ColorTaken(0, None, possible=False) in match.events
    assert match.state.sheets[0].penalties == 1


@BOTH
def test_end_by_four_penalties(timing: Timing) -> None:
    """RULES 2, End."""
    match = Match(position(sheet(penalties=3), sheet(red=(2,)), roll=SEVEN, timing=timing))
    match.do(white(0), white(1), color(0))
    outcome = QWIXX.outcome(match.state)
    assert outcome is not None
    assert (outcome.reason, outcome.scores, outcome.places) == ("penalties", (-20, 1), (2, 1))
    assert match.awaited == set()
    assert match.view(0).phase is Phase.OVER


def second_lock(timing: Timing) -> Match:
    """Green is locked; seat 1 locks red in the white action, while seat 0 is active and passes."""
    first = sheet(green=(*FIVE_GREEN, 2), blue=(12,))
    match = Match(position(first, sheet(red=FIVE_RED), roll=dice((6, 6), yellow=1, blue=1), timing=timing))
    return match.do(white(0), white(1, RED, 12))


def test_end_by_two_locked_rows_completes_the_turn() -> None:
    """RULES 2, End, timing: sheet: the active player may still take the color action."""
    match = second_lock(Timing.SHEET)
    assert (match.state.phase, match.awaited) == (Phase.COLOR, {0})
    match.do(color(0, BLUE, 7))
    outcome = QWIXX.outcome(match.state)
    assert outcome is not None
    assert (outcome.reason, outcome.scores) == ("rows-locked", (28 + 3, 28))


def test_end_by_two_locked_rows_still_brings_the_penalty() -> None:
    """RULES 2, End, timing: sheet."""
    match = second_lock(Timing.SHEET).do(color(0))
    assert match.state.outcome is not None
    assert match.state.sheets[0].penalties == 1


def test_strict_ends_at_once_and_without_penalty() -> None:
    """RULES 2, End, timing: strict: who has marked nothing by then gets no penalty."""
    match = second_lock(Timing.STRICT)
    assert match.happened("white", "ended")
    assert match.state.sheets[0].penalties == 0
    assert match.state.outcome is not None
    assert match.state.outcome.scores == (29, 28)


def test_color_first_that_locks_the_second_row_leaves_the_white_action_open() -> None:
    """RULES 2, End, timing: sheet: the white action is still played, in the rows that are open."""
    first = sheet(green=(*FIVE_GREEN, 2), red=FIVE_RED)
    match = Match(position(first, EMPTY, roll=dice((5, 6), red=6)))
    match.do(white(1, RED, 11), color(0, RED, 12))
    assert match.awaited == {0, 1}
    assert match.refuses(white(1, GREEN, 11)).code == "row-closed"
    match.do(white(1, YELLOW, 11), white(0, BLUE, 11))
    assert match.state.outcome is not None
    assert numbers(match.state, 1) == {"yellow": (11,)}
    assert match.state.sheets[0].total == 28 + 28 + 1


def test_strict_ends_after_the_color_action_that_locks() -> None:
    """RULES 2, End."""
    first = sheet(green=(*FIVE_GREEN, 2), red=FIVE_RED)
    match = Match(position(first, EMPTY, roll=dice((5, 6), red=6), timing=Timing.STRICT))
    match.do(white(0), white(1, YELLOW, 11), color(0, RED, 12))
    assert match.state.outcome is not None
    assert match.state.sheets[0].penalties == 0


def test_more_than_two_rows_may_be_locked_in_the_end() -> None:
    """RULES 2, End: two rows or more."""
    start = position(
        sheet(red=FIVE_RED), sheet(yellow=FIVE_RED), sheet(green=(*FIVE_GREEN, 2), blue=(11,)), roll=TWELVE
    )
    match = Match(start).do(white(0, RED, 12), white(1, YELLOW, 12))
    assert match.state.closed == RED.bit | YELLOW.bit | GREEN.bit
    assert match.awaited == {0}
    assert match.do(color(0)).state.outcome is not None


def test_score_equal_points_share_the_place() -> None:
    """RULES 2, Score."""
    tied = sheet(red=(2, 3))
    match = Match(position(sheet(penalties=3), tied, tied, roll=SEVEN)).do(white(0), white(1), white(2), color(0))
    assert match.state.outcome is not None
    assert match.state.outcome.places == (3, 1, 1)


def test_nothing_is_done_after_the_end() -> None:
    match = second_lock(Timing.STRICT)
    for action in (white(0), white(1, YELLOW, 12), color(0), TakeBack(0)):
        assert match.refuses(action).code == "over"
