"""A page of a game's rules: some words and a picture. Each game has them in ``cogs/<game>/rules.py``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bot.core.text import Words
from cogs.ui.pictures import Drawing


@dataclass(frozen=True, slots=True)
class Lesson:
    """``rules.<game>.<key>`` is its title, ``….text`` its words, ``….alt`` those of its picture."""

    key: str
    draw: Callable[[Words, str], Drawing[Any]]
    """From the words of a language, and the alt text."""
