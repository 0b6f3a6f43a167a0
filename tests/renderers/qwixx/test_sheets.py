"""The picture of all sheets, read from its pixels."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from bot.games.base import Leave, Presence
from bot.games.qwixx import QWIXX
from bot.games.qwixx.dice import Dice
from bot.games.qwixx.sheet import ROWS, Mark, Markable, Row
from bot.games.qwixx.state import Choice, Phase, Progress, RowView, SheetView, Turn, View
from renderers.errors import PictureError
from renderers.palette import Ink
from renderers.png import BandShelf
from renderers.qwixx.facts import SheetFacts, TableFacts
from renderers.qwixx.layout import BETWEEN, CELL, HEAD, SIZES, WIDTH
from renderers.qwixx.looks import Look, lock_look, row_looks
from renderers.qwixx.sheet import SheetsLabels, sheets
from tests.games.chance import SeededChance
from tests.games.qwixx.positions import FIVE_RED, RED, Match, dice, position, sheet, white
from tests.renderers.qwirkle.seen import area, bounds, count, pixels
from tests.renderers.qwixx.matches import NAMES, end_of, state_at, states
from tests.renderers.qwixx.seen import Box, Card, dice_seen, lock_seen, looks_seen

SEATS = sorted(SIZES)


@cache
def spectator(turn: int = 18, seats: int = 4, seed: int = 1, computers: tuple[int, ...] = ()) -> View:
    return QWIXX.view(state_at(turn, seats, seed, computers), None)


@cache
def fresh(seats: int = 3) -> View:
    """Sheets without a mark; the first player is active, and all are awaited."""
    state = position(*[sheet()] * seats, roll=dice((3, 4), red=1, yellow=2, green=5, blue=6))
    return QWIXX.view(state, None)


def labels(seats: int, *, rtl: bool = False) -> SheetsLabels:
    return SheetsLabels(NAMES[:seats], "Turn 18", "all may mark 7", "left", right_to_left=rtl)


def drawn(view: View, *, rtl: bool = False) -> Image.Image:
    return pixels(sheets(view, labels(len(view.sheets), rtl=rtl)))


def changed(one: Image.Image, other: Image.Image) -> Box | None:
    """The box around all that differs between two pictures."""
    return ImageChops.difference(one.convert("RGB"), other.convert("RGB")).getbbox()


def within(inner: Box | None, outer: Box) -> bool:
    if inner is None:
        return False
    return inner[0] >= outer[0] and inner[1] >= outer[1] and inner[2] <= outer[2] and inner[3] <= outer[3]


# Rows


@pytest.mark.parametrize("rtl", [False, True])
@pytest.mark.parametrize("seats", SEATS)
def test_each_number_of_each_sheet_stands_in_its_place_as_it_is(seats: int, rtl: bool) -> None:
    """From the left to the right in the row's own order, also in a mirrored layout."""
    for view in (spectator(18, seats), QWIXX.view(end_of(seats), None)):
        image = drawn(view, rtl=rtl)
        for seat, own in enumerate(view.sheets):
            card = Card.of(seat, seats, mirrored=rtl)
            for row in own.rows:
                assert looks_seen(image, card, row.row) == row_looks(view, seat, row)
                assert lock_seen(image, card, row.row) is lock_look(view, seat, row)


@pytest.mark.parametrize("seats", SEATS)
def test_a_phone_shows_numbers_wide_enough_in_every_number_of_sheets(seats: int) -> None:
    """At least 26 of its 400 pixels wide, and no picture is more than 40 % higher than wide."""
    picture = sheets(spectator(18, seats), labels(seats))
    assert CELL * 400 / picture.width > 26
    assert SIZES[seats].cell * 400 / picture.width > 15
    assert picture.height <= 1.41 * picture.width


def test_each_row_has_its_own_symbol() -> None:
    image = drawn(fresh())
    card = Card.of(1, 3)
    symbols = []
    for row, ink in zip(ROWS, (Ink.RED_TINT, Ink.YELLOW_DEEP, Ink.GREEN_TINT, Ink.BLUE_TINT), strict=True):
        left, top, _, bottom = card.row(row)
        part = image.crop((left, top, card.cell(row, 0)[0], bottom))
        symbols.append(bytes(value == ink for value in part.tobytes()))
    assert len(set(symbols)) == len(ROWS)
    assert all(any(symbol) for symbol in symbols)


