"""Which language somebody reads, and the words of it."""

from __future__ import annotations

from functools import cache

from bot.core.text import DEFAULT_LANGUAGE, Words, languages

DOMAIN = "discord"


@cache
def words_of(language: str, game: str | None = None) -> Words:
    """The words of a language: those of a game first, then those of the Discord part, then what all share."""
    return Words(DOMAIN, language) if game is None else Words(game, language, also=[DOMAIN])


def language_for(chosen: str | None, locale: str | None) -> str:
    """The language that was chosen, else that of Discord's locale, if there are texts in it; else English."""
    known = languages()
    wanted = (chosen, locale, locale and locale.partition("-")[0])
    return next((language for language in wanted if language in known), DEFAULT_LANGUAGE)
