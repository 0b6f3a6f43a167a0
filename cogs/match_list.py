"""All matches of one person, on all servers: those that wait for that person first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import IntEnum

from bot.core.store import Match, Status
from bot.games.registry import GAMES
from cogs.ui import links
from cogs.ui.control import control_id
from cogs.ui.match_page import time_left
from cogs.ui.names import safe
from cogs.ui.page import Page
from cogs.ui.paging import leaf, say_page, turners
from cogs.ui.request import Press, Request
from cogs.ui.scene import Scene
from cogs.ui.times import relative
from cogs.ui.waiting import waits_for

MATCHES_A_PAGE = 6


class Group(IntEnum):
    """The kinds of matches, in the order in which they are listed."""

    MINE = 0  # waits for this person
    OTHERS = 1
    LOBBY = 2
    PRACTICE = 3
    DAMAGED = 4  # its log cannot be read


@dataclass(frozen=True, slots=True)
class Listed:
    """A match in the list."""

    group: Group
    match: Match

    @property
    def urgency(self) -> tuple[Group, datetime, int]:
        """The smaller, the sooner it is listed."""
        return self.group, self.match.deadline or datetime.max.replace(tzinfo=UTC), self.match.id


async def show_mine(request: Request) -> None:
    """All matches and lobbies in which whoever asks sits."""
    await request.open(await _mine_page(request, 0))


async def open_mine(press: Press) -> None:
    await show_mine(press)


async def turn_mine(press: Press) -> None:
    """Another page: of the matches of whoever presses."""
    await press.turn_to(await _mine_page(press, press.number(1)))


async def _mine_page(request: Request, page: int) -> Page:
    say = request.words().say
    listed = await _listed(request)
    if not listed:
        return Page((say("mine.none"),))
    shown = leaf(listed, page, MATCHES_A_PAGE)
    return Page(
        (f"## {say('mine.title', count=len(listed))}", *await _paragraphs(request, shown.items)),
        note=say_page(request.words(), shown.page, shown.pages),
        rows=turners(request.words(), shown.page, shown.pages, lambda way, to: control_id("match-mine-page", way, to)),
    )


async def _listed(request: Request) -> list[Listed]:
    mine = await request.app.service.of_player(request.player)
    return sorted([Listed(await _group(request, match), match) for match in mine], key=lambda each: each.urgency)


async def _group(request: Request, match: Match) -> Group:
    if match.status is Status.LOBBY:
        return Group.LOBBY
    if match.channel is None:
        return Group.PRACTICE
    waits = await waits_for(request, match)
    if waits is None:
        return Group.DAMAGED
    return Group.MINE if waits else Group.OTHERS


async def _paragraphs(request: Request, shown: Sequence[Listed]) -> list[str]:
    """Each match, with a heading before the first of its group."""
    paragraphs: list[str] = []
    group = None
    for each in shown:
        entry = await _entry(request, each)
        heading = f"**{request.words().say(f'mine.{each.group.name.lower()}')}**\n"
        paragraphs.append(entry if each.group is group else heading + entry)
        group = each.group
    return paragraphs


async def _entry(request: Request, each: Listed) -> str:
    """Which match, what it waits for and how long; with whom and where, in small print."""
    words = request.words(each.match.game)
    name = words.say("mine.match", game=words.say("game.name"), number=each.match.id)
    address = links.live(each.match)
    title = name if address is None else f"[{name}]({address})"
    if each.group is Group.DAMAGED:
        return f"{title}: {words.say('error.log-damaged')}"
    scene = await request.scene(await request.app.service.look(each.match.id))
    state = " ".join(part for part in _state(scene, each.group) if part)
    details = " · ".join(part for part in (_company(scene), _server(request, each.match)) if part)
    return f"{title}: {state}" + (f"\n-# {details}" if details else "")


def _state(scene: Scene, group: Group) -> tuple[str, str]:
    """What it waits for, and how long."""
    words, deadline = scene.words, scene.match.deadline
    if group is Group.LOBBY:
        seats = GAMES[scene.match.game].seats.stop - 1
        closes = "" if deadline is None else words.say("lobby.expires", when=relative(deadline))
        return words.say("mine.seats", taken=len(scene.seats), seats=seats), closes
    return _waits(scene), time_left(scene)


def _waits(scene: Scene) -> str:
    if scene.seat in scene.now.to_act:
        return scene.words.say("mine.you")
    return scene.words.say("mine.waits", people=[scene.name(seat) for seat in sorted(scene.now.to_act)])


def _company(scene: Scene) -> str:
    others = [scene.name(holder.seat) for holder in scene.now.seated if holder.seat != scene.seat]
    return scene.words.say("mine.with", people=others) if others else ""


def _server(request: Request, match: Match) -> str:
    """The server's name; nothing for practice, and where the bot is no longer there."""
    guild = None if match.guild is None else request.interaction.client.get_guild(match.guild)
    return "" if guild is None else safe(guild.name)
