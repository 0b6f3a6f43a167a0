"""A player's own tiles."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.games.qwirkle import QWIRKLE
from bot.games.qwirkle.state import View
from bot.games.qwirkle.tiles import Tile
from renderers.canvas import Canvas
from renderers.errors import PictureError
from renderers.palette import Ink
from renderers.qwirkle.hand import TILE, HandLabels, hand
from renderers.text import BOLD, Lettering
from renderers.writing import Pen, Span
from tests.renderers.qwirkle.matches import state_with
from tests.renderers.qwirkle.seen import bounds, pixels, tiles_seen

TILES = (Tile.RC, Tile.PX, Tile.RC, Tile.GT, Tile.YV, Tile.BD)


def own(tiles: tuple[Tile, ...]) -> View:
    return replace(QWIRKLE.view(state_with(30), 1), hand=tiles)


def seen_from_left(view: View, *, rtl: bool = False) -> list[Tile]:
    return [tile for _, tile in sorted(tiles_seen(pixels(hand(view, HandLabels(rtl))), TILE).items())]


@pytest.mark.parametrize("number", range(7))
def test_the_hand_is_shown_in_its_order_from_where_one_begins_to_read(number: int) -> None:
    view = own(TILES[:number])
    assert seen_from_left(view) == list(TILES[:number])
    assert seen_from_left(view, rtl=True) == list(TILES[:number])[::-1]
    assert hand(view, HandLabels()).facts.tiles == TILES[:number]


def test_the_picture_keeps_its_size_when_the_hand_shrinks() -> None:
    assert len({pixels(hand(own(TILES[:number]), HandLabels())).size for number in range(7)}) == 1


def test_each_tile_has_its_code_below() -> None:
    image = pixels(hand(own(TILES), HandLabels()))
    for (left, top), tile in tiles_seen(image, TILE).items():
        below = image.crop((left, top + TILE + 34, left + TILE, image.height))
        canvas = Canvas(TILE, below.height, Ink.PANEL)
        Pen(canvas).write(
            tile,
            Lettering(46, BOLD),
            Span(0, TILE),
            middle=below.height / 2,
            ink=Ink.WHITE,
            on=Ink.PANEL,
            align="center",
        )
        box, expected = bounds(below, Ink.WHITE), bounds(canvas.image, Ink.WHITE)
        assert box is not None
        assert expected is not None
        assert below.crop(box).tobytes() == canvas.image.crop(expected).tobytes()


def test_a_spectator_has_no_hand() -> None:
    with pytest.raises(PictureError, match=r"^The view is a spectator's, who has no hand\.$"):
        hand(QWIRKLE.view(state_with(30), None), HandLabels())


def test_seven_tiles_are_no_hand() -> None:
    with pytest.raises(PictureError, match=r"^The number of tiles in the hand must be from 0 to 6\.$"):
        hand(own((*TILES, Tile.RC)), HandLabels())
