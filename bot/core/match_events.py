"""What happens at a table beside the game itself: who comes, goes, agrees, is late.

These events lie in the same log as the game's; their kinds begin with ``match.``. Every action of a game is logged
too (:class:`Acted`), just before the events that it brought about, so that anybody can judge the whole match again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Literal

from bot.core.store import WhenLate
from bot.games.base import Leave, Seat, Skip, TakeOver

PREFIX = "match."

JsonObject = Mapping[str, Any]
"""An encoded action of a game, as its codec reads and writes it."""

COMMON_ACTIONS = (Leave, Skip, TakeOver)
"""What every game has; the service gives these actions, nobody sends them."""
LEAVES = Leave(0).kind
PUBLIC_ACTIONS = frozenset({LEAVES, Skip(0).kind, TakeOver(0, computer=True).kind})


class How(StrEnum):
    """How an action came about."""

    PERSON = "person"
    PREPARED = "prepared"  # a person's, given before the turn came
    COMPUTER = "computer"
    SKIPPED = "skipped"  # somebody at the table skips a person whose time is out
    LATE = "late"  # because somebody's time was out: a skip, or a computer's action in the absent person's place
    RESIGNED = "resigned"
    REMOVED = "removed"  # the others agreed
    MODERATOR = "moderator"
    REPLACED = "replaced"  # somebody else sits down


class Topic(StrEnum):
    """What people at the table can agree on."""

    END = "end"
    REMOVE = "remove"
    PAUSE = "pause"


@dataclass(frozen=True, slots=True)
class Vote:
    """One person's agreement; ``seat`` is whom to remove, or whose clock to stop."""

    topic: Topic
    seat: Seat | None
    player: int


@dataclass(frozen=True, slots=True)
class Opened:
    """A lobby is opened; its host still has to join. ``options`` is the JSON of the game's, ``turn_time`` seconds.

    ``invited`` were asked by name to join, and ``thread`` is whether the match gets a thread of its own at its start.
    """

    host: int
    options: str
    turn_time: int | None
    when_late: WhenLate
    rated: bool
    commitment: str
    invited: tuple[int, ...] = ()
    thread: bool = False
    kind: Literal["match.opened"] = "match.opened"


@dataclass(frozen=True, slots=True)
class Joined:
    """A person takes the next free seat of a lobby."""

    player: int
    kind: Literal["match.joined"] = "match.joined"


@dataclass(frozen=True, slots=True)
class LeftLobby:
    """A person goes before the start; the seats behind move up, and the first person left is the host."""

    player: int
    kind: Literal["match.left-lobby"] = "match.left-lobby"


@dataclass(frozen=True, slots=True)
class ComputerAdded:
    """A computer takes the next free seat of a lobby."""

    level: str
    kind: Literal["match.computer-added"] = "match.computer-added"


@dataclass(frozen=True, slots=True)
class ComputerRemoved:
    """A computer goes before the start; the seats behind move up."""

    seat: Seat
    kind: Literal["match.computer-removed"] = "match.computer-removed"


@dataclass(frozen=True, slots=True)
class OptionsSet:
    """The host changes the house rules; ``options`` is the JSON of the game's."""

    options: str
    kind: Literal["match.options-set"] = "match.options-set"


@dataclass(frozen=True, slots=True)
class Started:
    """The match begins; the id of the interaction that started it goes into the key of its chance (RULES 3).

    ``ages`` by seat: 0 is the oldest account, None a computer. With it the match can be judged again when nobody
    knows any more who sat there.
    """

    interaction: int
    ages: tuple[int | None, ...]
    kind: Literal["match.started"] = "match.started"


@dataclass(frozen=True, slots=True)
class Acted:
    """An action of the game, with the turn and phase it was judged in; the game's events follow.

    ``by`` is the person whose action it is, None where a computer or the clock acted.
    """

    seat: Seat
    action: JsonObject
    by: int | None
    how: How
    turn: int
    phase: str
    kind: Literal["match.acted"] = "match.acted"


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """Somebody else sits at the seat from now on: a person, or a computer of a level."""

    seat: Seat
    player: int | None
    level: str | None
    kind: Literal["match.seat-taken"] = "match.seat-taken"


