"""Views come as JSON too, from whoever draws a bug report: what no match can hold is refused here, in a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.games.qwixx import QWIXX
from bot.games.qwixx.dice import Dice
from bot.games.qwixx.sheet import LAST, PENALTY_LIMIT, ROW_POINTS, ROWS, Mark
from bot.games.qwixx.state import RowView, SheetView, Turn, View
from renderers.errors import PictureError

_PIPS = range(1, 7)
_POINTS = range(-5 * PENALTY_LIMIT, len(ROWS) * ROW_POINTS[-1] + 1)
_TURNS = range(1, 1_000_000)


def check_view(view: View) -> None:
    """Raises PictureError where something in the view is out of its range."""
    seats = len(view.sheets)
    _check("the number of seats", seats, QWIXX.seats)
    for what, values in (("presence", view.presence), ("progress", view.progress), ("scores", view.scores)):
        _check_length(f"entries in {what}", values, seats)
    if view.viewer is not None:
        _check("the viewer's seat", view.viewer, range(seats))
    if view.outcome is not None and view.outcome.places is not None:
        _check_length("places", view.outcome.places, seats)
    for sheet in view.sheets:
        _check_sheet(sheet)
    _check_dice(view.dice)
    for turn in (view.current, view.previous):
        if turn is not None:
            _check_turn(turn, seats)
    _check_own(view)


def check_names(names: Sequence[str], view: View) -> None:
    """Raises PictureError unless every seat has a name."""
    _check_length("names", names, len(view.sheets))


def _check_sheet(sheet: SheetView) -> None:
    if tuple(row.row for row in sheet.rows) != ROWS:
        raise PictureError(f"a sheet must have the rows {', '.join(row.value for row in ROWS)} in this order")
    for row in sheet.rows:
        _check_row(row)
    _check("the number of penalties", sheet.penalties, range(PENALTY_LIMIT + 1))
    _check("a total", sheet.total, _POINTS)


def _check_row(row: RowView) -> None:
    _check_marks([Mark(row.row, number) for number in row.marked])
    places = [row.row.numbers.index(number) for number in row.marked]
    if places != sorted(set(places)):
        raise PictureError("the marks of a row must stand from left to right, each once")
    if row.lock and LAST not in places:
        raise PictureError("a lock is marked without the row's last number")
    _check("the points of a row", row.points, range(ROW_POINTS[-1] + 1))


def _check_dice(dice: Dice) -> None:
    for pips in dice.white:
        _check("a white die", pips, _PIPS)
    if len(dice.colors) != len(ROWS):
        raise PictureError(f"there are {len(ROWS)} rows, but {len(dice.colors)} colored dice")
    for pips_or_none in dice.colors:
        if pips_or_none is not None:
            _check("a colored die", pips_or_none, _PIPS)


def _check_turn(turn: Turn, seats: int) -> None:
    _check("the number of a turn", turn.number, _TURNS)
    _check("the active seat", turn.active, range(seats))
    _check_length("white marks", turn.white, seats)
    _check_marks(mark for mark in (*turn.white, turn.color) if mark is not None)


def _check_own(view: View) -> None:
    """What only the viewer sees."""
    if view.viewer is None:
        return
    options = [*view.white_options, *view.color_options]
    _check_marks(option.mark for option in options)
    for mark, skips in options:
        _check("the number of skipped numbers", skips, range(mark.row.numbers.index(mark.number) + 1))
    planned = view.choice.then.mark if view.choice and view.choice.then else None
    chosen = [mark for mark in (view.choice.mark if view.choice else None, planned) if mark is not None]
    _check_marks(chosen)
    for mark in (*(option.mark for option in options), *chosen):
        if mark.number in view.sheets[view.viewer].rows[mark.row.place].marked:
            raise PictureError(f"{mark.row.value} {mark.number} can be marked, but it has a mark already")


def _check_marks(marks: Iterable[Mark]) -> None:
    for row, number in marks:
        _check(f"a number in the {row.value} row", number, range(min(row.numbers), max(row.numbers) + 1))


def _check_length(what: str, values: Sequence[object], seats: int) -> None:
    if len(values) != seats:
        raise PictureError(f"there are {seats} seats, but {len(values)} {what}")


def _check(what: str, value: int, allowed: range) -> None:
    if value not in allowed:
        raise PictureError(f"{what} must be from {allowed[0]} to {allowed[-1]}")
