"""What may be chosen, and why not (RULES 2). Codes and their order are those of REFEREE.md."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from bot.core.errors import RuleError
from bot.games.base import Seat
from bot.games.qwixx.dice import Dice
from bot.games.qwixx.sheet import ROWS, Mark, Markable, RowSet, Sheet, check_mark, markable
from bot.games.qwixx.state import ColorPlan, Phase, State, Timing

_WHITE_MARKS = tuple(tuple(Mark(row, total) for row in ROWS) for total in range(13))


@lru_cache(maxsize=4096)
def white_options(sheet: Sheet, closed: RowSet, total: int) -> tuple[Markable, ...]:
    """Where the sheet can take the white sum."""
    return markable(sheet, closed, _WHITE_MARKS[total])


@lru_cache(maxsize=4096)
def color_options(sheet: Sheet, closed: RowSet, dice: Dice) -> tuple[Markable, ...]:
    """What the sheet can take of one white die and one color die."""
    return markable(sheet, closed, dice.color_marks)


def after(sheet: Sheet, closed: RowSet, mark: Mark | None) -> tuple[Sheet, RowSet]:
    """The sheet and the closed rows once this mark alone is made."""
    if mark is None:
        return sheet, closed
    return sheet.marked(mark), closed | mark.row.bit if mark.locks else closed


def color_open(state: State) -> bool:
    """Whether the color action can be taken now, also before the white one (RULES 2, Order)."""
    return not state.color_taken and not (state.phase is Phase.WHITE and state.options.timing is Timing.STRICT)


def can_mark_white(state: State, seat: Seat) -> bool:
    """Whether the seat has to be asked for a white choice (RULES 2, Automatic passes).

    The active player has to be, too, where only a color action taken first would make room for the lock.
    """
    sheet, closed, total = state.sheets[seat], state.closed, state.dice.white_sum
    if white_options(sheet, closed, total):
        return True
    if seat != state.active or not color_open(state):
        return False
    return any(
        white_options(*after(sheet, closed, option.mark), total) for option in color_options(sheet, closed, state.dice)
    )


def order_passes(state: State, seat: Seat) -> bool:
    """Whether the seat's standing order passes the white sum; it never acts for the active player or against a lock."""
    limit = state.orders[seat]
    if limit is None or seat == state.active:
        return False
    return passes_all(white_options(state.sheets[seat], state.closed, state.dice.white_sum), limit)


def passes_all(options: Iterable[Markable], limit: int) -> bool:
    """Whether a standing order of this limit declines all of them: none skips so few numbers, and none is a lock."""
    return all(option.skips > limit and not option.mark.locks for option in options)


def check_white(state: State, seat: Seat, mark: Mark | None) -> None:
    """Raise the RuleError of a white choice that the seat cannot make."""
    if mark is not None:
        check_mark(state.sheets[seat], state.closed, mark)
        _check_sum(mark, (state.dice.white_sum,))
    if state.phase is Phase.COLOR:
        raise RuleError("not-open", phase=state.phase)


def check_color(state: State, seat: Seat, mark: Mark | None) -> None:
    """Raise the RuleError of a color action that the seat cannot take.

    Of a match that is over no action is still to begin, so it is never "not yet begun" there.
    """
    if mark is not None:
        check_mark(state.sheets[seat], state.closed, mark)
        _check_sum(mark, state.dice.color_sums(mark.row))
    _check_active(state, seat)
    if state.color_taken or (state.outcome is None and not color_open(state)):
        raise RuleError("not-open", phase=state.phase)


def check_plan(state: State, seat: Seat, white: Mark | None, plan: ColorPlan) -> None:
    """Raise the RuleError of a color plan that is already impossible, also after the seat's own white choice."""
    if plan.mark is not None:
        check_mark(*after(state.sheets[seat], state.closed, white), plan.mark)
        _check_sum(plan.mark, state.dice.color_sums(plan.mark.row))
    _check_active(state, seat)
    if state.color_taken:
        raise RuleError("not-open", phase=state.phase)


def _check_sum(mark: Mark, sums: tuple[int, ...]) -> None:
    if mark.number not in sums:
        raise RuleError("not-the-sum", row=mark.row, number=mark.number, sums=sums)


def _check_active(state: State, seat: Seat) -> None:
    if seat != state.active:
        raise RuleError("not-active", seat=seat, active=state.active)
