"""What is kept of matches, and the door to where it is kept.

The truth about a match is its log; everything else in a :class:`Match` is a projection of it, kept beside it so that
questions ("which matches wait for a computer?") need no replay. Every change of a match is one :class:`Change`: it
names the ``seq`` it was judged on and is stored whole, or refused because somebody else was first.

Payloads are JSON texts here: the store knows no game.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, Protocol

from bot.core.preferences import Personal
from bot.games.base import Seat


class Status(StrEnum):
    """Where a match stands. A lobby and a live match hold their channel; the others do not."""

    LOBBY = "lobby"
    LIVE = "live"
    FINISHED = "finished"  # with a result
    ENDED = "ended"  # without one: by agreement, by a moderator, only computers left, abandoned
    CANCELLED = "cancelled"  # a lobby that never started

    @property
    def open(self) -> bool:
        return self in (Status.LOBBY, Status.LIVE)


class WhenLate(StrEnum):
    """What happens when somebody's time is out (DESIGN 3, Ways to be absent)."""

    WAIT = "wait"
    SKIP = "skip"
    COMPUTER = "computer"


@dataclass(frozen=True, slots=True)
class Match:
    """One match as it is kept. Ids of guilds, channels, messages and people are Discord's."""

    id: int
    game: str
    rules_version: int
    guild: int | None  # None: a practice match
    channel: int | None  # None: a practice match, which is no channel's
    host: int
    status: Status
    options: str  # JSON of the game's options
    turn_time: timedelta | None
    when_late: WhenLate
    rated: bool
    commitment: str
    secret: bytes  # shown only once the match is over
    interaction: int | None  # the id of the interaction that started the match
    seq: int  # of the last entry; the compare-and-set of every change
    stream_position: int  # bytes of the stream used so far
    turn: int  # 0 in a lobby
    phase: str
    deadline: datetime | None
    computer_due: bool  # the service itself must go on: a computer or a prepared play is awaited
    posted_seq: int  # the last entry that Discord was shown
    posted_message: int | None  # the message with the live controls
    card_message: int | None  # the lobby's message, later the card in the parent channel
    card_channel: int | None
    created_at: datetime
    started_at: datetime | None = None
    ended_at: datetime | None = None
    reminder_at: datetime | None = None  # when those who are awaited are to be reminded next
    wake_at: datetime | None = None  # when the match has to be looked at next: whichever comes first
    given_back: timedelta = timedelta(0)  # how long the bot was down since a person last acted


@dataclass(frozen=True, slots=True)
class Holder:
    """Somebody who sits or sat at a seat. The holders of one seat are numbered from 0 (``nth``)."""

    seat: Seat
    nth: int
    player: int | None  # a person's id; None: a computer
    level: str | None  # a computer's level; None: a person
    took_over: bool = False
    left_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """One event of a match's log. ``seat`` is whose event it is, if anybody's; ``version`` that of the payload."""

    seq: int
    seat: Seat | None
    kind: str
    payload: str
    version: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Result:
    """What one holder got out of a finished match; standings are made of these.

    A holder who left has the place of a leaver, one who took over has ``took_over`` and is unrated (DESIGN 3,
    Takeovers).
    """

    seat: Seat
    nth: int
    player: int | None
    place: int
    score: int
    left: bool
    took_over: bool
    rated: bool
    best_play: int = 0  # of the holder's own play, as the two below: bot.games.base.Figures
    feats: int = 0
    slips: int | None = None  # None: the game knows none


@dataclass(frozen=True, slots=True)
class Change:
    """A whole change of one match: stored together, or not at all.

    ``match`` is the record as it is to be; it is stored where the kept ``seq`` still is ``expected_seq``, else
    ConflictError. Its ``entries`` are numbered from ``expected_seq + 1`` to ``match.seq``. ``action_id`` marks the
    action for :meth:`Store.applied`; where it is already known the change is refused with ConflictError too.
    It was judged on a match to which ``given_back`` was given back; where it is more by now, that is a conflict too,
    or its moments would not be later by it. ``holders`` are all holders of all seats, present and past.

    What was fixed when the match was created (game, guild, commitment, secret, created_at) and what other methods keep
    (channel, posted and card fields) stays as it is kept, whatever ``match`` says: a change that was judged before
    Discord was shown something cannot undo that.
    """

    match: Match
    expected_seq: int
    entries: Sequence[Entry] = ()
    holders: Sequence[Holder] | None = None  # None: unchanged
    action_id: str | None = None
    results: Sequence[Result] = ()
    drop_drafts: Sequence[tuple[int, str]] = ()  # (player, kind) of drafts that the change used up or voided
    given_back: timedelta = timedelta(0)


