"""RULES 1, Material, and the small functions on tiles and cells."""

from __future__ import annotations

from collections import Counter

import pytest

from bot.games.qwirkle.board import Axis, Cell, Line, line_through, lines_through, points_of_line
from bot.games.qwirkle.labels import Labels
from bot.games.qwirkle.opening import largest_set_size
from bot.games.qwirkle.tiles import ALL, ALL_TILES, FAMILIES, Color, Shape, Tile, mask_of, tile_of, tiles_in
from tests.games.qwirkle.positions import board, tiles


def test_material() -> None:
    """RULES 1, Material: 108 tiles, 3 copies of each of the 36 pairs of 6 colors and 6 shapes."""
    assert len(ALL_TILES) == 108
    assert set(Counter((tile.color, tile.shape) for tile in ALL_TILES).values()) == {3}
    assert len({(tile.color, tile.shape) for tile in Tile}) == 36


def test_order_of_the_tiles() -> None:
    """RULES 3: the first shuffle takes the tiles in the order of color, shape, copy."""
    colors = ["red", "orange", "yellow", "green", "blue", "purple"]
    shapes = ["circle", "square", "diamond", "star", "clover", "cross"]
    assert [(tile.color, tile.shape) for tile in ALL_TILES] == [
        (color, shape) for color in colors for shape in shapes for _ in range(3)
    ]


def test_codes() -> None:
    """RULES 4, Tile: color letter, then shape letter."""
    assert tile_of(Color.RED, Shape.CIRCLE) == "RC"
    assert tile_of(Color.BLUE, Shape.STAR) == "BT"
    assert tile_of(Color.PURPLE, Shape.CLOVER) == "PV"
    assert all(tile_of(tile.color, tile.shape) is tile for tile in Tile)


def test_masks_are_sets() -> None:
    assert mask_of(Tile) == ALL
    assert tiles_in(mask_of(tiles("GS RC RC"))) == tiles("RC GS")
    assert len(FAMILIES) == 12
    assert all(family.bit_count() == 6 for family in FAMILIES)
    for tile in Tile:
        mates = {other for family in FAMILIES if family & tile.bit for other in tiles_in(family)}
        assert mates == {other for other in Tile if tile.color == other.color or tile.shape == other.shape}


@pytest.mark.parametrize(("length", "points"), [(1, 0), (2, 2), (5, 5), (6, 12)])
def test_points_of_a_line(length: int, points: int) -> None:
    """RULES 1, Score: a point a tile, and 6 more for a line of six."""
    assert points_of_line(length) == points


def test_lines_through_a_cell() -> None:
    laid = board("RC RS .. RD\n.. RX")
    assert line_through(laid, Cell(1, 0), Axis.ROW) == Line(Cell(0, 0), Axis.ROW, 2)
    assert line_through(laid, Cell(1, 0), Axis.COLUMN) == Line(Cell(1, 0), Axis.COLUMN, 2)
    assert line_through(laid, Cell(3, 0), Axis.ROW) is None
    assert Line(Cell(1, 0), Axis.COLUMN, 2).cells == (Cell(1, 0), Cell(1, 1))
    assert len(lines_through(laid, laid)) == 2
    assert [line.length for line in lines_through(board("RC RS RD\nRX"), [Cell(0, 0)])] == [3, 2]


@pytest.mark.parametrize(
    ("hand", "size"),
    [
        ("", 0),
        ("RC", 1),
        ("RC RC RC", 1),
        ("RC RS BD", 2),
        ("RC OC YC RS GX BX", 3),
        ("RC RC OC OC YC YC", 3),
        ("RC RS RD RT RV RX", 6),
    ],
)
def test_largest_set(hand: str, size: int) -> None:
    """RULES 1, Who starts: different tiles that share one color or one shape; duplicates do not count."""
    assert largest_set_size(tiles(hand)) == size


@pytest.mark.parametrize(
    ("cell", "name"),
    [((0, 0), "N14"), ((-13, -13), "A1"), ((12, 0), "Z14"), ((13, 0), "AA14"), ((14, 5), "AB19"), ((39, 86), "BA100")],
)
def test_names_of_cells(cell: tuple[int, int], name: str) -> None:
    """RULES 4, Cell: column letters and row number; (0, 0) is N14; after Z come AA, AB."""
    assert Labels().name(Cell(*cell)) == name
    assert Labels().cell(name) == Cell(*cell)


@pytest.mark.parametrize("name", ["", "N", "14", "N0", "N00", "AAA1", "N1000", "n14", "Ñ1", "N14 ", "N١"])
def test_no_names_of_cells(name: str) -> None:
    assert Labels().cell(name) is None


def test_cells_beyond_the_labels_have_no_name() -> None:
    with pytest.raises(ValueError, match="outside"):
        Labels().name(Cell(-14, 0))


@pytest.mark.parametrize(
    ("cell", "moved"),
    [
        ((0, 0), Labels(13, 13)),
        ((-8, -8), Labels(13, 13)),  # F6
        ((-9, 0), Labels(26, 13)),  # E14
        ((0, -9), Labels(13, 26)),  # N5
        ((-13, -13), Labels(26, 26)),  # A1
        ((-30, 0), Labels(39, 13)),
    ],
)
def test_labels_move_on(cell: tuple[int, int], moved: Labels) -> None:
    """RULES 4, Cell: a tile in columns A to E or rows 1 to 5 moves all labels of that axis on by 13."""
    assert Labels().moved_on([Cell(0, 0), Cell(*cell)]) == moved
