"""Numbers as people of a language write them."""

from __future__ import annotations

from babel.numbers import format_decimal, format_percent

from bot.core.text import Words


def whole(words: Words, number: float) -> str:
    """A count, with its thousands apart."""
    return format_decimal(round(number), format="#,##0", locale=words.language)


def signed(words: Words, number: int) -> str:
    """A change, with its sign."""
    return format_decimal(number, format="+#,##0;−#,##0", locale=words.language)


def decimal(words: Words, number: float, places: int) -> str:
    """A number with so many places behind the point."""
    return format_decimal(number, format="#,##0." + "0" * places, locale=words.language)


def percent(words: Words, share: float) -> str:
    """A share from 0 to 1, to a tenth of a percent where there is one."""
    return format_percent(share, format="#,##0.#%", locale=words.language)
