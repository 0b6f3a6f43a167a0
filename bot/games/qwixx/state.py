"""The values of a match: house rules, actions, events, the state they make, and what a seat may know of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from bot.games.base import Leave, Outcome, Presence, Seat, Skip, TakeOver
from bot.games.qwixx.dice import Dice
from bot.games.qwixx.sheet import Mark, Markable, Row, RowSet, Sheet

ORDER_LIMITS = range(10)
"""What a standing order may name: without a lock, a mark passes over nine numbers at most."""


class Timing(StrEnum):
    """House rule: the order of the two actions, and when the end takes effect (RULES 2, A turn and End)."""

    SHEET = "sheet"
    STRICT = "strict"


@dataclass(frozen=True, slots=True)
class Options:
    """The house rules of a match."""

    timing: Timing = Timing.SHEET


class Phase(StrEnum):
    """The part of a turn that is awaited. A color action taken first is still part of the white phase."""

    WHITE = "white"
    COLOR = "color"
    OVER = "over"

    @property
    def text_key(self) -> str:
        return f"phase.{self.value}"


class End(StrEnum):
    """Why a match ended (RULES 2, End and Leaving)."""

    PENALTIES = "penalties"  # a player has four
    ROWS_LOCKED = "rows-locked"  # two rows or more are
    LAST_PLAYER = "last-player"  # all others have left
    ONLY_COMPUTERS = "only-computers"  # no person is left; there is no result


class ChosenBy(StrEnum):
    """Who made a white choice."""

    PLAYER = "player"
    ORDER = "order"  # the player's standing order
    RULES = "rules"  # nothing can be marked; everybody can see that
    SKIP = "skip"  # the player was absent


@dataclass(frozen=True, slots=True)
class ColorPlan:
    """A color choice given together with the white one: to be carried out after it, if still possible."""

    mark: Mark | None


@dataclass(frozen=True, slots=True)
class Choice:
    """A white choice that is not applied yet: a mark, or None to pass."""

    mark: Mark | None
    then: ColorPlan | None = None
    by: ChosenBy = ChosenBy.PLAYER


# --- Actions ---


@dataclass(frozen=True, slots=True)
class ChooseWhite:
    """The white choice of a seat, hidden until it is applied; chosen again, it replaces the one before.

    ``then`` is for the active player alone: the color action, to be taken after the white one if still possible.
    """

    seat: Seat
    mark: Mark | None
    then: ColorPlan | None = None
    kind: Literal["white"] = "white"


@dataclass(frozen=True, slots=True)
class TakeBack:
    """A seat takes its white choice back and is awaited again."""

    seat: Seat
    kind: Literal["take-back"] = "take-back"


@dataclass(frozen=True, slots=True)
class TakeColor:
    """The color action of the active player, binding and applied at once. None passes."""

    seat: Seat
    mark: Mark | None
    kind: Literal["color"] = "color"


@dataclass(frozen=True, slots=True)
class GiveOrder:
    """A standing order: pass where the cheapest mark would skip more numbers than ``limit``; None ends it."""

    seat: Seat
    limit: int | None
    kind: Literal["order"] = "order"


Action = ChooseWhite | TakeBack | TakeColor | GiveOrder | Leave | Skip | TakeOver


# --- Events ---


@dataclass(frozen=True, slots=True)
class Started:
    """Who sits where, and by which rules. Chance: who is active first."""

    computers: tuple[bool, ...]
    options: Options
    rules_version: int
    first: Seat
    kind: Literal["started"] = "started"


@dataclass(frozen=True, slots=True)
class Rolled:
    """A turn begins. Chance: the dice."""

    turn: int
    seat: Seat
    dice: Dice
    kind: Literal["rolled"] = "rolled"


@dataclass(frozen=True, slots=True)
class Passed:
    """These seats can mark the white sum nowhere and are passed (RULES 2, Automatic passes)."""

    seats: tuple[Seat, ...]
    kind: Literal["passed"] = "passed"


@dataclass(frozen=True, slots=True)
class Chose:
    """A seat has chosen, by itself or by its standing order; others see ``choice`` as None."""

    seat: Seat
    choice: Choice | None
    kind: Literal["chose"] = "chose"


@dataclass(frozen=True, slots=True)
class TookBack:
    """A seat's white choice is open again, because its player or the player's new standing order took it back."""

    seat: Seat
    kind: Literal["took-back"] = "took-back"


@dataclass(frozen=True, slots=True)
class Voided:
    """What these seats chose has become impossible and is asked for again (RULES 2, Order).

    In the white phase these are white choices, after the color action was taken first; in the color phase the active
    player's plan, after the white action.
    """

    seats: tuple[Seat, ...]
    kind: Literal["voided"] = "voided"


@dataclass(frozen=True, slots=True)
class WhiteApplied:
    """All have chosen: the white choices are shown and applied together. By seat, None where nothing was marked."""

    marks: tuple[Mark | None, ...]
    kind: Literal["white"] = "white"


@dataclass(frozen=True, slots=True)
class ColorTaken:
    """The active player's color action; ``possible`` is False where no color sum could be marked at all."""

    seat: Seat
    mark: Mark | None
    possible: bool = True
    kind: Literal["color"] = "color"


@dataclass(frozen=True, slots=True)
class Skipped:
    """An absent seat passed the action that was awaited of it (RULES 2, Absent)."""

    seat: Seat
    kind: Literal["skipped"] = "skipped"


@dataclass(frozen=True, slots=True)
class Penalised:
    """The active player marked nothing and gets a penalty (RULES 2, Penalty)."""

    seat: Seat
    kind: Literal["penalised"] = "penalised"


