"""Putting a play together, or the tiles of an exchange: for the turn that runs, or for one's next.

The controls of a play carry the mark of the draft that they were made for, those of an exchange the mark of the hand.
Where it is another by now (it was gone on with in a second window, or pressed twice), nothing is done, and it is shown
as it is.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from bot.core.errors import MatchError
from bot.core.happened import Happened
from bot.games.base import Seat
from bot.games.qwirkle.board import Placement
from bot.games.qwirkle.state import Exchange, Phase, Play
from bot.games.qwirkle.tiles import Tile
from cogs.qwirkle import panels
from cogs.qwirkle.draft import Choices, Laid, find_choices, read_draft, write_draft
from cogs.qwirkle.panels import FIRST, Step
from cogs.qwirkle.prepared import can_prepare, prepare_button, prepared_of, prepared_page
from cogs.qwirkle.purpose import Purpose
from cogs.ui.control import Handler
from cogs.ui.page import Page
from cogs.ui.request import Press, Request
from cogs.ui.scene import Scene
from cogs.ui.seats import require_seat
from cogs.ui.waiting import with_waiting

# A play


@dataclass(frozen=True, slots=True)
class Drafting:
    """Somebody and the play they are putting together, for the turn that runs or for their next one."""

    press: Press
    scene: Scene
    seat: Seat
    purpose: Purpose
    choices: Choices

    async def turn_to(self, step: Step = FIRST) -> None:
        """Show the panel."""
        step = replace(step, purpose=self.purpose)
        await self.press.turn_to(await panels.play_page(self.press, self.scene, self.choices, step))

    async def keep(self, laid: Laid, notice: str = "") -> None:
        """Keep the draft as it is from now on, and show it."""
        service = self.press.app.service
        if laid:
            await service.draft(self.press.actor(), self.press.match, write_draft(self.seat, laid))
        else:
            await service.drop_draft(self.press.player, self.press.match)
        choices = await find_choices(self.scene.view, laid)
        await replace(self, choices=choices).turn_to(Step(notice=notice))

    async def lay(self, placement: Placement) -> None:
        """Lay one tile more."""
        await self.keep((*self.choices.laid, placement))

    def tile(self, code: str) -> Tile:
        """A tile that can be laid next. MatchError "unknown-control" for any other."""
        if code not in self.choices.places:
            raise MatchError("unknown-control")
        return Tile(code)


async def drafting_of(press: Press, purpose: Purpose) -> Drafting:
    """The draft as it is now. What was begun while others played may go on in one's turn."""
    scene, seat = await at_table(press, purpose)
    kept = await press.app.service.draft_of(press.player, press.match)
    laid = read_draft(kept, scene.match.turn if purpose is Purpose.PLAY else None)
    return Drafting(press, scene, seat, Purpose.of(scene, seat), await find_choices(scene.view, laid))


async def at_table(press: Press, purpose: Purpose) -> tuple[Scene, Seat]:
    """The match and the seat of whoever presses.

    MatchError "not-started", "not-seated"; "wait-for-turn" for what is of the turn that runs; "match-over" and
    "prepare-too-early" for what is of a later one.
    """
    if purpose is Purpose.PLAY:
        scene = await press.scene(press.now)
        return scene, require_turn(scene)
    scene = await press.scene(await press.look())
    return scene, require_ahead(scene)


def on_draft(handler: Callable[[Drafting], Awaitable[None]], purpose: Purpose) -> Handler:
    """Answers controls of the draft that they were made for; to others the draft is shown as it is now."""

    async def handle(press: Press) -> None:
        drafting = await drafting_of(press, purpose)
        say = drafting.scene.words.say
        if drafting.purpose is not purpose:
            await drafting.keep(drafting.choices.laid, say("panel.turn-has-come"))
        elif press.arguments[:1] != (drafting.choices.mark,):
            await show_as_it_is(press, purpose)
        else:
            await handler(drafting)

    return handle


async def show_as_it_is(press: Press, purpose: Purpose) -> None:
    """The draft is another by now: gone on with elsewhere, or done with by another press of this very button.

    StaleError where it was played meanwhile.
    """
    if purpose is Purpose.PLAY:
        await press.be_in_time_still()
    drafting = await drafting_of(press, purpose)
    prepared = prepared_of(drafting.scene)
    if prepared is not None and not drafting.choices.laid:
        await press.turn_to(await prepared_page(press, drafting.scene, prepared))
    else:
        await drafting.turn_to(Step(notice=drafting.scene.words.say("panel.draft-changed")))


async def choose_tile(drafting: Drafting) -> None:
    """A tile was chosen: its places are offered. Where there is but one, it is laid there."""
    tile = drafting.tile(drafting.press.value)
    places = drafting.choices.places[tile]
    if len(places) == 1:
        await drafting.lay(Placement(places[0].cell, tile))
    else:
        await drafting.turn_to(Step(tile))


async def turn_places(drafting: Drafting) -> None:
    """More places for the chosen tile."""
    await drafting.turn_to(Step(_chosen(drafting), drafting.press.number(2)))


async def choose_place(drafting: Drafting) -> None:
    """A place was chosen: the tile is laid there."""
    tile = _chosen(drafting)
    name, _, _ = drafting.press.value.partition(panels.SHOWN_BY)
    labels = drafting.scene.view.labels
    cells = [place.cell for place in drafting.choices.places[tile] if labels.name(place.cell) == name]
    if not cells:
        raise MatchError("unknown-control")
    await drafting.lay(Placement(cells[0], tile))


