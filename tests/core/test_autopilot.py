"""What the service does by itself: computers play, what is stored is shown, and both go on after a restart."""

from __future__ import annotations

import asyncio
import threading
from itertools import count
from pathlib import Path
from typing import Any, ClassVar

import pytest

from bot.core.autopilot import ACTIONS_A_MOMENT
from bot.core.errors import StoreError
from bot.core.match_events import Acted, How
from bot.core.seats import Moment
from bot.core.store import Status
from bot.games.qwirkle.rules import Qwirkle
from bot.games.qwirkle.state import Exchange
from bot.games.qwixx.rules import Qwixx
from bot.games.qwixx.state import ChooseWhite, GiveOrder
from bot.games.registry import GAMES
from tests.core.hall import ANNA, BEN, Hall, Showings, hall_at, moment

SIMPLE = GAMES["qwirkle"].computers["simple"]


async def test_computers_play_until_a_person_is_awaited(hall: Hall) -> None:
    match_id = await hall.match(ANNA, computers=3)
    for _ in range(5):
        assert await hall.awaited(match_id) == [ANNA]
        played = await hall.play(match_id)
        assert played.match.computer_due
        await hall.service.settled()
        assert not (await hall.look(match_id)).match.computer_due


async def test_a_computers_action_is_stored_like_anybodys(hall: Hall) -> None:
    match_id = await hall.match(ANNA, computers=1)
    played = await hall.play(match_id)
    await hall.service.settled()
    seq = await hall.seq(match_id)
    assert await hall.store.applied(match_id, f"auto:{played.match.seq}:1") == (played.match.seq + 1, seq)
    assert (await hall.kinds(match_id, played.match.seq))[0] == Acted.__dataclass_fields__["kind"].default


async def test_computers_think_beside_the_event_loop(address: Path) -> None:
    threads: set[str] = set()

    def watched(view: Any) -> Any:
        threads.add(threading.current_thread().name)
        return SIMPLE(view)

    class Watched(Qwirkle):
        computers: ClassVar[Any] = {"simple": watched}

    async with hall_at(address, games={"qwirkle": Watched()}) as hall:
        match_id = await hall.match(ANNA, computers=2)
        await hall.play(match_id)
        await hall.service.settled()
    assert threads
    assert all(name.startswith("computer") for name in threads)


# Faults


class Faulty(Qwirkle):
    """Qwirkle with computers that fail, each in its way."""

    computers: ClassVar[Any] = {
        "simple": SIMPLE,
        "raises": lambda view: view.hand[7],
        "illegal": lambda view: Exchange(view.seat, ()),
        "cheats": lambda view: Exchange((view.seat + 1) % 2, view.hand[:1]),
        "nonsense": lambda view: None,
    }


class Lost(Faulty):
    """Nobody knows any legal action either."""

    def legal(self, view: Any) -> Any:
        return iter(())


@pytest.mark.parametrize("level", ["raises", "illegal", "cheats", "nonsense"])
@pytest.mark.parametrize("game", [Faulty(), Lost()])
async def test_a_computer_that_fails_stops_nothing(
    address: Path, caplog: pytest.LogCaptureFixture, level: str, game: Qwirkle
) -> None:
    async with hall_at(address, games={"qwirkle": game}) as hall:
        match_id = await hall.lobby(ANNA, BEN)
        await hall.service.add_computer(hall.person(ANNA), match_id, level)
        await hall.service.start(hall.person(ANNA), match_id)
        for _ in range(6):
            await hall.service.settled()
            await hall.play(match_id)
        await hall.service.settled()
        log = (await hall.service.since(match_id, 0)).events_for(None)
        how = [logged.event.how for logged in log if isinstance(logged.event, Acted)]
        skips = "skipped" in [logged.event.kind for logged in log]
        assert skips == isinstance(game, Lost)
        assert How.COMPUTER in how or not skips
        assert f"match {match_id} turn" in caplog.text
        assert "the computer at seat 2 failed" in caplog.text


