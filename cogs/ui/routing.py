"""From a press or a command to its handler, and from an error to its answer."""

from __future__ import annotations

import re

import discord

from bot.core.errors import MatchError
from bot.core.measures import COMMANDS, PRESSES
from bot.core.seats import Moment
from cogs.errors import answer_error
from cogs.ui.app import App
from cogs.ui.control import OURS, About, Verb
from cogs.ui.request import Press, Request

PUBLIC = "public"
"""The extra of a command whose answer everybody sees. What went wrong its asker alone is told."""

_REQUEST = "request"
_NUMBER = re.compile(r"[0-9]{1,18}")


async def answer_press(app: App, interaction: discord.Interaction, custom_id: str) -> None:
    """Answer a control that was pressed, whatever its id and whatever goes wrong."""
    app.at_work()
    verb, arguments = _read(app, custom_id)
    PRESSES.labels(custom_id.split(":")[1] if verb else "unknown").inc()
    press = Press(app, interaction, arguments)
    await press.begin()
    try:
        await _hand_over(press, verb)
    except Exception as error:
        await answer_error(press, error)


def _read(app: App, custom_id: str) -> tuple[Verb | None, tuple[str, ...]]:
    if not OURS.fullmatch(custom_id):
        return None, ()
    _, name, *arguments = custom_id.split(":")
    return app.controls.find(name), tuple(arguments)


async def _hand_over(press: Press, verb: Verb | None) -> None:
    if verb is None or not _take_subject(press, verb.about):
        raise MatchError("unknown-control")
    if verb.about is not About.NOTHING:
        await press.fits(verb.feature)
    if verb.about is About.TURN:
        await press.be_in_time(door=verb.door)
    await verb.handler(press)


def _take_subject(press: Press, about: About) -> bool:
    """Read what the control is about; False where its id does not say it."""
    subject, press.arguments = press.arguments[: about.value], press.arguments[about.value :]
    numbers = subject[:2]
    if len(subject) < about.value or not all(_NUMBER.fullmatch(number) for number in numbers):
        return False
    if about is not About.NOTHING:
        press.about = int(subject[0])
        press.app.presenter.practice.saw(press.about, press.interaction)
    if about is About.TURN:
        press.meant = Moment(int(subject[1]), subject[2])
    return True


async def begin_command(app: App, interaction: discord.Interaction) -> None:
    """Acknowledge a command before it runs; what it is asked with is found by :func:`request_of`."""
    app.at_work()
    request = Request(app, interaction)
    COMMANDS.labels(interaction.command.qualified_name if interaction.command else "unknown").inc()
    interaction.extras[_REQUEST] = request
    command = interaction.command
    await request.begin(public=command is not None and bool(command.extras.get(PUBLIC)))


def request_of(interaction: discord.Interaction) -> Request:
    """The request that a command answers."""
    request = interaction.extras[_REQUEST]
    assert isinstance(request, Request)
    return request
