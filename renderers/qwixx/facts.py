"""What pictures of sheets tell besides themselves: values for an alt text."""

from __future__ import annotations

from dataclasses import dataclass

from bot.games.base import Presence, Seat
from bot.games.qwixx.dice import Dice
from bot.games.qwixx.sheet import Mark, Row
from bot.games.qwixx.state import Progress, SheetView, View
from renderers.qwixx.looks import made_in


@dataclass(frozen=True, slots=True)
class SheetFacts:
    """One sheet as drawn."""

    seat: Seat
    sheet: SheetView
    presence: Presence
    progress: Progress | None
    """None once the match is over, or the player has left: then no sign stands there."""
    place: int | None
    """Once the match is over; the first has a crown."""
    marked_now: tuple[Mark, ...]
    """In this turn,"""
    marked_before: tuple[Mark, ...]
    """and in the one before: both are highlighted."""


@dataclass(frozen=True, slots=True)
class TableFacts:
    """What everybody sees of the turn."""

    turn: int
    dice: Dice
    closed: tuple[Row, ...]
    active: Seat | None
    """Whose card is framed; nobody's once the match is over."""


def table_facts(view: View) -> TableFacts:
    return TableFacts(view.turn, view.dice, view.closed, active_seat(view))


def sheet_facts(view: View, seat: Seat) -> SheetFacts:
    gone = view.presence[seat] is Presence.LEFT
    places = view.outcome.places if view.outcome else None
    return SheetFacts(
        seat=seat,
        sheet=view.sheets[seat],
        presence=view.presence[seat],
        progress=None if gone or view.outcome else view.progress[seat],
        place=places[seat] if places else None,
        marked_now=made_in(view.current, seat),
        marked_before=made_in(view.previous, seat) if view.previous else (),
    )


def active_seat(view: View) -> Seat | None:
    gone = view.outcome is not None or view.presence[view.active] is Presence.LEFT
    return None if gone else view.active
