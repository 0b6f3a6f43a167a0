"""Views come as JSON too, from whoever draws a bug report: what no match can hold is refused here, in a sentence."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from bot.games.qwirkle.board import Cell, Placement
from bot.games.qwirkle.state import HAND_SIZE, View
from bot.games.qwirkle.tiles import ALL_TILES
from renderers.errors import PictureError

SEATS = range(2, 7)
_SCORES = range(100_000)
_COORDINATES = range(-1000, 1001)
_CELLS = range(301)
_LABELS = range(2001)
_POINTS = range(1000)


def check_view(view: View) -> None:
    """Raises PictureError where something in the view is out of its range."""
    seats = len(view.scores)
    _check("The number of seats", seats, SEATS)
    for what, values in (("presence", view.presence), ("hand_counts", view.hand_counts)):
        if len(values) != seats:
            raise PictureError(f"There are {seats} scores, but {len(values)} entries in {what}.")
    if view.active is not None:
        _check("The active seat", view.active, range(seats))
    _check_all("A score", view.scores, _SCORES)
    _check_all("A number of tiles in hand", view.hand_counts, range(HAND_SIZE + 1))
    _check("The number of tiles in the bag", view.bag_count, range(len(ALL_TILES) + 1))
    if view.hand is not None:
        _check("The number of tiles in the hand", len(view.hand), range(HAND_SIZE + 1))
    if view.outcome is not None and view.outcome.places is not None and len(view.outcome.places) != seats:
        raise PictureError(f"There are {seats} seats, but {len(view.outcome.places)} places.")
    _check_board(view)


def check_names(names: Sequence[str], view: View) -> None:
    """Raises PictureError unless every seat has a name."""
    if len(names) != len(view.scores):
        raise PictureError(f"There are {len(view.scores)} seats, but {len(names)} names.")


def check_cells(cells: Collection[Cell]) -> None:
    """Raises PictureError for more cells than touch 108 tiles, and for such as no match reaches."""
    _check("The number of cells", len(cells), _CELLS)
    for x, y in cells:
        _check("An x", x, _COORDINATES)
        _check("A y", y, _COORDINATES)


def check_points(points: int | None) -> None:
    """Raises PictureError for what no play earns."""
    if points is not None:
        _check("A number of points", points, _POINTS)


def _check_board(view: View) -> None:
    _check("The number of tiles on the board", len(view.board), range(len(ALL_TILES) + 1))
    _check("The first column's label", view.labels.columns, _LABELS)
    _check("The first row's label", view.labels.rows, _LABELS)
    check_cells([cell for cell, _ in view.board])
    _check_distinct(view.board)
    last = view.last_play
    if last is not None:
        _check("The seat of the last play", last.seat, range(len(view.scores)))
        _check("The points of the last play", last.points, _POINTS)
        _check("The bonus of the last play", last.bonus, _POINTS)
        missing = set(last.play) - set(view.board)
        if missing:
            raise PictureError("The last play has a tile that is not on the board.")


def _check_distinct(board: Sequence[Placement]) -> None:
    if len({cell for cell, _ in board}) < len(board):
        raise PictureError("Two tiles lie in one cell.")


def _check_all(what: str, values: Iterable[int], allowed: range) -> None:
    for value in values:
        _check(what, value, allowed)


def _check(what: str, value: int, allowed: range) -> None:
    if value not in allowed:
        raise PictureError(f"{what} must be from {allowed[0]} to {allowed[-1]}.")
