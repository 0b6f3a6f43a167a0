"""The values of a match: house rules, actions, events, the state they make, and what a seat may know of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from bot.games.base import Leave, Outcome, Presence, Seat, Skip, TakeOver
from bot.games.qwirkle.board import Line, Placement
from bot.games.qwirkle.labels import Labels
from bot.games.qwirkle.tiles import Tile

HAND_SIZE = 6


class OpeningRule(StrEnum):
    """How many tiles the starter must play (RULES 1, Opening)."""

    LARGEST = "largest"  # as many as the largest set of its hand has
    FREE = "free"  # any legal line


@dataclass(frozen=True, slots=True)
class Options:
    """The house rules of a match."""

    opening: OpeningRule = OpeningRule.LARGEST
    oldest: Seat | None = None
    """Who is the oldest, where the lobby named somebody; None: the oldest account."""


class Phase(StrEnum):
    """The part of a match that an action must be meant for."""

    OPENING = "opening"
    PLAY = "play"
    OVER = "over"

    @property
    def text_key(self) -> str:
        return f"phase.{self.value}"


class End(StrEnum):
    """Why a match ended, besides those that leave (RULES 1, End)."""

    HAND_EMPTY = "hand-empty"  # somebody played the last tile of the hand, and the bag was empty
    NO_PLAY = "no-play"  # the bag is empty, and nobody can play
    DEAD_BOARD = "dead-board"  # no tile of a hand or the bag fits anywhere
    LAST_PLAYER = "last-player"  # all others have left
    ONLY_COMPUTERS = "only-computers"  # no person is left; there is no result


# --- Actions ---


@dataclass(frozen=True, slots=True)
class Play:
    """Lay tiles of the hand on the board. The cells of an opening say its shape, wherever it was typed."""

    seat: Seat
    play: tuple[Placement, ...]
    kind: Literal["play"] = "play"


@dataclass(frozen=True, slots=True)
class Exchange:
    """Give tiles of the hand for others."""

    seat: Seat
    tiles: tuple[Tile, ...]
    kind: Literal["exchange"] = "exchange"


Action = Play | Exchange | Leave | Skip | TakeOver


# --- Events ---
#
# Hidden in some of them are tiles (`tiles | None`): None stands where the reader may not see them.


@dataclass(frozen=True, slots=True)
class Started:
    """Who sits where, and by which rules. ``by_age`` are the seats from the oldest to the youngest player."""

    computers: tuple[bool, ...]
    by_age: tuple[Seat, ...]
    options: Options
    rules_version: int
    kind: Literal["started"] = "started"


@dataclass(frozen=True, slots=True)
class Dealt:
    """The tiles were mixed and six dealt to each seat. ``bag`` is what is left, in its order: the last is drawn first.

    The bag's order is hidden from everyone, here and in the other events.
    """

    hands: tuple[tuple[Tile, ...] | None, ...]
    bag: tuple[Tile, ...] | None
    kind: Literal["dealt"] = "dealt"


@dataclass(frozen=True, slots=True)
class StarterFound:
    """The largest set starts (RULES 1, Who starts). ``numbers`` are the sizes by seat, None for those who left."""

    seat: Seat
    numbers: tuple[int | None, ...]
    kind: Literal["starter-found"] = "starter-found"


@dataclass(frozen=True, slots=True)
class Played:
    """Tiles were laid, in reading order, and as many drawn as there were.

    ``points`` are those of the lines; ``bonus`` are the 6 for the last tile of the hand with the bag empty, else 0.
    """

    seat: Seat
    play: tuple[Placement, ...]
    lines: tuple[Line, ...]
    points: int
    bonus: int
    drawn_count: int
    drawn: tuple[Tile, ...] | None
    kind: Literal["played"] = "played"


@dataclass(frozen=True, slots=True)
class LabelsMoved:
    """The names of the cells moved on (RULES 4, Cell)."""

    labels: Labels
    kind: Literal["labels-moved"] = "labels-moved"


@dataclass(frozen=True, slots=True)
class Exchanged:
    """Tiles were set aside, as many drawn, then those set aside mixed into the bag, which is now ``bag``."""

    seat: Seat
    count: int
    returned: tuple[Tile, ...] | None
    drawn: tuple[Tile, ...] | None
    bag: tuple[Tile, ...] | None
    kind: Literal["exchanged"] = "exchanged"


@dataclass(frozen=True, slots=True)
class Passed:
    """The bag is empty and the player has no legal play: passed by the bot."""

    seat: Seat
    kind: Literal["passed"] = "passed"


@dataclass(frozen=True, slots=True)
class Skipped:
    """An absent player's turn was skipped; not a pass."""

    seat: Seat
    kind: Literal["skipped"] = "skipped"


