"""A play that is being put together: what is laid so far, and all the ways in which it can go on.

Whatever is offered is part of a legal play, from the complete list of them. A draft is kept in the database, so that
whoever loses the private message goes on where they were; it is of one turn, and forgotten with it.
"""

from __future__ import annotations

import asyncio
import json
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from bot.core.codec import codec_of
from bot.core.errors import InputError
from bot.core.store import Draft
from bot.games.base import Seat
from bot.games.qwirkle import QWIRKLE
from bot.games.qwirkle.board import Cell, Placement
from bot.games.qwirkle.moves import Move, moves
from bot.games.qwirkle.state import Play, View
from bot.games.qwirkle.tiles import Tile

LISTS_KEPT = 32
"""For how many positions all legal plays are remembered."""

Laid = tuple[Placement, ...]
"""What is laid so far, in the order in which it was."""


class Place(NamedTuple):
    """Where a tile can go next, and what the play would earn then; None where it would not be a whole play yet."""

    cell: Cell
    points: int | None


@dataclass(frozen=True, slots=True)
class Choices:
    """A draft and how it can go on."""

    laid: Laid
    points: int | None
    """What it earns as it is; None where it is not a whole play."""
    places: Mapping[Tile, tuple[Place, ...]]
    """For each tile that can be laid next: first the places that make a whole play, each kind in reading order."""

    @property
    def mark(self) -> str:
        """Tells this draft from others of the turn, in the id of a control."""
        written = " ".join(f"{tile}{cell.x},{cell.y}" for cell, tile in self.laid)
        return f"{zlib.crc32(written.encode()):08x}"

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Where any tile makes a whole play; where none does, where any tile can go."""
        places = [place for of_tile in self.places.values() for place in of_tile]
        whole = [place for place in places if place.points is not None]
        return tuple(sorted({place.cell for place in whole or places}))


async def find_choices(view: View, laid: Laid) -> Choices:
    """How a draft of the view's seat can go on. A draft that no legal play begins with counts as none.

    Off the event loop: a hand of six that all match can have thousands of plays, and takes a third of a second.
    """
    return await asyncio.to_thread(_choices, view, laid)


async def find_plays(view: View) -> tuple[Move, ...]:
    """All legal plays of the view's seat, the best first."""
    return await asyncio.to_thread(all_plays, view)


def all_plays(view: View) -> tuple[Move, ...]:
    """All legal plays of the view's seat, the best first."""
    return _all_plays(view.board, tuple(sorted(view.hand or ())), view.opening_size)


@lru_cache(LISTS_KEPT)
def _all_plays(board: tuple[Placement, ...], hand: tuple[Tile, ...], opening_size: int | None) -> tuple[Move, ...]:
    found = (Move(tuple(sorted(play)), points) for play, points in moves(dict(board), hand, opening_size))
    return tuple(sorted(found, key=lambda move: (-move.points, move.play)))


def _choices(view: View, laid: Laid) -> Choices:
    plays = {frozenset(play): points for play, points in all_plays(view)}
    begun = frozenset(laid)
    longer = [play for play in plays if begun < play]
    if laid and not longer and begun not in plays:
        return _choices(view, ())
    next_ones = _first_after(longer, laid) if not view.board else {one for play in longer for one in play - begun}
    places: dict[Tile, list[Place]] = {tile: [] for tile in view.hand or ()}
    for cell, tile in next_ones:
        places[tile].append(Place(cell, plays.get(begun | {Placement(cell, tile)})))
    return Choices(laid, plays.get(begun), {tile: _in_order(found) for tile, found in places.items() if found})


def _first_after(openings: Iterable[frozenset[Placement]], laid: Laid) -> set[Placement]:
    """An opening lies where it lies, so it is put together from its leftmost or topmost tile on."""
    in_order = (sorted(play) for play in openings)
    return {play[len(laid)] for play in in_order if set(play[: len(laid)]) == set(laid)}


def _in_order(places: Iterable[Place]) -> tuple[Place, ...]:
    return tuple(sorted(places, key=lambda place: (place.points is None, place.cell.y, place.cell.x)))


def write_draft(seat: Seat, laid: Laid) -> str:
    """The draft as it is kept."""
    return json.dumps(codec_of(QWIRKLE).action_object(Play(seat, laid)))


def read_draft(kept: Draft | None, turn: int | None) -> Laid:
    """What was laid in this turn, None: in any; nothing where that cannot be read by this program."""
    if kept is None or turn not in (None, kept.turn):
        return ()
    try:
        play = codec_of(QWIRKLE).read_action(json.loads(kept.payload))
    except (InputError, ValueError):
        return ()
    return play.play if isinstance(play, Play) else ()
