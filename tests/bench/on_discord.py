"""What the Discord part costs: `click_cpu_ms`, `draw20_lag_p99_ms`, `draw20_s`."""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Awaitable, Callable, Iterator
from itertools import count
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any

import discord

from bot.games.base import Player
from bot.games.qwirkle import QWIRKLE
from bot.games.qwirkle.state import Options, View
from cogs.ui.pictures import Drawing, Pictures
from renderers.qwirkle.board import board
from renderers.qwirkle.scores import BoardLabels
from tests.bench import Figure
from tests.discord.club import awaited, begin, bot_in, bot_of, finish, lay, look, open_lobby, play
from tests.discord.simkit import Discord
from tests.games.chance import SeededChance

PICTURES = 20
ROUNDS = 7
TICK = 0.001
"""Seconds that the watch of the event loop sleeps; what it sleeps longer is the loop's lag."""


def draw_twenty() -> dict[str, float]:
    """How late the event loop is while 20 boards of 40 to 80 tiles are drawn at once, and how long that takes.

    The median over 7 rounds of the 99th percentile of all ticks in a round.
    """
    lags, taken = zip(*(asyncio.run(one_round(number)) for number in range(ROUNDS)), strict=True)
    return {"draw20_lag_p99_ms": median(lags) * 1000, "draw20_s": median(taken)}


async def one_round(number: int) -> tuple[float, float]:
    """The 99th percentile of the loop's lag in seconds, and the seconds until all is drawn."""
    pictures = Pictures()
    drawings = list(boards(number))
    await pictures.draw(drawings.pop())  # fonts and sprites are loaded once
    lags: list[float] = []
    watch = asyncio.create_task(keep_watch(lags))
    start = time.perf_counter()
    await asyncio.gather(*(pictures.draw(drawing) for drawing in drawings))
    taken = time.perf_counter() - start
    watch.cancel()
    pictures.close()
    return quantiles(lags, n=100)[-1], taken


async def keep_watch(lags: list[float]) -> None:
    while True:
        start = time.perf_counter()
        await asyncio.sleep(TICK)
        lags.append(time.perf_counter() - start - TICK)


def boards(number: int) -> Iterator[Drawing[Any]]:
    """Boards of a greedy match of four, one for each turn from 40 tiles on, and one more."""
    labels = BoardLabels(names=("Anna", "Ben", "Cleo", "Dora"), in_bag="in bag", left="left")
    found = 0
    seed = 1000 * number
    while found <= PICTURES:
        seed += 1
        for view in _views(seed):
            if found <= PICTURES and 40 <= len(view.board) <= 80:
                found += 1
                yield Drawing("board", (view, labels), _drawer(view, labels), str)


def _drawer(view: View, labels: BoardLabels) -> Callable[..., Any]:
    return lambda shelf: board(view, labels, shelf)


def _views(seed: int) -> Iterator[View]:
    chance = SeededChance(seed)
    state = QWIRKLE.setup([Player(age) for age in range(4)], Options(), chance).state
    while QWIRKLE.outcome(state) is None:
        (seat,) = QWIRKLE.to_act(state)
        action = QWIRKLE.computers["simple"](QWIRKLE.view(state, seat))
        state = QWIRKLE.apply(state, action, chance).state
        yield QWIRKLE.view(state, None)


CLICKS = 40
FROM_TILES, TO_TILES = 20, 80
LOOPS_TO_A_HANDLER = 5
"""Turns of the event loop from a click to the handler's own task."""


def one_click() -> dict[str, float]:
    """Processor time, of all threads, of a move of Qwirkle between 20 and 80 tiles of a match of two.

    From the click on Confirm to the stored move and the finished picture on the next turn's message. What simcord
    takes is taken off: the time inside of its calls, and what a click costs that the bot does nothing about.
    """
    with TemporaryDirectory() as folder:
        return {"click_cpu_ms": asyncio.run(_clicks(Path(folder))) * 1000}


async def _clicks(folder: Path) -> float:
    numbers = count()
    taken: list[float] = []
    while len(taken) < CLICKS:
        place = folder / str(next(numbers))
        place.mkdir()
        async with Discord(bot_in(place)).running() as sim:
            idle = await _idle_clicks(sim)
            taken += [click - idle for click in await _clicks_of_a_match(sim)]
    return median(taken[:CLICKS])


async def _idle_clicks(sim: Discord) -> float:
    """A click that is acknowledged, and no more."""

    async def acknowledge(interaction: discord.Interaction, _custom_id: str) -> None:
        await interaction.response.defer()

    await open_lobby(sim)
    client = vars(bot_of(sim))
    client["press"] = acknowledge
    ann = sim.people[0]
    lobby = ann.newest("opens a match")
    found = [await _cost(sim, ann.clicks("Leave", on=lobby)) for _ in range(20)]
    del client["press"]
    await ann.clicks("Cancel")
    return median(found)


async def _clicks_of_a_match(sim: Discord) -> list[float]:
    await begin(sim)
    found: list[float] = []
    while True:
        now = await look(sim, 2)
        laid = len(now.view_for(None).board)
        if laid > TO_TILES or not now.match.status.open:
            return found
        (mover,) = await awaited(sim, 2)
        panel = (await mover.clicks("Play")).seen
        if not panel.selects:  # no play: exchange
            await play(mover)
            continue
        panel = await lay(mover, panel)
        cost = await _cost(sim, finish(mover, panel))
        if laid >= FROM_TILES:
            found.append(cost)


async def _cost(sim: Discord, doing: Awaitable[object]) -> float:
    """Processor time without what simcord's calls take."""
    inside = 0.0
    carry = sim.wire.carry

    async def watched(method: str, path: str, files: list[discord.File], send: Callable[..., Any]) -> object:
        async def watched_send() -> object:
            nonlocal inside
            start = time.process_time()
            answer = await send()
            inside += time.process_time() - start
            return answer

        return await carry(method, path, files, watched_send)

    app = bot_of(sim).app
    vars(sim.wire)["carry"] = watched
    gc.collect()
    sim.env.holding = True  # simcord would look again and again whether the bot has anything left to do
    start = time.process_time()
    await doing
    for _ in range(LOOPS_TO_A_HANDLER):
        await asyncio.sleep(0)
    await app.finish(60)
    await app.service.settled()
    taken = time.process_time() - start
    sim.env.holding = False
    del vars(sim.wire)["carry"]
    await sim.settle()
    return taken - inside


FIGURES = (
    Figure(("click_cpu_ms",), one_click),
    Figure(("draw20_lag_p99_ms", "draw20_s"), draw_twenty),
)
