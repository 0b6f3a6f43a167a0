"""How strong somebody plays: openskill's Plackett-Luce, as it comes (DESIGN 5). Pure.

A rating is a belief: the skill ``mu`` and how unsure it is, ``sigma``. What is shown is what is almost surely reached,
``mu - 3 sigma``, on a scale on which a newcomer has 1000 and good players come near 2000.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from openskill.models import PlackettLuce

_MODEL = PlackettLuce()
_POINTS, _FROM = 50, 1000


class Rating(NamedTuple):
    """A belief about somebody's skill."""

    mu: float
    sigma: float

    @property
    def shown(self) -> int:
        """The rating in the numbers that people see."""
        return round(_FROM + _POINTS * (self.mu - 3 * self.sigma))


NEWCOMER = Rating(_MODEL.mu, _MODEL.sigma)


# What was just computed for everywhere is often asked again for the server and for its season.
@lru_cache(maxsize=64)
def rate(ratings: tuple[Rating, ...], places: tuple[int, ...]) -> tuple[Rating, ...]:
    """The ratings after a match that ended with these places, equal ones shared; both in the order of the seats.

    The order matters for the last digits, so it must always be the same. Takes two ratings or more.
    """
    teams = [[_MODEL.create_rating([rating.mu, rating.sigma])] for rating in ratings]
    rated = _MODEL.rate(teams, ranks=list(places))
    return tuple(Rating(team[0].mu, team[0].sigma) for team in rated)
