"""From a text to one line, as wide as there is room."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from renderers.errors import PictureError
from renderers.text import order, signs
from renderers.text.glyphs import ASCENT, DESCENT, Lettering, Row, Run, Style, set_signs
from renderers.text.order import Direction

CAPITALS = 0.705
"""The height of capital letters and figures, in ems."""

WIDEST = 4096
"""Pixels of the longest line, also where the caller sets no bound."""

LARGEST = 400
"""Pixels of the largest size."""

_ELLIPSIS = "…"

Align = Literal["left", "center", "right", "start", "end"]
"""Start and end are the sides where the line begins and ends to be read."""


@dataclass(frozen=True, slots=True)
class TextLine:
    """One line of text, ready to be drawn; all in pixels. Its box is as high for every script."""

    width: int
    ascent: int
    descent: int
    lettering: Lettering
    rtl: bool
    cut: bool
    runs: tuple[Run, ...]

    @property
    def height(self) -> int:
        return self.ascent + self.descent

    @property
    def blank(self) -> bool:
        """Whether the line has no signs: the text was empty, or all of it invisible."""
        return not self.runs

    def baseline(self, middle: float) -> int:
        """Where the baseline must be for capital letters and figures to be centered at this height."""
        return round(middle + self.lettering.size * CAPITALS / 2)

    def left(self, start: float, end: float, align: Align) -> int:
        """Where the line's left end must be for the line to stand so between the two."""
        shares = {"left": 0, "center": 0.5, "right": 1, "start": self.rtl, "end": not self.rtl}
        return round(start + (end - start - self.width) * shares[align])


def shape(
    text: str,
    lettering: Lettering,
    *,
    max_width: int = WIDEST,
    direction: Direction | None = None,
    language: str = "",
) -> TextLine:
    """The text as a line no wider than `max_width`, cut with an ellipsis at its end where it must be.

    Any text gives a line. `direction` is that of the sentence, by default that of its first letter; `language` (BCP 47)
    chooses between forms that languages write differently. Figures are all of one width.
    """
    if not 1 <= lettering.size <= LARGEST:
        raise PictureError(f"Text of {lettering.size} pixels cannot be drawn; 1 to {LARGEST} can.")
    return _shape(text[: signs.LONGEST + 1], lettering, min(max_width, WIDEST), direction, language)


@lru_cache(maxsize=2048)
def _shape(text: str, lettering: Lettering, max_width: int, direction: Direction | None, language: str) -> TextLine:
    found = signs.signs_of(text)
    whole = len(text) <= signs.LONGEST
    style = Style(lettering, direction or order.direction_of("".join(found)), language)
    line = set_signs(found, style)
    cut = bool(found) and (not whole or line.width > max_width * 64)
    if cut:
        # The last sign of a text that is not whole may be half of one.
        line = _cut(found if whole else found[:-1] or found, line.advances, max_width * 64, style)
    return TextLine(
        width=math.ceil(line.width / 64),
        ascent=math.ceil(lettering.size * ASCENT),
        descent=math.ceil(lettering.size * DESCENT),
        lettering=lettering,
        rtl=style.direction == "rtl",
        cut=cut,
        runs=line.runs,
    )


def _cut(found: Sequence[str], advances: Sequence[int], room: int, style: Style) -> Row:
    """As many signs as there is room for, with the ellipsis: counted first, then tried.

    A sign may be wider at the end than it was before another, so that one more has to go.
    """
    ellipsis = set_signs([_ELLIPSIS], style)
    kept, used = 0, ellipsis.width
    while kept < len(found) and (used := used + advances[kept]) <= room:
        kept += 1
    for end in range(kept, 0, -1):
        if not found[end - 1].isspace():
            line = set_signs([*found[:end], _ELLIPSIS], style)
            if line.width <= room:
                return line
    return ellipsis if ellipsis.width <= room else Row((), [], 0)
