"""A player's card: figures, histogram and curve show what they stand for."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from renderers.errors import PictureError
from renderers.leaderboard.card import MOST_BARS, MOST_FIGURES, MOST_VALUES, CardFigure, CardLabels, card
from renderers.leaderboard.charts import Bar
from renderers.palette import COLORS, Ink

LABELS = CardLabels("Ana", "Qwirkle", "Scores", "Rating", "Nothing played yet")
FIGURES = tuple(CardFigure(f"figure {number}", str(number)) for number in range(8))
COUNTS = (3, 0, 10, 5)
BARS = tuple(Bar(str(number), count) for number, count in enumerate(COUNTS))


def pixels(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data)).convert("RGB")


def column_height(image: Image.Image, x: int, inks: set[Ink]) -> int:
    wanted = {tuple(COLORS[ink]) for ink in inks}
    return sum(image.getpixel((x, y)) in wanted for y in range(image.height))


def test_the_bars_are_as_high_as_their_counts() -> None:
    image = pixels(card((), BARS, (), LABELS).data)
    step = (1000 - 2 * 38) / len(BARS)
    heights = [column_height(image, round(38 + (n + 0.5) * step), {Ink.GOLD, Ink.DRAFT}) for n in range(len(BARS))]
    assert heights[1] == 0
    highest = heights[2]
    assert highest > 100
    assert [round(height / highest * 10) for height in heights] == list(COUNTS)


def test_only_the_highest_bar_is_golden() -> None:
    image = pixels(card((), BARS, (), LABELS).data)
    step = (1000 - 2 * 38) / len(BARS)
    golden = [bool(column_height(image, round(38 + (n + 0.5) * step), {Ink.GOLD})) for n in range(len(BARS))]
    assert golden == [False, False, True, False]


def curve_heights(values: tuple[float, ...]) -> list[float]:
    """Where the curve runs at each value, from the top of the picture."""
    image = pixels(card((), (), values, LABELS).data)
    left, right = 122, 942
    found = []
    for number in range(len(values)):
        x = round(left + (right - left) * number / (len(values) - 1))
        golden = [y for y in range(190, image.height) if image.getpixel((x, y)) == tuple(COLORS[Ink.GOLD])]
        found.append(sum(golden) / len(golden))
    return found


def test_the_curve_rises_and_falls_with_the_rating() -> None:
    values = (1500.0, 1560.0, 1520.0, 1700.0, 1650.0)
    heights = curve_heights(values)
    for (value, height), (other, its_height) in zip(
        zip(values, heights, strict=True), zip(values[1:], heights[1:], strict=True), strict=False
    ):
        assert (value < other) == (height > its_height)


@pytest.mark.parametrize("values", [(1500.0,), (1500.0, 1500.0), (-3.0, -9.5), (0.0,), tuple(map(float, range(2000)))])
def test_short_flat_and_long_curves(values: tuple[float, ...]) -> None:
    assert card((), (), values, LABELS).facts.rating == values


def test_parts_without_values_are_left_out() -> None:
    whole = card(FIGURES, BARS, (1.0, 2.0), LABELS)
    assert whole.height > card(FIGURES, BARS, (), LABELS).height > card(FIGURES, (), (), LABELS).height
    nothing = card((), (), (), LABELS)
    assert pixels(nothing.data).tobytes() != pixels(card((), (), (), replace(LABELS, empty="")).data).tobytes()


@pytest.mark.parametrize(
    ("figures", "bars", "rating", "sentence"),
    [
        (FIGURES * 2, (), (), f"at most {MOST_FIGURES} figures"),
        ((), BARS * 5, (), f"at most {MOST_BARS} bars"),
        ((), (), (1.0,) * (MOST_VALUES + 1), f"at most {MOST_VALUES} ratings"),
        ((), (Bar("a", -1),), (), "never for fewer"),
        ((), (), (float("nan"),), "usual size"),
        ((), (), (float("inf"),), "usual size"),
        ((), (), (1e300, -1e300), "usual size"),
    ],
)
def test_what_a_card_cannot_hold(
    figures: tuple[CardFigure, ...], bars: tuple[Bar, ...], rating: tuple[float, ...], sentence: str
) -> None:
    with pytest.raises(PictureError, match=sentence):
        card(figures, bars, rating, LABELS)


@given(
    st.text(),
    st.lists(st.integers(0, 10**9), max_size=MOST_BARS),
    st.lists(st.floats(-1e9, 1e9), max_size=30),
    st.booleans(),
)
def test_any_values_and_texts_make_a_card(text: str, counts: list[int], rating: list[float], mirrored: bool) -> None:
    labels = CardLabels(text, text, text, text, text, mirrored)
    bars = tuple(Bar(text, count) for count in counts)
    picture = card((CardFigure(text, text),), bars, tuple(rating), labels)
    assert picture.width == 1000
    assert picture.height <= 1000
