"""Pictures are drawn beside the event loop, once each, and kept for whoever asks again."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

from cogs.ui.pictures import KEPT_BYTES, Drawing, Pictures
from renderers.errors import PictureError
from renderers.picture import Picture


@pytest.fixture
async def pictures() -> AsyncIterator[Pictures]:
    opened = Pictures()
    yield opened
    opened.close()


class Renderer:
    """Counts what it draws, and can be held."""

    def __init__(self, size: int = 10) -> None:
        self.drawn = 0
        self.threads: set[str] = set()
        self.size = size
        self.go = threading.Event()
        self.go.set()

    def drawing(self, key: str, words: Callable[[Any], str] = str) -> Drawing[Any]:
        return Drawing("board", key, lambda _: self._draw(key), words)

    def _draw(self, key: str) -> Picture[str]:
        self.go.wait(5)
        self.drawn += 1
        self.threads.add(threading.current_thread().name)
        return Picture(b"x" * self.size, 1, 1, "png", key)


async def test_a_picture_comes_with_its_alt_text(pictures: Pictures) -> None:
    renderer = Renderer()
    image = await pictures.draw(renderer.drawing("one", lambda facts: f"It shows {facts}"))
    assert image is not None
    assert (image.name, image.data, image.alt) == ("board.png", b"x" * 10, "It shows one")
    assert threading.current_thread().name not in renderer.threads


async def test_the_same_picture_is_drawn_once(pictures: Pictures) -> None:
    renderer = Renderer()
    await asyncio.gather(*(pictures.draw(renderer.drawing("one")) for _ in range(10)))
    await pictures.draw(renderer.drawing("one"))
    assert renderer.drawn == 1
    await pictures.draw(renderer.drawing("two"))
    assert renderer.drawn == 2


async def test_what_is_kept_is_bounded(pictures: Pictures) -> None:
    renderer = Renderer(KEPT_BYTES // 4)
    for number in range(6):
        await pictures.draw(renderer.drawing(str(number)))
    assert pictures._kept_bytes <= KEPT_BYTES
    await pictures.draw(renderer.drawing("5"))
    assert renderer.drawn == 6
    await pictures.draw(renderer.drawing("0"))
    assert renderer.drawn == 7


async def test_who_goes_away_takes_the_picture_from_nobody(pictures: Pictures) -> None:
    renderer = Renderer()
    renderer.go.clear()
    impatient = asyncio.create_task(pictures.draw(renderer.drawing("one")))
    patient = asyncio.create_task(pictures.draw(renderer.drawing("one")))
    await asyncio.sleep(0.01)
    impatient.cancel()
    renderer.go.set()
    assert await patient is not None
    assert renderer.drawn == 1


async def test_while_twenty_are_drawn_the_event_loop_goes_on(pictures: Pictures) -> None:
    """PLATFORM 2: Pillow blocks the event loop. On it, the loop could tick twenty times; beside it, all the time."""
    renderer = Renderer()
    renderer.go.clear()
    drawing = [asyncio.create_task(pictures.draw(renderer.drawing(str(number)))) for number in range(20)]
    for _ in range(1000):
        await asyncio.sleep(0)
    assert renderer.drawn == 0
    renderer.go.set()
    assert None not in await asyncio.gather(*drawing)
    assert renderer.drawn == 20
    assert all(name.startswith("picture") for name in renderer.threads)


async def test_a_picture_that_cannot_be_drawn_is_none(pictures: Pictures) -> None:
    def draw(_: object) -> Picture[str]:
        raise PictureError("too large")

    assert await pictures.draw(Drawing("board", "x", draw, str)) is None
    assert pictures._under_way == {}
