"""What the owner of a sheet can mark now, and what each mark would earn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bot.games.base import Seat
from bot.games.qwixx.sheet import ROW_POINTS, Mark, Markable
from bot.games.qwixx.state import Phase, View
from bot.games.qwixx.views import color_after


@dataclass(frozen=True, slots=True)
class Option:
    """A mark that can be made: as the white sum, as a color sum, or as either."""

    mark: Mark
    skips: int
    """So many unmarked numbers would be passed over."""
    points: int
    """So many points more the row would have."""
    white: bool
    color: bool
    chosen: bool
    """Whether it is the viewer's own choice, not applied yet."""


def options_of(view: View, seat: Seat) -> tuple[Option, ...]:
    """The options of the view's own seat, row by row and from left to right.

    Once a white mark is chosen, the color options are those that would follow it: their skips and points count it.
    """
    white = {option.mark: option for option in view.white_options}
    color = {option.mark: option for option in _color_options(view)}
    marks = sorted(white.keys() | color.keys(), key=lambda mark: (mark.row.place, mark.row.numbers.index(mark.number)))
    chosen = set(_chosen(view))
    return tuple(
        Option(
            mark=mark,
            skips=(white.get(mark) or color[mark]).skips,
            points=_points(view, seat, mark, after_choice=mark not in white),
            white=mark in white,
            color=mark in color,
            chosen=mark in chosen,
        )
        for mark in marks
    )


def _color_options(view: View) -> tuple[Markable, ...]:
    if view.phase is not Phase.WHITE:
        return view.color_options
    return color_after(view, view.choice.mark if view.choice else None)


def _chosen(view: View) -> Iterator[Mark]:
    """The white mark chosen, and the color mark planned after it."""
    if view.choice is not None:
        if view.choice.mark is not None:
            yield view.choice.mark
        if view.choice.then is not None and view.choice.then.mark is not None:
            yield view.choice.then.mark


def _points(view: View, seat: Seat, mark: Mark, *, after_choice: bool) -> int:
    row = view.sheets[seat].rows[mark.row.place]
    marks = len(row.marked) + row.lock
    white = view.choice.mark if view.choice and view.phase is Phase.WHITE else None
    if after_choice and white is not None and white.row is mark.row:
        marks += 1
    return ROW_POINTS[marks + 1 + mark.locks] - ROW_POINTS[marks]