@pytest.mark.parametrize("rtl", [False, True])
def test_points_and_total_stand_beside_the_rows_on_the_side_where_lines_end(rtl: bool) -> None:
    view = fresh()
    own = view.sheets[1]
    card = Card.of(1, 3, mirrored=rtl)

    def difference(other: SheetView) -> Box:
        sheets_now = (view.sheets[0], other, view.sheets[2])
        found = changed(drawn(view, rtl=rtl), drawn(replace(view, sheets=sheets_now), rtl=rtl))
        assert found is not None
        return found

    for row in own.rows:
        rows = tuple(replace(other, points=21) if other is row else other for other in own.rows)
        left, top, right, bottom = card.row(row.row)
        column = (0, top, left, bottom) if rtl else (right, top, WIDTH, bottom)
        assert within(difference(replace(own, rows=rows)), column)
    total = difference(replace(own, total=-15))
    assert within(total, card.header)
    assert total[2] < card.row(RED)[0] if rtl else total[0] > card.row(RED)[2]


# Who is who


@pytest.mark.parametrize("seats", SEATS)
def test_gold_is_around_the_card_of_the_active_player(seats: int) -> None:
    for seat in range(seats):
        turn = Turn(1, seat, (None,) * seats)
        view = replace(fresh(seats), current=turn, progress=(Progress.DONE,) * seats)
        left, top, right, bottom = Card.of(seat, seats).box
        assert bounds(drawn(view), Ink.GOLD) == (left - 6, top - 6, right + 6, bottom + 6)
        assert within(area(drawn(view), Ink.CARD_ACTIVE), (left, top, right, bottom))


def test_nobody_is_framed_when_the_active_player_has_left_or_the_match_is_over() -> None:
    view = replace(fresh(), progress=(Progress.DONE,) * 3)
    gone = replace(view, presence=(Presence.LEFT, *view.presence[1:]))
    assert count(drawn(gone), Ink.GOLD) == 0
    assert sheets(gone, labels(3)).facts.table.active is None
    over = drawn(QWIXX.view(end_of(3), None))
    cards = [over.crop(Card.of(seat, 3).box) for seat in range(3)]
    assert all(count(card, Ink.CARD_ACTIVE) < count(card, Ink.CARD) / 100 for card in cards)


@pytest.mark.parametrize("rtl", [False, True])
def test_a_header_says_who_is_awaited_who_has_chosen_and_who_could_mark_nothing(rtl: bool) -> None:
    pictures = []
    for progress in Progress:
        view = replace(fresh(), progress=(Progress.DONE, progress, Progress.DONE))
        pictures.append(drawn(view, rtl=rtl))
    header = Card.of(1, 3, mirrored=rtl).header
    for one, other in ((0, 1), (1, 2), (0, 2)):
        assert within(changed(pictures[one], pictures[other]), header)
    gold = [count(picture.crop(header), Ink.GOLD) for picture in pictures]
    assert gold[0] > 0 == gold[1] == gold[2]


def test_no_sign_of_choosing_is_left_once_the_match_is_over() -> None:
    over = QWIXX.view(end_of(3), None)
    assert len({sheets(replace(over, progress=(one,) * 3), labels(3)).data for one in Progress}) == 1
    assert {one.progress for one in sheets(over, labels(3)).facts.sheets} == {None}


def test_the_sheet_of_who_left_stands_back_and_says_so() -> None:
    state = state_at(12, 3)
    view = QWIXX.view(QWIXX.apply(state, Leave(1), SeededChance(1)).state, None)
    image = drawn(view)
    for seat in range(3):
        box = Card.of(seat, 3).box
        white_ink = count(image.crop(box), Ink.WHITE)
        assert (white_ink == 0) == (seat == 1)
    silent = replace(labels(3), left="")
    assert within(changed(image, pixels(sheets(view, silent))), Card.of(1, 3).header)


def test_a_computer_has_a_robot_before_its_name() -> None:
    view = fresh()
    robot = replace(view, presence=(Presence.PERSON, Presence.PERSON, Presence.COMPUTER))
    nameless = SheetsLabels(("", "", ""), "", "", "")
    for rtl in (False, True):
        shown = [pixels(sheets(one, replace(nameless, right_to_left=rtl))) for one in (view, robot)]
        difference = changed(*shown)
        header = Card.of(2, 3, mirrored=rtl).header
        assert difference is not None
        assert within(difference, header)
        # The signs of progress are there in both, the boxes of penalties as well.
        without, with_robot = (count(one.crop(header), Ink.PALE) for one in shown)
        assert with_robot > without + 100
        middle = (difference[0] + difference[2]) / 2
        assert middle > WIDTH - 60 if rtl else middle < 60


def test_the_winners_wear_a_crown() -> None:
    view = QWIXX.view(end_of(4), None)
    outcome = view.outcome
    assert outcome is not None
    view = replace(view, previous=None, current=Turn(view.turn, 0, (None,) * 4))
    one, two, none = (
        count(drawn(replace(view, outcome=replace(outcome, places=places))), Ink.GOLD)
        for places in ((2, 1, 3, 4), (1, 1, 3, 4), None)
    )
    assert (two, none) == (2 * one, 0)


