"""Pictures, drawn off the event loop and kept for whoever asks again."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Generic, TypeVar

from bot.core.measures import DRAWING
from cogs.ui.page import Image
from renderers.errors import PictureError
from renderers.gif import MOST_FRAMES
from renderers.picture import Picture
from renderers.png import BandShelf

log = logging.getLogger(__name__)

__all__ = ["MOST_FRAMES", "Drawing", "Pictures"]

DRAWN_AT_ONCE = 2
WAITING = 64
"""How many pictures may be waited for; who comes later waits to wait."""
KEPT_BYTES = 24 * 2**20
SHELF_BYTES = 32 * 2**20

Facts = TypeVar("Facts")


@dataclass(frozen=True, slots=True)
class Drawing(Generic[Facts]):
    """A picture to be drawn: by values, so that what was drawn before is found again.

    ``key`` is all that the picture depends on; ``words`` makes the alt text of its facts.
    """

    name: str
    key: Hashable
    draw: Callable[[BandShelf], Picture[Facts]] = field(compare=False)
    words: Callable[[Facts], str] = field(compare=False)


class Pictures:
    """Draws in threads of its own. Safe to be asked by any number of tasks."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(DRAWN_AT_ONCE, thread_name_prefix="picture")
        self._room = asyncio.Semaphore(WAITING)
        self._shelf = BandShelf(SHELF_BYTES)
        self._under_way: dict[Hashable, asyncio.Future[Picture[Any]]] = {}
        self._kept: OrderedDict[Hashable, Picture[Any]] = OrderedDict()
        self._kept_bytes = 0

    async def draw(self, drawing: Drawing[Any]) -> Image | None:
        """The picture with its alt text; None where it cannot be drawn, and words must do."""
        try:
            picture = await self._picture(drawing)
        except PictureError as error:
            log.warning("no picture %s: %s", drawing.name, error)
            return None
        return Image(f"{drawing.name}.{picture.kind}", picture.data, drawing.words(picture.facts))

    def close(self) -> None:
        """Draw nothing more."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _picture(self, drawing: Drawing[Any]) -> Picture[Any]:
        key = (drawing.name, drawing.key)
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        if key not in self._under_way:
            self._under_way[key] = asyncio.ensure_future(self._draw(drawing))
            self._under_way[key].add_done_callback(partial(self._drawn, key))
        picture = await asyncio.shield(self._under_way[key])
        self._keep(key, picture)
        return picture

    def _drawn(self, key: Hashable, drawn: asyncio.Future[Picture[Any]]) -> None:
        del self._under_way[key]
        if not drawn.cancelled():
            drawn.exception()  # whoever waits gets it; if nobody does any more, it is nobody's

    async def _draw(self, drawing: Drawing[Any]) -> Picture[Any]:
        async with self._room:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._threads, _draw, drawing, self._shelf)

    def _keep(self, key: Hashable, picture: Picture[Any]) -> None:
        if key not in self._kept:
            self._kept[key] = picture
            self._kept_bytes += len(picture.data)
        while self._kept_bytes > KEPT_BYTES:
            _, oldest = self._kept.popitem(last=False)
            self._kept_bytes -= len(oldest.data)


def _draw(drawing: Drawing[Facts], shelf: BandShelf) -> Picture[Facts]:
    with DRAWING.labels(drawing.name).time():
        return drawing.draw(shelf)
