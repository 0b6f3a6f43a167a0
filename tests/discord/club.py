"""Our bot on a Discord for one test, and what people do with it again and again."""

from __future__ import annotations

from datetime import timedelta
from itertools import count
from pathlib import Path
from typing import Any

from simcord.builders import ChannelHandle

from bot.client import QwibotClient
from bot.core.happened import Happened
from tests.discord.inside import SimClock
from tests.discord.seen import Seen
from tests.discord.simkit import Answer, Discord, MakeBot, Person, Start

BEAT = timedelta(hours=1)
"""A day that passes has few of them, not a thousand."""


def bot_in(folder: Path, beat: timedelta = BEAT) -> MakeBot:
    """Our bot; when it is started again it finds its database. It speaks as fast as it can: time stands still."""
    return lambda clock: QwibotClient(str(folder / "qwibot.sqlite3"), clock, limited=False, beat=beat)


def new_bots(folder: Path) -> MakeBot:
    """A bot with a database of its own at each start."""
    numbers = count()

    def make(clock: SimClock) -> QwibotClient:
        return QwibotClient(str(folder / f"{next(numbers)}.sqlite3"), clock, limited=False, beat=BEAT)

    return make


def bot_of(sim: Discord) -> QwibotClient:
    assert isinstance(sim.bot, QwibotClient)
    return sim.bot


async def look(sim: Discord, match_id: int = 1) -> Happened:
    return await bot_of(sim).app.service.look(match_id)


async def open_lobby(sim: Discord, game: str = "qwirkle", **options: Any) -> Seen:
    """The first person opens a lobby; its message."""
    await sim.people[0].types(f"/{game} start", **options)
    return sim.people[0].newest("opens a match")


async def begin(sim: Discord, game: str = "qwirkle", **options: Any) -> ChannelHandle:
    """A match of everybody there; they are where it is played."""
    await open_lobby(sim, game, **options)
    host, *others = sim.people
    for person in others:
        await person.clicks("Join")
    await host.clicks("Start")
    room = sim.rooms[-1]
    for person in sim.people:
        person.go(room)
    return room


async def club(start: Start, folder: Path, people: int = 2) -> Discord:
    return await start(bot_in(folder), people)


async def awaited(sim: Discord, match_id: int = 1) -> list[Person]:
    """The people that a match waits for."""
    now = await look(sim, match_id)
    ids = {holder.player for holder in now.seated if holder.seat in now.to_act}
    return [person for person in sim.people if person.id in ids]


async def play(person: Person) -> Answer:
    """Some play of a person whose turn of Qwirkle it is, by buttons; an exchange where there is none."""
    panel = (await person.clicks("Play")).seen
    if panel.selects or panel.has_button("Confirm"):
        return await finish(person, await lay(person, panel))
    panel = (await person.clicks("Exchange", on=panel)).seen
    panel = (await person.chooses(panel.selects[0].options[0], on=panel)).seen
    return await person.clicks("Exchange 1 tile", on=panel)


async def prepare(person: Person) -> Seen:
    """The panel of a play that only has to be confirmed."""
    return await lay(person, (await person.clicks("Play")).seen)


async def lay(person: Person, panel: Seen) -> Seen:
    """Go on with a play of Qwirkle on its panel, with the first tile and place offered, until it can be confirmed."""
    while not panel.has_button("Confirm"):
        tiles, *places = panel.selects
        choice = (places or [tiles])[0]
        panel = (await person.chooses(choice.options[0], of=choice.placeholder, on=panel)).seen
    return panel


async def finish(person: Person, panel: Seen) -> Answer:
    """Confirm a prepared play."""
    return await person.clicks("Confirm", on=panel)


async def take_turn(sim: Discord, match_id: int = 1) -> Person:
    """The one whose turn of Qwirkle it is plays."""
    (person,) = await awaited(sim, match_id)
    await play(person)
    return person


async def crash(sim: Discord) -> None:
    """The bot's process dies, its connections with it, and another bot starts."""
    preferences: Any = bot_of(sim).app.preferences
    await sim.restart(crash=True)
    await preferences._database.close()


async def elsewhere(sim: Discord) -> Person:
    """Zoe, in a channel of another server."""
    owner = sim.env.create_user("zoe", global_name="Zoe")
    server = sim.env.create_guild("Another server", owner=owner)
    room = server.create_text_channel("games")
    await sim.settle()
    zoe = Person(sim, server.add_member(owner))
    zoe.go(room)
    return zoe
