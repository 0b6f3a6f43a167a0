"""Qwixx as people play it through the bot: what they see of a match, what they tap, and dice that a test chooses."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.core.store import Status
from bot.games.base import Chance
from bot.games.qwixx.computer import choose_simple
from bot.games.qwixx.dice import Dice
from bot.games.qwixx.sheet import Mark, Row, RowSet
from bot.games.qwixx.state import ChooseWhite, TakeColor, View
from tests.discord.club import awaited, begin, club, look
from tests.discord.seen import Button, Seen
from tests.discord.simkit import Answer, Discord, Person, Start

MOST_STEPS = 400
SIX = (1, 5, 6, 1, 2, 5)
"""White 6; red 7 and 11, yellow 2 and 6, green 3 and 7, blue 6 and 10."""


def roll_these(monkeypatch: pytest.MonkeyPatch, *rolls: tuple[int, ...]) -> None:
    """Let the dice show these, turn by turn: white, white, red, yellow, green, blue; then the last again and again."""
    left = list(rolls)

    def roll(closed: RowSet, _: Chance) -> Dice:
        one, other, *colors = left.pop(0) if len(left) > 1 else left[0]
        return Dice((one, other), tuple(colors)).without(closed)

    monkeypatch.setattr("bot.games.qwixx.course.roll", roll)


async def qwixx(start: Start, folder: Path, people: int = 2, **options: object) -> Discord:
    """A match of Qwixx has begun."""

    sim = await club(start, folder, people)
    await begin(sim, "qwixx", **options)
    return sim


async def by_turn(sim: Discord) -> tuple[Person, list[Person]]:
    """Whose turn it is, and the others."""
    now = await look(sim)
    active = next(holder.player for holder in now.seated if holder.seat == now.view_for(None).active)
    return (
        next(person for person in sim.people if person.id == active),
        [person for person in sim.people if person.id != active],
    )


async def view_of(sim: Discord, person: Person) -> View:
    view: View = (await look(sim)).view_for(person.id)
    return view


def public(person: Person) -> list[Seen]:
    """What everybody sees here."""
    return [seen for seen in person.sees() if not seen.private]


def live(person: Person) -> Seen:
    """The match's message: the one that everybody sees and that has controls."""
    (found,) = [seen for seen in public(person) if seen.has_button("My sheet")]
    return found


async def tap(person: Person, what: str) -> Answer:
    """Tap a button on the match's message: a row's, by its name, or another by what is read on it."""
    message = live(person)
    return await person.clicks(white_button(message, what) if what in set(Row) else message.button(what), on=message)


def white_button(message: Seen, row: str) -> Button:
    """The button of a row: it has the row's emoji, or its name where there are no emojis."""
    (found,) = [each for each in message.buttons if f"_{row}_" in each.emoji or each.label.startswith(f"{row} ")]
    return found


async def confirm(person: Person, answer: Answer) -> Answer:
    """Where the last one to choose is asked, say yes."""
    sure = [button for button in answer.seen.buttons if button.label.startswith("Yes")]
    return await person.clicks(sure[0], on=answer.seen) if sure else answer


async def choose(person: Person, what: str) -> Answer:
    """A white choice that is meant, by its row or "Pass"."""
    return await confirm(person, await tap(person, what))


async def take(person: Person, what: str) -> Answer:
    """A colored die, such as "red 5", or "No colored die"."""
    panel = (await tap(person, "Colored die")).seen
    return await person.clicks(panel.button(what), on=panel)


def read_aloud(mark: Mark | None, without: str) -> str:
    return without if mark is None else f"{mark.row.value} {mark.number}"


async def step_by_button(sim: Discord, person: Person) -> None:
    """What a simple computer would do, tapped."""
    view = await view_of(sim, person)
    match choose_simple(view):
        case ChooseWhite(_, mark):
            await choose(person, "Pass" if mark is None else mark.row.value)
        case TakeColor(_, mark):
            await take(person, read_aloud(mark, "No colored die"))


async def step_by_command(sim: Discord, person: Person) -> None:
    """The same, typed."""
    view = await view_of(sim, person)
    match choose_simple(view):
        case ChooseWhite(_, None) | TakeColor(_, None):
            await person.types("/qwixx pass")
        case ChooseWhite(_, mark):
            await person.types("/qwixx mark", move=f"white {read_aloud(mark, '')}")
        case TakeColor(_, mark):
            await person.types("/qwixx mark", move=f"color {read_aloud(mark, '')}")


async def play_to_the_end(sim: Discord, *, by_command: Sequence[Person] = ()) -> int:
    """All awaited act until the match is over; the number of steps that took."""
    for step in range(MOST_STEPS):
        if (await look(sim)).match.status is not Status.LIVE:
            return step
        person = (await awaited(sim))[0]
        await (step_by_command if person in by_command else step_by_button)(sim, person)
    raise AssertionError("the match does not end")
