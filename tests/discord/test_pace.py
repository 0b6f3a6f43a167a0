"""The bot speaks at a measured pace: a start after a long silence is no storm, and the newest state is what is said."""

from __future__ import annotations

from pathlib import Path

from bot.client import QwibotClient
from bot.core.lobby import Place, Terms
from bot.core.rights import Actor
from cogs.ui.pace import A_SECOND, CATCHING_UP, Urgency
from tests.discord.club import awaited, begin, bot_of, club, look, play, take_turn
from tests.discord.simkit import Discord, MakeBot, Start
from tests.discord.wire import SERVER_ERROR

POSTED = "POST /channels/*/messages"


def measured(folder: Path) -> MakeBot:
    """Our bot, at the pace that it has on Discord."""
    return lambda clock: QwibotClient(str(folder / "qwibot.sqlite3"), clock)


def said(sim: Discord) -> int:
    """How many messages and edits the bot has made in public so far."""
    return sum(
        call.path.startswith("/channels/") and call.method in ("POST", "PATCH") and "/messages" in call.path
        for call in sim.wire.calls
    )


async def open_matches(sim: Discord, count: int, *, begun: bool) -> list[int]:
    """Lobbies, or running matches without threads, each in a channel of its own."""
    service, ids = bot_of(sim).app.service, []
    ann, ben = (Actor(person.id, person.actor.name) for person in sim.people)
    terms = Terms(thread=False)
    for number in range(count):
        channel = sim.guild.create_text_channel(f"{'live' if begun else 'lobby'}-{number}")
        await sim.settle()
        match = (await service.open(ann, "qwixx", terms, Place(sim.guild.id, channel.id))).match
        if begun:
            await service.join(ben, match.id)
            await service.start(Actor(ann.id, ann.name, interaction=1_000_000 + match.id), match.id)
        ids.append(match.id)
    return ids


async def test_after_downtime_all_is_shown_once_live_matches_first_five_a_second(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    sim.wire.fail(SERVER_ERROR, POSTED, times=10_000)
    lobbies = await open_matches(sim, 12, begun=False)
    live = await open_matches(sim, 12, begun=True)
    await sim.settle()
    await sim.env.close_bot()  # while it still tries in vain
    sim.wire.repair()
    sim.wire.calls.clear()
    await sim.restart(crash=True, make_bot=measured(tmp_path))
    assert said(sim) == CATCHING_UP
    shown: list[int] = []
    for _ in range(40):
        before = said(sim)
        await sim.pass_time(1)
        assert said(sim) - before <= CATCHING_UP
        for match in (*live, *lobbies):
            state = (await look(sim, match)).match
            if match not in shown and state.posted_seq == state.seq:
                shown.append(match)
    assert set(shown[: len(live)]) == set(live)
    assert set(shown) == {*live, *lobbies}
    posts = [call.path for call in sim.wire.calls if call.kind == "POST /channels/…/messages"]
    assert len(posts) == len(set(posts)) == 24


async def test_whatever_happens_while_a_message_waits_is_in_that_message(start: Start, tmp_path: Path) -> None:
    """Several changes of a match while it waits are one edit, which shows the newest."""
    sim = await club(start, tmp_path, people=4)
    thread = await begin(sim, "qwixx")
    await sim.restart(make_bot=measured(tmp_path))
    await take_all_places(sim)
    sim.wire.calls.clear()
    for person in await awaited(sim):
        await person.clicks("Pass")
    now = (await look(sim)).match
    assert now.posted_seq < now.seq
    assert said(sim) == 0
    await sim.pass_time(1)
    now = (await look(sim)).match
    assert now.posted_seq == now.seq
    in_thread = [call.kind for call in sim.wire.calls if call.path.startswith(f"/channels/{thread.id}/")]
    assert in_thread == ["PATCH /channels/…/messages/…"]


async def test_five_moves_of_computers_in_a_row_are_one_message(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path, people=1)
    await begin(sim, computers=5)
    while not await awaited(sim):
        await sim.settle()
    await sim.restart(make_bot=measured(tmp_path))
    sim.wire.calls.clear()
    turn = (await look(sim)).match.turn
    await take_turn(sim)
    await sim.pass_time(2)
    assert (await look(sim)).match.turn == turn + 6
    assert sum(call.kind == "POST /channels/…/messages" for call in sim.wire.calls) == 1


async def test_a_channel_with_many_threads_is_edited_seldom(start: Start, tmp_path: Path) -> None:
    """Discord counts requests by channel: turns are told in the threads, and the channel's cards can wait."""
    sim = await club(start, tmp_path)
    host, other = sim.people
    threads = []
    for _ in range(4):
        host.go(sim.channel)
        other.go(sim.channel)
        threads.append(await begin(sim, "qwirkle"))
    sim.wire.calls.clear()
    for _ in range(2):
        for match_id, thread in enumerate(threads, start=1):
            (mover,) = await awaited(sim, match_id)
            mover.go(thread)
            await play(mover)
    in_channel = [call for call in sim.wire.calls if call.path.startswith(f"/channels/{sim.channel.id}/")]
    assert in_channel == []
    assert said(sim) == 2 * 2 * len(threads)


async def take_all_places(sim: Discord) -> None:
    """What is said next has to wait for a second."""
    for _ in range(A_SECOND):
        await bot_of(sim).app.posting.pace.turn(Urgency.NOW)
