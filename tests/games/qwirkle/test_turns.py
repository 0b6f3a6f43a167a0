"""RULES 1, A turn: play, exchange, pass, skip; and what is refused whatever the action."""

from __future__ import annotations

from collections import Counter

import pytest

from bot.games.base import Leave, Skip, TakeOver
from bot.games.qwirkle import QWIRKLE
from bot.games.qwirkle.board import Axis, Cell, Line
from bot.games.qwirkle.labels import Labels
from bot.games.qwirkle.state import (
    Action,
    Exchange,
    Exchanged,
    LabelsMoved,
    Passed,
    Phase,
    Play,
    Played,
    Skipped,
)
from tests.games.chance import SeededChance
from tests.games.qwirkle.positions import apply, board, match_with, play, refused, tiles

ON = board("RC RS")


# --- Play ---


def test_a_play_draws_until_the_hand_is_six_again() -> None:
    """RULES 1, A turn: play, then draw until the hand is 6 again; kept tiles stay in their order, drawn ones follow."""
    state = match_with("RD BC RV GC BX BT", "YC", on=ON, bag="PC PS PD PT")
    step = apply(state, Play(0, play("RV 3 0", "RD 2 0")))
    assert step.events == (
        Played(0, play("RD 2 0", "RV 3 0"), (Line(Cell(0, 0), Axis.ROW, 4),), 4, 0, 2, tiles("PT PD")),
    )
    after = step.state
    assert after.hands[0] == tiles("BC GC BX BT PT PD")
    assert after.bag == tiles("PC PS")
    assert (after.scores, after.active, after.turn) == ((4, 0), 1, 2)
    assert dict(after.board) == ON | {Cell(2, 0): "RD", Cell(3, 0): "RV"}


def test_a_play_draws_until_the_bag_is_empty() -> None:
    """RULES 1, A turn: … or the bag is empty."""
    state = match_with("RD BC RV GC BX BT", "YC", on=ON, bag="PC")
    after = apply(state, Play(0, play("RV 3 0", "RD 2 0"))).state
    assert (after.hands[0], after.bag) == (tiles("BC GC BX BT PC"), ())


def test_of_equal_tiles_the_first_is_played() -> None:
    state = match_with("RD BC RD GC BX BT", "YC", on=ON, bag="PC")
    assert apply(state, Play(0, play("RD 2 0"))).state.hands[0] == tiles("BC RD GC BX BT PC")


def test_play_passes_to_the_next_seat() -> None:
    """RULES, Coordinates: play passes to the next seat, round the table, past those who left."""
    state = match_with("RD RT BC", "OC BX", "BC BD", "YC YD", on=ON)
    state = apply(state, Leave(1)).state
    state = apply(state, Play(0, play("RD 2 0"))).state
    assert state.active == 2
    state = apply(apply(state, Skip(2)).state, Skip(3)).state
    assert state.active == 0


def test_an_illegal_play_is_refused() -> None:
    state = match_with("RD BC", "OC", on=ON)
    assert refused(state, Play(0, play("BC 2 0"))).code == "line-mixed"
    assert refused(state, Play(0, play("RT 2 0"))).code == "not-in-hand"
    assert refused(state, Play(0, ())).code == "empty"


def test_labels_move_on_with_the_play() -> None:
    """RULES 4, Cell: an event of its own, so that the log keeps the labels of its time."""
    state = match_with("RD RT BC", "OC", on={Cell(-8, -8): ON[Cell(0, 0)]})
    step = apply(state, Play(0, play("RD -9 -8", "RT -10 -8")))
    assert step.events[1:] == (LabelsMoved(Labels(26, 13)),)
    assert step.state.labels.name(Cell(-10, -8)) == "Q6"


# --- Exchange ---


def test_exchange() -> None:
    """RULES 1, A turn: set aside, draw as many, then mix the set-aside tiles back; the turn is over."""
    state = match_with("RD BC RD GC BX BT", "OC", on=ON, bag="PC PS PD PT")
    step = apply(state, Exchange(0, tiles("BX RD")))
    (event,) = step.events
    assert isinstance(event, Exchanged)
    assert (event.returned, event.drawn) == (tiles("RD BX"), tiles("PT PD"))
    after = step.state
    assert after.hands[0] == tiles("BC RD GC BT PT PD")
    assert Counter(after.bag) == Counter(tiles("PC PS RD BX"))
    assert (after.scores, after.active, after.turn) == ((0, 0), 1, 2)


@pytest.mark.parametrize("seed", range(20))
def test_no_one_draws_back_what_was_returned(seed: int) -> None:
    """RULES 1, A turn: drawing comes first."""
    state = match_with("RD BC", "OC", on=ON, bag="PC PS PD")
    assert not set(apply(state, Exchange(0, tiles("RD BC")), seed).state.hands[0]) & set(tiles("RD BC"))


def test_returned_tiles_are_appended_and_the_whole_bag_is_shuffled() -> None:
    """RULES 3: appended in the order of the hand, then a new shuffle of the whole bag."""

    state = match_with("RD BC GX", "OC", on=ON, bag="PC PS PD PT")
    after = apply(state, Exchange(0, tiles("GX RD")), seed=3).state
    assert after.bag == SeededChance(3).shuffle(tiles("PC PS RD GX"))


