"""What the people of a match decide together: to remove somebody, to end it. A moderator decides alone."""

from __future__ import annotations

from dataclasses import replace

from bot.core.errors import MatchError, StoreError
from bot.core.happened import Happened
from bot.core.match_events import Topic, Vote
from bot.core.store import Status
from bot.games.base import Seat
from cogs.match_seats import done, known_seat, pick_seat, question, require_running
from cogs.ui.page import Button, Page
from cogs.ui.request import Press, Request
from cogs.ui.scene import Scene


async def choose_whom_to_remove(press: Press) -> None:
    await pick_seat(press, "remove.whom", "match-remove")


async def ask_to_remove(request: Request, now: Happened, seat: Seat) -> None:
    """A question first: what follows cannot be undone."""
    await _ask(request, now, Topic.REMOVE, seat)


async def ask_pressed_to_remove(press: Press) -> None:
    await ask_to_remove(press, await press.look(), press.number())


async def remove(press: Press) -> None:
    now = await press.look()
    await press.app.service.remove(press.actor(now.match), now.match.id, press.number())
    await _decided(press, Topic.REMOVE, press.number())


async def end_by_command(request: Request, match_id: int | None) -> None:
    """Ask. Whose record is damaged nobody can be asked about: a moderator of its channel closes it there at once."""
    try:
        now = await request.find(match_id)
    except StoreError as error:
        here = await request.app.service.in_channel(request.channel_id)
        if error.code == "log-damaged" and here is not None and match_id in (None, here):
            await request.app.service.end(request.actor(), here)
        raise
    await ask_to_end(request, now)


async def ask_to_end(request: Request, now: Happened) -> None:
    """A question first: what follows cannot be undone."""
    await _ask(request, now, Topic.END, None)


async def ask_pressed_to_end(press: Press) -> None:
    await ask_to_end(press, await press.look())


async def end(press: Press) -> None:
    now = await press.look()
    await press.app.service.end(press.actor(now.match), now.match.id)
    await _decided(press, Topic.END, None)


async def agree_to_pause(press: Press) -> None:
    """Let the clock of somebody on vacation stop; whoever has agreed already can take it back."""
    now, seat = await press.look(), press.number()
    require_running(now)
    scene = await press.scene(now)
    if Vote(Topic.PAUSE, known_seat(scene, seat), press.player) not in now.votes:
        now = await press.app.service.agree_to_pause(press.actor(now.match), press.match, seat)
        scene = await press.scene(now)
    page = _waiting(scene, Topic.PAUSE, seat)
    if seat in now.paused:
        page = replace(page, texts=(scene.words.say("done.pause", name=scene.name(seat)),))
    await press.open(page)


async def withdraw(press: Press) -> None:
    """Take one's agreement back."""
    topic = next(iter(press.arguments), "")
    if topic not in set(Topic):
        raise MatchError("unknown-control")
    seat = press.number(1) if len(press.arguments) > 1 else None
    await press.app.service.withdraw(press.actor(), press.match, Topic(topic), seat)
    await done(press, "withdrawn")


async def _ask(request: Request, now: Happened, topic: Topic, seat: Seat | None) -> None:
    require_running(now)
    scene = await request.scene(now)
    moderator = request.actor(now.match).moderator
    if scene.seat is None and not moderator:
        raise MatchError("not-seated")
    if Vote(topic, seat, request.player) in now.votes:
        await request.turn_to(_waiting(scene, topic, seat))
        return
    arguments = () if seat is None else (seat,)
    name = "" if seat is None else scene.name(known_seat(scene, seat))
    asked = f"{topic}.alone" if moderator else f"{topic}.together"
    await request.turn_to(question(scene, asked, scene.of_match(f"match-{topic}-yes", *arguments), name))


async def _decided(press: Press, topic: Topic, seat: Seat | None) -> None:
    """Say whether it is done, or waits for others."""
    now = await press.look()
    if now.match.status is Status.LIVE and Vote(topic, seat, press.player) in now.votes:
        await press.turn_to(_waiting(await press.scene(now), topic, seat))
    else:
        await done(press, f"{topic}")


def _waiting(scene: Scene, topic: Topic, seat: Seat | None) -> Page:
    agreed = {vote.player for vote in scene.votes if (vote.topic, vote.seat) == (topic, seat)}
    others = [
        scene.name(holder.seat)
        for holder in scene.now.seated
        if holder.player is not None and holder.player not in agreed and holder.seat != seat
    ]
    back = scene.of_match("match-withdraw", topic.value, *(() if seat is None else (seat,)))
    return Page(
        (scene.words.say("votes.waiting", people=others),), rows=((Button(scene.words.say("votes.withdraw"), back),),)
    )
