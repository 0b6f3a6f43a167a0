"""People leave the server, delete their account, or block the bot: nobody waits, and nothing depends on them."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.core.store import Status
from tests.discord import happenings
from tests.discord.club import awaited, begin, club, look, play, take_turn
from tests.discord.simkit import Discord, Person, Start
from tests.discord.wire import FORBIDDEN, SERVER_ERROR, Fault

ASKED = "GET /guilds/*/members/*"
LATER = 400
"""Seconds after which nobody was here a moment ago."""


async def turn_of_who_left(sim: Discord) -> tuple[Person, Person]:
    """The one to act next leaves the server; then the turn comes. Who plays on, and who is gone."""
    (mover,) = await awaited(sim)
    gone = next(person for person in sim.people if person is not mover)
    await happenings.leave(sim, gone)
    await sim.pass_time(LATER)
    await play(mover)
    return mover, gone


async def test_who_left_the_server_is_noticed_at_their_turn_and_replaced_at_once(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    await begin(sim, **{"time": "none", "when-late": "wait"})
    mover, gone = await turn_of_who_left(sim)
    assert f"{gone.actor.name.title()} is not on this server any more" in mover.newest("Match 1").text
    panel = (await mover.clicks("⋯ More")).seen
    assert panel.has_button("Skip somebody")
    panel = (await mover.clicks("Replace somebody", on=panel)).seen
    panel = (await mover.clicks(gone.actor.name.title(), on=panel)).seen
    await mover.clicks("A computer", on=panel)
    await sim.settle()
    assert await awaited(sim) == [mover]
    assert (await look(sim)).match.status is Status.LIVE


async def test_who_left_is_skipped_at_once_and_nobody_says_that_time_was_out(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    await begin(sim, **{"time": "none", "when-late": "wait"})
    mover, gone = await turn_of_who_left(sim)
    panel = (await mover.clicks("⋯ More")).seen
    await mover.clicks("Skip somebody", on=panel)
    await sim.settle()
    skipped = f"{gone.actor.name.title()} was skipped by {mover.actor.name.title()}."
    assert skipped in mover.newest("Match 1").text


async def test_a_deleted_account_is_like_one_that_left(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    await begin(sim)
    await sim.pass_time(LATER)
    sim.wire.fail(Fault(404, 10013), ASKED)
    mover = await take_turn(sim)
    assert "is not on this server any more" in mover.newest("Match 1").text


@pytest.mark.parametrize("fault", [SERVER_ERROR, FORBIDDEN, Fault(404, 10004)], ids=str)
async def test_who_cannot_be_asked_after_is_there(start: Start, tmp_path: Path, fault: Fault) -> None:
    """No wrong removal: only Discord's word that there is no such member counts."""
    sim = await club(start, tmp_path)
    await begin(sim)
    await sim.pass_time(LATER)
    sim.wire.fail(fault, ASKED, times=10)
    await take_turn(sim)
    assert sim.wire.failed
    assert not (await look(sim)).departed


async def test_who_was_just_here_is_not_asked_after(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    await begin(sim)
    for _ in range(3):
        await take_turn(sim)
    assert not [call for call in sim.wire.calls if call.kind.startswith("GET /guilds")]


async def test_where_all_have_left_the_match_ends(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    await begin(sim, computers=1, time="none")
    onlooker = sim.join("eve")
    for person in sim.people:
        await happenings.leave(sim, person)
    await onlooker.types("/match show", match=1)
    assert (await look(sim)).match.status is Status.LIVE  # they were here a moment ago
    await sim.pass_time(LATER)
    await onlooker.types("/match show", match=1)
    assert (await look(sim)).match.status is Status.ENDED


async def test_nothing_is_ever_sent_privately_to_a_person(start: Start, tmp_path: Path) -> None:
    """A player who has blocked the bot: nothing depends on direct messages, so there are none."""
    sim = await club(start, tmp_path)
    await begin(sim)
    for _ in range(2):
        await sim.pass_time(3600)
        await take_turn(sim)
    ann, _ = sim.people
    await ann.types("/match resign")
    await ann.clicks("Yes, resign")
    assert not [call for call in sim.wire.calls if call.path.startswith("/users/@me/channels")]