@dataclass(frozen=True, slots=True)
class Left:
    """A player left. The hand went back into the bag, which is now ``bag``; if it was empty, out of the game."""

    seat: Seat
    count: int
    hand: tuple[Tile, ...] | None
    bag: tuple[Tile, ...] | None
    kind: Literal["left"] = "left"


@dataclass(frozen=True, slots=True)
class TakenOver:
    """A computer or another person goes on with the seat's hand and score."""

    seat: Seat
    computer: bool
    kind: Literal["taken-over"] = "taken-over"


@dataclass(frozen=True, slots=True)
class Ended:
    """The match is over."""

    outcome: Outcome
    kind: Literal["ended"] = "ended"


Event = Started | Dealt | StarterFound | Played | LabelsMoved | Exchanged | Passed | Skipped | Left | TakenOver | Ended


# --- State and view ---


@dataclass(frozen=True, slots=True)
class LastPlay:
    """The play that was made last, for those who look at the board."""

    seat: Seat
    play: tuple[Placement, ...]
    lines: tuple[Line, ...]
    points: int
    bonus: int


@dataclass(frozen=True, slots=True)
class State:
    """Everything about a match. Tuples by seat; ``board`` in the order in which the tiles were laid."""

    options: Options
    by_age: tuple[Seat, ...]
    presence: tuple[Presence, ...]
    hands: tuple[tuple[Tile, ...], ...]
    scores: tuple[int, ...]
    bag: tuple[Tile, ...] = ()
    board: tuple[Placement, ...] = ()
    labels: Labels = field(default_factory=Labels)
    left: tuple[Seat, ...] = ()
    """The seats that left, the first leaver first."""
    out: tuple[Tile, ...] = ()
    """Tiles that left the game with a player."""
    numbers: tuple[int | None, ...] = ()
    starter: Seat | None = None
    active: Seat | None = None
    """Whose turn it is; None once the match is over, and while the starter is being found."""
    turn: int = 1
    last_play: LastPlay | None = None
    outcome: Outcome | None = None

    @property
    def phase(self) -> Phase:
        if self.outcome is not None:
            return Phase.OVER
        return Phase.PLAY if self.board else Phase.OPENING


@dataclass(frozen=True, slots=True)
class View:
    """What a seat (None: a spectator) may know. Tuples by seat."""

    seat: Seat | None
    phase: Phase
    turn: int
    active: Seat | None
    """Whose turn it is; None once the match is over."""
    options: Options
    presence: tuple[Presence, ...]
    scores: tuple[int, ...]
    board: tuple[Placement, ...]
    """In the order in which the tiles were laid; ``dict(view.board)`` finds a tile by its cell."""
    labels: Labels
    hand: tuple[Tile, ...] | None
    """The seat's own tiles; None for a spectator."""
    hand_counts: tuple[int, ...]
    bag_count: int
    starter: Seat | None
    numbers: tuple[int | None, ...]
    """The sizes of the largest sets, as announced when the starter was found; None for those who had left."""
    opening_size: int | None
    """How many tiles the seat must open with now; None where no number is asked."""
    last_play: LastPlay | None
    left: tuple[Seat, ...]
    outcome: Outcome | None

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """The seats that the match waits for."""
        return () if self.active is None else (self.active,)
