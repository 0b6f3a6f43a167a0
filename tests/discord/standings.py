"""Standings that a test makes up, in the place of those that are kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime

from bot.core.standings import (
    LINES_A_PAGE,
    Board,
    BoardPage,
    Career,
    Line,
    MatchStandings,
    Record,
    RecordKind,
    Rival,
    RivalPage,
    Season,
)

NOTHING_PLAYED = Career(0, 0, 0, 0, None, 0, 0, None, 0, 0, (), 0, None, ())


@dataclass
class MadeUp:
    """Every board holds these values, the best first; every career is this one."""

    values: dict[int, float] = field(default_factory=dict)
    too_few: dict[int, int] = field(default_factory=dict)
    career_of: dict[tuple[int, str, int | None], Career] = field(default_factory=dict)
    rivals_of: dict[tuple[int, int | None], list[Rival]] = field(default_factory=dict)
    started: list[Season] = field(default_factory=list)
    asked: list[Board] = field(default_factory=list)
    past: dict[int, MatchStandings] = field(default_factory=dict)
    standing: dict[tuple[int, str], list[Record]] = field(default_factory=dict)

    async def page(self, board: Board, asker: int | None, first: int = 0, size: int = LINES_A_PAGE) -> BoardPage:
        self.asked.append(board)
        values = sorted(self.values.items(), key=lambda entry: (-entry[1], entry[0]))
        lines = [Line(self._rank(value), player, value, 7 + place) for place, (player, value) in enumerate(values)]
        own = next((line for line in lines if line.player == asker), None)
        better = [line.value for line in lines if own is not None and line.value > own.value]
        gap = min(better) - own.value if own is not None and better else None
        played = own.matches if own is not None else self.too_few.get(asker or 0, 0)
        return BoardPage(tuple(lines[first : first + size]), first, len(lines), own, gap, played)

    async def lines_before(self, board: Board, player: int) -> int | None:
        lines = (await self.page(board, None, 0, len(self.values))).lines
        return next((place for place, line in enumerate(lines) if line.player == player), None)

    def _rank(self, value: float) -> int:
        return 1 + sum(other > value for other in self.values.values())

    async def career(self, player: int, game: str, guild: int | None = None) -> Career:
        return self.career_of.get((player, game, guild), NOTHING_PLAYED)

    async def rivals(
        self, player: int, game: str | None, guild: int | None = None, first: int = 0, size: int = LINES_A_PAGE
    ) -> RivalPage:
        found = self.rivals_of.get((player, guild), [])
        return RivalPage(tuple(found[first : first + size]), len(found))

    async def of_match(self, match_id: int) -> MatchStandings:
        return self.past.get(match_id, MatchStandings((), ()))

    async def records(self, guild: int, game: str) -> Mapping[RecordKind, Record]:
        return {record.kind: record for record in self.standing.get((guild, game), [])}

    async def seasons(self, guild: int) -> tuple[Season, ...]:
        return tuple(self.started)

    async def start_season(self, guild: int, by: int) -> Season:
        season = Season(len(self.started) + 1, datetime(2026, 11, 30, tzinfo=UTC), by)
        self.started.append(season)
        return season
