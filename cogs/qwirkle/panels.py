"""The private pages of Qwirkle."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from bot.core.errors import RuleError
from bot.core.happened import Happened
from bot.games.qwirkle.board import Placement
from bot.games.qwirkle.state import Exchanged, Phase, Played, View
from bot.games.qwirkle.tiles import Tile
from bot.games.qwirkle.views import remaining
from cogs.qwirkle import pictures
from cogs.qwirkle.draft import Choices, Place
from cogs.qwirkle.purpose import Purpose
from cogs.qwirkle.telling import say_placements, say_play, say_tiles
from cogs.ui.match_page import whose_time_left
from cogs.ui.page import Button, Option, Page, Row, Select, Style
from cogs.ui.paging import leaf
from cogs.ui.request import Request
from cogs.ui.scene import Scene

# A play


@dataclass(frozen=True, slots=True)
class Step:
    """Where somebody is in putting a play together, beside what is laid."""

    tile: Tile | None = None
    """The tile that was chosen and is to be laid next."""
    page: int = 0
    """Of its places."""
    notice: str = ""
    """What has to be said before all else."""
    purpose: Purpose = Purpose.PLAY


FIRST = Step()
SHOWN_BY = "/"
"""In the value of a place, between the cell and the interaction that showed it."""


async def play_page(request: Request, scene: Scene, choices: Choices, step: Step = FIRST) -> Page:
    """A play being put together: a tile is chosen, then its place, until it is confirmed."""
    if not choices.laid and not choices.places:
        return await _no_play_page(request, scene, step)
    image = await request.app.pictures.draw(pictures.draft(scene, choices, step.tile))
    texts = (step.notice, _say_draft(scene, choices, step), _say_next(scene, choices, step.tile))
    buttons = _draft_buttons(scene, choices, step.purpose)
    places = _place_rows(scene, choices, step, request.interaction.id)
    rows = [*_tile_rows(scene, choices, step), *places, buttons]
    return Page(tuple(text for text in texts if text), image, note=whose_time_left(scene), rows=tuple(rows))


async def _no_play_page(request: Request, scene: Scene, step: Step) -> Page:
    image = await request.app.pictures.draw(pictures.hand(scene))
    texts = (step.notice, scene.words.say("panel.no-play"))
    exchange = exchange_button(scene, step.purpose)
    return Page(tuple(text for text in texts if text), image, note=whose_time_left(scene), rows=((exchange,),))


def _say_draft(scene: Scene, choices: Choices, step: Step) -> str:
    """What is laid and what it earns so far; before that, what has to be laid."""
    say, view = scene.words.say, scene.view
    if not choices.laid and step.purpose is Purpose.PREPARE:
        return say("panel.prepare")
    if not choices.laid:
        return "" if step.tile is not None else _say_task(scene, view)
    if choices.points is not None:
        points = say("points", count=choices.points)
        return say("panel.draft", play=say_play(scene, sorted(choices.laid)), points=points)
    tiles = say_placements(scene, choices.laid)
    if view.opening_size is not None:
        return say("panel.draft-opening", tiles=tiles, count=view.opening_size - len(choices.laid))
    return say("panel.draft-part", tiles=tiles)


def _say_task(scene: Scene, view: View) -> str:
    if view.phase is not Phase.OPENING:
        return scene.words.say("panel.play")
    if view.opening_size is None:
        return scene.words.say("panel.open-free")
    return scene.words.say("panel.open", count=view.opening_size)


def _say_next(scene: Scene, choices: Choices, chosen: Tile | None) -> str:
    if not choices.places:
        return scene.words.say("panel.nothing-more")
    if chosen is not None:
        return scene.words.say("panel.places-tile", tile=chosen, count=len(choices.places[chosen]))
    if not choices.laid and scene.view.phase is Phase.OPENING:
        return ""  # it lies where it lies
    key = "panel.places-more" if choices.laid else "panel.places"
    return scene.words.say(key, count=len(choices.cells))


def _tile_rows(scene: Scene, choices: Choices, step: Step) -> list[Row]:
    if not choices.places:
        return []
    say = scene.words.say
    options = tuple(
        Option(
            tile_label(scene, tile),
            tile,
            say("option.places", count=len(places)),
            scene.emojis.find(tile),
            chosen=tile == step.tile,
        )
        for tile, places in choices.places.items()
    )
    placeholder = say("panel.choose-tile") if choices.points is None else say("panel.choose-more")
    return [(Select(step.purpose.control(scene, "tile", choices.mark), placeholder, options),)]


def _place_rows(scene: Scene, choices: Choices, step: Step, shown_by: int) -> list[Row]:
    """The places of the chosen tile. ``shown_by`` is the interaction that shows them.

    A client keeps what was chosen in a list for as long as it finds it there again, and is silent when it is chosen
    once more: after an undo, nobody could lay a tile where it lay. So each showing is a list of its own.
    """
    if step.tile is None:
        return []
    shown = leaf(choices.places[step.tile], step.page)
    options = tuple(_place_option(scene, place, shown_by) for place in shown.items)
    select = step.purpose.control(scene, "place", choices.mark, step.tile, shown_by)
    rows: list[Row] = [(Select(select, scene.words.say("panel.choose-place"), options),)]
    if shown.pages > 1:
        rows.append(_pager(scene, choices, replace(step, page=shown.page), shown.pages))
    return rows


def _place_option(scene: Scene, place: Place, shown_by: int) -> Option:
    cell = scene.view.labels.name(place.cell)
    value = f"{cell}{SHOWN_BY}{shown_by}"
    if place.points is None:
        return Option(scene.words.say("option.place-part", cell=cell), value)
    points = scene.words.say("points", count=place.points)
    return Option(scene.words.say("option.place", cell=cell, points=points), value)


def _pager(scene: Scene, choices: Choices, step: Step, pages: int) -> Row:
    def turn(to: int) -> str:
        return step.purpose.control(scene, "places", choices.mark, step.tile, to)

    page = step.page
    return (
        Button(scene.words.say("panel.earlier-places"), turn(page - 1 if page else pages), disabled=page == 0),
        Button(scene.words.say("panel.more-places"), turn(page + 1), disabled=page + 1 == pages),
    )


def _draft_buttons(scene: Scene, choices: Choices, purpose: Purpose) -> Row:
    say, mark, now = scene.words.say, choices.mark, purpose is Purpose.PLAY
    if choices.points is None:
        label = say("control.confirm" if now else "control.prepare-confirm")
    else:
        points = say("points", count=choices.points)
        label = say("control.confirm-points" if now else "control.prepare-confirm-points", points=points)
    return (
        Button(label, purpose.control(scene, "confirm", mark), Style.GO, disabled=choices.points is None),
        Button(say("control.undo"), purpose.control(scene, "undo", mark), disabled=not choices.laid),
        Button(say("control.clear"), purpose.control(scene, "clear", mark), disabled=not choices.laid),
        *((exchange_button(scene, purpose),) if purpose is Purpose.PREPARE else ()),
    )


def tile_label(scene: Scene, tile: Tile) -> str:
    """A tile on a control: its name, and its letters as they are typed."""
    return scene.words.say("option.tile", name=scene.words.say(tile.text_key), code=str(tile))


async def clash_page(
    request: Request, scene: Scene, play: Sequence[Placement], error: RuleError, again: Button | None = None
) -> Page:
    """Why a typed play was refused, and where: what is wrong is red in the picture. ``again`` is the way on."""
    image = await request.app.pictures.draw(pictures.clash(scene, tuple(play), error))
    texts = (_explain(request, scene, error), scene.words.say("panel.refused"))
    return Page(texts, image, rows=((again or play_button(scene),),))


def _explain(request: Request, scene: Scene, error: RuleError) -> str:
    return scene.words.explain(error, request.app.games[scene.match.game].namer(scene))


# An exchange


async def exchange_page(
    request: Request, scene: Scene, purpose: Purpose, slots: Iterable[int] = (), notice: str = ""
) -> Page:
    """The hand, of which tiles are chosen to be given back; ``slots`` are those chosen so far, to be confirmed."""
    view: View = scene.view
    say, hand, chosen = scene.words.say, view.hand or (), sorted(slots)
    image = await request.app.pictures.draw(pictures.hand(scene))
    most = min(len(hand), view.bag_count)
    if most == 0:
        return Page((say("panel.no-exchange"),), image)
    options = tuple(
        Option(tile_label(scene, tile), str(slot), "", scene.emojis.find(tile), chosen=slot in chosen)
        for slot, tile in enumerate(hand)
    )
    select = purpose.control(scene, "exchange-tiles", mark_of(hand))
    rows: list[Row] = [(Select(select, say("panel.choose-tiles"), options, 1, most),)]
    texts = [notice, say("panel.exchange" if purpose is Purpose.PLAY else "panel.prepare-exchange")]
    if most < len(hand):
        texts.append(say("panel.exchange-most", count=most))
    if chosen:
        texts.append(say("panel.exchange-chosen", tiles=say_tiles(scene, (hand[slot] for slot in chosen))))
        confirm = purpose.control(scene, "exchange-confirm", mark_of(hand), "".join(map(str, chosen)))
        label = "control.exchange-confirm" if purpose is Purpose.PLAY else "control.prepare-exchange"
        rows.append((Button(say(label, count=len(chosen)), confirm, Style.GO),))
    return Page(tuple(text for text in texts if text), image, note=whose_time_left(scene), rows=tuple(rows))


def mark_of(hand: Iterable[Tile]) -> str:
    """Tells this hand from the one after the next draw, in the id of a control."""
    return f"{zlib.crc32(' '.join(hand).encode()):08x}"


def exchange_button(scene: Scene, purpose: Purpose = Purpose.PLAY) -> Button:
    """Opens the exchange; greyed where the rules have none now."""
    view: View = scene.view
    return Button(
        scene.words.say("control.exchange" if purpose is Purpose.PLAY else "control.exchange-instead"),
        purpose.control(scene, "exchange"),
        disabled=view.bag_count == 0 or view.phase is Phase.OPENING,
    )


def play_button(scene: Scene) -> Button:
    """Opens the panel in which a play is put together."""
    return Button(scene.words.say("control.play"), scene.control("qwirkle-play"), Style.MAIN)


# What is seen


async def remaining_page(request: Request, scene: Scene) -> Page:
    """What the viewer has not seen yet."""
    view: View = scene.view
    image = await request.app.pictures.draw(pictures.remaining(scene))
    unseen = sum(remaining(view).values())
    return Page((scene.words.say("panel.remaining", count=unseen, bag=view.bag_count),), image)


async def done_page(request: Request, happened: Happened) -> Page:
    """What one just did and drew, and the hand that one has now."""
    scene = await request.scene(happened)
    own = (logged.event for logged in happened.events_for(request.player) if logged.seat == scene.seat)
    texts = [_say_own(scene, event) for event in own if isinstance(event, Played | Exchanged)]
    if scene.match.status.open and scene.view.hand:
        return Page(tuple(texts), await request.app.pictures.draw(pictures.hand(scene)))
    return Page(tuple(texts))


def _say_own(scene: Scene, event: Played | Exchanged) -> str:
    say = scene.words.say
    if isinstance(event, Exchanged):
        given, drawn = say_tiles(scene, event.returned or ()), say_tiles(scene, event.drawn or ())
        return say("panel.exchanged", tiles=given, drawn=drawn)
    points = say("points", count=event.points + event.bonus)
    played = say("panel.played", play=say_play(scene, event.play), points=points)
    drawn = say_tiles(scene, event.drawn or ())
    return f"{played}\n{say('panel.drawn', tiles=drawn)}" if drawn else played
