"""The private panel of a match: what one may do beside playing, a look at the match, its file, its verdict."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from datetime import datetime

from bot.core import verify as verification
from bot.core.happened import Happened
from bot.core.store import Status
from bot.games.registry import GAMES
from cogs.match_seats import left_to_computers
from cogs.ui import links
from cogs.ui.match_page import result, time_left
from cogs.ui.page import Attachment, Button, Page, Style, plain, rows_of
from cogs.ui.request import Press, Request
from cogs.ui.scene import Scene


async def more(press: Press) -> None:
    """What this person may do now."""
    scene = await press.scene(await press.look())
    moderator = press.actor(scene.match).moderator
    players = list(_for_players(scene, moderator, press.app.clock.now()))
    rows = (*rows_of(_for_everybody(scene)), *rows_of(players))
    await press.open(Page((f"### {scene.words.say('panel.title', number=press.match)}",), rows=rows))


def _for_players(scene: Scene, moderator: bool, now: datetime) -> Iterator[Button]:
    """What changes the match; last what cannot be undone."""
    if scene.match.status is not Status.LIVE:
        return
    say, seated, late = scene.words.say, scene.seat is not None, _is_anybody_late(scene, now)
    if seated and late:
        yield Button(say("panel.skip"), scene.of_match("match-skip-whom"))
    if moderator or (seated and (late or any(holder.player is None for holder in scene.now.seated))):
        yield Button(say("panel.replace"), scene.of_match("match-replace-whom"))
    if seated or moderator:
        yield Button(say("panel.remove"), scene.of_match("match-remove-whom"))
        yield Button(say("panel.end"), scene.of_match("match-end"), Style.STOP)
    if seated:
        yield Button(say("panel.resign"), scene.of_match("match-resign"), Style.STOP)
    if not seated and left_to_computers(scene):
        yield Button(say("panel.come-back"), scene.of_match("match-come-back"), Style.GO)


def _is_anybody_late(scene: Scene, now: datetime) -> bool:
    deadline = scene.match.deadline
    return bool(scene.now.late or scene.now.departed) or (deadline is not None and deadline <= now)


def _for_everybody(scene: Scene) -> list[Button]:
    say, of_match = scene.words.say, scene.of_match
    buttons = [Button(say("panel.show"), of_match("match-show"))]
    if scene.match.started_at is not None:
        buttons.append(Button(say("panel.log"), of_match("match-log")))
    buttons.append(Button(say("panel.export"), of_match("match-export")))
    if not scene.match.status.open:
        buttons.append(Button(say("panel.verify"), of_match("match-verify")))
    return buttons


async def dismiss(press: Press) -> None:
    """Nothing is done after all."""
    await press.turn_to(plain(press.words().say("panel.dismissed")))


# Looking


async def show(request: Request, now: Happened) -> None:
    """The match as it is, privately; its public message is brought up to date, and posted anew where it is gone."""
    request.app.service.show_again(now.match.id)
    scene = await request.scene(now)
    ui = request.app.games[now.match.game]
    if now.match.started_at is None:
        await request.open(Page((scene.words.say("panel.no-board"),), rows=links.row_to(scene.match, scene.words)))
        return
    running = now.match.status is Status.LIVE
    texts = (f"### {ui.headline(scene)}", time_left(scene)) if running else (result(scene),)
    public = await request.app.scene(now, None, request.language)
    image = await request.app.pictures.draw(ui.board(public))
    note = scene.words.say("match.note", number=now.match.id)
    page = Page(texts, image, note=note, rows=links.row_to(scene.match, scene.words), accent=ui.accent)
    await request.open(request.with_refusal(page))


async def show_pressed(press: Press) -> None:
    await show(press, await press.look())


# The file, and whether all in it is right


async def export(request: Request, now: Happened) -> None:
    """The match as a file; of a running one only what everybody may know."""
    content = await _file(request, now)
    words = request.words()
    note = words.say("export.running") if now.match.status.open else words.say("export.over")
    file = Attachment(f"{now.match.game}-{now.match.id}.json", content)
    await request.open(Page((words.say("export.title", number=now.match.id),), note=note, attachment=file))


async def _file(request: Request, now: Happened) -> bytes:
    exported = await request.app.service.export(now.match.id, request.player)
    return (await asyncio.to_thread(json.dumps, exported, ensure_ascii=False, indent=1)).encode()


async def export_pressed(press: Press) -> None:
    await export(press, await press.look())


async def verify(request: Request, now: Happened) -> None:
    """Judge the whole match again, with the chance that the bot committed itself to."""
    content = await _file(request, now)
    verdict = await asyncio.to_thread(verification.verify, content, GAMES)
    note = request.words().say("lobby.fairness", commitment=now.match.commitment)
    await request.open(Page((verdict.say(request.language),), note=note))


async def verify_pressed(press: Press) -> None:
    await verify(press, await press.look())
