"""simcord from the inside, for tests: all that this kit needs of its private names.

simcord lets a test wait until the bot has nothing left to do. It does not know a bot with a worker that waits for
work, sleeps 50 ms where nothing is to be waited for, and lets real time wake what sleeps. Here workers may wait,
waiting is short, and time is the test's alone.
"""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Callable, Coroutine, Mapping
from copy import deepcopy
from functools import partial
from typing import Any, Protocol, cast
from weakref import WeakKeyDictionary

import discord
import simcord
from simcord import _runtime, _settlement, actors, interactions
from simcord._clock import Clock as SimClock
from simcord.actors import MemberActor
from simcord.backend import Backend, serializers
from simcord.backend.models import Message
from simcord.builders import ChannelHandle
from simcord.enums import InteractionType
from simcord.http import FakeHTTPClient, FakeWebhookAdapter
from simcord.http.client import _path_of
from simcord.results import InteractionResult

from bot.trial.embedded import JOURNAL_LENGTH, Journal

__all__ = ["SimClock", "SimEnv", "act_on_control", "as_sent", "speak", "wire_up"]

PATIENCE = 60.0
"""Seconds that a bot may need on a busy machine until it has nothing left to do, or until the clock is moved."""
IDLE_SECONDS = 0.001
IDLE_WAITS = frozenset(
    wait.__code__
    for wait in (
        asyncio.Event.wait,
        asyncio.Queue.get,
        asyncio.Queue.put,
        asyncio.Queue.join,
        asyncio.Condition.wait,
        asyncio.Lock.acquire,
        asyncio.Semaphore.acquire,
    )
)


class Carrier(Protocol):
    """What stands between the bot and Discord's REST interface."""

    async def carry(
        self, method: str, path: str, files: list[discord.File], send: Callable[[], Coroutine[Any, Any, Any]]
    ) -> Any: ...


_carriers: WeakKeyDictionary[Backend, Carrier] = WeakKeyDictionary()
_locales: WeakKeyDictionary[Backend, dict[int, str]] = WeakKeyDictionary()
_sent: WeakKeyDictionary[Backend, dict[str, Any]] = WeakKeyDictionary()


class SimEnv(simcord.Env):
    """A Discord for one test: its time moves when the test says so, and it keeps no books that grow."""

    def __init__(self, client: discord.Client, clock: SimClock, on_error: Callable[[BaseException], None]) -> None:
        sharded = isinstance(client, discord.AutoShardedClient) and client.shard_count is None
        super().__init__(client, check_errors=False, shard_count=1 if sharded else None, settle_timeout=PATIENCE)
        self.backend.clock = clock
        self.holding = False
        self._on_error = on_error
        books = cast(Any, self.backend)
        books.transcript = Journal()
        books.http_requests = deque(maxlen=JOURNAL_LENGTH)

    async def _settle_internal(
        self,
        *,
        timeout: float | None = None,  # noqa: ASYNC109 (simcord's own signature)
        idle: float = IDLE_SECONDS,
        dispatch: str | None = None,
        _deadline: float | None = None,
    ) -> None:
        """Wait until the bot has nothing left to do, unless actions are being collected to be let go together."""
        if not self.holding:
            await super()._settle_internal(
                timeout=timeout and PATIENCE, idle=min(idle, IDLE_SECONDS), dispatch=dispatch, _deadline=_deadline
            )

    def _schedule_timer(self, *_record_and_callback: object) -> None:
        """Leave every timer to `advance_time`: real time wakes nothing."""

    def _capture_errors(self) -> None:
        """Not those that the bot answers in words: what it lets through is found in its log."""

    def _record_error(self, error: BaseException) -> None:
        self._on_error(error)

    async def close_bot(self) -> None:
        """Close the bot as a signal would, which simcord never does."""
        with self._bot_scope():
            await self.bot.close()


def wire_up(env: SimEnv, carrier: Carrier) -> None:
    """Let every REST call of the bot go through the carrier."""
    _carriers[env.backend] = carrier


def speak(env: SimEnv, user_id: int, locale: str) -> None:
    """Have somebody's client speak a language; simcord's all speak English."""
    _locales.setdefault(env.backend, {})[user_id] = locale


