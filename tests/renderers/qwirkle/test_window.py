"""Which part of the board is shown."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bot.games.qwirkle.board import Cell
from renderers.qwirkle.window import YOUNG, Window, around, whole_board
from tests.renderers.qwirkle.matches import states

cells = st.builds(Cell, st.integers(-40, 40), st.integers(-40, 40))
boards = st.lists(cells, min_size=1, max_size=12, unique=True)


@given(boards)
def test_every_tile_and_every_cell_beside_it_is_shown(board: list[Cell]) -> None:
    window = whole_board(board)
    for x, y in board:
        assert all(window.shows(Cell(x + dx, y + dy)) for dx in (-1, 0, 1) for dy in (-1, 0, 1))
    assert window.columns >= YOUNG[0]
    assert window.rows >= YOUNG[1]


@given(boards)
def test_no_column_and_no_row_is_wasted(board: list[Cell]) -> None:
    window = whole_board(board)
    xs, ys = [x for x, _ in board], [y for _, y in board]
    assert window.columns == max(max(xs) - min(xs) + 3, YOUNG[0])
    assert window.rows == max(max(ys) - min(ys) + 3, YOUNG[1])


def test_the_board_stays_where_it_is_until_a_tile_reaches_its_edge() -> None:
    shown, stayed = whole_board([]), 0
    for state in states(2, key=5):
        board = [cell for cell, _ in state.board]
        inner = Window(shown.left + 1, shown.top + 1, shown.columns - 2, shown.rows - 2)
        if all(map(inner.shows, board)):
            assert whole_board(board) == shown
            stayed += 1
        shown = whole_board(board)
    assert stayed > 25


@given(boards, boards)
def test_a_part_shows_what_it_is_asked_for_and_stays_on_the_board(focus: list[Cell], board: list[Cell]) -> None:
    whole = whole_board([*focus, *board])
    window = around(focus, 2, (9, 6), whole)
    assert all(map(window.shows, focus))
    assert window.columns >= 9
    assert window.rows >= 6
    if window.columns <= whole.columns:
        assert whole.left <= window.left
        assert window.xs.stop <= whole.xs.stop
    if window.rows <= whole.rows:
        assert whole.top <= window.top
        assert window.ys.stop <= whole.ys.stop


def test_a_part_has_what_it_is_asked_for_in_its_middle() -> None:
    assert around([Cell(0, 0)], 2, (9, 6), Window(-30, -30, 60, 60)) == Window(-4, -2, 9, 6)
    assert around([Cell(-5, 0), Cell(5, 0)], 2, (9, 6), Window(-30, -30, 60, 60)) == Window(-7, -2, 15, 6)
