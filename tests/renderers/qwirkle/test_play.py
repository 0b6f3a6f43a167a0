"""A play that is put together, or was refused."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from PIL import Image

from bot.core.errors import RuleError
from bot.games.qwirkle import QWIRKLE
from bot.games.qwirkle.board import Cell, Placement
from bot.games.qwirkle.legality import check_play
from bot.games.qwirkle.moves import moves
from bot.games.qwirkle.state import View
from bot.games.qwirkle.tiles import Tile
from renderers.errors import PictureError
from renderers.palette import Ink
from renderers.qwirkle.play import Clash, Draft, PlayLabels, Spot, clash, draft
from tests.renderers.qwirkle.matches import state_with
from tests.renderers.qwirkle.seen import area, count, pixels, spots_seen, tiles_seen

LABELS = PlayLabels("points")
MIRRORED = replace(LABELS, right_to_left=True)
SIZES = (144, 96, 80, 64, 48)
HAND = (Tile.RC, Tile.RC, Tile.BS, Tile.PX, Tile.YV, Tile.GD)
EMPTY = Cell(0, 2)


def on_board(*tiles: tuple[int, int, Tile], hand: tuple[Tile, ...] = HAND) -> View:
    view = QWIRKLE.view(state_with(0), 0)
    return replace(view, hand=hand, board=tuple(Placement(Cell(x, y), tile) for x, y, tile in tiles))


LINE = on_board((0, 0, Tile.RS), (1, 0, Tile.RD), (2, 0, Tile.RT), (3, 0, Tile.RV))


class Seen:
    """The tiles of a picture, by the cells of the board, and those in the tray below it."""

    def __init__(self, image: Image.Image, known: Placement) -> None:
        self.image = image
        self._cloth_bottom = self._bottom_of_the_board()
        self.size, self.origin = next(found for size in SIZES for found in self._lattices(size, known))
        self.board = {
            self.cell(place): tile
            for place, tile in tiles_seen(image, self.size).items()
            if place[1] < self._cloth_bottom
        }

    def cell(self, place: tuple[int, int]) -> Cell:
        column, row = ((place[axis] - self.origin[axis]) / self.size for axis in (0, 1))
        assert column == int(column)
        assert row == int(row)
        return Cell(int(column), int(row))

    def place(self, cell: Cell) -> tuple[int, int]:
        return self.origin[0] + cell.x * self.size, self.origin[1] + cell.y * self.size

    def crop(self, cell: Cell) -> Image.Image:
        left, top = self.place(cell)
        return self.image.crop((left, top, left + self.size, top + self.size))

    def tray(self) -> list[Tile]:
        """From the left; tiles that stand back are not seen."""
        below = self.image.crop((0, self._cloth_bottom, *self.image.size))
        sizes = (tiles_seen(below, size) for size in (144, 96))
        found = next(tiles for tiles in sizes if tiles)
        return [tile for _, tile in sorted(found.items())]

    def _bottom_of_the_board(self) -> int:
        column = self.image.crop((1, 0, 2, self.image.height)).tobytes()
        return column.rindex(Ink.CLOTH) + 1

    def _lattices(self, size: int, known: Placement) -> list[tuple[int, tuple[int, int]]]:
        (x, y), wanted = known
        seen = tiles_seen(self.image, size)
        places = [place for place, tile in seen.items() if tile == wanted and place[1] < self._cloth_bottom]
        return [(size, (left - x * size, top - y * size)) for left, top in places]


def test_a_draft_lies_on_the_board_in_dashes_of_its_color() -> None:
    play = (Placement(Cell(4, 0), Tile.RC), Placement(Cell(4, 1), Tile.RX))
    seen = Seen(pixels(draft(LINE, Draft(play), LABELS)), LINE.board[0])
    assert seen.board == dict(LINE.board) | dict(play)
    for cell, _ in LINE.board:
        assert count(seen.crop(cell), Ink.DRAFT) < 20
    for cell, _ in play:
        dashes = count(seen.crop(cell), Ink.DRAFT)
        assert dashes > 500


def test_used_tiles_stand_back_in_the_hand_each_as_often_as_it_is_used() -> None:
    one, other = Placement(Cell(4, 0), Tile.RC), Placement(Cell(5, 0), Tile.RC)
    for play, left in (((), HAND), ((one,), HAND[1:]), ((one, other), HAND[2:])):
        for labels in (LABELS, MIRRORED):
            seen = Seen(pixels(draft(LINE, Draft(play), labels)), LINE.board[0])
            assert seen.tray() == list(left if labels is LABELS else left[::-1])


def test_the_chosen_tile_is_framed_and_of_equal_ones_the_first_that_is_free() -> None:
    laid = (Placement(Cell(4, 0), Tile.RC),)
    plain = pixels(draft(LINE, Draft(laid), LABELS))
    chosen = pixels(draft(LINE, Draft(laid, chosen=Tile.RC), LABELS))
    seen = Seen(chosen, LINE.board[0])
    assert seen.tray() == list(HAND[1:])
    changed = [x for x in range(plain.width) if plain.crop((x, 0, x + 1, plain.height)).tobytes() != _column(chosen, x)]
    assert 100 < min(changed) < max(changed) < 2 * 144 + 90  # the second place in the tray


def _column(image: Image.Image, x: int) -> bytes:
    return image.crop((x, 0, x + 1, image.height)).tobytes()


def test_places_for_the_chosen_tile_are_marked_with_their_points() -> None:
    spots = (Spot(Cell(-1, 0), 5), Spot(Cell(4, 0), 12), Spot(Cell(1, 1)))
    picture = draft(LINE, Draft((), chosen=Tile.RC, spots=spots), LABELS)
    seen = Seen(pixels(picture), LINE.board[0])
    assert {seen.cell(place) for place in spots_seen(seen.image, seen.size)} == {spot.cell for spot in spots}
    five, twelve, none = (count(seen.crop(spot.cell), Ink.DRAFT) for spot in spots)
    assert none < five < twelve
    assert picture.facts.spots == (("M14", 5), ("R14", 12), ("O15", None))


def test_points_are_shown_at_the_end_of_the_hand() -> None:
    for labels in (LABELS, MIRRORED):
        with_points, without = (pixels(draft(LINE, Draft((), points), labels)) for points in (7, None))
        left, _, right, _ = area(with_points, Ink.DRAFT)
        assert (left > with_points.width / 2) == (labels is LABELS)
        assert right - left > 100
        assert count(without, Ink.DRAFT) < 20
    assert draft(LINE, Draft((), 7), LABELS).facts.points == 7


def test_a_part_of_a_large_board_is_shown_and_shown_large() -> None:
    state = state_with(108)
    view = QWIRKLE.view(state, 1)
    alone = Cell(min(x for (x, _), _ in view.board) - 2, 0)
    picture = draft(replace(view, hand=HAND), Draft((), spots=(Spot(alone),)), LABELS)
    assert len(picture.facts.tiles) < 60
    assert 144 in (size for size in SIZES if tiles_seen(pixels(picture), size))


def test_the_whole_line_that_earns_the_points_is_shown() -> None:
    """A draft at the end of a line of five: the line's far end explains the twelve points."""
    five = [Tile.YC, Tile.YX, Tile.YS, Tile.YT, Tile.YV]
    view = on_board(*((x, 0, tile) for x, tile in enumerate(five)), (20, 9, Tile.GC))
    shown = draft(view, Draft((Placement(Cell(5, 0), Tile.YD),), 12), PlayLabels()).facts.tiles
    assert [tile for _, tile in shown][:5] == five


