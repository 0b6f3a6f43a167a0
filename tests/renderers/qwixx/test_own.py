"""One's own sheet: what can be marked, by which dice, for how many points."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image
from pydantic import TypeAdapter

from bot.draw import draw
from bot.games.base import Leave, Presence, Seat
from bot.games.qwixx import QWIXX
from bot.games.qwixx.legality import color_options, white_options
from bot.games.qwixx.sheet import ROW_POINTS, ROWS, Mark, Markable, Row
from bot.games.qwixx.state import Choice, ColorPlan, State, Timing, View
from renderers.errors import PictureError
from renderers.palette import Ink
from renderers.qwixx.choices import TAB, choice_cell
from renderers.qwixx.layout import HEAD, MARGIN, WIDTH
from renderers.qwixx.looks import lock_look, row_looks
from renderers.qwixx.options import Option, options_of
from renderers.qwixx.own import SIZES, OwnSheetLabels, own_sheet
from tests.games.chance import SeededChance
from tests.games.qwixx.players import Table, play, tables
from tests.games.qwixx.positions import BLUE, FIVE_RED, GREEN, RED, YELLOW, Match, dice, plan, position, sheet, white
from tests.renderers.qwirkle.seen import count, pixels
from tests.renderers.qwixx.matches import NAMES, state_at
from tests.renderers.qwixx.seen import Card, lock_seen, looks_seen

LABELS = OwnSheetLabels(
    NAMES[0], "Turn 18", "mark 7, a color, or pass", "marks", "points", "white", "color", "skipped", "left"
)
ROLL = dice((3, 4), red=1, yellow=2, green=5, blue=6)


def card(*, rtl: bool = False) -> Card:
    return Card((MARGIN, HEAD, WIDTH - MARGIN, HEAD + SIZES.card), SIZES, rtl)


def drawn(view: View, *, rtl: bool = False) -> Image.Image:
    return pixels(own_sheet(view, replace(LABELS, right_to_left=rtl)))


def cell_of(image: Image.Image, mark: Mark, *, rtl: bool = False) -> bytes:
    """What is seen of a number and of the strip under it."""
    left, top, right, bottom = card(rtl=rtl).cell(mark.row, mark.row.numbers.index(mark.number))
    return image.crop((left, top, right, bottom + TAB)).tobytes()


def dotted(image: Image.Image, row: Row) -> list[int]:
    """The numbers of the row with a dot under them."""
    ink = {Row.RED: Ink.RED_TINT, Row.YELLOW: Ink.YELLOW_DEEP, Row.GREEN: Ink.GREEN_TINT, Row.BLUE: Ink.BLUE_TINT}[row]
    numbers = []
    for place, number in enumerate(row.numbers):
        left, _, right, bottom = card().cell(row, place)
        strip = image.crop((left + 20, bottom + 6, right - 20, bottom + TAB))
        if Ink.INK not in strip.tobytes() and count(strip, ink) > 60:
            numbers.append(number)
    return numbers


# Options


@pytest.mark.parametrize("rtl", [False, True])
def test_what_can_be_marked_is_framed_in_its_place_and_nothing_else_is(rtl: bool) -> None:
    state = state_at(9, 3)
    for seat in range(3):
        view = QWIXX.view(state, seat)
        picture = own_sheet(view, replace(LABELS, right_to_left=rtl))
        image = pixels(picture)
        options = {option.mark: option for option in picture.facts.options}
        assert {mark for mark, option in options.items() if option.white} == {o.mark for o in view.white_options}
        assert {mark for mark, option in options.items() if option.color} == {o.mark for o in view.color_options}
        for row in ROWS:
            for number in row.numbers:
                mark = Mark(row, number)
                seen = cell_of(image, mark, rtl=rtl)
                if mark in options:
                    assert seen == choice_cell(options[mark]).tobytes()
                else:
                    assert Ink.INK not in seen[71 * 71 :], mark


def test_the_three_ways_to_mark_a_number_are_told_apart_without_color() -> None:
    def light(*, white: bool, color: bool) -> float:
        tab = choice_cell(Option(Mark(RED, 7), 1, 3, white, color, chosen=False)).crop((0, 71, 71, 71 + TAB))
        return count(tab, Ink.WHITE) / (71 * TAB)

    both, by_white, by_color = (light(white=w, color=c) for w, c in ((True, True), (True, False), (False, True)))
    assert by_color + 0.1 < both < by_white - 0.1


@given(tables(unrest=(0.0, 0.2)))
@settings(max_examples=15)
def test_points_and_skips_of_an_option_are_what_the_mark_would_bring(table: Table) -> None:
    for moment in play(table):
        state = moment.after
        for seat in range(len(state.sheets)):
            for option in options_of(QWIXX.view(state, seat), seat):
                own = state.sheets[seat]
                choice = state.choices[seat]
                if not option.white and choice is not None and choice.mark is not None:
                    own = own.marked(choice.mark)
                assert option.points == own.marked(option.mark).total - own.total
                place = option.mark.row.numbers.index(option.mark.number)
                assert option.skips == place - own.masks[option.mark.row.place].bit_length()


def test_color_options_are_shown_while_the_white_action_is_open_also_by_the_published_rules() -> None:
    state = position(sheet(), sheet(), roll=ROLL, timing=Timing.STRICT)
    options = options_of(QWIXX.view(state, 0), 0)
    assert {o.mark for o in options if o.color} == {o.mark for o in color_options(sheet(), 0, state.dice)}
    assert {o.mark for o in options if o.white} == {o.mark for o in white_options(sheet(), 0, 7)}
    assert not any(o.color for o in options_of(QWIXX.view(state, 1), 1))


def test_a_choice_not_applied_yet_has_a_check_and_a_cross_and_the_color_follows_it() -> None:
    match = Match(position(sheet(red=(2,)), sheet(), roll=dice((3, 4), red=6)))
    match.do(white(0, RED, 7, then=plan(RED, 9)))
    view = match.view(0)
    options = {option.mark: option for option in options_of(view, 0)}
    assert options[Mark(RED, 7)] == Option(Mark(RED, 7), 4, 2, white=True, color=False, chosen=True)
    assert options[Mark(RED, 9)] == Option(Mark(RED, 9), 1, 3, white=False, color=True, chosen=True)
    image = drawn(view)
    assert dotted(image, RED) == [3, 4, 5, 6, 8]
    for mark, option in options.items():
        left, top, right, bottom = card().cell(mark.row, mark.row.numbers.index(mark.number))
        assert (count(image.crop((left, top, right, bottom)), Ink.DRAFT) > 100) == option.chosen
    nobody_else = {own_sheet(match.view(1), LABELS).data, own_sheet(Match(match.state).view(1), LABELS).data}
    assert len(nobody_else) == 1


def test_a_dot_is_under_each_number_that_an_option_would_skip() -> None:
    state = position(sheet(red=(2, 4), blue=(12,)), sheet(), roll=ROLL)
    image = drawn(QWIXX.view(state, 1))
    assert dotted(image, RED) == [2, 3, 4, 5, 6]
    assert dotted(image, BLUE) == [12, 11, 10, 9, 8]
    image = drawn(QWIXX.view(state, 0))
    assert dotted(image, RED) == [6]
    assert dotted(image, BLUE) == [11, 8]
    # Green can be 7, 8 or 9; yellow 5, 6 or 7.
    assert dotted(image, GREEN) == [12, 11, 10]
    assert dotted(image, YELLOW) == [2, 3, 4]


def test_a_lock_counts_for_two_marks() -> None:
    view = QWIXX.view(position(sheet(red=FIVE_RED), sheet(), roll=dice((6, 6))), 0)
    (lock,) = [option for option in options_of(view, 0) if option.mark == Mark(RED, 12)]
    assert lock.points == ROW_POINTS[7] - ROW_POINTS[5]
    for points in range(1, 24):
        for by_white, by_color in ((True, False), (False, True), (True, True)):
            choice_cell(Option(Mark(RED, 12), 0, points, by_white, by_color, chosen=False))


# The rest of the sheet


def test_without_options_the_rows_are_as_on_the_picture_for_all() -> None:
    state = state_at(18, 3)
    for seat in range(3):
        view = QWIXX.view(state, None)
        view = replace(view, viewer=seat, current=replace(view.current, active=(seat + 1) % 3))
        image = drawn(view)
        for row in view.sheets[seat].rows:
            assert looks_seen(image, card(), row.row) == row_looks(view, seat, row)
            assert lock_seen(image, card(), row.row) is lock_look(view, seat, row)


def test_the_table_of_points_shows_how_far_each_row_has_come() -> None:
    """A row's symbol stands in the column of the number of its marks; the lock counts."""
    view = QWIXX.view(position(sheet(red=(2, 3), yellow=(2,), green=(12, 11, 10)), sheet(), roll=ROLL), 0)
    image = drawn(view)
    top = card().row(BLUE)[3]
    for row, ink, marks in (
        (RED, Ink.RED_GONE, 2),
        (YELLOW, Ink.YELLOW_GONE, 1),
        (GREEN, Ink.GREEN_GONE, 3),
        (BLUE, Ink.BLUE_GONE, 0),
    ):
        for column in range(1, 13):
            left, _, right, _ = card().cell(row, column - 1)
            symbols = image.crop((left, top, right, top + 40))
            assert (count(symbols, ink) > 20) == (column == marks), (row, column)


