"""The same people once more: a lobby like the one that a finished match came from."""

from __future__ import annotations

from collections.abc import Iterator

import discord

from bot.core.errors import MatchError
from bot.core.happened import Happened
from bot.core.lobby import Place, Terms
from bot.core.privacy import is_former
from bot.core.store import Holder, Match, Status
from cogs.ui import links
from cogs.ui.app import GameBot
from cogs.ui.control import About
from cogs.ui.page import Page
from cogs.ui.permissions import has_threads, missing
from cogs.ui.request import Press
from cogs.ui.scene import Scene

Room = discord.abc.GuildChannel | discord.Thread


async def rematch(press: Press) -> None:
    """Open the lobby, in the channel of the one before; whoever presses later is led to it.

    MatchError "not-seated" for those who did not play, "missing-permissions", "channel-gone", "channel-busy".
    """
    before = await press.look()
    scene = await press.scene(before)
    if before.match.status.open or before.match.guild is None:
        raise MatchError("unknown-control")
    if all(holder.player != press.player for holder in before.holders):
        raise MatchError("not-seated")
    there = await _open_one(press, before.match.id)
    if there is not None:
        await press.open(_way_to(press, there, "rematch.there"))
        return
    room = _room(press, before.match)
    try:
        opened = await _opened(press, scene, room)
    except MatchError as error:
        if error.code != "channel-busy" or (there := await _in_channel(press, room.id, before.match)) is None:
            raise
        await press.open(_way_to(press, there, "rematch.there"))
    else:
        await press.open(_way_to(press, opened, "lobby.opened"))


def _name(match_id: int) -> str:
    """Of the note that says which match is the rematch of another."""
    return f"rematch of {match_id}"


async def _open_one(press: Press, match_id: int) -> Match | None:
    """The rematch that there is, unless its lobby was closed before it began."""
    noted = await press.app.preferences.note(_name(match_id))
    if noted is None:
        return None
    await press.app.service.time_out(int(noted))  # of a lobby whose day is over
    match = (await press.app.service.look(int(noted))).match
    return None if match.status is Status.CANCELLED else match


async def _opened(press: Press, scene: Scene, room: Room) -> Match:
    """A new lobby. Of two who press at once the channel lets one open it: MatchError "channel-busy"."""
    match = scene.match
    terms = Terms(
        options=scene.options,
        turn_time=match.turn_time,
        when_late=match.when_late,
        rated=match.rated,
        invited=tuple(_others(press.player, scene.now)),
        thread=_gets_thread(scene.now, room),
    )
    place = Place(room.guild.id, room.id)
    opened = await press.app.service.open(press.actor(), match.game, terms, place, _computers(press.player, scene.now))
    await press.app.preferences.take_note(_name(match.id), str(opened.match.id))
    return opened.match


async def _in_channel(press: Press, channel: int, before: Match) -> Match | None:
    """The lobby of the channel, where it is one of the same game: somebody was quicker."""
    match_id = await press.app.service.in_channel(channel)
    if match_id is None:
        return None
    match = (await press.app.service.look(match_id)).match
    return match if match.status is Status.LOBBY and match.game == before.game else None


def _room(press: Press, match: Match) -> Room:
    """The channel where the lobby of the match was. MatchError "channel-gone", "missing-permissions"."""
    guild, wanted, here = press.interaction.guild, match.card_channel or match.channel, press.interaction.channel
    room = None if guild is None or wanted is None else guild.get_channel_or_thread(wanted)
    if room is None and isinstance(here, discord.Thread) and here.id == wanted:
        room = here  # Discord forgets threads that are archived
    if room is None:
        raise MatchError("channel-gone")
    lacking = missing(room.permissions_for(room.guild.me), room, thread=False)
    if lacking:
        raise MatchError("missing-permissions", permissions=lacking)
    return room


def _gets_thread(before: Happened, room: Room) -> bool:
    """Whether the rematch gets a thread as the match did, where that is still possible."""
    granted = room.permissions_for(room.guild.me)
    return before.opened.thread and has_threads(room) and not missing(granted, room, thread=True)


def _others(player: int, before: Happened) -> Iterator[int]:
    """Whom to invite: the people who began the match, but for a seat that the one who asks took over."""
    own = {holder.seat for holder in before.holders if holder.player == player}
    for holder in _starters(before):
        if holder.player is not None and holder.seat not in own and not is_former(holder.player):
            yield holder.player


def _computers(player: int, before: Happened) -> list[str]:
    """The computers that began the match, but for one whose seat the one who asks took over."""
    own = {holder.seat for holder in before.holders if holder.player == player}
    return [holder.level for holder in _starters(before) if holder.level is not None and holder.seat not in own]


def _starters(before: Happened) -> list[Holder]:
    return [holder for holder in before.holders if holder.nth == 0]


def _way_to(press: Press, match: Match, key: str) -> Page:
    words = press.words(match.game)
    return Page((words.say(key, number=match.id),), rows=links.row_to(match, words))


async def setup(bot: GameBot) -> None:
    bot.app.controls.add("match-rematch", rematch, About.MATCH)
