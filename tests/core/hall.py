"""A hall to play in: the match service over a real store, with people who act in it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import timedelta
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from bot.core.check import check
from bot.core.codec import AnyGame
from bot.core.errors import QwibotError
from bot.core.happened import Happened
from bot.core.lateness import wake_at
from bot.core.lobby import Place, Terms
from bot.core.matches import MatchService, Presenter
from bot.core.rights import Actor
from bot.core.seats import Moment
from bot.core.store import Status, Store, WhenLate
from bot.core.table import Table, replay
from bot.games.registry import GAMES
from data.store import open_store
from tests.data.samples import SetClock

ANNA, BEN, CLEO, DORA, ELIAS, FINN = (700_000_000_000_000_001 + number for number in range(6))
NAMES = {ANNA: "Anna", BEN: "Ben", CLEO: "Cleo", DORA: "Dora", ELIAS: "Elias", FINN: "Finn"}
GUILD = 600_000_000_000_000_001
HOUR = timedelta(hours=1)


class Showings:
    """A presenter that writes down what it is told, and has shown it at once."""

    def __init__(self) -> None:
        self.service: MatchService | None = None
        self.told: list[int] = []
        self.events: list[Any] = []
        self.reminded: list[tuple[int, set[int]]] = []

    async def remind(self, match_id: int, moment: Moment, people: frozenset[int]) -> None:
        self.reminded.append((match_id, set(people)))

    def told_to(self, match_id: int) -> list[int]:
        """Who was reminded of a match, as often as they were."""
        return [player for match, people in self.reminded for player in people if match == match_id]

    async def show(self, match_id: int) -> None:
        self.told.append(match_id)
        assert self.service is not None
        match = (await self.service.look(match_id)).match
        news = await self.service.since(match_id, match.posted_seq)
        self.events += [logged.event for logged in news.events_for(None)]
        await self.service.shown(match_id, news.last_seq, None)


class Hall:
    """The service, and how people act in it. Everybody plays what the simple computer would."""

    def __init__(self, store: Store, clock: SetClock, service: MatchService, interactions: Iterator[int]) -> None:
        self.store = store
        self.clock = clock
        self.service = service
        self._interactions = interactions
        self._channels = count(5_000)

    def person(self, player: int, moderator: bool = False) -> Actor:
        """Somebody with a new interaction."""
        return Actor(player, NAMES[player], next(self._interactions), moderator)

    async def lobby(
        self,
        *people: int,
        game: str = "qwirkle",
        computers: int = 0,
        practice: bool = False,
        turn_time: timedelta | None = 24 * HOUR,
        when_late: WhenLate = WhenLate.SKIP,
        rated: bool = True,
    ) -> int:
        """A lobby with these people, the first its host, and computers behind them."""
        terms = Terms(None, turn_time, when_late, rated)
        place = None if practice else Place(GUILD, next(self._channels))
        host, *others = people
        opened = await self.service.open(self.person(host), game, terms, place)
        for player in others:
            await self.service.join(self.person(player), opened.match.id)
        for _ in range(computers):
            await self.service.add_computer(self.person(host), opened.match.id, "simple")
        return opened.match.id

    async def match(self, *people: int, **terms: Any) -> int:
        """A running match; computers have played until a person is awaited."""
        match_id = await self.lobby(*people, **terms)
        await self.service.start(self.person(people[0]), match_id)
        await self.service.settled()
        return match_id

    async def look(self, match_id: int) -> Happened:
        return await self.service.look(match_id)

    async def awaited(self, match_id: int) -> list[int]:
        """The people that the match waits for, by seat."""
        return [player for player, _ in awaited(await self.look(match_id))]

    async def choice(self, match_id: int, player: int) -> tuple[Any, Moment]:
        """What the person would do now, and for which moment."""
        return chosen(await self.look(match_id), player)

    async def play(self, match_id: int, player: int | None = None) -> Happened:
        """One action of the person, or of the first one awaited."""
        if player is None:
            player = (await self.awaited(match_id))[0]
        action, meant = await self.choice(match_id, player)
        return await self.service.act(self.person(player), match_id, action, meant)

    async def play_until(self, match_id: int, player: int) -> None:
        """Let the others play until only this person is awaited."""
        while (others := await self.awaited(match_id)) != [player]:
            await self.play(match_id, next(other for other in others if other != player))
            await self.service.settled()

    async def play_out(self, match_id: int) -> Happened:
        """The match as it is at its end."""
        while True:
            await self.service.settled()
            now = await self.look(match_id)
            if not now.match.status.open:
                return now
            await self.play(match_id)

    async def kinds(self, match_id: int, seq: int = 0) -> list[str]:
        """The kinds of what is in the log after an entry."""
        return [entry.kind for entry in (await self.store.load(match_id, seq)).entries]

    async def seq(self, match_id: int) -> int:
        return (await self.store.load(match_id)).match.seq

    async def assert_sound(self) -> None:
        """Everything that is kept replays and fits together."""
        async for match_id, found in check(self.store, GAMES):
            assert not found, (match_id, found)
            await self.assert_timed(match_id)

    async def assert_timed(self, match_id: int) -> None:
        """No match is stuck: it is over, somebody acts, or a moment comes at which it goes on."""
        stored = await self.store.load(match_id)
        if stored.match.game in GAMES:
            assert_timed(replay(GAMES[stored.match.game], stored.match, stored.entries))


def assert_timed(table: Table) -> None:
    """The times of a match fit the people whom it waits for."""
    match = table.match
    if not match.status.open:
        assert (match.deadline, match.reminder_at, match.wake_at, match.computer_due) == (None, None, None, False)
        return
    clocked = {seat for seat, _ in table.clocked()}
    if match.status is Status.LIVE:
        assert table.to_act()
        assert table.awaited() or table.due()
        runs = match.turn_time is not None and bool(clocked)
        holds = match.when_late is WhenLate.WAIT and clocked == table.late() and len(clocked) < len(table.awaited())
        assert (match.deadline is not None) == (runs and not holds)
    else:
        assert match.deadline is not None
    assert match.reminder_at is None or (match.deadline is not None and match.reminder_at < match.deadline)
    assert match.wake_at == wake_at(table, match.deadline, match.reminder_at)


def refused(code: str) -> pytest.RaisesExc[QwibotError]:
    """Expects an error of this code."""
    return pytest.RaisesExc(QwibotError, check=lambda error: error.code == code)


def moment(now: Happened) -> Moment:
    return Moment(now.match.turn, now.match.phase)


def chosen(now: Happened, player: int) -> tuple[Any, Moment]:
    """What the simple computer would do in the person's place, and for which moment."""
    return GAMES[now.match.game].computers["simple"](now.view_for(player)), moment(now)


def awaited(now: Happened) -> list[tuple[int, int]]:
    """The people awaited, with their seats."""
    return [
        (holder.player, holder.seat) for holder in now.seated if holder.player is not None and holder.seat in now.to_act
    ]


@asynccontextmanager
async def hall_at(
    address: Path | str,
    clock: SetClock | None = None,
    games: Mapping[str, AnyGame] = GAMES,
    presenter: Presenter | None = None,
    pauses: Sequence[float] = (),
    interactions: Iterator[int] | None = None,
) -> AsyncIterator[Hall]:
    """A hall over the database at an address; two over the same one share their interactions, as on Discord."""
    clock = clock or SetClock()
    store = await open_store(str(address), clock)
    showings = presenter or Showings()
    service = MatchService(store, games, clock, showings, pauses)
    if isinstance(showings, Showings):
        showings.service = service
    try:
        yield Hall(store, clock, service, interactions or count(1_000_000))
    finally:
        await service.stop()
        await store.close()
