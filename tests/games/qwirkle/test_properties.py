"""What holds in every match, whoever does what at whatever moment."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import islice
from typing import Annotated

from hypothesis import given
from hypothesis import strategies as st
from pydantic import Field, TypeAdapter

from bot.core.errors import RuleError
from bot.games.base import Player, Presence, Step
from bot.games.qwirkle import QWIRKLE
from bot.games.qwirkle.board import Cell
from bot.games.qwirkle.computer import LEVELS
from bot.games.qwirkle.moves import any_fits
from bot.games.qwirkle.state import (
    Action,
    Ended,
    Event,
    Exchange,
    OpeningRule,
    Options,
    Phase,
    Played,
    State,
    View,
)
from bot.games.qwirkle.tiles import ALL_TILES, Tile
from tests.games.chance import SeededChance
from tests.games.qwirkle.players import TURN_LIMIT, wild_match
from tests.games.qwirkle.positions import plain_is_line, plain_lines, plain_points

ACTIONS: TypeAdapter[Action] = TypeAdapter(Annotated[Action, Field(discriminator="kind")])
EVENTS: TypeAdapter[Event] = TypeAdapter(Annotated[Event, Field(discriminator="kind")])
VIEWS: TypeAdapter[View] = TypeAdapter(View)


@st.composite
def first_steps(draw: st.DrawFn) -> tuple[Step[State, Event], int]:
    """A match as it begins, and a seed for the rest of it."""
    seed = draw(st.integers(0, 10**9))
    accounts = draw(
        st.lists(st.none() | st.integers(1, 10**18), min_size=2, max_size=6, unique_by=lambda a: a or object())
    )
    persons = [seat for seat, account in enumerate(accounts) if account is not None]
    oldest = draw(st.sampled_from([None, *persons]))
    options = Options(draw(st.sampled_from(OpeningRule)), oldest)
    return QWIRKLE.setup(list(map(Player, accounts)), options, SeededChance(seed)), seed


def all_tiles(state: State) -> Counter[Tile]:
    return Counter(
        (*state.bag, *state.out, *(tile for _, tile in state.board), *(t for hand in state.hands for t in hand))
    )


def score_of_log(events: Iterable[Event], seats: int) -> tuple[int, ...]:
    """The scores recomputed by the plain rules, with 6 for a last tile that ended the match."""
    scores = [0] * seats
    on: dict[Cell, Tile] = {}
    for event in events:
        if isinstance(event, Played):
            scores[event.seat] += plain_points(on, event.play)
            on.update(event.play)
            last = event.seat
        if isinstance(event, Ended) and event.outcome.reason == "hand-empty":
            scores[last] += 6
    return tuple(scores)


@given(first_steps())
def test_invariants(first: tuple[Step[State, Event], int]) -> None:
    """Tiles make 108, every line is legal, scores are those of the log, replaying it gives the state, codecs agree."""
    step, seed = first
    log = list(step.events)
    for before, action, following in wild_match(step, random.Random(seed), SeededChance(seed + 1)):
        state = following.state
        log += following.events
        assert all_tiles(state) == Counter(ALL_TILES)
        board = dict(state.board)
        assert all(plain_is_line([board[cell] for cell in line]) for line in plain_lines(board))
        assert state.turn > before.turn or state.active in (before.active, None)
        assert all(x + state.labels.columns >= 5 and y + state.labels.rows >= 5 for x, y in board)
        assert_ended_or_playable(state)
        assert ACTIONS.validate_json(ACTIONS.dump_json(action)) == action
        assert [EVENTS.validate_json(EVENTS.dump_json(event)) for event in following.events] == list(following.events)
    assert score_of_log(log, len(state.hands)) == state.scores
    assert QWIRKLE.replay(log) == state


def assert_ended_or_playable(state: State) -> None:
    """RULES 1, A turn and End, put the other way round: whoever is awaited has something to do."""
    active = state.active
    assert (active is None) == (state.outcome is not None) == (state.phase is Phase.OVER)
    if active is None:
        return
    assert state.presence[active] is not Presence.LEFT
    assert QWIRKLE.to_act(state) == {active}
    assert next(QWIRKLE.legal(QWIRKLE.view(state, active)), None) is not None
    assert any_fits(dict(state.board), (*state.bag, *(tile for hand in state.hands for tile in hand)))
    assert all(state.hands[seat] for seat in range(len(state.hands)) if seat not in state.left)


@given(st.integers(0, 10**9), st.integers(2, 6))
def test_redraw(seed: int, seats: int) -> None:
    """RULES 3: the same chance, used in the order of the log, gives the same log again."""
    chance, again = SeededChance(seed), SeededChance(seed)
    first = QWIRKLE.setup([Player(account) for account in range(seats)], Options(), chance)
    log = list(first.events)
    for _, _, following in wild_match(first, random.Random(seed), chance):
        log += following.events
    state = None
    for event in log:
        assert QWIRKLE.redraw(state, event, again) == event
        state = QWIRKLE.evolve(state, event)


@given(first_steps())
def test_views_hold_no_secret(first: tuple[Step[State, Event], int]) -> None:
    """No view, and no text made from one, tells apart two states that differ in what the seat must not know."""
    step, seed = first
    rng = random.Random(seed)
    for _, _, following in wild_match(step, rng, SeededChance(seed)):
        state = following.state
        seat = rng.choice((*range(len(state.hands)), None))
        view = QWIRKLE.view(state, seat)
        assert VIEWS.dump_json(view) == VIEWS.dump_json(QWIRKLE.view(with_other_secrets(state, seat, rng), seat))
        assert VIEWS.validate_json(VIEWS.dump_json(view)) == view
        assert view.hand == (None if seat is None else state.hands[seat])


def with_other_secrets(state: State, seat: int | None, rng: random.Random) -> State:
    """The state with other tiles in the other hands, and another bag, as far as they can be exchanged unseen."""
    hidden = [tile for other, hand in enumerate(state.hands) if other != seat for tile in hand] + list(state.bag)
    rng.shuffle(hidden)
    hands = [hand if other == seat else tuple(hidden.pop() for _ in hand) for other, hand in enumerate(state.hands)]
    return replace(state, hands=tuple(hands), bag=tuple(hidden))


@given(first_steps())
def test_redacted_events_hold_no_secret(first: tuple[Step[State, Event], int]) -> None:
    """Others' tiles and the order of the bag are in no event that a seat may see; its own tiles are."""
    step, seed = first
    log = list(step.events)
    for _, _, following in wild_match(step, random.Random(seed), SeededChance(seed)):
        log += following.events
    for event in log:
        for seat in (*range(len(step.state.hands)), None):
            seen = EVENTS.dump_python(QWIRKLE.redact(event, seat), mode="json")
            assert seen.get("bag") is None
            own = getattr(event, "seat", None) == seat and seat is not None
            for field in ("drawn", "returned", "hand"):
                assert field not in seen or (seen[field] is not None) == own
            if "hands" in seen:
                assert [hand is not None for hand in seen["hands"]] == [
                    other == seat for other in range(len(seen["hands"]))
                ]
            assert seen["kind"] == event.kind


