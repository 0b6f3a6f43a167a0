"""Signs of one color, as coverage masks: to be stained with any ink on any ground."""

from __future__ import annotations

from PIL import Image

from renderers.atlas.brush import Stencils, shrink, without
from renderers.atlas.forms import LOCKS, MARKS, SHAPES, SIGNS, SYMBOLS, Form, fitted

SMALL = (20, 28, 40)
LARGE = 96


def _all() -> dict[str, tuple[Form, Form]]:
    forms: dict[str, tuple[Form, Form]] = {}
    for row, symbol in SYMBOLS.items():
        forms[f"symbol/{row}"] = (symbol(), ())
    for letter, shape in SHAPES.items():
        forms[f"shape/{letter}"] = (shape(), ())
    for letter, mark in MARKS.items():
        forms[f"mark/{letter}"] = (mark(), ())
    for state, lock in LOCKS.items():
        forms[f"lock-{state}"] = lock
    return forms | SIGNS


_FORMS = _all()
SIZES: dict[str, tuple[int, ...]] = dict.fromkeys(_FORMS, SMALL) | dict.fromkeys(
    ("crown", "bag", "robot"), (*SMALL, LARGE)
)


def sign(name: str, size: int, side: float = 0.9) -> Image.Image:
    """The coverage mask of a sign, its unit square `side` of the picture wide."""
    stencils = Stencils(size)
    filled, cut = (stencils.areas(*fitted(part, (0.5, 0.5), side)) for part in _FORMS[name])
    return shrink(without(filled, cut))
