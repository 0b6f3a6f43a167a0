"""The generator of legal plays, held against brute force and against the plain rules."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations, permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.games.qwirkle.board import Board, Cell, Placement, neighbors, points_for
from bot.games.qwirkle.legality import check_play
from bot.games.qwirkle.moves import Move, anchors, any_fits, moves
from bot.games.qwirkle.tiles import FITS, Tile, mask_of
from tests.games.qwirkle.positions import board, grown_board, plain_is_legal, plain_is_line, plain_points, tiles

Plays = dict[frozenset[Placement], int]


def found(on: Board, hand: tuple[Tile, ...]) -> Plays:
    """What the generator finds. No play comes twice."""
    plays: Plays = {}
    for play, points in moves(on, hand):
        assert frozenset(play) not in plays
        plays[frozenset(play)] = points
    return plays


def by_brute_force(on: Board, hand: tuple[Tile, ...], cells: list[Cell]) -> Plays:
    """Every placement of tiles of the hand on these cells that the plain rules allow."""
    return {
        frozenset(play): plain_points(on, play)
        for size in range(1, len(hand) + 1)
        for chosen in combinations(cells, size)
        if len({x for x, _ in chosen}) == 1 or len({y for _, y in chosen}) == 1
        for order in set(permutations(hand, size))
        if plain_is_legal(on, play := tuple(map(Placement, chosen, order)))
    }


def cells_around(on: Board, margin: int) -> list[Cell]:
    """The empty cells of the smallest rectangle around the board, and of a margin around that."""
    xs, ys = [x for x, _ in on], [y for _, y in on]
    rectangle = product(range(min(xs) - margin, max(xs) + margin + 1), range(min(ys) - margin, max(ys) + margin + 1))
    return [cell for cell in (Cell(x, y) for x, y in rectangle) if cell not in on]


def with_holes(rng: random.Random, on: dict[Cell, Tile]) -> dict[Cell, Tile]:
    """The board without some tiles: in pieces, with room between tiles to be filled."""
    return {cell: tile for cell, tile in on.items() if rng.random() > 0.25} or on


@given(st.integers(0, 10**9), st.integers(1, 4), st.integers(1, 3), st.booleans())
def test_brute_force(seed: int, plays: int, hand_size: int, holes: bool) -> None:
    """All placements around a small board: the generator finds every legal play, each once, with its points."""
    rng = random.Random(seed)
    on, bag = grown_board(rng, plays, palette=tiles("RC RS RD RT OC OS OD OT YC YS YD YT") * 2)
    if holes:
        on = with_holes(rng, on)
    hand = tuple(rng.choices(bag, k=hand_size))
    assert found(on, hand) == by_brute_force(on, hand, cells_around(on, hand_size))


def test_no_play_is_outside_a_line() -> None:
    """Truly all placements, in line or not, on a tiny board."""
    on, hand = board("RC RS\nOC .."), tiles("OS RD YC")
    legal = {
        frozenset(play)
        for size in (1, 2, 3)
        for chosen in combinations(cells_around(on, 2), size)
        for order in permutations(hand, size)
        if plain_is_legal(on, play := tuple(map(Placement, chosen, order)))
    }
    assert set(found(on, hand)) == legal


def every_window(on: Board, hand: tuple[Tile, ...]) -> Iterator[tuple[Placement, ...]]:
    """Every placement of tiles that could be a line on empty cells that follow each other in a row or column."""
    orders = [
        order
        for size in range(1, len(hand) + 1)
        for order in set(permutations(hand, size))
        if size == 1 or plain_is_line(order)
    ]
    for cell in cells_around(on, 6):
        for dx, dy in ((1, 0), (0, 1)):
            free = [cell]
            while len(free) < len(hand):
                x, y = free[-1].x + dx, free[-1].y + dy
                while (x, y) in on:
                    x, y = x + dx, y + dy
                free.append(Cell(x, y))
            for size in range(1, len(hand) + 1):
                if any(neighbor in on for empty in free[:size] for neighbor in neighbors(empty)):
                    yield from (tuple(map(Placement, free, order)) for order in orders if len(order) == size)


@pytest.mark.parametrize("seed", [0, 1, 2, 4, 5, 6])
@pytest.mark.parametrize("holes", [False, True], ids=["whole", "pieces"])
def test_large_boards(seed: int, holes: bool) -> None:
    """Hands of six on boards of mid-game size, against every window of cells with the judge of plays."""
    rng = random.Random(seed)
    on, bag = grown_board(rng, plays=14)
    if holes:
        on = with_holes(rng, on)
    hand = tuple(bag[:6])
    expected = {}
    for play in every_window(on, hand):
        if plain_is_legal_nearby(on, play):
            expected[frozenset(play)] = points_for(check_play(on, play))
    assert len(expected) >= 5
    assert found(on, hand) == expected


def plain_is_legal_nearby(on: Board, play: tuple[Placement, ...]) -> bool:
    """Whether the lines of these placements, which are known to be in line and to touch the board, are legal."""
    after = {**on, **dict(play)}
    for cell, _ in play:
        for dx, dy in ((1, 0), (0, 1)):
            line = [after[cell]]
            for step in (1, -1):
                x, y = cell
                while tile := after.get(Cell(x := x + step * dx, y := y + step * dy)):
                    line.append(tile)
            if len(line) > 1 and not plain_is_line(line):
                return False
    return True


def test_openings() -> None:
    """On an empty board a play's first tile lies at (0, 0), and a lone tile is one play, not one a direction."""
    origin = Cell(0, 0)
    assert list(moves({}, tiles("RC"))) == [Move((Placement(origin, Tile.RC),), 1)]
    assert found({}, tiles("RC RC RC")) == {frozenset({Placement(origin, Tile.RC)}): 1}
    hand = tiles("RC RS OS BX")
    grid = [Cell(x, 0) for x in range(4)] + [Cell(0, y) for y in range(1, 4)]
    expected = {
        frozenset(play): plain_points({}, play)
        for size in range(1, 5)
        for chosen in combinations(grid, size)
        if origin in chosen
        for order in permutations(hand, size)
        if plain_is_legal({}, play := tuple(map(Placement, chosen, order)))
    }
    assert found({}, hand) == expected


