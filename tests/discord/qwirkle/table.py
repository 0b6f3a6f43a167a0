"""People at a match of Qwirkle: whose turn it is, what they hold, how they play, and what nobody else may read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from bot.games.qwirkle.state import HAND_SIZE, View
from bot.games.qwirkle.tiles import Tile
from tests.discord.club import awaited, look
from tests.discord.seen import Option, Seen
from tests.discord.simkit import Answer, Discord, Person

CODE = re.compile(r"(?<![A-Za-z])([ROYGBP][CSDTVX])(?![A-Za-z])")


async def mover(sim: Discord) -> Person:
    """The one person whose turn it is."""
    (person,) = await awaited(sim)
    return person


async def other(sim: Discord) -> Person:
    """Somebody seated whose turn it is not."""
    waiting = await awaited(sim)
    return next(person for person in sim.people if person not in waiting)


async def view_of(sim: Discord, person: Person | None) -> View:
    view = (await look(sim)).view_for(None if person is None else person.id)
    assert isinstance(view, View)
    return view


async def hand_of(sim: Discord, person: Person) -> tuple[Tile, ...]:
    hand = (await view_of(sim, person)).hand
    assert hand is not None
    return hand


async def open_panel(person: Person) -> Seen:
    return (await person.clicks("Play")).seen


async def choose_tile(person: Person, panel: Seen, tile: int = 0) -> Seen:
    """Choose a tile on the panel, by its number there."""
    select = panel.selects[0]
    return (await person.chooses(select.options[tile], of=select.placeholder, on=panel)).seen


async def choose_place(person: Person, panel: Seen, place: int = 0) -> Seen:
    select = panel.selects[1]
    return (await person.chooses(select.options[place], of=select.placeholder, on=panel)).seen


async def lay_one(person: Person, panel: Seen) -> Seen:
    """Lay a tile more: the first one offered, where it is offered first."""
    panel = await choose_tile(person, panel)
    return await choose_place(person, panel) if len(panel.selects) > 1 else panel


async def lay_all(person: Person, panel: Seen) -> Seen:
    """Lay tiles for as long as there is one that goes on."""
    for _ in range(HAND_SIZE):
        if panel.selects:
            panel = await lay_one(person, panel)
    assert not panel.selects, "more tiles were laid than a hand has"
    return panel


async def exchange_by_panel(person: Person, count: int = 1) -> Answer:
    panel = (await person.clicks("Exchange")).seen
    panel = (await person.chooses(*panel.selects[0].options[:count], on=panel)).seen
    return await person.clicks(f"Exchange {count}", on=panel)


async def turn_by_panel(person: Person) -> Answer:
    """A whole turn by tapping: a play, or an exchange where no tile fits."""
    panel = await open_panel(person)
    if panel.selects:
        return await person.clicks("Confirm", on=await lay_all(person, panel))
    return await exchange_by_panel(person)


async def turn_by_typing(person: Person) -> Answer:
    """A whole turn by the best that autocomplete offers."""
    plays = await person.offers("/qwirkle play", "move", "")
    if plays:
        return await person.types("/qwirkle play", move=plays[0][1])
    (_, tiles), *_ = await person.offers("/qwirkle exchange", "tiles", "")
    return await person.types("/qwirkle exchange", tiles=tiles)


def cell_of(place: Option) -> str:
    """The cell that a place in the list of them is."""
    return place.value.partition("/")[0]


def codes_in(seen: Seen) -> set[str]:
    """The codes of all tiles that can be read anywhere in a message, its alt texts, controls and files."""
    return set(CODE.findall("\n".join(_words_of(seen))))


def _words_of(seen: Seen) -> Iterator[str]:
    yield seen.text
    yield from (picture.alt for picture in seen.pictures)
    yield from (f"{button.title} {button.custom_id}" for button in seen.buttons)
    for select in seen.selects:
        yield f"{select.placeholder} {select.custom_id}"
        yield from (f"{each.label} {each.value} {each.description} {each.emoji}" for each in select.options)


class Secrecy:
    """Watches that no message tells somebody of a tile that lies nowhere on the board and was never theirs."""

    def __init__(self, sim: Discord) -> None:
        self._sim = sim
        self._held: dict[int, set[str]] = {person.id: set() for person in sim.people}

    async def note_hands(self) -> None:
        for person in self._sim.people:
            self._held[person.id] |= set(await hand_of(self._sim, person))

    async def check(self, onlookers: Iterable[Person] = ()) -> None:
        """All messages that each person sees now; onlookers hold nothing."""
        await self.note_hands()
        board = {str(tile) for _, tile in (await view_of(self._sim, None)).board}
        for person in (*self._sim.people, *onlookers):
            for seen in person.sees():
                own = self._held.get(person.id, set()) if seen.private else set()
                told = codes_in(seen) - board - own
                assert not told, f"{person.actor.name} reads of {told} in\n{seen}"
