"""The alt texts of Qwixx's pictures: all that is shown, in as many characters as Discord takes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.games.base import Presence
from bot.games.qwixx import QWIXX
from bot.games.qwixx.dice import Dice
from bot.games.qwixx.sheet import ROWS, Mark, Row, Sheet
from bot.games.qwixx.state import Choice, Chose, ChosenBy, ColorPlan, GiveOrder, State, View
from bot.games.qwixx.views import color_of_active, earned, order_would_pass, white_rows
from cogs.qwixx.pictures import own_words, sheets_words
from cogs.ui.language import words_of
from cogs.ui.page import MOST_ALT
from renderers.qwixx.facts import sheet_facts, table_facts
from renderers.qwixx.options import options_of
from renderers.qwixx.own import OwnSheetFacts
from renderers.qwixx.sheet import facts_of
from tests.games.chance import SeededChance
from tests.renderers.qwixx.matches import NAMES, end_of, state_at, states

WORDS = words_of("en", "qwixx")
EVERY_SECOND = Sheet((0b0101_0101_0101, 0b1011_0110_1101, 0b0101_0101_0101, 0b1011_0110_1101), 3)
"""Many marks and no long runs: the most to be said."""


def own_alt(view: View, name: str = "Ann") -> str:
    assert view.viewer is not None
    facts = OwnSheetFacts(table_facts(view), sheet_facts(view, view.viewer), options_of(view, view.viewer))
    return own_words(facts, name, WORDS)


def full(state: State) -> State:
    return replace(state, sheets=(EVERY_SECOND,) * len(state.sheets))


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_no_match_has_more_to_say_than_there_is_room(seats: int) -> None:
    names = tuple(f"{'A very long name of a person, ' * 2}{seat}"[:40] for seat in range(seats))
    for state in states(seats, seed=seats):
        told = sheets_words(facts_of(QWIXX.view(state, None)), names, WORDS)
        assert len(told) <= MOST_ALT
        for seat in range(seats):
            assert len(own_alt(QWIXX.view(state, seat), names[seat])) <= MOST_ALT


def test_nor_do_the_fullest_sheets() -> None:
    view = QWIXX.view(full(state_at(20, 5)), None)
    told = sheets_words(facts_of(view), ("W" * 40,) * 5, WORDS)
    assert len(told) <= MOST_ALT
    for sheet in view.sheets:
        for row in sheet.rows:
            assert f"{row.row} " in told
            assert f"= {row.points}" in told
    assert told.count("3 penalties") == 5


def test_it_says_all_that_the_picture_of_all_sheets_shows() -> None:
    state = state_at(9, 3, computers=(2,))
    state = replace(state, sheets=(Sheet((0b1000_0001_1111 | 0b0100_0000_0000, 0, 0, 0), 1), *state.sheets[1:]))
    state = replace(state, closed=Row.RED.bit, dice=state.dice.without(Row.RED.bit))
    view = QWIXX.view(state, None)
    told = sheets_words(facts_of(view), ("Ann", "Ben", "Computer"), WORDS)
    dice = view.dice
    assert f"turn 9. White dice {dice.white[0]} + {dice.white[1]} = {dice.white_sum}" in told
    assert f"yellow {dice.colors[1]}" in told
    assert "Locked for all: red." in told
    assert "red 2 3 4 5 6 12 lock = 28" in told
    assert "1 penalty." in told
    assert "Computer, computer" in told
    assert told.count("active") == 1
    assert "awaited" in told
    assert "In the turn before: " in told


def test_the_end_has_places_and_who_left_is_named() -> None:
    state = end_of(3)
    told = sheets_words(facts_of(QWIXX.view(state, None)), ("Ann", "Ben", "Cid"), WORDS)
    assert state.outcome is not None
    for place in state.outcome.places or ():
        assert f"place {place}" in told
    assert "awaited" not in told
    gone = replace(state_at(4, 3), left=(1,), presence=(Presence.PERSON, Presence.LEFT, Presence.PERSON))
    assert "Ben, has left" in sheets_words(facts_of(QWIXX.view(gone, None)), ("Ann", "Ben", "Cid"), WORDS)


def test_ones_own_sheet_says_what_can_be_marked_and_what_is_chosen() -> None:
    state = state_at(1, 2)
    state = replace(state, dice=Dice((1, 5), (6, 1, 2, 5)))
    view = QWIXX.view(state, state.active)
    told = own_alt(view)
    assert "red 6 with the white dice, +1, passes over 4 numbers" in told
    assert "yellow 6 with the white dice or a colored die, +1" in told
    assert "red 11 with a colored die" in told
    assert "Points of a row by its marks, 1 to 12: 1 3 6 10 15 21 28 36 45 55 66 78." in told
    chosen = own_alt(replace(view, choice=Choice(Mark(Row.RED, 6), ColorPlan(Mark(Row.RED, 7)))))
    assert "red 6 with the white dice, +1, passes over 4 numbers, chosen" in chosen
    assert "red 7 with a colored die, +2, chosen" in chosen


def test_names_are_as_people_write_them() -> None:
    told = sheets_words(facts_of(QWIXX.view(state_at(1, 5), None)), NAMES, WORDS)
    assert all(name in told for name in NAMES)


# What the view says for controls that all share


@pytest.mark.parametrize("seats", [2, 4])
def test_shared_controls_offer_what_somebody_can_do(seats: int) -> None:
    for state in states(seats, seed=3):
        views = [QWIXX.view(state, seat) for seat in range(seats)]
        public = QWIXX.view(state, None)
        fitting = {option.mark.row for view in views for option in view.white_options}
        assert white_rows(public) == tuple(row for row in ROWS if row in fitting)
        assert color_of_active(public) == views[state.active].color_options


def test_a_mark_earns_what_the_score_grows_by() -> None:
    for state in states(2, seed=5):
        view = QWIXX.view(state, min(QWIXX.to_act(state), default=0))
        assert view.viewer is not None
        for option in view.white_options:
            sheet = state.sheets[view.viewer]
            gain = sheet.marked(option.mark).total - sheet.total
            assert earned(view, view.viewer, option.mark) == gain
            after = replace(state, sheets=(sheet.marked(option.mark),) * 2)
            assert earned(QWIXX.view(after, view.viewer), view.viewer, option.mark) == gain


def test_an_order_would_pass_where_giving_it_does() -> None:
    for state in list(states(3, seed=2))[:40]:
        for seat in QWIXX.to_act(state):
            for limit in (None, 0, 2, 9):
                after = QWIXX.apply(state, GiveOrder(seat, limit), SeededChance(1))
                passes = Chose(seat, Choice(None, by=ChosenBy.ORDER)) in after.events
                assert order_would_pass(QWIXX.view(state, seat), limit) == passes
