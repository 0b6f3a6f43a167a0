"""After a move: which other matches wait for the same person, and the way to the next of them."""

from __future__ import annotations

from dataclasses import replace

from bot.core.store import Match, Status
from cogs.ui import links
from cogs.ui.page import Button, Page
from cogs.ui.request import Request

MOST_LOOKED_AT = 20


async def with_waiting(request: Request, page: Page) -> Page:
    """The page, with a line about the other matches that wait for this person and a button to the next of them."""
    waiting = await _waiting(request)
    if not waiting:
        return page
    line = request.words().say("waiting.elsewhere", matches=[_name(request, match) for match in waiting])
    button = Button(request.words().say("waiting.next"), url=links.live(waiting[0]) or "")
    return replace(page, texts=(*page.texts, line), rows=(*page.rows, (button,)))


async def _waiting(request: Request) -> list[Match]:
    """The running matches on servers that wait for the person, the oldest first."""
    mine = await request.app.service.of_player(request.player)
    running = [match for match in mine if match.status is Status.LIVE and match.channel is not None]
    looked = [
        await request.app.service.look(match.id) for match in running[:MOST_LOOKED_AT] if match.id != request.about
    ]
    return [now.match for now in looked if now.seat_of(request.player) in now.to_act]


def _name(request: Request, match: Match) -> str:
    return f"{request.words(match.game).say('game.name')} {match.id}"