@given(st.integers(0, 10**9), st.integers(2, 6))
def test_a_match_of_players_who_play_when_they_can_ends(seed: int, seats: int) -> None:
    state = QWIRKLE.setup([Player(None)] * seats, Options(), SeededChance(seed)).state
    chance = SeededChance(seed)
    while state.active is not None:
        assert state.turn < TURN_LIMIT
        state = QWIRKLE.apply(state, LEVELS["simple"](QWIRKLE.view(state, state.active)), chance).state
    assert state.outcome is not None
    assert state.outcome.places is not None
    assert 1 in state.outcome.places


@given(first_steps(), st.integers(0, 30))
def test_everything_legal_is_accepted(first: tuple[Step[State, Event], int], steps: int) -> None:
    """What `legal` lists is what `apply` accepts: every play and exchange, and no other exchange."""
    step, seed = first
    rng = random.Random(seed)
    state = step.state
    for _, _, following in islice(wild_match(step, rng, SeededChance(seed)), steps):
        state = following.state
    if state.active is None:
        return
    actions = list(QWIRKLE.legal(QWIRKLE.view(state, state.active)))
    assert len(set(actions)) == len(actions)
    for action in rng.sample(actions, min(40, len(actions))):
        QWIRKLE.apply(state, action, SeededChance(0))
    for seat in (*range(len(state.hands)), None):
        if seat != state.active:
            assert list(QWIRKLE.legal(QWIRKLE.view(state, seat))) == []
    listed = {tuple(sorted(action.tiles)) for action in actions if isinstance(action, Exchange)}
    for _ in range(20):
        tiles = tuple(rng.choices(state.hands[state.active], k=rng.randint(1, 6)))
        assert (tuple(sorted(tiles)) in listed) == accepted(state, Exchange(state.active, tiles))


def accepted(state: State, action: Action) -> bool:
    try:
        QWIRKLE.apply(state, action, SeededChance(0))
    except RuleError:
        return False
    return True
