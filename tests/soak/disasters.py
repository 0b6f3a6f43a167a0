"""What fails: Discord by chance, and now and then the connection, the process, rooms and servers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from tests.discord.wire import FORBIDDEN, LOST_REPLY, NOT_FOUND, RATE_LIMITED, SERVER_ERROR, Fault
from tests.soak.month import DAY, HOUR, LATENCY, Doing, Month
from tests.standin.world import Room, Server

OFTEN, IN_A_STORM = 0.01, 0.4
"""How many of the calls go wrong."""
LONG_DOWN = 8 * HOUR
FAULTS = (SERVER_ERROR, RATE_LIMITED, FORBIDDEN, NOT_FOUND, LOST_REPLY)

Disaster = Callable[["Disasters"], Awaitable[None]]


class Disasters:
    """All that goes wrong in a month."""

    def __init__(self, month: Month) -> None:
        self.month = month
        self._share = OFTEN
        self._quiet = False
        self._expelled: list[Server] = []
        month.town.wire.weather = self._weather

    def _weather(self, method: str, path: str) -> Fault | None:
        if self.month.chance.random() >= self._share:
            return None
        fault = self.month.chance.choice(FAULTS)
        if fault is NOT_FOUND and not (method == "PATCH" and "/messages/" in path):
            return None
        self.month.record.note(f"a call that failed with {fault}")
        return fault

    def begin(self, each: float) -> None:
        """Let every kind of disaster happen, once in ``each`` seconds on the average, and once in any case."""
        for disaster in KINDS.values():
            self.month.at(self.month.chance.uniform(0.1, 0.9) * self.month.size.days * DAY, self._once(disaster))
            self._again(disaster, each)

    def end(self) -> None:
        """Let nothing go wrong any more."""
        self._quiet = True
        self._share = 0.0

    async def mend(self) -> None:
        """Put right what would stay wrong: the bot is on every server, and every thread is unlocked."""
        for server in self._expelled:
            await self._invite(server)()
        for room in self.month.town.world.rooms.values():
            if room.locked:
                await self._unlock(room)()

    def _again(self, disaster: Disaster, each: float) -> None:
        async def happen() -> None:
            await self._once(disaster)()
            self._again(disaster, each)

        self.month.soon(each, happen)

    def _once(self, disaster: Disaster) -> Doing:
        async def happen() -> None:
            if self._quiet:
                return
            if not self.month.hears:  # it has enough to bear
                self.month.at(HOUR, happen)
                return
            name = next(name for name, kind in KINDS.items() if kind is disaster)
            self.month.record.note(name)
            await disaster(self)

        return happen

    # The process and its connection

    async def restart(self) -> None:
        await self._press_much()
        await self.month.stop()
        await self.month.begin()

    async def die(self) -> None:
        await self._press_much()
        await self.month.kill()
        await self.month.begin()

    async def stay_down(self) -> None:
        await self.month.kill()
        self.month.at(self.month.chance.uniform(0.01, 1) * LONG_DOWN, self.month.begin)

    async def lose_connection(self) -> None:
        month = self.month
        month.cut_off()
        month.client.dispatch("shard_disconnect", 0)
        month.town.deaf = True

        async def connect() -> None:
            month.town.deaf = False
            month.town.connect()
            month.hear_again()

        month.at(month.chance.uniform(0.01, 1) * LONG_DOWN, connect)

    async def lose_at_once(self) -> None:
        """The connection is new, and lost before the bot has heard of all its servers."""
        self.month.town.connect()
        await self.lose_connection()

    async def _press_much(self) -> None:
        """Have a few people act at this very moment."""
        month = self.month
        for who in month.chance.sample(month.people, min(10, len(month.people))):
            await month.visit(who)
        await month.pause(month.chance.uniform(0, 3) * LATENCY)

    async def storm(self) -> None:
        self._share = IN_A_STORM

        async def be_over() -> None:
            self._share = 0.0 if self._quiet else OFTEN

        self.month.at(self.month.chance.uniform(0.1, 1) * HOUR, be_over)

    # Rooms, messages, servers

    async def delete_message(self) -> None:
        if (match := await self._some_match()) is not None:
            self.month.town.world.messages.pop(match.posted_message, None)

    async def delete_room(self) -> None:
        if (room := await self._some_room()) is None:
            return
        world = self.month.town.world
        payload = world.channel_payload(room)
        del world.rooms[room.id]
        if room.parent is None:
            world.servers[room.guild].channels.remove(room.id)
            for thread in [each for each in world.rooms.values() if each.parent == room.id]:
                del world.rooms[thread.id]
            world.open_channel(world.servers[room.guild], "another")
        self.month.town.feed("CHANNEL_DELETE" if room.parent is None else "THREAD_DELETE", payload)

    async def archive(self) -> None:
        if (room := await self._some_room()) is None or room.parent is None:
            return
        room.archived = True
        room.locked = self.month.chance.random() < 0.3
        self._announce(room)
        if room.locked:
            self.month.at(DAY, self._unlock(room))

    def _unlock(self, room: Room) -> Doing:
        async def unlock() -> None:
            room.locked = False
            if room.id in self.month.town.world.rooms:
                self._announce(room)

        return unlock

    def _announce(self, thread: Room) -> None:
        self.month.town.feed("THREAD_UPDATE", self.month.town.world.channel_payload(thread))

    async def expel(self) -> None:
        world = self.month.town.world
        if len(world.servers) < 2:
            return
        server = world.servers.pop(self.month.chance.choice(list(world.servers)))
        self._expelled.append(server)
        self.month.town.feed("GUILD_DELETE", {"id": str(server.id)})
        self.month.soon(4 * DAY, self._invite(server))

    def _invite(self, server: Server) -> Doing:
        async def invite() -> None:
            self.month.town.world.servers[server.id] = server
            self.month.town.feed("GUILD_CREATE", self.month.town.world.server_payload(server))

        return invite

    async def leave(self) -> None:
        """A person leaves a server with all that they play there; the bot is not told."""
        match = await self._some_match()
        if match is not None:
            self.month.town.world.left.add((match.guild, match.host))

    async def _some_match(self) -> Any:
        world = self.month.town.world
        matches = [
            (await self.month.service.look(match_id)).match
            for match_id in await self.month.service.open_in(self.month.chance.choice(list(world.servers)))
        ]
        return self.month.chance.choice(matches) if matches else None

    async def _some_room(self) -> Room | None:
        match = await self._some_match()
        return None if match is None else self.month.town.world.rooms.get(match.channel)


KINDS: Mapping[str, Disaster] = {
    "a restart": Disasters.restart,
    "a kill": Disasters.die,
    "a night without the bot": Disasters.stay_down,
    "a connection that was lost": Disasters.lose_connection,
    "a new connection that was lost at once": Disasters.lose_at_once,
    "a storm": Disasters.storm,
    "a message deleted": Disasters.delete_message,
    "a room deleted": Disasters.delete_room,
    "a thread archived": Disasters.archive,
    "a person who left a server": Disasters.leave,
    "the bot removed from a server": Disasters.expel,
}