def _chosen(drafting: Drafting) -> Tile:
    """The tile in the control's id."""
    return drafting.tile(_only(drafting.press.arguments[1:2]))


def _only(values: tuple[str, ...]) -> str:
    if len(values) != 1:
        raise MatchError("unknown-control")
    return values[0]


async def undo(drafting: Drafting) -> None:
    """Take the last tile back."""
    await drafting.keep(drafting.choices.laid[:-1])


async def clear(drafting: Drafting) -> None:
    """Take all back."""
    await drafting.keep(())


async def confirm(drafting: Drafting) -> None:
    """Play what is laid, or keep it for one's turn."""
    if drafting.choices.points is None:
        await drafting.turn_to()
        return
    action = Play(drafting.seat, drafting.choices.laid)
    await _do(drafting.press, drafting.purpose, action)


async def _do(press: Press, purpose: Purpose, action: Play | Exchange) -> None:
    if purpose is Purpose.PLAY:
        await press.turn_to(await done(press, await press.play(action)))
    else:
        await press.turn_to(await prepare(press, action))


async def done(request: Request, happened: Happened) -> Page:
    """What one did, and what else waits; the next turn can be prepared at once."""
    page, scene = await panels.done_page(request, happened), await request.scene(happened)
    if can_prepare(scene) and scene.seat not in scene.now.to_act:
        page = replace(page, rows=(*page.rows, (prepare_button(scene),)))
    return await with_waiting(request, page)


STEPS: Mapping[str, Callable[[Drafting], Awaitable[None]]] = {
    "tile": choose_tile,
    "places": turn_places,
    "place": choose_place,
    "undo": undo,
    "clear": clear,
    "confirm": confirm,
}
"""What is pressed while a play is put together."""


# An exchange


@dataclass(frozen=True, slots=True)
class Exchanging:
    """Somebody and the tiles they choose to give back."""

    press: Press
    scene: Scene
    seat: Seat
    purpose: Purpose

    async def turn_to(self, slots: Iterable[int] = (), notice: str = "") -> None:
        """Show the panel."""
        page = await panels.exchange_page(self.press, self.scene, self.purpose, slots, notice)
        await self.press.turn_to(page)


def on_hand(handler: Callable[[Exchanging], Awaitable[None]], purpose: Purpose) -> Handler:
    """Answers controls of the hand that they were made for; to others the hand is shown as it is now."""

    async def handle(press: Press) -> None:
        scene, seat = await at_table(press, purpose)
        exchanging = Exchanging(press, scene, seat, Purpose.of(scene, seat))
        if exchanging.purpose is not purpose:
            await exchanging.turn_to(notice=scene.words.say("panel.turn-has-come"))
        elif press.arguments[:1] != (panels.mark_of(scene.view.hand or ()),):
            await exchanging.turn_to(notice=scene.words.say("panel.hand-changed"))
        else:
            await handler(exchanging)

    return handle


async def choose_exchange(exchanging: Exchanging) -> None:
    """Tiles were chosen to be given back: they are to be confirmed."""
    await exchanging.turn_to(_slots(exchanging.scene, exchanging.press.values))


async def confirm_exchange(exchanging: Exchanging) -> None:
    """Give back the tiles that are in the control's id, or keep that for one's turn."""
    hand = exchanging.scene.view.hand or ()
    slots = _slots(exchanging.scene, tuple(_only(exchanging.press.arguments[1:])))
    action = Exchange(exchanging.seat, tuple(hand[slot] for slot in slots))
    await _do(exchanging.press, exchanging.purpose, action)


def _slots(scene: Scene, written: tuple[str, ...]) -> tuple[int, ...]:
    """Places in the hand. MatchError "unknown-control" where there is no such tile, or one twice."""
    known = {str(slot): slot for slot in range(len(scene.view.hand or ()))}
    if len(set(written)) < len(written) or not set(written) <= set(known):
        raise MatchError("unknown-control")
    return tuple(known[slot] for slot in written)


async def prepare(request: Request, action: Play | Exchange) -> Page:
    """Keep it for one's next turn, in place of an earlier one. MatchError "your-turn"."""
    happened = await request.app.service.prepare(request.actor(), request.match, action)
    await request.app.service.drop_draft(request.player, request.match)
    return await with_waiting(request, await prepared_page(request, await request.scene(happened), action))


# Who may


def require_ahead(scene: Scene) -> Seat:
    """The viewer's seat, for what is prepared.

    MatchError "not-started", "not-seated", "match-over", "prepare-too-early".
    """
    seat = require_seat(scene)
    if not scene.match.status.open:
        raise MatchError("match-over")
    if scene.view.phase is Phase.OPENING:
        raise MatchError("prepare-too-early")
    return seat


def require_turn(scene: Scene) -> Seat:
    """The viewer's seat, whose turn it is. MatchError "not-started", "not-seated", "wait-for-turn"."""
    seat = require_seat(scene)
    if seat not in scene.now.to_act:
        raise MatchError("wait-for-turn", people=[scene.name(each) for each in sorted(scene.now.to_act)])
    return seat
