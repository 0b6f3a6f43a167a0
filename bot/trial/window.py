"""simcord from the inside: its page.

simcord's page was made for one developer at a time: it stands still until it is told to look, refuses a second person
with "busy", listens on a port of its own, and draws all of a channel anew for every change. Here it becomes a window
through which one person sees one room, live, in any number of tabs.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from aiohttp import web
from simcord.actors import MemberActor
from simcord.backend.models import Message
from simcord.builders import ChannelHandle
from simcord.components import walk_components
from simcord.preview import Preview, _markdown, _messages, _server, _snapshot

from bot.trial.embedded import LiveEnv

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
REVISIONS_REMEMBERED = 20
PARSERS_REMEMBERED = 256
TIED_TO_A_CONTROL = frozenset({"click", "select"})

NO_MESSAGE = "0"
"""What every page searches for, so that no list of all messages is made for the developers' sidebar."""


def missing_names() -> list[str]:
    """What this module uses of simcord, and the installed one does not have."""
    needed: Mapping[str, tuple[object, Iterable[str]]] = {
        "Preview": (
            Preview,
            ("_action", "_publish", "_page_payload", "_filter_dependencies", "_advance_presentation_time"),
        ),
        "PreviewServer": (_server.PreviewServer, (name for _, _, name in API)),
        "the markdown": (_markdown, ("_markdown_parser",)),
        "the snapshot": (_snapshot, ("_message_projection",)),
    }
    missing = [
        f"{name} of {owner}" for owner, (thing, names) in needed.items() for name in names if not hasattr(thing, name)
    ]
    return missing + [f"the file {path.name}" for path in (INDEX_PAGE, *PAGE_FILES.values()) if not path.is_file()]


def mend_pages() -> None:
    """Let simcord's pages be drawn in a tenth of the time, and be served by another server than its own."""
    vars(_server)["web"] = web  # which PreviewServer.start would have imported
    vars(_markdown)["_markdown_parser"] = _remembered_parsers(_markdown._markdown_parser)
    vars(_snapshot)["_message_projection"] = _remembered_messages(_messages._message_projection)


def _remembered_parsers(make_parser: Callable[..., Any]) -> Callable[..., Any]:
    """Parsers of markdown are made once for each way of parsing: to make one takes 3 ms, and a page needs dozens."""
    parsers: dict[tuple[int, str], Any] = {}

    def parser(policy: Mapping[str, bool | str], context: Mapping[str, Any]) -> Any:
        way = id(policy), repr(context)
        if way not in parsers:
            if len(parsers) == PARSERS_REMEMBERED:
                parsers.clear()
            parsers[way] = make_parser(policy, context)
        return parsers[way]

    return parser


def _remembered_messages(draw: Callable[..., dict[str, Any]]) -> Callable[..., dict[str, Any]]:
    """A window draws a message anew when the message has changed, and not whenever any other has."""

    def message(preview: Preview, page: Any, message: Message, **how: Any) -> dict[str, Any]:
        def draw_anew() -> dict[str, Any]:
            return draw(preview, page, message, **how)

        return preview.drawn(page, message, how["compact"], draw_anew) if isinstance(preview, Window) else draw_anew()

    return message


