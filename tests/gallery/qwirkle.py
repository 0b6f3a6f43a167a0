"""Qwirkle: the board above all, and what its players see alone."""

from __future__ import annotations

from bot.core.errors import RuleError
from bot.core.fairness import Stream
from bot.games.base import Leave
from bot.games.qwirkle import QWIRKLE
from bot.games.qwirkle.board import Cell, Placement
from bot.games.qwirkle.legality import check_play
from bot.games.qwirkle.moves import moves
from bot.games.qwirkle.state import View
from renderers.picture import Picture
from renderers.qwirkle.board import BoardFacts, board
from renderers.qwirkle.hand import HandFacts, HandLabels, hand
from renderers.qwirkle.play import Clash, ClashFacts, Draft, DraftFacts, PlayLabels, Spot, clash, draft
from renderers.qwirkle.remaining import RemainingFacts, RemainingLabels, remaining
from renderers.qwirkle.scores import BoardLabels
from tests.renderers.qwirkle.matches import NAMES, state_with


def own_view(tiles: int) -> View:
    """That of the player whose turn it is."""
    state = state_with(tiles, seats=4, key=1, computers=(3,))
    return QWIRKLE.view(state, state.active)


def wide_board() -> Picture[BoardFacts]:
    state = state_with(40, seats=4, key=1, computers=(3,))
    return board(QWIRKLE.view(state, None), BoardLabels(NAMES[:4], "in bag", "left"))


def tall_board() -> Picture[BoardFacts]:
    """Read from the right, in Urdu; one player has left, one is a computer."""
    state = state_with(45, seats=3, key=98, computers=(0,))
    state = QWIRKLE.apply(state, Leave(2), Stream(bytes(32))).state
    labels = BoardLabels(NAMES[:3], "تھیلے میں", "چلے گئے", right_to_left=True, language="ur")
    return board(QWIRKLE.view(state, None), labels)


def draft_with_spots() -> Picture[DraftFacts]:
    """A tile is laid, another chosen, and the places where it may go are shown with their points."""
    view = own_view(24)
    found = list(moves(dict(view.board), view.hand or ()))
    alone = {move.play[0]: move.points for move in found if len(move.play) == 1}
    pairs = [move for move in found if len(move.play) == 2 and move.play[0] in alone]
    first, second = max(pairs, key=lambda move: move.points).play
    spots = tuple(
        Spot(other.cell, move.points)
        for move in found
        if len(move.play) == 2 and first in move.play
        for other in move.play
        if other.tile == second.tile
    )
    return draft(view, Draft((first,), alone[first], second.tile, spots), PlayLabels("points"))


def clash_of_equal_tiles() -> Picture[ClashFacts]:
    """The first play found that lays a tile into a longer line that has one like it."""
    view = own_view(40)
    for (x, y), _ in view.board:
        for tile in view.hand or ():
            play = (Placement(Cell(x - 1, y), tile),)
            try:
                check_play(dict(view.board), play)
            except RuleError as error:
                found = Clash.of(play, error.data)
                if error.code == "line-duplicate" and len(found.cells) > 4:
                    return clash(view, found, PlayLabels())
    raise AssertionError("no play of this hand clashes so")


def own_hand() -> Picture[HandFacts]:
    return hand(own_view(40), HandLabels())


def not_seen() -> Picture[RemainingFacts]:
    return remaining(own_view(70), RemainingLabels("Tiles you have not seen"))


PICTURES = {
    "qwirkle-board": wide_board,
    "qwirkle-board-tall": tall_board,
    "qwirkle-draft": draft_with_spots,
    "qwirkle-clash": clash_of_equal_tiles,
    "qwirkle-hand": own_hand,
    "qwirkle-remaining": not_seen,
}
