"""The private pages of Qwirkle."""

from __future__ import annotations

from bot.games.qwirkle.moves import Move, moves
from bot.games.qwirkle.state import View
from cogs.qwirkle import pictures
from cogs.ui.page import Button, Option, Page, Row, Select, leaf
from cogs.ui.request import Request
from cogs.ui.scene import Scene


def moves_of(scene: Scene) -> list[Move]:
    """All legal plays of the viewer, the best first."""
    view: View = scene.view
    found = moves(dict(view.board), view.hand or (), view.opening_size)
    return sorted(found, key=lambda move: (-move.points, move.play))


async def play_page(request: Request, scene: Scene, number: int) -> Page:
    """The hand, and the plays that it allows, the best first."""
    found = moves_of(scene)
    say = scene.words.say
    image = await request.app.pictures.draw(pictures.hand(scene))
    if not found:
        return Page((say("panel.no-play"),), image)
    shown = leaf(found, number)
    options = tuple(
        Option(_say_move(scene, move), str(shown.page * 25 + place), say("points", count=move.points))
        for place, move in enumerate(shown.items)
    )
    rows: list[Row] = [(Select(scene.control("qwirkle-play-chosen"), say("panel.choose-play"), options),)]
    if shown.pages > 1:
        rows.append(
            (
                Button("◀", scene.control("qwirkle-play-page", max(shown.page - 1, 0)), disabled=shown.page == 0),
                Button("▶", scene.control("qwirkle-play-page", shown.page + 1), disabled=shown.page + 1 == shown.pages),
            )
        )
    return Page((say("panel.play"),), image, rows=tuple(rows))


def _say_move(scene: Scene, move: Move) -> str:
    labels = scene.view.labels
    return " ".join(f"{tile}@{labels.name(cell)}" for cell, tile in move.play)


async def exchange_page(request: Request, scene: Scene) -> Page:
    """The hand, of which as many tiles are chosen as one likes to give."""
    view: View = scene.view
    hand = view.hand or ()
    say = scene.words.say
    image = await request.app.pictures.draw(pictures.hand(scene))
    options = tuple(
        Option(say(tile.text_key), str(place), emoji=scene.emojis.find(tile)) for place, tile in enumerate(hand)
    )
    most = min(len(hand), view.bag_count)
    if most == 0:
        return Page((say("panel.no-exchange"),), image)
    select = Select(scene.control("qwirkle-exchange-chosen"), say("panel.choose-tiles"), options, 1, most)
    return Page((say("panel.exchange"),), image, rows=((select,),))


async def hand_page(request: Request, scene: Scene) -> Page:
    """The viewer's tiles."""
    image = await request.app.pictures.draw(pictures.hand(scene))
    return Page((scene.words.say("panel.hand"),), image)


async def remaining_page(request: Request, scene: Scene) -> Page:
    """What the viewer has not seen yet."""
    image = await request.app.pictures.draw(pictures.remaining(scene))
    return Page((scene.words.say("panel.remaining"),), image)


def done_page(request: Request) -> Page:
    return Page((request.words("qwirkle").say("panel.done"),))
