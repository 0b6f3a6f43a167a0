from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import pytest

from renderers.atlas.search import ROW_WINDOWS, TILE_WINDOWS, search
from renderers.colors import (
    RGB,
    VISIONS,
    contrast,
    distance,
    from_oklch,
    least_distance,
    linear,
    looks,
    oklab,
    seen_by,
    srgb,
)
from renderers.palette import COLORS, TILE_COLORS, Ink

ROWS = {ink.name: COLORS[ink] for ink in (Ink.RED, Ink.YELLOW, Ink.GREEN, Ink.BLUE)}
BLACK, WHITE = RGB(0, 0, 0), RGB(255, 255, 255)


@pytest.mark.parametrize(("name", "colors"), [("tile", TILE_COLORS), ("row", ROWS)])
def test_every_eye_tells_the_colors_apart(name: str, colors: dict[str, RGB], figure: Callable[[str], None]) -> None:
    least, one, other = min((distance(colors[a], colors[b]), a, b) for a, b in combinations(colors, 2))
    figure(
        f"least distance of two {name} colors: {least:.3f} (OKLab, worst of {', '.join(VISIONS)}; {one} and {other})"
    )
    assert least >= 0.14


def test_naive_colors_would_not_be_told_apart() -> None:
    naive = [RGB.of(digits) for digits in ("ff0000", "ff8000", "ffff00", "00a000", "0000ff", "800080")]
    assert least_distance(naive) < 0.1


def test_tile_colors_stand_out_from_the_body(figure: Callable[[str], None]) -> None:
    worst = min(contrast(color, COLORS[Ink.INK]) for color in TILE_COLORS.values())
    figure(f"least contrast of a tile color and the tile's body: {worst:.2f}")
    assert worst >= 3


def test_lightness_runs_from_black_to_white() -> None:
    assert oklab(linear(BLACK)) == pytest.approx((0, 0, 0), abs=1e-6)
    assert oklab(linear(WHITE)) == pytest.approx((1, 0, 0), abs=1e-6)


def test_oklab_of_red() -> None:
    assert oklab(linear(RGB(255, 0, 0))) == pytest.approx((0.62796, 0.22486, 0.12585), abs=1e-5)


@pytest.mark.parametrize("vision", VISIONS)
def test_grey_is_grey_to_every_eye(vision: str) -> None:
    grey = RGB(128, 128, 128)
    assert srgb(seen_by(vision, linear(grey))) == grey


def test_red_and_green_come_together_for_those_who_mix_them_up() -> None:
    views = zip(VISIONS, looks(RGB.of("b04040")), looks(RGB.of("5c7030")), strict=True)
    apart = {vision: sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5 for vision, one, other in views}
    assert apart["deutan"] < apart["normal"] / 3


def test_a_color_comes_back_from_its_light() -> None:
    for color in (*TILE_COLORS.values(), *ROWS.values(), BLACK, WHITE):
        assert srgb(linear(color)) == color


def test_no_color_where_no_screen_can_show_it() -> None:
    assert from_oklch(0.6, 0.4, 140) is None


def test_black_on_white_has_the_highest_contrast() -> None:
    assert contrast(BLACK, WHITE) == contrast(WHITE, BLACK) == pytest.approx(21)


def test_a_search_finds_the_same_again() -> None:
    windows = tuple(TILE_WINDOWS.values())
    assert search(windows, 0.1, seed=3, steps=200) == search(windows, 0.1, seed=3, steps=200)


def test_a_search_reaches_its_aim() -> None:
    found = search(tuple(ROW_WINDOWS.values()), 0.12, seed=1, steps=3000)
    assert least_distance(found.colors) >= 0.119
    for point, window in zip(found.points, ROW_WINDOWS.values(), strict=True):
        assert all(low <= value <= high for value, (low, high) in zip(point, window, strict=True))
