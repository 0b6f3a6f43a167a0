"""Who got what out of a finished match (DESIGN 3, Takeovers). Pure."""

from __future__ import annotations

from bot.core.store import Result
from bot.core.table import Table
from bot.games.base import Outcome


def results(table: Table) -> tuple[Result, ...]:
    """One row for every person who ever sat at the table and for every computer that sat at the end.

    Who stayed has the place of the seat. Whoever left, also from a seat that goes on under somebody else, is placed
    below all who stayed, the later leaver higher; the score is the seat's. Empty where there is no result.
    """
    outcome: Outcome | None = None if table.state is None else table.game.outcome(table.state)
    if outcome is None or outcome.places is None:
        return ()
    stayed = list(table.company.seated())
    leavers = [holder for holder in reversed(table.company.gone) if holder.player is not None]
    counts = table.match.rated and table.match.guild is not None and _people_at_start(table) >= 2
    placed = [(holder, outcome.places[holder.seat]) for holder in stayed]
    placed += [(holder, len(stayed) + 1 + position) for position, holder in enumerate(leavers)]
    return tuple(
        Result(
            seat=holder.seat,
            nth=holder.nth,
            player=holder.player,
            place=place,
            score=outcome.scores[holder.seat],
            left=holder.left_at is not None,
            took_over=holder.took_over,
            rated=counts and holder.player is not None and not holder.took_over,
        )
        for holder, place in sorted(placed, key=lambda entry: (entry[0].seat, entry[0].nth))
    )


def _people_at_start(table: Table) -> int:
    return sum(holder.player is not None and not holder.took_over for holder in table.company.holders)
