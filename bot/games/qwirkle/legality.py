"""Whether a play is legal, and why not (RULES 1, A legal play; the codes and their order: REFEREE.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from typing import TypeVar

from bot.core.errors import RuleError
from bot.games.qwirkle.board import Axis, Board, Cell, Line, Placement, lines_through, neighbors
from bot.games.qwirkle.tiles import FITS, LINE_LIMIT, Tile, mask_of

PLAY_LIMIT = 6
"""A play has at most six tiles."""

T = TypeVar("T", bound=Hashable)


def check_play(
    board: Board,
    play: Sequence[Placement],
    *,
    hand: Iterable[Tile] | None = None,
    opening_size: int | None = None,
) -> tuple[Line, ...]:
    """The lines that a legal play creates or extends, the longest first; none for a lone first tile.

    Raises RuleError with the first code that applies. ``hand`` None: any tile may be played. ``opening_size`` is how
    many tiles the opening must have; None where any number will do.
    """
    _check_tiles(play, hand)
    _check_cells(board, play)
    after = {**board, **dict(play)}
    lines = lines_through(after, (cell for cell, _ in play))
    check_lines(after, lines)
    if opening_size is not None and len(play) != opening_size:
        raise RuleError("opening-size", size=opening_size, found=len(play))
    return lines


def check_exchange(tiles: Sequence[Tile], *, hand: Iterable[Tile], in_bag: int, opening: bool = False) -> None:
    """Raise the RuleError of an exchange that cannot be made (RULES 1, A turn)."""
    if opening:
        raise RuleError("must-open")
    if not in_bag:
        raise RuleError("bag-empty")
    if not tiles:
        raise RuleError("no-tiles")
    check_in_hand(tiles, hand)
    if len(tiles) > in_bag:
        raise RuleError("bag-too-small", found=len(tiles), limit=in_bag)


def _check_tiles(play: Sequence[Placement], hand: Iterable[Tile] | None) -> None:
    if not play:
        raise RuleError("empty")
    if len(play) > PLAY_LIMIT:
        raise RuleError("too-many", limit=PLAY_LIMIT, found=len(play))
    if hand is not None:
        check_in_hand((tile for _, tile in play), hand)


def check_in_hand(tiles: Iterable[Tile], hand: Iterable[Tile]) -> None:
    """Refuse tiles that the hand does not hold, each as often as it is wanted."""
    held = list(hand)
    lacking = []
    for tile in tiles:
        if tile in held:
            held.remove(tile)
        else:
            lacking.append(tile)
    if lacking:
        raise RuleError("not-in-hand", tiles=tuple(lacking))


def _check_cells(board: Board, play: Sequence[Placement]) -> None:
    cells = [cell for cell, _ in play]
    twice = _twice(cells)
    if twice:
        raise RuleError("same-cell", cell=twice[0])
    for cell in cells:
        if cell in board:
            raise RuleError("occupied", cell=cell, tile=board[cell])
    _check_no_gap(board, cells)
    if board and not any(neighbor in board for cell in cells for neighbor in neighbors(cell)):
        raise RuleError("not-connected", cells=tuple(cells))


def _check_no_gap(board: Board, cells: Sequence[Cell]) -> None:
    """The cells lie in one row or column, and with the tiles that lie between them they fill it."""
    axis = Axis.ROW if len({y for _, y in cells}) == 1 else Axis.COLUMN
    if axis is Axis.COLUMN and len({x for x, _ in cells}) > 1:
        raise RuleError("not-in-line", cells=tuple(cells))
    placed = set(cells)
    cell, last = min(cells), max(cells)
    while cell != last:
        cell = cell.next(axis)
        if cell not in placed and cell not in board:
            raise RuleError("gap", cell=cell)


def check_lines(board: Board, lines: Iterable[Line]) -> None:
    """Every line is all one color with different shapes, or all one shape with different colors.

    Raises RuleError: of several faults the one whose code comes first, in whichever line it is.
    """
    bad = [(line, tiles) for line in lines if not is_line(tiles := tuple(board[cell] for cell in line.cells))]
    for line, tiles in bad:
        if line.length > LINE_LIMIT:
            raise RuleError(
                "line-too-long", line=line, cells=line.cells, tiles=tiles, limit=LINE_LIMIT, found=line.length
            )
    for line, tiles in bad:
        twice = _twice(tiles)
        if twice:
            raise RuleError("line-duplicate", line=line, cells=line.cells, tiles=tiles, twice=twice)
    for line, tiles in bad:
        raise RuleError("line-mixed", line=line, cells=line.cells, tiles=tiles)


def is_line(tiles: Sequence[Tile]) -> bool:
    """Whether these tiles are all different, and of one family."""
    mask = mask_of(tiles)
    return mask in FITS and mask.bit_count() == len(tiles)


def _twice(things: Sequence[T]) -> tuple[T, ...]:
    """What is there more than once, each once."""
    if len(set(things)) == len(things):
        return ()
    return tuple(thing for thing, times in Counter(things).items() if times > 1)
