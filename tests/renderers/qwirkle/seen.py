"""What can be seen in a picture, read from its pixels alone."""

from __future__ import annotations

import io
from collections.abc import Iterator

from PIL import Image, ImageFilter

from bot.games.qwirkle.tiles import Tile
from renderers.palette import Ink
from renderers.picture import Picture
from renderers.sprites import sprite

Place = tuple[int, int]


def pixels(picture: Picture[object]) -> Image.Image:
    """The file opened: a palette image, as large as it says it is."""
    assert picture.kind == "png"
    image = Image.open(io.BytesIO(picture.data))
    image.load()
    assert image.mode == "P"
    assert image.size == (picture.width, picture.height)
    return image


def tiles_seen(image: Image.Image, size: int) -> dict[Place, Tile]:
    """Every tile of that size by the place of its cell, told by its middle alone: frames and rings do not matter."""
    return {place: tile for tile in Tile for place in _places(image, f"tile/{tile}", size)}


def spots_seen(image: Image.Image, size: int) -> set[Place]:
    """The places of all cells that are marked as places for a tile, told by their upper left corner."""
    return set(_places(image, "place", size, (0, 0, size // 3, size // 5)))


def _places(image: Image.Image, name: str, size: int, part: tuple[int, int, int, int] | None = None) -> Iterator[Place]:
    box = part or (size // 5, size // 5, size - size // 5, size - size // 5)
    wanted = sprite(name, size).crop(box)
    width, height = wanted.size
    probe, whole = wanted.crop((0, height // 2, width, height // 2 + 1)).tobytes(), wanted.tobytes()
    rows, stride = image.tobytes(), image.width
    found = rows.find(probe)
    while found >= 0:
        y, x = divmod(found, stride)
        left, top = x, y - height // 2
        if image.crop((left, top, left + width, top + height)).tobytes() == whole:
            yield left - box[0], top - box[1]
        found = rows.find(probe, found + 1)


def count(image: Image.Image, ink: Ink) -> int:
    """How many pixels have just this ink."""
    return image.tobytes().count(ink)


def bounds(image: Image.Image, ink: Ink) -> tuple[int, int, int, int] | None:
    """The box around all pixels of this ink."""
    return _only(image, ink).getbbox()


def area(image: Image.Image, ink: Ink) -> tuple[int, int, int, int]:
    """The box around what is filled with this ink: more than a few pixels wide and high, unlike an edge of a letter."""
    box = _only(image, ink).filter(ImageFilter.MinFilter(7)).getbbox()
    assert box is not None, f"nothing is filled with {ink.name}"
    left, top, right, bottom = box
    return left - 3, top - 3, right + 3, bottom + 3


def _only(image: Image.Image, ink: Ink) -> Image.Image:
    only = bytearray(256)
    only[ink] = 255
    return Image.frombytes("L", image.size, image.tobytes().translate(bytes(only)))