def test_places_all_over_the_board_are_all_shown() -> None:
    state = state_with(60)
    assert state.active is not None
    view = QWIRKLE.view(state, state.active)
    found = moves(dict(view.board), view.hand or ())
    spots = {move.play[0].cell: move.points for move in found if len(move.play) == 1}
    picture = draft(view, Draft((), spots=tuple(Spot(*spot) for spot in spots.items())), LABELS)
    image = pixels(picture)
    size = next(size for size in SIZES if spots_seen(image, size))
    assert len(spots_seen(image, size)) == len(spots) > 5


def test_with_nothing_in_question_the_last_play_is_shown() -> None:
    view = QWIRKLE.view(state_with(60), 0)
    assert view.last_play is not None
    shown = {name for name, _ in draft(view, Draft(), LABELS).facts.tiles}
    assert len(shown) < len(view.board)
    assert {view.labels.name(cell) for cell, _ in view.last_play.play} <= shown
    assert draft(on_board(), Draft(), LABELS).facts.tiles == ()


REFUSED = {
    "line-duplicate": (Cell(4, 0), Tile.RD),
    "line-mixed": (Cell(4, 0), Tile.BS),
    "occupied": (Cell(1, 0), Tile.RC),
    "not-connected": (Cell(6, 3), Tile.RC),
}


def refused(code: str) -> Clash:
    play = (Placement(*REFUSED[code]),)
    with pytest.raises(RuleError, match=code) as error:
        check_play(dict(LINE.board), play)
    return Clash.of(play, error.value.data)


