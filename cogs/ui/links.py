"""Ways to a message or a channel."""

from __future__ import annotations

from bot.core.store import Match
from bot.core.text import Words
from cogs.ui.page import Button, Row


def channel(channel_id: int) -> str:
    """What Discord shows as a channel's or thread's name, and leads there."""
    return f"<#{channel_id}>"


def message(guild: int, channel_id: int, message_id: int) -> str:
    """The address of a message."""
    return f"https://discord.com/channels/{guild}/{channel_id}/{message_id}"


def live(match: Match) -> str | None:
    """Where the match is: its newest message, else its lobby's, else its channel; None for a practice match."""
    if match.guild is None or match.channel is None:
        return None
    if match.posted_message is not None:
        return message(match.guild, match.channel, match.posted_message)
    if match.card_message is not None and match.card_channel == match.channel:
        return message(match.guild, match.channel, match.card_message)
    return f"https://discord.com/channels/{match.guild}/{match.channel}"


def row_to(match: Match, words: Words) -> tuple[Row, ...]:
    """A button that leads to the match, in a row of its own; none for a practice match."""
    address = live(match)
    return () if address is None else ((Button(words.say("match.go"), url=address),),)
