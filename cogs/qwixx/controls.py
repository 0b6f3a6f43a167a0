"""What is pressed in a match of Qwixx: the buttons on its message, and those of the private panels."""

from __future__ import annotations

from bot.core.errors import MatchError
from bot.games.base import Seat
from bot.games.qwixx.sheet import ROWS, Mark, Row
from bot.games.qwixx.state import ChooseWhite, Phase, TakeColor, View
from cogs.qwixx import panels
from cogs.ui.control import About, Controls
from cogs.ui.page import Button, Style
from cogs.ui.page import Row as ControlRow
from cogs.ui.request import Press, Request
from cogs.ui.scene import Scene
from cogs.ui.waiting import with_waiting

PASS = "pass"


def rows(scene: Scene) -> tuple[ControlRow, ...]:
    """The white choices, the same for everybody; below, what the active player may do besides; one's own sheet."""
    view: View = scene.view
    say = scene.words.say
    own = Button(say("control.sheet"), scene.of_match("qwixx-sheet"))
    color = Button(say("control.color"), scene.control("qwixx-color"), Style.MAIN, disabled=view.color_taken)
    if view.phase is not Phase.WHITE:
        return ((color, own),)
    white = tuple(
        Button(
            str(view.dice.white_sum) if scene.emojis.find(row) else f"{say(row.text_key)} {view.dice.white_sum}",
            scene.control("qwixx-white", row.value),
            emoji=scene.emojis.find(row),
        )
        for row in ROWS
        if row not in view.closed
    )
    return ((*white, Button(say("control.pass"), scene.control("qwixx-white", PASS))), (color, own))


def register(controls: Controls) -> None:
    """Let the verbs of Qwixx be answered here."""
    controls.add("qwixx-white", choose_white)
    controls.add("qwixx-color", open_color)
    controls.add("qwixx-color-chosen", color_chosen)
    controls.add("qwixx-sheet", open_sheet, About.MATCH)


async def choose_white(press: Press) -> None:
    """The white choice of whoever presses: hidden, and open to change until all have chosen."""
    scene = await press.scene(press.now)
    seat = require_seat(scene)
    mark = read_mark(press, scene.view.dice.white_sum)
    await press.play(ChooseWhite(seat, mark))
    await press.open(await with_waiting(press, panels.chosen_page(press, mark)))


async def open_color(press: Press) -> None:
    scene = await press.scene(press.now)
    require_active(scene)
    await press.open(await panels.color_page(press, scene))


async def color_chosen(press: Press) -> None:
    scene = await press.scene(press.now)
    seat = require_active(scene)
    chosen = press.arguments[0] == PASS
    await press.play(TakeColor(seat, None if chosen else read_mark(press, press.number(1))))
    await press.turn_to(await with_waiting(press, panels.done_page(press)))


async def open_sheet(press: Press) -> None:
    await show_sheet(press)


async def show_sheet(request: Request) -> None:
    """One's own sheet, large."""
    scene = await request.scene(await request.look())
    require_seat(scene)
    await request.open(await panels.sheet_page(request, scene))


def read_mark(press: Press, number: int) -> Mark | None:
    """The mark that a control names by its row; None where it passes. MatchError "unknown-control"."""
    name = press.arguments[0] if press.arguments else ""
    if name == PASS:
        return None
    if name not in set(Row):
        raise MatchError("unknown-control")
    return Mark(Row(name), number)


def require_seat(scene: Scene) -> Seat:
    """The viewer's seat. MatchError "not-started", "not-seated"."""
    if scene.view is None:
        raise MatchError("not-started")
    if scene.seat is None:
        raise MatchError("not-seated")
    return scene.seat


def require_active(scene: Scene) -> Seat:
    """The viewer's seat, which is the active one. MatchError "not-seated", "wait-for-turn"."""
    seat = require_seat(scene)
    if seat != scene.view.active:
        raise MatchError("wait-for-turn", people=[scene.name(scene.view.active)])
    return seat
