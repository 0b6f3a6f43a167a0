"""Text of any script in pictures, on any machine.

    line = shape("محمد", Lettering(28, BOLD), max_width=300)
    write(image, line, (line.left(20, 320, "left"), line.baseline(middle=60)), Ink.WHITE, Ink.CARD)

Lines are kept, so that a name that comes again costs nothing. For other uses `draw(line)` gives a mask of coverage and
the emoji in their colors.

A text goes through `signs` (taken apart, cleaned), `fonts` (who shows each sign), `order` (from the right or from the
left), `stretches` (of one font, script and direction), `glyphs` (HarfBuzz chooses and places them), `shaping` (which
cuts what is too long) and `drawing`.
"""

from renderers.text.drawing import Drawing, draw, write
from renderers.text.glyphs import BLACK, BOLD, REGULAR, SEMIBOLD, Lettering
from renderers.text.order import Direction
from renderers.text.shaping import LARGEST, WIDEST, Align, TextLine, shape

__all__ = [
    "BLACK",
    "BOLD",
    "LARGEST",
    "REGULAR",
    "SEMIBOLD",
    "WIDEST",
    "Align",
    "Direction",
    "Drawing",
    "Lettering",
    "TextLine",
    "draw",
    "shape",
    "write",
]
