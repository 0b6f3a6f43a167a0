"""Every legal play of a hand (RULES 1, A legal play).

How they are found. An empty cell that touches a tile is an *anchor*; on a board with tiles every play fills at least
one. Four runs of tiles meet at an anchor, and the two lines that a tile there would make say which tiles fit: a
look-up in ``FITS``, by the mask of the tiles that are in the line already. An anchor where no tile of the hand fits is
dead, and ends every search that comes to it. At the others each tile that fits is a play of one.

A play of more tiles lies along one axis. From each tile at each anchor its line is grown with the rest of the hand:
forward over open cells and further anchors, stepping over the tiles that lie between; backward over open cells only.
So each play is found once, from its first anchor. A line never holds a tile twice, so equal tiles of the hand are one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import permutations, product
from typing import NamedTuple, cast

from bot.games.qwirkle.board import Axis, Board, Cell, Placement, points_of_line
from bot.games.qwirkle.tiles import FAMILIES, FITS, LINE_LIMIT, Tile, mask_of, tiles_in


class Move(NamedTuple):
    """A legal play and what it earns."""

    play: tuple[Placement, ...]
    points: int


class Runs(NamedTuple):
    """The masks of the four runs of tiles that meet at an empty cell."""

    left: int
    right: int
    above: int
    below: int

    @property
    def fits(self) -> int:
        """The tiles that may lie here: they fit the line in the row and the one in the column."""
        return _joining(self.left, self.right) & _joining(self.above, self.below)


class _Slot(NamedTuple):
    """An empty cell as a search along one axis sees it."""

    fits: int  # the tiles of the hand that may lie here
    before: int  # the run of tiles before it along the axis
    after: int  # the run after it
    crossing: int  # what the line across earns when a tile lies here


_Slots = dict[tuple[int, int], _Slot]
"""The anchors of a board, by cell."""

_POINTS = tuple(points_of_line(length) for length in range(LINE_LIMIT + 1))
_DEAD = _Slot(0, 0, 0, 0)


def _joining(before: int, after: int) -> int:
    """The tiles that may lie between two runs."""
    return 0 if before & after else FITS.get(before | after, 0)


def anchors(board: Board) -> Iterator[tuple[Cell, Runs]]:
    """Every empty cell that touches a tile, once, with the runs that meet there."""
    tiles = cast("Mapping[tuple[int, int], Tile]", board)  # a cell is found by its numbers alone
    seen = set()
    for x, y in board:
        for cell in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
            if cell not in board and cell not in seen:
                seen.add(cell)
                yield Cell(*cell), _runs_at(tiles, *cell)


def _runs_at(tiles: Mapping[tuple[int, int], Tile], x: int, y: int) -> Runs:
    return Runs(_run(tiles, x, y, -1, 0), _run(tiles, x, y, 1, 0), _run(tiles, x, y, 0, -1), _run(tiles, x, y, 0, 1))


def _run(tiles: Mapping[tuple[int, int], Tile], x: int, y: int, dx: int, dy: int) -> int:
    """The tiles that lie without a gap from the cell in one direction."""
    run = 0
    while tile := tiles.get((x := x + dx, y := y + dy)):
        run |= tile.bit
    return run


def any_fits(board: Board, tiles: Iterable[Tile]) -> bool:
    """Whether at least one of these tiles can be laid. Where none can, no play of several is legal either."""
    held = mask_of(tiles)
    if not board:
        return held != 0
    return any(runs.fits & held for _, runs in anchors(board))


def moves(board: Board, hand: Iterable[Tile], opening_size: int | None = None) -> Iterator[Move]:
    """Every legal play once, as a set of placements. The order means nothing, but is always the same.

    On an empty board the leftmost or topmost tile lies at (0, 0), and ``opening_size`` is how many tiles the opening
    must have; None where any number will do.
    """
    tiles = tiles_in(mask_of(hand))
    if not board:
        yield from _openings(tiles, opening_size)
        return
    rows: _Slots = {}
    columns: _Slots = {}
    live = _fill_slots(rows, columns, board, mask_of(tiles))
    along_rows, along_columns = _Search(Axis.ROW, rows, tiles), _Search(Axis.COLUMN, columns, tiles)
    for cell in live:
        slot = rows[cell]
        points = slot.crossing + columns[cell].crossing
        yield from (Move((Placement(cell, tile),), points) for tile in tiles if tile.bit & slot.fits)
        yield from along_rows.plays_from(cell)
        yield from along_columns.plays_from(cell)


def _openings(tiles: tuple[Tile, ...], size: int | None) -> Iterator[Move]:
    sizes = range(1, LINE_LIMIT + 1) if size is None else (size,)
    if 1 in sizes:
        yield from (Move((Placement(Cell(0, 0), tile),), 1) for tile in tiles)
    for family, length in product(FAMILIES, sizes):
        if length > 1:
            members = [tile for tile in tiles if tile.bit & family]
            for line, axis in product(permutations(members, length), Axis):
                dx, dy = axis.step
                play = tuple(Placement(Cell(n * dx, n * dy), tile) for n, tile in enumerate(line))
                yield Move(play, _POINTS[length])


def _fill_slots(rows: _Slots, columns: _Slots, board: Board, held: int) -> list[Cell]:
    """Look at all anchors along both axes; the answer are those where a tile of the hand fits."""
    live = []
    for cell, runs in anchors(board):
        fits = runs.fits & held
        if not fits:
            rows[cell] = columns[cell] = _DEAD
            continue
        left, right, above, below = runs
        rows[cell] = _Slot(fits, left, right, _POINTS[(above | below).bit_count() + 1])
        columns[cell] = _Slot(fits, above, below, _POINTS[(left | right).bit_count() + 1])
        live.append(cell)
    return live


class _Search:
    """The search for plays of two tiles and more along one axis."""

    def __init__(self, axis: Axis, slots: _Slots, hand: tuple[Tile, ...]) -> None:
        self._step = axis.step
        self._slots = slots
        self._hand = hand
        self._held = mask_of(hand)
        self._open = _Slot(self._held, 0, 0, 0)  # a cell that touches nothing
        self._ahead = (0, 0)  # the first empty cell after the anchor
        self._found: list[Move] = []

    def plays_from(self, anchor: Cell) -> list[Move]:
        """The plays whose first anchor along the axis is this one."""
        self._found = []
        slot = self._slots[anchor]
        self._ahead = self._next(anchor, slot.after)
        for tile in self._hand:
            if tile.bit & slot.fits:
                line = slot.before | tile.bit | slot.after
                if not FITS[line] & self._held:
                    continue
                play = (Placement(anchor, tile),)
                self._forward(self._ahead, line, slot.crossing, play)
                if not slot.before:
                    self._backward(anchor, line, slot.crossing, play)
        return self._found

    def _next(self, cell: tuple[int, int], run: int) -> tuple[int, int]:
        """The next empty cell after the run of tiles that follows this one."""
        (x, y), (dx, dy) = cell, self._step
        steps = run.bit_count() + 1
        return x + steps * dx, y + steps * dy

    def _forward(self, cell: tuple[int, int], line: int, crossings: int, play: tuple[Placement, ...]) -> None:
        """Every way to go on with this line at this cell, and from there on."""
        slot = self._slots.get(cell, self._open)
        fits = FITS[line] & slot.fits
        if not fits or line & slot.after:
            return
        crossings += slot.crossing
        for tile in self._hand:
            longer = line | tile.bit | slot.after
            if tile.bit & fits and longer in FITS:
                longer_play = (*play, Placement(Cell(*cell), tile))
                self._found.append(Move(longer_play, _POINTS[longer.bit_count()] + crossings))
                self._forward(self._next(cell, slot.after), longer, crossings, longer_play)

    def _backward(self, after: tuple[int, int], line: int, crossings: int, play: tuple[Placement, ...]) -> None:
        """Every way to begin this line one cell earlier, if that one is open, and earlier still."""
        (x, y), (dx, dy) = after, self._step
        cell = Cell(x - dx, y - dy)
        if cell in self._slots:
            return
        fits = FITS[line]
        for tile in self._hand:
            if tile.bit & fits:
                longer = line | tile.bit
                longer_play = (Placement(cell, tile), *play)
                self._found.append(Move(longer_play, _POINTS[longer.bit_count()] + crossings))
                self._forward(self._ahead, longer, crossings, longer_play)
                self._backward(cell, longer, crossings, longer_play)
