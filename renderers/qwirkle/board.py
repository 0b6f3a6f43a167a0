"""The board with its players, for everybody."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from bot.games.base import Presence, Seat
from bot.games.qwirkle.labels import Labels
from bot.games.qwirkle.state import LastPlay, View
from renderers.canvas import Canvas
from renderers.palette import Ink
from renderers.picture import Picture, finished
from renderers.png import BandShelf
from renderers.qwirkle.checks import check_names, check_view
from renderers.qwirkle.facts import TileAt, tiles_at
from renderers.qwirkle.grid import Grid, Sizes, cell_size
from renderers.qwirkle.marks import mark_last
from renderers.qwirkle.scores import BESIDE_WIDTH, PHONE, BoardLabels, ScorePanel, height_above
from renderers.qwirkle.window import whole_board

CELLS = {96: 135, 80: 420, 64: 900}
"""About as fine as a phone can show them."""
LETTERS = 11.5
"""The size of the names beside the board, in the phone's pixels,"""
LETTERS_IN_CELL = 0.52
"""but no larger than this share of a cell."""
LARGEST_UNIT = 6.0
"""How many pixels of the picture one of the phone's is at most: a board that is longer still is for zooming in."""
MARK = 2.0
"""How thick the last play is marked, in the phone's pixels,"""
MARK_IN_CELL = 0.075
"""but no thicker than this share of a cell."""


@dataclass(frozen=True, slots=True)
class LastPlayFacts:
    """The play that is marked."""

    seat: Seat
    tiles: tuple[TileAt, ...]
    points: int
    bonus: int


@dataclass(frozen=True, slots=True)
class BoardFacts:
    """What a picture of the board shows. Tuples by seat; tiles in reading order."""

    tiles: tuple[TileAt, ...]
    last_play: LastPlayFacts | None
    scores: tuple[int, ...]
    presence: tuple[Presence, ...]
    active: Seat | None
    bag_count: int
    hand_counts: tuple[int, ...] | None
    """How many tiles each hand has: shown once the bag is empty."""
    places: tuple[int, ...] | None
    """Once the match is over."""


def board(view: View, labels: BoardLabels, shelf: BandShelf | None = None) -> Picture[BoardFacts]:
    """All tiles with the cells around them, the last play marked; the players above, or beside a tall board.

    Raises PictureError for a view that no match can have, or a board that is too large.
    """
    check_view(view)
    check_names(labels.names, view)
    return finished(paint(view, labels, layout_of(view, labels, CELLS)), facts_of(view), shelf)


def paint(view: View, labels: BoardLabels, layout: Layout) -> Canvas:
    """The picture of a checked view in a layout that has room for all its tiles."""
    canvas = Canvas(*layout.size, Ink.PANEL)
    grid = layout.grid
    grid.draw(canvas, dict(view.board))
    thick = round(min(MARK * layout.unit, MARK_IN_CELL * grid.cell))
    for cell, _ in view.last_play.play if view.last_play else ():
        mark_last(canvas, grid.place(cell), grid.cell, thick)
    panel = ScorePanel(canvas, layout.unit, view, labels)
    if layout.beside:
        panel.draw_beside(0 if labels.right_to_left else grid.width, layout.panel, grid.height)
    else:
        panel.draw_above(grid.width)
    return canvas


class Layout(NamedTuple):
    """Where the board and the panel lie."""

    grid: Grid
    unit: float
    """How many pixels of the picture one of the phone's is."""
    beside: bool
    panel: int
    """The width of the panel beside the board, or the height of the one above it."""

    @property
    def size(self) -> tuple[int, int]:
        if self.beside:
            return self.grid.width + self.panel, self.grid.height
        return self.grid.width, self.grid.height + self.panel


def layout_of(view: View, labels: BoardLabels, sizes: Sizes) -> Layout:
    """The cells as large as the sizes allow. The panel goes where it leaves more room to the cells on a phone."""
    seats = len(view.scores)
    window = whole_board([cell for cell, _ in view.board])
    cell = cell_size(window, sizes)
    roughly = min(_units(window.columns * cell, window.rows * cell, seats))
    letters = round(min(LETTERS * roughly, LETTERS_IN_CELL * cell))
    grid = Grid.of(window, view.labels, cell, letters)
    above, beside = _units(grid.width, grid.height, seats)
    unit = min(above, beside, LARGEST_UNIT)
    if beside < above:
        panel = round(BESIDE_WIDTH * unit)
        return Layout(replace(grid, corner=(panel if labels.right_to_left else 0, 0)), unit, True, panel)
    panel = round(height_above(seats) * unit)
    return Layout(replace(grid, corner=(0, panel)), unit, False, panel)


def _units(width: int, height: int, seats: int) -> tuple[float, float]:
    """The units at which a board of that size fits a phone with the panel above it, and beside it."""
    phone_width, phone_height = PHONE
    above = max(width / phone_width, height / (phone_height - height_above(seats)))
    return above, max(width / (phone_width - BESIDE_WIDTH), height / phone_height)


def facts_of(view: View) -> BoardFacts:
    """What its picture shows."""
    return BoardFacts(
        tiles=tiles_at(view.board, view.labels),
        last_play=_last_play(view.last_play, view.labels) if view.last_play else None,
        scores=view.scores,
        presence=view.presence,
        active=view.active,
        bag_count=view.bag_count,
        hand_counts=None if view.bag_count else view.hand_counts,
        places=view.outcome.places if view.outcome else None,
    )


def _last_play(last: LastPlay, labels: Labels) -> LastPlayFacts:
    return LastPlayFacts(last.seat, tiles_at(last.play, labels), last.points, last.bonus)
