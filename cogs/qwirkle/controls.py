"""What is pressed in a match of Qwirkle: the buttons on its message, and the doors of the private panels."""

from __future__ import annotations

from bot.core.errors import MatchError
from bot.games.qwirkle.state import Exchange
from cogs.qwirkle import panels
from cogs.qwirkle.drafting import (
    STEPS,
    Exchanging,
    at_table,
    choose_exchange,
    confirm_exchange,
    drafting_of,
    on_draft,
    on_hand,
)
from cogs.qwirkle.panels import Step
from cogs.qwirkle.prepared import (
    can_prepare,
    doubt,
    hand_page,
    prepare_button,
    prepared_of,
    prepared_page,
    void_line,
    void_page,
    word_buttons,
)
from cogs.qwirkle.purpose import Purpose
from cogs.ui.control import About, Controls
from cogs.ui.page import Button, Page, Row
from cogs.ui.request import Press, Request
from cogs.ui.scene import Scene
from cogs.ui.seats import require_seat


def rows(scene: Scene) -> tuple[Row, ...]:
    """The buttons on the match's message."""
    say = scene.words.say
    play = (
        panels.play_button(scene),
        panels.exchange_button(scene),
        Button(say("control.hand"), scene.of_match("qwirkle-hand")),
        Button(say("control.remaining"), scene.of_match("qwirkle-remaining")),
    )
    ahead = (*((prepare_button(scene),) if can_prepare(scene) else ()), *word_buttons(scene))
    return (play, ahead) if ahead else (play,)


def register(controls: Controls) -> None:
    """Let the verbs of Qwirkle be answered here."""
    controls.add("qwirkle-play", open_play, door=True)
    controls.add("qwirkle-exchange", open_exchange, door=True)
    controls.add("qwirkle-prepare", open_prepare, About.MATCH)
    controls.add(Purpose.PREPARE.verb("exchange"), open_prepare_exchange, About.MATCH)
    controls.add(Purpose.PREPARE.verb("change"), change_prepared, About.MATCH)
    controls.add(Purpose.PREPARE.verb("drop"), drop_prepared, About.MATCH)
    controls.add("qwirkle-word", open_word, About.MATCH)
    controls.add("qwirkle-hand", open_hand, About.MATCH)
    controls.add("qwirkle-remaining", open_remaining, About.MATCH)
    for purpose in Purpose:
        for step, handler in STEPS.items():
            controls.add(purpose.verb(step), on_draft(handler, purpose), purpose.about)
        controls.add(purpose.verb("exchange-tiles"), on_hand(choose_exchange, purpose), purpose.about)
        controls.add(purpose.verb("exchange-confirm"), on_hand(confirm_exchange, purpose), purpose.about)


# In one's turn


async def open_play(press: Press) -> None:
    """Begin a play, or go on with the one that was begun."""
    drafting = await drafting_of(press, Purpose.PLAY)
    step = Step(notice=void_line(press, drafting.scene))
    await press.open(await panels.play_page(press, drafting.scene, drafting.choices, step))


async def open_exchange(press: Press) -> None:
    scene, _ = await at_table(press, Purpose.PLAY)
    notice = void_line(press, scene)
    await press.open(await panels.exchange_page(press, scene, Purpose.PLAY, notice=notice))


# What is prepared


async def open_prepare(press: Press) -> None:
    """What is prepared; where nothing is, a play is begun. Who can play at once, does."""
    drafting = await drafting_of(press, Purpose.PREPARE)
    prepared = prepared_of(drafting.scene)
    if prepared is not None:
        await press.open(await prepared_page(press, drafting.scene, prepared))
        return
    comes = drafting.purpose is Purpose.PLAY
    notice = drafting.scene.words.say("panel.turn-has-come") if comes else ""
    step = Step(notice=notice, purpose=drafting.purpose)
    await press.open(await panels.play_page(press, drafting.scene, drafting.choices, step))


async def open_prepare_exchange(press: Press) -> None:
    """An exchange instead of a play."""
    scene, seat = await at_table(press, Purpose.PREPARE)
    await Exchanging(press, scene, seat, Purpose.of(scene, seat)).turn_to()


async def change_prepared(press: Press) -> None:
    """Go on from what is prepared; it stays so until something else is."""
    drafting = await drafting_of(press, Purpose.PREPARE)
    prepared = prepared_of(drafting.scene)
    if isinstance(prepared, Exchange):
        await Exchanging(press, drafting.scene, drafting.seat, drafting.purpose).turn_to()
    elif drafting.purpose is Purpose.PLAY:
        await drafting.keep(drafting.choices.laid, drafting.scene.words.say("panel.turn-has-come"))
    elif prepared is not None:
        await drafting.keep(prepared.play, doubt(press, drafting.scene, prepared))
    else:
        await drafting.turn_to()


async def drop_prepared(press: Press) -> None:
    """Prepare nothing after all. MatchError "nothing-prepared"."""
    happened = await press.app.service.unprepare(press.actor(), press.match)
    scene = await press.scene(happened)
    rows = ((prepare_button(scene),),) if can_prepare(scene) else ()
    await press.turn_to(Page((scene.words.say("panel.prepared-dropped"),), rows=rows))


async def open_word(press: Press) -> None:
    """The word to whoever prepared what could not be played. MatchError "no-word" for all others."""
    scene = await press.scene(await press.look())
    void = scene.now.void_of(press.player)
    if void is None:
        raise MatchError("no-word")
    await press.open(await void_page(press, scene, void))


# Looking


async def open_hand(press: Press) -> None:
    await show_hand(press)


async def show_hand(request: Request) -> None:
    scene = await request.scene(await request.look())
    require_seat(scene)
    await request.open(await hand_page(request, scene))


async def open_remaining(press: Press) -> None:
    scene = await press.scene(await press.look())
    if scene.view is None:
        raise MatchError("not-started")
    await press.open(await panels.remaining_page(press, scene))
