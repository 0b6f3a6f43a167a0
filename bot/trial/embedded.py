"""simcord from the inside: its Discord.

simcord was made for tests: its time stands still, an action lasts until the bot has nothing left to do, the pictures
of emojis are thrown away, and all that ever happened is remembered. Here it becomes a Discord that goes on by itself.
Of the program, this module and `window` alone touch simcord's private names, and `simcord_check` sees that they are
there.
"""

from __future__ import annotations

import asyncio
import base64
import logging
from collections import deque
from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager, suppress
from datetime import datetime
from typing import Any, cast

import discord
import simcord
from simcord import _dpy_internals, _settlement
from simcord.backend.cdn import CDN_BASE, CdnStore
from simcord.http import router

from bot.core.clock import Clock

log = logging.getLogger(__name__)

ANSWER_SECONDS = 3.0
"""How long Discord waits for a bot's first answer to an action."""

JOURNAL_LENGTH = 500
IDS_REMEMBERED = 1000
EMOJI_ROUTE = ["applications", "{application_id}", "emojis"]


def missing_names() -> list[str]:
    """What this module uses of simcord, and the installed one does not have."""
    needed: Mapping[str, tuple[object, Iterable[str]]] = {
        "Env": (
            simcord.Env,
            ("_settle_internal", "_settlement_state", "_bot_scope", "_capture_errors", "_record_error"),
        ),
        "the settlement": (_settlement, ("_run_due_virtual_callbacks",)),
        "discord.py's internals": (_dpy_internals, ("real_monotonic",)),
        "the CDN": (CdnStore(), ("_blobs",)),
    }
    missing = [
        f"{name} of {owner}" for owner, (thing, names) in needed.items() for name in names if not hasattr(thing, name)
    ]
    if not any(template == EMOJI_ROUTE for template, _ in router._ROUTES["POST"]):
        missing.append("the route by which an application emoji is uploaded")
    return missing


class Journal(deque[tuple[str, str, Any]]):
    """The newest entries of what crosses between the bot and its Discord, and the number of all there ever were."""

    def __init__(self) -> None:
        super().__init__(maxlen=JOURNAL_LENGTH)
        self.total = 0
        self.moved = asyncio.Event()

    def append(self, entry: tuple[str, str, Any], /) -> None:
        super().append(entry)
        self.total += 1
        self.moved.set()


class RunningClock:
    """A clock for simcord that real time moves, and nothing else."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    @property
    def elapsed(self) -> float:
        return _dpy_internals.real_monotonic()

    def now(self) -> datetime:
        return self._clock.now()

    def advance(self, seconds: float) -> None:
        """Time cannot be hurried."""


class LiveEnv(simcord.Env):
    """A Discord that goes on by itself: real time, bounded memory, and no action waits for more than its answer."""

    def __init__(self, client: discord.Client) -> None:
        sharded = isinstance(client, discord.AutoShardedClient) and client.shard_count is None
        super().__init__(client, check_errors=False, shard_count=1 if sharded else None)
        self.journal = Journal()
        store = cast(Any, self.backend)
        store.transcript = self.journal
        store.http_requests = deque(maxlen=JOURNAL_LENGTH)

    def run_in_real_time(self, clock: Clock) -> None:
        """Leave the fixed day on which the world was made, so that its ids are the same at every start."""
        cast(Any, self.backend).clock = RunningClock(clock)

    def run_due_timers(self) -> None:
        """Wake what sleeps until a time that has come: simcord leaves that to tests."""
        assert self._loop is not None
        _settlement._run_due_virtual_callbacks(self._settlement_state(), self._loop.time() + 1)

    def as_bot(self) -> AbstractContextManager[None]:
        """Whatever is done inside is done by the bot."""
        return self._bot_scope()

    async def _settle_internal(
        self,
        *,
        timeout: float | None = None,  # noqa: ASYNC109 (simcord's own signature)
        idle: float = 0.05,
        dispatch: str | None = None,
        _deadline: float | None = None,
    ) -> None:
        """Wait for the first answer to an action, as Discord does; what the bot does later is published later."""
        if dispatch == "INTERACTION_CREATE":
            await self._await_answer()
        for _ in range(3):
            await asyncio.sleep(0)

    async def _await_answer(self) -> None:
        interaction = next(reversed(self.backend.interactions.values()))
        with suppress(TimeoutError):
            async with asyncio.timeout(ANSWER_SECONDS):
                while not interaction.responded:
                    self.journal.moved.clear()
                    await self.journal.moved.wait()

    def _capture_errors(self) -> None:
        """Not those that the bot answers in words: simcord would call every one of them a failure of the action."""

    def _record_error(self, error: BaseException) -> None:
        """What no part of the bot caught, in a task or a callback."""
        log.error("The bot failed in the background", exc_info=error)

    def blobs(self) -> dict[str, bytes]:
        """The files that were uploaded, by their address."""
        return self.backend.cdn._blobs

    def trim(self, messages_a_channel: int, interactions: int) -> None:
        """Forget the oldest messages of each channel with their files, and interactions that are over."""
        backend = self.backend
        for messages in backend.messages.values():
            for old in sorted(messages)[:-messages_a_channel]:
                del messages[old]
        for old in sorted(backend.interactions)[:-interactions]:
            backend.interaction_tokens.pop(backend.interactions.pop(old).token, None)
        needed = set(self.file_addresses())
        for address in [each for each in self.blobs() if "/attachments/" in each and each not in needed]:
            del self.blobs()[address]
        backend._sequences.clear()
        backend._reserved_ids.intersection_update(sorted(backend._reserved_ids)[-IDS_REMEMBERED:])

    def file_addresses(self) -> Iterable[str]:
        """Where the files of all messages and emojis are."""
        for messages in self.backend.messages.values():
            for message in messages.values():
                yield from (str(attachment["url"]) for attachment in message.attachments)
        yield from (emoji_address(emoji) for emoji in self.backend.application_emojis)


def emoji_address(emoji_id: int, base: str = CDN_BASE) -> str:
    return f"{base}/emojis/{emoji_id}.png"


def avatar_address(user_id: int, name: str) -> str:
    return f"{CDN_BASE}/avatars/{user_id}/{name}.png"


def keep_emoji_pictures() -> None:
    """Have every upload of an application emoji keep its picture, where pages and `Emoji.read` look for it."""
    routes = router._ROUTES["POST"]
    index, create = next((i, create) for i, (template, create) in enumerate(routes) if template == EMOJI_ROUTE)

    def create_and_keep(context: router.RequestContext) -> Any:
        emoji = create(context)
        picture = base64.b64decode(context.body()["image"].partition(",")[2])
        for base in (CDN_BASE, discord.Asset.BASE):
            context.backend.cdn._blobs[emoji_address(emoji["id"], base)] = picture
        return emoji

    routes[index] = (EMOJI_ROUTE, create_and_keep)
