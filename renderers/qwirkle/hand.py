"""A player's own tiles, for that player alone."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from bot.games.qwirkle.state import HAND_SIZE, View
from bot.games.qwirkle.tiles import Tile
from renderers.canvas import Canvas, Place
from renderers.errors import PictureError
from renderers.palette import Ink
from renderers.picture import Picture, finished
from renderers.qwirkle.checks import check_view
from renderers.qwirkle.marks import fade_tile
from renderers.sprites import sprite
from renderers.text import BOLD, Lettering
from renderers.writing import Pen, Span

TILE = 144
_MARGIN = 24
_CODE = 46
_CODE_HEIGHT = 62


@dataclass(frozen=True, slots=True)
class HandLabels:
    """How the reader reads; a hand has no texts but the tiles' codes."""

    right_to_left: bool = False


@dataclass(frozen=True, slots=True)
class HandFacts:
    """What a picture of a hand shows: the tiles in its order."""

    tiles: tuple[Tile, ...]


def hand(view: View, labels: HandLabels) -> Picture[HandFacts]:
    """The tiles of the view's seat in their tray, each with its code as it is typed.

    Raises PictureError for a spectator's view, or one that no match can have.
    """
    tiles = own_tiles(view)
    width, height = tray_size(TILE)
    canvas = Canvas(width + 2 * _MARGIN, height + _MARGIN + _CODE_HEIGHT + _MARGIN // 2, Ink.PANEL)
    places = lay_hand(canvas, (_MARGIN, _MARGIN), TILE, tiles, right_to_left=labels.right_to_left)
    pen = Pen(canvas)
    middle = _MARGIN + height + _CODE_HEIGHT / 2
    for tile, (left, _) in zip(tiles, places, strict=False):
        span = Span(left, left + TILE)
        pen.write(tile, Lettering(_CODE, BOLD), span, middle=middle, ink=Ink.WHITE, on=Ink.PANEL, align="center")
    return finished(canvas, HandFacts(tiles))


def own_tiles(view: View) -> tuple[Tile, ...]:
    """The checked view's own tiles. Raises PictureError for a spectator's view."""
    check_view(view)
    if view.hand is None:
        raise PictureError("The view is a spectator's, who has no hand.")
    return view.hand


def tray_size(tile: int) -> tuple[int, int]:
    """The width and height of a tray for a whole hand."""
    border = sprite("tray/left", tile)
    return HAND_SIZE * tile + 2 * border.width, border.height


def lay_hand(
    canvas: Canvas,
    place: Place,
    size: int,
    tiles: Sequence[Tile],
    *,
    used: Collection[int] = (),
    chosen: int | None = None,
    right_to_left: bool,
) -> list[Place]:
    """Draw the tray with the hand in it; gives the places of its cells in the order of the hand.

    `used` are the tiles that lie on the board as a draft, `chosen` the one that is to be laid, by their number.
    """
    left, top = canvas.tray(place, HAND_SIZE, size)
    places = [(left + slot * size, top) for slot in range(HAND_SIZE)]
    if right_to_left:
        places.reverse()
    for number, (tile, slot) in enumerate(zip(tiles, places, strict=False)):
        canvas.tile(tile, slot, size, "draft" if number == chosen else None)
        if number in used:
            fade_tile(canvas, slot, size)
    return places
