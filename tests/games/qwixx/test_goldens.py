"""Whole matches as they were once played: the same actions lead to the same events, and the log to the same end."""

from __future__ import annotations

import json
from typing import get_args, get_type_hints

import pytest

from bot.core.fairness import first_mismatch
from bot.games.qwixx import QWIXX
from bot.games.qwixx.state import Ended, Event
from tests.games.qwixx.goldens import EVENT, FOLDER, SECRET, matches, written


def kept(name: str) -> list[Event]:
    content = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return [EVENT.validate_python(event) for event in content["events"]]


@pytest.mark.parametrize("name", matches())
def test_golden(name: str) -> None:
    match = matches()[name]
    assert written(match) == (FOLDER / f"{name}.json").read_text(encoding="utf-8")
    events = kept(name)
    assert first_mismatch(QWIXX, events, SECRET, match.interaction) is None
    last = events[-1]
    assert isinstance(last, Ended)
    assert QWIXX.outcome(QWIXX.replay(events)) == last.outcome


def test_every_file_is_held() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(matches())


def test_the_matches_show_every_kind_of_event_and_end() -> None:
    """What happens in them is not the same thing again and again."""
    events = [event for name in matches() for event in kept(name)]
    every = {kind for member in get_args(Event) for kind in get_args(get_type_hints(member)["kind"])}
    assert {event.kind for event in events} == every
    reasons = {event.outcome.reason for event in events if isinstance(event, Ended)}
    assert reasons == {"penalties", "rows-locked", "last-player", "only-computers"}
