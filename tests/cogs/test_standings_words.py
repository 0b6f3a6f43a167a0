"""What standings say of each game, and of any number, in words."""

from __future__ import annotations

import pytest

from bot.core.standings import Measure, Period, RecordKind
from bot.games.registry import GAMES
from cogs.leaderboard.asked import measures
from cogs.leaderboard.words import say_value
from cogs.ui.language import words_of
from cogs.ui.numbers import signed


@pytest.mark.parametrize("game", GAMES)
def test_a_game_names_all_that_its_boards_and_records_count(game: str) -> None:
    words = words_of("en", game)
    for measure in measures(game, Period.ALL):
        assert words.knows(measure.text_key)
    for kind in RecordKind:
        assert words.knows(kind.text_key)
    for key in ("feats", "slips") if GAMES[game].has_slips else ("feats",):
        for what in ("measure", "figure"):
            assert words.say(f"{what}.{key}") != words_of("en").say(f"{what}.{key}"), "the game's own word"


def test_only_what_a_game_has_is_measured() -> None:
    assert Measure.SLIPS in measures("qwixx", Period.ALL)
    assert Measure.SLIPS not in measures("qwirkle", Period.ALL)
    assert Measure.RATING in measures("qwirkle", Period.SEASON)
    assert Measure.RATING not in measures("qwirkle", Period.WEEK)


@pytest.mark.parametrize(
    ("measure", "value", "said"),
    [
        (Measure.RATING, 1540.0, "1,540"),
        (Measure.RATING, -3.0, "-3"),
        (Measure.WINS, 1234567.0, "1,234,567"),
        (Measure.WIN_RATE, 0.5, "50%"),
        (Measure.WIN_RATE, 1 / 3, "33.3%"),
        (Measure.WIN_RATE, 1.0, "100%"),
        (Measure.AVERAGE, 123.456, "123.5"),
        (Measure.SLIPS, 0.0, "0.00"),
        (Measure.SLIPS, 2 / 3, "0.67"),
    ],
)
def test_values_are_said_as_their_measure_is(measure: Measure, value: float, said: str) -> None:
    assert say_value(words_of("en"), measure, value) == said


def test_a_change_has_its_sign() -> None:
    assert [signed(words_of("en"), change) for change in (23, 0, -19, 1234)] == ["+23", "+0", "−19", "+1,234"]
