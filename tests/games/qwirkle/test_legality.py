"""RULES 1, A legal play and Score; the codes of REFEREE.md and their order."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.errors import RuleError
from bot.games.qwirkle.board import Axis, Cell, Line, Placement, points_for
from bot.games.qwirkle.legality import check_play
from bot.games.qwirkle.tiles import Tile
from tests.games.qwirkle.positions import (
    assert_can_be_said,
    board,
    plain_is_legal,
    plain_is_line,
    plain_lines,
    plain_points,
    play,
    tiles,
)


def error_of(on: str, *placements: str, hand: str | None = None, opening_size: int | None = None) -> RuleError:
    with pytest.raises(RuleError) as caught:
        check_play(
            board(on),
            play(*placements),
            hand=None if hand is None else tiles(hand),
            opening_size=opening_size,
        )
    assert_can_be_said(caught.value)
    return caught.value


def points(on: str, *placements: str) -> int:
    lines = check_play(board(on), play(*placements))
    assert points_for(lines) == plain_points(board(on), play(*placements))
    return points_for(lines)


@pytest.mark.parametrize(
    ("on", "placements", "code"),
    [
        ("RC", [], "empty"),
        ("", [f"{code} {x} 0" for x, code in enumerate(["RC", "RS", "RD", "RT", "RV", "RX", "OC"])], "too-many"),
        ("RC", ["RS 1 0", "RD 1 0"], "same-cell"),
        ("RC", ["RS 0 0"], "occupied"),
        ("RC", ["RS 1 0", "RD 0 1"], "not-in-line"),
        ("", ["RS 0 0", "RD 1 1"], "not-in-line"),
        ("RC", ["RS 1 0", "RD 3 0"], "gap"),
        ("", ["RS 0 0", "RD 0 2"], "gap"),
        ("RC", ["RS 1 1"], "not-connected"),
        ("RC", ["RS 5 5", "RD 6 5"], "not-connected"),
        ("RC RS RD RT RV RX", ["OX 6 0"], "line-too-long"),
        ("RC RS .. RC", ["RD 2 0"], "line-duplicate"),
        ("RC RS", ["RC 2 0"], "line-duplicate"),
        ("RC", ["BS 1 0"], "line-mixed"),
        ("RC RS", ["OS 2 0"], "line-mixed"),
        ("", ["RC 0 0", "BS 1 0"], "line-mixed"),
        ("", ["RC 0 0", "RC 1 0"], "line-duplicate"),
    ],
)
def test_codes(on: str, placements: Sequence[str], code: str) -> None:
    """REFEREE.md, error codes."""
    assert error_of(on, *placements).code == code
    assert not plain_is_legal(board(on), play(*placements))


@pytest.mark.parametrize(
    ("on", "placements", "hand", "size", "code"),
    [
        ("RC", [], "", 3, "empty"),
        ("", [f"RC {x} 0" for x in range(7)], "", 1, "too-many"),
        ("RC", ["RS 0 0", "RS 0 0"], "RS", None, "not-in-hand"),
        ("RC", ["RS 0 0", "RD 0 0"], "RS RD", None, "same-cell"),
        ("RC", ["RS 0 0", "RD 5 5"], "RS RD", None, "occupied"),
        ("RC", ["RS 1 2", "RD 5 5"], "RS RD", None, "not-in-line"),
        ("RC", ["RS 5 5", "RD 7 5"], "RS RD", None, "gap"),
        ("RC", ["RS 5 5", "BD 6 5"], "RS BD", None, "not-connected"),
        ("RC RS RD RT RV RX", ["RX 6 0"], "RX", None, "line-too-long"),
        ("RC RS", ["OS 2 0", "OS 3 0"], "OS OS", None, "line-duplicate"),
        ("", ["RC 0 0", "BS 1 0"], "RC BS", 1, "line-mixed"),
        ("", ["RC 0 0"], "RC RS", 2, "opening-size"),
    ],
)
def test_the_first_code_that_applies(
    on: str, placements: Sequence[str], hand: str, size: int | None, code: str
) -> None:
    """REFEREE.md: always the first code in the order that applies, though later ones would apply too."""
    assert error_of(on, *placements, hand=hand, opening_size=size).code == code


def test_the_first_code_in_whichever_line() -> None:
    """A crossing line that is too long comes before a main line that is mixed, and so does one with a duplicate."""
    too_long = "RC ..\nRS ..\nRD ..\nRT ..\nRV ..\nRX ..\n.. BS"
    assert error_of(too_long, "OX 0 6").code == "line-too-long"
    duplicate = "RC ..\nRS ..\n.. BD"
    assert error_of(duplicate, "RC 0 2").code == "line-duplicate"
    assert error_of(duplicate, "RC 0 2").data["cells"] == (Cell(0, 0), Cell(0, 1), Cell(0, 2))
    assert error_of(duplicate, "OS 0 2").code == "line-mixed"


def test_errors_carry_what_a_reader_needs() -> None:
    assert error_of("RC", "RS 1 0", "RD 3 0").data == {"cell": Cell(2, 0)}
    assert error_of("RC", "RS 0 0").data == {"cell": Cell(0, 0), "tile": Tile.RC}
    assert error_of("RC", "RS 1 0", hand="RC").data == {"tiles": (Tile.RS,)}
    assert error_of("", "RC 0 0", hand="RC RS", opening_size=2).data == {"size": 2, "found": 1}
    mixed = error_of("RC RS", "OS 2 0").data
    assert mixed["line"] == Line(Cell(0, 0), Axis.ROW, 3)
    assert mixed["cells"] == (Cell(0, 0), Cell(1, 0), Cell(2, 0))
    assert mixed["tiles"] == tiles("RC RS OS")
    assert error_of("RC RS", "RC 2 0").data["twice"] == (Tile.RC,)


def test_equal_tiles_must_each_be_in_the_hand() -> None:
    assert error_of("RC", "RS 1 0", "RS 0 1", hand="RS").code == "not-in-hand"
    assert error_of("RC", "RS 1 0", "RS 0 1", hand="RS RS").code == "not-in-line"


def test_a_gap_far_away_is_found_at_once() -> None:
    assert error_of("RC", "RS 1 0", f"RD {10**30} 0").data == {"cell": Cell(2, 0)}


def test_one_line() -> None:
    """RULES 1, A legal play: one line, no gap after the play; tiles on the board may fill the space between."""
    assert points("RC .. RD .. RV", "RS 1 0", "RT 3 0") == 5
    assert points("RC RS", "RD -1 0", "RX 2 0") == 4  # both ends in one play
    assert points("RC", "RD -1 0", "RX 1 0") == 3  # they need not touch each other


def test_lone_tile_belongs_to_any_line() -> None:
    assert points("RC RS\nOC ..", "OS 1 1") == 4


def test_score() -> None:
    """RULES 1, Score."""
    assert points("", "RC 0 0") == 1
    assert points("", "RC 0 0", "RS 1 0") == 2
    assert points("RC RS RD", "RX 1 1") == 2
    assert points("RC RS RD", "RX 3 0") == 4
    assert points("RC RS\nRD ..", "RT 1 1") == 4  # in two lines, counted in both
    assert points("RC RS RD RT RV", "RX 5 0") == 12


def test_two_lines_of_six_at_once() -> None:
    """RULES 1, Score: one tile that completes two lines of six scores 24."""
    column = "".join(f".. .. .. .. .. {color}X\n" for color in "OYGBP")
    assert points(column + "RC RS RD RT RV ..", "RX 5 5") == 24


cells = st.builds(Cell, st.integers(-1, 4), st.integers(-1, 3))
few_tiles = st.sampled_from(tiles("RC RS RD OC OS OD YC"))


@given(
    st.lists(st.builds(Placement, cells, few_tiles), max_size=4),
    st.lists(st.builds(Placement, cells, few_tiles), max_size=8),
)
def test_agrees_with_the_plain_rules(placements: list[Placement], laid: list[Placement]) -> None:
    """Whether a play is legal, and its points, as a second and plainer reading of the rules has them."""
    on: dict[Cell, Tile] = {}
    for cell, tile in laid:
        if _may_lie(on, cell, tile):
            on[cell] = tile
    try:
        lines = check_play(on, placements)
    except RuleError as error:
        assert_can_be_said(error)
        assert not plain_is_legal(on, placements)
    else:
        assert plain_is_legal(on, placements)
        assert points_for(lines) == plain_points(on, placements)


def _may_lie(on: dict[Cell, Tile], cell: Cell, tile: Tile) -> bool:
    """Whether a tile may lie on a board that may be in several pieces."""
    return cell not in on and all(
        plain_is_line([({**on, cell: tile})[part] for part in line]) for line in plain_lines({**on, cell: tile})
    )
