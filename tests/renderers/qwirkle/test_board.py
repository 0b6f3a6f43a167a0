"""The board with its players."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from bot.core.fairness import Stream
from bot.games.base import Leave, Presence
from bot.games.qwirkle import QWIRKLE
from bot.games.qwirkle.board import Cell, Placement
from bot.games.qwirkle.labels import Labels
from bot.games.qwirkle.state import LastPlay, View
from bot.games.qwirkle.tiles import ALL_TILES, Tile
from renderers.canvas import Canvas
from renderers.errors import PictureError
from renderers.palette import Ink
from renderers.png import MOST_PIXELS, BandShelf
from renderers.qwirkle.board import BoardFacts, board
from renderers.qwirkle.facts import TileAt
from renderers.qwirkle.scores import PHONE, BoardLabels
from renderers.text import BOLD, Lettering
from renderers.writing import Pen, Span
from tests.renderers.qwirkle.matches import NAMES, state_with, states
from tests.renderers.qwirkle.seen import area, bounds, count, pixels, tiles_seen

SIZES = (96, 80, 64, 48)


@cache
def spectator(tiles: int, seats: int = 4, key: int = 1, computers: tuple[int, ...] = ()) -> View:
    return QWIRKLE.view(state_with(tiles, seats, key, computers), None)


def labels(seats: int, *, rtl: bool = False) -> BoardLabels:
    return BoardLabels(NAMES[:seats], "in bag", "left", right_to_left=rtl)


def laid(view: View, cells: list[Cell]) -> View:
    """The view with another board: one tile in each of these cells, in the order of the material."""
    tiles = tuple(Placement(cell, tile) for cell, tile in zip(cells, ALL_TILES, strict=False))
    return replace(view, board=tiles, last_play=LastPlay(0, tiles[-1:], (), 3, 0))


def lattice(view: View, image: Image.Image) -> tuple[int, int, int]:
    """Where the cell (0, 0) lies in the picture, and how large cells are, by what is seen of the tiles."""
    size = next(size for size in SIZES if tiles_seen(image, size))
    origins = set()
    seen = tiles_seen(image, size)
    for cell, tile in view.board:
        origins.add(frozenset((x - cell.x * size, y - cell.y * size) for (x, y), code in seen.items() if code == tile))
    ((left, top),) = frozenset.intersection(*origins)
    return left, top, size


@pytest.mark.parametrize("tiles", [1, 12, 40, 75, 108])
@pytest.mark.parametrize("rtl", [False, True])
def test_each_tile_is_in_its_cell_and_nothing_else_is_anywhere(tiles: int, rtl: bool) -> None:
    view = spectator(tiles, seats=3)
    image = pixels(board(view, labels(3, rtl=rtl)))
    left, top, size = lattice(view, image)
    expected = {(left + cell.x * size, top + cell.y * size): tile for cell, tile in view.board}
    assert tiles_seen(image, size) == expected


@pytest.mark.parametrize("moved", [Labels(), Labels(26, 13), Labels(13, 117)])
def test_names_stand_on_all_four_sides_and_are_those_of_the_view(moved: Labels) -> None:
    view = replace(spectator(40, seats=2), labels=moved)
    image = pixels(board(view, labels(2)))
    left, top, size = lattice(view, image)
    cloth_left, cloth_top, cloth_right, cloth_bottom = area(image, Ink.CLOTH)
    for cell in (Cell(0, 0), Cell(1, 2), Cell(-2, 3)):
        name = moved.name(cell)
        column, row = name.rstrip("0123456789"), name.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        x, y = left + cell.x * size, top + cell.y * size
        above, below = (x, cloth_top, x + size, y), (x, y, x + size, cloth_bottom)
        assert_written(image, column, (above[0], cloth_top, above[2], cloth_top + 60))
        assert_written(image, column, (below[0], cloth_bottom - 60, below[2], cloth_bottom))
        assert_written(image, row, (cloth_left, y, cloth_left + 70, y + size))
        assert_written(image, row, (cloth_right - 70, y, cloth_right, y + size))


def assert_written(image: Image.Image, text: str, box: tuple[int, int, int, int]) -> None:
    """The text, in the size of a board's names, is all the ink in this box."""
    crop = image.crop(box)
    found = bounds(crop, Ink.MUTED)
    assert found is not None, f"{text} is not written"
    ink = crop.crop(found)
    sizes = range(20, 60)
    assert any(_ink_of(text, size) == (ink.size, ink.tobytes().count(Ink.MUTED)) for size in sizes), text


