"""What a person chooses for oneself: the language, the time zone, quiet hours, reminders, and a vacation."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from dataclasses import dataclass, replace

import discord
from discord import app_commands

from bot.core.errors import InputError, MatchError
from bot.core.preferences import Personal
from bot.core.vacation import away_since
from cogs.ui.control import Handler, control_id
from cogs.ui.language import language_for, words_of
from cogs.ui.languages import chosen_language, language_options
from cogs.ui.page import Button, Option, Page, Row, Select, Style
from cogs.ui.request import Press, Request
from cogs.ui.times import date, read_phrase
from cogs.ui.zones import clock_in, describe, read_zone, say_clock

NONE = "none"
ON, OFF = "on", "off"
HOUR = 60
DAY = 24 * HOUR
USUAL_NIGHT = (22 * HOUR, 7 * HOUR)
"""What the other end of quiet hours is, where only one was chosen yet."""
USUAL_NIGHTS = (USUAL_NIGHT, (21 * HOUR, 6 * HOUR), (23 * HOUR, 8 * HOUR), (0, 9 * HOUR))
"""What is offered to somebody who types."""

LONGEST_QUIET = 40
"""Characters of typed quiet hours."""

_TIME = re.compile(r"(\d{1,2})(?:[:.](\d{2}))?\s*(am|pm)?")


@dataclass(frozen=True, slots=True)
class Wishes:
    """What `/settings mine` was asked to change; None where nothing was said."""

    zone: str | None = None
    quiet: str | None = None
    reminders: bool | None = None
    vacation: bool | None = None


async def show_mine(request: Request, wishes: Wishes) -> None:
    """Change what was asked for, all of it or nothing, and show what is chosen."""
    chosen = await request.app.preferences.personal(request.player)
    changed = await _changed(request, chosen, wishes)
    if changed != chosen:
        await request.app.preferences.choose_personal(request.player, chosen, changed)
    note = request.words().say("settings.kept") if changed != chosen else ""
    if wishes.vacation is not None:
        note = await _set_vacation(request, wishes.vacation)
    await request.open(await _page(request, note))


async def _changed(request: Request, chosen: Personal, wishes: Wishes) -> Personal:
    if wishes.zone is not None:
        chosen = in_zone(chosen, await _read_zone(request, wishes.zone))
    if wishes.quiet is not None:
        chosen = _quiet(chosen, None if read_phrase(wishes.quiet, request.words(), NONE) else read_quiet(wishes.quiet))
    return chosen if wishes.reminders is None else replace(chosen, reminders=wishes.reminders)


async def _read_zone(request: Request, typed: str) -> str | None:
    """Off the event loop: the names of all zones are looked up in the language at the first time."""
    if read_phrase(typed, request.words(), NONE):
        return None
    return await asyncio.to_thread(read_zone, typed, request.language)


def in_zone(chosen: Personal, zone: str | None) -> Personal:
    """In another zone; without one there are no quiet hours."""
    return replace(chosen, zone=zone) if zone else replace(chosen, zone=None, quiet_from=None, quiet_to=None)


def _quiet(chosen: Personal, hours: tuple[int, int] | None) -> Personal:
    """With other quiet hours. MatchError "zone-first", "quiet-all-day"."""
    if hours is None:
        return replace(chosen, quiet_from=None, quiet_to=None)
    if chosen.zone is None:
        raise MatchError("zone-first")
    if hours[0] == hours[1]:
        raise MatchError("quiet-all-day")
    return replace(chosen, quiet_from=hours[0], quiet_to=hours[1])


def read_quiet(typed: str) -> tuple[int, int]:
    """Typed quiet hours, ``22-7``, ``22:30 to 6:45``, ``10 pm - 7 am``, in minutes after midnight.

    InputError "bad-quiet".
    """
    text = typed.casefold()[:LONGEST_QUIET]
    times = [_minutes(*found.groups()) for found in _TIME.finditer(text)]
    digits = sum(sign.isdigit() for sign in _TIME.sub("", text))
    if len(times) != 2 or digits or None in times:
        raise InputError("bad-quiet", typed=text)
    begin, end = times
    assert begin is not None, "none is missing"
    assert end is not None, "none is missing"
    return begin, end


def _minutes(hour: str, minute: str | None, half: str | None) -> int | None:
    hours, minutes = int(hour), int(minute or 0)
    if half is not None:
        if not 1 <= hours <= 12:
            return None
        hours = hours % 12 + (12 if half == "pm" else 0)
    return HOUR * (hours % 24) + minutes if hours <= 24 and minutes < HOUR else None


async def offer_quiet(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """What was typed, as it is understood; else the usual nights, and none."""
    words = words_of(language_for(None, str(interaction.locale)))
    try:
        nights: tuple[tuple[int, int], ...] = (read_quiet(typed),)
    except InputError:  # half of it is typed on the way to all
        nights = USUAL_NIGHTS
    named = [f"{say_clock(begin)} – {say_clock(end)}" for begin, end in nights]
    choices = [app_commands.Choice(name=name, value=name) for name in named]
    return [*choices, app_commands.Choice(name=words.say("personal.never-quiet"), value=NONE)]


# The page


async def _page(request: Request, note: str = "") -> Page:
    words, say = request.words(), request.words().say
    personal = await request.app.preferences.personal(request.player)
    since = away_since(personal, request.app.clock.now())
    language = await request.app.preferences.language_of(request.player)
    texts = (
        f"## {say('personal.title')}",
        "\n".join(
            (
                say_zone(request, personal),
                _say_quiet(request, personal),
                say(f"personal.reminders.{ON if personal.reminders else OFF}"),
                say("personal.vacation.off") if since is None else say("personal.vacation.on", since=date(since)),
            )
        ),
    )
    languages = language_options(say("choice.as-discord"), language)
    named = tuple(replace(each, label=say("settings.language.is", language=each.label)) for each in languages)
    rows: tuple[Row, ...] = (
        (Select(control_id("personal-language"), say("language.choose"), named),),
        *(_quiet_rows(request, personal) if personal.zone else ()),
        _switches(request, personal, away=since is not None),
    )
    return Page(texts, note=note or words.say("personal.note"), rows=rows)


def say_zone(request: Request, personal: Personal) -> str:
    """The zone, and what a clock shows there."""
    say, now = request.words().say, request.app.clock.now()
    if personal.zone is None:
        return say("personal.no-zone")
    zone = describe(personal.zone, request.language)
    return say("personal.zone", zone=zone.label, clock=clock_in(personal.zone, now))


def _say_quiet(request: Request, personal: Personal) -> str:
    say = request.words().say
    if personal.quiet_from is None or personal.quiet_to is None:
        return say("personal.no-quiet")
    begin, end = say_clock(personal.quiet_from), say_clock(personal.quiet_to)
    return say("personal.quiet", begin=begin, end=end)


def _quiet_rows(request: Request, personal: Personal) -> tuple[Row, ...]:
    """When it begins, or never; and when it ends."""
    say = request.words().say
    none = Option(say("personal.never-quiet"), NONE, chosen=personal.quiet_from is None)
    begin = (none, *_hours(lambda time: say("personal.quiet-from", time=time), personal.quiet_from))
    rows: list[Row] = [(Select(control_id("personal-quiet-from"), say("personal.quiet-begins"), begin),)]
    if personal.quiet_from is not None:
        end = _hours(lambda time: say("personal.quiet-to", time=time), personal.quiet_to)
        rows.append((Select(control_id("personal-quiet-to"), say("personal.quiet-ends"), end),))
    return tuple(rows)


def _hours(label: Callable[[str], str], chosen: int | None) -> tuple[Option, ...]:
    return tuple(
        Option(label(say_clock(minutes)), str(minutes), chosen=minutes == chosen) for minutes in range(0, DAY, HOUR)
    )


def _switches(request: Request, personal: Personal, *, away: bool) -> Row:
    """The zone's own page, and what is on or off: each button says what it does, also on an old page."""
    say = request.words().say
    reminders = OFF if personal.reminders else ON
    vacation = OFF if away else ON
    return (
        Button(say("personal.choose-zone"), control_id("personal-zone")),
        Button(say(f"personal.turn-reminders-{reminders}"), control_id("personal-reminders", reminders)),
        Button(
            say(f"personal.turn-vacation-{vacation}"),
            control_id("personal-vacation", vacation),
            Style.GO if away else Style.PLAIN,
        ),
    )


