"""The private pages of Qwixx. All of them show one's own sheet, large, and what can be done with it now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.core.store import Status
from bot.games.qwixx.notation import write
from bot.games.qwixx.sheet import ROWS, Mark, Markable
from bot.games.qwixx.state import (
    ORDER_LIMITS,
    Choice,
    ChooseWhite,
    ChosenBy,
    ColorPlan,
    Phase,
    TakeBack,
    TakeColor,
    View,
)
from bot.games.qwixx.views import color_after, earned, legal
from cogs.qwixx import pictures
from cogs.ui.match_page import whose_time_left
from cogs.ui.page import MOST_BUTTONS, Button, Option, Page, Select, Style
from cogs.ui.page import Row as ControlRow
from cogs.ui.request import Request
from cogs.ui.scene import Scene
from cogs.ui.telling import tell

PASS = "pass"
OFF = "off"
"""No plan, or no standing order."""
SURE = "sure"
"""In the id of a control that confirms."""


async def sheet_page(request: Request, scene: Scene, *told: str, order: bool = False) -> Page:
    """The viewer's sheet, what has been chosen, and what can be; with the standing order where that was asked for."""
    view: View = scene.view
    image = await request.app.pictures.draw(pictures.own(scene, view))
    texts = [*told, situation(scene), *_plan_line(scene, view), *_order_line(scene, view)]
    if scene.match.status is not Status.LIVE:
        return Page(tuple(texts), image)
    rows = (*_white_rows(scene, view), *_plan_row(scene, view), *(_order_row(scene, view) if order else ()))
    return Page(tuple(texts), image, note=whose_time_left(scene), rows=rows)


async def closing_page(request: Request, scene: Scene, mark: Mark | None) -> Page:
    """The last one to choose is asked: nothing can be changed after that tap."""
    view: View = scene.view
    say = scene.words.say
    image = await request.app.pictures.draw(pictures.own(scene, replace(view, choice=Choice(mark))))
    choice = say_choice(scene, mark) if mark is None else _worth(scene, view, mark)
    texts = [say("panel.closing", choice=choice)]
    if mark is None and view.is_active and view.color_taken and not view.current.marked_by_active():
        texts.append(say("panel.penalty"))
    sure = scene.control("qwixx-choose", _value_of(mark, white=True), SURE)
    buttons = (
        Button(say("control.confirm", choice=choice), sure, Style.GO),
        Button(say("control.otherwise"), scene.control("qwixx-back")),
    )
    rows = (buttons, *_plan_select(scene, view, Choice(mark), SURE))
    return Page(tuple(texts), image, note=whose_time_left(scene), rows=rows)


def closing_order_page(scene: Scene, limit: int | None) -> Page:
    """With this order the last one to choose would pass at once."""
    say = scene.words.say
    sure = Button(say("control.confirm-order"), scene.of_match("qwixx-order", _order_value(limit), SURE), Style.GO)
    back = Button(say("control.otherwise"), scene.control("qwixx-back"))
    return Page((say("panel.closing-order"),), rows=((sure, back),))


async def color_page(request: Request, scene: Scene, *told: str) -> Page:
    """What the active player can do with a white and a colored die: now, or planned behind the white choice."""
    view: View = scene.view
    say = scene.words.say
    if view.color_taken:
        return await sheet_page(request, scene, *told, say("panel.color-taken"))
    if not view.color_open:
        return await sheet_page(request, scene, *told, say("panel.color-strict"))
    image = await request.app.pictures.draw(pictures.own(scene, replace(view, white_options=())))
    first = view.phase is Phase.WHITE
    penalty = not first and not view.current.marked_by_active()
    texts = [*told, say("panel.color")]
    if first:
        texts.append(say("panel.color-first"))
    elif penalty:
        texts.append(say("panel.penalty"))
    style = Style.STOP if penalty else Style.PLAIN
    last = [Button(say("control.no-color"), scene.control("qwixx-take", PASS), style)]
    if first:
        last.append(Button(say("control.white-first"), scene.control("qwixx-back")))
    return Page(tuple(texts), image, rows=(*_take_rows(scene, view), tuple(last)))


