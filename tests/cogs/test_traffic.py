"""What Discord refuses is counted, and what can wait then waits; its limits are waited for by discord.py alone."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any

import discord
import pytest
from aiohttp import web
from discord.http import Route

from cogs.ui.pace import Pace, Urgency
from cogs.ui.page import Page
from cogs.ui.posting import Posting, RefusedError
from cogs.ui.traffic import TOO_MANY_REFUSED, WITHIN, Traffic
from tests.data.samples import SetClock

ROOM = 1100000000000000001
MESSAGE: dict[str, Any] = {
    "id": "1100000000000000009",
    "channel_id": str(ROOM),
    "author": {"id": "1", "username": "qwibot", "discriminator": "0", "avatar": None},
    "timestamp": "2026-03-01T12:00:00+00:00",
    "edited_timestamp": None,
    **dict.fromkeys(("content", "nonce"), ""),
    **dict.fromkeys(("tts", "mention_everyone", "pinned"), False),
    **dict.fromkeys(("mentions", "mention_roles", "attachments", "embeds", "components"), ()),
    "type": 0,
}


def says(body: dict[str, Any], status: int = 200, **headers: str) -> web.Response:
    """An answer with exactly the type of content that Discord names."""
    named = {"Content-Type": "application/json"} | {name.replace("_", "-"): value for name, value in headers.items()}
    return web.Response(body=json.dumps(body).encode(), status=status, headers=named)


def limited(**headers: str) -> web.Response:
    """Come back in a moment; from Discord itself, which the header Via shows."""
    return says({"message": "slower", "retry_after": 0.01, "global": False}, 429, Via="1.1 discord", **headers)


@asynccontextmanager
async def on_discord(traffic: Traffic, *answers: web.Response) -> AsyncIterator[tuple[Posting, list[str]]]:
    """discord.py's own client, to a Discord that gives these answers, one after the other."""
    asked: list[str] = []
    left: Iterator[web.Response] = iter((says(MESSAGE["author"]), *answers))

    async def answer(request: web.Request) -> web.Response:
        asked.append(f"{request.method} {request.path}")
        await request.read()
        return next(left)

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Route, "BASE", f"http://127.0.0.1:{runner.addresses[0][1]}")
        async with discord.Client(intents=discord.Intents.none(), http_trace=traffic.trace()) as client:
            await client.http.static_login("a token")
            asked.clear()
            yield Posting(client, Pace(SetClock(), limited=False)), asked
    await runner.cleanup()


async def test_a_limit_is_waited_for_and_the_message_sent_once() -> None:
    """429s are discord.py's to wait for: we do not ask again beside it."""
    traffic = Traffic(SetClock())
    async with on_discord(traffic, limited(), limited(), says(MESSAGE)) as (posting, asked):
        sent = await posting.send(ROOM, Page(("Hello",)), "1")
    assert str(sent) == MESSAGE["id"]
    assert asked == [f"POST /channels/{ROOM}/messages"] * 3
    assert traffic.refused == 2


async def test_a_limit_that_others_have_met_does_not_count() -> None:
    traffic = Traffic(SetClock())
    async with on_discord(traffic, limited(X_RateLimit_Scope="shared"), says(MESSAGE)) as (posting, _):
        await posting.send(ROOM, Page(("Hello",)), "1")
    assert traffic.refused == 0


async def test_a_403_is_asked_once() -> None:
    traffic = Traffic(SetClock())
    async with on_discord(traffic, says({"code": 50013}, 403)) as (posting, asked):
        with pytest.raises(RefusedError):
            await posting.send(ROOM, Page(("Hello",)), "1")
        assert len(asked) == 1
    assert traffic.refused == 1


async def test_only_the_last_ten_minutes_count() -> None:
    clock = SetClock()
    traffic = Traffic(clock)
    for status in (401, 403, 429, 404, 500, 200):
        traffic.answered(status)
    assert traffic.refused == 3
    clock.time += WITHIN / 2
    traffic.answered(403)
    clock.time += WITHIN / 2
    assert traffic.refused == 1


async def test_near_a_ban_nothing_is_edited_that_can_wait(caplog: pytest.LogCaptureFixture) -> None:
    clock = SetClock()
    traffic = Traffic(clock)

    async def sleep(seconds: float) -> None:
        await asyncio.sleep(0)
        clock.time += timedelta(seconds=seconds)

    pace = Pace(clock, False, traffic.too_many_refused, sleep)
    with caplog.at_level(logging.WARNING):
        for _ in range(TOO_MANY_REFUSED):
            traffic.answered(403)
        began = clock.now()
        await pace.turn(Urgency.NOW)
        assert clock.now() == began
        await pace.turn(Urgency.LATER)
    assert WITHIN <= clock.now() - began <= WITHIN + timedelta(seconds=2)
    said = [record.getMessage() for record in caplog.records if record.name == "cogs.ui.traffic"]
    assert [text.split(":")[0] for text in said] == [
        f"Discord refused {TOO_MANY_REFUSED} requests within ten minutes and bans at 10000",
        "Discord refuses less",
    ]
