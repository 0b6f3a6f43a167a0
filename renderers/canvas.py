"""What a picture is drawn on.

    canvas = Canvas(1200, 900, Ink.PANEL)
    canvas.rounded((20, 20, 400, 140), 16, Ink.CARD, on=Ink.PANEL)
    canvas.tile("RC", (40, 200), 96, frame="last")
    canvas.stain(mask("crown", 28), (60, 40), Ink.GOLD, on=Ink.CARD)
    canvas.png(shelf)

Boxes are (left, top, right, bottom) in pixels, the last two outside, as everywhere in Pillow. `on` names the ground
that is already there: soft edges are mixed with it, and where that is not flat, `glaze` looks at each pixel.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from PIL import Image, ImageDraw

from renderers import png
from renderers.palette import COLORS, Ink, blank, flatten, indexed, ramp, stain, veil
from renderers.sprites import solid, sprite

Box = tuple[int, int, int, int]
Place = tuple[int, int]


class Canvas:
    """A picture of mode "P" in the making. Raises PictureError above 16 megapixels."""

    def __init__(self, width: int, height: int, ground: int) -> None:
        png.check_size((width, height))
        self.image = blank((width, height), ground)

    @property
    def size(self) -> tuple[int, int]:
        return self.image.size

    def fill(self, box: Box, ink: int) -> None:
        self.image.paste(ink, box)

    def rounded(self, box: Box, radius: int, ink: int, *, on: int) -> None:
        """A box with round corners."""
        left, top, right, bottom = box
        radius = min(radius, (right - left) // 2, (bottom - top) // 2)
        self.image.paste(ink, box)
        if radius < 1:
            return
        xs, ys = (left, right - radius), (top, bottom - radius)
        for corner, (y, x) in zip(_corners(radius, ink, on), product(ys, xs), strict=True):
            self.image.paste(corner, (x, y))

    def sprite(self, name: str, place: Place, size: int) -> None:
        self.image.paste(sprite(name, size), place)

    def over(self, name: str, place: Place, size: int) -> None:
        """Lay a sprite that has NOTHING in places, such as a frame, over what is there."""
        self.image.paste(sprite(name, size), place, solid(name, size))

    def tile(self, code: str, place: Place, size: int, frame: str | None = None) -> None:
        """A tile's cell, with a frame ("last", "draft", "clash") around the tile."""
        self.sprite(f"tile/{code}", place, size)
        if frame is not None:
            self.over(f"frame/{frame}", place, size)

    def carpet(self, name: str, place: Place, size: int, cells: tuple[int, int]) -> None:
        """The same sprite side by side, so many columns and rows of it."""
        columns, rows = cells
        row = _row(name, size, columns)
        for k in range(rows):
            self.image.paste(row, (place[0], place[1] + k * row.height))

    def fade(self, box: Box, share: float = 0.55, ground: int = Ink.CLOTH) -> None:
        """Let what lies in the box stand back: its colors mixed with the ground."""
        self.image.paste(self.image.crop(box).point(veil(ground, share)), box)

    def tray(self, place: Place, slots: int, size: int) -> Place:
        """A tray on PANEL for so many tiles of that size; gives the place of its first cell."""
        left, top = place
        border = sprite("tray/left", size).width
        self.sprite("tray/left", place, size)
        for slot in range(slots):
            self.sprite("tray/slot", (left + border + slot * size, top), size)
        self.sprite("tray/right", (left + border + slots * size, top), size)
        return left + border, top + border

    def stain(self, mask: Image.Image, place: Place, ink: int, *, on: int) -> None:
        """Ink through a coverage mask; the mask's whole box becomes ink on that ground."""
        self.image.paste(indexed(mask.point(ramp(ink, on))), place)

    def glaze(self, mask: Image.Image, place: Place, ink: int) -> None:
        """Ink through a coverage mask onto whatever is there: slower, for ground that is not flat."""
        box = (*place, place[0] + mask.width, place[1] + mask.height)
        below = self.image.crop(box).convert("RGB")
        below.paste(COLORS[ink], mask=mask)
        touched = mask.point([0] + [255] * 255)
        self.image.paste(flatten(below, ink), box, touched)

    def emoji(self, picture: Image.Image, place: Place, *, on: int) -> None:
        """A small picture with transparency onto flat ground."""
        self.image.paste(flatten(picture, on), place)

    def png(self, shelf: png.BandShelf | None = None) -> bytes:
        return png.encode(self.image, shelf)


@lru_cache(maxsize=32)
def _row(name: str, size: int, columns: int) -> Image.Image:
    cell = sprite(name, size)
    row = blank((cell.width * columns, cell.height), Ink.NOTHING)
    for k in range(columns):
        row.paste(cell, (k * cell.width, 0))
    return row


@lru_cache(maxsize=256)
def _corners(radius: int, ink: int, ground: int) -> tuple[Image.Image, ...]:
    """The four corners of a rounded box: top left, top right, bottom left, bottom right."""
    side = radius * 8
    disc = Image.new("L", (side, side))
    ImageDraw.Draw(disc).ellipse((0, 0, 2 * side - 1, 2 * side - 1), fill=255)
    corner = stain(disc.reduce(8), ink, ground)
    flip, turn = Image.Transpose.FLIP_LEFT_RIGHT, Image.Transpose.FLIP_TOP_BOTTOM
    return corner, corner.transpose(flip), corner.transpose(turn), corner.transpose(flip).transpose(turn)
