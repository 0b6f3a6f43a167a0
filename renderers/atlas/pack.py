"""Sprites packed onto sheets, and the sheets written to disk."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from PIL import Image

from renderers.atlas.collection import SHEETS
from renderers.atlas.emoji import emojis
from renderers.palette import PALETTE

SHEET_WIDTH = 1152

Places = dict[str, tuple[str, int, int, int, int]]
"""For each sprite its sheet, left, top, width and height."""


class Atlas(NamedTuple):
    sheets: dict[str, Image.Image]
    places: Places
    emojis: dict[str, Image.Image]


def make() -> Atlas:
    """Draw everything anew."""
    sheets: dict[str, Image.Image] = {}
    places: Places = {}
    for name, sprites in SHEETS.items():
        sheets[name] = _packed(name, sprites(), places)
    return Atlas(sheets, places, dict(emojis()))


def _packed(name: str, sprites: Iterable[tuple[str, Image.Image]], places: Places) -> Image.Image:
    """The sprites in rows, from left to right, in their order; notes their places."""
    left = top = lower = 0
    placed: list[tuple[Image.Image, tuple[int, int]]] = []
    for sprite, image in sprites:
        if left + image.width > SHEET_WIDTH:
            left, top = 0, lower
        placed.append((image, (left, top)))
        places[sprite] = (name, left, top, image.width, image.height)
        left += image.width
        lower = max(lower, top + image.height)
    sheet = Image.new(placed[0][0].mode, (SHEET_WIDTH, lower))
    if sheet.mode == "P":
        sheet.putpalette(PALETTE)
    for image, place in placed:
        sheet.paste(image, place)
    return sheet


def write(atlas: Atlas, folder: Path) -> None:
    (folder / "emoji").mkdir(parents=True, exist_ok=True)
    for name, image in atlas.emojis.items():
        image.save(folder / "emoji" / f"{name}.png", optimize=True)
    for name, sheet in atlas.sheets.items():
        sheet.save(folder / f"{name}.png", optimize=True)
    index = ",\n".join(f"{json.dumps(name)}: {json.dumps(place)}" for name, place in atlas.places.items())
    (folder / "sprites.json").write_text(f"{{\n{index}\n}}\n", encoding="ascii")
