"""How somebody has played: a career, made of all that the person got out of finished matches (DESIGN 5). Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from bot.core.standings import ENOUGH_MATCHES, LATEST_RATINGS, Bucket, Career
from bot.core.tallies import Tally

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
    tally = Tally(stretch=0)
    for match in own:
        tally.add(match)
    return Career(
        matches=tally.matches,
        wins=tally.wins,
        takeovers=len(played) - len(own),
        points=tally.points,
        best_score=tally.best_score if own else None,
        best_play=tally.best_play,
        feats=tally.feats,
        slips=tally.slips,
        streak=tally.streak,
        longest_streak=tally.longest_streak,
        scores=buckets([match.score for match in own]),
        rated_matches=len(ratings),
        rating=ratings[-1] if len(ratings) >= ENOUGH_MATCHES else None,
        ratings=tuple(ratings[-LATEST_RATINGS:]),
    )


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
