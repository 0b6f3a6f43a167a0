"""How somebody has played: a career, made of all that the person got out of finished matches (DESIGN 5). Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from bot.core.standings import ENOUGH_MATCHES, LATEST_RATINGS, Bucket, Career

MOST_BUCKETS = 12
_WIDTHS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000)


class Played(NamedTuple):
    """What somebody got out of one finished match."""

    place: int
    score: int
    best_play: int
    feats: int
    slips: int | None
    took_over: bool
    rating: int | None
    """After the match; None where it was not rated."""


def career(played: Sequence[Played]) -> Career:
    """The career that these matches make, the oldest first."""
    own = [match for match in played if not match.took_over]
    ratings = [match.rating for match in own if match.rating is not None]
    slips = [match.slips for match in own if match.slips is not None]
    streak, longest = _streaks(own)
    return Career(
        matches=len(own),
        wins=sum(match.place == 1 for match in own),
        takeovers=len(played) - len(own),
        points=sum(match.score for match in own),
        best_score=max((match.score for match in own), default=None),
        best_play=max((match.best_play for match in own), default=0),
        feats=sum(match.feats for match in own),
        slips=sum(slips) if slips else None,
        streak=streak,
        longest_streak=longest,
        scores=buckets([match.score for match in own]),
        rated_matches=len(ratings),
        rating=ratings[-1] if len(ratings) >= ENOUGH_MATCHES else None,
        ratings=tuple(ratings[-LATEST_RATINGS:]),
    )


def _streaks(played: Sequence[Played]) -> tuple[int, int]:
    """The wins in a row up to now, and the most there ever were."""
    streak = longest = 0
    for match in played:
        streak = streak + 1 if match.place == 1 else 0
        longest = max(longest, streak)
    return streak, longest


def buckets(scores: Sequence[int]) -> tuple[Bucket, ...]:
    """The scores in buckets of one round size, from the lowest score to the highest without a gap."""
    if not scores:
        return ()
    low, high = min(scores), max(scores)
    width = next((width for width in _WIDTHS if high // width - low // width < MOST_BUCKETS), high - low + 1)
    counts = Counter(score // width for score in scores)
    return tuple(
        Bucket(number * width, (number + 1) * width - 1, counts[number])
        for number in range(low // width, high // width + 1)
    )
