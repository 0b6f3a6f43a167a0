"""How strong somebody plays: openskill's Plackett-Luce, as it comes (DESIGN 5). Pure.

A rating is a belief: the skill ``mu`` and how unsure it is, ``sigma``. What is shown is what is almost surely reached,
``mu - 3 sigma``, on a scale on which a newcomer has 1000 and good players come near 2000.
"""

from __future__ import annotations

from functools import lru_cache
from math import sqrt
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
    # Its own `rate` copies all it is given, with new ids, which takes longer than the sums. So what it does before and
    # after them is done here: sigma grows by tau, and the best come first.
    order = sorted(range(len(ratings)), key=places.__getitem__)
    teams = [[_MODEL.create_rating([ratings[n].mu, _grown(ratings[n].sigma)])] for n in order]
    _MODEL._compute(teams, [places[n] for n in order])
    rated = {n: Rating(team[0].mu, team[0].sigma) for n, team in zip(order, teams, strict=True)}
    return tuple(rated[n] for n in range(len(ratings)))


def _grown(sigma: float) -> float:
    return sqrt(sigma * sigma + _MODEL.tau * _MODEL.tau)
