"""What a seat must not know: what others have chosen before it is applied, and their standing orders, ever.

A hidden thing is varied, and everything that others can see is compared: views, their text and JSON, logs.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Annotated

from hypothesis import given
from hypothesis import strategies as st
from pydantic import Field, TypeAdapter

from bot.games.base import Seat, TakeOver
from bot.games.qwixx import QWIXX
from bot.games.qwixx.state import (
    Action,
    ChooseWhite,
    Chose,
    Event,
    GiveOrder,
    OrderGiven,
    Phase,
    State,
    TookBack,
    View,
    WhiteApplied,
)
from bot.games.qwixx.views import legal
from tests.games.chance import SeededChance
from tests.games.qwixx.players import Table, play, tables
from tests.games.qwixx.positions import (
    GREEN,
    RED,
    Match,
    color,
    dice,
    plan,
    position,
    sheet,
    white,
)

VIEWS = TypeAdapter(View)
EVENTS: TypeAdapter[Event] = TypeAdapter(Annotated[Event, Field(discriminator="kind")])
EMPTY = sheet()
SEVEN = dice((3, 4), red=2, yellow=3, green=4, blue=5)


def seen_by(seat: Seat | None, state: State, log: Iterable[Event] = ()) -> tuple[object, ...]:
    """All that reaches a viewer, as values and as text."""
    view = QWIXX.view(state, seat)
    redacted = [QWIXX.redact(event, seat) for event in log]
    texts = [EVENTS.dump_json(event) for event in redacted]
    return view, repr(view), VIEWS.dump_json(view), redacted, repr(redacted), texts


def others(state: State, seat: Seat) -> list[Seat | None]:
    return [None, *(other for other in range(len(state.sheets)) if other != seat)]


@given(tables(), st.integers(0, 10**6))
def test_no_view_and_no_log_shows_a_choice_before_it_is_applied(table: Table, when: int) -> None:
    """RULES 2, White action: whatever a seat chooses, everybody else sees the same."""
    moments = list(play(table))
    states = [moment.after for moment in moments if moment.after.phase is Phase.WHITE]
    state = states[when % len(states)] if states else moments[0].after
    for seat in range(len(state.sheets)):
        ways = [way for way in ways_to_choose(state, seat) if way[0].phase is Phase.WHITE and same_turn(state, way[0])]
        for viewer in others(state, seat):
            assert len({repr(seen_by(viewer, after, log)) for after, log in ways}) <= 1


def ways_to_choose(state: State, seat: Seat) -> list[tuple[State, tuple[Event, ...]]]:
    """What each possible choice of the seat would lead to."""
    if state.phase is not Phase.WHITE or not state.present(seat):
        return []
    moves = [move for move in legal(QWIXX.view(state, seat)) if isinstance(move, ChooseWhite)]
    return [(step.state, step.events) for move in moves for step in [QWIXX.apply(state, move, SeededChance(0))]]


def same_turn(one: State, other: State) -> bool:
    return one.current == other.current


@given(tables([0.3]), st.integers(0, 10**6))
def test_a_pass_by_order_looks_like_a_choice(table: Table, when: int) -> None:
    """RULES 2, Standing order: seen by its owner alone."""
    moments = list(play(table))
    state = moments[when % len(moments)].after
    for seat in state.awaited():
        if state.phase is Phase.WHITE and len(state.awaited()) > 1:
            by_order = QWIXX.apply(state, GiveOrder(seat, 0), SeededChance(0)).state
            if by_order.choices[seat] is not None:
                by_hand = QWIXX.apply(state, ChooseWhite(seat, None), SeededChance(0)).state
                for viewer in others(state, seat):
                    assert seen_by(viewer, by_order) == seen_by(viewer, by_hand)


@given(tables([0.3]), st.integers(0, 10**6), st.integers(0, 9), st.integers(0, 9))
def test_no_view_and_no_log_shows_a_standing_order(table: Table, when: int, one: int, two: int) -> None:
    """RULES 2, Standing order: seen by its owner alone."""
    moments = list(play(table))
    state = moments[when % len(moments)].after
    if state.outcome is not None:
        return
    for seat in range(len(state.sheets)):
        if state.present(seat):
            steps = [QWIXX.apply(state, GiveOrder(seat, limit), SeededChance(0)) for limit in (one, two)]
            if [event.kind for event in steps[0].events] == [event.kind for event in steps[1].events]:
                for viewer in others(state, seat):
                    assert seen_by(viewer, steps[0].state, steps[0].events) == seen_by(
                        viewer, steps[1].state, steps[1].events
                    )


@given(tables([0.3]))
def test_redacted_logs_hold_no_choice_and_no_order_of_others(table: Table) -> None:
    for moment in play(table):
        for event in moment.events:
            for viewer in [None, *range(len(moment.after.sheets))]:
                redacted = QWIXX.redact(event, viewer)
                if isinstance(event, Chose):
                    own = event.seat == viewer
                    assert redacted == (event if own else Chose(event.seat, None))
                elif isinstance(event, OrderGiven):
                    assert redacted == (event if event.seat == viewer else OrderGiven(None, None))
                else:
                    assert redacted == event


@given(tables([0.3]))
def test_a_redacted_log_can_be_replayed_as_far_as_it_is_seen(table: Table) -> None:
    """What everybody may see is enough to follow the sheets."""
    moments = list(play(table))
    log = [QWIXX.redact(event, None) for moment in moments for event in moment.events]
    assert QWIXX.replay(log).sheets == moments[-1].after.sheets


@given(tables([0.3]))
def test_a_view_shows_the_owner_what_is_its_own(table: Table) -> None:
    for moment in play(table):
        for seat in range(len(moment.after.sheets)):
            view = QWIXX.view(moment.after, seat)
            assert view.choice == moment.after.choices[seat]
            assert view.order == moment.after.orders[seat]
            assert view.viewer == seat


@given(tables([0.3]))
def test_views_and_events_survive_json(table: Table) -> None:
    actions: TypeAdapter[Action] = TypeAdapter(Annotated[Action, Field(discriminator="kind")])
    for moment in play(table):
        for event in moment.events:
            assert EVENTS.validate_json(EVENTS.dump_json(event)) == event
            for viewer in (None, 0):
                redacted = QWIXX.redact(event, viewer)
                assert EVENTS.validate_json(EVENTS.dump_json(redacted)) == redacted
        if moment.action is not None:
            assert actions.validate_json(actions.dump_json(moment.action)) == moment.action
        for viewer in (None, *range(len(moment.after.sheets))):
            view = QWIXX.view(moment.after, viewer)
            assert VIEWS.validate_json(VIEWS.dump_json(view)) == view


def test_json_keeps_every_kind_of_action() -> None:
    actions: TypeAdapter[Action] = TypeAdapter(Annotated[Action, Field(discriminator="kind")])
    kinds: list[Action] = [
        white(0, RED, 7, plan()),
        white(1),
        color(0, RED, 8),
        GiveOrder(1, None),
        TakeOver(1, computer=True),
    ]
    assert [actions.validate_json(actions.dump_json(action)) for action in kinds] == kinds


def test_the_plan_of_the_active_player_is_hidden() -> None:
    start = position(EMPTY, EMPTY, EMPTY, roll=SEVEN)
    plain, planned = Match(start).do(white(0, RED, 7)), Match(start).do(white(0, RED, 7, plan(GREEN, 8)))
    for viewer in (None, 1, 2):
        assert seen_by(viewer, plain.state, plain.events) == seen_by(viewer, planned.state, planned.events)


def test_the_white_choices_are_shown_once_they_are_applied() -> None:
    match = Match(position(EMPTY, EMPTY, roll=SEVEN)).do(white(0, RED, 7), white(1))
    applied = [event for event in match.events if isinstance(event, WhiteApplied)]
    assert [QWIXX.redact(event, None) for event in applied] == applied
    assert match.view(None).current.white == applied[0].marks


def test_a_choice_taken_back_tells_nothing_of_an_order() -> None:
    """An order that no longer passes and a player who thinks again look the same."""
    skips_two = sheet(red=(4,), yellow=(2,), green=(12,), blue=(12,))
    match = Match(position(EMPTY, skips_two, EMPTY, roll=SEVEN)).do(GiveOrder(1, 0), GiveOrder(1, None))
    assert [QWIXX.redact(event, 0) for event in match.events] == [OrderGiven(None, None), TookBack(1)]


@given(tables([0.4]))
def test_who_left_sees_no_more_than_a_spectator(table: Table) -> None:
    for moment in play(table):
        for seat in moment.after.left:
            view = QWIXX.view(moment.after, seat)
            assert replace(view, viewer=None) == QWIXX.view(moment.after, None)
