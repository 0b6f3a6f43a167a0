"""A database with much in it, made quickly."""

from __future__ import annotations

from sqlalchemy import Connection, insert

from bot.core.store import Draft, Reminder, Status
from data.matches import values
from data.store import SqlStore
from data.tables import actions, drafts, events, guilds, matches, players, reminders, seats
from tests.data.samples import ANNA, GUILD, NOON, computer, entry, new_match, person

MANY = 10_000
LIVE_EVERY, LATE_EVERY = 2, 500
"""One match in so many is live; one in so many has something left to show and to do."""


async def fill(store: SqlStore) -> None:
    """10,000 matches of 10,000 people against computers, half of them live, each with a bit of everything."""
    await store.database.write(_fill)


def _fill(connection: Connection) -> None:
    numbers = range(1, MANY + 1)
    connection.execute(insert(guilds).values(id=GUILD))
    connection.execute(insert(players), [{"id": ANNA + number, "name": "Anna"} for number in numbers])
    connection.execute(insert(matches), [_match(number) for number in numbers])
    people = [values(person(0, ANNA + number), match=number) for number in numbers]
    computers = [values(computer(1), match=number) for number in numbers]
    connection.execute(insert(seats), people + computers)
    connection.execute(insert(events), [values(entry(1), match=number) for number in numbers])
    taps = [{"match": number, "action_id": "tap", "first_seq": 1, "last_seq": 1} for number in numbers]
    connection.execute(insert(actions), taps)
    told = [values(Reminder(1, "play", ANNA + number, number), match=number) for number in numbers]
    connection.execute(insert(reminders), told)
    connection.execute(
        insert(drafts), [values(Draft(number, ANNA + number, "play", 1, "", NOON)) for number in numbers]
    )


def _match(number: int) -> dict[str, object]:
    late = number % LATE_EVERY == 0
    live = number % LIVE_EVERY == 0
    match = new_match(
        id=number,
        channel=number,
        host=ANNA + number,
        status=Status.LIVE if live else Status.FINISHED,
        deadline=NOON if live else None,
        wake_at=NOON if live else None,
        posted_seq=0 if late else 1,
        computer_due=late,
    )
    return values(match)
