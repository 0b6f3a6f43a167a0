"""What can be seen in a picture of sheets, read from its pixels alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from PIL import Image

from bot.games.qwixx.sheet import ROWS, Row
from renderers.qwixx.cells import CROSSES, lock_cell, number_cell
from renderers.qwixx.layout import BETWEEN, CELL, HEAD, MARGIN, SIZES, WIDTH, Columns, Sizes
from renderers.qwixx.looks import Look
from renderers.sprites import sprite

Box = tuple[int, int, int, int]


class Card(NamedTuple):
    """Where one sheet is in a picture, and how high its parts are."""

    box: Box
    sizes: Sizes
    mirrored: bool

    @classmethod
    def of(cls, seat: int, seats: int, *, mirrored: bool = False) -> Card:
        sizes = SIZES[seats]
        top = HEAD + seat * (sizes.card + BETWEEN)
        return cls((MARGIN, top, WIDTH - MARGIN, top + sizes.card), sizes, mirrored)

    def row(self, row: Row) -> Box:
        span = Columns.of(self.box, mirrored=self.mirrored).rows
        top = self.box[1] + self.sizes.header + row.place * (self.sizes.row + self.sizes.gap)
        return span.left, top, span.right, top + self.sizes.row

    def cell(self, row: Row, place: int, height: int | None = None) -> Box:
        """That of the number at this place of the row, counted from the left; the lock's is the twelfth."""
        left = Columns.of(self.box, mirrored=self.mirrored).cell(place)
        top = self.row(row)[1] + self.sizes.rim
        return left, top, left + CELL, top + (height or self.sizes.cell)

    @property
    def header(self) -> Box:
        left, top, right, _ = self.box
        return left, top, right, top + self.sizes.header


def looks_seen(image: Image.Image, card: Card, row: Row) -> tuple[Look, ...]:
    """How each number of the row looks; fails where a cell shows no look of that number."""
    return tuple(_look_seen(image, card, row, place, number) for place, number in enumerate(row.numbers))


def _look_seen(image: Image.Image, card: Card, row: Row, place: int, number: int) -> Look:
    seen = image.crop(card.cell(row, place)).tobytes()
    for look in Look:
        for cross in range(CROSSES if look.marked else 1):
            if number_cell(row, number, look, cross, (CELL, card.sizes.cell)).tobytes() == seen:
                return look
    raise AssertionError(f"at place {place} there is no {row.value} {number}")


def lock_seen(image: Image.Image, card: Card, row: Row) -> Look:
    seen = image.crop(card.cell(row, len(row.numbers))).tobytes()
    looks = (Look.OPEN, Look.GONE, Look.OLD, Look.PREVIOUS, Look.CURRENT)
    return next(look for look in looks if lock_cell(row, look, (CELL, card.sizes.cell)).tobytes() == seen)


def dice_seen(image: Image.Image) -> list[str]:
    """The dice from left to right, each as its sprite is called ("white/3", "red/removed")."""
    return [name for _, name in sorted(_dice(image.crop((0, 0, WIDTH, HEAD))))]


def _dice(head: Image.Image) -> Iterator[tuple[int, str]]:
    names = [f"white/{pips}" for pips in range(1, 7)]
    names += [f"{row.value}/{pips}" for row in ROWS for pips in (*range(1, 7), "removed")]
    for name in names:
        wanted = sprite(f"die/{name}", 76).tobytes()
        for left in range(WIDTH - 76):
            box = (left, (HEAD - 76) // 2, left + 76, (HEAD + 76) // 2)
            if head.getpixel((left + 38, box[1] + 4)) == wanted[4 * 76 + 38] and head.crop(box).tobytes() == wanted:
                yield left, name
