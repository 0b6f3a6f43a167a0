"""Who got what out of a finished match (DESIGN 3, Takeovers). Pure."""

from __future__ import annotations

from bot.core.store import Holder, Result
from bot.core.table import Table
from bot.games.base import Figures, Outcome


def results(table: Table) -> tuple[Result, ...]:
    """One row for every person who ever sat at the table and for every computer that sat at the end.

    Who stayed has the place of the seat. Whoever left, also from a seat that goes on under somebody else, is placed
    below all who stayed, the later leaver higher; the score is the seat's, but the figures of the play are each
    holder's own: nobody is praised for the play of another, nor for a computer's that stood in while they were absent.
    Empty where there is no result.
    """
    outcome: Outcome | None = None if table.state is None else table.game.outcome(table.state)
    if outcome is None or outcome.places is None:
        return ()
    stayed = list(table.company.seated())
    leavers = [holder for holder in reversed(table.company.gone) if holder.player is not None]
    counts = table.match.rated and table.match.guild is not None and _people_at_start(table) >= 2
    placed = [(holder, outcome.places[holder.seat]) for holder in stayed]
    placed += [(holder, len(stayed) + 1 + position) for position, holder in enumerate(leavers)]
    placed.sort(key=lambda entry: (entry[0].seat, entry[0].nth))
    return tuple(_result(table, holder, place, outcome.scores[holder.seat], counts) for holder, place in placed)


def _result(table: Table, holder: Holder, place: int, score: int, counts: bool) -> Result:
    figures = table.figures.get((holder.seat, holder.nth), Figures())
    return Result(
        seat=holder.seat,
        nth=holder.nth,
        player=holder.player,
        place=place,
        score=score,
        left=holder.left_at is not None,
        took_over=holder.took_over,
        rated=counts and holder.player is not None and not holder.took_over,
        best_play=figures.best_play,
        feats=figures.feats,
        slips=figures.slips if table.game.has_slips else None,
    )


def _people_at_start(table: Table) -> int:
    return sum(holder.player is not None and not holder.took_over for holder in table.company.holders)
