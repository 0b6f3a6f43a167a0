"""Which board somebody asks for, and how that is written in the controls of its page."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeVar

from bot.core.errors import MatchError
from bot.core.standings import Board, Measure, Period
from bot.games.registry import GAMES
from cogs.ui.control import control_id
from cogs.ui.paging import LAST
from cogs.ui.request import Press

K = TypeVar("K", Period, Measure)

HERE, EVERYWHERE = "server", "everywhere"
NO_SEASON = 0


@dataclass(frozen=True, slots=True)
class Asked:
    """A page of a board, counted from 0. Whoever asked turns it, and is shown on it."""

    asker: int
    board: Board
    page: int = 0

    def id(self, verb: str, role: str) -> str:
        """The id of a control that leads here; ``role`` keeps two ways to one page apart."""
        board = self.board
        scope = EVERYWHERE if board.guild is None else HERE
        season = NO_SEASON if board.season is None else board.season
        return control_id(
            verb, self.asker, board.game, scope, board.period.value, season, board.measure.value, self.page, role
        )

    def of(self, board: Board) -> Asked:
        """The first page of another board, or of the nearest that there is."""
        return Asked(self.asker, possible(board))


def read(press: Press) -> Asked:
    """What the control that was pressed leads to. MatchError "unknown-control"."""
    if len(press.arguments) < 7:
        raise MatchError("unknown-control")
    _, game, scope, period, _, measure, _, *_ = press.arguments
    if game not in GAMES or scope not in (HERE, EVERYWHERE):
        raise MatchError("unknown-control")
    season = press.number(4)
    board = Board(
        game,
        press.guild_id if scope == HERE else None,
        _one_of(Period, period),
        _one_of(Measure, measure),
        None if season == NO_SEASON else season,
    )
    return Asked(press.number(0), possible(board), min(press.number(6), LAST))


def _one_of(kind: type[K], text: str) -> K:
    try:
        return kind(text)
    except ValueError:
        raise MatchError("unknown-control") from None


def measures(game: str, period: Period) -> tuple[Measure, ...]:
    """By what the boards of a game can be ordered."""
    return tuple(
        measure
        for measure in Measure
        if (measure is not Measure.RATING or period.has_rating)
        and (measure is not Measure.SLIPS or GAMES[game].has_slips)
    )


def possible(board: Board) -> Board:
    """The board, or the nearest that there is: everywhere there are no seasons, and not every measure is everywhere."""
    if board.period is not Period.SEASON:
        board = replace(board, season=None)
    elif board.guild is None:
        board = replace(board, period=Period.ALL, season=None)
    if board.measure not in measures(board.game, board.period):
        board = replace(board, measure=Measure.WINS)
    return board