async def test_a_computer_acts_for_its_own_seat_alone(address: Path, caplog: pytest.LogCaptureFixture) -> None:
    """In Qwixx a choice for somebody else would be legal."""

    class Cheating(Qwixx):
        computers: ClassVar[Any] = {"simple": lambda view: ChooseWhite((view.viewer + 1) % 3, None)}

    async with hall_at(address, games={"qwixx": Cheating()}) as hall:
        match_id = await hall.match(ANNA, BEN, game="qwixx", computers=1)
        log = (await hall.service.since(match_id, 0))._logged
        assert {logged.seat for logged in log if isinstance(logged.event, Acted)} <= {2}
        assert {0, 1} <= (await hall.look(match_id)).to_act
        assert "a computer may not do" in caplog.text


async def test_a_computer_that_gets_nowhere_is_skipped(address: Path) -> None:
    class Dithering(Qwixx):
        computers: ClassVar[Any] = {"simple": lambda view: GiveOrder(view.viewer, 8 if view.order == 9 else 9)}

    async with hall_at(address, games={"qwixx": Dithering()}) as hall:
        match_id = await hall.match(ANNA, BEN, game="qwixx", computers=1)
        kinds = await hall.kinds(match_id)
        assert 2 not in (await hall.look(match_id)).to_act
        assert (kinds.count("order"), kinds.count("skipped")) == (ACTIONS_A_MOMENT, 1)


async def test_a_person_who_sits_down_while_the_computer_thinks_is_not_played_for(
    address: Path, caplog: pytest.LogCaptureFixture
) -> None:
    thinks, may_go_on = threading.Event(), threading.Event()

    def slow(view: Any) -> Any:
        thinks.set()
        assert may_go_on.wait(60)
        return SIMPLE(view)

    class Slow(Qwirkle):
        computers: ClassVar[Any] = {"simple": slow}

    async with hall_at(address, games={"qwirkle": Slow()}) as hall:
        match_id = await hall.lobby(ANNA, computers=1)
        started = await hall.service.start(hall.person(ANNA), match_id)
        if started.seat_of(ANNA) in started.to_act:
            action, meant = SIMPLE(started.view_for(ANNA)), moment(started)
            await hall.service.act(hall.person(ANNA), match_id, action, meant)
        assert await asyncio.to_thread(thinks.wait, 60)
        turn = (await hall.look(match_id)).match.turn
        await hall.service.replace(hall.person(ANNA), match_id, 1, hall.person(BEN))
        may_go_on.set()
        await hall.service.settled()
        assert (await hall.look(match_id)).match.turn == turn
        assert await hall.awaited(match_id) == [BEN]
        assert "failed" not in caplog.text


