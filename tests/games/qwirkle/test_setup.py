"""RULES 1: Set-up, Who starts, Opening."""

from __future__ import annotations

from collections import Counter

import pytest

from bot.core.errors import RuleError
from bot.games.base import Leave, Player, Presence, Skip, Step, TakeOver
from bot.games.qwirkle import QWIRKLE
from bot.games.qwirkle.board import Cell, Placement
from bot.games.qwirkle.opening import order_of_age
from bot.games.qwirkle.state import (
    Dealt,
    Event,
    Exchange,
    OpeningRule,
    Options,
    Phase,
    Play,
    Played,
    Skipped,
    Started,
    StarterFound,
    State,
)
from bot.games.qwirkle.tiles import ALL_TILES
from tests.games.chance import SeededChance
from tests.games.qwirkle.positions import apply, assert_can_be_said, before_opening, play, refused, start, tiles

FREE = Options(opening=OpeningRule.FREE)


def starter(step: Step[State, Event]) -> StarterFound:
    event = step.events[-1]
    assert isinstance(event, StarterFound)
    return event


@pytest.mark.parametrize("seats", range(2, 7))
def test_set_up(seats: int) -> None:
    """RULES 1, Set-up: every player draws 6 tiles, the rest stays in the bag; 2 to 6 players."""
    step = start(seats)
    assert [type(event) for event in step.events] == [Started, Dealt, StarterFound]
    state = step.state
    assert [len(hand) for hand in state.hands] == [6] * seats
    assert len(state.bag) == 108 - 6 * seats
    assert Counter(state.bag) + Counter(tile for hand in state.hands for tile in hand) == Counter(ALL_TILES)
    assert (state.scores, state.turn, state.phase) == ((0,) * seats, 1, Phase.OPENING)
    assert QWIRKLE.replay(step.events) == state


def test_drawn_from_the_end_of_the_bag() -> None:
    """RULES 3: draws from the bag's end, six for the first seat, six for the next."""
    order = SeededChance(5).shuffle(ALL_TILES)
    state = start(3, seed=5).state
    assert state.hands == (order[:-7:-1], order[-7:-13:-1], order[-13:-19:-1])
    assert state.bag == order[:-18]


@pytest.mark.parametrize("seats", [0, 1, 7])
def test_number_of_seats(seats: int) -> None:
    with pytest.raises(RuleError) as caught:
        start(seats)
    assert caught.value.code == "number-of-seats"
    assert_can_be_said(caught.value)


@pytest.mark.parametrize("oldest", [-1, 2])
def test_the_oldest_is_one_of_the_seats(oldest: int) -> None:
    with pytest.raises(RuleError) as caught:
        start(2, Options(oldest=oldest))
    assert caught.value.code == "no-such-seat"


def test_a_computer_is_not_the_oldest() -> None:
    """RULES 1, Who starts: computers count as younger than every person."""
    with pytest.raises(RuleError) as caught:
        start(2, Options(oldest=1), computers=[1])
    assert caught.value.code == "oldest-is-computer"
    assert_can_be_said(caught.value)


def test_started_stands_alone() -> None:
    started = start(3, computers=[1]).events[0]
    state = QWIRKLE.evolve(None, started)
    assert state.presence == (Presence.PERSON, Presence.COMPUTER, Presence.PERSON)
    with pytest.raises(ValueError, match="begins with the start"):
        QWIRKLE.evolve(None, start().events[1])


# --- Who starts ---


def test_the_largest_set_starts_and_numbers_are_announced() -> None:
    """RULES 1, Who starts."""
    found = starter(before_opening("RC OS YD GT BV PX", "RC RS OX YX GX BD", "RC RC RC RC RC RS"))
    assert found.numbers == (1, 3, 2)
    assert found.seat == 1


def test_on_a_tie_the_oldest_starts() -> None:
    """RULES 1, Who starts: on a tie the oldest account; computers are younger, the lowest seat first among them."""
    players = [Player(300), Player(None), Player(100), Player(None), Player(200)]
    assert order_of_age(players, None) == (2, 4, 0, 1, 3)
    assert starter(before_opening("BC", "RC", "OC", "YC", computers=[0, 1])).seat == 2
    assert starter(before_opening("BC", "RC", computers=[0, 1])).seat == 0


def test_the_lobby_may_name_the_oldest() -> None:
    """RULES 1, Who starts: the lobby may name the oldest."""
    assert order_of_age([Player(100), Player(200), Player(300)], 1) == (1, 0, 2)
    assert starter(before_opening("BC", "RC", "GC", options=Options(oldest=2))).seat == 2


def test_a_tie_is_for_those_with_the_largest_set() -> None:
    assert starter(before_opening("BC", "RC RS", "GC GS")).seat == 1


# --- Opening ---

HANDS = ("RC RS RD BC GX YT", "RC GS GD GT GV OX")  # 3 and 4