@dataclass(frozen=True, slots=True)
class Agreed:
    """A person agrees that the match ends, that somebody is removed, or that the clock of somebody away is stopped."""

    player: int
    topic: Topic
    seat: Seat | None = None
    kind: Literal["match.agreed"] = "match.agreed"


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """A person takes an agreement back."""

    player: int
    topic: Topic
    seat: Seat | None = None
    kind: Literal["match.withdrawn"] = "match.withdrawn"


@dataclass(frozen=True, slots=True)
class Late:
    """The time of these seats is out, in the turn and phase named."""

    seats: tuple[Seat, ...]
    turn: int
    phase: str
    kind: Literal["match.late"] = "match.late"


@dataclass(frozen=True, slots=True)
class Away:
    """A person is on vacation: where all other people agree, the person's clock stands still."""

    player: int
    kind: Literal["match.away"] = "match.away"


@dataclass(frozen=True, slots=True)
class Back:
    """The person is back, or (``expired``) was away for as long as a clock stands still at most."""

    player: int
    expired: bool = False
    kind: Literal["match.back"] = "match.back"


@dataclass(frozen=True, slots=True)
class Departed:
    """A person is not on the server any more, as was found in the turn and phase named."""

    player: int
    turn: int
    phase: str
    kind: Literal["match.departed"] = "match.departed"


@dataclass(frozen=True, slots=True)
class Prepared:
    """A person has prepared the action for the seat's next turn. Private."""

    player: int
    action: JsonObject
    kind: Literal["match.prepared"] = "match.prepared"


@dataclass(frozen=True, slots=True)
class Unprepared:
    """A person takes the prepared action back. Private."""

    player: int
    kind: Literal["match.unprepared"] = "match.unprepared"


@dataclass(frozen=True, slots=True)
class PreparedVoid:
    """The turn has come and the rules refuse what was prepared, with this code. Private."""

    player: int
    action: JsonObject
    code: str
    kind: Literal["match.prepared-void"] = "match.prepared-void"


@dataclass(frozen=True, slots=True)
class Ended:
    """The match is over. ``reason`` is the game's (Outcome), or one of ours.

    "agreement", "moderator"; "abandoned": nobody acts; "gone": its channel or server is gone; "deserted": all its
    people have left the server.
    """

    reason: str
    result: bool
    by: int | None = None
    kind: Literal["match.ended"] = "match.ended"


@dataclass(frozen=True, slots=True)
class Cancelled:
    """A lobby is closed: by somebody, or because nobody is left in it or its time is out ("empty", "expired")."""

    reason: str
    by: int | None = None
    kind: Literal["match.cancelled"] = "match.cancelled"


MatchEvent = (
    Opened
    | Joined
    | LeftLobby
    | ComputerAdded
    | ComputerRemoved
    | OptionsSet
    | Started
    | Acted
    | SeatTaken
    | Agreed
    | Withdrawn
    | Late
    | Away
    | Back
    | Departed
    | Prepared
    | Unprepared
    | PreparedVoid
    | Ended
    | Cancelled
)

Private = (Prepared, Unprepared, PreparedVoid)
"""Events for their ``player`` alone, also when the match is over."""


def is_match_event(kind: object) -> bool:
    """Whether an event of this kind is the match's own and not the game's."""
    return isinstance(kind, str) and kind.startswith(PREFIX)


def is_own_action(event: object) -> bool:
    """Whether a person acted for the own seat, now or by preparing it."""
    return isinstance(event, Acted) and event.how in (How.PERSON, How.PREPARED)


def is_stand_in(event: object) -> bool:
    """Whether a computer acted in the place of an absent person; that nothing is done is no computer's choice."""
    return isinstance(event, Acted) and event.how is How.LATE and event.action.get("kind") not in PUBLIC_ACTIONS


def shown_to(event: MatchEvent, player: int | None, seat: Seat | None, over: bool) -> bool:
    """Whether somebody (at a seat, if any) may see the event.

    An action is its seat's alone until the match is over: what others may know of it, the game's own events say.
    """
    if isinstance(event, Private):
        return player == event.player
    if isinstance(event, Acted):
        return over or seat == event.seat or event.action.get("kind") in PUBLIC_ACTIONS
    return True
