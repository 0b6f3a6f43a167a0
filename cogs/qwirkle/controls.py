"""What is pressed in a match of Qwirkle: the buttons on its message, and those of the private panels."""

from __future__ import annotations

from bot.core.errors import MatchError
from bot.games.base import Seat
from bot.games.qwirkle.state import Exchange, Phase, Play, View
from cogs.qwirkle import panels
from cogs.ui.control import About, Controls
from cogs.ui.page import Button, Row, Style
from cogs.ui.request import Press, Request
from cogs.ui.scene import Scene
from cogs.ui.waiting import with_waiting


def rows(scene: Scene) -> tuple[Row, ...]:
    """The buttons on the match's message."""
    view: View = scene.view
    say = scene.words.say
    exchange = Button(
        say("control.exchange"),
        scene.control("qwirkle-exchange"),
        disabled=view.bag_count == 0 or view.phase is Phase.OPENING,
    )
    return (
        (
            Button(say("control.play"), scene.control("qwirkle-play"), Style.MAIN),
            exchange,
            Button(say("control.hand"), scene.of_match("qwirkle-hand")),
            Button(say("control.remaining"), scene.of_match("qwirkle-remaining")),
        ),
    )


def register(controls: Controls) -> None:
    """Let the verbs of Qwirkle be answered here."""
    controls.add("qwirkle-play", open_play)
    controls.add("qwirkle-play-page", turn_play)
    controls.add("qwirkle-play-chosen", play_chosen)
    controls.add("qwirkle-exchange", open_exchange)
    controls.add("qwirkle-exchange-chosen", exchange_chosen)
    controls.add("qwirkle-hand", open_hand, About.MATCH)
    controls.add("qwirkle-remaining", open_remaining, About.MATCH)


async def open_play(press: Press) -> None:
    scene = await press.scene(press.now)
    require_turn(scene)
    await press.open(await panels.play_page(press, scene, 0))


async def turn_play(press: Press) -> None:
    scene = await press.scene(press.now)
    require_turn(scene)
    await press.turn_to(await panels.play_page(press, scene, press.number()))


async def play_chosen(press: Press) -> None:
    scene = await press.scene(press.now)
    seat = require_turn(scene)
    moves = panels.moves_of(scene)
    place = int(press.values[0])
    if place >= len(moves):
        raise MatchError("unknown-control")
    await press.play(Play(seat, moves[place].play))
    await press.turn_to(await with_waiting(press, panels.done_page(press)))


async def open_exchange(press: Press) -> None:
    scene = await press.scene(press.now)
    require_turn(scene)
    await press.open(await panels.exchange_page(press, scene))


async def exchange_chosen(press: Press) -> None:
    scene = await press.scene(press.now)
    seat = require_turn(scene)
    hand = scene.view.hand or ()
    tiles = tuple(hand[int(place)] for place in press.values if int(place) < len(hand))
    await press.play(Exchange(seat, tiles))
    await press.turn_to(await with_waiting(press, panels.done_page(press)))


async def open_hand(press: Press) -> None:
    await show_hand(press)


async def show_hand(request: Request) -> None:
    scene = await request.scene(await request.look())
    require_running_seat(scene)
    await request.open(await panels.hand_page(request, scene))


async def open_remaining(press: Press) -> None:
    scene = await press.scene(await press.look())
    if scene.view is None:
        raise MatchError("not-started")
    await press.open(await panels.remaining_page(press, scene))


def require_running_seat(scene: Scene) -> Seat:
    """The viewer's seat. MatchError "not-started", "not-seated"."""
    if scene.view is None:
        raise MatchError("not-started")
    if scene.seat is None:
        raise MatchError("not-seated")
    return scene.seat


def require_turn(scene: Scene) -> Seat:
    """The viewer's seat, whose turn it is. MatchError "not-seated", "wait-for-turn"."""
    seat = require_running_seat(scene)
    if seat not in scene.now.to_act:
        raise MatchError("wait-for-turn", people=[scene.name(each) for each in sorted(scene.now.to_act)])
    return seat
