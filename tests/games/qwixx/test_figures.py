"""What standings count of a player's sheet beside its score."""

from __future__ import annotations

from collections import defaultdict

from hypothesis import given

from bot.games.base import Figures, Seat
from bot.games.qwixx import QWIXX
from bot.games.qwixx.sheet import PENALTY_COST
from bot.games.qwixx.state import Rolled, State
from tests.games.qwixx.players import Moment, Table, play, tables


def counted(moments: list[Moment]) -> dict[Seat, Figures]:
    figures: defaultdict[Seat, Figures] = defaultdict(Figures)
    state: State | None = None
    for moment in moments:
        for event in moment.events:
            state = QWIXX.evolve(state, event)
            for seat, gained in QWIXX.figures(state, event).items():
                figures[seat] = figures[seat].and_also(gained)
    return figures


def by_turns(moments: list[Moment]) -> dict[Seat, int]:
    """The most that the rows of each sheet gained from one roll to the next, or to the end."""
    state: State | None = None
    begun: list[int] = []
    best: defaultdict[Seat, int] = defaultdict(int)

    def close_turn(rows: list[int]) -> None:
        for seat, (before, after) in enumerate(zip(begun, rows, strict=True)):
            best[seat] = max(best[seat], after - before)

    for moment in moments:
        for event in moment.events:
            state = QWIXX.evolve(state, event)
            rows = [sheet.total + PENALTY_COST * sheet.penalties for sheet in state.sheets]
            if isinstance(event, Rolled):
                close_turn(rows) if begun else None
                begun = rows
    close_turn(rows)
    return best


@given(tables())
def test_the_figures_are_those_of_the_sheets_at_the_end(table: Table) -> None:
    moments = list(play(table))
    figures, best = counted(moments), by_turns(moments)
    for seat, sheet in enumerate(moments[-1].after.sheets):
        found = figures[seat]
        assert (found.feats, found.slips, found.best_play) == (
            sheet.locks.bit_count(),
            sheet.penalties,
            best[seat],
        )
