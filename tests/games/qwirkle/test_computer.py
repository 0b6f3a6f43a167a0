"""The simple computer player: the play that earns the most, an exchange where there is none."""

from __future__ import annotations

import random

import pytest

from bot.games.qwirkle import QWIRKLE
from bot.games.qwirkle.board import Cell
from bot.games.qwirkle.moves import moves
from bot.games.qwirkle.state import Action, Exchange, OpeningRule, Options, Play, State
from bot.games.qwirkle.tiles import Tile
from tests.games.qwirkle.positions import apply, before_opening, board, grown_board, match_with, play, tiles


def choice(state: State, seat: int | None = 0) -> Action:
    return QWIRKLE.computers["simple"](QWIRKLE.view(state, seat))


@pytest.mark.parametrize("seed", [0, 1, 2, 4, 5])
def test_earns_the_most(seed: int) -> None:
    on, bag = grown_board(random.Random(seed), 8)
    state = match_with(" ".join(bag[:6]), "RC", on=on, bag="BX")
    most = max(move.points for move in moves(on, bag[:6]))
    assert apply(state, choice(state)).state.scores == (most, 0)


def test_of_equal_plays_makes_no_line_of_five() -> None:
    """The sheets' advice: avoid making lines of five."""
    four = board("RC RS RD RT")  # RV makes it five, for 5 points
    corner = {Cell(10, 4): Tile.RX, Cell(11, 5): Tile.OV, Cell(12, 5): Tile.YV}  # lines of 2 and 3, for 5 points too
    assert choice(match_with("RV", "RX", on=four | corner, bag="BX")) == Play(0, play("RV 10 5"))
    assert choice(match_with("RV", "RX", on=four, bag="BX")) == Play(0, play("RV -1 0"))


def test_of_what_is_left_the_leftmost() -> None:
    state = match_with("RV BX", "RX", on=board("RC RS"), bag="BX BX")
    assert choice(state) == Play(0, play("RV -1 0"))


def test_opens_with_the_largest_set() -> None:
    """RULES 1, Opening, for a computer too."""
    state = before_opening("RC RS OX YX GX BD", "RC OS YD GT BV PX").state
    action = choice(state)
    assert isinstance(action, Play)
    assert {tile for _, tile in action.play} == set(tiles("OX YX GX"))
    apply(state, action)


def test_opens_freely_where_that_is_the_rule() -> None:
    state = before_opening("RC RS OX YX GX BD", "RC", options=Options(opening=OpeningRule.FREE)).state
    assert apply(state, choice(state)).state.scores == (3, 0)


def test_exchanges_what_is_not_of_the_largest_set() -> None:
    state = match_with("BX GX YX BX PV GD", "RC", on=board("RC RS"), bag="YV YD PD PX PX PX")
    assert choice(state) == Exchange(0, tiles("BX PV GD"))


def test_exchanges_no_more_than_the_bag_has() -> None:
    state = match_with("BX GX YX BX PV GD", "RC", on=board("RC RS"), bag="YV YD")
    assert choice(state) == Exchange(0, tiles("BX PV"))


def test_a_whole_set_gives_its_last_tile() -> None:
    state = match_with("BX GX YX", "RC", on=board("RC RS"), bag="YV YD")
    assert choice(state) == Exchange(0, tiles("YX"))


def test_the_same_view_gets_the_same_answer() -> None:
    on, bag = grown_board(random.Random(1), 8)
    first = choice(match_with(" ".join(bag[:6]), "RC", on=on))
    again = choice(match_with(" ".join(reversed(bag[:6])), "RC", on=dict(reversed(on.items()))))
    assert first == again


@pytest.mark.parametrize("seat", [1, None])
def test_asked_at_the_wrong_moment(seat: int | None) -> None:
    with pytest.raises(ValueError, match="turn"):
        choice(match_with("BX", "RC", on=board("RC RS")), seat)
