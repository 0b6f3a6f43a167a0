"""Names as they may stand in a text: whatever people call themselves, it changes nothing around it."""

from __future__ import annotations

import unicodedata

from discord.utils import escape_markdown, escape_mentions

from cogs.ui.page import clip

LONGEST_NAME = 40
_ISOLATE, _END = "\u2068", "\u2069"
_DIRECTIONS = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


def bare(name: str) -> str:
    """The name in one line, without signs that are not seen but change what is; cut where it is long."""
    seen = "".join(" " if sign.isspace() else sign for sign in name if sign.isspace() or not _is_hidden(sign))
    return clip(" ".join(seen.split()), LONGEST_NAME) or "?"


def safe(name: str) -> str:
    """The name for a text on Discord: no markdown, no mention; where it runs to the left, only itself does."""
    escaped = escape_mentions(escape_markdown(bare(name))).replace("<", r"\<")  # as mentions, emojis, times begin
    runs_left = any(unicodedata.bidirectional(sign) in ("R", "AL", "AN") for sign in escaped)
    return f"{_ISOLATE}{escaped}{_END}" if runs_left else escaped


def mention(player: int) -> str:
    """What Discord shows as a person's name, and may ping."""
    return f"<@{player}>"


def _is_hidden(sign: str) -> bool:
    """Control signs, lone surrogates and directions; but not what joins emojis and letters."""
    return unicodedata.category(sign) in ("Cc", "Cs", "Co", "Cn") or sign in _DIRECTIONS