async def test_a_store_that_fails_for_a_while_stops_no_computer(
    address: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with hall_at(address, pauses=(0.01, 0.01, 0.01)) as hall:
        match_id = await hall.match(ANNA, computers=1)
        await hall.play(match_id)
        commit, faults = hall.store.commit, iter([True, True])

        async def failing(change: Any) -> None:
            if change.action_id is not None and change.action_id.startswith("auto") and next(faults, False):
                raise StoreError("store-busy")
            await commit(change)

        monkeypatch.setattr(hall.store, "commit", failing)
        await hall.service.settled()
        assert await hall.awaited(match_id) == [ANNA]
        assert caplog.text.count("playing on failed") == 2


# Showing


async def test_a_run_of_computers_is_shown_once(hall: Hall, showings: Showings) -> None:
    match_id = await hall.match(ANNA, computers=5)
    showings.told.clear()
    await hall.play(match_id)
    await hall.service.settled()
    assert showings.told == [match_id, match_id]
    now = await hall.look(match_id)
    assert now.match.posted_seq == now.match.seq


async def test_everything_public_is_shown_exactly_once_and_in_order(hall: Hall, showings: Showings) -> None:
    match_id = await hall.match(ANNA, BEN, computers=1)
    await hall.play_out(match_id)
    shown = [event.kind for event in showings.events]
    log = (await hall.service.since(match_id, 0)).events_for(None)
    assert [kind for kind in shown if kind != "match.acted"] == [
        logged.event.kind for logged in log if logged.event.kind != "match.acted"
    ]


class Broken:
    """A presenter that never manages to show anything."""

    def __init__(self) -> None:
        self.tries = 0

    async def show(self, match_id: int) -> None:
        self.tries += 1
        raise ConnectionError("Discord is down")

    async def remind(self, match_id: int, moment: Moment, people: frozenset[int]) -> None:
        raise AssertionError("nobody is late")


async def test_a_presenter_that_fails_reaches_nobody(address: Path, caplog: pytest.LogCaptureFixture) -> None:
    broken = Broken()
    async with hall_at(address, presenter=broken, pauses=(0.01, 0.01)) as hall:
        match_id = await hall.match(ANNA, computers=1)
        await hall.play(match_id)
        await hall.service.settled()
        assert broken.tries >= 3
        assert f"match {match_id}: showing failed" in caplog.text
        assert await hall.store.unshown() == (match_id,)
    showings = Showings()
    async with hall_at(address, presenter=showings) as again:
        await again.service.resume()
        await again.service.settled()
        assert showings.told == [match_id]
        assert await again.store.unshown() == ()
        assert showings.events[0].kind == "match.opened"


async def test_a_slow_presenter_keeps_nobody_waiting(address: Path) -> None:
    gate = asyncio.Event()

    class Slow:
        shows = 0

        async def show(self, match_id: int) -> None:
            self.shows += 1
            await gate.wait()

        async def remind(self, match_id: int, moment: Moment, people: frozenset[int]) -> None:
            raise AssertionError("nobody is late")

    slow = Slow()
    async with hall_at(address, presenter=slow) as hall:
        match_id = await hall.lobby(ANNA, BEN)
        await hall.service.start(hall.person(ANNA), match_id)
        for _ in range(5):
            await hall.play(match_id)
        assert slow.shows == 1
        gate.set()
        await hall.service.settled()
        assert slow.shows == 2


# A restart in the middle


async def test_computers_go_on_after_a_restart(address: Path) -> None:
    interactions = count(1_000_000)
    async with hall_at(address, interactions=interactions) as hall:
        match_id = await hall.match(ANNA, computers=2)
        await hall.service.stop()  # from here on nothing is done in the background
        await hall.play(match_id)
        seq = await hall.seq(match_id)
        assert (await hall.look(match_id)).match.computer_due
    async with hall_at(address, interactions=interactions) as again:
        await again.service.settled()
        assert await again.seq(match_id) == seq
        await again.service.resume()
        over = await again.play_out(match_id)
        assert over.match.status is Status.FINISHED
        await again.assert_sound()


async def test_a_prepared_play_and_a_late_seat_go_on_after_a_restart(address: Path) -> None:
    async with hall_at(address) as hall:
        match_id = await hall.match(ANNA, BEN)
        (first,) = await hall.awaited(match_id)
        second = BEN if first == ANNA else ANNA
        now = await hall.look(match_id)
        exchange = Exchange(now.seat_of(second) or 0, now.view_for(second).hand[:1])
        await hall.service.prepare(hall.person(second), match_id, exchange)
        await hall.service.stop()
        await hall.play(match_id)
    async with hall_at(address) as again:
        await again.service.resume()
        await again.service.settled()
        assert (await again.look(match_id)).match.turn == 3


async def test_a_restart_between_any_two_actions_changes_nothing(address: Path) -> None:
    """The same people make the same choices; only the process is another one each time."""
    interactions = count(1_000_000)
    async with hall_at(address, interactions=interactions) as hall:
        match_id = await hall.match(ANNA, BEN, game="qwixx", computers=1)
    for _ in range(25):
        async with hall_at(address, interactions=interactions) as hall:
            await hall.service.resume()
            await hall.service.settled()
            if not (await hall.look(match_id)).match.status.open:
                break
            before = await hall.seq(match_id)
            played = await hall.play(match_id)
            assert played.events_for(ANNA)[0].seq > before
    async with hall_at(address, interactions=interactions) as hall:
        await hall.service.resume()
        assert (await hall.play_out(match_id)).match.status is Status.FINISHED
        await hall.assert_sound()
