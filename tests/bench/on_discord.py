"""What the Discord part costs: `draw20_lag_p99_ms`, `draw20_s`."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from statistics import median, quantiles
from typing import Any

from bot.games.base import Player
from bot.games.qwirkle import QWIRKLE
from bot.games.qwirkle.state import Options, View
from cogs.ui.pictures import Drawing, Pictures
from renderers.qwirkle.board import board
from renderers.qwirkle.scores import BoardLabels
from tests.bench import Figure
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


FIGURES = (Figure(("draw20_lag_p99_ms", "draw20_s"), draw_twenty),)
