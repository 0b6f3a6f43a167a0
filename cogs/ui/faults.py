"""What Discord refuses, told apart: the one place that knows its error codes."""

from __future__ import annotations

import aiohttp
import discord

FAULTS = (discord.HTTPException, aiohttp.ClientError, TimeoutError, OSError)
"""What a call to Discord may raise; discord.py has tried again before where that can help."""

UNKNOWN_CHANNEL = 10003
UNKNOWN_MEMBER = 10007
UNKNOWN_MESSAGE = 10008
UNKNOWN_USER = 10013
UNKNOWN_INTERACTION = 10062
TOO_MANY_EDITS = 30046
TOO_LARGE = 40005
INVALID_FORM = 50035
ARCHIVED = 50083
HAS_THREAD = 160004
LOCKED = 160005


def code_of(error: Exception) -> int:
    """Discord's own code of an error; 0 where there is none."""
    return error.code if isinstance(error, discord.HTTPException) else 0


def may_be_the_picture(error: discord.HTTPException) -> bool:
    """Whether the same message without its files may be taken."""
    return error.status in (403, 413) or error.code in (TOO_LARGE, INVALID_FORM)


def is_refusal(error: Exception) -> bool:
    """Whether asking again can only be refused again."""
    return isinstance(error, discord.HTTPException) and 400 <= error.status < 500 and error.status != 429
