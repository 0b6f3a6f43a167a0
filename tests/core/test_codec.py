"""Values to JSON and back, and what strangers send."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.codec import PAYLOAD_VERSION, codec_of
from bot.core.errors import InputError, StoreError
from bot.core.match_events import Acted, Joined, Late, is_match_event
from bot.core.store import Entry
from bot.games.base import Leave
from bot.games.qwixx.state import ChooseWhite
from bot.games.registry import GAMES
from tests.core.hall import ANNA, BEN, CLEO, Hall
from tests.data.samples import NOON

QWIXX = codec_of(GAMES["qwixx"])


@pytest.mark.parametrize("game", list(GAMES))
async def test_whole_matches_come_back_as_they_were(hall: Hall, game: str) -> None:
    match_id = await hall.match(ANNA, BEN, CLEO, game=game, computers=1)
    await hall.play(match_id)
    await hall.service.resign(hall.person(CLEO), match_id)
    await hall.play_out(match_id)
    codec = codec_of(GAMES[game])
    entries = (await hall.store.load(match_id)).entries
    assert len(entries) > 30
    for entry in entries:
        event = codec.event(entry)
        assert codec.payload(event) == entry.payload
        assert codec.read_event(json.loads(json.dumps(codec.event_object(event)))) == event
        if isinstance(event, Acted):
            action = codec.read_action(event.action)
            assert codec.action_object(action) == event.action
    over = await hall.look(match_id)
    view = over.view_for(ANNA)
    assert json.loads(json.dumps(codec.view_object(view))) == codec.view_object(view)


def stored(payload: str, kind: str = "match.joined", version: int = PAYLOAD_VERSION) -> Entry:
    return Entry(4, None, kind, payload, version, NOON)


def test_events_of_the_match_and_of_the_game_are_told_apart() -> None:
    assert QWIXX.event(stored('{"player": 1, "kind": "match.joined"}')) == Joined(1)
    late = Late((0, 2), 3, "white")
    assert QWIXX.event(stored(QWIXX.payload(late), "match.late")) == late
    assert is_match_event("match.joined")
    assert not is_match_event("joined")
    assert not is_match_event(None)


@pytest.mark.parametrize(
    "entry",
    [
        stored("{"),
        stored("{}"),
        stored('{"player": "Anna", "kind": "match.joined"}'),
        stored('{"player": 1, "kind": "match.left-lobby"}'),
        stored('{"player": 1, "kind": "match.joined"}', version=PAYLOAD_VERSION + 1),
        stored('{"player": 1, "kind": "match.unknown"}', "match.unknown"),
        stored('{"seat": 1, "kind": "left"}'),
    ],
)
def test_what_cannot_have_been_written_here_is_damaged(entry: Entry) -> None:
    with pytest.raises(StoreError, match="log-damaged") as caught:
        QWIXX.event(entry)
    assert caught.value.data == {"seq": 4}


def test_a_strangers_action_is_read_or_refused() -> None:
    assert QWIXX.read_action({"kind": "white", "seat": 0, "mark": None}) == ChooseWhite(0, None)
    assert QWIXX.read_action({"kind": "leave", "seat": 0}) == Leave(0)
    wrong: list[object] = [None, [], {}, "white", {"kind": "white"}, {"kind": "dance", "seat": 0}]
    for value in (*wrong, {"kind": "white", "seat": []}):
        with pytest.raises(InputError, match="bad-action"):
            QWIXX.read_action(value)


def test_options_are_read_or_refused() -> None:
    usual = GAMES["qwixx"].options_type()
    assert QWIXX.read_options(QWIXX.options_text(usual)) == usual
    with pytest.raises(InputError, match="timing"):
        QWIXX.read_options('{"timing": "slow"}')


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["kind", "seat", "mark"]), inner),
    max_leaves=12,
)


@given(value=JSON)
def test_whatever_is_sent_is_an_action_or_bad_input(value: Any) -> None:
    try:
        QWIXX.read_action(value)
    except InputError as error:
        said = error.data["reason"]
        assert isinstance(said, str)
        assert said
