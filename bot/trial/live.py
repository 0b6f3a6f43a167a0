"""The embedded Discord in motion: its timers run, every open tab is kept up to date, and nothing grows for ever."""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import TypedDict
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from bot.trial.embedded import LiveEnv
from bot.trial.kept import KeptDiscord
from bot.trial.window import Window, state_of
from bot.trial.world import Room, World

log = logging.getLogger(__name__)

BEAT_SECONDS = 0.1
SAVE_SECONDS = 1.0
TRIM_SECONDS = 30.0
MESSAGES_A_CHANNEL = 150
INTERACTIONS_KEPT = 200
WINDOWS_KEPT = 40


class RoomNews(TypedDict):
    """A room in the list of them. Ids are texts, since JavaScript's numbers lose the last digits of them."""

    id: str
    name: str
    parent: str | None
    archived: bool
    newest: str
    newestPing: str


class Overview(TypedDict):
    """What a page shows besides its room."""

    rooms: list[RoomNews]
    people: list[dict[str, str]]
    faults: dict[str, int | str]


class FaultWatch(logging.Handler):
    """Hears what the bot logs as an error, so that its pages can tell of it."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.count = 0
        self.newest = ""

    def emit(self, record: logging.LogRecord) -> None:
        self.count += 1
        self.newest = record.getMessage()


class Live:
    """The windows onto the world, one for each person and room that was ever looked at."""

    def __init__(self, world: World, kept: KeptDiscord, port: int) -> None:
        self.world = world
        self.faults = FaultWatch()
        self._env: LiveEnv = world.env
        self._kept = kept
        self._port = port
        self._queue = asyncio.Lock()
        self._windows: dict[tuple[str, int], Window] = {}
        self._published = -1
        self._saved = -1

    async def window(self, person: str, room: int) -> Window | None:
        """What a person sees of a room; None where there is no such person or room."""
        channel, viewer = self.world.room(room), self.world.people.get(person)
        if channel is None or viewer is None:
            return None
        async with self._queue:
            window = self._windows.get((person, room))
            if window is None:
                window = Window(
                    self._env,
                    channel,
                    viewer,
                    port=self._port,
                    timezone=machine_timezone(),
                    queue=self._queue,
                    state=partial(self._state_of, room),
                )
                await window.open()
                self._windows[person, room] = window
        return window

    def window_of(self, capability: str | None) -> Window | None:
        return next((window for window in self._windows.values() if window.capability == capability), None)

    def overview(self, person: str) -> Overview:
        """What a person's page shows besides the room."""
        viewer = self.world.people[person].id
        return {
            "rooms": [self._overview_of(room, viewer) for room in self.world.rooms()],
            "people": [{"word": word, "name": self.world.name_of(word)} for word in self.world.people],
            "faults": {"count": self.faults.count, "newest": self.faults.newest},
        }

    def _overview_of(self, room: Room, viewer: int) -> RoomNews:
        messages = self._env.backend.messages.get(room.id, {}).values()
        seen = [message for message in messages if message.visible_to(viewer)]
        return {
            "id": str(room.id),
            "name": room.name,
            "parent": str(room.parent) if room.parent else None,
            "archived": room.archived,
            "newest": str(max((message.id for message in seen), default=0)),
            "newestPing": str(max((message.id for message in seen if viewer in message.ping_user_ids), default=0)),
        }

    async def publish(self) -> None:
        """Show every room that changed in every tab that shows it."""
        self._published = self._env.journal.total
        async with self._queue:
            for window in self._windows.values():
                window.publish()
                await asyncio.sleep(0)  # a page takes some milliseconds: let others in between

    async def run(self) -> None:
        """Go on until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(_every(BEAT_SECONDS, self._beat))
            tasks.create_task(_every(SAVE_SECONDS, self.save))
            tasks.create_task(_every(TRIM_SECONDS, self._trim))

    async def save(self) -> None:
        """Keep what happened since the last time."""
        total = self._env.journal.total
        if total == self._saved:
            return
        try:
            await self._kept.save(self._env)
            self._saved = total
        except sqlite3.Error as error:
            log.error("What happened on the embedded Discord cannot be kept in %s: %s", self._kept.path, error)

    async def finish_action(self) -> None:
        """Wait until the action that is under way has its answer; none is taken after that."""
        await self._queue.acquire()

    async def _beat(self) -> None:
        self._env.run_due_timers()
        if self._env.journal.total != self._published and not self._queue.locked():
            await self.publish()

    async def _trim(self) -> None:
        async with self._queue:
            self._env.trim(MESSAGES_A_CHANNEL, INTERACTIONS_KEPT)
            for key, window in list(self._windows.items())[:-WINDOWS_KEPT]:
                if window.tabs == 0:
                    del self._windows[key]
                    await window.close()

    def _state_of(self, room: int) -> object:
        """What changes when the room's page has to: its messages, and the commands that can be typed there."""
        backend = self._env.backend
        messages = tuple(state_of(self._env, message) for message in backend.messages.get(room, {}).values())
        return room in backend.channels, sum(len(each) for each in backend.commands.values()), messages


async def _every(seconds: float, work: Callable[[], Coroutine[None, None, None]]) -> None:
    while True:
        await asyncio.sleep(seconds)
        try:
            await work()
        except Exception:
            log.exception("The embedded Discord met a fault, and goes on")


def machine_timezone() -> str:
    """The name of this machine's time zone; UTC where it has none that is known by a name."""
    _, _, name = os.path.realpath("/etc/localtime").partition("/zoneinfo/")
    with suppress(ZoneInfoNotFoundError, ValueError):
        return ZoneInfo(name).key
    return "UTC"
