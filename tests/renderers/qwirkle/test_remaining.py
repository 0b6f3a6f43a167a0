"""The tiles that the viewer has not seen."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from PIL import Image

from bot.games.qwirkle import QWIRKLE
from bot.games.qwirkle.board import Cell, Placement
from bot.games.qwirkle.tiles import ALL_TILES, Color, Shape, Tile, tile_of
from renderers.canvas import Canvas
from renderers.errors import PictureError
from renderers.palette import Ink
from renderers.qwirkle.remaining import RemainingLabels, remaining
from renderers.text import BLACK, Lettering
from renderers.writing import Pen, Span
from tests.renderers.qwirkle.matches import state_with
from tests.renderers.qwirkle.seen import bounds, pixels, tiles_seen

LABELS = RemainingLabels("Tiles you have not seen")
MIRRORED = replace(LABELS, right_to_left=True)
TILE = 96


def ink_of(number: int) -> bytes:
    canvas = Canvas(200, 100, Ink.CLOTH)
    Pen(canvas).write(str(number), Lettering(54, BLACK), Span(0, 200), middle=50, ink=Ink.INK, on=Ink.CLOTH)
    return _cut(canvas.image)


def _cut(image: Image.Image) -> bytes:
    box = bounds(image, Ink.INK)
    return image.crop(box).tobytes() if box else b""


def numbers_seen(image: Image.Image, *, rtl: bool = False) -> dict[Tile, int]:
    """What stands after each tile that is not faded."""
    inks = {ink_of(number): number for number in range(1, 4)}
    found = {}
    for (left, top), tile in tiles_seen(image, TILE).items():
        box = (left - 52, top, left - 2, top + TILE) if rtl else (left + TILE + 2, top, left + TILE + 52, top + TILE)
        found[tile] = inks[_cut(image.crop(box))]
    return found


@pytest.mark.parametrize("tiles", [1, 40, 108])
@pytest.mark.parametrize("seat", [None, 0, 2])
def test_each_tile_has_the_number_of_those_that_the_viewer_has_not_seen(tiles: int, seat: int | None) -> None:
    state = state_with(tiles)
    left = Counter(ALL_TILES)
    left.subtract(tile for _, tile in state.board)
    left.subtract(state.hands[seat] if seat is not None else ())
    view = QWIRKLE.view(state, seat)
    for labels in (LABELS, MIRRORED):
        picture = remaining(view, labels)
        assert numbers_seen(pixels(picture), rtl=labels.right_to_left) == +left
        assert dict(picture.facts.counts) == left
        assert picture.facts.total == left.total()


def test_rows_are_colors_and_columns_shapes_from_where_one_begins_to_read() -> None:
    view = QWIRKLE.view(state_with(0), None)
    for labels, shapes in ((LABELS, list(Shape)), (MIRRORED, list(Shape)[::-1])):
        seen = tiles_seen(pixels(remaining(view, labels)), TILE)
        in_order = [tile for _, tile in sorted(seen.items(), key=lambda found: found[0][::-1])]
        assert in_order == [tile_of(color, shape) for color in Color for shape in shapes]


def test_a_tile_of_which_none_is_left_stands_back() -> None:
    view = QWIRKLE.view(state_with(0), None)
    out = tuple(Placement(Cell(x, 0), Tile.GT) for x in range(3))
    image = pixels(remaining(replace(view, board=out), LABELS))
    assert set(tiles_seen(image, TILE).values()) == set(Tile) - {Tile.GT}


def test_a_fourth_copy_is_refused() -> None:
    view = QWIRKLE.view(state_with(0), None)
    out = tuple(Placement(Cell(x, 0), Tile.GT) for x in range(4))
    with pytest.raises(PictureError, match=r"^The view has more than three copies of a tile\.$"):
        remaining(replace(view, board=out), LABELS)


@pytest.mark.parametrize("title", ["", "W" * 10_000, "\ud800", "\u202eabc"])
def test_no_title_moves_anything(title: str) -> None:
    view = QWIRKLE.view(state_with(40), 0)
    plain, hostile = (pixels(remaining(view, labels)) for labels in (LABELS, RemainingLabels(title)))
    below = (0, 92, *plain.size)
    assert plain.crop(below).tobytes() == hostile.crop(below).tobytes()
    # The total, at the end of the title's line.
    total = (plain.width - 130, 0, plain.width, 92)
    assert plain.crop(total).tobytes() == hostile.crop(total).tobytes()
