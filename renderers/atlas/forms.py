"""The forms: six shapes, a mark for each tile color, a symbol for each Qwixx row, and smaller signs.

All are outlines in a unit square, centred at (0.5, 0.5).
"""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin

from renderers.atlas.brush import Outline, Point, box, circle, rounded, scaled, turned

Form = tuple[Outline, ...]
"""Areas that are filled together."""

CENTER: Point = (0.5, 0.5)


def _circle() -> Form:
    return (circle(CENTER, 0.45),)


def _square() -> Form:
    return (box(0.08, 0.08, 0.92, 0.92, 0.05),)


def _diamond() -> Form:
    return (rounded([(0.5, -0.04), (0.95, 0.5), (0.5, 1.04), (0.05, 0.5)], 0.05),)


def _star() -> Form:
    points = []
    for k in range(10):
        reach = 0.57 if k % 2 == 0 else 0.30
        angle = pi * k / 5 - pi / 2
        points.append((0.5 + reach * cos(angle), 0.54 + reach * sin(angle)))
    return (rounded(points, 0.035),)


def _clover() -> Form:
    leaves = [circle((0.5 + 0.295 * cos(a), 0.5 + 0.295 * sin(a)), 0.225) for a in _quarters()]
    return (*leaves, circle(CENTER, 0.25))


def _quarters() -> list[float]:
    return [pi * k / 2 for k in range(4)]


def _cross() -> Form:
    long, wide = 0.54, 0.18
    corners = [
        (-wide, -long), (wide, -long), (wide, -wide), (long, -wide), (long, wide), (wide, wide),
        (wide, long), (-wide, long), (-wide, wide), (-long, wide), (-long, -wide), (-wide, -wide),
    ]  # fmt: skip
    return (turned(rounded([(0.5 + x, 0.5 + y) for x, y in corners], 0.045), 45),)


SHAPES: dict[str, Callable[[], Form]] = {
    "C": _circle,
    "S": _square,
    "D": _diamond,
    "T": _star,
    "V": _clover,
    "X": _cross,
}
"""The shapes by their letter (RULES 4)."""


def _bar(left: float, top: float, right: float, bottom: float) -> Outline:
    return box(left, top, right, bottom, min(right - left, bottom - top) / 2.4)


def _dot() -> Form:
    return (circle(CENTER, 0.42),)


def _minus() -> Form:
    return (_bar(-0.04, 0.31, 1.04, 0.69),)


def _plus() -> Form:
    return (_bar(-0.02, 0.33, 1.02, 0.67), _bar(0.33, -0.02, 0.67, 1.02))


def _equals() -> Form:
    return (_bar(0.0, 0.08, 1.0, 0.40), _bar(0.0, 0.60, 1.0, 0.92))


def _ex() -> Form:
    return tuple(turned(scaled(part, 1.08), 45) for part in _plus())


def _peak() -> Form:
    return (rounded([(0.5, -0.02), (1.06, 0.92), (-0.06, 0.92)], 0.10),)


MARKS: dict[str, Callable[[], Form]] = {
    "R": _dot,
    "O": _minus,
    "Y": _plus,
    "G": _peak,
    "B": _equals,
    "P": _ex,
}
"""The mark of each tile color by its letter, cut out of the shape."""


TILE_CODES = tuple(color + shape for color in MARKS for shape in SHAPES)
"""The 36 tiles (RULES 4)."""


def fitted(form: Form, center: Point, side: float) -> list[Outline]:
    """The form around another center, its unit square `side` wide."""
    return [[(center[0] + (x - 0.5) * side, center[1] + (y - 0.5) * side) for x, y in outline] for outline in form]


def _triangle() -> Form:
    return (rounded([(0.5, 0.04), (1.02, 0.94), (-0.02, 0.94)], 0.09),)


def _block() -> Form:
    return (box(0.08, 0.08, 0.92, 0.92, 0.09),)


def _lozenge() -> Form:
    return (rounded([(0.5, -0.06), (1.06, 0.5), (0.5, 1.06), (-0.06, 0.5)], 0.07),)


SYMBOLS: dict[str, Callable[[], Form]] = {
    "red": lambda: (circle(CENTER, 0.5),),
    "yellow": _triangle,
    "green": _block,
    "blue": _lozenge,
}
"""The symbol of each Qwixx row."""


def _shackle(left: float, right: float, top: float, bottom: float, width: float) -> Outline:
    """An upside-down U."""
    radius = (right - left) / 2
    center = (left + radius, top + radius)
    arc = [pi + pi * k / 24 for k in range(25)]
    outer = [(center[0] + radius * cos(a), center[1] + radius * sin(a)) for a in arc]
    inner = [(center[0] + (radius - width) * cos(a), center[1] + (radius - width) * sin(a)) for a in arc]
    return [(left, bottom), *outer, (right, bottom), (right - width, bottom),
            *reversed(inner), (left + width, bottom)]  # fmt: skip


_LOCK_BODY = box(0.14, 0.44, 0.86, 1.0, 0.09)
_KEYHOLE: Form = (circle((0.5, 0.66), 0.075), box(0.465, 0.68, 0.535, 0.84, 0.03))

LOCKS: dict[str, tuple[Form, Form]] = {
    "closed": ((_LOCK_BODY, _shackle(0.25, 0.75, 0.0, 0.5, 0.12)), _KEYHOLE),
    "open": ((_LOCK_BODY, _shackle(0.50, 1.0, -0.02, 0.46, 0.12)), _KEYHOLE),
}


def _crown() -> Form:
    points = [(0.02, 0.22), (0.27, 0.48), (0.5, 0.06), (0.73, 0.48), (0.98, 0.22), (0.88, 0.78), (0.12, 0.78)]
    return (rounded(points, 0.03), box(0.12, 0.83, 0.88, 0.95, 0.03))


def _check() -> Form:
    return (rounded([(0.02, 0.54), (0.15, 0.40), (0.37, 0.62), (0.84, 0.12), (0.98, 0.26), (0.37, 0.90)], 0.03),)


def _arrow() -> Form:
    return (rounded([(0.2, 0.06), (0.92, 0.5), (0.2, 0.94)], 0.07),)


def _bag() -> Form:
    body = [(0.34, 0.30), (0.66, 0.30), (0.97, 0.72), (0.86, 1.0), (0.14, 1.0), (0.03, 0.72)]
    return (
        rounded(body, 0.14),
        box(0.30, 0.20, 0.70, 0.29, 0.04),
        rounded([(0.26, 0.0), (0.42, 0.07), (0.5, 0.0), (0.58, 0.07), (0.74, 0.0), (0.64, 0.19), (0.36, 0.19)], 0.03),
    )


def _robot() -> Form:
    return (
        box(0.40, 0.0, 0.60, 0.20, 0.10),
        box(0.455, 0.12, 0.545, 0.32, 0.0),
        box(0.04, 0.28, 0.96, 0.98, 0.19),
    )


_ROBOT_EYES: Form = (circle((0.33, 0.60), 0.10), circle((0.67, 0.60), 0.10))

SIGNS: dict[str, tuple[Form, Form]] = {
    "crown": (_crown(), ()),
    "check": (_check(), ()),
    "arrow": (_arrow(), ()),
    "bag": (_bag(), ()),
    "robot": (_robot(), _ROBOT_EYES),
}
"""What is cut out of each comes second."""