@pytest.mark.parametrize(
    ("code", "red"),
    [
        ("line-duplicate", [Cell(x, 0) for x in range(5)]),
        ("line-mixed", [Cell(x, 0) for x in range(5)]),
        ("occupied", [Cell(1, 0)]),
        ("not-connected", [Cell(6, 3)]),
    ],
)
def test_what_the_referee_blames_is_in_red(code: str, red: list[Cell]) -> None:
    case = refused(code)
    picture = clash(LINE, case, LABELS)
    seen = Seen(pixels(picture), LINE.board[3])
    left, top, right, bottom = area(seen.image, Ink.ALARM)
    (x0, y0), (x1, y1) = seen.place(red[0]), seen.place(red[-1])
    slack = seen.size // 10
    assert abs(left - x0) < slack
    assert abs(top - y0) < slack
    assert abs(right - x1 - seen.size) < slack
    assert abs(bottom - y1 - seen.size) < slack
    assert picture.facts.cells == tuple(LINE.labels.name(cell) for cell in red)


def test_the_tiles_in_question_have_frames_and_the_new_one_is_dashed() -> None:
    seen = Seen(pixels(clash(LINE, refused("line-duplicate"), LABELS)), LINE.board[0])
    ink = {x: (count(seen.crop(Cell(x, 0)), Ink.ALARM), count(seen.crop(Cell(x, 0)), Ink.DRAFT)) for x in range(5)}
    assert ink[1][0] > ink[2][0]  # RD, which lay there
    assert ink[4][1] > 500  # RD, the new one
    assert max(blue for x, (_, blue) in ink.items() if x < 4) < 20


def test_a_tile_that_lies_is_shown_in_place_of_one_laid_on_it() -> None:
    seen = Seen(pixels(clash(LINE, refused("occupied"), LABELS)), LINE.board[3])
    assert seen.board == dict(LINE.board)


def test_a_gap_is_marked_where_it_is() -> None:
    play = (Placement(Cell(4, 0), Tile.RC), Placement(Cell(6, 0), Tile.RX))
    with pytest.raises(RuleError) as error:
        check_play(dict(LINE.board), play)
    case = Clash.of(play, error.value.data)
    assert case == Clash(play, (Cell(5, 0),))
    seen = Seen(pixels(clash(LINE, case, LABELS)), LINE.board[0])
    left, _, right, _ = area(seen.image, Ink.ALARM)
    assert abs(left - seen.place(Cell(5, 0))[0]) < 15
    assert abs(right - seen.place(Cell(6, 0))[0]) < 15


def test_two_tiles_for_one_cell_and_cells_that_are_no_line() -> None:
    twice = (Placement(Cell(4, 0), Tile.RC), Placement(Cell(4, 0), Tile.RX))
    assert Seen(pixels(clash(LINE, Clash(twice, (Cell(4, 0),)), LABELS)), LINE.board[0]).board[Cell(4, 0)] == Tile.RX
    apart = (Cell(4, 0), Cell(8, 2))
    seen = Seen(
        pixels(clash(LINE, Clash(tuple(Placement(cell, Tile.RC) for cell in apart), apart), LABELS)), LINE.board[3]
    )
    assert all(count(seen.crop(cell), Ink.ALARM) > 500 for cell in apart)
    assert count(seen.crop(Cell(6, 0)), Ink.ALARM) < 100  # on the outline that would go around both


def test_nobody_elses_view_is_drawn() -> None:
    view = QWIRKLE.view(state_with(30), None)
    for draw in (lambda: draft(view, Draft(), LABELS), lambda: clash(view, Clash(()), LABELS)):
        with pytest.raises(PictureError, match=r"^The view is a spectator's, who has no hand\.$"):
            draw()


@pytest.mark.parametrize(
    ("what", "message"),
    [
        (Draft(points=-1), "A number of points must be from 0 to 999."),
        (Draft(spots=(Spot(Cell(0, 0), 10**5000),)), "A number of points must be from 0 to 999."),
        (Draft(spots=(Spot(Cell(10**9, 0)),)), "An x must be from -1000 to 1000."),
        (Draft((Placement(Cell(0, 10**9), Tile.RC),)), "A y must be from -1000 to 1000."),
        (Draft(spots=tuple(Spot(Cell(x, 0)) for x in range(900))), "The number of cells must be from 0 to 300."),
    ],
)
def test_what_no_draft_can_hold_is_refused_in_a_sentence(what: Draft, message: str) -> None:
    with pytest.raises(PictureError, match=f"^{re.escape(message)}$"):
        draft(LINE, what, LABELS)


@pytest.mark.parametrize("text", ["", "W" * 10_000, "\ud800", "\u202eabc"])
def test_no_label_moves_anything(text: str) -> None:
    plain, hostile = (pixels(draft(LINE, Draft((), 7), PlayLabels(word))) for word in ("points", text))
    left = (0, 0, 950, plain.height)
    assert plain.size == hostile.size
    assert plain.crop(left).tobytes() == hostile.crop(left).tobytes()
