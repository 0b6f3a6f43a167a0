"""How results become standings (DESIGN 5): one rated finish after another, in the order of their numbers.

The order of finishes, and of the seats within one, decides the last digits of ratings. So what is counted as matches
end and what is counted anew from all results goes this one way, and comes to the same rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from operator import attrgetter
from typing import NamedTuple, Protocol

from bot.core.ratings import NEWCOMER, Rating, rate
from bot.core.standings import ENOUGH_MATCHES, Period, RecordKind
from bot.core.store import Result

EVERYWHERE = 0
"""The guild of boards that count all servers."""


@dataclass(frozen=True, slots=True)
class Finish:
    """The end of a match with a result. ``at`` is never before that of the finish before."""

    match: int
    nr: int
    game: str
    guild: int | None  # None: a practice match
    season: int
    """The server's at that time; 0 where none had been started."""
    rated: bool
    """Whether boards count it."""
    at: datetime


def rated(results: Iterable[Result]) -> tuple[Result, ...]:
    """The results that boards count, in the order of the seats; one alone is no match between people."""
    counting = [result for result in results if result.rated]
    counting.sort(key=lambda result: (result.seat, result.nth))
    return tuple(counting) if len(counting) > 1 else ()


def person(result: Result) -> int:
    """Whose rated result it is."""
    assert result.player is not None, "a computer's result is never rated"
    return result.player


class BoardKey(NamedTuple):
    """Which results a board counts."""

    game: str
    guild: int
    period: Period
    season: int  # 0: not one of a season


def boards_of(finish: Finish) -> tuple[BoardKey, ...]:
    """The boards that count a finish, always in this order."""
    guilds = (EVERYWHERE,) if finish.guild is None else (EVERYWHERE, finish.guild)
    calendar = (Period.ALL, Period.WEEK, Period.MONTH)
    keys = [BoardKey(finish.game, guild, period, 0) for guild in guilds for period in calendar]
    if finish.guild is not None and finish.season:
        keys.append(BoardKey(finish.game, finish.guild, Period.SEASON, finish.season))
    return tuple(keys)


def stretch_of(period: Period, at: datetime) -> int:
    """The week or month of a moment in UTC, as 202648 or 202611; 0 where all is counted."""
    if period is Period.WEEK:
        year, week, _ = at.isocalendar()
        return 100 * year + week
    return 100 * at.year + at.month if period is Period.MONTH else 0


class Countable(Protocol):
    """What one match has brought somebody; a :class:`Result`, or what a career is made of."""

    @property
    def place(self) -> int: ...
    @property
    def score(self) -> int: ...
    @property
    def best_play(self) -> int: ...
    @property
    def feats(self) -> int: ...
    @property
    def slips(self) -> int | None: ...


@dataclass(slots=True)
class Tally:
    """What a board, or a career, counts of one player."""

    stretch: int
    matches: int = 0
    wins: int = 0
    points: int = 0
    best_score: int = 0
    best_play: int = 0
    feats: int = 0
    slips: int | None = None
    streak: int = 0
    longest_streak: int = 0
    mu: float | None = None
    sigma: float | None = None

    def add(self, result: Countable) -> None:
        """Count one more result. Who shares the first place has won too."""
        self.best_score = max(self.best_score, result.score) if self.matches else result.score
        self.matches += 1
        self.points += result.score
        self.feats += result.feats
        self.best_play = max(self.best_play, result.best_play)
        if result.slips is not None:
            self.slips = result.slips + (self.slips or 0)
        if result.place != 1:
            self.streak = 0
            return
        self.wins += 1
        self.streak += 1
        self.longest_streak = max(self.longest_streak, self.streak)

    @property
    def skill(self) -> Rating:
        return NEWCOMER if self.mu is None or self.sigma is None else Rating(self.mu, self.sigma)

    @property
    def rating(self) -> int | None:
        return None if self.mu is None or self.matches < ENOUGH_MATCHES else self.skill.shown

    @property
    def win_rate(self) -> float | None:
        return None if self.matches < ENOUGH_MATCHES else self.wins / self.matches

    @property
    def average(self) -> float:
        return self.points / self.matches

    @property
    def slip_rate(self) -> float | None:
        return None if self.slips is None or self.matches < ENOUGH_MATCHES else self.slips / self.matches


Rated = tuple[tuple[Rating, ...], tuple[Rating, ...]]
"""Ratings before and after a finish, in the order of its results."""


@dataclass(slots=True)
class BoardTally:
    """A board with the tallies that are known of it: all, or those of the people of one match."""

    id: int
    key: BoardKey
    stretch: int = 0
    players: int = 0
    regulars: int = 0
    """Who has enough matches for every measure."""
    tallies: dict[int, Tally] = field(default_factory=dict)

    def count(self, finish: Finish, results: Sequence[Result]) -> Rated:
        """Count the rated results of a finish; their ratings before and after it, where the board has any."""
        self._turn_to(stretch_of(self.key.period, finish.at))
        counted = []
        for result in results:
            tally = self._tally(person(result))
            tally.add(result)
            self.regulars += tally.matches == ENOUGH_MATCHES
            counted.append(tally)
        if not self.key.period.has_rating:
            return (), ()
        before = tuple([tally.skill for tally in counted])
        after = rate(before, tuple([result.place for result in results]))
        for tally, skill in zip(counted, after, strict=True):
            tally.mu, tally.sigma = skill
        return before, after

    def _turn_to(self, stretch: int) -> None:
        if stretch != self.stretch:  # a new week or month begins with nobody
            self.stretch, self.players, self.regulars = stretch, 0, 0
            self.tallies.clear()

    def _tally(self, player: int) -> Tally:
        tally = self.tallies.get(player)
        if tally is None:
            tally = self.tallies[player] = Tally(self.stretch)
            self.players += 1
        return tally


class Feat(NamedTuple):
    """What may be a record, and whose it is."""

    value: int
    player: int


def records_broken(
    results: Sequence[Result], standing: Mapping[RecordKind, int]
) -> Iterator[tuple[RecordKind, Feat, int | None]]:
    """The records that the rated results of a finish break, with the values that stood until now."""
    for kind, feat in _best_of(results).items():
        before = standing.get(kind)
        better = before is None or (feat.value < before if kind is RecordKind.CLOSEST else feat.value > before)
        if better:
            yield kind, feat, before


def _best_of(results: Sequence[Result]) -> dict[RecordKind, Feat]:
    """The best of a match; of equals the first seat's. What is nothing, such as no Qwirkle, is no record."""
    score = max(results, key=attrgetter("score"))
    play = max(results, key=attrgetter("best_play"))
    feats = max(results, key=attrgetter("feats"))
    best = {
        RecordKind.SCORE: Feat(score.score, person(score)),
        RecordKind.PLAY: Feat(play.best_play, person(play)),
        RecordKind.FEATS: Feat(feats.feats, person(feats)),
    }
    found = {kind: feat for kind, feat in best.items() if feat.value > 0}
    stayed = sorted([result for result in results if not result.left], key=attrgetter("score"), reverse=True)
    if len(stayed) > 1:
        found[RecordKind.CLOSEST] = Feat(stayed[0].score - stayed[1].score, person(stayed[0]))
    return found
