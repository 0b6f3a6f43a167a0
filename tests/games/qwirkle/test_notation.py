"""RULES 4: what is typed is read forgivingly, printed in one way, and never guessed."""

from __future__ import annotations

import random
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.errors import NotationError
from bot.games.base import Skip
from bot.games.qwirkle import QWIRKLE
from bot.games.qwirkle.board import Axis, Cell, Placement
from bot.games.qwirkle.labels import Labels
from bot.games.qwirkle.marks import TEXT_LIMIT
from bot.games.qwirkle.moves import moves
from bot.games.qwirkle.notation import parse, write_exchange, write_play
from bot.games.qwirkle.state import Exchange, Play
from bot.games.qwirkle.tiles import Color, Shape, Tile
from bot.games.qwirkle.vocabulary import ENGLISH, ENGLISH_WORDS, Meaning, Word
from bot.games.vocabulary import Vocabulary
from tests.games.qwirkle.positions import apply, assert_can_be_said, board, grown_board, match_with, play, tiles

LABELS = Labels()
ON = board("YC .. YD")  # N14 and P14 are taken

WELSH: Vocabulary[Meaning] = Vocabulary.of(
    [
        ("coch", Color.RED),
        ("glas", Color.BLUE),
        ("glas", Color.GREEN),  # of old
        ("cylch", Shape.CIRCLE),
        ("seren fawr", Shape.STAR),
        ("i lawr", Axis.COLUMN),
        ("cyfnewid", Word.EXCHANGE),
        ("yn", Word.FILLER),
    ]
)
BENGALI: Vocabulary[Meaning] = Vocabulary.of([("লাল", Color.RED), ("বৃত্ত", Shape.CIRCLE), ("নিচে", Axis.COLUMN)])


def read(text: str, vocabulary: Vocabulary[Meaning] = ENGLISH) -> tuple[Placement, ...]:
    action = parse(text, 3, ON, LABELS, vocabulary)
    assert isinstance(action, Play)
    assert action.seat == 3
    return action.play


def read_exchange(text: str, vocabulary: Vocabulary[Meaning] = ENGLISH) -> tuple[Tile, ...]:
    action = parse(text, 3, ON, LABELS, vocabulary)
    assert isinstance(action, Exchange)
    assert action.seat == 3
    return action.tiles


def error_of(text: str, vocabulary: Vocabulary[Meaning] = ENGLISH, on: dict[Cell, Tile] = ON) -> NotationError:
    with pytest.raises(NotationError) as caught:
        parse(text, 0, on, LABELS, vocabulary)
    assert_can_be_said(caught.value)
    return caught.value


@pytest.mark.parametrize(
    "text",
    [
        "RC@O14",
        "rc@o14",
        "RC O14",
        "O14 RC",
        "RC,O14",
        "rc @ o 14 .",
        "`RC@O14`",
        "RCO14",
        "O14RC",
        "red circle at O14",
        "Red Circle, O14",
        "circle red O14",
        "play the red circle on O14",
        "R C O14",
        "red C O14",
        "O14 > RC",
        "O14> RC",
        "O14v RC",
        "RC down O14",
        "<:RC_ab12:123456789012345678> O14",
        "<a:rc:1> O14",
        ":RC_ab12: O14",
        "ＲＣ＠Ｏ１４",
        "RC O১৪",
        "RC\u200b@\u2066O14\u2069",
        "RC\n\tO14",
    ],
)
def test_one_tile(text: str) -> None:
    """RULES 4, Play; "Input is forgiving": case, spaces, commas, full words, emoji."""
    assert read(text) == play("RC 1 0")


@pytest.mark.parametrize(
    "text",
    [
        "N15> RC RS RX",
        "n15 > rc, rs, rx",
        "N15→RCRSRX",
        "RC RS RX N15>",
        "> N15 RC RS RX",
        "RC RS RX right N15",
        "N15 across red circle, red square and red cross",
        "RC@N15 RS@O15 RX@P15",
        "N15 RC O15 RS P15 RX",
        "<:RC_1:1><:RS_1:2><:RX_1:3> at N15 ➡\ufe0f",
    ],
)
def test_several_tiles(text: str) -> None:
    assert read(text) == play("RC 0 1", "RS 1 1", "RX 2 1")


@pytest.mark.parametrize(
    "text", ["N15v RC RV", "n15V RC RV", "N15 v R C R V", "N15↓RC RV", "RC RV N15⬇\ufe0f", "N15vRCRV"]
)
def test_downward(text: str) -> None:
    """`v` points down; after a color on its own it is the clover."""
    assert read(text) == play("RC 0 1", "RV 0 2")


def test_taken_cells_are_stepped_over() -> None:
    """RULES 4, Play: cells already taken are stepped over, the first one too."""
    assert read("M14> RC RS RX") == play("RC -1 0", "RS 1 0", "RX 3 0")
    assert read("N14> RC RS") == play("RC 1 0", "RS 3 0")


