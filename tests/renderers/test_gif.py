"""Animations decode to the very frames they were made of."""

from __future__ import annotations

import io
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from renderers.canvas import Canvas
from renderers.errors import PictureError
from renderers.gif import MOST_FRAMES, animate
from renderers.palette import Ink

Dots = Sequence[tuple[int, int, int]]


def frame(dots: Dots, size: tuple[int, int] = (40, 30)) -> Image.Image:
    canvas = Canvas(*size, Ink.CLOTH)
    for x, y, ink in dots:
        canvas.fill((x, y, x + 1, y + 1), ink)
    return canvas.image


def decoded(data: bytes) -> list[tuple[bytes, int]]:
    found = []
    with Image.open(io.BytesIO(data)) as image:
        for number in range(getattr(image, "n_frames", 1)):
            image.seek(number)
            found.append((image.convert("RGB").tobytes(), int(image.info["duration"])))
    return found


DOTS = st.lists(st.tuples(st.integers(0, 39), st.integers(0, 29), st.integers(0, int(Ink.NOTHING) - 1)), max_size=12)


@given(st.lists(st.tuples(DOTS, st.integers(2, 500)), min_size=1, max_size=6))
def test_the_frames_come_back_as_they_were(parts: list[tuple[Dots, int]]) -> None:
    frames = [(frame(dots), hundredths * 10) for dots, hundredths in parts]
    wanted = [(image.convert("RGB").tobytes(), duration) for image, duration in frames]
    assert _joined(decoded(animate(frames))) == _joined(wanted)


def _joined(frames: Sequence[tuple[bytes, int]]) -> list[tuple[bytes, int]]:
    """Equal frames that follow one another are one, shown as long as all of them."""
    joined: list[tuple[bytes, int]] = []
    for pixels, duration in frames:
        if joined and joined[-1][0] == pixels:
            joined[-1] = (pixels, joined[-1][1] + duration)
        else:
            joined.append((pixels, duration))
    return joined


def test_it_is_played_for_ever() -> None:
    with Image.open(io.BytesIO(animate([(frame([]), 100), (frame([(1, 1, 0)]), 100)]))) as image:
        assert image.info["loop"] == 0


def test_a_small_change_costs_little() -> None:
    still = animate([(frame([], (1000, 1000)), 100)])
    moved = animate([(frame([], (1000, 1000)), 100), (frame([(500, 500, 0)], (1000, 1000)), 100)])
    assert len(moved) - len(still) < 100


def test_what_is_no_animation() -> None:
    with pytest.raises(PictureError, match="at least one frame"):
        animate([])
    with pytest.raises(PictureError, match="same size"):
        animate([(frame([]), 100), (frame([], (41, 30)), 100)])
    with pytest.raises(PictureError, match=f"at most {MOST_FRAMES}"):
        animate([(frame([]), 100)] * (MOST_FRAMES + 1))