async def open_mine(press: Press) -> None:
    await press.open(await _page(press))


async def choose_own_language(press: Press) -> None:
    """Keep the language in which this person is answered; the answer to this is in it already."""
    language = chosen_language(press)
    await press.app.preferences.choose_language(press.player, language)
    press.language = language_for(language, str(press.interaction.locale))
    await _kept(press)


async def choose_quiet_from(press: Press) -> None:
    """When quiet hours begin, or that there are none."""
    chosen = await press.app.preferences.personal(press.player)
    if press.value == NONE:
        await keep(press, chosen, _quiet(chosen, None))
    else:
        end = USUAL_NIGHT[1] if chosen.quiet_to is None else chosen.quiet_to
        await keep(press, chosen, _quiet(chosen, (_hour(press), end)))


async def choose_quiet_to(press: Press) -> None:
    """When they end."""
    chosen = await press.app.preferences.personal(press.player)
    begin = USUAL_NIGHT[0] if chosen.quiet_from is None else chosen.quiet_from
    await keep(press, chosen, _quiet(chosen, (begin, _hour(press))))


def _hour(press: Press) -> int:
    """MatchError "unknown-control"."""
    if press.value not in map(str, range(0, DAY, HOUR)):
        raise MatchError("unknown-control")
    return int(press.value)


async def turn_reminders(press: Press) -> None:
    chosen = await press.app.preferences.personal(press.player)
    await keep(press, chosen, replace(chosen, reminders=_switch(press)))


async def turn_vacation(press: Press) -> None:
    await press.turn_to(await _page(press, await _set_vacation(press, _switch(press))))


def _switch(press: Press) -> bool:
    """What the control turns on or off. MatchError "unknown-control"."""
    if press.arguments not in ((ON,), (OFF,)):
        raise MatchError("unknown-control")
    return press.arguments == (ON,)


async def _set_vacation(request: Request, on: bool) -> str:
    """Go on vacation, or come back; what is said of it."""
    service, say = request.app.service, request.words().say
    if not on:
        await service.come_back(request.actor())
        return say("personal.is-back")
    asked = await service.go_away(request.actor())
    return say("personal.is-away", count=len(asked)) if asked else say("personal.is-away-nowhere")


async def keep(press: Press, before: Personal, after: Personal) -> None:
    """Keep what was chosen just now, and show all that is."""
    await press.app.preferences.choose_personal(press.player, before, after)
    await _kept(press)


async def _kept(press: Press) -> None:
    await press.turn_to(await _page(press, press.words().say("settings.kept")))


async def turn_back(press: Press) -> None:
    """From the zones to all settings."""
    await press.turn_to(await _page(press))


CONTROLS: tuple[tuple[str, Handler], ...] = (
    ("personal", open_mine),
    ("personal-language", choose_own_language),
    ("personal-quiet-from", choose_quiet_from),
    ("personal-quiet-to", choose_quiet_to),
    ("personal-reminders", turn_reminders),
    ("personal-vacation", turn_vacation),
    ("personal-back", turn_back),
)
"""All of them are about nothing but the person who uses them."""
