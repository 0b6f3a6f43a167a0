"""What every game is to the rest of the program.

A game is a set of pure functions over frozen values. The truth about a match is its log of *events*; the *state*
is what replaying them gives. An *action* is what somebody wants; :meth:`Game.apply` judges it and answers with the
events that follow, chance included, so that replaying a log never needs chance again.

Nobody outside a game looks into its state: people, pictures and computer players get a *view*, which holds what
one seat (or a spectator) may know and nothing else.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, ClassVar, Generic, Literal, Protocol, TypeVar

Seat = int
"""Seats are numbered from 0 in the order of joining; play passes to the next number (RULES, Coordinates)."""

T = TypeVar("T")


class Chance(Protocol):
    """A source of chance. In a match it is the checkable stream of RULES 3."""

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        ...

    def shuffle(self, items: Sequence[T]) -> tuple[T, ...]:
        """The items in a new order (Fisher-Yates, RULES 3)."""
        ...


@dataclass(frozen=True, slots=True)
class Player:
    """Who takes a seat when the match starts: a person by account, or a computer (``account`` None).

    ``account`` is the Discord user id; of two, the smaller is the older (RULES 1, Who starts).
    """

    account: int | None

    @property
    def computer(self) -> bool:
        return self.account is None


class Presence(StrEnum):
    """Who sits at a seat now."""

    PERSON = "person"
    COMPUTER = "computer"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class Leave:
    """A player resigns or is removed (RULES 1 and 2, Leaving). At any moment, whoever is to act."""

    seat: Seat
    kind: Literal["leave"] = "leave"


@dataclass(frozen=True, slots=True)
class Skip:
    """What is awaited from an absent player is skipped (RULES 1, A turn; RULES 2, Absent)."""

    seat: Seat
    kind: Literal["skip"] = "skip"


@dataclass(frozen=True, slots=True)
class TakeOver:
    """A computer or another person goes on with the seat's hand, sheet and score (RULES 1, Leaving)."""

    seat: Seat
    computer: bool
    kind: Literal["take-over"] = "take-over"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended.

    ``reason`` is a code of the game ("hand-empty", "penalties" …) or one of the common ones: "last-player" (all
    others left) and "only-computers". ``places`` counts from 1, by seat, equal points sharing a place and those who
    left below all others, the later leaver higher; it is None where the match has no result.
    """

    reason: str
    scores: tuple[int, ...]
    places: tuple[int, ...] | None


def rank(scores: Sequence[int], left: Sequence[Seat]) -> tuple[int, ...]:
    """The places by seat (RULES 1, End and Leaving). ``left`` names the seats that left, the first leaver first."""
    finished = [seat for seat in range(len(scores)) if seat not in left]
    places = [0] * len(scores)
    for seat in finished:
        places[seat] = 1 + sum(scores[other] > scores[seat] for other in finished)
    for position, seat in enumerate(reversed(left)):
        places[seat] = len(finished) + 1 + position
    return tuple(places)


@dataclass(frozen=True, slots=True)
class Figures:
    """What somebody's play counts for beside its score (DESIGN 5); the game's catalog says what it calls them."""

    best_play: int = 0
    """The points of the best play."""
    feats: int = 0
    """How often the game's feat was done: Qwirkles made, rows locked."""
    slips: int = 0
    """How often the game's slip happened: penalties. Always 0 where the game knows none."""

    def and_also(self, more: Figures) -> Figures:
        """These and what came after them."""
        return Figures(max(self.best_play, more.best_play), self.feats + more.feats, self.slips + more.slips)


State = TypeVar("State")
Action = TypeVar("Action")
Event = TypeVar("Event")
View = TypeVar("View")
Options = TypeVar("Options")


@dataclass(frozen=True, slots=True)
class Step(Generic[State, Event]):
    """What an action brought about: the new state and the events that lead to it."""

    state: State
    events: tuple[Event, ...]


class Game(ABC, Generic[State, Action, Event, View, Options]):
    """The rules of one game. Stateless: one instance serves all matches."""

    name: ClassVar[str]
    rules_version: ClassVar[int]
    """Raised with every change of RULES.md that a running match would feel."""
    seats: ClassVar[range]
    """How many seats a match may have."""
    options_type: ClassVar[Any]
    """The frozen dataclass of house rules; made without arguments it holds the usual ones."""
    action_type: ClassVar[Any]
    """The union of action classes, told apart by their ``kind``."""
    event_type: ClassVar[Any]
    """The union of event classes, told apart by their ``kind``."""
    view_type: ClassVar[Any]
    computers: ClassVar[Mapping[str, Callable[[Any], Any]]]
    """Computer players by level: each a pure function from a seat's view to that seat's action."""
    has_slips: ClassVar[bool] = False
    """Whether the game knows slips, so that the fewest of them are something to be proud of."""

    @abstractmethod
    def setup(self, players: Sequence[Player], options: Options, chance: Chance) -> Step[State, Event]:
        """The first state, and the events that a log begins with. Raises RuleError for a wrong number of seats."""

    @abstractmethod
    def apply(self, state: State, action: Action, chance: Chance) -> Step[State, Event]:
        """Judge the action; raise RuleError and leave everything as it was, or answer with what follows.

        All that follows without anybody's choice (drawing, rolling, automatic passes, the end) is part of the step.
        """

    @abstractmethod
    def evolve(self, state: State | None, event: Event) -> State:
        """The state after the event. Trusts the event; None is the state before the first one."""

    @abstractmethod
    def redraw(self, state: State | None, event: Event, chance: Chance) -> Event:
        """The event with its chance drawn again; an event without chance is returned as it is (RULES 3)."""

    @abstractmethod
    def to_act(self, state: State) -> frozenset[Seat]:
        """The seats whose action the match waits for; empty once it is over."""

    @abstractmethod
    def turn(self, state: State) -> int:
        """The number of the running turn, from 1."""

    @abstractmethod
    def phase(self, state: State) -> str:
        """The part of the turn that an action must be meant for."""

    @abstractmethod
    def legal(self, view: View) -> Iterator[Action]:
        """Every game action open to the view's seat, from what that seat knows."""

    @abstractmethod
    def view(self, state: State, seat: Seat | None) -> View:
        """What the seat may know; None is a spectator."""

    @abstractmethod
    def redact(self, event: Event, seat: Seat | None) -> Event:
        """The event as the seat (None: a spectator) may see it while the match runs."""

    @abstractmethod
    def outcome(self, state: State) -> Outcome | None:
        """How the match ended; None while it runs."""

    @abstractmethod
    def figures(self, state: State, event: Event) -> Mapping[Seat, Figures]:
        """What the event adds to the figures of seats; ``state`` is the one after it."""

    def note(self, state: State | None, event: Event) -> str | None:
        """The event, redacted or not, in the text notation (RULES 4); None where the notation has no form for it.

        ``state`` is the one before the event: a play is written with the labels of its time.
        """
        return None

    def replay(self, events: Iterable[Event]) -> State:
        """The state that a whole log leads to. Raises ValueError for an empty log."""
        state: State | None = None
        for event in events:
            state = self.evolve(state, event)
        if state is None:
            raise ValueError("a log without events has no state")
        return state
