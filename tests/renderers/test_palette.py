from __future__ import annotations

from itertools import pairwise

import pytest
from PIL import Image

from renderers.colors import RGB, contrast, looks
from renderers.palette import COLORS, PALETTE, TILE_COLORS, Ink, flatten, nearest, quantized, ramp, stain, veil

WRITING = [
    (Ink.INK, Ink.CLOTH, 7.0),
    (Ink.INK, Ink.SHEET, 7.0),
    (Ink.MUTED, Ink.CLOTH, 4.0),
    (Ink.MUTED, Ink.SHEET, 4.0),
    (Ink.WHITE, Ink.PANEL, 7.0),
    (Ink.WHITE, Ink.CARD, 7.0),
    (Ink.WHITE, Ink.CARD_ACTIVE, 7.0),
    (Ink.PALE, Ink.CARD, 4.5),
    (Ink.PALE, Ink.CARD_ACTIVE, 4.0),
    (Ink.GOLD, Ink.CARD, 4.5),
    (Ink.RED_DEEP, Ink.RED_TINT, 4.5),
    (Ink.YELLOW_DEEP, Ink.YELLOW_TINT, 4.5),
    (Ink.GREEN_DEEP, Ink.GREEN_TINT, 4.5),
    (Ink.BLUE_DEEP, Ink.BLUE_TINT, 4.5),
]


def test_there_are_256_colors_and_the_inks_are_among_them() -> None:
    assert len(COLORS) == 256
    assert len(PALETTE) == 768
    assert COLORS[Ink.TILE_PURPLE] == TILE_COLORS["P"]
    assert len({COLORS[ink] for ink in Ink}) == len(Ink)


@pytest.mark.parametrize(("ink", "ground", "least"), WRITING)
def test_writing_can_be_read(ink: Ink, ground: Ink, least: float) -> None:
    assert contrast(COLORS[ink], COLORS[ground]) >= least


def test_nearest_finds_each_color_itself() -> None:
    for index in range(Ink.NOTHING):
        assert COLORS[nearest(COLORS[index])] == COLORS[index]


def test_nearest_never_finds_nothing() -> None:
    assert nearest(COLORS[Ink.NOTHING]) != Ink.NOTHING


@pytest.mark.parametrize(("ink", "ground", "_least"), WRITING)
def test_a_ramp_goes_from_the_ground_to_the_ink(ink: Ink, ground: Ink, _least: float) -> None:
    table = ramp(ink, ground)
    assert len(table) == 256
    assert (table[0], table[255]) == (ground, ink)
    lightness = [looks(COLORS[index])[0][0] for index in table]
    rising = lightness[-1] > lightness[0]
    steps = [b - a if rising else a - b for a, b in pairwise(lightness)]
    assert min(steps) > -0.02
    assert max(steps) < 0.12, "a jump in the ramp shows as a hard edge"
    assert len(set(table)) >= 7


def test_a_stain_is_ground_and_ink() -> None:
    mask = Image.frombytes("L", (3, 1), bytes([0, 128, 255]))
    image = stain(mask, Ink.WHITE, Ink.CARD)
    assert image.mode == "P"
    ground, between, ink = image.convert("RGB").get_flattened_data()
    assert (ground, ink) == (COLORS[Ink.CARD], COLORS[Ink.WHITE])
    assert between not in (ground, ink)


def test_an_emoji_lies_on_its_ground() -> None:
    emoji = Image.new("RGBA", (2, 1), (255, 0, 0, 255))
    emoji.putpixel((1, 0), (255, 0, 0, 0))
    red, ground = flatten(emoji, Ink.CARD).convert("RGB").get_flattened_data()
    assert isinstance(red, tuple)
    assert red[0] > 180
    assert max(red[1:]) < 90
    assert ground == COLORS[Ink.CARD]


def test_a_veil_brings_colors_nearer_to_the_ground() -> None:
    table = veil(Ink.CLOTH, 0.5)
    assert len(table) == 256
    assert table[Ink.CLOTH] == Ink.CLOTH
    assert table[Ink.NOTHING] == Ink.NOTHING
    for ink in (Ink.TILE_RED, Ink.INK, Ink.TILE_YELLOW):
        wanted = COLORS[ink].mix(COLORS[Ink.CLOTH], 0.5)
        assert sum(abs(a - b) for a, b in zip(COLORS[table[ink]], wanted, strict=True)) < 40


def test_quantized_keeps_the_palettes_own_colors() -> None:
    picture = Image.new("RGB", (4, 1))
    picture.putdata([COLORS[ink] for ink in (Ink.CLOTH, Ink.GOLD, Ink.BLUE, Ink.WOOD)])
    assert list(quantized(picture).tobytes()) == [Ink.CLOTH, Ink.GOLD, Ink.BLUE, Ink.WOOD]


def test_colors_are_written_in_six_digits() -> None:
    assert RGB.of("e9e5da") == RGB(233, 229, 218)
    assert RGB(233, 229, 218).digits == "e9e5da"
