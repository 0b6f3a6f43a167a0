"""What is pressed in a match of Qwirkle: the buttons on its message, and those of the private panels.

The controls of a play that is being put together carry the mark of the draft that they were made for. Where the draft
is another by now (it was gone on with in a second window, or pressed twice), nothing is done, and it is shown as it is.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.core.errors import MatchError
from bot.core.happened import Happened
from bot.games.base import Seat
from bot.games.qwirkle.board import Placement
from bot.games.qwirkle.state import Exchange, Play
from bot.games.qwirkle.tiles import Tile
from cogs.qwirkle import panels
from cogs.qwirkle.draft import Choices, Laid, find_choices, read_draft, write_draft
from cogs.qwirkle.panels import FIRST, Step
from cogs.ui.control import About, Controls, Handler
from cogs.ui.page import Button, Page, Row
from cogs.ui.request import Press, Request
from cogs.ui.scene import Scene
from cogs.ui.waiting import with_waiting


def rows(scene: Scene) -> tuple[Row, ...]:
    """The buttons on the match's message."""
    say = scene.words.say
    return (
        (
            panels.play_button(scene),
            panels.exchange_button(scene),
            Button(say("control.hand"), scene.of_match("qwirkle-hand")),
            Button(say("control.remaining"), scene.of_match("qwirkle-remaining")),
        ),
    )


def register(controls: Controls) -> None:
    """Let the verbs of Qwirkle be answered here."""
    controls.add("qwirkle-play", open_play)
    controls.add("qwirkle-tile", on_draft(choose_tile))
    controls.add("qwirkle-places", on_draft(turn_places))
    controls.add("qwirkle-place", on_draft(choose_place))
    controls.add("qwirkle-undo", on_draft(undo))
    controls.add("qwirkle-clear", on_draft(clear))
    controls.add("qwirkle-confirm", on_draft(confirm))
    controls.add("qwirkle-exchange", open_exchange)
    controls.add("qwirkle-exchange-tiles", choose_exchange)
    controls.add("qwirkle-exchange-confirm", confirm_exchange)
    controls.add("qwirkle-hand", open_hand, About.MATCH)
    controls.add("qwirkle-remaining", open_remaining, About.MATCH)


# A play


@dataclass(frozen=True, slots=True)
class Drafting:
    """Somebody whose turn it is, and the play they are putting together."""

    press: Press
    scene: Scene
    seat: Seat
    choices: Choices

    async def turn_to(self, step: Step = FIRST) -> None:
        """Show the panel."""
        await self.press.turn_to(await panels.play_page(self.press, self.scene, self.choices, step))

    async def keep(self, laid: Laid) -> None:
        """Keep the draft as it is from now on, and show it."""
        service = self.press.app.service
        if laid:
            await service.draft(self.press.actor(), self.press.match, write_draft(self.seat, laid))
        else:
            await service.drop_draft(self.press.player, self.press.match)
        choices = await find_choices(self.scene.view, laid)
        await Drafting(self.press, self.scene, self.seat, choices).turn_to()

    async def lay(self, placement: Placement) -> None:
        """Lay one tile more."""
        await self.keep((*self.choices.laid, placement))

    def tile(self, code: str) -> Tile:
        """A tile that can be laid next. MatchError "unknown-control" for any other."""
        if code not in self.choices.places:
            raise MatchError("unknown-control")
        return Tile(code)


async def _drafting(press: Press) -> Drafting:
    scene = await press.scene(press.now)
    seat = require_turn(scene)
    kept = await press.app.service.draft_of(press.player, press.match)
    return Drafting(press, scene, seat, await find_choices(scene.view, read_draft(kept, scene.match.turn)))


def on_draft(handler: Callable[[Drafting], Awaitable[None]]) -> Handler:
    """Answers controls of the draft that they were made for; to others the draft is shown as it is now."""

    async def handle(press: Press) -> None:
        drafting = await _drafting(press)
        if press.arguments[:1] != (drafting.choices.mark,):
            await drafting.turn_to(Step(notice=drafting.scene.words.say("panel.draft-changed")))
        else:
            await handler(drafting)

    return handle


async def open_play(press: Press) -> None:
    """Begin a play, or go on with the one that was begun."""
    drafting = await _drafting(press)
    await press.open(await panels.play_page(press, drafting.scene, drafting.choices))


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
    name = drafting.press.value
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
    """Play what is laid."""
    if drafting.choices.points is None:
        await drafting.turn_to()
        return
    press = drafting.press
    happened = await press.play(Play(drafting.seat, drafting.choices.laid))
    await press.turn_to(await done(press, happened))


async def done(request: Request, happened: Happened) -> Page:
    """What one did, and what else waits."""
    return await with_waiting(request, await panels.done_page(request, happened))


# An exchange


async def open_exchange(press: Press) -> None:
    scene = await press.scene(press.now)
    require_turn(scene)
    await press.open(await panels.exchange_page(press, scene))


async def choose_exchange(press: Press) -> None:
    """Tiles were chosen to be given back: they are to be confirmed."""
    scene = await press.scene(press.now)
    require_turn(scene)
    await press.turn_to(await panels.exchange_page(press, scene, _slots(scene, press.values)))


async def confirm_exchange(press: Press) -> None:
    """Give back the tiles that are in the control's id; within a turn a hand does not change."""
    scene = await press.scene(press.now)
    seat = require_turn(scene)
    hand = scene.view.hand or ()
    tiles = tuple(hand[slot] for slot in _slots(scene, tuple(_only(press.arguments))))
    happened = await press.play(Exchange(seat, tiles))
    await press.turn_to(await done(press, happened))


def _slots(scene: Scene, written: tuple[str, ...]) -> tuple[int, ...]:
    """Places in the hand. MatchError "unknown-control" where there is no such tile, or one twice."""
    known = {str(slot): slot for slot in range(len(scene.view.hand or ()))}
    if len(set(written)) < len(written) or not set(written) <= set(known):
        raise MatchError("unknown-control")
    return tuple(known[slot] for slot in written)


# Looking


async def open_hand(press: Press) -> None:
    await show_hand(press)


async def show_hand(request: Request) -> None:
    scene = await request.scene(await request.look())
    require_seat(scene)
    await request.open(await panels.hand_page(request, scene))


async def open_remaining(press: Press) -> None:
    scene = await press.scene(await press.look())
    if scene.view is None:
        raise MatchError("not-started")
    await press.open(await panels.remaining_page(press, scene))


def require_seat(scene: Scene) -> Seat:
    """The viewer's seat. MatchError "not-started", "not-seated"."""
    if scene.view is None:
        raise MatchError("not-started")
    if scene.seat is None:
        raise MatchError("not-seated")
    return scene.seat


def require_turn(scene: Scene) -> Seat:
    """The viewer's seat, whose turn it is. MatchError "not-started", "not-seated", "wait-for-turn"."""
    seat = require_seat(scene)
    if seat not in scene.now.to_act:
        raise MatchError("wait-for-turn", people=[scene.name(each) for each in sorted(scene.now.to_act)])
    return seat
