"""How somebody has played, and how scores are put into buckets."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from bot.core.careers import MOST_BUCKETS, Played, buckets, career
from bot.core.standings import LATEST_RATINGS, Bucket


@given(st.lists(st.integers(-20, 500), max_size=40))
def test_buckets_hold_each_score_once_without_a_gap(scores: list[int]) -> None:
    found = buckets(scores)
    assert len(found) <= MOST_BUCKETS
    assert sum(bucket.count for bucket in found) == len(scores)
    assert all(bucket.count == sum(bucket.low <= score <= bucket.high for score in scores) for bucket in found)
    assert all(after.low == before.high + 1 for before, after in pairwise(found))
    assert len({bucket.high - bucket.low for bucket in found}) <= 1
    if found:
        assert found[0].count > 0
        assert found[-1].count > 0


def test_buckets_are_round() -> None:
    assert buckets([97, 103, 141]) == (
        Bucket(95, 99, 1),
        Bucket(100, 104, 1),
        *(Bucket(low, low + 4, 0) for low in range(105, 140, 5)),
        Bucket(140, 144, 1),
    )
    assert buckets([-7, 3]) == (*(Bucket(n, n, int(n in (-7, 3))) for n in range(-7, 4)),)
    assert buckets([5_000_000, 0])[0].low == 0


def played(place: int, score: int = 10, *, took_over: bool = False, rating: int | None = None) -> Played:
    return Played(place, score, best_play=score // 2, feats=1, slips=2, took_over=took_over, rating=rating)


def test_a_career() -> None:
    matches = [
        played(1, 40, rating=1100),
        played(1, 20),  # friendly
        played(1, 99, took_over=True),
        played(1, 30, rating=1150),
        played(2, 50, rating=1120),
        played(1, 10, rating=1130),
    ]
    found = career(matches)
    assert (found.matches, found.wins, found.takeovers, found.points, found.average) == (5, 4, 1, 150, 30)
    assert (found.best_score, found.best_play, found.feats, found.slips) == (50, 25, 5, 10)
    assert (found.streak, found.longest_streak) == (1, 3)
    assert (found.rated_matches, found.rating, found.ratings) == (4, None, (1100, 1150, 1120, 1130))
    assert sum(bucket.count for bucket in found.scores) == 5


def test_a_rating_counts_from_the_fifth_rated_match_on() -> None:
    assert career([played(1, rating=1000 + n) for n in range(4)]).rating is None
    assert career([played(1, rating=1000 + n) for n in range(5)]).rating == 1004
    long = career([played(1, rating=n) for n in range(LATEST_RATINGS + 7)])
    assert (long.ratings[0], len(long.ratings)) == (7, LATEST_RATINGS)


def test_no_career_at_all() -> None:
    found = career([])
    assert (found.matches, found.average, found.best_score, found.slips, found.scores) == (0, None, None, None, ())
