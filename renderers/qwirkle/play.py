"""A play that is being put together, or was refused: a part of the board, large, for its player alone."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from bot.games.qwirkle.board import Cell, Placement
from bot.games.qwirkle.state import View
from bot.games.qwirkle.tiles import Tile
from renderers.canvas import Canvas
from renderers.palette import Ink
from renderers.picture import Picture, finished
from renderers.qwirkle.checks import check_cells, check_points
from renderers.qwirkle.facts import TileAt, name_of, tiles_at
from renderers.qwirkle.grid import Grid, cell_size
from renderers.qwirkle.hand import lay_hand, own_tiles, tray_size
from renderers.qwirkle.marks import outline
from renderers.qwirkle.window import around, whole_board
from renderers.text import BLACK, SEMIBOLD, Lettering
from renderers.writing import Pen, Span

CELLS = {144: 90, 96: 200, 80: 300, 64: 460}
_MARGIN = 2
_LEAST = (9, 6)
"""Cells around those in question, and the least columns and rows that are shown."""
_LETTERS = 42
_LETTERS_IN_CELL = 0.5
_FOOT_PADDING = 22
_BADGE_WIDTH = 220
_TRAY_SIZES = (144, 96)


class Spot(NamedTuple):
    """A cell where the chosen tile may go, and what the whole play would earn then, if that is to be shown."""

    cell: Cell
    points: int | None = None


@dataclass(frozen=True, slots=True)
class Draft:
    """A play that is being put together."""

    play: tuple[Placement, ...] = ()
    points: int | None = None
    """What it would earn, where it is a whole play."""
    chosen: Tile | None = None
    """The tile of the hand that is to be laid next."""
    spots: tuple[Spot, ...] = ()
    """Where it may go."""


@dataclass(frozen=True, slots=True)
class Clash:
    """A play that was refused, the cells to blame, and the tiles to blame among them."""

    play: tuple[Placement, ...]
    cells: tuple[Cell, ...] = ()
    tiles: tuple[Tile, ...] = ()

    @classmethod
    def of(cls, play: tuple[Placement, ...], data: Mapping[str, Any]) -> Clash:
        """From the data of the RuleError that refused the play."""
        cell = (data["cell"],) if "cell" in data else ()
        return cls(play, tuple(data.get("cells", cell)), tuple(data.get("twice", ())))


@dataclass(frozen=True, slots=True)
class PlayLabels:
    """The texts of a play, in the reader's language."""

    points: str = ""
    """What stands under the number of points."""
    right_to_left: bool = False
    language: str = ""
    """BCP 47."""


@dataclass(frozen=True, slots=True)
class DraftFacts:
    """What a picture of a draft shows. `tiles` are those of the board in this part of it."""

    tiles: tuple[TileAt, ...]
    draft: tuple[TileAt, ...]
    points: int | None
    chosen: Tile | None
    spots: tuple[tuple[str, int | None], ...]
    hand: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class ClashFacts:
    """What a picture of a clash shows: the cells in red by name, and the tiles in question."""

    tiles: tuple[TileAt, ...]
    play: tuple[TileAt, ...]
    cells: tuple[str, ...]
    clashing: tuple[Tile, ...]
    hand: tuple[Tile, ...]


def draft(view: View, draft: Draft, labels: PlayLabels) -> Picture[DraftFacts]:
    """The part of the board around the draft and the places for the chosen tile, and the hand below.

    Raises PictureError for a spectator's view, or one that no match can have.
    """
    check_points(draft.points)
    for spot in draft.spots:
        check_points(spot.points)
    cells = [cell for cell, _ in draft.play] + [spot.cell for spot in draft.spots]
    closeup = _CloseUp(view, _with_lines(cells, dict(view.board)), labels)
    closeup.draw_spots(draft.spots)
    closeup.draw_play(draft.play)
    used = _slots_of([tile for _, tile in draft.play], closeup.hand)
    chosen = next((k for k, tile in enumerate(closeup.hand) if tile == draft.chosen and k not in used), None)
    closeup.draw_foot(used, chosen, draft.points)
    spots = sorted(draft.spots, key=lambda spot: (spot.cell.y, spot.cell.x))
    facts = DraftFacts(
        tiles=closeup.tiles_shown(),
        draft=tiles_at(draft.play, view.labels),
        points=draft.points,
        chosen=draft.chosen,
        spots=tuple((name_of(cell, view.labels), points) for cell, points in spots),
        hand=closeup.hand,
    )
    return finished(closeup.canvas, facts)


def clash(view: View, clash: Clash, labels: PlayLabels) -> Picture[ClashFacts]:
    """The part of the board around a refused play, what is wrong with it in red, and the hand below.

    Raises PictureError for a spectator's view, or one that no match can have.
    """
    closeup = _CloseUp(view, [*(cell for cell, _ in clash.play), *clash.cells], labels)
    closeup.draw_play(clash.play)
    closeup.draw_clash(clash)
    closeup.draw_foot(_slots_of([tile for _, tile in clash.play], closeup.hand))
    facts = ClashFacts(
        tiles=closeup.tiles_shown(),
        play=tiles_at(clash.play, view.labels),
        cells=tuple(name_of(cell, view.labels) for cell in clash.cells),
        clashing=clash.tiles,
        hand=closeup.hand,
    )
    return finished(closeup.canvas, facts)


