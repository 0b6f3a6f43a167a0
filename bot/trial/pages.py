"""The pages of the trial: a landing page, and for each person each room of the server.

A room's page is simcord's own, in a frame of ours: the list of rooms and people at its side, and words where simcord
speaks to developers. All is served on one port; which window a request is for is told by its capability.
"""

from __future__ import annotations

import html
import re
from collections.abc import Awaitable, Callable, Mapping
from importlib.resources import files

from aiohttp import web

from bot.trial.live import Live
from bot.trial.window import API, CAPABILITY_HEADER, INDEX_PAGE, PAGE_FILES

STATIC = files("bot.trial").joinpath("static")
OWN_FILES: Mapping[str, str] = {
    "trial.css": "text/css",
    "landing.css": "text/css",
    "bridge.js": "text/javascript",
    "frame.js": "text/javascript",
    "icon.svg": "image/svg+xml",
}
HEADERS: Mapping[str, str] = {
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Content-Security-Policy": (
        "default-src 'self'; connect-src 'self' blob:; img-src 'self' blob: data:; media-src 'self' blob:; "
        "object-src 'none'; base-uri 'none'; frame-ancestors 'none'"
    ),
}
ROOM = re.compile(r"[0-9]{1,20}")
CACHE_SECONDS = 24 * 3600
"""For simcord's files alone, which are those of a pinned version: its fonts are 30 MB."""


class Pages:
    """Answers to a browser."""

    def __init__(self, live: Live, port: int) -> None:
        self._live = live
        self._hosts = frozenset({f"127.0.0.1:{port}", f"localhost:{port}"})
        self.app = web.Application(middlewares=[self._guard], handler_args={"handler_cancellation": False})
        self.app.router.add_get("/", self._landing)
        self.app.router.add_get("/as/{person}", self._enter)
        self.app.router.add_get("/as/{person}/{room}", self._room)
        self.app.router.add_get("/trial/rooms/{person}", self._rooms)
        self.app.router.add_get("/trial/{name}", self._own_file)
        for address in PAGE_FILES:
            self.app.router.add_get(address, self._simcord_file)
        for method, address, handler in API:
            self.app.router.add_route(method, address, self._to_window(handler))

    @web.middleware
    async def _guard(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        """Answer this machine's own browser only, and not under a name that another page made up."""
        if request.headers.get("Host") not in self._hosts:
            raise web.HTTPForbidden(text="This trial is served at its own address only.")
        try:
            response = await handler(request)
        except web.HTTPNotFound:
            response = self._page("lost.html", status=404)
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        return response

    async def _landing(self, _request: web.Request) -> web.Response:
        return self._page("landing.html")

    async def _enter(self, request: web.Request) -> web.Response:
        """A person's address leads to the first room."""
        person = request.match_info["person"]
        if person not in self._live.world.people:
            raise web.HTTPNotFound
        raise web.HTTPFound(f"/as/{person}/{self._live.world.rooms()[0].id}")

    async def _room(self, request: web.Request) -> web.Response:
        person, room = request.match_info["person"], request.match_info["room"]
        window = await self._live.window(person, int(room)) if ROOM.fullmatch(room) else None
        if window is None:
            raise web.HTTPNotFound
        meta = {"trial-capability": window.capability, "trial-person": person, "trial-room": room}
        head = "".join(f'<meta name="{name}" content="{html.escape(value)}">' for name, value in meta.items())
        page = INDEX_PAGE.read_text("utf-8")
        page = page.replace("</head>", f"{head}{_text('head.html')}</head>", 1)
        page = page.replace("<body>", f"<body>{_text('frame.html')}", 1)
        page = page.replace("<title>SimCord Preview</title>", "<title>qwibot</title>", 1)
        return web.Response(text=page, content_type="text/html", headers={"Cache-Control": "no-store"})

    async def _rooms(self, request: web.Request) -> web.Response:
        """What the frame shows besides the room: the rooms and what is new in each, the people, the bot's faults."""
        person = request.match_info["person"]
        if person not in self._live.world.people:
            raise web.HTTPNotFound
        return web.json_response(self._live.overview(person), headers={"Cache-Control": "no-store"})

    async def _own_file(self, request: web.Request) -> web.Response:
        name = request.match_info["name"]
        if name not in OWN_FILES:
            raise web.HTTPNotFound
        return web.Response(text=_text(name), content_type=OWN_FILES[name], headers={"Cache-Control": "no-cache"})

    async def _simcord_file(self, request: web.Request) -> web.FileResponse:
        return web.FileResponse(PAGE_FILES[request.path], headers={"Cache-Control": f"max-age={CACHE_SECONDS}"})

    def _to_window(self, handler: str) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        async def answer(request: web.Request) -> web.StreamResponse:
            window = self._live.window_of(request.headers.get(CAPABILITY_HEADER))
            if window is None:  # a page from before a restart, or no page of ours
                raise web.HTTPGone
            return await window.answer(handler, request)

        return answer

    def _page(self, name: str, status: int = 200) -> web.Response:
        return web.Response(text=_text(name), content_type="text/html", status=status)


def _text(name: str) -> str:
    return STATIC.joinpath(name).read_text("utf-8")
