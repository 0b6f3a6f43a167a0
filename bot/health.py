"""Whether the bot is well, and what it counts of itself: served on a port of this machine alone."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from bot.client import QwibotClient
from bot.core.errors import StoreError
from bot.core.measures import LOOP_LAG, MATCHES, REFUSED, UNSHOWN
from bot.core.store import Counts, Status
from bot.core.text import Words

log = logging.getLogger(__name__)

HOST = "127.0.0.1"
PATIENCE = 2.0
"""Seconds that the database has to answer in."""
BEAT = 1.0
"""Seconds between two looks at how late the event loop is."""


class PortError(Exception):
    """Why nothing can be served, in a sentence."""


@asynccontextmanager
async def health_served(client: QwibotClient, port: int) -> AsyncIterator[int]:
    """Serve ``/health`` and ``/metrics`` while inside; gives the port (0 takes a free one). PortError."""
    app = web.Application()
    health = _Health(client)
    app.add_routes([web.get("/health", health.say), web.get("/metrics", health.count)])
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    measuring = asyncio.create_task(_measure_lag(), name="measuring how late the event loop is")
    try:
        await _listen(runner, port)
        yield runner.addresses[0][1]
    finally:
        measuring.cancel()
        await runner.cleanup()


async def _listen(runner: web.AppRunner, port: int) -> None:
    try:
        await web.TCPSite(runner, HOST, port).start()
    except OSError as error:
        raise PortError(f"METRICS_PORT {port} of {HOST} cannot be used: {error.strerror or error}") from error


class _Health:
    def __init__(self, client: QwibotClient) -> None:
        self._client = client

    async def say(self, _: web.Request) -> web.Response:
        """200 where people are served, else 503 and why not."""
        wrong = []
        if not self._client.hears_people:
            wrong.append("not connected to Discord")
        try:
            await self._counts()
        except (StoreError, TimeoutError) as error:
            wrong.append(_explain(error))
        return web.json_response({"well": not wrong, "wrong": wrong}, status=503 if wrong else 200)

    async def count(self, _: web.Request) -> web.Response:
        """Everything that is counted, in the format of Prometheus."""
        try:
            counts = await self._counts()
        except (StoreError, TimeoutError) as error:
            log.warning("matches were not counted: %s", _explain(error))
        else:
            for status in (Status.LOBBY, Status.LIVE):
                MATCHES.labels(status).set(counts.matches.get(status, 0))
            UNSHOWN.set(counts.unshown)
        REFUSED.set(self._client.traffic.refused)
        return web.Response(body=generate_latest(), headers={"Content-Type": CONTENT_TYPE_LATEST})

    async def _counts(self) -> Counts:
        if not self._client.is_wired:
            return Counts({}, 0)
        async with asyncio.timeout(PATIENCE):
            return await self._client.app.service.counts()


def _explain(error: Exception) -> str:
    if isinstance(error, StoreError):
        return Words().explain(error)
    return f"the database has not answered within {PATIENCE:g} seconds"


async def _measure_lag() -> None:
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + BEAT
        await asyncio.sleep(BEAT)
        LOOP_LAG.observe(max(0.0, loop.time() - due))
