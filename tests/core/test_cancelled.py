"""A unit of work goes on to its end when whoever asked for it is cancelled, and when the store fails it did nothing."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import text

from bot.core.background import Units
from bot.core.errors import ConflictError, RuleError, StoreError
from bot.core.match_events import Acted
from bot.core.store import Status
from data.store import SqlStore
from tests.core.hall import ANNA, BEN, CLEO, Hall, awaited, chosen, hall_at, refused


async def test_tasks_cancelled_at_random_leave_nothing_half_done(hall: Hall) -> None:
    chance = Random(7)
    match_ids = [await hall.match(ANNA, BEN, game=game, computers=1) for game in ("qwirkle", "qwixx") * 3]
    made = dict.fromkeys(match_ids, 0)

    async def cancelled_somewhere(match_id: int) -> None:
        now = await hall.look(match_id)
        if not awaited(now):
            return
        player, _ = awaited(now)[0]
        action, meant = chosen(now, player)
        made[match_id] += 1
        attempt = hall.service.act(hall.person(player), match_id, action, meant, f"attempt {made[match_id]}")
        task = asyncio.create_task(attempt)
        await asyncio.sleep(chance.choice([0, 0, 0.0005, 0.002, 0.004]))
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    for _ in range(50):
        await asyncio.gather(*map(cancelled_somewhere, match_ids))
    await hall.service.settled()
    for match_id in match_ids:
        spans = [await hall.store.applied(match_id, f"attempt {number + 1}") for number in range(made[match_id])]
        log = await hall.service.since(match_id, 0)
        acted = [logged.seq for logged in log._logged if isinstance(logged.event, Acted) and logged.event.by]
        assert [span[0] for span in spans if span is not None] == acted
        if log.match.status is Status.LIVE:
            await hall.play_out(match_id)
    assert sum(made.values()) >= 150


async def test_the_log_tells_nothing_of_what_a_refusal_tells_its_asker(caplog: pytest.LogCaptureFixture) -> None:
    units, begun = Units(), asyncio.Event()

    async def refuse() -> None:
        begun.set()
        await asyncio.sleep(0)
        raise RuleError("not-in-hand", hand="RC RS")

    task = asyncio.create_task(units.do(refuse()))
    await begun.wait()
    task.cancel()
    with caplog.at_level("INFO"), pytest.raises(asyncio.CancelledError):
        await task
    with caplog.at_level("INFO"):
        await units.done()
        await asyncio.sleep(0)
    assert "not-in-hand" in caplog.text
    assert "RC" not in caplog.text


async def test_who_is_cancelled_has_acted_all_the_same(hall: Hall) -> None:
    match_id = await hall.match(ANNA, computers=1)
    action, meant = await hall.choice(match_id, ANNA)
    task = asyncio.create_task(hall.service.act(hall.person(ANNA), match_id, action, meant))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await hall.service.stop()
    assert await hall.store.applied(match_id, "1000002") is not None
    assert (await hall.look(match_id)).match.computer_due or (await hall.look(match_id)).match.turn > 2


async def test_a_stop_waits_for_what_is_under_way(address: Path) -> None:
    async with hall_at(address) as hall:
        match_id = await hall.lobby(ANNA)
        tasks = [asyncio.create_task(hall.service.join(hall.person(player), match_id)) for player in (BEN, CLEO)]
        await asyncio.sleep(0)
        await hall.service.stop()
        assert len((await hall.look(match_id)).seated) == 3
        await asyncio.gather(*tasks)


async def test_a_store_that_fails_leaves_everything_as_it_was(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk: a clear error to whoever asked, the match as it was, and then it goes on."""
    match_id = await hall.match(ANNA, BEN)
    await hall.service.settled()
    before = await hall.store.load(match_id)
    commit = hall.store.commit

    async def full(change: Any) -> None:
        raise StoreError("store-full")

    monkeypatch.setattr(hall.store, "commit", full)
    for attempt in (hall.play(match_id), hall.service.resign(hall.person(ANNA), match_id)):
        with refused("store-full"):
            await attempt
    monkeypatch.setattr(hall.store, "commit", commit)
    assert await hall.store.load(match_id) == before
    await hall.play(match_id)


