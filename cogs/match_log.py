"""The moves of a match, in words and in notation, by pages that each reader turns for themselves."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from dataclasses import replace

from bot.core.errors import MatchError
from bot.core.happened import Happened
from bot.core.minutes import Minute
from bot.core.store import Status
from cogs.ui.game import GameUi
from cogs.ui.match_page import result
from cogs.ui.page import Page, plain
from cogs.ui.paging import LAST, filled, nearest, say_page, turners
from cogs.ui.request import Press, Request
from cogs.ui.scene import Scene
from cogs.ui.telling import tell, tell_end

TURNS_A_PAGE = 10


async def show_log(request: Request, now: Happened, page: int = LAST) -> None:
    """The newest moves, from which one can turn back. MatchError "not-started"."""
    await request.open(await _log_page(request, now, page))


async def open_log(press: Press) -> None:
    await show_log(press, await press.look())


async def turn_log(press: Press) -> None:
    """Another page of it."""
    await press.turn_to(await _log_page(press, await press.look(), press.number(1)))


async def _log_page(request: Request, now: Happened, page: int) -> Page:
    scene = await request.scene(now)
    if now.match.started_at is None:
        if now.match.status is Status.LOBBY:
            raise MatchError("not-started")
        return plain(tell_end(scene))
    ui, public = request.app.games[now.match.game], await request.app.scene(now, None, request.language)
    minutes = await request.app.service.minutes(now.match.id, request.player)
    pages = await asyncio.to_thread(lambda: filled(list(_turns(ui, public, minutes)), TURNS_A_PAGE))
    page = nearest(page, len(pages))
    title = scene.words.say("log.title", game=scene.words.say("game.name"), number=now.match.id)
    ended = not now.match.status.open and page + 1 == len(pages)
    return Page(
        (f"### {title}", "\n".join(pages[page]), *([result(public)] if ended else [])),
        note=say_page(scene.words, page, len(pages)),
        rows=turners(scene.words, page, len(pages), lambda way, to: scene.of_match("match-log-page", way, to)),
        accent=ui.accent,
    )


def _turns(ui: GameUi, scene: Scene, minutes: Iterable[Minute]) -> Iterator[str]:
    """What is worth telling of each turn; the first line bears its number."""
    lines: list[str] = []
    turn = 0
    for minute in minutes:
        told = _line(ui, scene, minute)
        if told is None:
            continue
        if lines and minute.turn != turn:
            yield _numbered(turn, lines)
            lines = []
        turn = minute.turn
        lines.append(told)
    if lines:
        yield _numbered(turn, lines)


def _numbered(turn: int, lines: Iterable[str]) -> str:
    return f"**{turn}.** " + "\n".join(lines)


def _line(ui: GameUi, scene: Scene, minute: Minute) -> str | None:
    """It in words, and in the notation where it has one."""
    told = "\n".join(tell(ui, replace(scene, now=minute.then), [minute.logged]))
    if not told:
        return None
    return f"{told} `{minute.notation}`" if minute.notation else told
