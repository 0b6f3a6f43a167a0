"""Computer players: each knows no more than a person in its seat, for it is given that seat's view."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.games.qwirkle.board import Board, lines_through
from bot.games.qwirkle.moves import Move, moves
from bot.games.qwirkle.opening import largest_set
from bot.games.qwirkle.state import Action, Exchange, Play, View
from bot.games.qwirkle.tiles import LINE_LIMIT, Tile


def simple(view: View) -> Action:
    """The play that earns the most; where there is none, an exchange.

    Of plays that earn the same, the one that makes the fewest lines of five (a sixth tile is a gift to the next
    player), then the leftmost, then the topmost. Raises ValueError where the seat has nothing to do.
    """
    seat, hand = view.seat, view.hand
    if seat is None or hand is None or seat != view.active:
        raise ValueError("the view is not that of a player whose turn it is")
    board = dict(view.board)
    found = list(moves(board, hand, view.opening_size))
    if found:
        return Play(seat, _best(board, found).play)
    return Exchange(seat, _least_wanted(hand)[: view.bag_count])


def _best(board: Board, found: list[Move]) -> Move:
    most = max(move.points for move in found)
    return min(
        (move for move in found if move.points == most),
        key=lambda move: (_lines_of_five(board, move), move.play),
    )


def _lines_of_five(board: Board, move: Move) -> int:
    lines = lines_through({**board, **dict(move.play)}, (cell for cell, _ in move.play))
    return sum(line.length == LINE_LIMIT - 1 for line in lines)


def _least_wanted(hand: tuple[Tile, ...]) -> tuple[Tile, ...]:
    """What does not belong to the largest set of the hand, duplicates too; the last tile where all of it does."""
    kept = largest_set(hand)
    wanted = []
    for tile in hand:
        if tile.bit & kept:
            kept ^= tile.bit
        else:
            wanted.append(tile)
    return tuple(wanted) or hand[-1:]


LEVELS: Mapping[str, Callable[[View], Action]] = {"simple": simple}
"""Computer players by level."""
