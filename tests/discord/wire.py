"""What lies between the bot and Discord: calls are counted, and can be slow, refused, or lost on their way back."""

from __future__ import annotations

import asyncio
import contextlib
import fnmatch
import random
import re
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass
from typing import Any

import discord
from simcord.backend import Backend

from tests.discord.refusals import as_discord_says, refusal, refuse

MOST_PAUSES = 6


@dataclass(frozen=True, slots=True)
class Call:
    """A REST call of the bot: `POST /channels/123/messages`."""

    method: str
    path: str

    @property
    def kind(self) -> str:
        """The call without ids and tokens, to be compared and to be read: `POST /channels/…/messages`."""
        return f"{self.method} {re.sub(r'/(simcord_interaction_)?[0-9]+', '/…', self.path)}"


@dataclass(frozen=True, slots=True)
class Fault:
    """How a call goes wrong. `code` is Discord's own; a lost reply is of a call that did what it should."""

    status: int
    code: int = 0
    lost: bool = False

    def __str__(self) -> str:
        return "reply lost" if self.lost else f"{self.status}/{self.code}" if self.code else str(self.status)

    def exception(self) -> Exception:
        """What discord.py raises of it, after the retries of its own."""
        if self.lost:
            return TimeoutError("the reply was lost")
        return refusal(self.status, self.code, "refused by the test")


SERVER_ERROR = Fault(500)
RATE_LIMITED = Fault(429)
FORBIDDEN = Fault(403, 50013)
NOT_FOUND = Fault(404, 10008)
UNKNOWN_INTERACTION = Fault(404, 10062)
LOST_REPLY = Fault(0, lost=True)
EVERY_FAULT = (SERVER_ERROR, RATE_LIMITED, FORBIDDEN, NOT_FOUND, UNKNOWN_INTERACTION, LOST_REPLY)


@dataclass(slots=True)
class _Armed:
    """A fault that waits: for the call of a number, or for calls that look like a pattern."""

    fault: Fault
    pattern: str
    skip: int
    times: int


class Wire:
    """All calls go through here. What Discord refuses and simcord does not, is refused here."""

    def __init__(self, backend: Backend) -> None:
        self.calls: list[Call] = []
        self.failed: list[tuple[Call, Fault]] = []
        self._backend = backend
        self._armed: list[_Armed] = []
        self._weather: random.Random | None = None

    def fail(self, fault: Fault, pattern: str = "*", *, skip: int = 0, times: int = 1) -> None:
        """Let the next calls that look like the pattern fail, such as `POST /channels/*/messages`."""
        self._armed.append(_Armed(fault, pattern, skip, times))

    def repair(self) -> None:
        """From now on nothing fails."""
        self._armed.clear()

    @contextlib.contextmanager
    def weather(self, seed: int) -> Iterator[None]:
        """Let each call pause by chance before and after it takes effect, so that handlers interleave."""
        self._weather = random.Random(seed)
        try:
            yield
        finally:
            self._weather = None

    async def carry(
        self, method: str, path: str, files: list[discord.File], send: Callable[[], Coroutine[Any, Any, Any]]
    ) -> Any:
        call = Call(method, path)
        self.calls.append(call)
        await self._pause()
        fault = self._fault_of(call)
        if fault is not None and not fault.lost:
            raise fault.exception()
        refuse(self._backend, method, path, files)
        try:
            answer = await send()
        except discord.NotFound as error:
            raise as_discord_says(error, path) from error
        await self._pause()
        if fault is not None:
            raise fault.exception()
        return answer

    async def _pause(self) -> None:
        if self._weather is not None:
            for _ in range(self._weather.randrange(MOST_PAUSES)):
                await asyncio.sleep(0)

    def _fault_of(self, call: Call) -> Fault | None:
        for armed in self._armed:
            if not fnmatch.fnmatchcase(f"{call.method} {call.path}", armed.pattern):
                continue
            if armed.skip:
                armed.skip -= 1
                continue
            armed.times -= 1
            if armed.times <= 0:
                self._armed.remove(armed)
            self.failed.append((call, armed.fault))
            return armed.fault
        return None
