"""Names as they may stand in a text: whatever people call themselves, it changes nothing around it."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

from discord.utils import escape_markdown, escape_mentions

from bot.core.privacy import is_former
from bot.core.text import Words
from cogs.ui.page import clip

LONGEST_NAME = 40
_ISOLATE, _END = "\u2068", "\u2069"
_JOINERS = "\u200c\u200d"
"""What joins emojis and letters, or keeps letters apart, within many a good name."""
_TAGS = range(0xE0020, 0xE0080)
"""What makes a flag that of a part of a country."""
_BLANKS = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
"""Signs that count as letters or marks and show nothing: a favorite of those who want to have no name."""


def bare(name: str) -> str:
    """The name in one line, without signs that are not seen but change what is; cut where it is long."""
    seen = "".join(" " if sign.isspace() else sign for sign in name if sign.isspace() or not _is_hidden(sign))
    shown = clip(" ".join(seen.split()), LONGEST_NAME)
    return shown if any(_shows(sign) for sign in shown) else "?"


def safe(name: str) -> str:
    """The name for a text on Discord: no markdown, no mention, no link; where it runs to the left, only itself does."""
    escaped = escape_mentions(escape_markdown(bare(name), ignore_links=False))
    escaped = escaped.replace("<", r"\<").replace("://", r":\//")  # as mentions, emojis, times begin, and addresses
    runs_left = any(unicodedata.bidirectional(sign) in ("R", "AL", "AN") for sign in escaped)
    return f"{_ISOLATE}{escaped}{_END}" if runs_left else escaped


def bare_of(player: int, names: Mapping[int, str], words: Words) -> str:
    """A person's name as it was last seen, bare; words where there is none."""
    if player in names:
        return bare(names[player])
    return words.say("person.former" if is_former(player) else "person.unknown")


def mention(player: int) -> str:
    """What Discord shows as a person's name, and may ping."""
    return f"<@{player}>"


def _is_hidden(sign: str) -> bool:
    """Control signs, lone surrogates, directions, and all else that is never seen; but not what joins or tags."""
    if sign in _JOINERS or ord(sign) in _TAGS:
        return False
    return unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Co", "Cn") or sign in _BLANKS


def _shows(sign: str) -> bool:
    """Whether anything is seen of a sign by itself."""
    return not sign.isspace() and unicodedata.category(sign) not in ("Cf", "Mn", "Me")
