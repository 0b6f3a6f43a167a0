"""Texts of commands, which Discord shows in each client's language: English here, the others by the translator."""

from __future__ import annotations

from discord.app_commands import locale_str

from bot.core.text import DEFAULT_LANGUAGE
from cogs.ui.language import words_of


def phrase(key: str, game: str | None = None) -> locale_str:
    """The text of a key, in English, which remembers its key for translation."""
    return locale_str(words_of(DEFAULT_LANGUAGE, game).say(key), key=key, game=game)
