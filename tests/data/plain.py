"""Standings counted plainly, from the descriptions of all matches: slow, and easy to see through."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import takewhile
from typing import NamedTuple

from openskill.models import PlackettLuce

from bot.core.standings import Board, Line, Measure, Period
from bot.core.store import Result
from tests.data.crowds import Ended, Happening, NewSeason


class Counted(NamedTuple):
    """A match that counts, with the season it ended in."""

    match: Ended
    season: int


def counted(happenings: Sequence[Happening]) -> list[Counted]:
    """The matches in the order of their ends; no end is before the one before."""
    found: list[Counted] = []
    seasons: dict[int | None, int] = {}
    latest: datetime | None = None
    for happening in happenings:
        if isinstance(happening, NewSeason):
            seasons[happening.guild] = seasons.get(happening.guild, 0) + 1
            continue
        latest = happening.at if latest is None else max(latest, happening.at)
        if happening.rated and happening.guild is not None and len(happening.people) > 1:
            found.append(Counted(replace(happening, at=latest), seasons.get(happening.guild, 0)))
    return found


def of_board(board: Board, matches: Sequence[Counted], now: datetime) -> Iterator[Ended]:
    """The matches that a board counts."""
    for match, season in matches:
        same_week = match.at.isocalendar()[:2] == now.isocalendar()[:2]
        same_month = (match.at.year, match.at.month) == (now.year, now.month)
        within = {
            Period.ALL: True,
            Period.WEEK: same_week,
            Period.MONTH: same_month,
            Period.SEASON: board.season is not None and season == board.season,
        }
        if match.game == board.game and board.guild in (None, match.guild) and within[board.period]:
            yield match


def lines(board: Board, matches: Sequence[Counted], now: datetime) -> list[Line]:
    """All lines of a board."""
    if board.measure is Measure.RATING and board.period in (Period.WEEK, Period.MONTH):
        return []
    counting = list(of_board(board, matches, now))
    people = sorted({player for match in counting for player in match.people})
    ratings = rated(counting)
    values: dict[int, tuple[float, int]] = {}
    for player in people:
        own = [result for match in counting for result in match.results() if result.player == player]
        value = ratings[player] if board.measure is Measure.RATING else measured(board.measure, own)
        few = board.measure in (Measure.RATING, Measure.WIN_RATE, Measure.SLIPS) and len(own) < 5
        if value is not None and not few:
            values[player] = (value, len(own))
    sign = -1 if board.measure is Measure.SLIPS else 1
    order = sorted(values, key=lambda player: (-sign * values[player][0], player))
    return [
        Line(1 + sum(sign * other > sign * values[player][0] for other, _ in values.values()), player, *values[player])
        for player in order
    ]


def measured(measure: Measure, own: Sequence[Result]) -> float | None:
    """What one has by a measure that is no rating."""
    wins = [result.place == 1 for result in own]
    if measure is Measure.SLIPS:
        return None if own[0].slips is None else sum(result.slips or 0 for result in own) / len(own)
    return {
        Measure.WINS: sum(wins),
        Measure.WIN_RATE: sum(wins) / len(own),
        Measure.AVERAGE: sum(result.score for result in own) / len(own),
        Measure.BEST_SCORE: max(result.score for result in own),
        Measure.BEST_PLAY: max(result.best_play for result in own),
        Measure.FEATS: sum(result.feats for result in own),
        Measure.STREAK: max(len(list(takewhile(bool, wins[start:]))) for start in range(len(wins))),
    }[measure]


def rated(matches: Sequence[Ended]) -> dict[int, int]:
    """What openskill itself makes of the matches, one after another."""
    model = PlackettLuce()
    found = {player: model.rating() for match in matches for player in match.people}
    for match in matches:
        places: list[float] = [result.place for result in match.results()]
        teams = model.rate([[found[player]] for player in match.people], ranks=places)
        found |= {player: team[0] for player, team in zip(match.people, teams, strict=True)}
    return {player: round(1000 + 50 * rating.ordinal()) for player, rating in found.items()}
