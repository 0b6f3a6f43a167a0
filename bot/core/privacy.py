"""Where in a match's log people are named, and what takes their place there when one wants to be forgotten.

A person is kept as Discord's number of them, which is never below 1. Who is forgotten gets a number below 0 that says
nothing: the logs still replay and can be checked, since nothing in a game depends on a person's number.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from bot.core.match_events import JsonObject, is_match_event

PERSON_FIELDS = ("host", "player", "by")
PEOPLE_FIELDS = ("invited",)
"""The fields of the match's own events in which people are named; the games' events name nobody, only seats."""

FORMAT = "qwibot-person-1"
YOU, ANOTHER = "you", "somebody else"


def is_former(player: int) -> bool:
    """Whether the person wanted to be forgotten."""
    return player < 0


def renamed(kind: str, payload: str, name: Callable[[int], object]) -> JsonObject:
    """An event's JSON with something else in the place of each person. ValueError where it is damaged."""
    event: dict[str, Any] = json.loads(payload)
    if not is_match_event(kind):
        return event
    for field in PERSON_FIELDS:
        if event.get(field) is not None:
            event[field] = name(event[field])
    for field in PEOPLE_FIELDS:
        if field in event:
            event[field] = [name(player) for player in event[field]]
    return event


def renumbered(kind: str, payload: str, player: int, number: int) -> str | None:
    """An event's JSON with another number for the person; None where it does not name them."""
    try:
        after = renamed(kind, payload, lambda named: number if named == player else named)
    except ValueError:  # a damaged entry is nobody's reason to be remembered
        return payload.replace(str(player), str(number))
    return None if after == json.loads(payload) else json.dumps(after, ensure_ascii=False, separators=(",", ":"))


def as_told_to(player: int, kind: str, payload: str) -> JsonObject | None:
    """An event for the file of the person whom it names: nobody else's number is in it. None where it does not."""
    try:
        told = renamed(kind, payload, lambda named: YOU if named == player else ANOTHER)
    except ValueError:
        return None
    named = any(told.get(field) == YOU for field in PERSON_FIELDS)
    return told if named or any(YOU in told.get(field, ()) for field in PEOPLE_FIELDS) else None
