"""Long texts by pages, with the buttons that turn them. A page is told by its number alone, so any of them is found
again after a restart; what is no longer there is answered with the nearest that is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Generic, TypeVar

from bot.core.text import Words
from cogs.ui.page import MOST_OPTIONS, Button, Row

ROOM = 3400
"""Characters of a page, so that a title and a note have room beside it."""
LAST = 10**6
"""A number beyond every page: the last one there is when it is asked for."""

T = TypeVar("T")


def filled(blocks: Sequence[str], most: int, room: int = ROOM) -> tuple[tuple[str, ...], ...]:
    """The blocks page by page: as many as fit, ``most`` at most, and one at least."""
    pages: list[list[str]] = []
    left = 0
    for block in blocks:
        if not pages or len(pages[-1]) >= most or len(block) + 2 > left:
            pages.append([])
            left = room
        pages[-1].append(block)
        left -= len(block) + 2
    return tuple(map(tuple, pages))


@dataclass(frozen=True, slots=True)
class Leaf(Generic[T]):
    """One part of a list that is too long for one page; pages count from 0."""

    items: tuple[T, ...]
    page: int
    pages: int


def leaf(items: Sequence[T], page: int, size: int = MOST_OPTIONS) -> Leaf[T]:
    """The part on that page, or on the nearest there is."""
    pages = pages_of(len(items), size)
    page = nearest(page, pages)
    return Leaf(tuple(items[page * size : (page + 1) * size]), page, pages)


def pages_of(total: int, size: int) -> int:
    """How many pages a list takes; an empty one takes one."""
    return max(1, ceil(total / size))


def nearest(page: int, pages: int) -> int:
    """The number of the page, or of the nearest there is."""
    return min(max(page, 0), max(pages - 1, 0))


def turners(words: Words, page: int, pages: int, id_at: Callable[[str, int], str]) -> tuple[Row, ...]:
    """The buttons that turn pages, which count from 0; none where there is but one.

    ``id_at`` gives the id of the control that leads to a page; the name in it keeps two ways to one page apart.
    """
    if pages < 2:
        return ()
    ways = (("first", 0, page > 0), ("back", page - 1, page > 0), ("next", page + 1, page + 1 < pages))
    buttons = [Button(words.say(f"pages.{way}"), id_at(way, max(to, 0)), disabled=not open_) for way, to, open_ in ways]
    last = Button(words.say("pages.last"), id_at("last", LAST), disabled=page + 1 == pages)
    return ((*buttons, last),)


def say_page(words: Words, page: int, pages: int) -> str:
    """Which page it is; nothing where there is but one."""
    return words.say("pages.page", number=page + 1, pages=pages) if pages > 1 else ""