def state_of(env: LiveEnv, message: Message) -> object:
    """What changes when the message has to be shown anew."""
    thread = env.backend.channels.get(message.id)
    reactions = sum(len(reaction.user_ids) for reaction in message.reactions)
    tiles = len(env.backend.application_emojis)  # one that it shows may have come only now
    return (
        message.id,
        message.edited_timestamp,
        message.flags,
        message.pinned,
        reactions,
        tiles,
        thread and repr(thread),
    )


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A message as it was drawn for a tab, with the pictures that it shows there."""

    state: object
    assets: frozenset[str]
    drawing: dict[str, Any]


@dataclass(slots=True)
class _Tab:
    """What is remembered of a tab besides simcord's page.

    `controls` holds what each control was, by the revision of the page and the key under which the page names it.
    """

    shown: object = None
    controls: dict[int, dict[str, str]] = field(default_factory=dict)
    drawn: dict[int, _Drawn] = field(default_factory=dict)
    told: tuple[object, ...] = ()
    payload: dict[str, Any] = field(default_factory=dict)


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
        self._env = env
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
        self._tabs: dict[str, _Tab] = {}

    async def open(self) -> None:
        self.env._preview = None  # simcord allows one at a time, and this is all that holds it to it
        await self.__aenter__()
        scripted = self._pages.pop("python")  # a page for programs, which would be drawn at every change
        self._clear_page_assets(scripted)
        scripted.target_id = None  # no message is the one that tabs open at: they open at the newest

    async def answer(self, handler: str, request: web.Request) -> web.StreamResponse:
        """What PreviewServer answers to one of the requests in API."""
        response: web.StreamResponse = await getattr(self._server, handler)(request)
        return response

    @property
    def tabs(self) -> int:
        self._prune_expired()
        return len(self._pages)

    def publish(self) -> None:
        """Show the room anew in every tab that was shown another state of it."""
        self._advance_presentation_time()
        state = self._state()
        for page in tuple(self._pages.values()):
            if page.id in self._pages and self._tab(page).shown != state:
                self._publish(page, reason="refresh")
        self._tabs = {tab: known for tab, known in self._tabs.items() if tab in self._pages}

    def drawn(self, page: Any, message: Message, compact: bool, draw: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        """The message as a tab shows it, drawn anew if it has changed."""
        state = state_of(self._env, message), compact
        known = self._tab(page).drawn.get(message.id)
        if known is None or known.state != state:
            others, page.referenced_assets = page.referenced_assets, set()
            drawing = draw()
            known = _Drawn(state, frozenset(page.referenced_assets), drawing)
            page.referenced_assets = others
            if message.reference is None and message.poll is None and message.system_metadata is None:
                self._tab(page).drawn[message.id] = known  # the others also show what is not their own
        page.referenced_assets |= known.assets
        return known.drawing

    def _tab(self, page: Any) -> _Tab:
        return self._tabs.setdefault(page.id, _Tab())

    def _publish(self, page: Any, *, reason: Any = "action") -> None:
        page.navigation_query = NO_MESSAGE
        super()._publish(page, reason=reason)
        tab = self._tab(page)
        tab.shown = self._state()
        tab.controls[page.revision] = _controls_of(page.snapshot.get("messages", {}))
        for old in sorted(tab.controls)[:-REVISIONS_REMEMBERED]:
            del tab.controls[old]
        for gone in tab.drawn.keys() - map(int, page.snapshot.get("timeline", [])):
            del tab.drawn[gone]

    def _filter_dependencies(self, page: Any, payload: dict[str, Any]) -> bool:
        """Nothing has to be taken out again: a page is drawn anew at once when anything changes."""
        return False

    def _page_payload(self, page: Any) -> dict[str, Any]:
        """What a tab is told when it looks, which it does twice a second."""
        tab = self._tab(page)
        ready = sum(asset.validated for asset in page.assets.values())
        told = page.revision, page.status, page.last_sequence, page.last_action, ready
        if tab.told != told:
            tab.told, tab.payload = told, super()._page_payload(page)
        return tab.payload

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
        seen = self._tab(page).controls
        if str(body.get("kind")) in TIED_TO_A_CONTROL:
            control, revision = body.get("control_key"), body.get("published_revision")
            meant = seen.get(revision if isinstance(revision, int) else 0, {}).get(str(control))
            if meant is None or meant != seen.get(page.revision, {}).get(str(control)):
                return
        body["published_revision"] = page.revision


def _controls_of(messages: Mapping[str, Any]) -> dict[str, str]:
    """The custom_id of each control of a page, by the key under which simcord's page names it."""
    parts = (part for message in messages.values() for part in walk_components(message["components"]))
    return {part["control_key"]: part["custom_id"] for part in parts if "control_key" in part and "custom_id" in part}
