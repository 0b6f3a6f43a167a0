"""A match seen again: as an animation, and step by step. Private, and without anybody's hand."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.happened import Happened
from cogs.ui.page import Button, Page, Style, with_button
from cogs.ui.paging import nearest, turners
from cogs.ui.pictures import MOST_FRAMES
from cogs.ui.request import Press, Request
from cogs.ui.scene import Scene
from cogs.ui.telling import tell


async def replay(request: Request, now: Happened) -> None:
    """The match as an animation; of a running one, up to now."""
    await request.open(await _film_page(request, now))


async def replay_pressed(press: Press) -> None:
    """The animation: in a message of its own, or in the place of the step that was looked at."""
    page = await _film_page(press, await press.look())
    if press.arguments:
        await press.turn_to(page)
    else:
        await press.open(page)


async def step_pressed(press: Press) -> None:
    """One step: its picture, and what happened in it."""
    steps = await _steps(press, await press.look())
    if steps:
        await press.turn_to(await _step_page(press, steps, nearest(press.number(), len(steps))))
    else:
        await press.turn_to(_nothing_yet(press))


async def _steps(request: Request, now: Happened) -> tuple[Scene, ...]:
    """The match's steps; none before it has begun."""
    if now.match.started_at is None:
        return ()
    return await request.app.steps(await request.app.service.since(now.match.id, 0), request.language)


def _nothing_yet(request: Request) -> Page:
    return Page((request.words().say("panel.no-board"),))


async def _film_page(request: Request, now: Happened) -> Page:
    steps = await _steps(request, now)
    if not steps:
        return _nothing_yet(request)
    last, ui = steps[-1], request.app.games[now.match.game]
    image = await request.app.pictures.draw(ui.film(_thinned(steps, MOST_FRAMES)))
    words = last.words
    title = words.say("replay.title", game=words.say("game.name"), number=now.match.id)
    note = words.say("replay.running" if now.match.status.open else "replay.steps", count=len(steps))
    stepwise = Button(words.say("replay.stepwise"), last.of_match("match-step", 0), Style.MAIN)
    return Page((f"### {title}",), image, note=note, rows=((stepwise,),), accent=ui.accent)


def _thinned(steps: Sequence[Scene], most: int) -> Sequence[Scene]:
    """As many of the steps as an animation may have, evenly chosen, the first and the last among them."""
    if len(steps) <= most:
        return steps
    return [steps[place * (len(steps) - 1) // (most - 1)] for place in range(most)]


async def _step_page(request: Request, steps: Sequence[Scene], number: int) -> Page:
    scene = steps[number]
    ui, words = request.app.games[scene.match.game], scene.words
    title = words.say("replay.step", number=number + 1, steps=len(steps))
    told = tell(ui, scene, scene.now.events_for(None))
    image = await request.app.pictures.draw(ui.board(scene))
    return Page(
        (f"### {title}", "\n".join(told)),
        image,
        note=words.say("match.note", number=scene.match.id),
        rows=with_button(
            turners(words, number, len(steps), lambda way, to: scene.of_match("match-step", to, way)),
            Button(words.say("replay.film"), scene.of_match("match-replay", "film")),
        ),
        accent=ui.accent,
    )
