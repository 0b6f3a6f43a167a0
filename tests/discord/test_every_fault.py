"""Discord fails at each call that the bot makes, in each way: nothing is raised, nothing is lost, the match goes on."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.core.store import Status
from tests.discord.club import awaited, bot_of, new_bots, play
from tests.discord.faults import Outcome, fail_each_call
from tests.discord.simkit import Discord
from tests.discord.wire import EVERY_FAULT, Fault

LATER = 200
"""Seconds after which all that is tried again was."""


async def from_the_lobby_to_a_move(sim: Discord) -> None:
    ann, ben = sim.people
    await ann.types("/qwirkle start", opponent=ben)
    await ben.clicks("Join")
    await ann.clicks("Start")
    for person in sim.people:
        person.go(sim.rooms[-1])
    (mover,) = await awaited(sim)
    await play(mover)
    (mover,) = await awaited(sim)
    await mover.types("/qwirkle hand")


async def go_on(sim: Discord) -> None:
    """What people must still be able to do: from wherever the fault has left them to one more move, seen by all."""
    await sim.pass_time(LATER)
    ann, ben = sim.people
    service = bot_of(sim).app.service
    (match,) = await service.of_player(ann.id)
    ann.go(sim.channel)
    ben.go(sim.channel)
    await ann.types("/match show", match=match.id)
    if match.status is Status.LOBBY:
        if (await service.look(match.id)).seat_of(ben.id) is None:
            await ben.clicks("Join")
        await ann.clicks("Start")
    for person in sim.people:
        person.go(sim.rooms[-1])
    turn = (await service.look(match.id)).match.turn
    (mover,) = await awaited(sim, match.id)
    await play(mover)
    now = await service.look(match.id)
    assert now.match.turn == turn + 1
    assert now.match.posted_seq == now.match.seq
    public = [seen for seen in mover.sees() if not seen.private]
    assert public[-1].id == now.match.posted_message
    assert public[-1].pictures
    for left in (seen for seen in public[:-1] if seen.has_button("Play")):
        # Of an edit that was refused, or a message that Discord did not tell us of.
        assert "moved on" in (await mover.clicks("Play", on=left)).text


@pytest.mark.parametrize("fault", EVERY_FAULT, ids=str)
async def test_whatever_fails_once_the_match_goes_on(tmp_path: Path, fault: Fault) -> None:
    outcomes = await fail_each_call(new_bots(tmp_path), from_the_lobby_to_a_move, go_on, faults=[fault])
    assert len(outcomes) > 15
    assert [(str(outcome), outcome.uncaught) for outcome in outcomes if outcome.uncaught] == []
    assert [str(outcome) for outcome in outcomes if outcome.silent and not _first_answer(outcome)] == []


def _first_answer(outcome: Outcome) -> bool:
    """The first sign of an answer did not get through: only then may Discord say that the bot did not respond."""
    return outcome.call.path.endswith("/callback")
