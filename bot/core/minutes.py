"""The minutes of a match: what everybody may read of its log, each thing with the match as it was at that time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bot.core.company import after
from bot.core.happened import Happened, as_seen_by
from bot.core.match_events import is_match_event
from bot.core.scribe import Logged
from bot.core.table import Table


@dataclass(frozen=True, slots=True)
class Minute:
    """One thing that happened, as everybody may know it."""

    turn: int
    """The turn to which it belongs; 0 before the start."""
    logged: Logged
    then: Happened
    """The match when it happened: to tell a play with the names that the cells had."""
    notation: str | None
    """As RULES 4 writes it, if it has a form there."""


def minutes(table: Table, log: Sequence[Logged]) -> Iterator[Minute]:
    """The public part of a whole log. While the match runs, what is hidden stays so, as in :func:`as_seen_by`."""
    company, state, turn = None, None, 0
    for logged in log:
        event, own = logged.event, is_match_event(logged.event.kind)
        if own:
            company = after(company, event, logged.at)
        elif state is not None and logged.seat is not None:
            turn = table.game.turn(state)
        turn = getattr(event, "turn", turn)
        seen = as_seen_by(None, table, logged)
        if seen is not None and company is not None:
            then = Happened(replace(table, company=company, state=state))
            yield Minute(turn, seen, then, None if own else table.game.note(state, seen.event))
        if not own:
            state = table.game.evolve(state, event)
