"""simcord from the inside: the one module of the program that touches its private names.

simcord was made for tests: its time stands still, an action lasts until the bot has nothing left to do, a second
person is told "busy", the pictures of emojis are thrown away, and all that ever happened is remembered. Here it
becomes a Discord that goes on by itself. `check_simcord` says in words which of the names used here are gone.
"""

from __future__ import annotations

import asyncio
import base64
import logging
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager, suppress
from datetime import datetime
from pathlib import Path
from typing import Any, cast

import discord
import simcord
from aiohttp import web
from simcord import _dpy_internals, _settlement
from simcord.actors import MemberActor
from simcord.backend.cdn import CDN_BASE, CdnStore
from simcord.builders import ChannelHandle
from simcord.components import walk_components
from simcord.http import router
from simcord.preview import Preview, _markdown, _server

from bot.core.clock import Clock
from bot.trial.errors import TrialError

log = logging.getLogger(__name__)

ANSWER_SECONDS = 3.0
"""How long Discord waits for a bot's first answer to an action."""

JOURNAL_LENGTH = 500
REVISIONS_REMEMBERED = 20
IDS_REMEMBERED = 1000
PARSERS_REMEMBERED = 256

NO_MESSAGE = "0"
"""What every page searches for, so that no list of all messages is made for the developers' sidebar."""

PREVIEW = Path(_server.__file__).parent
INDEX_PAGE = PREVIEW / "static" / "index.html"
PAGE_FILES: Mapping[str, Path] = {
    address: PREVIEW / ("" if name.endswith(".schema.json") else "static") / name
    for address, name in _server.PreviewServer._STATIC_FILES.items()
    if address != "/"
}
"""What simcord's page loads, by its address."""

API: tuple[tuple[str, str, str], ...] = (
    ("POST", "/api/pages", "_pages"),
    ("DELETE", "/api/pages/{context_id}", "_delete_page"),
    ("GET", "/api/state", "_state"),
    ("GET", "/api/commands", "_commands"),
    ("GET", "/api/action-result", "_action_result"),
    ("POST", "/api/action", "_action"),
    ("GET", "/api/assets/{asset_id}", "_asset"),
)
"""What simcord's page asks for: method, address, and the name of what answers in PreviewServer."""

CAPABILITY_HEADER = "X-Simcord-Capability"
EMOJI_ROUTE = ["applications", "{application_id}", "emojis"]
TIED_TO_A_CONTROL = frozenset({"click", "select"})


def check_simcord() -> None:
    """See that all that is used here is there; TrialError names what is not."""
    needed: Mapping[str, tuple[object, Iterable[str]]] = {
        "Env": (
            simcord.Env,
            ("_settle_internal", "_settlement_state", "_bot_scope", "_capture_errors", "_record_error"),
        ),
        "the settlement": (_settlement, ("_run_due_virtual_callbacks",)),
        "discord.py's internals": (_dpy_internals, ("real_monotonic",)),
        "Preview": (Preview, ("_action", "_publish", "_get_page", "_advance_presentation_time", "_prune_expired")),
        "PreviewServer": (_server.PreviewServer, (name for _, _, name in API)),
        "the CDN": (CdnStore(), ("_blobs",)),
        "the markdown": (_markdown, ("_markdown_parser",)),
    }
    missing = [
        f"{name} of {owner}" for owner, (thing, names) in needed.items() for name in names if not hasattr(thing, name)
    ]
    if not any(template == EMOJI_ROUTE for template, _ in router._ROUTES["POST"]):
        missing.append("the route by which an application emoji is uploaded")
    missing += [f"the file {path.name}" for path in (INDEX_PAGE, *PAGE_FILES.values()) if not path.is_file()]
    if missing:
        raise TrialError(
            f"The embedded Discord was made for simcord 3.2.1; {simcord.__version__} lacks {', '.join(missing)}. "
            "Mend bot/trial/embedded.py, or install the pinned version."
        )


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
        self.run_due_timers()
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


def prepare_simcord() -> None:
    """Check simcord, and mend what it does not do well enough, once for the whole process."""
    check_simcord()
    if not _mended:
        _keep_emoji_pictures()
        _remember_parsers()
        vars(_server)["web"] = web  # which PreviewServer.start would have imported
        _mended.append(True)


_mended: list[bool] = []


def _keep_emoji_pictures() -> None:
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


