"""What is pressed in a match of Qwixx: the buttons on its message, and those of the private panels."""

from __future__ import annotations

from bot.core.errors import MatchError, StaleError
from bot.core.happened import Happened
from bot.core.seats import Moment
from bot.games.base import Seat
from bot.games.qwixx.sheet import Mark, Row
from bot.games.qwixx.state import (
    ORDER_LIMITS,
    ChooseWhite,
    ChosenBy,
    ColorPlan,
    GiveOrder,
    Phase,
    TakeBack,
    TakeColor,
    View,
)
from bot.games.qwixx.views import color_after, order_would_pass, white_rows
from cogs.qwixx import panels
from cogs.qwixx.panels import OFF, PASS, SURE
from cogs.ui.control import About, Controls
from cogs.ui.page import Button, Page, Style
from cogs.ui.page import Row as ControlRow
from cogs.ui.request import Press, Request
from cogs.ui.scene import Scene
from cogs.ui.seats import require_seat
from cogs.ui.waiting import with_waiting

ORDER_TRIES = 3
"""An order holds for the match: it is given anew when the turn went on while it was given."""


def rows(scene: Scene) -> tuple[ControlRow, ...]:
    """The white choices, the same for everybody; below, what the active player may do besides; one's own sheet."""
    view: View = scene.view
    below = (*_color_button(scene, view), Button(scene.words.say("control.sheet"), scene.of_match("qwixx-sheet")))
    if view.phase is not Phase.WHITE:
        return (below,)
    white = [_white_button(scene, row, view.dice.white_sum) for row in white_rows(view)]
    pass_ = Button(scene.words.say("control.pass"), scene.control("qwixx-white", PASS))
    return ((*white, pass_), below)


def _white_button(scene: Scene, row: Row, number: int) -> Button:
    """The emoji says the row, where it is there; else its name does."""
    emoji = scene.emojis.find(row)
    label = str(number) if emoji else scene.words.say("mark", row=row, number=number)
    return Button(label, scene.control("qwixx-white", row.value), emoji=emoji)


def _color_button(scene: Scene, view: View) -> tuple[Button, ...]:
    """For a person whose turn it is; computers need none."""
    if view.color_taken or view.active in view.left or scene.holder(view.active).player is None:
        return ()
    style = Style.MAIN if view.phase is Phase.COLOR else Style.PLAIN
    return (Button(scene.words.say("control.color"), scene.control("qwixx-color"), style),)


def register(controls: Controls) -> None:
    """Let the verbs of Qwixx be answered here."""
    controls.add("qwixx-white", choose_white)
    controls.add("qwixx-choose", choose_in_panel)
    controls.add("qwixx-plan", plan_color)
    controls.add("qwixx-take-back", take_back)
    controls.add("qwixx-color", open_color, door=True)
    controls.add("qwixx-color-turn", turn_to_color, door=True)
    controls.add("qwixx-take", take_color)
    controls.add("qwixx-back", turn_to_sheet, door=True)
    controls.add("qwixx-sheet", open_sheet, About.MATCH)
    controls.add("qwixx-order", give_order, About.MATCH)


# The white action


async def choose_white(press: Press) -> None:
    """The white choice of whoever presses on the match's message."""
    await press.open(await _choose(press, await press.scene(press.now)))


async def choose_in_panel(press: Press) -> None:
    """The same in one's own panel, where also the last one confirms."""
    await press.turn_to(await _choose(press, await press.scene(press.now)))


async def _choose(press: Press, scene: Scene) -> Page:
    require_seat(scene)
    mark = _white_mark(press, scene.view)
    return await _store_or_ask(press, scene, mark, _plan_kept(scene.view, mark))


async def plan_color(press: Press) -> None:
    """The white choice of the active player, with the color choice that is to follow if it is still possible."""
    scene = await press.scene(press.now)
    require_active(scene)
    value = next(iter(press.values), "")
    plan = None if value == OFF else ColorPlan(_read_mark(value))
    await press.turn_to(await _store_or_ask(press, scene, _white_mark(press, scene.view), plan))


async def _store_or_ask(press: Press, scene: Scene, mark: Mark | None, plan: ColorPlan | None) -> Page:
    """A choice is hidden and open to change until all have chosen, so the last one is asked: that tap closes it."""
    view: View = scene.view
    seat = require_seat(scene)
    if view.choice is not None and view.choice.by is ChosenBy.RULES and mark is None:
        return await panels.sheet_page(press, scene)
    legal = mark is None or any(option.mark == mark for option in view.white_options)
    if view.closes and legal and SURE not in press.arguments[1:]:
        return await panels.closing_page(press, scene, mark)
    happened = await press.play(ChooseWhite(seat, mark, plan))
    return await outcome_page(press, happened, press.now)


