"""Pictures of Qwirkle."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from statistics import median

from bot.games.qwirkle import QWIRKLE
from bot.games.qwirkle.board import Placement
from bot.games.qwirkle.moves import moves
from bot.games.qwirkle.state import State, View
from bot.games.qwirkle.tiles import Tile
from renderers.picture import Picture
from renderers.qwirkle.board import board
from renderers.qwirkle.hand import HandLabels, hand
from renderers.qwirkle.scores import BoardLabels
from tests.bench import Figure, median_ms
from tests.renderers.qwirkle.matches import NAMES, state_with

ROUNDS = 40
FULL_MATCH = 3
"""The key of a match whose full board makes 3.5 megapixels; of thirty such, half are within a tenth of that."""
LABELS = BoardLabels(NAMES[:4], "in bag", "left")


@cache
def mid_view() -> View:
    """Four players, one of them a computer, 40 tiles on the board."""
    return QWIRKLE.view(state_with(40, seats=4, computers=(3,)), None)


@cache
def full_view() -> View:
    """A whole match of four, and the tiles left in hands laid too: all 108 are on the board."""
    state = state_with(108, seats=4, key=FULL_MATCH)
    return replace(QWIRKLE.view(state, None), board=(*state.board, *_laid(state)))


def _laid(state: State) -> Iterator[Placement]:
    """The tiles of the hands, each where the first play of it is legal."""
    lying = dict(state.board)
    left: list[Tile] = [tile for hand in state.hands for tile in hand]
    while left:
        move = next(move for move in moves(lying, left) if len(move.play) == 1)
        ((cell, tile),) = move.play
        lying[cell] = tile
        left.remove(tile)
        yield Placement(cell, tile)


def draw_board(name: str, view: View) -> dict[str, float]:
    return cost(f"draw_{name}", lambda: board(view, LABELS))


def draw_board108() -> dict[str, float]:
    """All 108 tiles, drawn and packed, with nothing kept of earlier bands."""
    return draw_board("board108", full_view())


def draw_board_mid() -> dict[str, float]:
    """40 tiles, four players, likewise."""
    return draw_board("board_mid", mid_view())


def draw_hand() -> dict[str, float]:
    """Six tiles."""
    state = state_with(40, seats=4)
    view = QWIRKLE.view(state, state.active)
    return cost("draw_hand", lambda: hand(view, HandLabels()))


def cost(name: str, draw: Callable[[], Picture[object]]) -> dict[str, float]:
    return {f"{name}_ms": median_ms(draw, rounds=ROUNDS), f"{name}_kib": len(draw().data) / 1024}


def first_picture() -> dict[str, float]:
    """The board of `draw_board_mid` as a new process draws it first, once everything is imported: five processes."""
    return {"first_picture_ms": median(_first_picture_of_a_process() for _ in range(5))}


def _first_picture_of_a_process() -> float:
    program = f"from {__name__} import print_first_picture_ms as first; first()"
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return float(result.stdout)


def print_first_picture_ms() -> None:
    view = mid_view()
    start = time.perf_counter()
    board(view, LABELS)
    sys.stdout.write(str((time.perf_counter() - start) * 1000))


def draw_threads() -> dict[str, float]:
    """How many times as many boards of 108 tiles two threads draw as one does: the median of five tries."""
    view = full_view()

    def seconds(threads: int, pictures: int = 60) -> float:
        with ThreadPoolExecutor(threads) as pool:
            start = time.perf_counter()
            list(pool.map(lambda _: board(view, LABELS), range(pictures)))
            return time.perf_counter() - start

    seconds(2)
    return {"draw_threads_ratio": median(seconds(1) / seconds(2) for _ in range(5))}


FIGURES = (
    Figure(("draw_board108_ms", "draw_board108_kib"), draw_board108),
    Figure(("draw_board_mid_ms", "draw_board_mid_kib"), draw_board_mid),
    Figure(("draw_hand_ms", "draw_hand_kib"), draw_hand),
    Figure(("first_picture_ms",), first_picture),
    Figure(("draw_threads_ratio",), draw_threads),
)
