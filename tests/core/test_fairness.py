"""RULES 3, Chance that can be checked: held against the vectors that docs/FAIRNESS.md publishes."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.core.fairness import Stream, commitment, first_mismatch, match_key, new_secret
from bot.games.base import Player
from bot.games.qwirkle import QWIRKLE
from bot.games.qwirkle.state import Dealt
from bot.games.qwirkle.state import Options as QwirkleOptions
from bot.games.qwixx import QWIXX
from bot.games.qwixx.state import Options as QwixxOptions
from bot.games.registry import GAMES

PAGE = Path(__file__).parents[2] / "docs" / "FAIRNESS.md"


def published() -> dict[str, Any]:
    block = re.search(r"```json\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert block is not None
    vectors: dict[str, Any] = json.loads(block[1])
    return vectors


VECTORS = published()
SECRET = bytes.fromhex(VECTORS["secret"])
INTERACTION = int(VECTORS["interaction_id"])
KEY = bytes.fromhex(VECTORS["key"])


def test_commitment_and_key() -> None:
    assert commitment(SECRET) == VECTORS["commitment"]
    assert match_key(SECRET, INTERACTION) == KEY


def test_stream_in_order_of_counters() -> None:
    stream = Stream(KEY)
    numbers = [stream.below(1 << 32) for _ in range(24)]
    blocks = b"".join(number.to_bytes(4, "big") for number in numbers)
    assert blocks == b"".join(bytes.fromhex(block) for block in VECTORS["first_blocks_of_the_stream"])


@pytest.mark.parametrize("n", [int(n) for n in VECTORS["first_numbers_below"]])
def test_numbers_below(n: int) -> None:
    stream = Stream(KEY)
    wanted = VECTORS["first_numbers_below"][str(n)]
    assert [stream.below(n) for _ in wanted] == wanted


def test_shuffle() -> None:
    assert list(Stream(KEY).shuffle(range(10))) == VECTORS["shuffle_of_0_to_9"]


def test_nothing_to_shuffle_uses_nothing() -> None:
    stream = Stream(KEY)
    assert stream.shuffle([]) == ()
    assert stream.shuffle(["alone"]) == ("alone",)
    assert stream.position == 0


def test_goes_on_from_a_kept_position() -> None:
    whole = Stream(KEY)
    numbers = [whole.below(6) for _ in range(50)]
    for cut in range(50):
        begun = Stream(KEY)
        first = [begun.below(6) for _ in range(cut)]
        again = Stream(KEY, begun.position)
        assert first + [again.below(6) for _ in range(50 - cut)] == numbers


def test_every_number_is_about_as_likely() -> None:
    stream = Stream(KEY)
    counts = Counter(stream.below(6) for _ in range(12_000))
    assert set(counts) == set(range(6))
    assert all(1_800 < count < 2_200 for count in counts.values())


@pytest.mark.parametrize("n", [0, -1, (1 << 32) + 1])
def test_numbers_that_cannot_be_drawn(n: int) -> None:
    with pytest.raises(ValueError, match="cannot draw"):
        Stream(KEY).below(n)


def test_secrets_are_32_bytes_and_differ() -> None:
    assert len(new_secret()) == 32
    assert new_secret() != new_secret()
    with pytest.raises(ValueError, match="32 bytes"):
        commitment(b"short")
    with pytest.raises(ValueError, match="negative"):
        match_key(SECRET, -1)


def test_qwirkle_deal() -> None:
    players = [Player(account) for account in (1, 2, 3)]
    state = QWIRKLE.setup(players, QwirkleOptions(), Stream(KEY)).state
    hands = [" ".join(hand) for hand in state.hands]
    assert hands == VECTORS["qwirkle_hands_of_3_seats"]
    assert " ".join(state.bag) == VECTORS["qwirkle_bag_after_the_deal"]


def test_qwixx_first_seat_and_rolls() -> None:
    stream = Stream(KEY)
    players = [Player(account) for account in (1, 2, 3, 4)]
    state = QWIXX.setup(players, QwixxOptions(), stream).state
    view = QWIXX.view(state, None)
    assert view.active == VECTORS["qwixx_first_seat_of_4"]
    assert _dice(view) == VECTORS["qwixx_first_two_rolls"][0]
    assert [1 + stream.below(6) for _ in range(6)] == VECTORS["qwixx_first_two_rolls"][1]


def _dice(view: Any) -> list[int]:
    return [
        *view.dice.white,
        *(number for number in view.dice.colors if number is not None),
    ]


def played(name: str) -> list[Any]:
    """The log of a whole match of computers under the published key."""
    game = GAMES[name]
    stream = Stream(KEY)
    step = game.setup([Player(1), Player(2), Player(3)], game.options_type(), stream)
    state, log = step.state, list(step.events)
    choose = game.computers["simple"]
    while waiting := game.to_act(state):
        step = game.apply(state, choose(game.view(state, min(waiting))), stream)
        state = step.state
        log += step.events
    return log


@pytest.mark.parametrize("name", GAMES)
def test_a_finished_match_recomputes(name: str) -> None:
    assert first_mismatch(GAMES[name], played(name), SECRET, INTERACTION) is None


@pytest.mark.parametrize("name", GAMES)
def test_another_secret_or_interaction_is_found_out(name: str) -> None:
    log = played(name)
    for secret, interaction in ((bytes(32), INTERACTION), (SECRET, INTERACTION + 1)):
        mismatch = first_mismatch(GAMES[name], log, secret, interaction)
        assert mismatch is not None
        assert mismatch.place <= 2
        assert mismatch.found == log[mismatch.place] != mismatch.expected


def test_a_stacked_bag_is_found_out() -> None:
    log = played("qwirkle")
    place, dealt = next((place, event) for place, event in enumerate(log) if isinstance(event, Dealt))
    assert dealt.bag is not None
    log[place] = replace(dealt, bag=(*dealt.bag[1:], dealt.bag[0]))
    mismatch = first_mismatch(QWIRKLE, log, SECRET, INTERACTION)
    assert mismatch is not None
    assert mismatch.expected == dealt
