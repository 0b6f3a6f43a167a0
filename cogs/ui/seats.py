"""Seats as people name them, by a mention, a name, or what autocomplete gave; and the seat that is one's own."""

from __future__ import annotations

import re

from bot.core.errors import InputError, MatchError
from bot.games.base import Seat
from cogs.ui.scene import Scene

_MENTION = re.compile(r"<@!?(\d{1,20})>")
_NUMBER = re.compile(r"#?(\d{1,2})")


def read_seat(typed: str, scene: Scene) -> Seat:
    """The seat that is meant, by its number from 1, by who sits there, or by a part of the name.

    InputError "no-such-player" with those there are.
    """
    text = " ".join(typed.split())
    if mentioned := _MENTION.fullmatch(text):
        seat = scene.now.seat_of(int(mentioned[1]))
        fitting = [] if seat is None else [seat]
    elif (number := _NUMBER.fullmatch(text)) and int(number[1]) - 1 in scene.seats:
        fitting = [int(number[1]) - 1]
    else:
        fitting = [seat for seat in scene.seats if text and text.casefold() in scene.bare_name(seat).casefold()]
        fitting = [seat for seat in fitting if scene.bare_name(seat) == text] or fitting
    if len(fitting) != 1:
        raise InputError("no-such-player", typed=text[:60], people=[scene.name(seat) for seat in scene.seats])
    return fitting[0]


def require_seat(scene: Scene) -> Seat:
    """The viewer's seat. MatchError "not-started", "not-seated"."""
    if scene.view is None:
        raise MatchError("not-started")
    if scene.seat is None:
        raise MatchError("not-seated")
    return scene.seat