async def outcome_page(request: Request, scene: Scene, *, moved_on: bool, order: bool) -> Page:
    """What an action has brought about, and what is next for the one who acted."""
    view: View = scene.view
    told = tell(request.app.games[scene.match.game], scene, scene.now.events_for(scene.viewer))
    text = "\n".join(told)
    if not moved_on:
        return await sheet_page(request, scene, text, order=order)
    if scene.match.status is Status.LIVE and view.phase is Phase.COLOR and view.color_open:
        return await color_page(request, scene, text)
    return Page((text or scene.words.say("panel.done"),))


# What is said


def situation(scene: Scene) -> str:
    """What the viewer has done in the action that runs, and can do now."""
    view: View = scene.view
    say = scene.words.say
    if scene.match.status is not Status.LIVE:
        return say("panel.over")
    if view.phase is Phase.COLOR:
        return say("panel.your-color") if view.color_open else say("panel.wait-color", name=scene.name(view.active))
    if view.choice is None:
        return say("panel.choose", number=view.dice.white_sum) + (f"\n{say('panel.active')}" if plans(view) else "")
    key = f"panel.chosen-by-{view.choice.by}" if view.choice.by is not ChosenBy.PLAYER else "panel.chosen"
    return say(key, choice=say_choice(scene, view.choice.mark), number=view.dice.white_sum)


def plans(view: View) -> bool:
    """Whether the viewer's color action is still to come, behind the white one."""
    return view.is_active and not view.color_taken and view.phase is Phase.WHITE


def say_choice(scene: Scene, mark: Mark | None) -> str:
    """A choice as it is read aloud: red 7, or pass."""
    return scene.words.say("word.pass") if mark is None else scene.words.say("mark", row=mark.row, number=mark.number)


def _plan_line(scene: Scene, view: View) -> list[str]:
    plan = view.choice.then if view.choice is not None else None
    return [] if plan is None else [scene.words.say("panel.plan", choice=say_choice(scene, plan.mark))]


def _order_line(scene: Scene, view: View) -> list[str]:
    return [] if view.order is None else [scene.words.say("panel.order", count=view.order + 1)]


def moves(scene: Scene) -> list[tuple[str, str]]:
    """All that the viewer can do now, as it is read and as it is typed: the white dice alone first, pairs last."""
    found = [(_move_words(scene, move), write(move)) for move in legal(scene.view)]
    return sorted(found, key=lambda move: (" C " in move[1], move[1] == "<", "-" in move[1]))


def _move_words(scene: Scene, move: ChooseWhite | TakeColor | TakeBack) -> str:
    say = scene.words.say
    match move:
        case ChooseWhite(_, mark, None):
            return say("move.white", mark=say_choice(scene, mark))
        case ChooseWhite(_, mark, ColorPlan(planned)):
            return say("move.both", mark=say_choice(scene, mark), color=say_choice(scene, planned))
        case TakeColor(_, mark):
            return say("move.color", mark=say_choice(scene, mark))
    return say("move.take-back")


# Controls


def _white_rows(scene: Scene, view: View) -> list[ControlRow]:
    """What can be chosen with the white dice, as long as the action is open; below, what can be done instead."""
    if view.phase is not Phase.WHITE:
        color = Button(scene.words.say("control.color"), scene.control("qwixx-color-turn"), Style.MAIN)
        return [(color,)] if view.color_open else []
    asked = view.choice is None or view.choice.by is not ChosenBy.RULES
    marks = tuple(_choice_button(scene, view, option.mark) for option in view.white_options) if asked else ()
    return [row for row in (marks, _instead(scene, view, asked)) if row]


