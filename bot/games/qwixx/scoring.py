"""How a match ends, and who has won (RULES 2, End, Score and Leaving)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.games.base import Figures, Outcome, Presence, Seat, rank
from bot.games.qwixx.sheet import PENALTY_LIMIT, ROWS_TO_END, Mark, RowSet, Sheet
from bot.games.qwixx.state import ColorTaken, End, Event, Penalised, State, WhiteApplied


def end_on_sheets(sheets: Sequence[Sheet], closed: RowSet) -> End | None:
    """Why the sheets end the match; None while they do not."""
    if any(sheet.penalties >= PENALTY_LIMIT for sheet in sheets):
        return End.PENALTIES
    if closed.bit_count() >= ROWS_TO_END:
        return End.ROWS_LOCKED
    return None


def end_by_absence(state: State) -> End | None:
    """Why too few are left to play on; None while there are enough."""
    if Presence.PERSON not in state.presence:
        return End.ONLY_COMPUTERS
    if len(state.presence) - len(state.left) == 1:
        return End.LAST_PLAYER
    return None


def outcome(state: State, reason: End) -> Outcome:
    """The scores and places as the sheets now stand; no places where only computers are left."""
    scores = tuple(sheet.total for sheet in state.sheets)
    return Outcome(reason, scores, None if reason is End.ONLY_COMPUTERS else rank(scores, state.left))


def figures(state: State, event: Event) -> Mapping[Seat, Figures]:
    """What the event adds for each seat; ``state`` is the one after it.

    A play is all that a seat marked in one turn, in both actions: its points are those that the sheet gained by it.
    The feat is a row locked, the slip a penalty.
    """
    match event:
        case WhiteApplied(marks):
            return {seat: _of_mark(state, seat, mark) for seat, mark in enumerate(marks) if mark is not None}
        case ColorTaken(seat, mark) if mark is not None:
            return {seat: _of_mark(state, seat, mark)}
        case Penalised(seat):
            return {seat: Figures(slips=1)}
    return {}


def _of_mark(state: State, seat: Seat, mark: Mark) -> Figures:
    turn, sheet = state.current, state.sheets[seat]
    marks = (turn.white[seat], turn.color if seat == turn.active else None)
    before = sheet
    for made in marks:
        before = before if made is None else before.unmarked(made)
    return Figures(best_play=sheet.total - before.total, feats=int(mark.locks))