@pytest.mark.parametrize("rtl", [False, True])
def test_penalties_fill_their_boxes_from_the_start(rtl: bool) -> None:
    """Each new one changes one box; the last ones lie nearer to the end of the line."""
    boxes = []
    before = drawn(fresh(), rtl=rtl)
    for penalties in range(1, 5):
        view = fresh()
        own = replace(view.sheets[1], penalties=penalties)
        image = drawn(replace(view, sheets=(view.sheets[0], own, view.sheets[2])), rtl=rtl)
        difference = changed(before, image)
        assert within(difference, Card.of(1, 3, mirrored=rtl).header)
        assert difference is not None
        boxes.append(difference)
        before = image
    for one, other in pairwise(boxes):
        assert one[0] > other[2] - 1 if rtl else one[2] - 1 < other[0]


# The dice


def test_the_dice_are_those_of_the_turn_and_removed_ones_are_empty_places() -> None:
    view = replace(spectator(), dice=Dice((3, 5), (2, None, 4, None)))
    expected = ["white/3", "white/5", "red/2", "yellow/removed", "green/4", "blue/removed"]
    assert dice_seen(drawn(view)) == expected
    assert dice_seen(drawn(view, rtl=True)) == expected[::-1]


def test_the_white_sum_and_the_texts_stand_in_the_head() -> None:
    view = spectator()
    one, other = (drawn(replace(view, dice=Dice(white, view.dice.colors))) for white in ((1, 5), (5, 1)))
    assert changed(one, other) is not None
    same_dice = replace(labels(4), title="Turn 19")
    difference = changed(drawn(view), pixels(sheets(view, same_dice)))
    assert within(difference, (WIDTH // 2, 0, WIDTH, HEAD))
    sums = [drawn(replace(view, dice=Dice(white, view.dice.colors))) for white in ((4, 4), (4, 5))]
    total = changed(*(picture.crop((180, 0, 300, HEAD)) for picture in sums))
    assert total is not None


# Nothing hidden


def test_a_picture_is_the_same_for_all_and_tells_no_choice() -> None:
    match = Match(position(sheet(red=FIVE_RED), sheet(), sheet(), roll=dice((3, 4))))
    before = {sheets(match.view(seat), labels(3)).data for seat in (None, 0, 1, 2)}
    assert len(before) == 1
    chosen = []
    for choice in (white(1, RED, 7), white(1)):
        again = Match(match.state).do(choice)
        assert again.state.choices[1] is not None
        pictures = {sheets(again.view(seat), labels(3)).data for seat in (None, 0, 1, 2)}
        assert len(pictures) == 1
        chosen.append(pictures)
    assert chosen[0] == chosen[1]


# The rest


def test_facts_tell_what_is_drawn() -> None:
    match = Match(position(sheet(red=FIVE_RED), sheet(penalties=1), roll=dice((3, 4)), computers=(1,)))
    match.do(white(0, RED, 7), white(1))
    view = match.view(None)
    facts = sheets(view, labels(2)).facts
    assert facts.table == TableFacts(turn=1, dice=view.dice, closed=(), active=0)
    assert facts.sheets == (
        SheetFacts(0, view.sheets[0], Presence.PERSON, Progress.AWAITED, None, (Mark(RED, 7),), ()),
        SheetFacts(1, view.sheets[1], Presence.COMPUTER, Progress.DONE, None, (), ()),
    )
    over = QWIXX.view(end_of(3), None)
    assert over.outcome is not None
    assert tuple(one.place for one in sheets(over, labels(3)).facts.sheets) == over.outcome.places


def test_bands_that_are_kept_change_nothing() -> None:
    shelf = BandShelf()
    for state in list(states(3))[30:36]:
        view = QWIXX.view(state, None)
        assert sheets(view, labels(3), shelf).data == sheets(view, labels(3)).data


any_text = st.text(st.characters(), max_size=40) | st.sampled_from(["", "\ud800", "W" * 10_000, "\u202e" * 9, "\0\n\t"])


@given(st.tuples(any_text, any_text), any_text, any_text, st.booleans())
@settings(max_examples=40)
def test_no_text_moves_anything(names: tuple[str, str], title: str, word: str, rtl: bool) -> None:
    view = fresh(2)
    plain = drawn(view, rtl=rtl)
    hostile = pixels(sheets(view, SheetsLabels(names, title, word, word, right_to_left=rtl)))
    assert hostile.size == plain.size
    for seat in range(2):
        card = Card.of(seat, 2, mirrored=rtl)
        below = (*card.box[:1], card.header[3], *card.box[2:])
        assert hostile.crop(below).tobytes() == plain.crop(below).tobytes()
    dice_box = (WIDTH - 600, 0, WIDTH, HEAD - 8) if rtl else (0, 0, 600, HEAD - 8)
    assert hostile.crop(dice_box).tobytes() == plain.crop(dice_box).tobytes()


def with_row(row: RowView) -> dict[str, Any]:
    view = fresh()
    return {"sheets": (SheetView((row, *view.sheets[0].rows[1:]), 0, 0), *view.sheets[1:])}


def with_sheet(**changes: Any) -> dict[str, Any]:
    view = fresh()
    return {"sheets": (replace(view.sheets[0], **changes), *view.sheets[1:])}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"sheets": ()}, "the number of seats must be from 2 to 5"),
        ({"sheets": (fresh().sheets[0],) * 6}, "the number of seats must be from 2 to 5"),
        ({"presence": ()}, "there are 3 seats, but 0 entries in presence"),
        ({"progress": (Progress.DONE,)}, "there are 3 seats, but 1 entries in progress"),
        ({"viewer": 9}, "the viewer's seat must be from 0 to 2"),
        ({"dice": Dice((0, 7), (1, 1, 1, 1))}, "a white die must be from 1 to 6"),
        ({"dice": Dice((1, 1), (1, 1, 1, 10**9))}, "a colored die must be from 1 to 6"),
        ({"dice": Dice((1, 1), ())}, "there are 4 rows, but 0 colored dice"),
        ({"current": Turn(1, 0, ())}, "there are 3 seats, but 0 white marks"),
        ({"current": Turn(1, 3, (None,) * 3)}, "the active seat must be from 0 to 2"),
        ({"previous": Turn(1, -1, (None,) * 3)}, "the active seat must be from 0 to 2"),
        ({"previous": Turn(-3, 0, (None,) * 3)}, "the number of a turn must be from 1 to 999999"),
        ({"current": Turn(1, 0, (Mark(Row.RED, 13), None, None))}, "a number in the red row must be from 2 to 12"),
        (with_row(RowView(Row.RED, (13,), False, 0)), "a number in the red row must be from 2 to 12"),
        (with_row(RowView(Row.RED, (3, 2), False, 0)), "the marks of a row must stand from left to right, each once"),
        (with_row(RowView(Row.RED, (2, 2), False, 0)), "the marks of a row must stand from left to right, each once"),
        (with_row(RowView(Row.RED, (2,), True, 0)), "a lock is marked without the row's last number"),
        (with_row(RowView(Row.RED, (), False, 10**5000)), "the points of a row must be from 0 to 78"),
        (
            with_row(RowView(Row.BLUE, (), False, 0)),
            "a sheet must have the rows red, yellow, green, blue in this order",
        ),
        (with_sheet(rows=()), "a sheet must have the rows red, yellow, green, blue in this order"),
        (with_sheet(penalties=5), "the number of penalties must be from 0 to 4"),
        (with_sheet(total=-21), "a total must be from -20 to 312"),
        (
            {"viewer": 0, "white_options": (Markable(Mark(Row.BLUE, 1), 0),)},
            "a number in the blue row must be from 2 to 12",
        ),
        (
            {"viewer": 0, "color_options": (Markable(Mark(Row.BLUE, 12), 1),)},
            "the number of skipped numbers must be from 0 to 0",
        ),
        ({"viewer": 0, "choice": Choice(Mark(Row.RED, 0))}, "a number in the red row must be from 2 to 12"),
    ],
)
def test_what_no_match_can_hold_is_refused_in_a_sentence(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(PictureError, match=f"^{message}$"):
        sheets(replace(fresh(), **changes), labels(3))


def test_places_and_names_that_are_missing_are_refused() -> None:
    over = QWIXX.view(end_of(3), None)
    assert over.outcome is not None
    with pytest.raises(PictureError, match="there are 3 seats, but 2 places"):
        sheets(replace(over, outcome=replace(over.outcome, places=(1, 2))), labels(3))
    with pytest.raises(PictureError, match="there are 3 seats, but 2 names"):
        sheets(over, labels(2))


def test_all_looks_and_phases_come_up_in_the_matches_that_are_looked_at() -> None:
    """Else the tests above would hold less than they say."""
    looks: set[Look] = set()
    phases: set[Phase] = set()
    for state in states(3):
        view = QWIXX.view(state, None)
        phases.add(view.phase)
        looks |= {look for seat in range(3) for row in view.sheets[seat].rows for look in row_looks(view, seat, row)}
    assert looks == set(Look)
    assert phases == set(Phase)
    assert HEAD + 5 * (SIZES[5].card + BETWEEN) == sheets(spectator(18, 5), labels(5)).height
