"""All games there are. A new game is one line here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.games.base import Game
from bot.games.qwirkle import QWIRKLE
from bot.games.qwixx import QWIXX

GAMES: Mapping[str, Game[Any, Any, Any, Any, Any]] = {game.name: game for game in (QWIRKLE, QWIXX)}
