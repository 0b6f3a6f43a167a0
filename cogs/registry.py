"""How each game looks on Discord. A new game is one line here, and one in the list of extensions."""

from __future__ import annotations

from collections.abc import Mapping

from cogs.qwirkle.words import QwirkleUi
from cogs.qwixx.words import QwixxUi
from cogs.ui.game import GameUi

GAME_UIS: Mapping[str, GameUi] = {ui.name: ui for ui in (QwirkleUi(), QwixxUi())}

EXTENSIONS = (
    "cogs.lobby",
    "cogs.match",
    "cogs.rooms",
    "cogs.settings",
    "cogs.privacy",
    "cogs.qwirkle.commands",
    "cogs.qwixx.commands",
)
"""What the bot loads, each a feature that registers its commands and controls."""
