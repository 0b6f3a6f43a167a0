"""Who sits in a match: resigning, skipping, sitting down in somebody's place."""

from __future__ import annotations

from dataclasses import replace

from bot.core.errors import MatchError
from bot.core.happened import Happened
from bot.core.rights import Actor
from bot.core.seats import Moment
from bot.core.store import Status
from bot.games.base import Seat
from bot.games.registry import GAMES
from cogs.ui.control import control_id
from cogs.ui.names import mention
from cogs.ui.page import Button, Page, PeopleSelect, Style, plain, rows_of
from cogs.ui.request import Press, Request
from cogs.ui.scene import Scene


def require_running(now: Happened) -> None:
    """MatchError "not-started", "match-over"."""
    if now.match.status is not Status.LIVE:
        raise MatchError("not-started" if now.match.status is Status.LOBBY else "match-over")


def known_seat(scene: Scene, seat: Seat) -> Seat:
    """The seat of a control's id. MatchError "no-such-seat"."""
    if seat not in scene.seats:
        raise MatchError("no-such-seat", seat=seat)
    return seat


def question(scene: Scene, what: str, yes: str, name: str = "") -> Page:
    """A question before what cannot be undone; ``yes`` is the id of the control that does it."""
    buttons = (
        Button(scene.words.say(f"{what}.yes"), yes, Style.STOP),
        Button(scene.words.say("ask.no"), control_id("dismiss")),
    )
    return Page((scene.words.say(f"{what}.question", name=name),), rows=(buttons,))


async def done(request: Request, key: str) -> None:
    """Say in the panel that it is done."""
    await request.turn_to(plain(request.words().say(f"done.{key}")))


async def pick_seat(press: Press, what: str, verb: str, seats: list[Seat] | None = None) -> None:
    """Ask whose seat is meant."""
    now = await press.look()
    require_running(now)
    scene = await press.scene(now)
    offered = [holder.seat for holder in now.seated if holder.seat != scene.seat] if seats is None else seats
    buttons = [Button(scene.bare_name(seat), scene.of_match(verb, seat)) for seat in offered]
    await press.turn_to(Page((scene.words.say(what),), rows=rows_of(buttons)))


# Resigning


async def ask_to_resign(request: Request, now: Happened) -> None:
    """A question first: what follows cannot be undone."""
    require_running(now)
    scene = await request.scene(now)
    if scene.seat is None:
        raise MatchError("not-seated")
    others = [holder for holder in now.seated if holder.player not in (None, request.player)]
    await request.turn_to(question(scene, "resign" if others else "resign.last", scene.of_match("match-resign-yes")))


async def ask_pressed_to_resign(press: Press) -> None:
    await ask_to_resign(press, await press.look())


async def resign(press: Press) -> None:
    await press.app.service.resign(press.actor(), press.match)
    await done(press, "resigned")


# Skipping


async def choose_whom_to_skip(request: Request, now: Happened, seat: Seat | None = None) -> None:
    """Skip the seat, or the only one that is awaited; else ask which."""
    require_running(now)
    awaited = [holder.seat for holder in now.seated if holder.player is not None and holder.seat in now.to_act]
    if seat is None and len(awaited) == 1:
        seat = awaited[0]
    if seat is not None:
        await _skip(request, now, seat, Moment(now.match.turn, now.match.phase))
        return
    scene = await request.scene(now)
    buttons = [Button(scene.bare_name(each), scene.control("match-skip", each)) for each in awaited]
    await request.turn_to(Page((scene.words.say("skip.whom"),), rows=rows_of(buttons)))


async def choose_pressed_whom_to_skip(press: Press) -> None:
    await choose_whom_to_skip(press, await press.look())


async def skip(press: Press) -> None:
    """Skip the seat in the control's id, in the turn and phase for which it was offered."""
    assert press.meant is not None, "who is skipped is awaited in one turn"
    await _skip(press, press.now, press.number(), press.meant)


async def _skip(request: Request, now: Happened, seat: Seat, meant: Moment) -> None:
    await request.app.service.skip(request.actor(now.match), now.match.id, seat, meant)
    await done(request, "skipped")


# Sitting down in somebody's place


