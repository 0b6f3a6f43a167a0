"""What is told of who leads and how somebody plays, and the door to where it is kept (DESIGN 5).

Two kinds of figures are told apart. A *board* counts the rated results of people alone (:class:`Result`). A *career*
is one's own: it counts friendly matches, practice and matches against computers too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol

ENOUGH_MATCHES = 5
"""So many matches make a rating, a win rate or an average of slips count."""
LINES_A_PAGE = 10


class Measure(StrEnum):
    """By what a board is ordered. A game that knows no slips has no board of them."""

    RATING = "rating"  # for all time and for a season only
    WINS = "wins"
    WIN_RATE = "win-rate"  # from 0 to 1
    AVERAGE = "average"  # of the scores
    BEST_SCORE = "best-score"
    BEST_PLAY = "best-play"  # the points of one play
    FEATS = "feats"  # Qwirkles made, rows locked
    SLIPS = "slips"  # penalties a match; the fewest lead
    STREAK = "streak"  # the most wins in a row

    @property
    def least_matches(self) -> int:
        """Whoever has fewer is not on the board."""
        return ENOUGH_MATCHES if self in (Measure.RATING, Measure.WIN_RATE, Measure.SLIPS) else 1

    @property
    def text_key(self) -> str:
        return f"measure.{self.value}"


class Period(StrEnum):
    """Which results a board counts. Weeks (from Monday on) and months are those of the calendar in UTC."""

    ALL = "all"
    WEEK = "week"
    MONTH = "month"
    SEASON = "season"  # of one server

    @property
    def has_rating(self) -> bool:
        return self in (Period.ALL, Period.SEASON)


@dataclass(frozen=True, slots=True)
class Board:
    """Which board is asked for.

    The week and the month are the running ones. Everywhere (``guild`` None) there are no seasons.
    """

    game: str
    guild: int | None
    period: Period
    measure: Measure
    season: int | None = None  # None: the running one; asked for with Period.SEASON alone


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a board. Who has the same value shares the rank, which the next one leaves out (1, 1, 3)."""

    rank: int
    player: int
    value: float  # as the measure says; of counts a whole number
    matches: int


@dataclass(frozen=True, slots=True)
class BoardPage:
    """A part of a board, the best first; of those that share a rank the older account first."""

    lines: tuple[Line, ...]
    first: int
    """How many lines stand before these."""
    total: int
    own: Line | None
    """The asker's line, wherever it is; None where there is none."""
    gap: float | None
    """How much the asker's value is from the next better one; None for who leads and who is not on the board."""
    own_matches: int
    """How many matches of the asker the board counts, also where they are too few for a line."""


@dataclass(frozen=True, slots=True)
class Bucket:
    """How many of the scores lie from ``low`` to ``high``, both included."""

    low: int
    high: int
    count: int


@dataclass(frozen=True, slots=True)
class Career:
    """How somebody has played one game, everywhere or in one server; every finished match counts.

    Matches in which the person took over somebody's seat are counted by themselves and in nothing else.
    """

    matches: int
    wins: int
    takeovers: int
    points: int
    best_score: int | None  # None without a match
    best_play: int
    feats: int
    slips: int | None  # None where the game knows none
    streak: int
    """Wins in a row up to now."""
    longest_streak: int
    scores: tuple[Bucket, ...]
    """All scores; the buckets are of one size and leave no gap."""
    rated_matches: int
    rating: int | None
    """None until there are enough rated matches."""
    ratings: tuple[int, ...]
    """After each of the latest rated matches (:data:`LATEST_RATINGS` at most), the oldest first."""

    @property
    def average(self) -> float | None:
        return self.points / self.matches if self.matches else None


LATEST_RATINGS = 200


@dataclass(frozen=True, slots=True)
class Rival:
    """The balance against one person; what is neither won nor lost was a shared place."""

    player: int
    matches: int
    won: int
    lost: int


@dataclass(frozen=True, slots=True)
class RivalPage:
    """Opponents, the most frequent first."""

    rivals: tuple[Rival, ...]
    total: int


class RecordKind(StrEnum):
    """The records of a server, of rated results alone."""

    SCORE = "score"  # the highest
    PLAY = "play"  # the highest
    FEATS = "feats"  # the most in one match: Qwirkles made, rows locked
    CLOSEST = "closest"  # the least by which the first of the people who stayed was before the second

    @property
    def text_key(self) -> str:
        return f"record.{self.value}"


@dataclass(frozen=True, slots=True)
class Record:
    """A record of a server. Who reached it first keeps it, until it is broken."""

    kind: RecordKind
    value: int
    player: int  # of the closest finish, the winner
    match: int
    at: datetime
    before: int | None
    """The value that was broken; None for the first record of its kind."""


@dataclass(frozen=True, slots=True)
class RatingChange:
    """A rating before and after a match. Before the first rated match it is that of a newcomer."""

    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Placing:
    """What one rated person got out of a match."""

    player: int
    place: int
    score: int
    matches: int
    """How many rated matches the person has by now everywhere: below ENOUGH_MATCHES a rating is not shown."""
    everywhere: RatingChange
    here: RatingChange  # in the server


@dataclass(frozen=True, slots=True)
class MatchStandings:
    """What a finished match did to the standings; a friendly one did nothing."""

    placings: tuple[Placing, ...]
    """Of people with a rated result, the best place first."""
    records: tuple[Record, ...]
    """Those that the match broke, or set as the first."""


@dataclass(frozen=True, slots=True)
class Season:
    """A season of a server, until the next one starts. They are numbered from 1."""

    number: int
    started_at: datetime
    started_by: int


class Standings(Protocol):
    """Where standings are kept. They follow from the results; nothing but a season is written through this door.

    Raises StoreError as a :class:`bot.core.store.Store` does. People are numbers here; their names are told by
    ``Store.names``.
    """

    async def page(self, board: Board, asker: int | None, first: int = 0, size: int = LINES_A_PAGE) -> BoardPage:
        """The lines from ``first`` on, the asker's own line beside them. Beyond the end there are no lines.

        The board of a measure that the game or the period has not is empty.
        """
        ...

    async def lines_before(self, board: Board, player: int) -> int | None:
        """How many lines of a board stand before a player's; None where there is no such line."""
        ...

    async def career(self, player: int, game: str, guild: int | None = None) -> Career:
        """How somebody has played one game, in a server or everywhere."""
        ...

    async def rivals(
        self, player: int, game: str | None, guild: int | None = None, first: int = 0, size: int = LINES_A_PAGE
    ) -> RivalPage:
        """Whom somebody has played against in finished matches of one game or all."""
        ...

    async def of_match(self, match_id: int) -> MatchStandings:
        """What a match did to the standings; empty where it did nothing."""
        ...

    async def records(self, guild: int, game: str) -> Mapping[RecordKind, Record]:
        """The records of a server as they stand."""
        ...

    async def seasons(self, guild: int) -> tuple[Season, ...]:
        """The seasons of a server, the oldest first; the last one is running."""
        ...

    async def start_season(self, guild: int, by: int) -> Season:
        """Start the next season of a server now. What was played before belongs to the one before, or to none."""
        ...
