"""A replay shows the match frame by frame, on the board of its end."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from PIL import Image

from bot.core.fairness import Stream
from bot.games.base import Player
from bot.games.qwirkle.state import View as QwirkleView
from bot.games.qwixx import QWIXX
from bot.games.qwixx.state import Options
from renderers.errors import PictureError
from renderers.gif import MOST_FRAMES
from renderers.qwirkle.board import layout_of, paint
from renderers.qwirkle.replay import CELLS
from renderers.qwirkle.replay import replay as qwirkle_replay
from renderers.qwirkle.scores import BoardLabels
from renderers.qwixx.replay import Scene
from renderers.qwixx.replay import replay as qwixx_replay
from renderers.qwixx.sheet import SheetsLabels, sheets
from renderers.replay import FRAME, LAST_FRAME, LONGEST, film
from tests.gallery.replay import match_of_two
from tests.renderers.qwirkle.matches import NAMES

LABELS = BoardLabels(NAMES[:2], "in bag", "left")


def frames_of(data: bytes) -> list[tuple[bytes, int]]:
    with Image.open(io.BytesIO(data)) as image:
        found = []
        for number in range(getattr(image, "n_frames", 1)):
            image.seek(number)
            found.append((image.convert("RGB").tobytes(), int(image.info["duration"])))
        return found


@pytest.fixture(scope="module")
def views() -> tuple[QwirkleView, ...]:
    return match_of_two(25)


def test_each_view_is_a_frame_on_the_last_ones_board(views: tuple[QwirkleView, ...]) -> None:
    picture = qwirkle_replay(views, LABELS)
    frames = frames_of(picture.data)
    assert len(frames) == len(views) == picture.facts.frames
    layout = layout_of(views[-1], LABELS, CELLS)
    for view, (pixels, _) in zip(views, frames, strict=True):
        shown = paint(replace(view, labels=views[-1].labels), LABELS, layout).image
        assert shown.convert("RGB").tobytes() == pixels


def test_the_last_frame_stays(views: tuple[QwirkleView, ...]) -> None:
    *others, last = (duration for _, duration in frames_of(qwirkle_replay(views, LABELS).data))
    assert last == LAST_FRAME
    assert set(others) == {FRAME[-1]}


def test_a_long_match_is_told_faster(views: tuple[QwirkleView, ...]) -> None:
    layout = layout_of(views[-1], LABELS, CELLS)
    number = 100
    frames = (paint(views[k % 2], LABELS, layout) for k in range(number))
    *others, _ = (duration for _, duration in frames_of(film(frames, number, None).data))
    assert set(others) == {LONGEST // number}


def test_the_facts_are_those_of_the_end(views: tuple[QwirkleView, ...]) -> None:
    facts = qwirkle_replay(views, LABELS).facts.last
    assert facts.scores == views[-1].scores
    assert len(facts.tiles) == len(views[-1].board)


def qwixx_scenes(turns: int) -> tuple[Scene, ...]:
    chance = Stream(bytes(32))
    state = QWIXX.setup([Player(1), Player(2)], Options(), chance).state
    scenes = []
    while state.outcome is None and state.current.number <= turns:
        view = QWIXX.view(state, None)
        scenes.append(Scene(view, SheetsLabels(NAMES[:2], f"Turn {view.turn}", "", "left")))
        action = QWIXX.computers["simple"](QWIXX.view(state, min(QWIXX.to_act(state))))
        state = QWIXX.apply(state, action, chance).state
    return tuple(scenes)


def test_qwixx_scenes_have_their_own_texts() -> None:
    scenes = qwixx_scenes(4)
    picture = qwixx_replay(scenes)
    frames = frames_of(picture.data)
    assert picture.facts.frames == len(scenes)
    for scene in (scenes[0], scenes[-1]):
        with Image.open(io.BytesIO(sheets(*scene).data)) as still:
            assert still.convert("RGB").tobytes() in [pixels for pixels, _ in frames]


def test_what_is_no_replay(views: tuple[QwirkleView, ...]) -> None:
    with pytest.raises(PictureError, match="from 1 to"):
        qwirkle_replay((), LABELS)
    with pytest.raises(PictureError, match="from 1 to"):
        qwirkle_replay((views[0],) * (MOST_FRAMES + 1), LABELS)
    with pytest.raises(PictureError, match="that the last one has not"):
        qwirkle_replay((views[-1], views[0]), LABELS)
    with pytest.raises(PictureError, match="2 seats, but 1 names"):
        qwirkle_replay(views[:1], replace(LABELS, names=("a",)))
    with pytest.raises(PictureError, match="from 1 to"):
        qwixx_replay(())
