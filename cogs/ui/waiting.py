"""After a move: which other matches wait for the same person, and the way to the next of them."""

from __future__ import annotations

from dataclasses import replace

from bot.core.errors import StoreError
from bot.core.store import Match, Status
from cogs.ui import links
from cogs.ui.control import control_id
from cogs.ui.page import Button, Page
from cogs.ui.request import Request

MOST_LOOKED_AT = 20


async def with_waiting(request: Request, page: Page) -> Page:
    """The page, with a line about the other matches that wait for this person, and the ways to them."""
    page = request.with_refusal(page)
    waiting = await _waiting(request)
    if not waiting:
        return page
    line = request.words().say("waiting.elsewhere", matches=[_name(request, match) for match in waiting])
    buttons = (
        Button(request.words().say("waiting.next"), url=links.live(waiting[0]) or ""),
        Button(request.words().say("waiting.all"), control_id("match-mine")),
    )
    return replace(page, texts=(*page.texts, line), rows=(*page.rows, buttons))


async def _waiting(request: Request) -> list[Match]:
    """The running matches on servers that wait for the person, the oldest first."""
    mine = await request.app.service.of_player(request.player)
    running = [match for match in mine if match.status is Status.LIVE and match.channel is not None]
    others = [match for match in running[:MOST_LOOKED_AT] if match.id != request.about]
    return [match for match in others if await waits_for(request, match)]


async def waits_for(request: Request, match: Match) -> bool | None:
    """Whether a running match waits for the person; None where its log is damaged, which hides no other match."""
    try:
        now = await request.app.service.glance(match.id)
    except StoreError as error:
        if error.code != "log-damaged":
            raise
        return None
    return now.seat_of(request.player) in now.to_act


def _name(request: Request, match: Match) -> str:
    return f"{request.words(match.game).say('game.name')} {match.id}"
