"""The pages of boards. Units of work of :mod:`data.standings`.

A board may have 100,000 lines. All that is asked of one is found in the index of its measure (:mod:`data.tables`), from
the end that is nearer, since how many lines there are is kept with the board.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Row, func, select

from bot.core.standings import Board, BoardPage, Line, Measure, Period
from bot.core.tallies import EVERYWHERE, stretch_of
from data.tables import MEASURED, boards, in_order, reversed_order, seasons, standings

LOWEST = -1_000_000_000
"""Below every value. Who is not on a board has NULL there, which is left out by a comparison as indexes know it."""

_NO_LINES = BoardPage((), 0, 0, None, None, 0)


class _Kept(NamedTuple):
    """A board as it is kept."""

    id: int
    stretch: int
    players: int
    regulars: int


def page(board: Board, asker: int | None, first: int, size: int, now: datetime, connection: Connection) -> BoardPage:
    """A part of a board as it is now, with the asker's own line."""
    kept = _find(board, now, connection)
    if kept is None:
        return _NO_LINES
    lines = _Lines(board.measure, kept, connection)
    total = lines.total()
    own = None if asker is None else lines.own(asker)
    if own is None:
        return BoardPage(lines.page(first, size, total), first, total, None, None, 0)
    matches, line = own
    gap = None if line is None else lines.gap(line)
    return BoardPage(lines.page(first, size, total), first, total, line, gap, matches)


def lines_before(board: Board, player: int, now: datetime, connection: Connection) -> int | None:
    """How many lines stand before a player's on a board as it is now; None where there is no such line."""
    kept = _find(board, now, connection)
    return None if kept is None else _Lines(board.measure, kept, connection).before(player)


def _find(board: Board, now: datetime, connection: Connection) -> _Kept | None:
    """The board as it is kept; None where nobody is on it now."""
    if board.measure is Measure.RATING and not board.period.has_rating:
        return None
    row = connection.execute(
        select(boards.c.id, boards.c.stretch, boards.c.players, boards.c.regulars).where(
            boards.c.game == board.game,
            boards.c.guild == (EVERYWHERE if board.guild is None else board.guild),
            boards.c.period == board.period,
            boards.c.season == _season(board),
        )
    ).first()
    return None if row is None or row.stretch != stretch_of(board.period, now) else _Kept(*row)


def _season(board: Board) -> Any:
    """The season that is meant: a number, or how to find it."""
    if board.period is not Period.SEASON:
        return 0
    if board.season is not None:
        return board.season
    return select(func.max(seasons.c.number)).where(seasons.c.guild == board.guild).scalar_subquery()


class _Lines:
    """The lines of a board by one measure."""

    def __init__(self, measure: Measure, kept: _Kept, connection: Connection) -> None:
        self._measure = measure
        self._kept = kept
        self._connection = connection
        self._value = MEASURED[measure]
        self._here = (standings.c.board == kept.id, standings.c.stretch == kept.stretch)

    def total(self) -> int:
        """How many lines there are."""
        if self._measure is Measure.SLIPS and not self._rows(0, 1):
            return 0  # a game without slips
        return self._kept.players if self._measure.least_matches == 1 else self._kept.regulars

    def page(self, first: int, size: int, total: int) -> tuple[Line, ...]:
        """The lines from ``first`` on."""
        size = min(size, total - first)
        if size <= 0:
            return ()
        from_end = total - first - size
        rows = self._rows(first, size) if first <= from_end else self._rows(from_end, size, backwards=True)[::-1]
        return tuple(self._ranked(rows, first))

    def own(self, player: int) -> tuple[int, Line | None] | None:
        """How many matches of a player count, and the line where they are enough; None for who is not here."""
        row = self._connection.execute(
            select(self._value, standings.c.matches).where(*self._here, standings.c.player == player)
        ).first()
        if row is None:
            return None
        value, matches = row
        return matches, None if value is None else Line(1 + self._count(self._better(value)), player, value, matches)

    def before(self, player: int) -> int | None:
        """How many lines stand before a player's; None where there is no such line."""
        _, line = self.own(player) or (0, None)
        return None if line is None else line.rank - 1 + self._equals_before(line.value, player)

    def gap(self, line: Line) -> float | None:
        """How far the next better value is; None where there is none."""
        nearest = reversed_order(self._measure)
        better = self._connection.execute(
            select(self._value).where(*self._here, self._better(line.value)).order_by(*nearest).limit(1)
        ).scalar()
        return None if better is None else abs(better - line.value)

    def _rows(self, first: int, size: int, *, backwards: bool = False) -> Sequence[Row[*tuple[Any, ...]]]:
        order = reversed_order(self._measure) if backwards else in_order(self._measure)
        return self._connection.execute(
            select(standings.c.player, self._value, standings.c.matches)
            .where(*self._here, self._value > LOWEST)
            .order_by(*order)
            .limit(size)
            .offset(first)
        ).all()

    def _ranked(self, rows: Sequence[Row[*tuple[Any, ...]]], first: int) -> Iterator[Line]:
        rank, before = 0, None
        for place, (player, value, matches) in enumerate(rows, start=first + 1):
            if value != before:
                rank = place
            if place == first + 1 and first:
                rank -= self._equals_before(value, player)
            before = value
            yield Line(rank, player, value, matches)

    def _equals_before(self, value: float, player: int) -> int:
        """How many of those with the same value stand before a player."""
        return self._count((self._value == value) & (standings.c.player < player))

    def _count(self, which: ColumnElement[bool]) -> int:
        found: int = self._connection.execute(
            select(func.count()).select_from(standings).where(*self._here, which)
        ).scalar_one()
        return found

    def _better(self, value: float) -> ColumnElement[bool]:
        return self._value < value if self._measure is Measure.SLIPS else self._value > value