def test_a_spectator_has_no_sheet_and_who_left_has_nothing_to_mark() -> None:
    state = state_at(9, 3)
    with pytest.raises(PictureError, match="the view is a spectator's, who has no sheet"):
        own_sheet(QWIXX.view(state, None), LABELS)
    active: Seat = state.active
    gone = QWIXX.apply(state, Leave(active), SeededChance(1)).state
    picture = own_sheet(QWIXX.view(gone, active), LABELS)
    assert picture.facts.options == ()
    assert picture.facts.sheet.presence is Presence.LEFT
    assert count(pixels(picture).crop(card().row(RED)), Ink.WHITE) == 0


def test_the_picture_keeps_its_size() -> None:
    sizes = {pixels(own_sheet(QWIXX.view(state_at(turn, 2), 0), LABELS)).size for turn in (1, 9, 18, 99)}
    assert len(sizes) == 1


any_text = st.text(st.characters(), max_size=40) | st.sampled_from(["", "\ud800", "W" * 10_000, "\u202e" * 9, "\0\n\t"])


@given(st.lists(any_text, min_size=9, max_size=9), st.booleans())
@settings(max_examples=30)
def test_no_text_moves_anything(texts: list[str], rtl: bool) -> None:
    view = QWIXX.view(state_at(9, 3), 0)
    name, title, status, marks, points, by_white, by_color, skipped, left = texts
    hostile_labels = OwnSheetLabels(
        name, title, status, marks, points, by_white, by_color, skipped, left, right_to_left=rtl
    )
    plain, hostile = drawn(view, rtl=rtl), pixels(own_sheet(view, hostile_labels))
    for row in ROWS:
        box = card(rtl=rtl).row(row)
        assert hostile.crop(box).tobytes() == plain.crop(box).tobytes()


