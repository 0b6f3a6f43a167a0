from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations

import pytest
from PIL import Image

from renderers.atlas.forms import MARKS, SHAPES, SYMBOLS
from renderers.atlas.signs import SIZES, sign


def difference(one: Image.Image, other: Image.Image) -> float:
    """Of all the ink in either picture, the share that is in only one of them: 0 for the same, 1 for nothing shared."""
    pairs = list(zip(one.tobytes(), other.tobytes(), strict=True))
    return 1 - sum(map(min, pairs)) / sum(map(max, pairs))


# At phone size, 400 pixels for 12 cells, a tile is 33 pixels wide, its shape 25 and its mark 9.
@pytest.mark.parametrize(
    ("kind", "names", "size", "least"),
    [("shape", SHAPES, 16, 0.15), ("mark", MARKS, 9, 0.3), ("symbol", SYMBOLS, 9, 0.15)],
)
def test_forms_are_told_apart_when_small(
    kind: str, names: Iterable[str], size: int, least: float, figure: Callable[[str], None]
) -> None:
    signs = {name: sign(f"{kind}/{name}", size) for name in names}
    found, one, other = min((difference(signs[a], signs[b]), a, b) for a, b in combinations(signs, 2))
    figure(f"least difference of two {kind}s at {size} pixels: {found:.3f} ({one} and {other})")
    assert found >= least


@pytest.mark.parametrize("name", SIZES)
def test_a_sign_fills_its_square_and_does_not_leave_it(name: str) -> None:
    mask = sign(name, 64)
    left, top, right, bottom = mask.getbbox() or (0, 0, 0, 0)
    assert max(right - left, bottom - top) >= 44
    strips = [(0, 0, 64, 1), (0, 63, 64, 64), (0, 0, 1, 64), (63, 0, 64, 64)]
    assert max(max(mask.crop(strip).tobytes()) for strip in strips) < 160, "it is cut off at the edge"