def _choice_button(scene: Scene, view: View, mark: Mark | None) -> Button:
    chosen = view.choice is not None and view.choice.mark == mark
    return Button(
        scene.words.say("control.pass") if mark is None else _worth(scene, view, mark),
        scene.control("qwixx-choose", _value_of(mark, white=True)),
        Style.GO if chosen else Style.PLAIN,
        emoji="" if mark is None else scene.emojis.find(mark.row),
    )


def _instead(scene: Scene, view: View, asked: bool) -> ControlRow:
    say = scene.words.say
    ways = [_choice_button(scene, view, None)] if asked else []
    if view.color_open:
        ways.append(Button(say("control.color-first"), scene.control("qwixx-color-turn")))
    if asked and view.choice is not None:
        ways.append(Button(say("control.take-back"), scene.control("qwixx-take-back")))
    return tuple(ways)


def _take_rows(scene: Scene, view: View) -> Sequence[ControlRow]:
    """What can be taken with a colored die: in one row of controls, or with a row for each color."""
    by_row = [tuple(option for option in view.color_options if option.mark.row is row) for row in ROWS]
    lines = by_row if len(view.color_options) > MOST_BUTTONS else [view.color_options]
    return [tuple(_take_button(scene, view, option) for option in options) for options in lines if options]


def _take_button(scene: Scene, view: View, option: Markable) -> Button:
    return Button(
        _worth(scene, view, option.mark),
        scene.control("qwixx-take", _value_of(option.mark)),
        emoji=scene.emojis.find(option.mark.row),
    )


def _worth(scene: Scene, view: View, mark: Mark) -> str:
    """A mark that can be made, with the points that it brings."""
    assert view.viewer is not None, "only a seat can mark"
    return scene.words.say("option", row=mark.row, number=mark.number, points=earned(view, view.viewer, mark))


def _plan_row(scene: Scene, view: View) -> Sequence[ControlRow]:
    """What is to follow a choice that was made."""
    if view.choice is None or view.choice.by is not ChosenBy.PLAYER:
        return ()
    return _plan_select(scene, view, view.choice)


def _plan_select(scene: Scene, view: View, choice: Choice, *sure: str) -> Sequence[ControlRow]:
    """For the active player: the color action that is to follow the white choice, if it is still possible then."""
    following = color_after(view, choice.mark)
    if not following:
        return ()
    say = scene.words.say
    planned = choice.then
    options = [_plan_option(scene, option, planned is not None and planned.mark == option.mark) for option in following]
    options.append(Option(say("plan.pass"), PASS, chosen=planned is not None and planned.mark is None))
    if not sure:
        options.append(Option(say("plan.later"), OFF, chosen=planned is None))
    placeholder = say("plan.closing") if sure else say("plan.placeholder")
    control = scene.control("qwixx-plan", _value_of(choice.mark, white=True), *sure)
    return ((Select(control, placeholder, tuple(options)),),)


def _plan_option(scene: Scene, option: Markable, chosen: bool) -> Option:
    return Option(
        scene.words.say("plan.mark", row=option.mark.row, number=option.mark.number),
        _value_of(option.mark),
        scene.words.say("skips", count=option.skips) if option.skips else "",
        scene.emojis.find(option.mark.row),
        chosen,
    )


def _order_row(scene: Scene, view: View) -> Sequence[ControlRow]:
    say = scene.words.say
    options = [Option(say("order.off"), OFF, say("order.off-note"), chosen=view.order is None)]
    options += [
        Option(say("order.limit", count=limit + 1), str(limit), chosen=view.order == limit) for limit in ORDER_LIMITS
    ]
    return ((Select(scene.of_match("qwixx-order"), say("order.placeholder"), tuple(options)),),)


def _order_value(limit: int | None) -> str:
    return OFF if limit is None else str(limit)


def _value_of(mark: Mark | None, *, white: bool = False) -> str:
    """A mark in the id or the value of a control; of the white sum the row is enough."""
    if mark is None:
        return PASS
    return mark.row.value if white else f"{mark.row.value}-{mark.number}"
