"""The pages of what is prepared for one's next turn: a play or an exchange, one at most, seen by its owner alone."""

from __future__ import annotations

from bot.core.store import Status
from bot.games.qwirkle.state import Exchange, Phase, Play, View
from bot.games.qwirkle.views import fault
from cogs.qwirkle import pictures
from cogs.qwirkle.draft import find_choices
from cogs.qwirkle.panels import exchange_button, play_button
from cogs.qwirkle.purpose import Purpose
from cogs.qwirkle.telling import say_play, say_tiles
from cogs.ui.match_page import whose_time_left
from cogs.ui.page import Button, Image, Page, Row, Style
from cogs.ui.request import Request
from cogs.ui.scene import Scene

Action = Play | Exchange


def can_prepare(scene: Scene) -> bool:
    """Whether anybody can prepare anything: before the opening nothing is known, and computers do not wait."""
    view: View | None = scene.view
    people = sum(holder.player is not None for holder in scene.now.seated)
    running = scene.match.status is Status.LIVE and view is not None and view.phase is Phase.PLAY
    return running and people > 1


def prepare_button(scene: Scene) -> Button:
    """Opens the panel of what is prepared."""
    return Button(scene.words.say("control.prepare"), scene.of_match("qwirkle-prepare"))


def word_buttons(scene: Scene) -> tuple[Button, ...]:
    """On the match's message, for those whose prepared play has become impossible; nobody else is told what it says."""
    seats = sorted(seat for player in scene.now.to_be_told if (seat := scene.now.seat_of(player)) is not None)
    return tuple(
        Button(scene.words.say("control.word", name=scene.bare_name(seat)), scene.of_match("qwirkle-word", seat))
        for seat in seats
    )


async def hand_page(request: Request, scene: Scene) -> Page:
    """The viewer's tiles, and what is prepared; whose turn it is can go on from here."""
    hand = scene.view.hand or ()
    if not hand:
        return Page((scene.words.say("panel.no-hand"),))
    image = await request.app.pictures.draw(pictures.hand(scene))
    texts = [void_line(request, scene), scene.words.say("panel.hand"), say_tiles(scene, hand)]
    prepared = prepared_of(scene)
    if prepared is not None:
        texts += [
            scene.words.say("panel.prepared", what=say_action(scene, prepared)),
            doubt(request, scene, prepared),
        ]
    shown = tuple(text for text in texts if text)
    return Page(shown, image, note=whose_time_left(scene), rows=_ways_on(scene, prepared))


def _ways_on(scene: Scene, prepared: Action | None) -> tuple[Row, ...]:
    if scene.seat in scene.now.to_act:
        return ((play_button(scene), exchange_button(scene)),)
    if prepared is not None:
        return (_prepared_buttons(scene),)
    return ((prepare_button(scene),),) if can_prepare(scene) else ()


async def prepared_page(request: Request, scene: Scene, prepared: Action) -> Page:
    """What is prepared, on the board as it is now."""
    say = scene.words.say
    texts = (
        say("panel.prepared", what=say_action(scene, prepared)),
        doubt(request, scene, prepared),
        say("panel.prepared-note"),
    )
    image = await _picture(request, scene, prepared)
    shown = tuple(text for text in texts if text)
    return Page(shown, image, note=whose_time_left(scene), rows=(_prepared_buttons(scene),))


async def _picture(request: Request, scene: Scene, prepared: Action) -> Image | None:
    draw = request.app.pictures.draw
    if isinstance(prepared, Exchange):
        return await draw(pictures.hand(scene))
    error = fault(scene.view, prepared)
    if error is not None:
        return await draw(pictures.clash(scene, tuple(sorted(prepared.play)), error))
    return await draw(pictures.draft(scene, await find_choices(scene.view, prepared.play)))


def _prepared_buttons(scene: Scene) -> Row:
    say = scene.words.say
    return (
        Button(say("control.change"), Purpose.PREPARE.control(scene, "change")),
        Button(say("control.remove"), Purpose.PREPARE.control(scene, "drop"), Style.STOP),
    )


def doubt(request: Request, scene: Scene, prepared: Action) -> str:
    """Why it could not be played if the turn came now; empty where it could."""
    reason = _reason(request, scene, prepared)
    return scene.words.say("panel.prepared-doubt", reason=reason) if reason else ""


async def void_page(request: Request, scene: Scene, void: Action) -> Page:
    """Why what was prepared could not be played: what is wrong with a play is red in the picture."""
    return Page(
        (void_line(request, scene),),
        await _picture(request, scene, void),
        note=whose_time_left(scene),
        rows=((play_button(scene), exchange_button(scene)),),
    )


def void_line(request: Request, scene: Scene) -> str:
    """The word to whoever prepared what the turn has made impossible; empty for all others."""
    void = None if scene.viewer is None else scene.now.void_of(scene.viewer)
    if void is None:
        return ""
    reason = _reason(request, scene, void)
    return scene.words.say("panel.void", what=say_action(scene, void), reason=reason)


def _reason(request: Request, scene: Scene, action: Action) -> str:
    """What the rules say against it now; empty where they say nothing."""
    error = fault(scene.view, action)
    return "" if error is None else scene.words.explain(error, request.app.games[scene.match.game].namer(scene))


def prepared_of(scene: Scene) -> Action | None:
    """What the viewer has prepared."""
    prepared: Action | None = None if scene.viewer is None else scene.now.prepared_by(scene.viewer)
    return prepared


def say_action(scene: Scene, action: Action) -> str:
    """A play, or the tiles of an exchange."""
    if isinstance(action, Play):
        return say_play(scene, sorted(action.play))
    return scene.words.say("exchange", tiles=say_tiles(scene, action.tiles))
