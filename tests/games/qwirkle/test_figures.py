"""What standings count of a player's plays beside the score."""

from __future__ import annotations

import random
from collections import defaultdict

from hypothesis import given
from hypothesis import strategies as st

from bot.games.base import Figures, Player, Seat
from bot.games.qwirkle import QWIRKLE
from bot.games.qwirkle.board import Axis, Cell, Line, line_through
from bot.games.qwirkle.state import Event, Options, Played, State
from bot.games.qwirkle.tiles import LINE_LIMIT, Tile
from tests.games.chance import SeededChance
from tests.games.qwirkle.players import wild_match


def sixes(board: dict[Cell, Tile]) -> set[Line]:
    """Every line of six on the board, by a look at each cell."""
    lines = {line_through(board, cell, axis) for cell in board for axis in Axis}
    return {line for line in lines if line is not None and line.length == LINE_LIMIT}


@given(st.integers(2, 6), st.integers(0, 2**32))
def test_the_figures_are_those_of_the_plays(seats: int, seed: int) -> None:
    """Qwirkles are lines of six that were not there before; a line is no longer one only by being taken apart."""
    rng, chance = random.Random(seed), SeededChance(seed)
    first = QWIRKLE.setup([Player(age) for age in range(seats)], Options(), chance)
    events: list[Event] = list(first.events)
    for _, _, step in wild_match(first, rng, chance):
        events += step.events
    state: State | None = None
    found: defaultdict[Seat, Figures] = defaultdict(Figures)
    made: defaultdict[Seat, int] = defaultdict(int)
    points: defaultdict[Seat, list[int]] = defaultdict(lambda: [0])
    for event in events:
        before = set() if state is None else sixes(dict(state.board))
        state = QWIRKLE.evolve(state, event)
        if isinstance(event, Played):
            made[event.seat] += len(sixes(dict(state.board)) - before)
            points[event.seat].append(event.points)
        for seat, gained in QWIRKLE.figures(state, event).items():
            found[seat] = found[seat].and_also(gained)
    for seat in range(seats):
        assert found[seat] == Figures(max(points[seat]), made[seat], 0)