async def act_on_control(actor: MemberActor, message: Mapping[str, Any], data: Mapping[str, Any]) -> InteractionResult:
    """Send what a client sends for a control of a message as it was seen.

    The message may have changed since, or be gone: an action can be on its way while the bot edits. simcord lets
    people act on what is there alone.
    """
    env = actor._env
    env._begin_operation("click")
    try:
        channel = ChannelHandle(env, actor.guild, env.backend.get_channel(int(message["channel_id"])))
        return await actors._dispatch_actor_interaction(
            actor,
            InteractionType.MESSAGE_COMPONENT,
            channel,
            dict(data),
            extra={"message": dict(message)},
            source_message_id=int(message["id"]),
        )
    finally:
        env._end_operation()


def as_sent(backend: Backend, message: Message) -> Mapping[str, Any]:
    """A message as Discord sends it."""
    return deepcopy(dict(serializers.message_payload(backend, message)))


class _CarriedHTTP(FakeHTTPClient):
    async def request(self, route: Any, *, files: Any = None, form: Any = None, **kwargs: Any) -> Any:
        attached = list(files or [])
        send = partial(super().request, route, files=attached, form=form, **kwargs)
        nonce = _nonce_of(kwargs.get("json"), form) if route.method == "POST" else None
        return await _carry(self.backend, route, attached, send if nonce is None else partial(self._once, nonce, send))

    async def _once(self, nonce: str, send: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
        """Of two messages with one nonce Discord keeps the first, and answers with it."""
        sent = _sent.setdefault(self.backend, {})
        if nonce not in sent:
            sent[nonce] = await send()
        return sent[nonce]


def _nonce_of(body: Any, form: Any) -> str | None:
    """The nonce of a message that is to be sent once, with files or without."""
    for part in form or ():
        if part["name"] == "payload_json":
            body = json.loads(part["value"])
    return str(body["nonce"]) if isinstance(body, dict) and body.get("enforce_nonce") else None


class _CarriedWebhooks(FakeWebhookAdapter):
    async def request(self, route: Any, session: Any, *, files: Any = None, **kwargs: Any) -> Any:
        attached = list(files or [])
        send = partial(super().request, route, session, files=attached, **kwargs)
        return await _carry(self.backend, route, attached, send)


async def _carry(
    backend: Backend, route: Any, files: list[discord.File], send: Callable[[], Coroutine[Any, Any, Any]]
) -> Any:
    carrier = _carriers.get(backend)
    return await (carrier.carry(route.method, _path_of(route.url), files, send) if carrier else send())


def _waits_to_be_told(task: asyncio.Task[Any]) -> bool:
    """Whether a task waits for another to give it something to do: an event, a queue, a lock, or such in a task."""
    inner: Any = task.get_coro()
    while getattr(inner, "cr_await", None) is not None and hasattr(inner.cr_await, "cr_frame"):
        inner = inner.cr_await
    frame = getattr(inner, "cr_frame", None)
    if frame is None:
        return False
    if frame.f_code is asyncio.wait_for.__code__:  # in Python 3.11 it waits for a task of its own
        awaited = frame.f_locals.get("fut")
        return isinstance(awaited, asyncio.Task) and _waits_to_be_told(awaited)
    return frame.f_code in IDLE_WAITS


_park_reason = _settlement._park_reason
_base_payload = interactions.base_payload


def _park_reason_with_workers(
    state: Any, task: asyncio.Task[Any], deadline: float, seen: set[int] | None = None
) -> str | None:
    return _park_reason(state, task, deadline, seen) or ("a worker without work" if _waits_to_be_told(task) else None)


def _base_payload_in_a_language(backend: Backend, **given: Any) -> Any:
    record, payload = _base_payload(backend, **given)
    payload["locale"] = _locales.get(backend, {}).get(given["user_id"], payload["locale"])
    if given["guild_id"] is not None:
        payload["guild_locale"] = backend.get_guild(given["guild_id"]).preferred_locale
    return record, payload


# For the whole process, once; what no kit of ours started is not touched by them.
vars(_settlement)["_park_reason"] = _park_reason_with_workers
vars(interactions)["base_payload"] = _base_payload_in_a_language
vars(_runtime).update(FakeHTTPClient=_CarriedHTTP, FakeWebhookAdapter=_CarriedWebhooks)