@dataclass(frozen=True, slots=True)
class OrderGiven:
    """A seat's standing order has changed.

    Others see neither whose it is nor what it says; a log made for them had best leave such an entry out.
    """

    seat: Seat | None
    limit: int | None
    kind: Literal["order"] = "order"


@dataclass(frozen=True, slots=True)
class Left:
    """A player has left; the sheet stands (RULES 2, Leaving)."""

    seat: Seat
    kind: Literal["left"] = "left"


@dataclass(frozen=True, slots=True)
class TakenOver:
    """A computer or another person goes on with the seat."""

    seat: Seat
    computer: bool
    kind: Literal["taken-over"] = "taken-over"


@dataclass(frozen=True, slots=True)
class Ended:
    """The match is over."""

    outcome: Outcome
    kind: Literal["ended"] = "ended"


Event = (
    Started
    | Rolled
    | Passed
    | Chose
    | TookBack
    | Voided
    | WhiteApplied
    | ColorTaken
    | Skipped
    | Penalised
    | OrderGiven
    | Left
    | TakenOver
    | Ended
)


# --- State and view ---


@dataclass(frozen=True, slots=True)
class Turn:
    """What everybody knows of one turn: who was active, and what has been applied so far."""

    number: int
    active: Seat
    white: tuple[Mark | None, ...]
    """By seat; all None until the white action is applied."""
    color: Mark | None = None
    penalty: bool = False

    def marked_by_active(self) -> bool:
        """Whether the active player has marked anything yet (RULES 2, Penalty)."""
        return self.color is not None or self.white[self.active] is not None


@dataclass(frozen=True, slots=True)
class State:
    """A match at one moment. Sheets, presence, choices and orders are by seat."""

    options: Options
    presence: tuple[Presence, ...]
    left: tuple[Seat, ...]
    """Who has left, the first leaver first."""
    sheets: tuple[Sheet, ...]
    closed: RowSet
    """The rows that are locked for all."""
    phase: Phase
    current: Turn
    previous: Turn | None
    dice: Dice
    choices: tuple[Choice | None, ...]
    """The white choices, hidden until all present have one; all None outside the white phase."""
    color_taken: bool
    """Whether the color action of this turn is over."""
    orders: tuple[int | None, ...]
    """The standing orders: the numbers that a mark may skip at most; None without one."""
    outcome: Outcome | None

    @property
    def active(self) -> Seat:
        return self.current.active

    def awaited(self) -> tuple[Seat, ...]:
        """The seats that the match waits for, in the order of seats."""
        if self.phase is Phase.WHITE:
            return tuple([seat for seat, choice in enumerate(self.choices) if choice is None and seat not in self.left])
        waits = self.phase is Phase.COLOR and not self.color_taken and self.present(self.active)
        return (self.active,) if waits else ()

    def present(self, seat: Seat) -> bool:
        return seat not in self.left


class Progress(StrEnum):
    """Where a seat stands in the action that runs, as all may know."""

    AWAITED = "awaited"
    DONE = "done"  # has chosen, or has nothing to do
    UNABLE = "unable"  # was passed: the white sum can be marked nowhere


@dataclass(frozen=True, slots=True)
class RowView:
    """A row of a sheet: the numbers marked, from left to right, its lock, and its points."""

    row: Row
    marked: tuple[int, ...]
    lock: bool
    points: int


@dataclass(frozen=True, slots=True)
class SheetView:
    """A sheet as it is drawn. ``total`` counts the penalties, ``penalties`` the boxes."""

    rows: tuple[RowView, ...]
    penalties: int
    total: int


@dataclass(frozen=True, slots=True)
class View:
    """What a seat, or a spectator (``viewer`` None), may know. Tuples by seat."""

    viewer: Seat | None
    phase: Phase
    options: Options
    presence: tuple[Presence, ...]
    left: tuple[Seat, ...]
    """The seats that left, the first leaver first."""
    sheets: tuple[SheetView, ...]
    closed: tuple[Row, ...]
    """The rows that are locked for all."""
    current: Turn
    previous: Turn | None
    dice: Dice
    color_taken: bool
    progress: tuple[Progress, ...]
    choice: Choice | None
    """The viewer's own white choice, as long as it is not applied."""
    order: int | None
    """The viewer's own standing order."""
    white_options: tuple[Markable, ...]
    """What the viewer can mark in the white action now."""
    color_options: tuple[Markable, ...]
    """What the viewer can mark in the color action now. What can be planned for later, ``color_after`` says."""
    outcome: Outcome | None

    @property
    def turn(self) -> int:
        return self.current.number

    @property
    def active(self) -> Seat:
        return self.current.active

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """The seats that the match waits for."""
        return tuple(seat for seat, progress in enumerate(self.progress) if progress is Progress.AWAITED)

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple(sheet.total for sheet in self.sheets)

    @property
    def closes(self) -> bool:
        """Whether the viewer is the last one awaited, so that its choice cannot be changed any more."""
        return self.awaited == (self.viewer,)

    @property
    def is_active(self) -> bool:
        """Whether it is the viewer's turn; not for somebody who has left."""
        return self.viewer == self.active and self.viewer not in self.left

    @property
    def color_open(self) -> bool:
        """Whether the viewer can take the color action now, be it to pass (RULES 2, Order)."""
        if self.phase is Phase.WHITE:
            return self.is_active and not self.color_taken and self.options.timing is not Timing.STRICT
        return self.is_active and not self.color_taken and self.phase is Phase.COLOR
