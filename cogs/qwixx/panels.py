"""The private pages of Qwixx."""

from __future__ import annotations

from bot.games.qwixx.sheet import Mark
from bot.games.qwixx.state import View
from cogs.qwixx import pictures
from cogs.ui.page import Button, Page, Style, rows_of
from cogs.ui.request import Request
from cogs.ui.scene import Scene


async def color_page(request: Request, scene: Scene) -> Page:
    """What the active player can do with a white and a colored die."""
    view: View = scene.view
    say = scene.words.say
    buttons = [
        Button(
            say("mark", row=option.mark.row, number=option.mark.number),
            scene.control("qwixx-color-chosen", option.mark.row.value, option.mark.number),
            emoji=scene.emojis.find(option.mark.row),
        )
        for option in view.color_options
    ]
    buttons.append(Button(say("control.pass"), scene.control("qwixx-color-chosen", "pass"), Style.STOP))
    image = await request.app.pictures.draw(pictures.own(scene))
    return Page((say("panel.color"),), image, rows=rows_of(buttons))


async def sheet_page(request: Request, scene: Scene) -> Page:
    """The viewer's sheet."""
    image = await request.app.pictures.draw(pictures.own(scene))
    return Page((scene.words.say("panel.sheet"),), image)


def chosen_page(request: Request, mark: Mark | None) -> Page:
    """What was chosen, and that it can be changed."""
    words = request.words("qwixx")
    chosen = words.say("word.pass") if mark is None else words.say("mark", row=mark.row, number=mark.number)
    return Page((words.say("panel.chosen", choice=chosen),))


def done_page(request: Request) -> Page:
    return Page((request.words("qwixx").say("panel.done"),))