async def test_stored_but_not_answered_is_found_when_it_is_sent_again(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The connection is lost just after the commit: whoever sends the same action again is told that it is done."""
    match_id = await hall.match(ANNA, BEN)
    (player,) = await hall.awaited(match_id)
    action, meant = await hall.choice(match_id, player)
    commit = hall.store.commit

    async def lost(change: Any) -> None:
        await commit(change)
        raise StoreError("store-unreachable")

    monkeypatch.setattr(hall.store, "commit", lost)
    with refused("store-unreachable"):
        await hall.service.act(hall.person(player), match_id, action, meant, "once")
    monkeypatch.setattr(hall.store, "commit", commit)
    again = await hall.service.act(hall.person(player), match_id, action, meant, "once")
    assert again.repeated
    assert again.match.turn == 2


async def test_who_is_always_too_late_is_told_so_in_the_end(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    match_id = await hall.match(ANNA, BEN)

    async def others_first(change: Any) -> None:
        raise ConflictError("conflict", match=match_id)

    monkeypatch.setattr(hall.store, "commit", others_first)
    with refused("match-busy"):
        await hall.play(match_id)


async def test_a_database_put_back_to_an_older_copy_is_believed(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN)
    await hall.service.settled()
    before = await hall.store.load(match_id)
    await hall.play(match_id)
    await hall.service.settled()
    assert isinstance(hall.store, SqlStore)
    seq, position = before.match.seq, before.match.stream_position
    restore = (
        "UPDATE matches SET posted_seq = 0, turn = 1, phase = 'opening'",
        f"UPDATE matches SET seq = {seq}, stream_position = {position}",
        f"DELETE FROM events WHERE seq > {seq}",
        "DELETE FROM actions",
    )
    await hall.store.database.write(lambda connection: [connection.execute(text(sql)) for sql in restore])
    assert (await hall.look(match_id)).match.turn == 1
    await hall.play(match_id)


async def test_a_name_that_is_not_kept_undoes_nothing(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    async def full(player: int, name: str) -> None:
        raise StoreError("store-full")

    monkeypatch.setattr(hall.store, "see_player", full)
    match_id = await hall.match(ANNA, BEN)
    assert (await hall.look(match_id)).match.status is Status.LIVE


@pytest.mark.parametrize("damage", ["payload = '{'", "kind = 'played'", "version = 99", "seq = seq + 1000"])
async def test_a_damaged_log_is_said_and_can_be_closed(address: Path, damage: str) -> None:
    """Never unkillable: a moderator, and the program, close what cannot be read any more."""
    async with hall_at(address) as hall:
        match_ids = [await hall.match(ANNA, BEN) for _ in range(2)]
        await hall.service.settled()
    async with hall_at(address) as hall:
        assert isinstance(hall.store, SqlStore)
        sql = text(f"UPDATE events SET {damage} WHERE seq = 5")
        await hall.store.database.write(lambda connection: connection.execute(sql))
        for match_id in match_ids:
            with refused("log-damaged"):
                await hall.service.resign(hall.person(ANNA), match_id)
            with refused("log-damaged"):
                await hall.service.end(hall.person(ANNA), match_id)
        with refused("closed-damaged"):
            await hall.service.end(hall.person(CLEO, moderator=True), match_ids[0])
        await hall.service.close(match_ids[1])
        for match_id in match_ids:
            assert (await hall.store.load(match_id)).match.status is Status.ENDED
            channel = (await hall.store.load(match_id)).match.channel
            assert channel is not None
            assert await hall.service.in_channel(channel) is None
        assert await hall.store.unshown() == ()
