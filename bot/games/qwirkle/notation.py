"""Plays and exchanges as text: read forgivingly, written in one way (RULES 4).

A play is written `RC@N14` or, of several tiles, by its first cell and its direction: `N14> RC RS RX`, where cells
already taken are stepped over. An exchange is `-RC -GS`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from bot.core.errors import NotationError
from bot.games.base import Seat
from bot.games.qwirkle.board import Axis, Board, Cell, Placement
from bot.games.qwirkle.labels import Labels
from bot.games.qwirkle.marks import Mark, Sign, read_marks
from bot.games.qwirkle.state import Event, Exchange, Exchanged, Play, Played, State
from bot.games.qwirkle.tiles import Tile
from bot.games.qwirkle.vocabulary import ENGLISH, Meaning
from bot.games.vocabulary import Vocabulary

DIRECTIONS = {Axis.ROW: ">", Axis.COLUMN: "v"}

# A play as a string of its marks: Tile, Cell, Direction.
_PAIRS = re.compile(r"(TC)+|(CT)+")
_START_AND_DIRECTION = re.compile(r"(CD|DC)T+|T+(CD|DC)")
_START_ALONE = re.compile(r"CTT+|TT+C")
_BEGINNING = re.compile(r"(TC)*T?|(CT)*C?|(CD?|DC?)T*|T*(CD?|DC?)?")


def parse(
    text: str, seat: Seat, board: Board, labels: Labels, vocabulary: Vocabulary[Meaning] = ENGLISH
) -> Play | Exchange:
    """What a player typed, as an action; whether it is legal the rules will say.

    Raises NotationError where it cannot be understood, or in more than one way.
    """
    marks = read_marks(text, labels, vocabulary)
    if not marks:
        raise NotationError("nothing-typed")
    if any(isinstance(mark.meaning, Sign) for mark in marks):
        return Exchange(seat, _read_exchange(marks))
    return Play(seat, _read_play(marks, board, labels))


def write_play(play: Iterable[Placement], board: Board, labels: Labels) -> str:
    """The play in its one written form; ``board`` is the board before it."""
    placements = tuple(sorted(play))
    tiles = tuple(tile for _, tile in placements)
    if len(tiles) > 1:
        start = placements[0].cell
        for axis, sign in DIRECTIONS.items():
            if _along(start, axis, tiles, board) == placements:
                return f"{labels.name(start)}{sign} {' '.join(tiles)}"
    return " ".join(f"{tile}@{labels.name(cell)}" for cell, tile in placements)


def write_exchange(tiles: Iterable[Tile]) -> str:
    """The exchange in its one written form."""
    return " ".join(f"-{tile}" for tile in tiles)


def note(state: State | None, event: Event) -> str | None:
    """A play or an exchange as it was made in the state; of hidden tiles only how many. None for other events."""
    match event:
        case Played(play=play) if state is not None:
            return write_play(play, dict(state.board), state.labels)
        case Exchanged(returned=None, count=count):
            return " ".join(["-?"] * count)
        case Exchanged(returned=tuple(tiles)):
            return write_exchange(tiles)
    return None


def _read_exchange(marks: Sequence[Mark]) -> tuple[Tile, ...]:
    given: list[Tile] = []
    bare: list[Tile] = []
    sign: Mark | None = None
    for mark in marks:
        if isinstance(mark.meaning, Cell | Axis):
            raise NotationError("exchange-with-cell", word=mark.word)
        if isinstance(mark.meaning, Tile):
            (given if sign else bare).append(mark.meaning)
        elif sign:
            break
        sign = mark if mark.meaning is Sign.GIVE else None
    if sign:
        raise NotationError("sign-without-tile", word=sign.word)
    tiles = tuple(mark.meaning for mark in marks if isinstance(mark.meaning, Tile))
    if not tiles:
        raise NotationError("no-tiles")
    if bare and not any(mark.meaning is Sign.EXCHANGE for mark in marks):
        raise NotationError("ambiguous", candidates=(write_exchange(tiles), write_exchange(given)))
    return tiles


def _read_play(marks: Sequence[Mark], board: Board, labels: Labels) -> tuple[Placement, ...]:
    tiles = tuple(mark.meaning for mark in marks if isinstance(mark.meaning, Tile))
    if not tiles:
        raise NotationError("no-tiles")
    if not board:
        marks = _with_start(marks)
    cells = tuple(mark.meaning for mark in marks if isinstance(mark.meaning, Cell))
    axes = tuple(mark.meaning for mark in marks if isinstance(mark.meaning, Axis))
    form = "".join(_kind(mark) for mark in marks)
    if _PAIRS.fullmatch(form):
        return tuple(map(Placement, cells, tiles))
    if _START_AND_DIRECTION.fullmatch(form):
        return _along(cells[0], axes[0], tiles, board)
    if _START_ALONE.fullmatch(form):
        both = (_along(cells[0], axis, tiles, board) for axis in Axis)
        raise NotationError("ambiguous", candidates=tuple(write_play(play, board, labels) for play in both))
    raise _not_a_play(form, marks, tiles)


def _with_start(marks: Sequence[Mark]) -> Sequence[Mark]:
    """An opening lies where it lies, wherever it is typed: it needs no cell, and is given one."""
    if any(isinstance(mark.meaning, Cell) for mark in marks):
        return marks
    at = next((place for place, mark in enumerate(marks) if isinstance(mark.meaning, Axis)), 0)
    return (*marks[:at], Mark("", Cell(0, 0)), *marks[at:])


def _kind(mark: Mark) -> str:
    match mark.meaning:
        case Tile():
            return "T"
        case Cell():
            return "C"
        case _:
            return "D"


def _not_a_play(form: str, marks: Sequence[Mark], tiles: Sequence[Tile]) -> NotationError:
    """The error that names the first mark that breaks the form of a play."""
    if "C" not in form:
        return NotationError("no-cell", tiles=tiles)
    fine = max(length for length in range(len(form) + 1) if _BEGINNING.fullmatch(form, 0, length))
    if fine < len(form):
        return NotationError("out-of-place", word=marks[fine].word)
    return NotationError("tile-without-cell" if form[-1] == "T" else "cell-without-tile", word=marks[-1].word)


def _along(start: Cell, axis: Axis, tiles: Iterable[Tile], board: Board) -> tuple[Placement, ...]:
    """The tiles laid one after the other from the start; cells already taken are stepped over."""
    placements = []
    cell = start
    for tile in tiles:
        while cell in board:
            cell = cell.next(axis)
        placements.append(Placement(cell, tile))
        cell = cell.next(axis)
    return tuple(placements)
