"""Tiles and cells as an alt text lists them: row by row, since a whole board has to fit into 1,024 characters.

"row 14: N RC RS RX, R BC" is a red circle, square and cross from N14 on, and a blue circle at R14.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from operator import itemgetter

from bot.core.text import Words
from bot.games.qwirkle.labels import Labels
from bot.games.qwirkle.tiles import Tile

_SHEET = Labels(0, 0)
"""Names that count from A1, to tell which columns are neighbors."""


def tiles_by_row(tiles: Iterable[tuple[str, Tile]], words: Words) -> str:
    """Tiles in reading order, with the names of their cells; those that touch share the name of the first."""
    placed = [(*_split(name), tile) for name, tile in tiles]
    rows = []
    for row, in_row in groupby(placed, itemgetter(0)):
        runs: list[str] = []
        before = -2
        for _, column, name, tile in in_row:
            if column == before + 1:
                runs[-1] += f" {tile}"
            else:
                runs.append(f"{name} {tile}")
            before = column
        rows.append(words.say("alt.row", row=row, tiles=", ".join(runs)))
    return "; ".join(rows)


def cells_by_row(names: Iterable[str], words: Words) -> str:
    """Cells in reading order."""
    rows = groupby((_split(name) for name in names if name), itemgetter(0))
    return "; ".join(
        words.say("alt.row", row=row, tiles=" ".join(column for _, _, column in in_row)) for row, in_row in rows
    )


def _split(name: str) -> tuple[str, int, str]:
    """The row's number, the column's place, and its letters."""
    cell = _SHEET.cell(name)
    letters = name.rstrip("0123456789")
    assert cell is not None, "cells on a picture are named"
    return name[len(letters) :], cell.x, letters
