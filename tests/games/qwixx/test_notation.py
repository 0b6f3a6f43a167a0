"""RULES 4 for Qwixx: forgiving to read, one form to write."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.errors import NotationError
from bot.core.text import Words
from bot.games.qwixx import QWIXX
from bot.games.qwixx.notation import TEXT_LIMIT, parse, write
from bot.games.qwixx.sheet import Mark
from bot.games.qwixx.state import Choice, Chose, GiveOrder, OrderGiven, TakeBack, Timing, View
from bot.games.qwixx.views import legal
from bot.games.qwixx.vocabulary import ENGLISH, ENGLISH_WORDS, Meaning, Word
from bot.games.vocabulary import Vocabulary
from tests.games.qwixx.players import Table, play, tables
from tests.games.qwixx.positions import BLUE, GREEN, RED, YELLOW, Match, color, dice, plan, position, sheet, white

WORDS = Words("qwixx")
START = position(sheet(), sheet(), roll=dice((3, 4), red=2, yellow=3, green=4, blue=5))
"""White sum 7; red 5 or 6, yellow 6 or 7, green 7 or 8, blue 8 or 9. Seat 0 is active."""


def views() -> tuple[View, View]:
    match = Match(START)
    return match.view(0), match.view(1)


ACTIVE, OTHER = views()
COLOR_PHASE = Match(START).do(white(0), white(1)).view(0)


def error(text: str, view: View) -> NotationError:
    with pytest.raises(NotationError) as caught:
        parse(text, view)
    sentence = WORDS.explain(caught.value)
    assert sentence[-1] in ".?"
    assert "{" not in sentence
    assert "error." not in sentence
    return caught.value


@pytest.mark.parametrize(
    "text",
    [
        *("R7", "r7", "red 7", "RED  7", "red7", "7 red", "7r", "red", "r", "🔴 7", "red ٧", "mark the red 7"),
        *("w r7", "W R7", "wr7", "w 7 red", "white: red, 7", "white dice, red row"),
    ],
)
def test_one_mark_typed_in_many_ways(text: str) -> None:
    assert parse(text, OTHER) == white(1, RED, 7)


@pytest.mark.parametrize("text", ["pass", "Pass!", "-", "–", "w -", "white pass", "skip", "none"])
def test_a_pass_is_about_the_action_that_is_awaited(text: str) -> None:
    assert parse(text, OTHER) == white(1)
    assert parse(text, ACTIVE) == white(0)


@pytest.mark.parametrize("text", ["pass", "-", "c -", "color pass"])
def test_a_pass_in_the_color_phase(text: str) -> None:
    assert parse(text, COLOR_PHASE) == color(0)


def test_what_can_be_only_one_action_needs_not_say_which() -> None:
    assert parse("red 5", ACTIVE) == color(0, RED, 5)
    assert parse("red 7", ACTIVE) == white(0, RED, 7)
    assert parse("blue 9", COLOR_PHASE) == color(0, BLUE, 9)
    assert parse("9", COLOR_PHASE) == color(0, BLUE, 9)
    assert parse("color 5", ACTIVE) == color(0, RED, 5)
    assert parse("white green", ACTIVE) == white(0, GREEN, 7)


@pytest.mark.parametrize(
    "text", ["W R7 C B9", "white red 7 then color blue 9", "red 7, blue 9", "red 7 then blue 9", "w r c 9", "r7 b9"]
)
def test_both_actions_in_one_visit(text: str) -> None:
    assert parse(text, ACTIVE) == white(0, RED, 7, plan(BLUE, 9))


def test_passes_in_one_visit() -> None:
    assert parse("W - C B9", ACTIVE) == white(0, then=plan(BLUE, 9))
    assert parse("red 7 then pass", ACTIVE) == white(0, RED, 7, plan())
    assert parse("- -", ACTIVE) == white(0, then=plan())


@pytest.mark.parametrize(
    ("text", "candidates"),
    [
        ("7", ("W R7", "W Y7", "W G7", "W B7", "C Y7", "C G7")),
        ("yellow 7", ("W Y7", "C Y7")),
        ("blue", ("W B7", "C B8", "C B9")),
        ("w 7", ("W R7", "W Y7", "W G7", "W B7")),
        ("c yellow", ("C Y6", "C Y7")),
    ],
)
def test_what_is_ambiguous_is_asked_back(text: str, candidates: tuple[str, ...]) -> None:
    asked = error(text, ACTIVE)
    assert (asked.code, asked.data["candidates"]) == ("ambiguous", candidates)
    assert all(parse(candidate, ACTIVE) for candidate in candidates)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "nothing-typed"),
        (" , ", "nothing-typed"),
        ("the", "nothing-typed"),
        ("purple 7", "word-unknown"),
        ("yelow 7", "word-unknown-near"),
        ("rd 7", "word-unknown-near"),
        ("§", "word-unknown"),
        ("\ud800", "word-unknown"),
        ("x" * 100, "word-unknown"),
        ("7" * (TEXT_LIMIT + 1), "text-too-long"),
        ("white", "nothing-to-mark"),
        ("red 7 color", "nothing-to-mark"),
        ("9", "nothing-fits"),
        ("white 8", "nothing-fits"),
        ("red 7 8", "nothing-fits"),
        ("c b9 w r7", "out-of-place"),
        ("w r7 w r8", "out-of-place"),
        ("r7 b9 g8", "out-of-place"),
        ("white color", "nothing-to-mark"),
        ("< r7", "out-of-place"),
        ("order", "order-without-number"),
        ("order red", "out-of-place"),
        ("order 3 3", "out-of-place"),
        ("red order 3", "out-of-place"),
    ],
)
def test_what_was_not_understood_is_named(text: str, code: str) -> None:
    assert error(text, OTHER if code == "nothing-fits" else ACTIVE).code == code


def test_a_word_nearly_right_is_guessed_at_but_not_taken() -> None:
    assert error("yelow 7", ACTIVE).data == {"word": "yelow", "nearest": "yellow"}


def test_a_long_word_is_cut_in_the_answer() -> None:
    assert len(str(error("x" * 150, ACTIVE).data["word"])) < 50


def test_a_whole_mark_that_the_rules_refuse_is_left_to_them() -> None:
    """So that the answer is the reason, not that nothing was understood."""
    assert parse("red 8", OTHER) == white(1, RED, 8)
    assert parse("red 13", ACTIVE) == color(0, RED, 13)
    assert parse("color red 12", OTHER) == color(1, RED, 12)
    assert parse("w r8 c b2", ACTIVE) == white(0, RED, 8, plan(BLUE, 2))


@pytest.mark.parametrize("text", ["<", "undo", "take back", "Take  Back"])
def test_taking_back(text: str) -> None:
    assert parse(text, OTHER) == TakeBack(1)


@pytest.mark.parametrize(("text", "limit"), [("O 3", 3), ("order 0", 0), ("standing order: 2", 2), ("order off", None)])
def test_standing_orders(text: str, limit: int | None) -> None:
    assert parse(text, OTHER) == GiveOrder(1, limit)


def test_words_of_another_language() -> None:
    """The player's words are understood beside the letters, and a phrase may have several words."""
    words: list[tuple[str, Meaning]] = [("coch", RED), ("dis gwyn", Word.WHITE), ("pasio", Word.PASS)]
    welsh = Vocabulary.of([*words, ("glas", BLUE), ("glas", GREEN)])
    assert parse("dis gwyn coch 7", ACTIVE, welsh) == white(0, RED, 7)
    assert parse("pasio", OTHER, welsh) == white(1)
    assert parse("w r7", OTHER, welsh) == white(1, RED, 7)
    with pytest.raises(NotationError) as caught:
        parse("glas 7", OTHER, welsh)
    assert (caught.value.code, caught.value.data["candidates"]) == ("word-ambiguous", (BLUE, GREEN))
    assert "blue and green" in WORDS.explain(caught.value)