def test_marks_that_are_made_already_cannot_be_chosen() -> None:
    view = QWIXX.view(position(sheet(red=(7,)), sheet(), roll=ROLL), 0)
    for changes in (
        {"white_options": (Markable(Mark(RED, 7), 0),)},
        {"choice": Choice(Mark(RED, 7))},
        {"choice": Choice(None, ColorPlan(Mark(RED, 7)))},
    ):
        with pytest.raises(PictureError, match="red 7 can be marked, but it has a mark already"):
            own_sheet(replace(view, **changes), LABELS)


# qwibot draw


@pytest.mark.parametrize("seat", [0, None])
def test_it_is_drawn_from_json_as_well(seat: Seat | None) -> None:
    state: State = state_at(9, 3)
    view = QWIXX.view(state, seat)
    names = {"names": NAMES[:3], "title": "Turn 9", "status": "", "left": "left"}
    request = {"picture": "sheets", "view": as_json(view), "labels": names}
    assert draw(json.dumps(request).encode()).height > 1000
    own = {"picture": "sheet", "view": as_json(view), "labels": as_json(LABELS)}
    if seat is None:
        with pytest.raises(PictureError, match="spectator"):
            draw(json.dumps(own).encode())
    else:
        assert draw(json.dumps(own).encode()).data == own_sheet(view, LABELS).data


def as_json(value: object) -> object:
    return TypeAdapter(type(value)).dump_python(value, mode="json")