def _plan_kept(view: View, mark: Mark | None) -> ColorPlan | None:
    """Who chooses another white mark keeps the plan for the color, as long as it can follow."""
    plan = view.choice.then if view.choice is not None else None
    if plan is None or plan.mark is None or any(plan.mark == option.mark for option in color_after(view, mark)):
        return plan
    return None


async def take_back(press: Press) -> None:
    """The own white choice is open again."""
    seat = require_seat(await press.scene(press.now))
    happened = await press.play(TakeBack(seat))
    await press.turn_to(await outcome_page(press, happened, press.now))


# The color action


async def open_color(press: Press) -> None:
    scene = await press.scene(press.now)
    require_active(scene)
    await press.open(await panels.color_page(press, scene))


async def turn_to_color(press: Press) -> None:
    scene = await press.scene(press.now)
    require_active(scene)
    await press.turn_to(await panels.color_page(press, scene))


async def take_color(press: Press) -> None:
    """Binding at once: in the white phase it is the color action taken first."""
    seat = require_active(await press.scene(press.now))
    happened = await press.play(TakeColor(seat, _read_mark(next(iter(press.arguments), ""))))
    await press.turn_to(await outcome_page(press, happened, press.now))


# One's own sheet, and the standing order


async def open_sheet(press: Press) -> None:
    await show_sheet(press)


async def turn_to_sheet(press: Press) -> None:
    scene = await press.scene(press.now)
    require_seat(scene)
    await press.turn_to(await panels.sheet_page(press, scene))


async def show_sheet(request: Request) -> None:
    """One's own sheet, large, with what can be marked and the standing order."""
    scene = await request.scene(await request.look())
    require_seat(scene)
    await request.open(await panels.sheet_page(request, scene, order=True))


async def give_order(press: Press) -> None:
    """A standing order, or none any more. Where it would close the white action at once, that is asked first."""
    limit = _limit(next(iter((*press.values, *press.arguments)), ""))
    before = await press.look()
    scene = await press.scene(before)
    require_seat(scene)
    if SURE not in press.arguments and scene.view.closes and order_would_pass(scene.view, limit):
        await press.turn_to(panels.closing_order_page(scene, limit))
        return
    happened = await _act_in_any_turn(press, GiveOrder(require_seat(scene), limit))
    await press.turn_to(await outcome_page(press, happened, before, order=True))


async def _act_in_any_turn(press: Press, action: GiveOrder) -> Happened:
    for _ in range(ORDER_TRIES - 1):
        now = (await press.look()).match
        try:
            return await press.act(action, Moment(now.turn, now.phase))
        except StaleError:
            continue
    now = (await press.look()).match
    return await press.act(action, Moment(now.turn, now.phase))


# What comes of it


async def outcome_page(request: Request, happened: Happened, before: Happened, *, order: bool = False) -> Page:
    """What an action brought about, for the one who acted; once they are done, which other matches wait for them."""
    scene = await request.scene(happened)
    moved_on = (happened.match.turn, happened.match.phase) != (before.match.turn, before.match.phase)
    page = await panels.outcome_page(request, scene, moved_on=moved_on, order=order)
    goes_on = happened.match.turn == before.match.turn and scene.seat in happened.to_act
    return page if goes_on else await with_waiting(request, page)


# What controls say


def _white_mark(press: Press, view: View) -> Mark | None:
    """The white sum in the row that the control names; None where it passes. MatchError "unknown-control"."""
    name = next(iter(press.arguments), "")
    if name == PASS:
        return None
    if name not in set(Row):
        raise MatchError("unknown-control")
    return Mark(Row(name), view.dice.white_sum)


def _read_mark(value: str) -> Mark | None:
    """A mark such as ``red-5``; None for a pass. MatchError "unknown-control"."""
    if value == PASS:
        return None
    row, _, number = value.partition("-")
    if row not in set(Row) or not (number.isascii() and number.isdigit() and len(number) < 3):
        raise MatchError("unknown-control")
    return Mark(Row(row), int(number))


def _limit(value: str) -> int | None:
    """The limit of a standing order; None for no order. MatchError "unknown-control"."""
    if value == OFF:
        return None
    if value not in map(str, ORDER_LIMITS):
        raise MatchError("unknown-control")
    return int(value)


def require_active(scene: Scene) -> Seat:
    """The viewer's seat, which is the active one. MatchError "not-seated", "color-of-another"."""
    seat, view = require_seat(scene), scene.view
    if seat != view.active:
        code = "color-of-another.choose" if seat in scene.now.to_act else "color-of-another"
        raise MatchError(code, people=[scene.name(view.active)], number=view.dice.white_sum)
    return seat