def _ink_of(text: str, size: int) -> tuple[tuple[int, int], int]:
    canvas = Canvas(400, 100, Ink.CLOTH)
    Pen(canvas).write(text, Lettering(size, BOLD), Span(0, 400), middle=50, ink=Ink.MUTED, on=Ink.CLOTH)
    box = bounds(canvas.image, Ink.MUTED)
    assert box is not None
    part = canvas.image.crop(box)
    return part.size, part.tobytes().count(Ink.MUTED)


def test_gold_surrounds_the_tiles_of_the_last_play_alone() -> None:
    view = spectator(60)
    image = pixels(board(view, labels(4)))
    left, top, size = lattice(view, image)
    assert view.last_play is not None
    marked = {cell for cell, _ in view.last_play.play}
    for cell, _ in view.board:
        # The left edge of the tile, at half its height.
        x, y = left + cell.x * size, top + cell.y * size + size // 2
        edge = image.crop((x, y, x + size // 12, y + 1)).tobytes()
        assert (edge.count(Ink.GOLD) > 2) == (cell in marked), cell


def cards(view: View, rtl: bool) -> list[tuple[int, int, int, int]]:
    """Where each seat's card is when it is that seat's turn."""
    found = []
    for seat in range(len(view.scores)):
        image = pixels(board(replace(view, active=seat), labels(len(view.scores), rtl=rtl)))
        found.append(area(image, Ink.CARD_ACTIVE))
    return found


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_the_card_of_whose_turn_it_is_stands_out_and_cards_go_round_in_the_order_of_seats(seats: int) -> None:
    view = spectator(10, seats)
    found = cards(view, rtl=False)
    assert [(top, left) for left, top, _, _ in found] == sorted((top, left) for left, top, _, _ in found)
    assert len(set(found)) == seats
    mirrored = cards(view, rtl=True)
    assert [(top, -left) for left, top, _, _ in mirrored] == sorted((top, -left) for left, top, _, _ in mirrored)


@pytest.mark.parametrize("rtl", [False, True])
def test_a_golden_bar_is_at_the_start_of_that_card(rtl: bool) -> None:
    view = replace(spectator(10), last_play=None, active=2)
    image = pixels(board(view, labels(4, rtl=rtl)))
    card, bar = area(image, Ink.CARD_ACTIVE), area(image, Ink.GOLD)
    assert card[1] < bar[1] < bar[3] < card[3]
    start, end = bar[0] - card[0], card[2] - bar[2]
    assert (start > end) == rtl
    assert bounds(pixels(board(replace(view, active=None), labels(4, rtl=rtl))), Ink.GOLD) is None


def test_a_picture_tells_nothing_of_any_hand() -> None:
    for state in (state_with(30), state_with(108)):
        pictures = {board(QWIRKLE.view(state, seat), labels(4)).data for seat in (None, 0, 1, 2, 3)}
        assert len(pictures) == 1
    facts = board(QWIRKLE.view(state_with(30), 1), labels(4)).facts
    assert facts.hand_counts is None


def test_tiles_in_hand_are_counted_once_the_bag_is_empty() -> None:
    view = replace(spectator(108), outcome=None, active=0, hand_counts=(5, 3, 0, 1), bag_count=0)
    fewer = replace(view, hand_counts=(4, 3, 0, 1))
    assert board(view, labels(4)).facts.hand_counts == (5, 3, 0, 1)
    inks = [count(pixels(board(shown, labels(4))), Ink.PALE) for shown in (view, fewer)]
    assert inks[0] > inks[1]
    full = [replace(shown, bag_count=7) for shown in (view, fewer)]
    assert len({board(shown, labels(4)).data for shown in full}) == 1


def test_who_left_has_no_card_and_a_computer_has_a_robot() -> None:
    state = state_with(30, seats=3)
    left = QWIRKLE.apply(state, Leave(2), Stream(bytes(32))).state
    view = QWIRKLE.view(left, None)
    assert count(pixels(board(view, labels(3))), Ink.CARD) < 0.6 * count(
        pixels(board(QWIRKLE.view(state, None), labels(3))), Ink.CARD
    )
    people = (Presence.PERSON,) * 3
    robots = (Presence.COMPUTER, *people[1:])
    nameless = BoardLabels(("", "", ""), "", "")
    inks = [
        count(pixels(board(replace(view, presence=who, active=None), nameless)), Ink.PALE) for who in (people, robots)
    ]
    assert inks[0] < inks[1]


def test_the_winners_wear_a_crown() -> None:
    over = replace(spectator(108), last_play=None)
    assert over.outcome is not None
    gold = []
    for places in ((2, 1, 3, 4), (1, 1, 3, 4), None):
        view = replace(over, outcome=replace(over.outcome, places=places))
        picture = board(view, labels(4))
        assert picture.facts.places == places
        gold.append(count(pixels(picture), Ink.GOLD))
    one, two, none = gold
    assert (two, none) == (2 * one, 0)


def test_the_panel_is_above_a_wide_board_and_beside_a_tall_one() -> None:
    view = spectator(10)
    wide = pixels(board(laid(view, [Cell(x, 0) for x in range(20)]), labels(4)))
    tall = [pixels(board(laid(view, [Cell(0, y) for y in range(25)]), labels(4, rtl=rtl))) for rtl in (False, True)]
    width, height = wide.size
    assert [wide.getpixel(place) for place in ((2, 2), (2, height - 3), (width - 3, height - 3))] == [
        Ink.PANEL,
        Ink.CLOTH,
        Ink.CLOTH,
    ]
    for image, panel_at_right in zip(tall, (True, False), strict=True):
        width, height = image.size
        left, right = image.getpixel((2, height // 2)), image.getpixel((width - 3, height // 2))
        assert (left, right) == ((Ink.CLOTH, Ink.PANEL) if panel_at_right else (Ink.PANEL, Ink.CLOTH))


def test_the_picture_stays_as_it_is_while_a_board_is_young() -> None:
    sizes = {pixels(board(QWIRKLE.view(state, None), labels(4))).size for state in list(states(4, 1))[:5]}
    assert len(sizes) == 1


@pytest.mark.parametrize(
    "cells",
    [
        pytest.param([], id="empty"),
        pytest.param([Cell(0, 0)], id="one tile"),
        pytest.param([Cell(x, x // 5 % 2) for x in range(108)], id="wide snake"),
        pytest.param([Cell(y // 5 % 2, y) for y in range(108)], id="tall snake"),
        pytest.param([Cell((k + 1) // 2, k // 2) for k in range(108)], id="stairs"),
        pytest.param([Cell(k % 38, k * 7 % 38 + k // 38) for k in range(108)], id="40 by 40"),
        pytest.param([Cell(-13, -13), Cell(-12, -13)], id="at the corner of the labels"),
    ],
)
@pytest.mark.parametrize("seats", [2, 6])
def test_boards_of_any_shape_are_drawn(cells: list[Cell], seats: int) -> None:
    view = laid(spectator(10, seats), cells)
    picture = board(view, labels(seats))
    assert picture.width * picture.height <= MOST_PIXELS
    image = pixels(picture)
    if cells:
        assert len(tiles_seen(image, lattice(view, image)[2])) == len(cells)
    assert len(picture.facts.tiles) == len(cells)


def test_a_column_left_of_a_and_a_row_above_1_have_no_name() -> None:
    view = laid(spectator(10), [Cell(-13, -13)])
    image = pixels(board(view, labels(4)))
    left, top, size = lattice(view, image)
    cloth_left, cloth_top, _, _ = area(image, Ink.CLOTH)
    x, y = left - 13 * size, top - 13 * size
    assert_written(image, "A", (x, cloth_top, x + size, cloth_top + 60))
    assert bounds(image.crop((x - size, cloth_top, x, y - size)), Ink.MUTED) is None
    assert bounds(image.crop((cloth_left, y - size, x - size, y)), Ink.MUTED) is None


def test_the_panel_of_a_board_for_zooming_in_does_not_grow_with_it() -> None:
    picture = board(laid(spectator(10), [Cell(x, 0) for x in range(90)]), labels(4))
    cells = 9 * 48
    assert picture.height - cells < 650


def test_a_real_board_shows_its_cells_as_large_as_a_phone_can() -> None:
    """At least 16 of the phone's pixels for a whole match, 27 while it is young: shapes and marks are told apart."""
    for tiles, least in ((6, 27), (40, 20), (108, 16)):
        view = spectator(tiles)
        picture = board(view, labels(4))
        _, _, size = lattice(view, pixels(picture))
        shrunk = min(PHONE[0] / picture.width, PHONE[1] / picture.height)
        assert size * shrunk >= least, tiles


def test_facts_tell_what_is_drawn() -> None:
    view = spectator(40, computers=(3,))
    facts = board(view, labels(4)).facts
    assert facts.last_play is not None
    assert view.last_play is not None
    assert TileAt("N14", dict(view.board)[Cell(0, 0)]) in facts.tiles
    assert [name for name, _ in facts.tiles] == sorted(
        (name for name, _ in facts.tiles), key=lambda name: (int(name.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")), name)
    )
    assert set(facts.last_play.tiles) == {TileAt(view.labels.name(c), t) for c, t in view.last_play.play}
    assert facts == BoardFacts(
        tiles=facts.tiles,
        last_play=replace(facts.last_play, seat=view.last_play.seat, points=view.last_play.points),
        scores=view.scores,
        presence=view.presence,
        active=view.active,
        bag_count=view.bag_count,
        hand_counts=None,
        places=None,
    )


def test_bands_that_are_kept_change_nothing() -> None:
    shelf = BandShelf()
    for state in list(states(4, 1))[10:14]:
        view = QWIRKLE.view(state, None)
        assert board(view, labels(4), shelf).data == board(view, labels(4)).data


any_text = st.text(st.characters(), max_size=40) | st.sampled_from(["", "\ud800", "W" * 10_000, "\u202e" * 9, "\0\n\t"])


@cache
def plain_board(rtl: bool) -> tuple[Image.Image, tuple[int, int, int, int]]:
    """A board with harmless names, and where its cloth is."""
    image = pixels(board(spectator(10), labels(4, rtl=rtl)))
    return image, area(image, Ink.CLOTH)


@given(st.tuples(any_text, any_text, any_text, any_text), any_text, st.booleans())
def test_no_name_moves_anything(names: tuple[str, str, str, str], word: str, rtl: bool) -> None:
    plain, cloth = plain_board(rtl)
    hostile = pixels(board(spectator(10), BoardLabels(names, word, word, right_to_left=rtl)))
    assert hostile.size == plain.size
    assert hostile.crop(cloth).tobytes() == plain.crop(cloth).tobytes()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"scores": (1,)}, "The number of seats must be from 2 to 6."),
        ({"scores": (0,) * 7}, "The number of seats must be from 2 to 6."),
        ({"scores": (0, 1, 2, 10**5000)}, "A score must be from 0 to 99999."),
        ({"scores": (0, 1, 2, -1)}, "A score must be from 0 to 99999."),
        ({"presence": ()}, "There are 4 scores, but 0 entries in presence."),
        ({"hand_counts": (1, 2, 3, 7)}, "A number of tiles in hand must be from 0 to 6."),
        ({"active": 4}, "The active seat must be from 0 to 3."),
        ({"active": -1}, "The active seat must be from 0 to 3."),
        ({"bag_count": 109}, "The number of tiles in the bag must be from 0 to 108."),
        ({"labels": Labels(10**100, 0)}, "The first column's label must be from 0 to 2000."),
        ({"board": (Placement(Cell(10**30, 0), Tile.RC),)}, "An x must be from -1000 to 1000."),
        ({"board": (Placement(Cell(0, -1001), Tile.RC),)}, "A y must be from -1000 to 1000."),
        ({"board": (Placement(Cell(0, 0), Tile.RC),) * 2}, "Two tiles lie in one cell."),
        ({"board": ()}, "The last play has a tile that is not on the board."),
        (
            {"board": tuple(Placement(Cell(x, 0), Tile.RC) for x in range(109))},
            "The number of tiles on the board must be from 0 to 108.",
        ),
        ({"last_play": LastPlay(5, (), (), 1, 0)}, "The seat of the last play must be from 0 to 3."),
        ({"last_play": LastPlay(0, (), (), 10**9, 0)}, "The points of the last play must be from 0 to 999."),
    ],
)
def test_what_no_match_can_hold_is_refused_in_a_sentence(changes: dict[str, Any], message: str) -> None:
    view = replace(spectator(10), **changes)
    with pytest.raises(PictureError, match=f"^{re.escape(message)}$"):
        board(view, labels(4))


def test_a_board_that_is_too_large_and_a_name_that_is_missing_are_refused() -> None:
    far = (Placement(Cell(0, 0), Tile.RC), Placement(Cell(900, 900), Tile.RC))
    with pytest.raises(PictureError, match="pixels cannot be drawn"):
        board(replace(spectator(10), board=far, last_play=None), labels(4))
    with pytest.raises(PictureError, match=r"^There are 4 seats, but 3 names\.$"):
        board(spectator(10), labels(3))
