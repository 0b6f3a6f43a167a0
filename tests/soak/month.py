"""What happens: matches are opened, people come by and act or do not, and things fail."""

from __future__ import annotations

import asyncio
import heapq
import random
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import count
from typing import Any

from bot.client import QwibotClient
from bot.core.errors import MatchError, RuleError
from bot.core.happened import Happened
from bot.core.lobby import Place, Terms
from bot.core.rights import Actor
from bot.core.seats import Moment
from bot.core.store import Status, WhenLate
from bot.games.qwirkle.state import Play
from bot.games.registry import GAMES
from cogs.qwirkle.draft import all_plays
from cogs.ui.faults import FAULTS
from tests.core.hall import chosen
from tests.soak.timing import LoopClock
from tests.soak.watch import Watch
from tests.standin.deeds import act
from tests.standin.town import Resident, Town

HOUR, DAY = 3600.0, 86400.0
BEAT = timedelta(minutes=10)
"""So that a month has a few thousand of them."""
LATENCY = 0.1
START_AGAIN = 10.0
ANSWERED = 600.0
"""Seconds after which an interaction is over."""
TURN_TIMES = (None, timedelta(hours=12), timedelta(hours=24), timedelta(hours=24), timedelta(days=3))
Doing = Callable[[], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Size:
    """How much of it all."""

    days: float
    matches: int
    servers: int
    rooms: int = 6
    """In each server."""
    visits: float = 3.0
    """Of each person, a day."""


@dataclass(slots=True)
class Record:
    """What was done, from outside."""

    sent: set[str] = field(default_factory=set)
    """The interactions with which people acted in a game."""
    acknowledged: list[tuple[int, str]] = field(default_factory=list)
    """The matches and interactions of actions whose asker was told that they were stored."""
    unreachable: list[tuple[datetime, datetime]] = field(default_factory=list)
    """When nobody could reach the bot."""
    happened: dict[str, int] = field(default_factory=dict)
    """How often things happened, by their names."""

    def note(self, name: str) -> None:
        self.happened[name] = self.happened.get(name, 0) + 1


class Month:
    """One run. Everything that happens is an event at a time, one after the other; the bot works in between."""

    def __init__(self, address: str, size: Size, seed: int) -> None:
        self.address = address
        self.size = size
        self.chance = random.Random(seed)
        self.clock = LoopClock()
        self.record = Record()
        self.town = Town(LATENCY)
        self.client: Any = None
        self.hears = False
        """Whether what people do comes to the bot."""
        self.watch = Watch(self.town)
        self.people = [Resident(700_000_000_000_000_000 + number, f"P{number}") for number in range(2 * size.matches)]
        self._gone: set[int] = set()
        """People who never come again."""
        self._events: list[tuple[float, int, Doing]] = []
        self._numbers = count()
        self._interactions = count(5_000_000_000_000_000_000)
        self._unreachable_since: datetime | None = None

    # Events

    def at(self, seconds: float, doing: Doing) -> None:
        """Have something happen after so many seconds."""
        heapq.heappush(self._events, (self._now() + seconds, next(self._numbers), doing))

    def soon(self, mean: float, doing: Doing) -> None:
        """Have something happen at random, after so many seconds on the average."""
        self.at(self.chance.expovariate(1 / mean), doing)

    async def pass_time(self, seconds: float) -> None:
        """Let happen what happens."""
        until = self._now() + seconds
        while self._events and self._events[0][0] <= until:
            moment, _, doing = heapq.heappop(self._events)
            await asyncio.sleep(max(0.0, moment - self._now()))
            await doing()
        await asyncio.sleep(until - self._now())

    async def pause(self, seconds: float) -> None:
        """Let the bot work for a moment, in which nothing else happens."""
        await asyncio.sleep(seconds)

    def _now(self) -> float:
        return asyncio.get_running_loop().time()

    # The bot

    async def begin(self) -> None:
        """The bot starts."""
        self.client = await self._started()
        self._take_notes(self.client.app.service)
        self.hear_again()

    async def _started(self) -> QwibotClient:
        """Where it cannot start because Discord fails, it is started again, as systemd does."""
        while True:
            client = self.watch.client = QwibotClient(self.address, self.clock, beat=BEAT)
            try:
                await self.town.enter(client)
            except FAULTS:
                self.record.note("a start that failed")
                self.town.leave()
                await client.close()
                await asyncio.sleep(START_AGAIN)
            else:
                return client

    def hear_again(self) -> None:
        """People reach the bot again."""
        self.hears = True
        if self._unreachable_since is not None:
            self.record.unreachable.append((self._unreachable_since, self.clock.now()))
            self._unreachable_since = None

    def _take_notes(self, service: Any) -> None:
        real = service.act

        async def noted(
            actor: Actor, match_id: int, action: Any, meant: Moment, action_id: str | None = None
        ) -> Happened:
            happened: Happened = await real(actor, match_id, action, meant, action_id)
            self.record.acknowledged.append((match_id, action_id or str(actor.interaction)))
            return happened

        service.act = noted

    def cut_off(self) -> None:
        """Nobody reaches the bot any more."""
        self.hears = False
        self._unreachable_since = self._unreachable_since or self.clock.now()

    async def stop(self) -> None:
        """As a signal does it."""
        self.cut_off()
        client, self.client = self.client, None
        self.town.leave()
        await client.close()

    async def kill(self) -> None:
        """As a power cut does it: nothing goes on, and nothing is finished but what is in a thread."""
        self.cut_off()
        client, self.client = self.client, None
        self.town.leave()
        database = client.app.service._store.database
        me = asyncio.current_task()
        while tasks := [task for task in asyncio.all_tasks() if task is not me]:
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)
        client.app.pictures.close()
        await database._engines.dispose()

    @property
    def service(self) -> Any:
        return self.client.app.service

    # Matches

    async def open_matches(self) -> None:
        """Have as many matches open as there are to be."""
        open_now = {match_id for server in self.town.world.servers for match_id in await self.service.open_in(server)}
        rooms = [room for server in self.town.world.servers.values() for room in server.channels]
        self.chance.shuffle(rooms)
        for room in rooms[: max(0, self.size.matches - len(open_now))]:
            try:
                await self._open_match(room)
            except MatchError as error:
                assert error.code == "channel-busy", error  # noqa: PT017 - nothing else may go wrong here

    async def _open_match(self, room: int) -> None:
        chance = self.chance
        game = chance.choice(tuple(GAMES))
        table = chance.sample([each for each in self.people if each.id not in self._gone], chance.choice((2, 2, 3, 4)))
        terms = Terms(None, chance.choice(TURN_TIMES), chance.choice(tuple(WhenLate)), thread=chance.random() < 0.5)
        place = Place(self.town.world.rooms[room].guild, room)
        host, *others = table
        match_id = (await self.service.open(self.actor(host), game, terms, place)).match.id
        for each in others:
            await self.service.join(self.actor(each), match_id)
        if chance.random() < 0.3:
            await self.service.add_computer(self.actor(host), match_id, "simple")
        await self.service.start(self.actor(host), match_id)
        self.record.note(f"a match of {game}")

    def actor(self, who: Resident) -> Actor:
        return Actor(who.id, who.name, next(self._interactions))

    # People

    def expect(self, people: Sequence[Resident]) -> None:
        """Let people come by from now on, some of them not for long."""
        for who in people:
            self._expect(who)
            if self.chance.random() < 0.1:
                self.soon(self.size.days * DAY / 2, self._stays_away(who))

    def _stays_away(self, who: Resident) -> Doing:
        async def stay_away() -> None:
            self._gone.add(who.id)
            self.record.note("somebody never came again")

        return stay_away

    def _expect(self, who: Resident) -> None:
        async def come() -> None:
            if who.id in self._gone:
                return
            self.soon(DAY / self.size.visits, come)
            if self.hears:
                await self.visit(who)

        self.soon(DAY / self.size.visits, come)

    async def visit(self, who: Resident) -> None:
        """Somebody comes by, and looks at all their matches."""
        for match in await self.service.of_player(who.id):
            now = await self.service.look(match.id)
            if now.match.status is Status.LIVE:
                await self._do_something(who, now)

    async def _do_something(self, who: Resident, now: Happened) -> None:
        chance = self.chance.random()
        seat = now.seat_of(who.id)
        if seat in now.to_act and chance < 0.9:
            self.do(who, now)
        elif seat not in now.to_act and chance < 0.1:
            await self._ask(who, "somebody prepared", self._prepare, now)
        elif now.late - {seat} and chance < 0.3:
            await self._ask(who, "somebody skipped", self._skip, now)
        elif chance > 0.998:
            await self._ask(who, "somebody resigned", lambda actor, _: self.service.resign(actor, now.match.id), now)
        elif chance > 0.994:
            await self._ask(who, "somebody went on vacation", self._go_away, now)

    async def _ask(
        self, who: Resident, name: str, doing: Callable[[Actor, Happened], Awaitable[object]], now: Happened
    ) -> None:
        """Something that is asked of the service itself: as it may be refused, so it may not be allowed any more."""
        try:
            await doing(self.actor(who), now)
        except (MatchError, RuleError):
            return
        self.record.note(name)

    async def _prepare(self, actor: Actor, now: Happened) -> None:
        view = now.view_for(actor.id)
        if now.match.game != "qwirkle" or view.hand is None:
            raise MatchError("not-seated")
        for _, play in zip(range(1), all_plays(view), strict=False):
            await self.service.prepare(actor, now.match.id, Play(now.seat_of(actor.id) or 0, play.play))

    async def _skip(self, actor: Actor, now: Happened) -> None:
        seat = min(now.late - {now.seat_of(actor.id)})
        await self.service.skip(actor, now.match.id, seat, Moment(now.match.turn, now.match.phase))

    async def _go_away(self, actor: Actor, now: Happened) -> None:
        await self.service.go_away(actor)
        others = [holder.player for holder in now.seated if holder.player not in (None, actor.id)]
        for other in others:
            if self.chance.random() < 0.8:
                agreeing = Actor(other or 0, "", next(self._interactions))
                await self.service.agree_to_pause(agreeing, now.match.id, now.seat_of(actor.id))

        async def come_back() -> None:
            if self.client is None:
                self.at(HOUR, come_back)
                return
            await self.service.come_back(Actor(actor.id, actor.name, next(self._interactions)))
            self.record.note("somebody came back")

        self.soon(3 * DAY, come_back)

    def do(self, who: Resident, now: Happened) -> None:
        """What the simple computer would do, at Discord; whether the bot hears of it or not."""
        match = now.match
        room = self.town.world.rooms.get(match.channel or 0)
        if room is None or room.locked or room.guild not in self.town.world.servers:
            return  # there is no way to it
        if (room.guild, who.id) in self.town.world.left:
            return
        action, _ = chosen(now, who.id)
        self.watch.rooms[room.id] = match.id
        if match.posted_message not in self.town.world.messages:
            return  # nothing to press on
        token = act(self.town, now, who, room.id)
        self.record.sent.add(token.removeprefix("token-"))
        self.record.note(f"an action, {type(action).__name__}")

        async def forget() -> None:
            self.town.wire.forget(token)

        self.at(ANSWERED, forget)
