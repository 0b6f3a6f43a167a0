"""Memories that do not grow for ever."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from typing import TypeVar

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")

MOST = 10_000


def remember(things: OrderedDict[K, T], key: K, thing: T, most: int = MOST) -> None:
    """Keep it as the newest of so many; the oldest goes."""
    things[key] = thing
    things.move_to_end(key)
    while len(things) > most:
        things.popitem(last=False)
