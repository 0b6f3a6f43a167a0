"""The table of points by the number of marks, as it stands under the rows of a sheet (RULES 2, Sheet)."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from bot.games.qwixx.sheet import Row
from renderers.canvas import Canvas
from renderers.palette import Ink
from renderers.qwixx.cells import figure, sized_mask
from renderers.qwixx.inks import ROW_INKS
from renderers.qwixx.layout import CELL
from renderers.text import BLACK, SEMIBOLD, Lettering

HEIGHT = 102
MARKS = 38
POINTS = 76
"""The two lines, from the top to their middles."""
_SYMBOL = 17


@lru_cache(maxsize=1024)
def points_column(marks: int, points: int, rows: tuple[Row, ...], ground: int) -> Image.Image:
    """How much so many marks are; above them the symbols of the rows that have come so far. Kept and shared."""
    canvas = Canvas(CELL, HEIGHT, ground)
    canvas.rounded((0, 0, CELL, HEIGHT), 10, Ink.PANEL, on=ground)
    left = (CELL - _SYMBOL * len(rows)) // 2
    for k, row in enumerate(rows):
        symbol = sized_mask(f"symbol/{row.value}", _SYMBOL - 2)
        canvas.stain(symbol, (left + k * _SYMBOL + 1, 6), ROW_INKS[row].gone, on=Ink.PANEL)
    for text, top, lettering, ink in (
        (f"{marks}×", MARKS - 13, Lettering(26, SEMIBOLD), Ink.PALE),
        (str(points), POINTS - 17, Lettering(34, BLACK), Ink.WHITE),
    ):
        line = figure(text, lettering, (CELL - 8, lettering.size), ink, Ink.PANEL)
        canvas.image.paste(line, (4, top))
    return canvas.image
