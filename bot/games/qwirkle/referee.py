"""The questions about Qwirkle that `qwibot referee` answers (REFEREE.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from bot.core.errors import InputError, PositionError, RuleError
from bot.games.fields import Fields, integer, list_of, one_of, row_of
from bot.games.qwirkle.board import Board, Cell, Placement, lines_through, points_for
from bot.games.qwirkle.legality import check_lines, check_play
from bot.games.qwirkle.moves import moves
from bot.games.qwirkle.opening import largest_set_size
from bot.games.qwirkle.state import HAND_SIZE, OpeningRule
from bot.games.qwirkle.tiles import COPIES, Color, Shape, Tile, tile_of

Answer = dict[str, object]


def judge_play(fields: Fields) -> Answer:
    """Whether a play is legal, its lines and its points; for an illegal one, the error that says why not."""
    laid = fields.need("board", list_of(_placement))
    play = fields.need("play", list_of(_placement))
    hand = fields.may("hand", list_of(_tile), None)
    opening = fields.may("opening", one_of(OpeningRule), OpeningRule.FREE)
    fields.done()
    if opening is OpeningRule.LARGEST and hand is None:
        raise InputError("opening-without-hand")
    board = _checked_board(laid, hand or (), [tile for _, tile in play])
    size = largest_set_size(hand or ()) if opening is OpeningRule.LARGEST and not board else None
    try:
        lines = check_play(board, play, hand=hand, opening_size=size)
    except RuleError as refused:
        return {"legal": False, "score": None, "error": refused, "lines": []}
    return {
        "legal": True,
        "score": points_for(lines),
        "error": None,
        "message": None,
        "lines": [[line.length, line.points] for line in lines],
    }


def size_opening(fields: Fields) -> Answer:
    """How many tiles the hand must open with."""
    hand = fields.need("hand", list_of(_tile))
    fields.done()
    _check_material({}, hand, ())
    return {"size": largest_set_size(hand)}


def count_moves(fields: Fields) -> Answer:
    """How many plays are legal, and what the best earns."""
    laid = fields.need("board", list_of(_placement))
    hand = fields.need("hand", list_of(_tile))
    fields.done()
    board = _checked_board(laid, hand)
    count, best = 0, None
    for _, points in moves(board, hand):
        count += 1
        best = points if best is None else max(best, points)
    return {"count": count, "best": best}


QUESTIONS: Mapping[str, Callable[[Fields], Answer]] = {
    "play": judge_play,
    "opening": size_opening,
    "moves": count_moves,
}


def _placement(value: object, field: str) -> Placement:
    x, y, color, shape = row_of(value, field, 4, "[x, y, color, shape]")
    cell = Cell(integer(x, f"{field}[0]"), integer(y, f"{field}[1]"))
    return Placement(cell, tile_of(one_of(Color)(color, f"{field}[2]"), one_of(Shape)(shape, f"{field}[3]")))


def _tile(value: object, field: str) -> Tile:
    color, shape = row_of(value, field, 2, "[color, shape]")
    return tile_of(one_of(Color)(color, f"{field}[0]"), one_of(Shape)(shape, f"{field}[1]"))


def _checked_board(laid: Sequence[Placement], hand: Sequence[Tile], play: Sequence[Tile] = ()) -> Board:
    """The board of a position that can exist; its tiles are counted before its lines, which could be of any length."""
    for cell, times in Counter(cell for cell, _ in laid).items():
        if times > 1:
            raise PositionError("position.cell-twice", cell=cell)
    board = dict(laid)
    _check_material(board, hand, play)
    try:
        check_lines(board, lines_through(board, board))
    except RuleError as error:
        raise PositionError(f"position.{error.code}", **error.data) from None
    return board


def _check_material(board: Board, hand: Sequence[Tile], play: Sequence[Tile]) -> None:
    """No hand is larger than six, and of each tile there are three: on the board, and in the hand or else in the play.

    The play comes out of the hand, so of these two the one that has more of the tile counts.
    """
    if len(hand) > HAND_SIZE:
        raise PositionError("position.hand-too-large", found=len(hand), limit=HAND_SIZE)
    lying, held, played = Counter(board.values()), Counter(hand), Counter(play)
    for tile in Tile:
        found = lying[tile] + max(held[tile], played[tile])
        if found > COPIES:
            raise PositionError("position.too-many-of-a-tile", tile=tile, found=found, limit=COPIES)
