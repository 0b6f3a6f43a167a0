"""A page of a leaderboard shows its lines, marks the asker's, and bears any text."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from renderers.errors import PictureError
from renderers.leaderboard.layout import WIDTH
from renderers.leaderboard.table import MOST_LINES, Line, TableLabels, table
from renderers.palette import COLORS, Ink

LABELS = TableLabels("Qwirkle: rating", "all time", "Nobody yet")
LINES = tuple(Line(rank, f"Player {rank}", str(100 - rank), "9 matches") for rank in range(1, 11))


def pixels(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data)).convert("RGB")


def rows_of(image: Image.Image, ink: Ink, x: int) -> list[int]:
    """The heights at which a column has the ink, the first of each run."""
    found = [image.getpixel((x, y)) == tuple(COLORS[ink]) for y in range(image.height)]
    return [y for y in range(1, image.height) if found[y] and not found[y - 1]]


def test_each_line_has_a_card_and_the_askers_is_marked() -> None:
    lines = (*LINES[:3], replace(LINES[3], own=True), *LINES[4:])
    image = pixels(table(lines, None, LABELS).data)
    middle = WIDTH // 2 + 320
    assert len(rows_of(image, Ink.CARD, middle)) == 9
    assert len(rows_of(image, Ink.CARD_ACTIVE, middle)) == 1
    assert len(rows_of(image, Ink.GOLD, 32)) == 1


def test_the_asker_stands_apart_below_the_page() -> None:
    own = Line(143, "You", "12", own=True)
    picture = table(LINES, own, LABELS)
    image = pixels(picture.data)
    (top,) = rows_of(image, Ink.CARD_ACTIVE, WIDTH // 2 + 320)
    assert top > max(rows_of(image, Ink.CARD, WIDTH // 2 + 320))
    assert picture.facts.apart == own
    assert picture.facts.lines == LINES


def test_three_crowns_at_most_and_equals_share_theirs() -> None:
    ranks = (1, 1, 3, 4, 5)
    image = pixels(table(tuple(Line(rank, "", "") for rank in ranks), None, LABELS).data)
    crown = 59  # a column in the middle of the crowns
    assert len(rows_of(image, Ink.GOLD, crown)) >= 2
    below = image.crop((42, 132 + 3 * 74 + 8, 78, image.height))
    assert not any(color == tuple(COLORS[Ink.GOLD]) for _, color in below.getcolors(100_000) or [])


def test_an_empty_table_says_so() -> None:
    empty = pixels(table((), None, LABELS).data)
    silent = pixels(table((), None, replace(LABELS, empty="")).data)
    assert empty.size == silent.size
    assert empty.tobytes() != silent.tobytes()


def test_read_from_the_right_the_layout_is_mirrored() -> None:
    lines = (replace(LINES[0], own=True),)
    image = pixels(table(lines, None, replace(LABELS, right_to_left=True)).data)
    assert rows_of(image, Ink.GOLD, WIDTH - 33)
    assert not rows_of(image, Ink.GOLD, 32)


def test_too_many_lines_and_ranks_that_are_none() -> None:
    with pytest.raises(PictureError, match=f"at most {MOST_LINES} lines"):
        table(LINES * 3, None, LABELS)
    for rank in (0, -1, 10**10):
        with pytest.raises(PictureError, match="A rank must be"):
            table((Line(rank, "a", "1"),), None, LABELS)
        with pytest.raises(PictureError, match="A rank must be"):
            table((), Line(rank, "a", "1"), LABELS)


@given(st.text(), st.text(), st.text(), st.booleans())
def test_any_text_is_drawn_in_the_same_layout(name: str, figure: str, title: str, mirrored: bool) -> None:
    labels = TableLabels(title, title, title, mirrored)
    picture = table((Line(1, name, figure, name, own=True), *LINES[:2]), None, labels)
    assert (picture.width, picture.height) == (WIDTH, table(LINES[:3], None, LABELS).height)


def test_a_name_of_10000_characters() -> None:
    for name in ("W" * 10_000, "\u202e" * 10_000, "\ud800" * 10_000, "a\u0301" * 5_000, "\x00\n\t" * 3_000):
        assert table((Line(1, name, "1"),), None, LABELS).width == WIDTH
