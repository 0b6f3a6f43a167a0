"""The dice (RULES 2, Dice)."""

from __future__ import annotations

from dataclasses import dataclass

from bot.games.base import Chance
from bot.games.qwixx.sheet import ROWS, Mark, Row, RowSet


@dataclass(frozen=True, slots=True)
class Dice:
    """A roll: two white dice, and a colored one for each row in the order of the sheet, None where it is out."""

    white: tuple[int, int]
    colors: tuple[int | None, ...]

    @property
    def white_sum(self) -> int:
        return self.white[0] + self.white[1]

    def color_sums(self, row: Row) -> tuple[int, ...]:
        """What one white die and the row's own make: one or two numbers, the smaller first; none without a die."""
        die = self.colors[row.place]
        if die is None:
            return ()
        first, second = sorted(self.white)
        return (first + die,) if first == second else (first + die, second + die)

    @property
    def color_marks(self) -> tuple[Mark, ...]:
        """All that one white die and one color die make."""
        return tuple([Mark(row, number) for row in ROWS for number in self.color_sums(row)])

    def without(self, closed: RowSet) -> Dice:
        """The same roll once these rows are closed: their dice leave the game at once."""
        return Dice(self.white, tuple([None if closed & row.bit else self.colors[row.place] for row in ROWS]))


NO_DICE = Dice((0, 0), (None,) * len(ROWS))
"""Before the first roll."""


def roll(closed: RowSet, chance: Chance) -> Dice:
    """The dice in the order of RULES 3: white, white, then those of the rows still open."""
    white = (1 + chance.below(6), 1 + chance.below(6))
    return Dice(white, tuple([None if closed & row.bit else 1 + chance.below(6) for row in ROWS]))
