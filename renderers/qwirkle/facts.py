"""What pictures of the board tell besides themselves: cells by their names, for an alt text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from bot.games.qwirkle.board import Cell, Placement
from bot.games.qwirkle.labels import Labels
from bot.games.qwirkle.tiles import Tile


class TileAt(NamedTuple):
    """A tile, and the name of its cell as drawn ("N14")."""

    cell: str
    tile: Tile


def tiles_at(placements: Iterable[Placement], labels: Labels) -> tuple[TileAt, ...]:
    """The tiles in reading order."""
    in_order = sorted(placements, key=lambda placement: (placement.cell.y, placement.cell.x))
    return tuple(TileAt(name_of(cell, labels), tile) for cell, tile in in_order)


def name_of(cell: Cell, labels: Labels) -> str:
    """The cell's name; empty where it has none, left of A or above 1."""
    x, y = cell
    return labels.name(cell) if x >= -labels.columns and y >= -labels.rows else ""
