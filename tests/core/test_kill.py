"""Killing the process at any moment loses nothing that was acknowledged, doubles nothing, and stops no match."""

from __future__ import annotations

import asyncio
import multiprocessing
import time
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.core.check import findings
from bot.core.match_events import Acted, How
from bot.core.store import Store
from bot.games.registry import GAMES
from data.store import open_store
from tests.core.hall import hall_at
from tests.core.player import PEOPLE, Acknowledged, Intent, Opened, play
from tests.data.samples import SetClock

LONGEST_RUN = 0.35
"""Seconds from a process's first word to its end, at most."""

LONGEST_COMMIT = 0.008


class Witness:
    """Remembers what the processes said."""

    def __init__(self) -> None:
        self.acknowledged: dict[str, Acknowledged] = {}
        self.opened: list[Opened] = []
        self.intents: dict[str, Intent] = {}
        self.repeated = 0

    @property
    def unanswered(self) -> list[Intent]:
        return [intent for intent in self.intents.values() if intent.action_id not in self.acknowledged]

    def hear(self, said: object) -> None:
        match said:
            case Intent():
                self.intents[said.action_id] = said
            case Acknowledged():
                assert said.intent.action_id not in self.acknowledged
                self.acknowledged[said.intent.action_id] = said
                self.repeated += said.repeated
            case Opened():
                self.opened.append(said)

    def listen(self, connection: Connection, until: float) -> None:
        while (left := until - time.monotonic()) > 0 and connection.poll(left):
            self.hear(connection.recv())

    def hear_next(self, connection: Connection, kind: type) -> None:
        """Listen until something of the kind is said."""
        said = None
        while not isinstance(said, kind) and connection.poll(5):
            said = connection.recv()
            self.hear(said)

    def listen_to_the_end(self, connection: Connection) -> None:
        """What was said before the end; the last word may have been cut off."""
        try:
            while True:
                self.hear(connection.recv())
        except (EOFError, ConnectionError):
            return


def processes() -> Any:
    """Processes that begin with all modules loaded."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["pytest", "tests.core.player"])
    return context


def begin(context: Any, address: Path, run: int, unanswered: list[Intent]) -> tuple[Any, Connection]:
    hears, says = context.Pipe(duplex=False)
    process = context.Process(target=play, args=(str(address), run, unanswered, says))
    process.start()
    says.close()
    assert hears.poll(30), "the process says nothing"
    return process, hears


def run_and_kill(context: Any, address: Path, run: int, witness: Witness, chance: Random) -> None:
    process, hears = begin(context, address, run, witness.unanswered)
    witness.listen(hears, time.monotonic() + chance.uniform(0, LONGEST_RUN))
    if run % 2:  # in the middle of a commit, with luck
        witness.hear_next(hears, Intent)
        time.sleep(chance.uniform(0, LONGEST_COMMIT))
    process.kill()
    process.join()
    witness.listen_to_the_end(hears)
    hears.close()


async def assert_nothing_is_lost(store: Store, witness: Witness, since: int) -> None:
    """Every acknowledged action is there, once, with the entries that were named; every touched match replays."""
    fresh = list(witness.acknowledged.values())[since:]
    for acknowledged in fresh:
        intent = acknowledged.intent
        assert await store.applied(intent.match, intent.action_id) == acknowledged.span
    for match_id in {acknowledged.intent.match for acknowledged in fresh}:
        assert list(findings(await store.load(match_id), GAMES)) == []
    for opened in witness.opened:
        assert (await store.load(opened.match, opened.last_seq)).match.seq >= opened.last_seq


async def actions_of_people(store: Store) -> int:
    number = 0
    for match_id in await store.all_matches():
        entries = (await store.load(match_id)).entries
        number += sum(f'"how":"{How.PERSON}"' in entry.payload for entry in entries if entry.kind == ACTED)
    return number


ACTED = Acted.__dataclass_fields__["kind"].default


async def killed_again_and_again(address: Path, kills: int) -> None:
    context, chance, witness = processes(), Random(1), Witness()
    store = await open_store(str(address), SetClock())
    try:
        for run in range(1, kills + 1):
            since = len(witness.acknowledged)
            await asyncio.to_thread(run_and_kill, context, address, run, witness, chance)
            await assert_nothing_is_lost(store, witness, since)
        assert len(witness.acknowledged) > kills
    finally:
        await store.close()
    await assert_everything_goes_on(address, witness)


async def assert_everything_goes_on(address: Path, witness: Witness) -> None:
    async with hall_at(address) as hall:
        before = await actions_of_people(hall.store)
        done = [one for one in witness.acknowledged.values() if one.span is not None]
        left = [intent for intent in witness.unanswered if await hall.store.applied(intent.match, intent.action_id)]
        assert before == len(done) + len(left)
        await hall.service.resume()
        for match_id in await hall.store.all_matches():
            if (await hall.look(match_id)).match.turn > 0:
                await hall.play_out(match_id)
        await hall.assert_sound()


def run_side_by_side(address: Path, witness: Witness, number: int, seconds: float) -> None:
    """Several processes play the same matches of the same people on one file, and are killed in the end."""
    context = processes()
    begun = [begin(context, address, run, []) for run in range(1, number + 1)]
    end = time.monotonic() + seconds
    try:
        while time.monotonic() < end:
            for _, hears in begun:
                witness.listen(hears, time.monotonic() + 0.02)
    finally:
        for process, _ in begun:
            process.kill()
            process.join()
    for _, hears in begun:
        witness.listen_to_the_end(hears)
        hears.close()


async def test_two_processes_on_one_file(address: Path) -> None:
    """Each move is made by one of them; the other's is refused and loses nothing."""
    async with hall_at(address) as hall:
        for game in GAMES:
            await hall.match(*PEOPLE, game=game, computers=1)
    witness = Witness()
    await asyncio.to_thread(run_side_by_side, address, witness, 2, 2.0)
    refused = [one for one in witness.acknowledged.values() if one.span is None]
    assert refused, "the two never met"
    assert len(witness.acknowledged) - len(refused) > 20
    async with hall_at(address) as hall:
        await assert_nothing_is_lost(hall.store, witness, 0)
    await assert_everything_goes_on(address, witness)


async def test_killed_at_random_moments(address: Path) -> None:
    await killed_again_and_again(address, 55)


@pytest.mark.soak
async def test_killed_five_hundred_times(address: Path) -> None:
    await killed_again_and_again(address, 500)
