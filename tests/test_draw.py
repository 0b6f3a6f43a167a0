"""`qwibot draw`, and what it says where there is no picture."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import get_type_hints

import pytest
from pydantic import TypeAdapter

from bot.__main__ import EXIT_PIPE_CLOSED, main
from bot.draw import EXIT_BAD_INPUT, EXIT_FINE, KINDS, draw
from bot.games.qwirkle import QWIRKLE
from bot.games.qwirkle.board import Cell, Placement
from bot.games.qwirkle.state import View
from bot.games.qwirkle.tiles import Tile
from bot.games.qwixx import QWIXX
from renderers.errors import PictureError
from renderers.leaderboard.card import CardLabels
from renderers.leaderboard.charts import Bar
from renderers.leaderboard.table import Line, TableLabels
from renderers.picture import Picture
from renderers.qwirkle.hand import HandLabels
from renderers.qwirkle.play import Clash, Draft, PlayLabels, Spot
from renderers.qwirkle.remaining import RemainingLabels
from renderers.qwirkle.scores import BoardLabels
from renderers.qwixx.replay import Scene
from renderers.qwixx.sheet import SheetsLabels
from tests.gallery.qwixx import ENGLISH
from tests.renderers.qwirkle.matches import NAMES, state_with
from tests.renderers.qwixx.matches import state_at

VIEW = QWIRKLE.view(state_with(20), 1)
PLAY = (Placement(Cell(30, 30), Tile.RC),)
DRAFT = Draft(PLAY, 3, Tile.RC, (Spot(Cell(31, 30), 4), Spot(Cell(32, 30))))
CLASH = Clash(PLAY, (Cell(30, 30),), (Tile.RC,))
BOARD_LABELS = BoardLabels(NAMES[:4], "in bag", "left", right_to_left=True, language="ur")
PLAY_LABELS = PlayLabels("points")
TITLE = RemainingLabels("not seen")
SHEETS = Scene(QWIXX.view(state_at(14, 2), None), SheetsLabels(NAMES[:2], "Turn 14", "", "left"))
OWN_SHEET = QWIXX.view(state_at(14, 2), 1)
LINE = Line(1, "Ana", "1200", own=True)
CARD_LABELS = CardLabels("Ana", "", "scores", "rating", "nothing")


def example(kind: str, **values: object) -> tuple[bytes, Picture[object]]:
    """A request as JSON, and the picture that the renderer itself gives."""
    hints = get_type_hints(KINDS[kind])
    plain = {name: TypeAdapter(hints[name]).dump_python(value, mode="json") for name, value in values.items()}
    return json.dumps({"picture": kind, **plain}).encode("ascii"), KINDS[kind](**values)


EXAMPLES = {
    "board": example("board", view=VIEW, labels=BOARD_LABELS),
    "draft": example("draft", view=VIEW, draft=DRAFT, labels=PLAY_LABELS),
    "clash": example("clash", view=VIEW, clash=CLASH, labels=PLAY_LABELS),
    "hand": example("hand", view=VIEW, labels=HandLabels()),
    "remaining": example("remaining", view=VIEW, labels=TITLE),
    "board-replay": example("board-replay", views=(VIEW, VIEW), labels=BOARD_LABELS),
    "sheets": example("sheets", view=SHEETS.view, labels=SHEETS.labels),
    "sheet": example("sheet", view=OWN_SHEET, labels=ENGLISH),
    "sheets-replay": example("sheets-replay", scenes=(SHEETS, SHEETS)),
    "leaderboard": example("leaderboard", lines=(LINE,), apart=None, labels=TableLabels("title", "", "")),
    "player": example("player", figures=(), scores=(Bar("60+", 3),), rating=(1.5,), labels=CARD_LABELS),
}


def test_every_kind_has_an_example() -> None:
    assert set(EXAMPLES) == set(KINDS)


@pytest.mark.parametrize("kind", EXAMPLES)
def test_json_gives_the_picture_that_the_renderer_gives(kind: str) -> None:
    asked, picture = EXAMPLES[kind]
    assert draw(asked) == picture


def board_request(**changes: object) -> bytes:
    """A request for a board with some of its fields changed, or left out where None."""
    fields = json.loads(EXAMPLES["board"][0]) | changes
    return json.dumps({name: value for name, value in fields.items() if value is not None}).encode("ascii")


def view_with(**changes: object) -> object:
    return TypeAdapter(View).dump_python(VIEW, mode="json") | changes


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (b"", "The request is not JSON: Expecting value: line 1 column 1 (char 0)."),
        (b"\xff", "The request is not JSON: "),
        (b"[" * 100_000 + b"]" * 100_000, "The request is not JSON: "),
        (b"[]", "The request must be a JSON object."),
        (b"{}", 'The field "picture" must be one of board, '),
        (b'{"picture": ["board"]}', 'The field "picture" must be one of board, '),
        (b'{"picture": "board"}', "The field 'view' is missing; a board needs view, labels."),
        (board_request(labels=None), "The field 'labels' is missing; a board needs view, labels."),
        (board_request(shelf={}), "A board has no field 'shelf'; it has view, labels."),
        (board_request(view=7), "view: Input should be a dictionary or an instance of View."),
        (board_request(view=view_with(turn="often")), "view.turn: Input should be a valid integer"),
        (board_request(view=view_with(board=[[[0, 0], "ZZ"]])), "view.board.0.1: Input should be 'RC', "),
        (board_request(view=view_with(bag_count=109)), "The number of tiles in the bag must be from 0 to 108"),
        (board_request(view=view_with(scores=[1, 2, 3, int("9" * 4000)])), "A score must be from 0 to 99999"),
        (board_request(labels={"names": ["a"], "in_bag": "", "left": ""}), "There are 4 seats, but 1 names"),
    ],
)
def test_what_cannot_be_drawn_is_answered_with_a_sentence(asked: bytes, message: str) -> None:
    with pytest.raises(PictureError) as error:
        draw(asked)
    assert str(error.value).startswith(message)


def test_a_name_may_be_any_text() -> None:
    assert draw(board_request(labels={"names": ["\ud800", "\0", "", "W" * 10_000], "in_bag": "", "left": ""})).width > 0


def test_a_file_in_a_file_out(tmp_path: Path) -> None:
    asked, picture = EXAMPLES["hand"]
    source, target = tmp_path / "request.json", tmp_path / "hand.png"
    source.write_bytes(asked)
    assert main(["draw", str(source), "--output", str(target)]) == EXIT_FINE
    assert target.read_bytes() == picture.data


def test_standard_input_and_output() -> None:
    asked, picture = EXAMPLES["hand"]
    result = subprocess.run([sys.executable, "-m", "bot", "draw"], input=asked, capture_output=True, check=False)
    assert (result.returncode, result.stdout, result.stderr) == (EXIT_FINE, picture.data, b"")


def test_a_reader_that_goes_away_is_no_error() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "bot", "draw"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    process.stdout.close()
    _, errors = process.communicate(EXAMPLES["board"][0], timeout=60)
    assert (process.returncode, errors) == (EXIT_PIPE_CLOSED, b"")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (["nothing.json", "-o", "x.png"], "nothing.json cannot be read: No such file or directory."),
        ([".", "-o", "x.png"], ". cannot be read: Is a directory."),
        (["empty.json", "-o", "x.png"], 'The field "picture" must be one of '),
        (["hand.json", "-o", "nowhere/x.png"], "nowhere/x.png cannot be written: No such file or directory."),
    ],
)
def test_a_file_that_is_no_use_is_answered_in_words(
    line: list[str],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("empty.json").write_text("{}")
    Path("hand.json").write_bytes(EXAMPLES["hand"][0])
    assert main(["draw", *line]) == EXIT_BAD_INPUT
    captured = capsys.readouterr()
    assert captured.err.startswith(message)
    assert captured.out == ""
    assert not Path("x.png").exists()


def test_a_terminal_gets_no_picture(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert main(["draw", "request.json"]) == EXIT_BAD_INPUT
    assert "name a file for it with --output" in capsys.readouterr().err


def test_every_kind_says_what_it_needs() -> None:
    for kind in KINDS:
        with pytest.raises(PictureError, match=rf"^The field 'view' is missing; a {kind} needs view, |is missing; a"):
            draw(json.dumps({"picture": kind}).encode("ascii"))
