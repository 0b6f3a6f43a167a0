"""Who is to be reminded now, and when the others are: nobody twice, nobody at night. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from bot.core.preferences import Personal

DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Plan:
    """Whom to remind now, and when to look again for the sake of others."""

    people: frozenset[int]
    next_at: datetime | None


def plan(now: datetime, deadline: datetime, people: Mapping[int, Personal]) -> Plan:
    """What to do about people who are awaited and were not reminded yet.

    Who is in quiet hours is reminded at their end, or not at all where time is out before: nobody is woken.
    """
    due = {player: _due(now, personal) for player, personal in people.items() if personal.reminders}
    later = [moment for moment in due.values() if now < moment < deadline]
    return Plan(frozenset(player for player, moment in due.items() if moment <= now), min(later, default=None))


def _due(now: datetime, personal: Personal) -> datetime:
    return now if (end := quiet_until(now, personal)) is None else end


def quiet_until(now: datetime, personal: Personal) -> datetime | None:
    """When the quiet hours end in which a person is; None where it is not quiet.

    They are what a clock on the person's wall says, on whatever side of a change of that clock: in the hour that comes
    twice they begin the first time and end the second.
    """
    zone = zone_called(personal.zone)
    if zone is None or personal.quiet_from is None or personal.quiet_to is None:
        return None
    overnight = personal.quiet_to < personal.quiet_from
    today = now.astimezone(zone).date()
    for day in (today - DAY, today):
        begins = _on_the_wall(day, personal.quiet_from, zone)
        ends = _on_the_wall(day + DAY if overnight else day, personal.quiet_to, zone)
        if begins[0] <= now < max(ends):
            return max(ends)
    return None


def zone_called(name: str | None) -> ZoneInfo | None:
    """The time zone of a name; None where there is none by that name (any more)."""
    try:
        return None if name is None else ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def _on_the_wall(day: date, minutes: int, zone: ZoneInfo) -> tuple[datetime, datetime]:
    """When the clock on the wall shows that for the first and for the second time; the same where it comes once.

    A time that is left out is first as far behind the change as it would be with the clock of before.
    """
    shown = datetime.combine(day, time(*divmod(minutes, 60)), zone)
    return shown.astimezone(UTC), shown.replace(fold=1).astimezone(UTC)