@pytest.mark.parametrize(
    "text",
    ["-RC -GS", "- rc - gs", "-RC-GS", "−RC –GS", "exchange RC GS", "Swap red circle and green square", "-RC, -GS"],
)
def test_exchange(text: str) -> None:
    """RULES 4, Exchange."""
    assert read_exchange(text) == tiles("RC GS")


def test_an_opening_needs_no_cell() -> None:
    """RULES 4, Cell: it lies at N14 wherever it is typed. Its direction is asked for all the same."""
    for text, expected in (
        ("RC", play("RC 0 0")),
        ("v RC RS", play("RC 0 0", "RS 0 1")),
        ("RC RS >", play("RC 0 0", "RS 1 0")),
    ):
        assert parse(text, 0, {}, LABELS) == Play(0, expected)
    assert error_of("RC RS", on={}).data["candidates"] == ("N14> RC RS", "N14v RC RS")


def test_words_of_the_players_language() -> None:
    """RULES 4: the words of the player's language, in the order of that language, also phrases and other scripts."""
    assert read("cylch coch yn O14", WELSH) == play("RC 1 0")
    assert read("N15 i lawr cylch coch, seren fawr coch", WELSH) == play("RC 0 1", "RT 0 2")
    assert read_exchange("CYFNEWID cylch coch", WELSH) == tiles("RC")
    assert read("লাল বৃত্ত O১৪", BENGALI) == play("RC 1 0")
    assert read("RC O14", BENGALI) == play("RC 1 0")


def test_codes_mean_the_same_in_every_language() -> None:
    shadowing: Vocabulary[Meaning] = Vocabulary.of([("rc", Color.BLUE), ("os", Word.FILLER)])
    assert read("RC O14 OS O15", shadowing) == play("RC 1 0", "OS 1 1")


# --- What is ambiguous is asked back ---


def test_a_line_without_direction() -> None:
    error = error_of("N15 RC RS")
    assert (error.code, error.data["candidates"]) == ("ambiguous", ("N15> RC RS", "N15v RC RS"))
    assert error_of("RC RS N15").data == error.data
    assert error_of("N14 RC RS").data["candidates"] == ("O14> RC RS", "N15v RC RS")


def test_half_a_tile() -> None:
    error = error_of("red O14")
    assert (error.code, error.data) == ("half-tile", {"word": "red", "candidates": tiles("RC RS RD RT RV RX")})
    assert error_of("O14 square").data["candidates"] == tiles("RS OS YS GS BS PS")
    assert error_of("red blue circle O14").data["word"] == "red"
    assert error_of("red circle square O14").data["word"] == "square"


def test_a_word_of_several_meanings() -> None:
    error = error_of("cylch glas O14", WELSH)
    assert (error.code, error.data["candidates"]) == ("word-ambiguous", (Color.BLUE, Color.GREEN))


def test_an_exchange_that_may_be_a_slip() -> None:
    assert error_of("-RC GS").data["candidates"] == ("-RC -GS", "-RC")


# --- What cannot be understood is said, with what would have been ---


@pytest.mark.parametrize(
    ("text", "code", "word"),
    [
        ("", "nothing-typed", None),
        (" ,;. ", "nothing-typed", None),
        ("and the", "nothing-typed", None),
        ("RC quux", "word-unknown", "quux"),
        ("RA O14", "word-unknown", "RA"),
        ("gren circle O14", "word-unknown-near", "gren"),
        ("RC O0", "word-unknown", "O0"),
        ("RC ABC14", "word-unknown", "ABC14"),
        ("RC 14", "word-unknown", "14"),
        ("O14< RC RS", "word-unknown", "<"),
        ("O14 🔴", "word-unknown", "🔴"),
        ("<:smile:1> O14", "word-unknown", ":smile:"),
        ("O14", "no-tiles", None),
        ("O14>", "no-tiles", None),
        ("exchange", "no-tiles", None),
        ("RC", "no-cell", None),
        ("RC RS", "no-cell", None),
        ("> RC", "no-cell", None),
        ("RC O14 RS", "tile-without-cell", "RS"),
        ("O14 RC O15", "cell-without-tile", "O15"),
        ("O14 RC RS O15", "out-of-place", "O15"),
        ("RC O14 O15", "out-of-place", "O15"),
        ("O14 > > RC", "out-of-place", ">"),
        ("O14 > RC > RS", "out-of-place", ">"),
        ("-RC@O14", "exchange-with-cell", "O14"),
        ("-RC >", "exchange-with-cell", ">"),
        ("RC -", "sign-without-tile", "-"),
        ("- - RC", "sign-without-tile", "-"),
        ("x" * (TEXT_LIMIT + 1), "text-too-long", None),
    ],
)
def test_errors(text: str, code: str, word: str | None) -> None:
    error = error_of(text)
    assert error.code == code
    assert error.data.get("word") == word