def test_exchange_of_one_to_the_smaller_of_hand_and_bag() -> None:
    """RULES 1, A turn: 1 to n tiles, n the smaller of hand and bag."""
    state = match_with("RD BC GX", "OC", on=ON, bag="PC PS")
    assert refused(state, Exchange(0, ())).code == "no-tiles"
    assert refused(state, Exchange(0, tiles("RD BC GX"))).code == "bag-too-small"
    assert refused(state, Exchange(0, tiles("RD RD"))).code == "not-in-hand"
    apply(state, Exchange(0, tiles("RD BC")))
    assert refused(match_with("RD BC", "OC", on=ON, bag=""), Exchange(0, tiles("RD"))).code == "bag-empty"


def test_exchanging_again_and_again_is_allowed() -> None:
    """RULES 1, A turn."""
    state = match_with("RD BC", "OC RT", on=ON, bag="PC PS")
    for turn in range(30):
        state = apply(state, Exchange(turn % 2, state.hands[turn % 2])).state
    assert state.outcome is None


# --- Pass and skip ---


def test_automatic_pass() -> None:
    """RULES 1, A turn: passed only where the bag is empty and there is no legal play; the bot says so."""
    state = match_with("RD RT BC", "BX", "RV GC", on=ON, bag="")
    step = apply(state, Play(0, play("RD 2 0")))
    assert step.events[1:] == (Passed(1),)
    assert (step.state.active, step.state.turn) == (2, 3)


def test_several_passes_in_a_row() -> None:
    state = match_with("RD RT BC", "BX", "BV", "GX", on=ON, bag="")
    step = apply(state, Play(0, play("RD 2 0")))
    assert step.events[1:] == (Passed(1), Passed(2), Passed(3))
    assert step.state.active == 0


def test_no_pass_while_the_bag_has_a_tile() -> None:
    """RULES 1, A turn: a player with no legal play must exchange while the bag has a tile."""
    state = match_with("RD RT BC", "BX", "RV GC", on=ON, bag="PX PV PX PV PX")
    after = apply(state, Play(0, play("RD 2 0"))).state
    assert after.bag == tiles("PX")
    assert after.active == 1
    assert list(QWIRKLE.legal(QWIRKLE.view(after, 1))) == [Exchange(1, tiles("BX"))]


def test_skip() -> None:
    """RULES 1, A turn: a skipped turn plays, draws and exchanges nothing, and is not a pass."""
    state = match_with("RD RT BC", "OC", on=ON)
    step = apply(state, Skip(0))
    assert step.events == (Skipped(0),)
    after = step.state
    assert (after.hands, after.bag, after.board, after.scores) == (state.hands, state.bag, state.board, state.scores)
    assert (after.active, after.turn) == (1, 2)


def test_a_skip_leads_past_those_who_cannot_play() -> None:
    state = match_with("RD RT BC", "BX", "BV", on=ON, bag="")
    step = apply(state, Skip(0))
    assert step.events == (Skipped(0), Passed(1), Passed(2))
    assert step.state.active == 0


# --- What is refused whatever the action ---


@pytest.mark.parametrize("seat", [-1, 2, 10**30])
@pytest.mark.parametrize("action", [Play, Exchange, Leave, Skip, TakeOver])
def test_seats_that_do_not_exist(seat: int, action: type) -> None:
    assert refused(match_with("RD BC", "OC", on=ON), _of(action, seat)).code == "no-such-seat"


@pytest.mark.parametrize("action", [Play, Exchange, Leave, Skip, TakeOver])
def test_seats_that_left(action: type) -> None:
    state = apply(match_with("RD BC", "OC", "GC", on=ON), Leave(0)).state
    assert refused(state, _of(action, 0)).code == "has-left"


@pytest.mark.parametrize("action", [Play, Exchange, Leave, Skip, TakeOver])
@pytest.mark.parametrize("seat", [0, 1, 7])
def test_a_match_that_is_over(action: type, seat: int) -> None:
    state = apply(match_with("RD BC", "OC", on=ON), Leave(0)).state
    assert state.phase is Phase.OVER
    assert QWIRKLE.to_act(state) == frozenset()
    assert refused(state, _of(action, seat)).code == "over"


def test_seats_whose_turn_it_is_not() -> None:
    state = match_with("RD BC", "OC", on=ON)
    assert QWIRKLE.to_act(state) == frozenset({0})
    assert refused(state, Play(1, play("OC 0 1"))).code == "not-your-turn"
    assert refused(state, Exchange(1, tiles("OC"))).code == "not-your-turn"
    assert refused(state, Skip(1)).code == "not-awaited"


def _of(action: type, seat: int) -> Action:
    if action is Play:
        return Play(seat, play("RD 2 0"))
    if action is Exchange:
        return Exchange(seat, tiles("RD"))
    if action is TakeOver:
        return TakeOver(seat, computer=True)
    return Leave(seat) if action is Leave else Skip(seat)
