"""The dice of the turn, and what the turn is about."""

from __future__ import annotations

from bot.games.qwixx.dice import Dice
from bot.games.qwixx.sheet import ROWS
from renderers.canvas import Canvas
from renderers.palette import Ink
from renderers.qwixx.layout import HEAD, MARGIN, WIDTH, Room
from renderers.text import BLACK, BOLD, SEMIBOLD, Lettering
from renderers.writing import Pen, Span

_DIE = 76
_GAP = 6
_EQUALS = 34
_SUM = 76


def draw_head(canvas: Canvas, pen: Pen, dice: Dice, title: str, status: str) -> None:
    """White dice, their sum, the dice of the rows: those that have left the game as empty places."""
    room = Room(Span(MARGIN, WIDTH - MARGIN), mirrored=pen.right_to_left)
    middle = HEAD // 2
    top = middle - _DIE // 2

    def die(name: str, gap: int = _GAP) -> None:
        canvas.sprite(f"die/{name}", (room.start(_DIE, gap).left, top), _DIE)

    for pips in dice.white:
        die(f"white/{pips}")
    equals = room.start(_EQUALS, 4)
    pen.write("=", Lettering(44, BOLD), equals, middle=middle, ink=Ink.PALE, on=Ink.PANEL, align="center")
    total = Lettering(54, BLACK)
    pen.write(str(dice.white_sum), total, room.start(_SUM, 14), middle=middle, ink=Ink.WHITE, on=Ink.PANEL)
    for row, pips_or_none in zip(ROWS, dice.colors, strict=True):
        die(f"{row.value}/{pips_or_none or 'removed'}")
    room.start(0, 16)
    pen.write(title, Lettering(36, BOLD), room.rest, middle=middle - 19, ink=Ink.WHITE, on=Ink.PANEL, align="end")
    pen.write(status, Lettering(28, SEMIBOLD), room.rest, middle=middle + 23, ink=Ink.PALE, on=Ink.PANEL, align="end")