def test_the_written_forms() -> None:
    assert [
        write(move)
        for move in (
            white(1, YELLOW, 10),
            white(1),
            white(0, RED, 7, plan(BLUE, 12)),
            white(0, then=plan()),
            color(0, GREEN, 2),
            color(0),
            TakeBack(1),
            GiveOrder(1, 3),
            GiveOrder(1, None),
        )
    ] == ["W Y10", "W -", "W R7 C B12", "W - C -", "C G2", "C -", "<", "O 3", "O -"]


def test_events_are_noted_as_the_moves_they_are() -> None:
    match = Match(START)
    noted = []
    for move in (white(1, BLUE, 7), TakeBack(1), GiveOrder(1, 5), white(1), white(0, RED, 7, plan(GREEN, 8))):
        noted += [QWIXX.note(match.state, event) for event in match.do(move).events]
    assert noted == ["W B7", "<", "O 5", "W -", "W R7 C G8", "W R7, W -", "C G8", None]
    assert QWIXX.note(match.state, QWIXX.redact(Chose(1, Choice(Mark(RED, 7))), 0)) == "W ?"
    assert QWIXX.note(match.state, QWIXX.redact(OrderGiven(1, 2), 0)) is None


@given(tables(), st.integers(0, 10**6))
def test_what_is_written_is_read_again(table: Table, when: int) -> None:
    moments = list(play(table))
    state = moments[when % len(moments)].after
    for seat in range(len(state.sheets)):
        view = QWIXX.view(state, seat)
        for move in [*legal(view), GiveOrder(seat, 4), GiveOrder(seat, None), TakeBack(seat)]:
            assert parse(write(move), view) == parse(write(move).lower().replace(" ", ""), view) == move


KNOWN = st.lists(st.sampled_from([word for word, _ in ENGLISH_WORDS] + list("rybgwco-<79"))).map(" ".join)


@given(st.text(max_size=TEXT_LIMIT + 5) | KNOWN)
def test_any_text_is_a_move_or_a_clear_error(text: str) -> None:
    for view in (ACTIVE, OTHER, COLOR_PHASE):
        try:
            said = write(parse(text, view))
        except NotationError as refused:
            said = WORDS.explain(refused)
        assert said
        assert "{" not in said or "{" in text


def test_a_spectator_types_nothing() -> None:
    with pytest.raises(ValueError, match="spectator"):
        parse("pass", Match(START).view(None))


def test_strict_timing_has_no_color_to_mistake() -> None:
    strict = Match(position(sheet(), sheet(), roll=dice((3, 4), yellow=3), timing=Timing.STRICT)).view(0)
    assert parse("yellow 7", strict) == white(0, YELLOW, 7)
    assert parse("yellow", strict, ENGLISH) == white(0, YELLOW, 7)
