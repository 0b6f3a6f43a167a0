"""Pictures for application emojis: the 36 tiles and the four row symbols, on nothing."""

from __future__ import annotations

from collections.abc import Iterator

from PIL import Image

from renderers.atlas import tiles
from renderers.atlas.brush import Stencils, box, gradient, relief, shrink
from renderers.atlas.dice import look_of_die
from renderers.atlas.forms import SYMBOLS, TILE_CODES, fitted
from renderers.colors import RGB

SIZE = 128


def emojis() -> Iterator[tuple[str, Image.Image]]:
    """Each emoji's name ("RC", "red") and its picture, mode "RGBA"."""
    for code in TILE_CODES:
        yield code, tiles.emoji(code, SIZE)
    for row in SYMBOLS:
        yield row, _row(row)


def _row(row: str) -> Image.Image:
    """A face of the row's color with the row's symbol."""
    face, ink, symbol = look_of_die(row)
    stencils = Stencils(SIZE)
    whole = stencils.areas(box(0, 0, 1, 1, 0.22))
    image = gradient((SIZE, SIZE), face.mix(RGB(255, 255, 255), 0.10), face.mix(RGB(0, 0, 0), 0.10))
    relief(image, whole, edge=0.03, light=0.35, shade=0.28)
    image.paste(ink, mask=shrink(stencils.areas(*fitted(symbol, (0.5, 0.5), 0.52))))
    image.putalpha(shrink(whole))
    return image
