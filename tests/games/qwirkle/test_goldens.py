"""Whole matches as they were once played: the same actions lead to the same events, and the log to the same end."""

from __future__ import annotations

import json

import pytest

from bot.core.fairness import first_mismatch
from bot.games.qwirkle import QWIRKLE
from bot.games.qwirkle.state import Ended
from tests.games.qwirkle.goldens import EVENT, FOLDER, MATCHES, SECRET, written


@pytest.mark.parametrize("name", MATCHES)
def test_golden(name: str) -> None:
    kept = (FOLDER / f"{name}.json").read_text(encoding="utf-8")
    assert written(MATCHES[name]) == kept
    events = [EVENT.validate_python(event) for event in json.loads(kept)["events"]]
    assert first_mismatch(QWIRKLE, events, SECRET, MATCHES[name].interaction) is None
    last = events[-1]
    assert isinstance(last, Ended)
    assert QWIRKLE.outcome(QWIRKLE.replay(events)) == last.outcome


def test_every_file_is_held() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(MATCHES)


def test_the_matches_show_the_ends() -> None:
    """What happens in them is not the same thing seven times."""
    ends = [match.play()[-1] for match in MATCHES.values()]
    reasons = {end.outcome.reason for end in ends if isinstance(end, Ended)}
    assert {"hand-empty", "only-computers", "last-player"} <= reasons