def test_the_starter_plays_a_set_of_that_size() -> None:
    """RULES 1, Opening: any set of that size it holds, in one line."""
    state = before_opening("RC RS RD BC OC YT", "BX").state
    for line in ("RC RS RD", "BC RC OC"):
        three = tuple(Placement(Cell(x, 0), tile) for x, tile in enumerate(tiles(line)))
        assert apply(state, Play(0, three)).state.scores == (3, 0)
        error = refused(state, Play(0, three[:2]))
        assert (error.code, error.data) == ("opening-size", {"size": 3, "found": 2})


def test_the_starter_must_not_exchange() -> None:
    """RULES 1, Opening: must play, not exchange; under "free" too, and after a skip too."""
    for options in (Options(), FREE):
        state = before_opening(*HANDS, options=options).state
        assert refused(state, Exchange(1, tiles("RC"))).code == "must-open"
        assert refused(apply(state, Skip(1)).state, Exchange(0, tiles("RC"))).code == "must-open"


def test_free_opening() -> None:
    """RULES 1, Opening: `free` lets it play any legal line of 1 to 6 tiles."""
    state = before_opening(*HANDS, options=FREE).state
    assert apply(state, Play(1, play("RC 0 0"))).state.scores == (0, 1)
    assert apply(state, Play(1, play("GS 0 0", "GD 0 1"))).state.scores == (0, 2)
    assert refused(state, Play(1, play("RC 0 0", "GS 0 1"))).code == "line-mixed"


def test_the_opening_lies_at_the_origin() -> None:
    """RULES 4, Cell: the leftmost or topmost tile of the opening lies at N14, wherever it was typed."""
    state = before_opening("RC RS RD", "BX").state
    typed = play("RS 8 -3", "RC 8 -4", "RD 8 -2")
    played = apply(state, Play(0, typed)).events[0]
    assert isinstance(played, Played)
    assert played.play == play("RC 0 0", "RS 0 1", "RD 0 2")


def test_a_skipped_starter_leaves_the_opening_to_the_next() -> None:
    """RULES 1, Opening: the next seat opens with its own largest set."""
    step = apply(before_opening(*HANDS).state, Skip(1))
    assert step.events == (Skipped(1),)
    assert (step.state.active, step.state.turn, step.state.phase) == (0, 2, Phase.OPENING)
    assert QWIRKLE.view(step.state, 0).opening_size == 3
    assert refused(step.state, Play(0, play("RC 0 0"))).code == "opening-size"
    apply(step.state, Play(0, play("RC 0 0", "RS 1 0", "RD 2 0")))


def test_all_may_skip_the_opening() -> None:
    state = before_opening(*HANDS).state
    for seat in (1, 0, 1, 0):
        state = apply(state, Skip(seat)).state
    assert (state.active, state.turn) == (1, 5)


def test_when_the_starter_leaves_it_is_found_anew() -> None:
    """RULES 1, Opening: if the starter leaves, the starter is found anew among the rest."""
    state = before_opening("RC BS GX", "RC RS RD RT", "RC RS RD").state
    step = apply(state, Leave(1))
    assert step.events[1:] == (StarterFound(2, (1, None, 3)),)
    assert (step.state.active, step.state.starter, step.state.turn) == (2, 2, 2)


def test_a_starter_found_anew_is_the_oldest_who_is_left() -> None:
    state = before_opening("RC", "RC RS", "BC", "GC").state
    assert apply(state, Leave(1)).state.active == 0
    taken_over = apply(state, TakeOver(0, computer=True)).state
    assert apply(taken_over, Leave(1)).state.active == 2  # a computer is younger than every person


def test_when_another_leaves_the_starter_stays() -> None:
    state = before_opening("RC BS GX", "RC RS RD RT", "RC RS RD").state
    step = apply(state, Leave(2))
    assert len(step.events) == 1
    assert (step.state.active, step.state.turn) == (1, 1)


def test_when_the_one_who_opens_for_a_skipped_starter_leaves_the_next_opens() -> None:
    """The starter was found already, and its turn is over: play goes on to the next seat."""
    skipped = apply(before_opening("RC", "RC RS", "BC", "GC").state, Skip(1)).state
    step = apply(skipped, Leave(2))
    assert len(step.events) == 1
    assert (step.state.active, step.state.starter) == (3, 1)


def test_a_skipped_starter_who_leaves_later_changes_nothing() -> None:
    skipped = apply(before_opening("RC", "RC RS", "BC", "GC").state, Skip(1)).state
    step = apply(skipped, Leave(1))
    assert (step.state.active, step.state.turn) == (2, 2)


def test_the_hands_are_those_that_are_left() -> None:
    """The tiles of a starter who left are in the bag again; the others keep theirs."""
    state = before_opening("RC BS GX", "RC RS RD RT", "RC RS RD").state
    after = apply(state, Leave(1)).state
    assert after.hands == (tiles("RC BS GX"), (), tiles("RC RS RD"))
    assert Counter(after.bag) == Counter(state.bag) + Counter(tiles("RC RS RD RT"))
