"""What one seat, or a spectator, may know of a match (RULES 2, A turn)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from bot.games.base import Presence, Seat
from bot.games.qwixx.legality import after, color_open, color_options, passes_all, white_options
from bot.games.qwixx.sheet import LOCK_BIT, ROW_POINTS, ROWS, Mark, Markable, Row, RowSet, Sheet, rows_in
from bot.games.qwixx.state import (
    Choice,
    ChooseWhite,
    Chose,
    ChosenBy,
    ColorPlan,
    Event,
    OrderGiven,
    Phase,
    Progress,
    RowView,
    SheetView,
    State,
    TakeBack,
    TakeColor,
    View,
)


def view(state: State, viewer: Seat | None) -> View:
    """All that a picture, buttons and a computer player need, and no choice of anybody else."""
    own = viewer if viewer is not None and state.present(viewer) else None
    return View(
        viewer=viewer,
        phase=state.phase,
        options=state.options,
        presence=state.presence,
        left=state.left,
        sheets=tuple([sheet_view(sheet) for sheet in state.sheets]),
        closed=rows_in(state.closed),
        current=state.current,
        previous=state.previous,
        dice=state.dice,
        color_taken=state.color_taken,
        progress=_progress(state),
        choice=None if own is None else state.choices[own],
        order=None if own is None else state.orders[own],
        white_options=() if own is None else _white_now(state, own),
        color_options=() if own is None else _color_now(state, own),
        outcome=state.outcome,
    )


@lru_cache(maxsize=4096)
def sheet_view(sheet: Sheet) -> SheetView:
    """A sheet with its numbers and points spelled out."""
    rows = tuple(map(_row_view, ROWS, sheet.masks))
    return SheetView(rows, sheet.penalties, sheet.total)


@lru_cache(maxsize=4096)
def _row_view(row: Row, mask: int) -> RowView:
    marked = tuple(number for place, number in enumerate(row.numbers) if mask >> place & 1)
    return RowView(row, marked, bool(mask & LOCK_BIT), ROW_POINTS[mask.bit_count()])


def _progress(state: State) -> tuple[Progress, ...]:
    if state.phase is not Phase.WHITE:
        awaited = state.awaited()
        return tuple([Progress.AWAITED if seat in awaited else Progress.DONE for seat in range(len(state.sheets))])
    left = state.left
    return tuple([_progress_in_white(choice, seat in left) for seat, choice in enumerate(state.choices)])


def _progress_in_white(choice: Choice | None, has_left: bool) -> Progress:
    if choice is None:
        return Progress.DONE if has_left else Progress.AWAITED
    return Progress.UNABLE if choice.by is ChosenBy.RULES else Progress.DONE


def _white_now(state: State, seat: Seat) -> tuple[Markable, ...]:
    if state.phase is not Phase.WHITE:
        return ()
    return white_options(state.sheets[seat], state.closed, state.dice.white_sum)


def _color_now(state: State, seat: Seat) -> tuple[Markable, ...]:
    if seat != state.active or state.phase is Phase.OVER or not color_open(state):
        return ()
    return color_options(state.sheets[seat], state.closed, state.dice)


def color_after(view: View, white: Mark | None) -> tuple[Markable, ...]:
    """What the active player can plan for the color action, if the white choice is this."""
    if not view.is_active or view.color_taken or view.phase is not Phase.WHITE:
        return ()
    sheet, closed = after(_sheet(view, view.active), _closed(view), white)
    return color_options(sheet, closed, view.dice)


def color_of_active(view: View) -> tuple[Markable, ...]:
    """What the active player can take with a white and a colored die as the sheets stand, for all to know."""
    if view.color_taken or view.phase is Phase.OVER or view.active in view.left:
        return ()
    return color_options(_sheet(view, view.active), _closed(view), view.dice)


def white_rows(view: View) -> tuple[Row, ...]:
    """The rows in which anybody who plays can mark the white sum: for controls that all share."""
    if view.phase is not Phase.WHITE:
        return ()
    playing = [seat for seat in range(len(view.sheets)) if seat not in view.left]
    fitting = {
        option.mark.row
        for seat in playing
        for option in white_options(_sheet(view, seat), _closed(view), view.dice.white_sum)
    }
    return tuple(row for row in ROWS if row in fitting)


def order_would_pass(view: View, limit: int | None) -> bool:
    """Whether a standing order of this limit would pass for the viewer at once, who is awaited."""
    awaited = view.viewer in view.awaited and view.phase is Phase.WHITE and not view.is_active
    return awaited and limit is not None and passes_all(view.white_options, limit)


def earned(view: View, seat: Seat, mark: Mark) -> int:
    """The points of a mark that stands on a sheet, or that can be made there (RULES 2, Score).

    The n-th mark of a row brings n points; with the last number comes the lock, which counts as one more.
    """
    numbers = mark.row.numbers
    row = view.sheets[seat].rows[mark.row.place]
    before = sum(numbers.index(number) < numbers.index(mark.number) for number in row.marked)
    return ROW_POINTS[before + 1 + mark.locks] - ROW_POINTS[before]


def _sheet(view: View, seat: Seat) -> Sheet:
    """A sheet as masks again."""
    shown = view.sheets[seat]
    red, yellow, green, blue = (
        sum(1 << row.row.numbers.index(number) for number in row.marked) + (LOCK_BIT if row.lock else 0)
        for row in shown.rows
    )
    return Sheet((red, yellow, green, blue), shown.penalties)


def _closed(view: View) -> RowSet:
    return sum(row.bit for row in view.closed)


def legal(view: View) -> Iterator[ChooseWhite | TakeBack | TakeColor]:
    """Every move open to the view's seat. A standing order is no move: it may be given at any time."""
    seat = view.viewer
    if seat is None or view.phase is Phase.OVER or view.presence[seat] is Presence.LEFT:
        return
    if view.phase is Phase.WHITE:
        yield from _white_choices(view, seat)
        if view.choice is not None and view.choice.by is not ChosenBy.RULES:
            yield TakeBack(seat)
    if view.color_open:
        yield TakeColor(seat, None)
        for option in view.color_options:
            yield TakeColor(seat, option.mark)


def _white_choices(view: View, seat: Seat) -> Iterator[ChooseWhite]:
    for mark in (None, *(option.mark for option in view.white_options)):
        yield ChooseWhite(seat, mark)
        if view.is_active and not view.color_taken:
            yield ChooseWhite(seat, mark, ColorPlan(None))
            for option in color_after(view, mark):
                yield ChooseWhite(seat, mark, ColorPlan(option.mark))


def redact(event: Event, seat: Seat | None) -> Event:
    """The event without what others have chosen or ordered."""
    if isinstance(event, Chose) and event.seat != seat:
        return replace(event, choice=None)
    if isinstance(event, OrderGiven) and event.seat != seat:
        return OrderGiven(None, None)
    return event