def _remember_parsers() -> None:
    """Have simcord's parsers of markdown made once for each way of parsing: to make one takes 3 ms.

    A page is made anew at every change, from up to 50 messages with several texts each.
    """
    make_parser = _markdown._markdown_parser
    parsers: dict[tuple[int, str], Any] = {}

    def remembered(policy: Mapping[str, bool | str], context: Mapping[str, Any]) -> Any:
        way = id(policy), repr(context)
        if way not in parsers:
            if len(parsers) == PARSERS_REMEMBERED:
                parsers.clear()
            parsers[way] = make_parser(policy, context)
        return parsers[way]

    vars(_markdown)["_markdown_parser"] = remembered


class _SharedServer(_server.PreviewServer):
    """Answers for one window on a port that all windows share; the pages route to it by its capability."""

    async def start(self) -> None:
        self.port = self._requested_port

    async def close(self) -> None:
        self.port = None


class Window(Preview):
    """One channel as one person sees it, in any number of tabs."""

    def __init__(
        self,
        env: LiveEnv,
        channel: ChannelHandle,
        viewer: MemberActor,
        *,
        port: int,
        timezone: str,
        queue: asyncio.Lock,
        state: Callable[[], object],
    ) -> None:
        super().__init__(
            env,
            channel,
            (viewer,),
            layout="channel",
            display="responsive",
            width=960,
            height=720,
            locale="en-US",
            timezone=timezone,
            presentation_time=None,
            assets=None,
            port=port,
        )
        self._server = _SharedServer(self, port)
        self._queue = queue
        self._state = state
        self._shown: dict[str, object] = {}
        self._controls: dict[str, dict[int, dict[str, str]]] = {}

    async def open(self) -> None:
        self.env._preview = None  # simcord allows one at a time, and this is all that holds it to it
        await self.__aenter__()

    async def answer(self, handler: str, request: web.Request) -> web.StreamResponse:
        """What PreviewServer answers to one of the requests in API."""
        response: web.StreamResponse = await getattr(self._server, handler)(request)
        return response

    @property
    def tabs(self) -> int:
        self._prune_expired()
        return len(self._pages) - 1  # one page is simcord's own

    def publish(self, *, anew: bool = False) -> None:
        """Show the channel in every tab that was shown another state of it, or in all."""
        self._advance_presentation_time()
        state = self._state()
        for page in tuple(self._pages.values()):
            if page.id in self._pages and (anew or self._shown.get(page.id) != state):
                self._publish(page, reason="refresh")
        self._shown = {tab: shown for tab, shown in self._shown.items() if tab in self._pages}
        self._controls = {tab: seen for tab, seen in self._controls.items() if tab in self._pages}

    def _publish(self, page: Any, *, reason: Any = "action") -> None:
        page.navigation_query = NO_MESSAGE
        super()._publish(page, reason=reason)
        self._shown[page.id] = self._state()
        seen = self._controls.setdefault(page.id, {})
        seen[page.revision] = _controls_of(page.snapshot.get("messages", {}))
        for old in sorted(seen)[:-REVISIONS_REMEMBERED]:
            del seen[old]

    async def _action(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        """Take actions one after the other, instead of telling all but the first that one is busy."""
        async with self._queue:
            self.env._preview = self
            self.publish()  # so that simcord notices what has changed since
            if context_id in self._pages and isinstance(body, dict):
                self._bring_up_to_date(self._pages[context_id], body)
            return await super()._action(context_id, body)

    def _bring_up_to_date(self, page: Any, body: dict[str, Any]) -> None:
        """Let an action count that was meant for an earlier state of the page, but not on what became another control.

        simcord finds a control by its place in the message. It refuses what was sent before the page changed, and
        that is often: other people act, and the bot edits.
        """
        seen = self._controls.get(page.id, {})
        if body.get("kind") in TIED_TO_A_CONTROL:
            control = body.get("control_key")
            meant = seen.get(body.get("published_revision", 0), {}).get(str(control))
            if meant is None or meant != seen.get(page.revision, {}).get(str(control)):
                return
        body["published_revision"] = page.revision


def _controls_of(messages: Mapping[str, Any]) -> dict[str, str]:
    """The custom_id of each control of a page, by the key under which simcord's page names it."""
    parts = (part for message in messages.values() for part in walk_components(message["components"]))
    return {part["control_key"]: part["custom_id"] for part in parts if "control_key" in part and "custom_id" in part}
