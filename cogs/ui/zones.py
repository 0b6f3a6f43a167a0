"""Time zones as people find them: by region and city, in the reader's language, or by what they type.

The list is that of the tzdata package, with one zone for each part of a country that keeps a time of its own; other
names of the IANA database are understood when they are typed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from importlib.resources import files
from zoneinfo import ZoneInfo, available_timezones

from babel import Locale
from babel.dates import get_timezone_location

from bot.core.errors import InputError
from bot.core.reminders import zone_called

UTC = "UTC"
LONGEST_TYPED = 60


@dataclass(frozen=True, slots=True)
class Zone:
    """A zone as a language has it."""

    name: str
    """In the IANA database."""
    city: str
    country: str

    @property
    def label(self) -> str:
        return self.city if self.country in ("", self.city) else f"{self.city}, {self.country}"


@cache
def by_region() -> Mapping[str, Mapping[str, str]]:
    """The names of all zones, each with its country's code, by the part of the world that they begin with."""
    found: dict[str, dict[str, str]] = {}
    table = files("tzdata.zoneinfo").joinpath("zone.tab").read_text(encoding="utf-8")
    for line in table.splitlines():
        if line and not line.startswith("#"):
            country, _, name, *_ = line.split("\t")
            found.setdefault(name.partition("/")[0], {})[name] = country
    return {region: found[region] for region in sorted(found)}


def region_of(name: str | None) -> str | None:
    """The region in whose list the zone is."""
    region = (name or "").partition("/")[0]
    return region if region in by_region() else None


@cache
def zones_of(region: str, language: str) -> tuple[Zone, ...]:
    """The zones of a region, by the names of their cities."""
    zones = (_zone(name, country, language) for name, country in by_region()[region].items())
    return tuple(sorted(zones, key=lambda zone: zone.label.casefold()))


@cache
def describe(name: str, language: str) -> Zone:
    """A zone in a language, whether it is on the list or not."""
    return _zone(name, by_region().get(name.partition("/")[0], {}).get(name, ""), language)


def _zone(name: str, country: str, language: str) -> Zone:
    if name == UTC:
        return Zone(name, UTC, "")
    locale = Locale.parse(language)
    city = str(get_timezone_location(name, locale=locale, return_city=True))
    return Zone(name, city, locale.territories.get(country, ""))


def suggest(typed: str, language: str) -> list[Zone]:
    """The zones whose city, country or name hold all that was typed; first those that begin with it."""
    wanted = typed.casefold().replace("_", " ").replace(",", " ").split()
    beginning = " ".join(wanted)
    fitting = [zone for zone in _all(language) if all(word in _known_as(zone) for word in wanted)]
    return sorted(fitting, key=lambda zone: not zone.city.casefold().startswith(beginning))


def read_zone(typed: str, language: str) -> str:
    """The name of the one zone that was typed: its own name, its city, or a part that only it has.

    InputError "no-such-zone" where none is so, "which-zone" with the cities where several are.
    """
    text = " ".join(typed.split())[:LONGEST_TYPED]
    if (own_name := _own_names().get(text.replace(" ", "_").casefold())) is not None:
        return own_name
    found = suggest(text, language) if text else []
    exact = [zone for zone in found if text.casefold() in (zone.city.casefold(), zone.label.casefold())]
    found = exact or found
    if not found:
        raise InputError("no-such-zone", typed=text)
    if len(found) > 1:
        raise InputError("which-zone", typed=text, zones=[zone.label for zone in found[:5]])
    return found[0].name


def say_offset(name: str, now: datetime) -> str:
    """How far its clocks are from UTC at a moment: UTC+5:30."""
    offset = now.astimezone(ZoneInfo(name)).utcoffset() or timedelta()
    hours, minutes = divmod(abs(offset) // timedelta(minutes=1), 60)
    if not offset:
        return UTC
    sign = "+" if offset > timedelta() else "−"
    return f"{UTC}{sign}{hours}" + (f":{minutes:02}" if minutes else "")


def clock_in(name: str | None, now: datetime) -> str:
    """What a clock shows there; nothing where the zone is not known."""
    zone = zone_called(name)
    return "" if zone is None else say_clock(minutes_of(now.astimezone(zone)))


def minutes_of(moment: datetime) -> int:
    """The minutes since midnight on its own clock."""
    return 60 * moment.hour + moment.minute


def say_clock(minutes: int) -> str:
    """A time of day as it is read in every language: 22:30."""
    return "{}:{:02}".format(*divmod(minutes, 60))


@cache
def _own_names() -> Mapping[str, str]:
    """The names of the IANA database, as they may be typed."""
    return {name.casefold(): name for name in available_timezones() if "/" in name or name == UTC}


@cache
def _all(language: str) -> tuple[Zone, ...]:
    zones = (zone for region in by_region() for zone in zones_of(region, language))
    return (*sorted(zones, key=lambda zone: zone.label.casefold()), _zone(UTC, "", language))


@cache
def _known_as(zone: Zone) -> str:
    """All that it is called, in English too."""
    english = _zone(zone.name, by_region().get(zone.name.partition("/")[0], {}).get(zone.name, ""), "en")
    names = (zone.city, zone.country, english.city, english.country, zone.name.replace("_", " "), zone.name)
    return " ".join(names).casefold()
