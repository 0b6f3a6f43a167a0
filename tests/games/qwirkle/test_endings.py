"""RULES 1: End and Leaving."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from bot.games.base import Leave, Outcome, Presence, TakeOver
from bot.games.qwirkle import QWIRKLE
from bot.games.qwirkle.board import Cell
from bot.games.qwirkle.state import (
    End,
    Ended,
    Exchange,
    LabelsMoved,
    Left,
    Passed,
    Play,
    Played,
    State,
    TakenOver,
)
from tests.games.chance import SeededChance
from tests.games.qwirkle.positions import apply, before_opening, board, match_with, play, refused, tiles

ON = board("RC RS")
REST = "YX YV PX PV GX GV BX"


def outcome(state: State) -> Outcome:
    found = QWIRKLE.outcome(state)
    assert found is not None
    return found


# --- End ---


def test_the_last_tile_of_the_hand() -> None:
    """RULES 1, End 1: the last tile of the hand with the bag empty ends the game at once and gets 6 more."""
    step = apply(match_with("RD", "OC RT", on=ON, bag=""), Play(0, play("RD 2 0")))
    played, ended = step.events
    assert isinstance(played, Played)
    assert (played.points, played.bonus) == (3, 6)
    assert ended == Ended(Outcome(End.HAND_EMPTY, (9, 0), (1, 2)))
    assert (step.state.scores, step.state.active) == ((9, 0), None)


def test_the_bag_is_looked_at_after_the_draw() -> None:
    """RULES 1, End 1: … with the bag empty (after the draw): who draws the last tile goes on with it."""
    step = apply(match_with("RD", "OC RT", on=ON, bag="RX"), Play(0, play("RD 2 0")))
    assert step.state.hands[0] == tiles("RX")
    assert (step.state.outcome, step.state.scores) == (None, (3, 0))


def test_nobody_can_play() -> None:
    """RULES 1, End 2: the bag is empty and no player can play any tile; nobody gets the 6."""
    step = apply(match_with("RD BX", "GX BV", on=ON, bag=""), Play(0, play("RD 2 0")))
    assert step.events[1:] == (Ended(Outcome(End.NO_PLAY, (3, 0), (1, 2))),)


def test_the_last_tile_comes_before_nobody_can_play() -> None:
    """RULES 1, End: in this order of precedence."""
    step = apply(match_with("RD", "GX BV", on=ON, bag=""), Play(0, play("RD 2 0")))
    assert outcome(step.state) == Outcome(End.HAND_EMPTY, (9, 0), (1, 2))


def test_dead_board() -> None:
    """RULES 1, End 3: no tile in any hand or in the bag fits anywhere; the game ends at once, nobody gets the 6."""
    step = apply(match_with("RD BX", "GX BV", on=ON, bag="YX YV PX PV GX GV BX"), Play(0, play("RD 2 0")))
    assert step.events[1:] == (Ended(Outcome(End.DEAD_BOARD, (3, 0), (1, 2))),)


@pytest.mark.parametrize(
    "fitting", [("RD BX RT", "GX BV", REST), ("RD BX", "GX RT", REST), ("RD BX", "GX BV", f"RT {REST}")]
)
def test_one_fitting_tile_is_enough_to_go_on(fitting: tuple[str, str, str]) -> None:
    """RULES 1, End 3: in a hand, or anywhere in the bag; until then who cannot play must exchange."""
    own, other, bag = fitting
    after = apply(match_with(own, other, on=ON, bag=bag), Play(0, play("RD 2 0"))).state
    assert after.outcome is None
    if other == "GX BV":
        assert all(isinstance(action, Exchange) for action in QWIRKLE.legal(QWIRKLE.view(after, 1)))


def test_exchanges_go_on_until_the_board_is_dead() -> None:
    """RULES 1, End 3: the sheet's "must exchange" holds until then. Nothing ends while a fitting tile is somewhere."""
    state = match_with("BX BV", "GX GV", on=ON, bag="RT YX YV")
    for turn in range(10):
        state = apply(state, Exchange(turn % 2, state.hands[turn % 2]), seed=turn).state
    assert state.outcome is None


def test_labels_move_before_the_end() -> None:
    state = match_with("RD", "OC RT", on={Cell(-8, 0): ON[Cell(0, 0)]}, bag="")
    step = apply(state, Play(0, play("RD -9 0")))
    assert [type(event) for event in step.events] == [Played, LabelsMoved, Ended]


def test_most_points_win_and_equal_points_share_the_place() -> None:
    """RULES 1, End."""
    state = replace(match_with("RD", "OC RT", "BC", on=ON, bag=""), scores=(1, 10, 4))
    assert outcome(apply(state, Play(0, play("RD 2 0"))).state) == Outcome(End.HAND_EMPTY, (10, 10, 4), (1, 1, 3))


# --- Leaving ---


def test_the_hand_goes_back_into_the_bag() -> None:
    """RULES 1, Leaving: the hand goes back into the bag and is mixed; the score is kept."""
    state = replace(match_with("RD BC", "OC RT", "GC", on=ON, bag="PC PS PD"), scores=(7, 8, 9))
    step = apply(state, Leave(1))
    (event,) = step.events
    assert isinstance(event, Left)
    assert (event.count, event.hand) == (2, tiles("OC RT"))
    after = step.state
    assert Counter(after.bag) == Counter(tiles("PC PS PD OC RT"))
    assert after.bag == SeededChance(1).shuffle(tiles("PC PS PD OC RT"))
    assert (after.hands[1], after.out, after.scores) == ((), (), (7, 8, 9))
    assert (after.presence[1], after.left) == (Presence.LEFT, (1,))


