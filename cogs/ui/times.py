"""Moments and lengths of time: as Discord shows them, as people type them, as we say them."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from bot.core.errors import InputError
from bot.core.text import DEFAULT_LANGUAGE, Words
from cogs.ui.language import words_of

UNITS = {"minutes": timedelta(minutes=1), "hours": timedelta(hours=1), "days": timedelta(days=1)}
USUAL = tuple(timedelta(hours=hours) for hours in (1, 12, 24, 3 * 24, 7 * 24))
"""The lengths of a turn that are offered."""
LONGEST_TEXT = 60

_PART = re.compile(r"(\d{1,6})\s*([^\W\d_]*)\s*,?\s*")


def relative(moment: datetime) -> str:
    """ "In 3 hours", in the reader's language and kept up to date by their client."""
    return f"<t:{round(moment.timestamp())}:R>"


def date(moment: datetime) -> str:
    """The day, in the reader's language and time zone."""
    return f"<t:{round(moment.timestamp())}:D>"


def say_length(words: Words, length: timedelta | None) -> str:
    """A length as the words of a language have it: 90 minutes, 36 hours, 3 days."""
    if length is None:
        return words.say("time.none")
    minutes = round(length.total_seconds() / 60)
    if minutes % (24 * 60) == 0 and minutes > 24 * 60:
        return words.say("time.days", count=minutes // (24 * 60))
    if minutes % 60 == 0:
        return words.say("time.hours", count=minutes // 60)
    return words.say("time.minutes", count=minutes)


def write_length(length: timedelta | None) -> str:
    """A length in a form that is read in every language."""
    return "none" if length is None else f"{round(length.total_seconds() / 60)}m"


def read_length(text: str, words: Words) -> timedelta | None:
    """A typed length of a turn: ``36h``, ``1 day 12 hours``, ``90 min``; a bare number is hours; None for "none".

    Whether a turn may be that long the service says. InputError "bad-time".
    """
    typed = " ".join(text.casefold().split())
    if read_phrase(typed, words, "none") or typed == say_length(words, None).casefold():
        return None
    parts = _PART.findall(typed) if len(typed) <= LONGEST_TEXT and re.fullmatch(rf"(?:{_PART.pattern})+", typed) else []
    if not parts:
        raise InputError("bad-time", typed=typed[:LONGEST_TEXT])
    return sum((int(number) * _unit(unit, words, typed) for number, unit in parts), timedelta())


def read_phrase(typed: str, words: Words, name: str) -> bool:
    """Whether somebody typed one of the ways to say it, such as "none"."""
    return " ".join(typed.casefold().split()) in _phrases(words, name)


def _unit(unit: str, words: Words, typed: str) -> timedelta:
    for name, length in UNITS.items():
        if unit in _phrases(words, name) or (not unit and name == "hours"):
            return length
    raise InputError("bad-time", typed=typed)


def _phrases(words: Words, name: str) -> frozenset[str]:
    """The ways to type a unit, in the reader's language and in English."""
    english = words_of(DEFAULT_LANGUAGE)
    return frozenset(f"{words.say(f'time.typed.{name}')} {english.say(f'time.typed.{name}')}".casefold().split())
