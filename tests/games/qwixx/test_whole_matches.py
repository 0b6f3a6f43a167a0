"""Whole matches of players who do anything, and what must hold at every moment of them."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.errors import RuleError
from bot.games.base import Leave, Player, Presence, rank
from bot.games.fields import Fields
from bot.games.qwixx import QWIXX
from bot.games.qwixx.legality import can_mark_white, order_passes
from bot.games.qwixx.referee import QUESTIONS
from bot.games.qwixx.sheet import ROWS, Mark
from bot.games.qwixx.state import (
    Action,
    ChooseWhite,
    ColorPlan,
    ColorTaken,
    Ended,
    Event,
    Options,
    Penalised,
    Phase,
    Rolled,
    Started,
    State,
    TakeBack,
    TakeColor,
    WhiteApplied,
)
from tests.games.chance import SeededChance
from tests.games.qwixx.players import Moment, Table, play, tables
from tests.games.qwixx.positions import written

MOST_TURNS = 44 * 5 + 4 * 5
"""Every turn the active player marks a number or a penalty, and there are no more of them."""


@given(tables())
def test_every_sheet_is_a_legal_position_and_its_score_that_of_the_log(table: Table) -> None:
    marks: dict[tuple[int, str], set[int]] = {}
    penalties: dict[int, int] = {}
    for moment in play(table):
        for event in moment.events:
            note(event, marks, penalties)
        for seat, sheet in enumerate(moment.after.sheets):
            answer = QUESTIONS["score"](Fields({"sheet": written(sheet)}))
            assert answer["score"] == sheet.total == points(seat, marks, penalties)
            assert sheet.penalties == penalties.get(seat, 0)


def note(event: Event, marks: dict[tuple[int, str], set[int]], penalties: dict[int, int]) -> None:
    """Keep a log's marks and penalties, without the engine's sheets."""
    made: list[tuple[int, Mark | None]] = []
    if isinstance(event, WhiteApplied):
        made = list(enumerate(event.marks))
    if isinstance(event, ColorTaken):
        made = [(event.seat, event.mark)]
    for seat, mark in made:
        if mark is not None:
            marks.setdefault((seat, mark.row.value), set()).add(mark.number)
    if isinstance(event, Penalised):
        penalties[event.seat] = penalties.get(event.seat, 0) + 1


def points(seat: int, marks: dict[tuple[int, str], set[int]], penalties: dict[int, int]) -> int:
    total = -5 * penalties.get(seat, 0)
    for color, last in (("red", 12), ("yellow", 12), ("green", 2), ("blue", 2)):
        numbers = marks.get((seat, color), set())
        count = len(numbers) + (last in numbers)
        total += count * (count + 1) // 2
    return total


@given(tables())
def test_replaying_the_log_gives_the_same_state(table: Table) -> None:
    log: list[Event] = []
    for moment in play(table):
        log += moment.events
        assert QWIXX.replay(log) == moment.after
        if moment.before is not None:
            state = moment.before
            for event in moment.events:
                state = QWIXX.evolve(state, event)
            assert state == moment.after


@given(tables())
def test_the_chance_of_a_log_can_be_drawn_again(table: Table) -> None:
    """RULES 3: the first active player, then each roll, removed dice left out."""
    chance, other = SeededChance(table.seed), SeededChance(table.seed + 1)
    state: State | None = None
    differs = False
    for moment in play(table):
        for event in moment.events:
            assert QWIXX.redraw(state, event, chance) == event
            differs |= QWIXX.redraw(state, event, other) != event
            assert isinstance(event, Started | Rolled) or QWIXX.redraw(state, event, other) is event
            state = QWIXX.evolve(state, event)
    assert differs


@given(tables())
def test_closed_rows_are_those_locked_and_have_no_die(table: Table) -> None:
    for _, _, _, state in play(table):
        locks = 0
        for sheet in state.sheets:
            locks |= sheet.locks
        assert state.closed == locks
        assert [die is None for die in state.dice.colors] == [bool(locks & row.bit) for row in ROWS]


@given(tables())
def test_somebody_who_can_do_something_is_awaited_until_the_end(table: Table) -> None:
    for _, _, _, state in play(table):
        awaited = QWIXX.to_act(state)
        assert bool(awaited) == (state.outcome is None)
        assert (state.phase is Phase.OVER) == (state.outcome is not None)
        assert QWIXX.phase(state) in set(Phase)
        for seat in awaited:
            assert state.present(seat)
            assert list(QWIXX.legal(QWIXX.view(state, seat)))
        if state.phase is Phase.WHITE:
            assert all(can_mark_white(state, seat) and not order_passes(state, seat) for seat in awaited)
        if state.phase is Phase.COLOR:
            assert awaited == {state.active}
            assert QWIXX.view(state, state.active).color_options


@given(tables())
def test_the_outcome_is_that_of_the_sheets(table: Table) -> None:
    *_, last = play(table)
    outcome = QWIXX.outcome(last.after)
    assert outcome is not None
    assert last.events[-1] == Ended(outcome)
    assert outcome.scores == tuple(sheet.total for sheet in last.after.sheets)
    penalised = any(sheet.penalties == 4 for sheet in last.after.sheets)
    locked = last.after.closed.bit_count() >= 2
    match outcome.reason:
        case "penalties":
            assert penalised
        case "rows-locked":
            assert locked
            assert not penalised
        case "last-player":
            assert last.after.presence.count(Presence.LEFT) == len(last.after.presence) - 1
        case "only-computers":
            assert Presence.PERSON not in last.after.presence
    assert outcome.places == (None if outcome.reason == "only-computers" else rank(outcome.scores, last.after.left))


@given(tables())
def test_a_match_of_players_who_play_ends(table: Table) -> None:
    calm = table._replace(unrest=0.0)
    moments = list(play(calm))
    assert moments[-1].after.outcome is not None
    assert QWIXX.turn(moments[-1].after) <= MOST_TURNS


@given(tables())
def test_turns_and_active_seats_follow_each_other(table: Table) -> None:
    """RULES 2, A turn."""
    before: Rolled | None = None
    for moment in play(table):
        for event in moment.events:
            if isinstance(event, Rolled):
                if before is not None:
                    assert event.turn == before.turn + 1
                    assert event.seat == follower(moment, before.seat)
                before = event


def follower(moment: Moment, seat: int) -> int:
    """The next seat that had not left before this action, nor leaves by it."""
    assert moment.before is not None
    gone = {seat for seat in range(len(moment.before.sheets)) if not moment.before.present(seat)}
    if isinstance(moment.action, Leave):
        gone.add(moment.action.seat)
    seats = len(moment.before.sheets)
    return next(other % seats for other in range(seat + 1, seat + 1 + seats) if other % seats not in gone)


def all_moves(state: State, seat: int) -> list[Action]:
    """Every move that could be typed, legal or not; of plans, those with numbers that the dice can show."""
    marks = [None, *(Mark(row, number) for row in ROWS for number in range(1, 14))]
    sums = [None, *(Mark(row, number) for row in ROWS for number in {2, 13, *state.dice.color_sums(row)})]
    whites = [None, *(Mark(row, state.dice.white_sum) for row in ROWS)]
    planned = [ChooseWhite(seat, mark, ColorPlan(then)) for mark, then in product(whites, sums)]
    alone = [action(seat, mark) for action in (ChooseWhite, TakeColor) for mark in marks]
    return [*alone, *planned, TakeBack(seat)]


@given(tables(), st.integers(0, 10**6))
def test_legal_names_exactly_the_moves_that_are_not_refused(table: Table, when: int) -> None:
    moments = list(play(table))
    state = moments[when % len(moments)].after
    for seat in range(len(state.sheets)):
        legal = list(QWIXX.legal(QWIXX.view(state, seat)))
        assert len(set(legal)) == len(legal)
        assert set(legal) == {move for move in all_moves(state, seat) if accepted(state, move)}


def accepted(state: State, move: Action) -> bool:
    try:
        QWIXX.apply(state, move, SeededChance(0))
    except RuleError:
        return False
    return True


def test_a_log_begins_with_the_start() -> None:
    with pytest.raises(ValueError, match="begins with the start"):
        QWIXX.evolve(None, Penalised(0))
    with pytest.raises(ValueError, match="without events"):
        QWIXX.replay([])


@pytest.mark.parametrize("seats", [0, 1, 6])
def test_a_match_is_for_two_to_five(seats: int) -> None:
    with pytest.raises(RuleError) as caught:
        QWIXX.setup([Player(None)] * seats, Options(), SeededChance(0))
    assert caught.value.code == "seat-count"
