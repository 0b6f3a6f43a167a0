"""The simple computer: what it marks, and that it plays from a view alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.games.base import Player
from bot.games.qwixx import QWIXX
from bot.games.qwixx.computer import LEVELS
from bot.games.qwixx.state import Options, Timing
from bot.games.qwixx.views import legal
from tests.games.chance import SeededChance
from tests.games.qwixx.players import Table, play, tables
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
    position,
    sheet,
    white,
)

simple = LEVELS["simple"]
SEVEN = dice((3, 4), red=6, yellow=6, green=1, blue=1)
"""White sum 7; red and yellow 9 or 10, green and blue 4 or 5."""
FAR = sheet()
"""Every mark with these dice skips five numbers or more."""


def test_marks_what_skips_the_fewest_numbers_and_at_most_one() -> None:
    start = position(FAR, sheet(red=(5,), yellow=(6,), green=(8,), blue=(9,)), roll=SEVEN)
    assert simple(Match(start).view(1)) == white(1, YELLOW, 7)
    assert simple(Match(position(FAR, sheet(red=(5,)), roll=SEVEN)).view(1)) == white(1, RED, 7)
    assert simple(Match(position(FAR, sheet(red=(4,)), roll=SEVEN)).view(1)) == white(1)


def test_the_active_player_skips_up_to_three_to_avoid_a_penalty() -> None:
    assert simple(Match(position(sheet(red=(3,)), FAR, roll=SEVEN)).view(0)) == white(0, RED, 7)
    assert simple(Match(position(sheet(red=(2,)), FAR, roll=SEVEN)).view(0)) == white(0)


def test_the_active_player_leaves_the_white_sum_for_a_cheaper_color_sum() -> None:
    cheaper = sheet(red=(3,), yellow=(8,))
    match = Match(position(cheaper, FAR, roll=SEVEN))
    assert simple(match.view(0)) == white(0)
    match.do(white(0), white(1))
    assert simple(match.view(0)) == color(0, YELLOW, 9)


def test_the_color_action_is_dearer_only_with_nothing_marked() -> None:
    two_away = sheet(red=(6,), green=(8,))
    roll = dice((3, 4), red=6, yellow=6, green=6, blue=1)
    match = Match(position(two_away, FAR, roll=roll)).do(white(0), white(1))
    assert simple(match.view(0)) == color(0, RED, 9)
    marked = Match(position(two_away, FAR, roll=roll)).do(white(0, GREEN, 7), white(1))
    assert simple(marked.view(0)) == color(0)


def test_a_lock_is_never_declined() -> None:
    ready = sheet(red=FIVE_RED, yellow=(11,))
    match = Match(position(ready, sheet(blue=FIVE_GREEN), roll=dice((6, 6), red=6)))
    assert simple(match.view(0)) == white(0, RED, 12)
    far = sheet(blue=FIVE_GREEN)
    match = Match(position(far, FAR, roll=dice((1, 2), blue=1))).do(white(0, RED, 3), white(1))
    assert simple(match.view(0)) == color(0, BLUE, 2), "though it skips five numbers, and there is no penalty to avoid"


@given(tables([0.0, 0.3]), st.integers(0, 10**6))
def test_its_choice_is_legal_and_of_the_view_alone(table: Table, when: int) -> None:
    moments = list(play(table))
    state = moments[when % len(moments)].after
    for seat in state.awaited():
        view = QWIXX.view(state, seat)
        choice = simple(view)
        assert choice in list(legal(view))
        assert simple(view) == choice


@pytest.mark.parametrize("timing", list(Timing))
def test_computers_play_whole_matches(timing: Timing) -> None:
    for seed in range(20):
        chance = SeededChance(seed)
        state = QWIXX.setup([Player(None)] * (2 + seed % 4), Options(timing), chance).state
        while state.outcome is None:
            state = QWIXX.apply(state, simple(QWIXX.view(state, state.awaited()[0])), chance).state
        assert max(state.outcome.scores) > 0


def test_a_spectator_chooses_nothing() -> None:
    with pytest.raises(ValueError, match="spectator"):
        simple(Match(position(FAR, FAR, roll=SEVEN)).view(None))