def left_to_computers(scene: Scene) -> list[Seat]:
    """The seats that the viewer left and that a computer plays now: they may come back."""
    left = {holder.seat for holder in scene.now.holders if holder.player == scene.viewer and holder.left_at is not None}
    return [holder.seat for holder in scene.now.seated if holder.seat in left and holder.player is None]


async def choose_whom_to_replace(press: Press) -> None:
    await pick_seat(press, "replace.whom", "match-replace")


async def choose_by_whom(press: Press) -> None:
    """By a computer, by oneself, or by somebody who is asked first."""
    scene = await press.scene(await press.look())
    say, seat = scene.words.say, known_seat(scene, press.number())
    buttons = [Button(say("replace.by-computer"), scene.of_match("match-replace-by-computer", seat))]
    if scene.seat is None:
        buttons.append(Button(say("replace.by-me"), scene.of_match("match-replace-by-me", seat)))
    people = PeopleSelect(scene.of_match("match-replace-by-person", seat), say("replace.by-person"))
    await press.turn_to(Page((say("replace.by-whom", name=scene.name(seat)),), rows=(*rows_of(buttons), (people,))))


async def replace_by_computer(request: Request, now: Happened, seat: Seat) -> None:
    level = next(iter(GAMES[now.match.game].computers))
    await request.app.service.replace(request.actor(now.match), now.match.id, seat, level=level)
    await done(request, "replaced")


async def replace_by_person(request: Request, now: Happened, seat: Seat, newcomer: int, *, bot: bool) -> None:
    """At once by oneself; anybody else has to agree, and is asked where the match is played."""
    if bot:
        raise MatchError("invited-bot")
    if newcomer == request.player:
        actor = request.actor(now.match)
        await request.app.service.replace(actor, now.match.id, seat, newcomer=actor)
        await done(request, "replaced")
    else:
        await _ask_newcomer(request, now, seat, newcomer)


async def _ask_newcomer(request: Request, now: Happened, seat: Seat, newcomer: int) -> None:
    """Ask in public, since only there can they answer; nobody is bothered with what would be refused."""
    asker = request.actor(now.match)
    await request.app.service.would_replace(asker, now.match.id, seat, newcomer)
    if now.match.channel is None:
        raise MatchError("private-match")
    scene = await request.app.public_scene(now, str(request.interaction.guild_locale))
    say, name = scene.words.say, scene.name(seat)
    nth = scene.holder(seat).nth
    take = scene.of_match("match-take-seat", seat, nth, newcomer, asker.id, int(asker.moderator))
    page = Page(
        (say("replace.ask", newcomer=mention(newcomer), asker=mention(asker.id), name=name),),
        rows=((Button(say("replace.take"), take, Style.GO),),),
        pings=frozenset({newcomer}),
    )
    await request.app.posting.send(now.match.channel, page, f"ask:{request.interaction.id}")
    await done(request, "asked")


async def replace_pressed_by_computer(press: Press) -> None:
    await replace_by_computer(press, await press.look(), press.number())


async def replace_pressed_by_me(press: Press) -> None:
    await replace_by_person(press, await press.look(), press.number(), press.player, bot=False)


async def replace_pressed_by_person(press: Press) -> None:
    chosen = press.person
    await replace_by_person(press, await press.look(), press.number(), chosen, bot=chosen in press.chosen_bots)


async def come_back(press: Press) -> None:
    """Who left a seat that a computer plays sits down there again."""
    now = await press.look()
    seats = left_to_computers(await press.scene(now))
    if not seats:
        raise MatchError("not-seated")
    await replace_by_person(press, now, seats[0], press.player, bot=False)


async def take_seat(press: Press) -> None:
    """Who was asked agrees, and sits down by the right of the one who asked, as long as the same one sits there."""
    seat, nth, newcomer, asker, by_moderator = (press.number(place) for place in range(5))
    if press.player != newcomer:
        raise MatchError("not-asked")
    if by_moderator:  # who asked may be nobody of this match, and is not to be kept in it
        by = replace(press.actor(), moderator=True)
    else:
        names = await press.app.service.names(await press.look())
        by = Actor(asker, names.get(asker, ""), press.interaction.id)
    await press.app.service.replace(by, press.match, seat, newcomer=press.actor(), nth=nth)
    await done(press, "replaced")