@dataclass(frozen=True, slots=True)
class Stored:
    """A match with its holders and its log (or the part of it that was asked for)."""

    match: Match
    holders: tuple[Holder, ...]
    entries: tuple[Entry, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Reminding:
    """People are to be reminded, now, in a turn and phase of a match that is still at ``seq``."""

    match: int
    seq: int
    turn: int
    phase: str
    people: frozenset[int]
    reminder_at: datetime | None  # when others are to be reminded
    wake_at: datetime | None


@dataclass(frozen=True, slots=True)
class Reminder:
    """Somebody was reminded, or was to be, in a turn and phase; by the message, once it was sent."""

    turn: int
    phase: str
    player: int
    message: int | None


@dataclass(frozen=True, slots=True)
class Draft:
    """Something a player is putting together ("play"). What is prepared for the next turn lies in the log."""

    match: int
    player: int
    kind: str
    turn: int
    payload: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Counts:
    """How many matches there are: lobbies and live ones by status, and those that Discord was not wholly shown."""

    matches: Mapping[Status, int]
    unshown: int


class Store(Protocol):
    """Where matches are kept. Every method is one transaction; none is half done when its task is cancelled.

    Raises StoreError with a code for people: "store-full", "store-read-only", "store-damaged", "store-busy",
    "store-unreachable".
    """

    async def create(self, match: Match, entries: Sequence[Entry], holders: Sequence[Holder]) -> Match:
        """Keep a new match (its ``id`` is chosen here). MatchError "channel-busy" where the channel has one."""
        ...

    async def load(self, match_id: int, after_seq: int = 0) -> Stored:
        """The match with the entries after a seq. MatchError "no-such-match" where there is none."""
        ...

    async def commit(self, change: Change) -> None:
        """Store the change. ConflictError where another was first."""
        ...

    async def results(self, match_id: int) -> tuple[Result, ...]:
        """What the holders got out of a match, by seat and ``nth``; nothing where it has no result."""
        ...

    async def applied(self, match_id: int, action_id: str) -> tuple[int, int] | None:
        """The first and last seq of the entries that this action brought about; None where it is not known."""
        ...

    async def mark_posted(self, match_id: int, seq: int, message: int | None) -> None:
        """Discord was shown everything up to ``seq``, and the live controls are at ``message`` now, if anywhere.

        Never goes back; no compare-and-set, no entry. The same ``seq`` again names a message posted anew. Where a match
        that is over is at none, its reminders are forgotten: their messages cannot be taken away.
        """
        ...

    async def mark_card(self, match_id: int, channel: int, message: int) -> None:
        """Where the match's card is."""
        ...

    async def move(self, match_id: int, channel: int) -> None:
        """The match is played elsewhere from now on (its own thread). MatchError "channel-busy" likewise."""
        ...

    async def in_channel(self, channel: int) -> Match | None:
        """The lobby or live match of a channel or thread."""
        ...

    async def under(self, channel: int) -> tuple[int, ...]:
        """The ids of lobbies and live matches that are in a channel, or began there and are in a thread of it now."""
        ...

    async def of_player(self, player: int) -> tuple[Match, ...]:
        """The lobbies and live matches in which somebody sits, the oldest first."""
        ...

    async def unshown(self, guild: int | None = None) -> tuple[int, ...]:
        """The ids of matches with entries that Discord was not shown, of all servers or of one, live ones first."""
        ...

    async def counts(self) -> Counts:
        """How many matches there are."""
        ...

    async def servers(self) -> tuple[int, ...]:
        """The servers with lobbies or live matches."""
        ...

    async def open_in(self, guild: int) -> tuple[int, ...]:
        """The ids of a server's lobbies and live matches, the oldest first."""
        ...

    async def computers_due(self) -> tuple[int, ...]:
        """The ids of live matches in which the service itself must go on."""
        ...

    async def wakes(self, now: datetime, limit: int) -> tuple[int, ...]:
        """The ids of open matches that are to be looked at by now: live ones first, then the longest due."""
        ...

    async def timed(self) -> tuple[int, ...]:
        """The ids of open matches that are ever to be looked at, live ones first."""
        ...

    async def next_wake(self) -> datetime | None:
        """The moment at which the first of all open matches is to be looked at."""
        ...

    async def put_off(self, match_id: int, now: datetime, until: datetime) -> None:
        """Look at a match that is due by now later, if something does not happen in it before, or just has."""
        ...

    async def keep_alive(self, now: datetime, patience: timedelta) -> timedelta:
        """Note that the bot serves people; gives the time that it did not, if that is more than ``patience``.

        That time is given back to all open matches, in the same transaction: what they have ahead comes so much later.
        """
        ...

    async def remind(self, reminding: Reminding) -> frozenset[int] | None:
        """Keep that these people are reminded, before they are; those of them who were not yet, to be reminded now.

        None, and nothing is kept, where the match has moved on.
        """
        ...

    async def reminded(self, match_id: int, turn: int, phase: str, people: Collection[int], message: int) -> None:
        """By which message they were."""
        ...

    async def reminders(self, match_id: int) -> tuple[Reminder, ...]:
        """All reminders of a match that are still known."""
        ...

    async def drop_reminders(self, match_id: int, turn: int, phase: str) -> None:
        """Forget those of a turn and phase."""
        ...

    async def people(self, players: Collection[int]) -> dict[int, Personal]:
        """What people have chosen about time; who is not known is left out."""
        ...

    async def set_away(self, player: int, since: datetime | None) -> None:
        """Keep that a person is on vacation, or is not."""
        ...

    async def put_draft(self, draft: Draft) -> None:
        """Keep a draft in place of an older one of the same match, player and kind."""
        ...

    async def drafts(self, match_id: int) -> tuple[Draft, ...]:
        """All drafts of a match."""
        ...

    async def drop_draft(self, match_id: int, player: int, kind: str) -> None:
        """Forget a draft; nothing happens where there is none."""
        ...

    async def see_player(self, player: int, name: str) -> None:
        """Remember a name when it is seen, so that a table never says "Unknown"."""
        ...

    async def names(self, players: Sequence[int]) -> dict[int, str]:
        """The names last seen; who was never seen is left out."""
        ...

    async def personal_data(self, player: int) -> dict[str, Any]:
        """Everything that is kept of a person, as JSON for that person's own eyes."""
        ...

    async def forget(self, player: int) -> tuple[int, ...]:
        """Give a person a number below 0, without a name, everywhere, and drop what is the person's alone.

        Gives the ids of the matches that changed by it. MatchError "still-seated" where the person sits in an open
        match. Finding every mention takes a look at each entry of each log.
        """
        ...

    async def all_matches(self) -> tuple[int, ...]:
        """The ids of all matches, the oldest first."""
        ...

    async def close(self) -> None:
        """Let go of all connections."""
        ...
