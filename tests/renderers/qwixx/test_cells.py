"""The cells of a sheet: numbers are read also under their crosses, and looks are told apart without color."""

from __future__ import annotations

import math
from itertools import combinations

import pytest
from PIL import Image, ImageChops

from bot.games.qwixx.sheet import ROWS, Row
from renderers.canvas import Canvas
from renderers.colors import distance, luminance
from renderers.palette import COLORS, Ink
from renderers.qwixx.cells import CROSSES, lock_cell, number_cell, penalty_box, write_number
from renderers.qwixx.layout import CELL, SIZES, WIDTH
from renderers.qwixx.looks import Look

HEIGHTS = sorted({sizes.cell for sizes in SIZES.values()})
PHONE = 400


def where(image: Image.Image, ink: int) -> Image.Image:
    return Image.frombytes("L", image.size, bytes(255 if value == ink else 0 for value in image.tobytes()))


def on_a_phone(image: Image.Image) -> Image.Image:
    """In grey, as large as a phone shows it."""
    grey = Image.frombytes("L", image.size, bytes(round(255 * brightness(ink)) for ink in image.tobytes()))
    width, height = image.size
    return grey.resize((round(width * PHONE / WIDTH), round(height * PHONE / WIDTH)), Image.Resampling.BOX)


def brightness(ink: int) -> float:
    """As an eye judges it, from 0 to 1."""
    return math.pow(luminance(COLORS[ink]), 1 / 2.2)


def difference(one: Image.Image, other: Image.Image) -> float:
    """How much two grey pictures differ: the mean over their pixels, of 255."""
    values = ImageChops.difference(one, other).tobytes()
    return sum(values) / len(values)


def unlike(one: Image.Image, other: Image.Image, contrast: int) -> int:
    """How many pixels differ by so much, of 255."""
    return sum(value >= contrast for value in ImageChops.difference(one, other).tobytes())


@pytest.mark.parametrize("height", HEIGHTS)
@pytest.mark.parametrize("row", ROWS)
def test_a_crossed_number_is_as_whole_as_one_without_a_cross(row: Row, height: int) -> None:
    for number in row.numbers:
        plain = Canvas(CELL, height, Ink.WHITE)
        write_number(plain, number, Ink.INK, Ink.WHITE)
        for cross in range(CROSSES):
            crossed = number_cell(row, number, Look.OLD, cross, (CELL, height))
            assert where(crossed, Ink.INK).tobytes() == where(plain.image, Ink.INK).tobytes()


@pytest.mark.parametrize("height", HEIGHTS)
@pytest.mark.parametrize("look", [Look.OLD, Look.PREVIOUS, Look.CURRENT])
@pytest.mark.parametrize("row", ROWS)
def test_an_arm_of_the_cross_is_seen_in_each_corner(row: Row, look: Look, height: int) -> None:
    for number in (12, 7):
        for cross in range(CROSSES):
            cell = number_cell(row, number, look, cross, (CELL, height))
            fill = Ink.WHITE if look is Look.OLD else Ink.GOLD
            for corner in ((6, 6, 24, height // 2), (CELL - 24, 6, CELL - 6, height // 2)):
                for box in (corner, (corner[0], height - height // 2, corner[2], height - 6)):
                    inks = cell.crop(box).tobytes()
                    strokes = [ink for ink in inks if abs(brightness(ink) - brightness(fill)) > 0.15]
                    assert len(strokes) > len(inks) / 8, (number, cross, box)


@pytest.mark.parametrize("height", HEIGHTS)
def test_numbers_and_looks_are_told_apart_on_a_phone_without_color(height: int) -> None:
    """In 400 pixels' width and in grey: any two numbers of a row in the same look, and any two looks of a number.

    Two numbers differ in at least three pixels, by a third of the way from black to white; where they are
    gone, faintly.
    """
    for row in ROWS:
        shown = {
            (number, look): on_a_phone(number_cell(row, number, look, 0, (CELL, height)))
            for number in row.numbers
            for look in Look
        }
        for one, other in combinations(row.numbers, 2):
            for look in (Look.OPEN, Look.GONE, Look.OLD):
                contrast = 10 if look is Look.GONE else 80
                assert unlike(shown[one, look], shown[other, look], contrast) >= 3, (row, one, other, look)
        for first, second in combinations(Look, 2):
            assert difference(shown[7, first], shown[7, second]) > 6, (row, first, second)


@pytest.mark.parametrize("height", HEIGHTS)
@pytest.mark.parametrize("row", ROWS)
def test_a_number_that_is_gone_stands_back_against_one_that_is_open(row: Row, height: int) -> None:
    """It differs not much more than half as much from its cell, and its cell from the row."""

    def strengths(look: Look) -> tuple[float, float]:
        cell = number_cell(row, 7, look, 0, (CELL, height))
        pixels = cell.tobytes()
        ground, corner = pixels[6 * CELL + CELL // 2], pixels[0]
        inks = cell.crop((6, 6, CELL - 6, height - 6)).tobytes()
        number = max(inks, key=lambda ink: abs(brightness(ink) - brightness(ground)))
        return abs(brightness(number) - brightness(ground)), distance(COLORS[ground], COLORS[corner])

    (number, cell), (gone_number, gone_cell) = strengths(Look.OPEN), strengths(Look.GONE)
    assert gone_number < number * 0.6
    assert gone_cell < cell * 0.6


@pytest.mark.parametrize("row", ROWS)
def test_locks_are_told_apart(row: Row) -> None:
    looks = (Look.OPEN, Look.GONE, Look.OLD, Look.PREVIOUS, Look.CURRENT)
    locks = [lock_cell(row, look, (CELL, 43)) for look in looks]
    for one, other in combinations(locks, 2):
        assert one.tobytes() != other.tobytes()
    for one, other in combinations(locks[:3], 2):
        assert difference(on_a_phone(one), on_a_phone(other)) > 6


def test_penalty_boxes_are_told_apart() -> None:
    boxes = [penalty_box(look, 0, (46, 34), Ink.CARD) for look in (None, Look.OLD, Look.PREVIOUS, Look.CURRENT)]
    for one, other in combinations(boxes, 2):
        assert difference(on_a_phone(one), on_a_phone(other)) > 4
