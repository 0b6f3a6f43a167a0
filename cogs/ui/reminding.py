"""The message that reminds people of a match, and that it goes when they have acted."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING
from zlib import crc32

from bot.core.seats import Moment
from bot.core.store import Match, Status
from bot.games.base import Seat
from cogs.ui import links
from cogs.ui.page import Page
from cogs.ui.posting import RefusedError, RoomGoneError
from cogs.ui.scene import Scene
from cogs.ui.times import relative

if TYPE_CHECKING:
    from cogs.ui.app import App

log = logging.getLogger(__name__)


async def remind(app: App, scene: Scene, people: frozenset[int]) -> None:
    """Remind those of the people who are still awaited, in an answer to the live message."""
    match, now = scene.match, scene.now
    seats = [holder.seat for holder in now.seated if holder.player in people and holder.seat in now.to_act]
    if not seats or match.deadline is None or match.channel is None:
        return
    try:
        page = reminder_page(scene, seats)
        message = await app.posting.send(match.channel, page, _nonce(match, people), reply_to=match.posted_message)
    except RefusedError as error:
        log.info("match %d turn %d: nobody was reminded: %s", match.id, match.turn, error)
        if isinstance(error, RoomGoneError):
            app.service.show_again(match.id)  # which will find that it cannot be shown any more
        return
    await app.service.reminded(match.id, Moment(match.turn, match.phase), people, message)
    await take_away(app, match.id)  # where the match has moved on meanwhile


def reminder_page(scene: Scene, seats: list[Seat]) -> Page:
    """One line with who is awaited, where, and how long there is."""
    match, words = scene.match, scene.words
    assert match.deadline is not None, "without a deadline there is nothing to remind of"
    line = words.say(
        "match.reminder",
        people=[scene.mention(seat) for seat in seats],
        game=words.say("game.name"),
        number=match.id,
        when=relative(match.deadline),
    )
    people = {scene.holder(seat).player for seat in seats}
    return Page(
        (line,), rows=links.row_to(match, words), pings=frozenset(player for player in people if player is not None)
    )


async def take_away(app: App, match_id: int) -> None:
    """Take the reminders away of what is over."""
    reminders = await app.service.reminders(match_id)
    if not reminders:
        return
    match = (await app.service.look(match_id)).match
    now = Moment(match.turn, match.phase) if match.status is Status.LIVE else None
    for moment in {Moment(each.turn, each.phase) for each in reminders} - {now}:
        messages = {each.message for each in reminders if (each.turn, each.phase) == (moment.turn, moment.phase)}
        for message in messages - {None}:
            await _delete(app, match, message)
        await app.service.forget_reminders(match_id, moment)


async def _delete(app: App, match: Match, message: int | None) -> None:
    if match.channel is None or message is None:
        return
    try:
        await app.posting.delete(match.channel, message)
    except RefusedError as error:
        log.info("match %d turn %d: a reminder stays: %s", match.id, match.turn, error)


def _nonce(match: Match, people: frozenset[int]) -> str:
    """The same when the same people are reminded again of the same, in 25 characters."""
    return f"r{match.id}:{match.turn}{match.phase[:1]}{crc32(repr(sorted(people)).encode()):x}"