@pytest.mark.parametrize(("size", "count"), [(1, 6), (2, 60), (6, 1440)])
def test_openings_of_a_size(size: int, count: int) -> None:
    plays = list(moves({}, tiles("RC RS RD RT RV RX"), size))
    assert len(plays) == count
    assert {len(play) for play, _ in plays} == {size}


def test_steps_over_tiles_and_extends_both_ends() -> None:
    on = board("RC .. RD .. RV")
    plays = found(on, tiles("RS RT RX"))
    at = {x: Cell(x, 0) for x in range(-1, 6)}
    assert plays[frozenset({Placement(at[1], Tile.RS), Placement(at[3], Tile.RT)})] == 5
    assert plays[frozenset({Placement(at[1], Tile.RS), Placement(at[3], Tile.RT), Placement(at[5], Tile.RX)})] == 12
    assert plays[frozenset({Placement(at[-1], Tile.RX), Placement(at[1], Tile.RS)})] == 4


def test_closed_cells() -> None:
    """RULES 1, A legal play: some cells are closed to every tile by the lines beside them."""
    for picture, closed in (("RC RS .. OC OS", 2), ("RC RS RD .. RT RV RC", 3), ("RC RS .. RS", 2)):
        assert dict(anchors(board(picture)))[Cell(closed, 0)].fits == 0
    assert dict(anchors(board("RC .. RS")))[Cell(1, 0)].fits == mask_of(tiles("RD RT RV RX"))


def test_runs_that_hold_the_same_tile_are_not_joined() -> None:
    on = board("RC .. .. RC")
    between = {frozenset(play) for play, _ in moves(on, tiles("RS RD")) if {cell.y for cell, _ in play} == {0}}
    lone = {frozenset({Placement(Cell(x, 0), tile)}) for x in (-1, 1, 2, 4) for tile in tiles("RS RD")}
    pairs = {play for play in between if {cell.x for cell, _ in play} in ({-2, -1}, {-1, 1}, {2, 4}, {4, 5})}
    assert between == lone | pairs
    assert len(pairs) == 8


def test_equal_tiles_of_a_hand_are_one() -> None:
    on = board("RC RS")
    assert found(on, tiles("RD RD RD")) == found(on, tiles("RD"))


def test_no_tile_no_play() -> None:
    assert list(moves({}, ())) == []
    assert list(moves(board("RC"), ())) == []
    assert list(moves(board("RC"), tiles("BS"))) == []


@given(st.integers(0, 10**9), st.integers(0, 12))
def test_any_fits(seed: int, plays: int) -> None:
    """Where no tile fits alone, no play of several is legal either; where one fits, there is a play."""
    on, bag = grown_board(random.Random(seed), plays)
    for hand in (bag[:1], bag[-3:], []):
        assert any_fits(on, hand) == any(True for _ in moves(on, hand))


def test_table_of_lines() -> None:
    """Every set of tiles that can be a line: none, 36 lone tiles, 12 families with 57 larger subsets each."""
    assert len(FITS) == 1 + 36 + 12 * 57
