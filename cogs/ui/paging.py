"""Long texts by pages, with the buttons that turn them. A page is told by its number alone, so any of them is found
again after a restart; what is no longer there is answered with the nearest that is."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.core.text import Words
from cogs.ui.page import Button, Row

ROOM = 3400
"""Characters of a page, so that a title and a note have room beside it."""
LAST = 10**6
"""A number beyond every page: the last one there is when it is asked for."""


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
