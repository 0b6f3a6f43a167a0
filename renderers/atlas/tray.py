"""The wooden tray that a hand lies in, lined with the cloth of the board."""

from __future__ import annotations

from collections.abc import Iterator

from PIL import Image

from renderers.atlas.brush import Stencils, blurred, box, gradient, moved, relief, shrink, thinned, without
from renderers.colors import RGB
from renderers.palette import COLORS, Ink

RAIL = 0.16
"""The width of the tray's rim, in shares of a tile's cell."""
_LINING = 0.06
"""Cloth between the rim and the cells."""
BORDER = RAIL + _LINING

_GRAIN = (0, 0, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0)


def pieces(size: int) -> Iterator[tuple[str, Image.Image]]:
    """The tray for cells of that size in three pieces, on the panel: left, a slot (to be repeated), right."""
    border = round(BORDER * size)
    whole = _tray(size, border)
    height = whole.height
    yield "left", whole.crop((0, 0, border, height))
    yield "slot", whole.crop((border, 0, border + size, height))
    yield "right", whole.crop((border + size, 0, whole.width, height))


def _tray(size: int, border: int) -> Image.Image:
    """A tray with one slot."""
    width, height = size + 2 * border, size + 2 * border
    image = Image.new("RGB", (width, height), COLORS[Ink.PANEL])
    stencils = Stencils(width, height)
    edge = 1.5 / width
    outer = stencils.areas(box(edge, edge, 1 - edge, 1 - 3 * edge, 0.19 * size / width))
    hollow = RAIL * size / width
    inner = stencils.areas(box(hollow, hollow, 1 - hollow, 1 - hollow, 0.045 * size / width))
    rim = without(outer, inner)
    image.paste(_wood(width, height), mask=shrink(outer))
    relief(image, rim, edge=2 / width, light=0.35, shade=0.45)
    image.paste(COLORS[Ink.CLOTH], mask=shrink(inner))
    shade = without(inner, moved(inner, 0, 0.035 * size / width))
    image.paste(RGB(0, 0, 0), mask=thinned(blurred(shrink(shade), size * 0.008), 0.30))
    return image


def _wood(width: int, height: int) -> Image.Image:
    """Boards with their grain along the tray."""
    wood = gradient((width, height), COLORS[Ink.WOOD_LIGHT].mix(COLORS[Ink.WOOD], 0.4), COLORS[Ink.WOOD])
    for y in range(height):
        if _GRAIN[y // 2 % len(_GRAIN)]:
            dark = COLORS[Ink.WOOD].mix(COLORS[Ink.WOOD_DARK], 0.25)
            wood.paste(dark, (0, y, width, y + 1))
    return wood
