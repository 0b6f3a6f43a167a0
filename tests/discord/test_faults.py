"""The runner that lets each call fail, with the toy, which catches nothing."""

from __future__ import annotations

import discord
import pytest

from tests.discord.faults import count_calls, fail_each_call
from tests.discord.inside import SimClock
from tests.discord.simkit import Discord
from tests.discord.toy import Toy
from tests.discord.wire import LOST_REPLY, SERVER_ERROR, UNKNOWN_INTERACTION


def toy(_clock: SimClock) -> Toy:
    return Toy()


async def open_a_thread(sim: Discord) -> None:
    answer = await sim.people[0].types("/toy thread")
    assert "Play in" in answer.text


async def show_a_board(sim: Discord) -> None:
    await sim.people[1].types("/toy board")
    assert sim.people[0].newest("The board").pictures


async def test_the_calls_of_a_scenario_are_counted() -> None:
    assert [call.kind for call in await count_calls(toy, open_a_thread)] == [
        "POST /interactions/…/…/callback",
        "POST /channels/…/threads",
        "POST /channels/…/messages",
        "POST /webhooks/…/…",
    ]


async def test_each_call_fails_once_with_each_fault() -> None:
    faults = (SERVER_ERROR, UNKNOWN_INTERACTION, LOST_REPLY)
    outcomes = await fail_each_call(toy, open_a_thread, show_a_board, faults=faults)
    assert [(outcome.number, outcome.fault) for outcome in outcomes] == [(n, f) for n in range(4) for f in faults]
    assert [len(outcome.uncaught) for outcome in outcomes] == [1] * 12
    assert isinstance(outcomes[0].uncaught[0].__cause__, discord.DiscordServerError)
    # Where the first answer did not get through, Discord tells the person so; where only its reply was lost, it did.
    assert [outcome.silent for outcome in outcomes] == [1, 1, 0] + [0] * 9
    assert outcomes[0].stopped is not None
    assert outcomes[-1].stopped is None
    assert str(outcomes[3]) == "call 1, POST /channels/…/threads, 500"


async def test_what_must_go_on_afterwards_says_after_what_it_did_not() -> None:
    async def impossible(_sim: Discord) -> None:
        raise AssertionError("there is no board")

    with pytest.raises(AssertionError, match="no board") as caught:
        await fail_each_call(toy, open_a_thread, impossible, faults=(SERVER_ERROR,))
    assert caught.value.__notes__ == ["after POST /interactions/…/…/callback had failed with 500"]
