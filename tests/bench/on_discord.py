"""What the Discord part costs: `click_cpu_ms`, `draw20_lag_p99_ms`, `draw20_s`."""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import AsyncIterator, Callable, Iterator
from functools import partial
from itertools import count
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any

from bot.client import QwibotClient
from bot.core.lobby import Place, Terms
from bot.core.rights import Actor
from bot.games.base import Player
from bot.games.qwirkle import QWIRKLE
from bot.games.qwirkle.state import Options, Play, View
from cogs.qwirkle.draft import write_draft
from cogs.ui.pictures import Drawing, Pictures
from renderers.qwirkle.board import board
from renderers.qwirkle.scores import BoardLabels
from tests.bench import Figure
from tests.core.hall import ANNA, BEN, awaited, chosen
from tests.games.chance import SeededChance
from tests.standin.town import Resident, Town, controls_of, running
from tests.standin.world import Json

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
PEOPLE = (Resident(ANNA, "Anna"), Resident(BEN, "Ben"))


def one_click() -> dict[str, float]:
    """Processor time, of all threads, of a move of Qwirkle between 20 and 80 tiles of a match of two.

    From the click on Confirm to the stored move and the finished picture on the next turn's message. Discord is the
    stand-in (:mod:`tests.standin`), whose own time is taken off; discord.py's HTTP client is not part of it.
    """
    with TemporaryDirectory() as folder:
        return {"click_cpu_ms": asyncio.run(_clicks(Path(folder))) * 1000}


async def _clicks(folder: Path) -> float:
    numbers = count()
    taken: list[float] = []
    while len(taken) < CLICKS:
        town = Town()
        server = town.world.open_server()
        address = str(folder / f"{next(numbers)}.sqlite3")
        async with running(town, QwibotClient(address, limited=False)) as client:
            await _begin(client, Place(server.id, server.channels[0]))
            taken += [cost async for cost in _clicks_of_a_match(town, client)]
    return median(taken[:CLICKS])


async def _begin(client: QwibotClient, place: Place) -> None:
    service = client.app.service
    anna, ben = (Actor(each.id, each.name) for each in PEOPLE)
    match_id = (await service.open(anna, "qwirkle", Terms(turn_time=None), place)).match.id
    await service.join(ben, match_id)
    await service.start(Actor(ANNA, "Anna", 1), match_id)
    await service.settled()


async def _clicks_of_a_match(town: Town, client: QwibotClient) -> AsyncIterator[float]:
    service = client.app.service
    while (now := await service.look(1)).match.status.open:
        ((player, seat),) = awaited(now)
        who = next(each for each in PEOPLE if each.id == player)
        action, meant = chosen(now, player)
        if not isinstance(action, Play):
            await service.act(Actor(player, who.name), 1, action, meant)
            await _settled(client)
            continue
        await service.draft(Actor(player, who.name), 1, write_draft(seat, action.play))
        message: Any = now.match.posted_message
        token = town.press(who, message, _control(town.world.messages[message], "qwirkle-play"))
        await _settled(client)
        panel: Any = town.wire.answer_to(token)
        confirm = _control(panel, "qwirkle-confirm")
        cost = await _cost(town, client, partial(town.press, who, int(panel["id"]), confirm))
        if FROM_TILES <= len(now.view_for(None).board) <= TO_TILES:
            yield cost


def _control(message: Json, verb: str) -> str:
    found: str = next(each["custom_id"] for each in controls_of(message) if f":{verb}:" in each["custom_id"])
    return found


async def _cost(town: Town, client: QwibotClient, press: Callable[[], object]) -> float:
    """Processor time without what the stand-in takes."""
    gc.collect()
    start, not_ours = time.process_time(), town.all_spent
    press()
    await _settled(client)
    return time.process_time() - start - (town.all_spent - not_ours)


async def _settled(client: QwibotClient) -> None:
    for _ in range(LOOPS_TO_A_HANDLER):
        await asyncio.sleep(0)
    await client.app.finish(60)
    await client.app.service.settled()
    await client.app.presenter.settled()


FIGURES = (
    Figure(("click_cpu_ms",), one_click),
    Figure(("draw20_lag_p99_ms", "draw20_s"), draw_twenty),
)