class _CloseUp:
    """A part of the board on its canvas, with room for the hand below."""

    def __init__(self, view: View, cells: Collection[Cell], labels: PlayLabels) -> None:
        self.hand = own_tiles(view)
        check_cells(cells)
        self._board = dict(view.board)
        self._view = view
        self._labels = labels
        self._grid = _grid(view, cells)
        self._tray = _tray_size(self._grid.width)
        self._foot = tray_size(self._tray)[1] + 2 * _FOOT_PADDING
        self.canvas = Canvas(self._grid.width, self._grid.height + self._foot, Ink.PANEL)
        self._grid.draw(self.canvas, self._board)

    def tiles_shown(self) -> tuple[TileAt, ...]:
        window = self._grid.window
        return tiles_at((lying for lying in self._view.board if window.shows(lying.cell)), self._view.labels)

    def draw_play(self, play: Iterable[Placement]) -> None:
        """Tiles as drafts. Where a tile lies on the board already, that one is seen."""
        for cell, tile in play:
            if cell not in self._board:
                self.canvas.tile(tile, self._grid.place(cell), self._grid.cell, "draft")

    def draw_spots(self, spots: Iterable[Spot]) -> None:
        """Places for a tile, each with what it would earn or, without that, empty."""
        pen, size = Pen(self.canvas), self._grid.cell
        for cell, points in spots:
            left, top = self._grid.place(cell)
            self.canvas.sprite("place", (left, top), size)
            if points is not None:
                pen.write(
                    str(points),
                    Lettering(round(size * 0.42), BLACK),
                    Span(left + size // 8, left + size - size // 8),
                    middle=top + size / 2,
                    ink=Ink.DRAFT,
                    on=Ink.SHEET,
                    align="center",
                )

    def draw_clash(self, clash: Clash) -> None:
        """The cells in red: one outline around a line, else one around each; red frames on the tiles in question."""
        played = dict(clash.play)
        lying = {**played, **self._board}
        for cell in clash.cells:
            if lying.get(cell) in clash.tiles:
                place = self._grid.place(cell)
                self.canvas.over("frame/clash", place, self._grid.cell)
                if cell in played:
                    self.canvas.over("frame/draft", place, self._grid.cell)
        for line in [clash.cells] if _is_line(clash.cells) else [(cell,) for cell in clash.cells]:
            first, last = min(line), max(line)
            outline(self.canvas, self._grid.place(first), self._grid.place(last), self._grid.cell)

    def draw_foot(self, used: Collection[int], chosen: int | None = None, points: int | None = None) -> None:
        """The hand and, at the end of it, the points."""
        width, height = self.canvas.size
        tray = tray_size(self._tray)[0]
        mirrored = self._labels.right_to_left
        left = width - _FOOT_PADDING - tray if mirrored else _FOOT_PADDING
        place = (left, height - self._foot + _FOOT_PADDING)
        lay_hand(self.canvas, place, self._tray, self.hand, used=used, chosen=chosen, right_to_left=mirrored)
        if points is not None:
            rest = Span(0, left) if mirrored else Span(left + tray, width)
            self._draw_points(points, rest, height - self._foot / 2)

    def _draw_points(self, points: int, span: Span, middle: float) -> None:
        pen = Pen(self.canvas, self._labels.right_to_left, self._labels.language)
        center = (span.left + span.right) // 2
        top = round(middle - 72)
        badge = (center - 84, top, center + 84, top + 92)
        self.canvas.rounded(badge, 26, Ink.DRAFT, on=Ink.PANEL)
        number = Span(badge[0] + 8, badge[2] - 8)
        pen.write(
            f"+{points}", Lettering(66, BLACK), number, middle=top + 46, ink=Ink.WHITE, on=Ink.DRAFT, align="center"
        )
        below = Span(span.left + 10, span.right - 10)
        pen.write(
            self._labels.points,
            Lettering(38, SEMIBOLD),
            below,
            middle=top + 126,
            ink=Ink.PALE,
            on=Ink.PANEL,
            align="center",
        )


def _with_lines(cells: Collection[Cell], board: Mapping[Cell, Tile]) -> Collection[Cell]:
    """These cells and the lines they are in, to their ends: only whole lines explain points."""
    filled = {*board, *cells}
    whole = set(cells)
    for start in cells:
        for across, down in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            cell = Cell(start.x + across, start.y + down)
            while cell in filled:
                whole.add(cell)
                cell = Cell(cell.x + across, cell.y + down)
    return whole


def _grid(view: View, cells: Collection[Cell]) -> Grid:
    """The part of the board around these cells; where there are none, around the last play."""
    board = whole_board([*(cell for cell, _ in view.board), *cells])
    if not cells and view.last_play is not None:
        cells = [cell for cell, _ in view.last_play.play]
    window = around(cells, _MARGIN, _LEAST, board) if cells else board
    size = cell_size(window, CELLS)
    return Grid.of(window, view.labels, size, round(min(_LETTERS, _LETTERS_IN_CELL * size)))


def _tray_size(width: int) -> int:
    """The larger tray where it leaves room for the points."""
    fitting = (tile for tile in _TRAY_SIZES if tray_size(tile)[0] + _BADGE_WIDTH + _FOOT_PADDING <= width)
    return next(fitting, _TRAY_SIZES[-1])


def _slots_of(tiles: Iterable[Tile], hand: Sequence[Tile]) -> frozenset[int]:
    """Which tiles of the hand these are, by number; of equal ones the first. Tiles that it has not are left out."""
    slots: set[int] = set()
    for tile in tiles:
        slots.update([k for k, own in enumerate(hand) if own == tile and k not in slots][:1])
    return frozenset(slots)


def _is_line(cells: Sequence[Cell]) -> bool:
    """Whether the cells are one row or column without a gap."""
    if not cells:
        return False
    xs, ys = {x for x, _ in cells}, {y for _, y in cells}
    straight = 1 in (len(xs), len(ys))
    return straight and len(cells) == len(set(cells)) == max(xs) - min(xs) + max(ys) - min(ys) + 1