def test_with_the_bag_empty_the_hand_leaves_the_game() -> None:
    """RULES 1, Leaving: if the bag is empty the hand leaves the game, and the bag stays empty."""
    after = apply(match_with("RD BC", "OC RT", "RV", on=ON, bag=""), Leave(1)).state
    assert (after.bag, after.out) == ((), tiles("OC RT"))


def test_who_is_not_to_act_leaves_the_turn_where_it_is() -> None:
    state = match_with("RD BC", "OC RT", "GC", on=ON)
    after = apply(state, Leave(1)).state
    assert (after.active, after.turn) == (0, 1)
    assert apply(after, Play(0, play("RD 2 0"))).state.active == 2


@pytest.mark.parametrize(("active", "following"), [(0, 1), (1, 2), (2, 0)])
def test_who_is_to_act_leaves_the_turn_to_the_next(active: int, following: int) -> None:
    after = apply(match_with("RD BC", "OC RT", "GC", on=ON, active=active), Leave(active)).state
    assert (after.active, after.turn) == (following, 2)


def test_the_end_is_checked_again() -> None:
    """RULES 1, Leaving: with the only one who could play gone, and the tiles too, nobody can play."""
    step = apply(match_with("RD RT", "BX", "GV", on=ON, bag=""), Leave(0))
    assert step.events[1:] == (Ended(Outcome(End.NO_PLAY, (0, 0, 0), (3, 1, 1))),)


def test_a_leaver_may_leave_the_turn_to_one_who_cannot_play() -> None:
    step = apply(match_with("RD RT", "BX", "RV GC", on=ON, bag=""), Leave(0))
    assert step.events[1:] == (Passed(1),)
    assert step.state.active == 2


def test_the_last_player_wins_at_once() -> None:
    """RULES 1, Leaving: one player left: that player wins at once."""
    state = replace(match_with("RD BC", "OC RT", "GC", on=ON), scores=(1, 50, 60))
    step = apply(apply(state, Leave(2)).state, Leave(1))
    assert step.events[1:] == (Ended(Outcome(End.LAST_PLAYER, (1, 50, 60), (1, 2, 3))),)


def test_the_last_player_comes_before_nobody_can_play() -> None:
    step = apply(match_with("RD RT", "BX", on=ON, bag=""), Leave(0))
    assert step.events[1:] == (Ended(Outcome(End.LAST_PLAYER, (0, 0), (2, 1))),)


def test_the_last_player_wins_before_the_opening_too() -> None:
    step = apply(before_opening("RC", "RC RS").state, Leave(1))
    assert [type(event) for event in step.events] == [Left, Ended]
    assert outcome(step.state).places == (1, 2)


def test_who_left_is_below_everyone_who_finished() -> None:
    """RULES 1, Leaving: below everyone who finished; of several who left, the later is placed higher."""
    state = replace(match_with("RD", "OC RT", "GC", "BC", on=ON, bag=""), scores=(1, 90, 2, 80))
    state = apply(apply(state, Leave(3)).state, Leave(1)).state
    assert outcome(apply(state, Play(0, play("RD 2 0"))).state).places == (1, 3, 2, 4)


def test_only_computers_left() -> None:
    """RULES 1, Leaving: the match ends without result, also where one player is left, and that is a computer."""
    for hands in (("RD", "OC RT"), ("RD", "OC RT", "BC")):
        state = match_with(*hands, on=ON, computers=range(1, len(hands)))
        step = apply(state, Leave(0))
        assert step.events[1:] == (Ended(Outcome(End.ONLY_COMPUTERS, (0,) * len(hands), None)),)


def test_a_person_and_a_computer_go_on() -> None:
    state = match_with("RD", "OC RT", "BC", on=ON, computers=[2])
    assert apply(state, Leave(1)).state.outcome is None
    assert outcome(apply(apply(state, Leave(1)).state, Leave(2)).state).reason == End.LAST_PLAYER


def test_computers_may_play_among_themselves() -> None:
    state = match_with("RD RT", "OC RT", on=ON, computers=[0, 1])
    assert apply(state, Play(0, play("RD 2 0"))).state.outcome is None


# --- A seat goes on ---


def test_a_computer_takes_the_seat() -> None:
    """RULES 1, Leaving: the hand and the score stay with the seat."""
    state = replace(match_with("RD BC", "OC RT", on=ON), scores=(3, 4))
    step = apply(state, TakeOver(1, computer=True))
    assert step.events == (TakenOver(1, computer=True),)
    assert step.state == replace(state, presence=(Presence.PERSON, Presence.COMPUTER))


def test_another_person_takes_the_seat() -> None:
    state = match_with("RD BC", "OC RT", on=ON, computers=[1])
    for seat in (0, 1):
        after = apply(state, TakeOver(seat, computer=False)).state
        assert after.presence[seat] is Presence.PERSON


def test_a_computer_does_not_take_a_computers_seat() -> None:
    state = match_with("RD BC", "OC RT", on=ON, computers=[1])
    assert refused(state, TakeOver(1, computer=True)).code == "already-computer"


def test_a_computer_in_the_last_persons_seat_ends_the_match() -> None:
    """RULES 1, Leaving: only computers left."""
    step = apply(match_with("RD BC", "OC RT", on=ON, computers=[1]), TakeOver(0, computer=True))
    assert step.events[1:] == (Ended(Outcome(End.ONLY_COMPUTERS, (0, 0), None)),)
