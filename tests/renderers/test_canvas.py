from __future__ import annotations

import io

import pytest
from PIL import Image

from renderers.canvas import Canvas
from renderers.errors import PictureError
from renderers.palette import COLORS, Ink
from renderers.sprites import mask, sprite


def test_a_picture_begins_as_its_ground() -> None:
    canvas = Canvas(30, 20, Ink.CLOTH)
    assert canvas.size == (30, 20)
    assert canvas.image.getcolors() == [(600, Ink.CLOTH)]


def test_no_canvas_of_more_than_16_megapixels() -> None:
    with pytest.raises(PictureError):
        Canvas(4001, 4000, Ink.CLOTH)


def test_a_rounded_box_has_soft_corners_and_full_sides() -> None:
    canvas = Canvas(60, 60, Ink.PANEL)
    canvas.rounded((10, 10, 50, 40), 8, Ink.CARD_ACTIVE, on=Ink.PANEL)
    image = canvas.image
    assert all(image.getpixel(place) == Ink.PANEL for place in ((10, 10), (49, 10), (10, 39), (49, 39), (50, 20)))
    assert all(image.getpixel(place) == Ink.CARD_ACTIVE for place in ((18, 10), (10, 25), (49, 25), (30, 39), (30, 20)))
    colors = image.getcolors()
    assert colors is not None
    assert len(colors) > 3


@pytest.mark.parametrize("radius", [0, 1, 15, 500])
def test_a_radius_that_is_too_large_makes_a_disc(radius: int) -> None:
    canvas = Canvas(40, 40, Ink.PANEL)
    canvas.rounded((5, 5, 35, 35), radius, Ink.WHITE, on=Ink.PANEL)
    assert canvas.image.getpixel((20, 20)) == Ink.WHITE
    assert canvas.image.getpixel((5, 5)) == (Ink.WHITE if radius == 0 else canvas.image.getpixel((34, 34)))
    assert canvas.image.getpixel((4, 20)) == Ink.PANEL


def test_a_framed_tile_is_the_tile_with_a_frame_over_it() -> None:
    canvas = Canvas(96, 96, Ink.CLOTH)
    canvas.tile("BV", (0, 0), 96, "last")
    tile = sprite("tile/BV", 96)
    middle = (20, 20, 76, 76)
    assert canvas.image.crop(middle).tobytes() == tile.crop(middle).tobytes()
    assert canvas.image.getpixel((48, 4)) == Ink.GOLD
    assert Ink.NOTHING not in canvas.image.tobytes()


def test_a_stain_mixes_with_the_ground_that_is_named() -> None:
    canvas = Canvas(40, 40, Ink.CARD)
    canvas.stain(mask("crown", 40), (0, 0), Ink.GOLD, on=Ink.CARD)
    assert canvas.image.tobytes().count(Ink.GOLD) > 300
    assert canvas.image.tobytes().count(Ink.CARD) > 300


def test_a_glaze_mixes_with_what_is_there() -> None:
    canvas = Canvas(64, 64, Ink.WHITE)
    canvas.fill((32, 0, 64, 64), Ink.RED)
    before = canvas.image.copy()
    cross = mask("cross/0", 64)
    canvas.glaze(cross, (0, 0), Ink.INK)
    for at in ((x, y) for x in range(64) for y in range(64)):
        if cross.getpixel(at) == 0:
            assert canvas.image.getpixel(at) == before.getpixel(at)
        elif cross.getpixel(at) == 255:
            shown = canvas.image.convert("RGB").getpixel(at)
            assert isinstance(shown, tuple)
            assert sum(abs(a - b) for a, b in zip(shown, COLORS[Ink.INK], strict=True)) < 16


def test_a_carpet_is_the_sprite_in_columns_and_rows() -> None:
    canvas = Canvas(200, 160, Ink.CLOTH)
    canvas.carpet("empty", (4, 6), 48, (4, 3))
    for column in range(4):
        for row in range(3):
            assert canvas.image.getpixel((4 + 48 * column + 24, 6 + 48 * row + 24)) == Ink.CLOTH_DOT
    assert canvas.image.getpixel((4 + 48 * 3 + 24, 6 + 48 * 3 + 2)) == Ink.CLOTH


def test_what_fades_comes_nearer_to_the_ground() -> None:
    canvas = Canvas(96, 96, Ink.CLOTH)
    canvas.tile("RC", (0, 0), 96)
    before = canvas.image.convert("L")
    canvas.fade((0, 0, 96, 96))
    after = canvas.image.convert("L")
    assert min(after.tobytes()) > min(before.tobytes()) + 60
    assert canvas.image.getpixel((0, 0)) == Ink.CLOTH


@pytest.mark.parametrize("size", [96, 144])
def test_a_tray_has_room_for_its_tiles(size: int) -> None:
    canvas = Canvas(8 * size, 2 * size, Ink.PANEL)
    left, top = canvas.tray((10, 10), 6, size)
    assert canvas.image.getpixel((left + 6 * size - 1, top + size - 1)) == Ink.CLOTH
    cells = canvas.image.crop((left, top, left + 6 * size, top + size))
    assert cells.getcolors() == [(6 * size * size, Ink.CLOTH)], "tiles lie on flat cloth"


def test_an_emoji_is_laid_on_the_ground() -> None:
    canvas = Canvas(20, 20, Ink.CARD)
    canvas.emoji(Image.new("RGBA", (10, 10), (255, 204, 77, 255)), (5, 5), on=Ink.CARD)
    assert canvas.image.getpixel((4, 4)) == Ink.CARD
    assert canvas.image.getpixel((10, 10)) != Ink.CARD


def test_the_file_shows_the_canvas() -> None:
    canvas = Canvas(96, 96, Ink.CLOTH)
    canvas.tile("PX", (0, 0), 96, "clash")
    with Image.open(io.BytesIO(canvas.png())) as picture:
        assert picture.tobytes() == canvas.image.tobytes()
