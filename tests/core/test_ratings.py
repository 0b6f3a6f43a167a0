"""Ratings are openskill's own, in the order of the seats."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st
from openskill.models import PlackettLuce

from bot.core.ratings import NEWCOMER, Rating, rate

matches = st.lists(
    st.lists(st.tuples(st.integers(0, 7), st.integers(1, 6)), min_size=2, max_size=6, unique_by=lambda seat: seat[0]),
    max_size=12,
)
"""Who played, with the places."""


@given(matches)
def test_a_sequence_of_matches_is_rated_as_openskill_does(played: list[list[tuple[int, int]]]) -> None:
    model = PlackettLuce()
    theirs = [model.rating() for _ in range(8)]
    ours = [NEWCOMER] * 8
    for match in played:
        people, places = [player for player, _ in match], tuple(place for _, place in match)
        teams = model.rate([[theirs[player]] for player in people], ranks=[float(place) for place in places])
        for player, (rated,) in zip(people, teams, strict=True):
            theirs[player] = rated
        for player, after in zip(people, rate(tuple(ours[player] for player in people), places), strict=True):
            ours[player] = after
    assert ours == [Rating(rating.mu, rating.sigma) for rating in theirs]


def test_what_is_shown_begins_at_1000_and_follows_who_wins() -> None:
    assert NEWCOMER.shown == 1000
    winner, loser = rate((NEWCOMER, NEWCOMER), (1, 2))
    assert winner.shown > 1000
    assert winner.shown > loser.shown
    for _ in range(50):
        winner, loser = rate((winner, loser), (1, 2))
    assert 1500 < winner.shown < 2500


def test_to_lose_against_the_stronger_costs_less() -> None:
    strong, weak = Rating(35, 3), Rating(20, 3)
    _, expected = rate((strong, weak), (1, 2))
    surprising, _ = rate((strong, weak), (2, 1))
    assert strong.mu - surprising.mu > weak.mu - expected.mu


def test_the_same_match_is_rated_the_same_again() -> None:
    rng = random.Random(1)
    some = tuple(Rating(25 + rng.random(), 5 + rng.random()) for _ in range(4))
    first = rate(some, (1, 2, 2, 4))
    rate.cache_clear()
    assert rate(some, (1, 2, 2, 4)) == first
