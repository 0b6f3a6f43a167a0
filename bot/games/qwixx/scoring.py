"""How a match ends, and who has won (RULES 2, End, Score and Leaving)."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.base import Outcome, Presence, rank
from bot.games.qwixx.sheet import PENALTY_LIMIT, ROWS_TO_END, RowSet, Sheet
from bot.games.qwixx.state import End, State


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
