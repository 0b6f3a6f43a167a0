"""Choosing one's time zone: by region and city, page by page, or by what is typed."""

from __future__ import annotations

import asyncio

import discord
from discord import app_commands

from bot.core.errors import MatchError
from bot.core.preferences import Personal
from cogs.personal import NONE, in_zone, keep, say_zone
from cogs.ui.control import Handler, control_id
from cogs.ui.language import language_for
from cogs.ui.page import MOST_OPTIONS, Button, Option, Page, Row, Select
from cogs.ui.paging import leaf, turners
from cogs.ui.request import Press, Request
from cogs.ui.zones import Zone, by_region, region_of, say_offset, suggest, zones_of


async def open_zones(press: Press) -> None:
    """The region of the zone that is chosen, else all regions."""
    personal = await press.app.preferences.personal(press.player)
    region = region_of(personal.zone)
    await press.turn_to(await _zone_page(press, personal, region, await _page_of(press, region, personal.zone)))


async def choose_region(press: Press) -> None:
    """Its zones are offered; or there is to be no zone at all."""
    personal = await press.app.preferences.personal(press.player)
    if press.value == NONE:
        await keep(press, personal, in_zone(personal, None))
    else:
        await press.turn_to(await _zone_page(press, personal, _region(press.value), 0))


async def turn_zones(press: Press) -> None:
    """Another page of a region."""
    region = _region(next(iter(press.arguments), ""))
    personal = await press.app.preferences.personal(press.player)
    await press.turn_to(await _zone_page(press, personal, region, press.number(2)))


async def choose_zone(press: Press) -> None:
    """MatchError "unknown-control" for a zone that is on no list."""
    if press.value not in by_region()[_region(press.value.partition("/")[0])]:
        raise MatchError("unknown-control")
    personal = await press.app.preferences.personal(press.player)
    await keep(press, personal, in_zone(personal, press.value))


def _region(name: str) -> str:
    if name not in by_region():
        raise MatchError("unknown-control")
    return name


async def _zones(request: Request, region: str) -> tuple[Zone, ...]:
    """Off the event loop: the names of the cities are looked up in the language at the first time."""
    return await asyncio.to_thread(zones_of, region, request.language)


async def _page_of(request: Request, region: str | None, zone: str | None) -> int:
    """The page of the region on which the zone is."""
    names = [] if region is None else [each.name for each in await _zones(request, region)]
    return names.index(zone) // MOST_OPTIONS if zone in names else 0


async def _zone_page(request: Request, personal: Personal, region: str | None, page: int) -> Page:
    say = request.words().say
    none = Option(say("personal.forget-zone"), NONE, chosen=personal.zone is None)
    regions = tuple(Option(say(f"region.{each}"), each, chosen=each == region) for each in by_region())
    rows: list[Row] = [(Select(control_id("personal-region"), say("personal.region"), (none, *regions)),)]
    if region is not None:
        rows += await _zone_rows(request, personal, region, page)
    rows.append((Button(say("personal.back"), control_id("personal-back")),))
    return Page((f"## {say('personal.zone-title')}", say_zone(request, personal)), rows=tuple(rows))


async def _zone_rows(request: Request, personal: Personal, region: str, page: int) -> list[Row]:
    words, now = request.words(), request.app.clock.now()
    shown = leaf(await _zones(request, region), page)
    options = tuple(
        Option(zone.label, zone.name, say_offset(zone.name, now), chosen=zone.name == personal.zone)
        for zone in shown.items
    )
    placeholder = words.say("personal.zones", first=shown.items[0].city, last=shown.items[-1].city)
    turning = turners(words, shown.page, shown.pages, lambda way, to: control_id("personal-zones", region, way, to))
    return [(Select(control_id("personal-zone-chosen"), placeholder, options),), *turning]


async def offer_zones(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The zones that go with what was typed, in the language of the one who types."""
    language = language_for(None, str(interaction.locale))
    found = await asyncio.to_thread(suggest, typed, language)
    return [app_commands.Choice(name=zone.label, value=zone.name) for zone in found[:MOST_OPTIONS]]


CONTROLS: tuple[tuple[str, Handler], ...] = (
    ("personal-zone", open_zones),
    ("personal-region", choose_region),
    ("personal-zones", turn_zones),
    ("personal-zone-chosen", choose_zone),
)
