"""Positions for tests, written as they look, and a second, plain reading of the rules to hold the engine against."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

import pytest

from bot.core.errors import QwibotError, RuleError
from bot.core.text import Words
from bot.games.base import Player, Step
from bot.games.qwirkle import QWIRKLE
from bot.games.qwirkle.board import Board, Cell, Placement
from bot.games.qwirkle.moves import moves
from bot.games.qwirkle.opening import find_starter
from bot.games.qwirkle.state import Action, Event, Options, State
from bot.games.qwirkle.tiles import ALL_TILES, Tile
from tests.games.chance import SeededChance

WORDS = Words("qwirkle")
USUAL = Options()


def tiles(codes: str) -> tuple[Tile, ...]:
    """The tiles of a text like "RC GS"."""
    return tuple(map(Tile, codes.split()))


def board(picture: str) -> dict[Cell, Tile]:
    """The tiles of a picture: a row a line, two dots for an empty cell; its top left cell is (0, 0)."""
    rows = [line.split() for line in picture.strip().splitlines()]
    return {Cell(x, y): Tile(code) for y, row in enumerate(rows) for x, code in enumerate(row) if code != ".."}


def play(*placements: str) -> tuple[Placement, ...]:
    """Placements like "RC 0 1": tile, x, y."""
    return tuple(Placement(Cell(int(x), int(y)), Tile(code)) for code, x, y in (text.split() for text in placements))


def start(seats: int = 2, options: Options = USUAL, seed: int = 0, computers: Iterable[int] = ()) -> Step[State, Event]:
    """A match in which the person in seat 0 is the oldest, seat 1 the next, and so on."""
    players = [Player(None if seat in set(computers) else 100 + seat) for seat in range(seats)]
    return QWIRKLE.setup(players, options, SeededChance(seed))


def match_with(
    *hands: str,
    on: Board | None = None,
    bag: str | None = None,
    active: int = 0,
    options: Options = USUAL,
    computers: Iterable[int] = (),
) -> State:
    """A running match with these hands and this board; ``bag`` None: all tiles that are left, in their order."""
    dealt = tuple(map(tiles, hands))
    laid = tuple(Placement(*item) for item in (on or {}).items())
    left = Counter(ALL_TILES) - Counter(tile for hand in dealt for tile in hand) - Counter(tile for _, tile in laid)
    return replace(
        start(len(hands), options, computers=computers).state,
        hands=dealt,
        board=laid,
        bag=tuple(sorted(left.elements())) if bag is None else tiles(bag),
        active=active,
        starter=active,
    )


def before_opening(*hands: str, options: Options = USUAL, computers: Iterable[int] = ()) -> Step[State, Event]:
    """A match in which these hands were dealt: the state before the opening, and the event that names the starter."""
    dealt = replace(start(len(hands), options, computers=computers).state, hands=tuple(map(tiles, hands)))
    event = find_starter(dealt)
    return Step(QWIRKLE.evolve(dealt, event), (event,))


def apply(state: State, action: Action, seed: int = 1) -> Step[State, Event]:
    return QWIRKLE.apply(state, action, SeededChance(seed))


def refused(state: State, action: Action) -> RuleError:
    """The error that the action meets. That it can be said in words is tested along with it."""
    before = repr(state)
    with pytest.raises(RuleError) as caught:
        apply(state, action)
    assert repr(state) == before
    assert_can_be_said(caught.value)
    return caught.value


def assert_can_be_said(error: QwibotError) -> None:
    sentence = WORDS.explain(error)
    assert sentence[-1] in ".?"
    assert not re.search(r"\b(error|tile|color|shape|axis|word)\.\w", sentence)


def grown_board(
    rng: random.Random, plays: int, palette: tuple[Tile, ...] = ALL_TILES
) -> tuple[dict[Cell, Tile], list[Tile]]:
    """A board made by legal plays of random hands, and the tiles that are left."""
    bag = list(palette)
    rng.shuffle(bag)
    on: dict[Cell, Tile] = {}
    for _ in range(plays):
        hand = bag[-6:]
        choices = list(moves(on, hand))
        if not choices:
            break
        for cell, tile in max(rng.sample(choices, min(3, len(choices))), key=lambda move: len(move.play)).play:
            on[cell] = tile
            bag.remove(tile)
    return on, bag


# --- The rules once more, as plainly as can be ---


def plain_is_legal(on: Board, placements: Sequence[Placement]) -> bool:
    """RULES 1, A legal play, sentence by sentence; the hand and the size of an opening left aside."""
    cells = [cell for cell, _ in placements]
    if not 1 <= len(cells) <= 6 or len(set(cells)) < len(cells) or any(cell in on for cell in cells):
        return False
    after = {**on, **dict(placements)}
    if not _fill_one_line(cells, after):
        return False
    touched = {(x + dx, y + dy) for x, y in cells for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}
    if on and not touched & set(on):
        return False
    return all(plain_is_line([after[cell] for cell in line]) for line in plain_lines(after))


def _fill_one_line(cells: Sequence[Cell], after: Board) -> bool:
    xs, ys = {x for x, _ in cells}, {y for _, y in cells}
    if len(xs) > 1 and len(ys) > 1:
        return False
    between = {Cell(x, y) for x in range(min(xs), max(xs) + 1) for y in range(min(ys), max(ys) + 1)}
    return between <= set(after)


def plain_is_line(line: Sequence[Tile]) -> bool:
    """All one color with different shapes, or all one shape with different colors."""
    colors, shapes = {tile.color for tile in line}, {tile.shape for tile in line}
    return (len(colors), len(shapes)) in ((1, len(line)), (len(line), 1))


def plain_lines(on: Board) -> set[tuple[Cell, ...]]:
    """All lines of a board: its maximal runs of two or more tiles."""
    lines = set()
    for dx, dy in ((1, 0), (0, 1)):
        for x, y in on:
            if (x - dx, y - dy) not in on:
                line = [Cell(x, y)]
                while (beyond := Cell(line[-1].x + dx, line[-1].y + dy)) in on:
                    line.append(beyond)
                lines.add(tuple(line))
    return {line for line in lines if len(line) > 1}


def plain_points(on: Board, placements: Sequence[Placement]) -> int:
    """RULES 1, Score: every line that the play creates or extends."""
    cells = {cell for cell, _ in placements}
    lines = [line for line in plain_lines({**on, **dict(placements)}) if cells & set(line)]
    return sum(len(line) + 6 * (len(line) == 6) for line in lines) or 1
