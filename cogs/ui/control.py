"""Every button and select there is: their ids, and the one way from a press to the code that answers it.

An id is ``q1:<verb>:<argument>:<argument>…``, so that a control works after a restart, and on any message however old.
A verb belongs to one handler; what no verb knows is answered in words.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any

import discord
from discord import ui

from cogs.ui.page import PageError

if TYPE_CHECKING:
    from cogs.ui.request import Press

VERSION = "q1"
LONGEST_ID = 100

_OURS = rf"{VERSION}:[a-z][a-z0-9-]*(?::[^:]*)*"
OURS = re.compile(_OURS)
OTHERS = re.compile(rf"(?!(?:{_OURS})\Z)[\s\S]*")
"""Everything else: the two patterns have no id in common, or both would answer it."""


def control_id(verb: str, *arguments: object) -> str:
    """The id of a control. PageError where it would be none."""
    made = ":".join((VERSION, verb, *map(str, arguments)))
    if len(made) > LONGEST_ID or not OURS.fullmatch(made) or made.count(":") != len(arguments) + 1:
        raise PageError(f"{made!r} cannot be the id of a control")
    return made


class About(Enum):
    """What the first arguments of a verb's controls are."""

    NOTHING = 0  # nothing in particular
    MATCH = 1  # the id of a match
    TURN = 3  # the id of a match, a turn and a phase: pressed later, the control is stale


Handler = Callable[["Press"], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Verb:
    """Who answers a control, and what it is about."""

    handler: Handler
    about: About
    door: bool
    """Whether it only opens a page, so that one of an older turn may open that of the running one."""
    feature: str
    """What its name begins with: a game, or a feature of all games."""


class Controls:
    """All verbs."""

    def __init__(self) -> None:
        self._verbs: dict[str, Verb] = {}

    def add(self, verb: str, handler: Handler, about: About = About.TURN, *, door: bool = False) -> None:
        """Let a handler answer a verb. PageError where the verb is taken, or cannot be in an id."""
        if verb in self._verbs:
            raise PageError(f"two features want the verb {verb!r}")
        control_id(verb)
        self._verbs[verb] = Verb(handler, about, door, verb.partition("-")[0])

    def find(self, verb: str) -> Verb | None:
        """Who answers it."""
        return self._verbs.get(verb)

    @property
    def verbs(self) -> tuple[str, ...]:
        """Those there are, in the order in which they came."""
        return tuple(self._verbs)


class _Dynamic(ui.DynamicItem[ui.Item[Any]], template=OTHERS):
    """A control as discord.py hands it over: it is made anew from its id at each press."""

    @classmethod
    async def from_custom_id(cls, _: discord.Interaction, item: ui.Item[Any], _match: re.Match[str], /) -> _Dynamic:
        return cls(item)

    async def callback(self, interaction: discord.Interaction) -> None:
        client: Any = interaction.client
        await client.press(interaction, self.custom_id)


class Pressable(_Dynamic, template=OURS):
    """A control of ours."""


class Stranger(_Dynamic, template=OTHERS):
    """A control of an older program, or of none: answered in words instead of with silence."""
