"""What people do on the stand-in: what the simple computer would do in their place, by a command or a control."""

from __future__ import annotations

from typing import Any

from bot.core.happened import Happened
from bot.core.store import Match
from bot.games.qwirkle.notation import write_exchange, write_play
from bot.games.qwirkle.state import Exchange, Play
from bot.games.qwixx.sheet import Mark
from bot.games.qwixx.state import ChooseWhite, TakeColor
from cogs.qwixx.panels import PASS, SURE
from cogs.ui.control import control_id
from tests.core.hall import chosen
from tests.standin.town import Resident, Town


def act(town: Town, now: Happened, who: Resident, room: int) -> str:
    """One action of somebody who is awaited: the token with which the bot answers."""
    action, _ = chosen(now, who.id)
    match action:
        case Play(play=play):
            view = now.view_for(who.id)
            return town.type(who, room, "qwirkle play", move=write_play(play, dict(view.board), view.labels))
        case Exchange(tiles=tiles):
            return town.type(who, room, "qwirkle exchange", tiles=write_exchange(tiles).replace("-", ""))
        case ChooseWhite(mark=mark):
            row = PASS if mark is None else mark.row.value
            if now.view_for(who.id).closes:
                return town.press_in_panel(who, room, _id(now.match, "qwixx-choose", row, SURE))
            message: Any = now.match.posted_message
            return town.press(who, message, _id(now.match, "qwixx-white", row))
        case TakeColor(mark=mark):
            return town.press_in_panel(who, room, _id(now.match, "qwixx-take", _written(mark)))
    raise AssertionError(f"nobody here can do {action!r}")


def _id(match: Match, verb: str, *arguments: str) -> str:
    return control_id(verb, match.id, match.turn, match.phase, *arguments)


def _written(mark: Mark | None) -> str:
    return PASS if mark is None else f"{mark.row.value}-{mark.number}"
