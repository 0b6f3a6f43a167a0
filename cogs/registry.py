"""How each game looks on Discord. A new game is a line in each of these, and one in the list of extensions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cogs.qwirkle import rules as qwirkle_rules
from cogs.qwirkle.words import QwirkleUi
from cogs.qwixx import rules as qwixx_rules
from cogs.qwixx.words import QwixxUi
from cogs.ui.game import GameUi
from cogs.ui.lesson import Lesson

LESSONS: Mapping[str, Sequence[Lesson]] = {"qwirkle": qwirkle_rules.LESSONS, "qwixx": qwixx_rules.LESSONS}
"""The pages of each game's rules."""

GAME_UIS: Mapping[str, GameUi] = {ui.name: ui for ui in (QwirkleUi(), QwixxUi())}

EXTENSIONS = (
    "cogs.lobby",
    "cogs.match",
    "cogs.rematch",
    "cogs.rooms",
    "cogs.servers",
    "cogs.leaderboard.commands",
    "cogs.settings",
    "cogs.seasons",
    "cogs.privacy",
    "cogs.help",
    "cogs.qwirkle.commands",
    "cogs.qwixx.commands",
)
"""What the bot loads, each a feature that registers its commands and controls."""