def test_rc14_is_a_cell() -> None:
    """Two letters before a number are a column, though they could be a tile: a tile alone would have no cell."""
    assert error_of("RC14").code == "no-tiles"


def test_the_nearest_word_is_offered() -> None:
    assert error_of("gren circle O14").data["nearest"] == "green"
    assert error_of("RC squares").data["nearest"] == "square"


def test_long_words_are_not_given_back_whole() -> None:
    assert len(str(error_of("q" * 400).data["word"])) < 50


# --- Printing, and round trips ---


def test_one_written_form() -> None:
    assert write_play(play("RC 1 0"), ON, LABELS) == "RC@O14"
    assert write_play(play("RS 1 1", "RC 0 1"), ON, LABELS) == "N15> RC RS"
    assert write_play(play("RC 0 1", "RS 0 2"), ON, LABELS) == "N15v RC RS"
    assert write_play(play("RS 3 0", "RC 1 0"), ON, LABELS) == "O14> RC RS"
    assert write_play(play("RS 3 1", "RC 1 1"), ON, LABELS) == "RC@O15 RS@Q15"
    assert write_play(play("RC 0 1"), ON, Labels(26, 13)) == "RC@AA15"
    assert write_exchange(tiles("RC GS")) == "-RC -GS"


def test_events_in_notation() -> None:
    """A play by the board and the labels of its time; of exchanged tiles others see how many."""
    state = match_with("RD RT BC", "OC", on=board("RC RS"), bag="PC PS")
    (played,) = apply(state, Play(0, play("RD 2 0", "RT 3 0"))).events
    assert QWIRKLE.note(state, played) == "P14> RD RT"
    (exchanged,) = apply(state, Exchange(0, tiles("RT RD"))).events
    assert QWIRKLE.note(state, exchanged) == "-RD -RT"
    assert QWIRKLE.note(state, QWIRKLE.redact(exchanged, 1)) == "-? -?"
    assert QWIRKLE.note(state, apply(state, Skip(0)).events[0]) is None


@given(st.integers(0, 10**9), st.integers(0, 12), st.sampled_from([13, 26, 39]), st.sampled_from([13, 26]))
def test_round_trip_of_legal_plays(seed: int, plays: int, columns: int, rows: int) -> None:
    rng = random.Random(seed)
    on, bag = grown_board(rng, plays)
    labels = Labels(columns, rows).moved_on(on)
    found = list(moves(on, bag[:6]))
    for move in rng.sample(found, min(20, len(found))):
        text = write_play(move.play, on, labels)
        for typed in (text, text.lower(), f"  {text.replace(' ', ' , ')} "):
            assert parse(typed, 0, on, labels) == Play(0, tuple(sorted(move.play)))


@given(
    st.lists(
        st.builds(Placement, st.builds(Cell, st.integers(-13, 688), st.integers(-13, 985)), st.sampled_from(Tile)),
        min_size=1,
        max_size=8,
        unique_by=lambda placement: placement.cell,
    )
)
def test_round_trip_of_any_placements(placements: list[Placement]) -> None:
    """Also what no rule allows can be written and read."""
    text = write_play(placements, {}, LABELS)
    assert parse(text, 0, {}, LABELS) == Play(0, tuple(sorted(placements)))


@given(st.lists(st.sampled_from(Tile), min_size=1, max_size=6))
def test_round_trip_of_exchanges(given_tiles: list[Tile]) -> None:
    assert parse(write_exchange(given_tiles), 0, ON, LABELS) == Exchange(0, tuple(given_tiles))


words = st.sampled_from(
    [*(phrase for phrase, _ in ENGLISH_WORDS), *Tile, "N14", "O15", "A1", "v", "V", ">", "-", "R", "C"]
)


@given(st.text(max_size=60) | st.lists(words, max_size=12).map(" ".join) | st.lists(words, max_size=12).map("".join))
def test_any_text_is_read_or_refused_in_words(text: str) -> None:
    for on in ({}, ON):
        try:
            action = parse(text, 0, on, LABELS)
        except NotationError as error:
            assert_can_be_said(error)
        else:
            assert action.play if isinstance(action, Play) else action.tiles


@pytest.mark.parametrize(
    "text",
    [
        "RC" * 250,
        "N14 " * 125,
        "v" * 500,
        "- " * 250,
        "a " * 250,
        "R " * 250,
        "RC N14 " * 70,
        "\ufdfa" * 500,
        "<:" * 250,
        ":" * 500,
        "red " * 125,
        "RC" * 249 + "q",
        "9" * 500,
        "N" + "9" * 499,
    ],
)
def test_hostile_text_takes_no_time(text: str) -> None:
    began = time.perf_counter()
    for on in ({}, ON):
        try:
            parse(text, 0, on, LABELS)
        except NotationError as error:
            assert_can_be_said(error)
    assert time.perf_counter() - began < 5
