"""The sprites and masks that pictures are put together from.

They lie in `data/assets`, drawn there by `python -m renderers.atlas`; a sheet is read when the first sprite of it
is asked for. A *sprite* is a finished picture (mode "P") whose edges are mixed over the ground that it belongs on;
a *mask* is coverage (mode "L") to be stained with any ink (`renderers.palette.stain`, `Canvas.stain`).

    Sprite                                ground    sizes
    tile/RC … tile/PX                     CLOTH     48 64 80 96 144   a whole cell, the tile with a margin around it
    frame/last, frame/draft, frame/clash  (any tile) 48 64 80 96 144  laid over a tile of the same size
    empty                                 CLOTH     48 64 80 96 144   an empty cell with its dot
    place                                 CLOTH     48 64 80 96 144   a cell where a tile may go, its middle flat SHEET
    tray/left, slot, right                PANEL     96 144         see Canvas.tray
    die/white/1 … die/blue/6              PANEL     76
    die/red/removed …                     PANEL     76

    Mask                                            sizes
    cross/0 … cross/5                               64             handmade crosses
    symbol/red, yellow, green, blue                 20 28 40       the rows' symbols
    shape/C … shape/X, mark/R … mark/P              20 28 40       for lines of text about tiles
    lock-open, lock-closed, crown, check, bag …     20 28 40
    crown, bag, robot                               96             to be shrunk to any size
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

from PIL import Image

from renderers.errors import PictureError
from renderers.palette import Ink

ASSETS = Path(__file__).parent.parent / "data" / "assets"


@lru_cache(maxsize=2048)
def sprite(name: str, size: int) -> Image.Image:
    """The sprite of that name and size in pixels. Raises PictureError where there is none.

    Shared by all who ask: not to be drawn on.
    """
    try:
        sheet, left, top, width, height = _index()[f"{name}/{size}"]
    except KeyError:
        raise PictureError(f"there is no sprite {name!r} of {size} pixels") from None
    return _sheet(sheet).crop((left, top, left + width, top + height))


def mask(name: str, size: int) -> Image.Image:
    """The mask of that name and size in pixels; otherwise like `sprite`."""
    return sprite(name, size)


@lru_cache(maxsize=256)
def solid(name: str, size: int) -> Image.Image:
    """Where the sprite is not NOTHING, as a mask."""
    image = sprite(name, size)
    return Image.frombytes("L", image.size, image.tobytes()).point([255] * Ink.NOTHING + [0])


def emoji(name: str) -> bytes:
    """The PNG file, 128 by 128 pixels with transparency, of a tile ("RC") or a row ("red"), to be uploaded."""
    try:
        return (ASSETS / "emoji" / f"{name}.png").read_bytes()
    except FileNotFoundError:
        raise PictureError(f"there is no emoji {name!r}") from None


@lru_cache(maxsize=1)
def _index() -> dict[str, tuple[str, int, int, int, int]]:
    places: dict[str, tuple[str, int, int, int, int]] = json.loads(
        (ASSETS / "sprites.json").read_text(encoding="ascii")
    )
    return places


@lru_cache(maxsize=16)
def _sheet(name: str) -> Image.Image:
    with Image.open(ASSETS / f"{name}.png") as image:
        image.load()
        return image
