"""What servers and people have chosen, what people were told once, and what the program remembers of itself.

Doors, like :mod:`bot.core.store`: the cogs know these, and :mod:`data` is behind them.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol


class Place(StrEnum):
    """Where the matches of a server are played."""

    THREAD = "thread"  # each in a thread of its own, where the bot may make one
    HERE = "here"  # in the channel of its lobby


@dataclass(frozen=True, slots=True)
class GuildChoices:
    """What a server has chosen; None is as the program thinks best."""

    language: str | None = None
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class Personal:
    """What a person has chosen about time. Quiet hours are minutes after midnight in the person's time zone."""

    zone: str | None = None  # by its name in the IANA database; None: not known, so there are no quiet hours
    quiet_from: int | None = None  # None, both: never quiet. The end may be on the next day
    quiet_to: int | None = None
    reminders: bool = True
    away_since: datetime | None = None  # on vacation


class Notes(Protocol):
    """Short texts that the program keeps for itself, by name."""

    async def note(self, name: str) -> str | None:
        """What was noted under the name; None where nothing was."""
        ...

    async def take_note(self, name: str, text: str) -> None:
        """Keep a text under the name, in place of an earlier one."""
        ...


class Preferences(Notes, Protocol):
    """What was chosen, and noted. Every method is one transaction and raises StoreError as a Store does."""

    async def of_guild(self, guild: int) -> GuildChoices:
        """What a server has chosen so far."""
        ...

    async def choose_for_guild(self, guild: int, choices: GuildChoices) -> None:
        """Keep what a server has chosen, in place of what it chose before."""
        ...

    async def language_of(self, player: int) -> str | None:
        """The language that a person has chosen; None: as Discord says."""
        ...

    async def choose_language(self, player: int, language: str | None) -> None:
        """Keep a person's language."""
        ...

    def forget(self, player: int) -> None:
        """The store has forgotten the person: let go of what is remembered beside it."""
        ...

    async def personal(self, player: int) -> Personal:
        """What a person has chosen about time."""
        ...

    async def choose_personal(self, player: int, before: Personal, after: Personal) -> None:
        """Keep what is not as it was before, and nothing else: the rest may have been chosen anew meanwhile.

        But for ``away_since``, which is changed by :meth:`bot.core.matches.MatchService.go_away` alone.
        """
        ...

    async def tell_once(self, player: int, hint: str) -> bool:
        """Whether the person is to be told a hint: True the first time, and never again."""
        ...
