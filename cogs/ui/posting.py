"""Sends and edits public messages, and tells what Discord refused: the only way from us to a channel."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Literal, TypeVar

import discord

from bot.core.measures import MESSAGES
from cogs.ui.faults import (
    ARCHIVED,
    HAS_THREAD,
    TOO_MANY_EDITS,
    UNKNOWN_CHANNEL,
    code_of,
    is_refusal,
    may_be_the_picture,
)
from cogs.ui.frame import frame
from cogs.ui.pace import Pace, Urgency
from cogs.ui.page import Page

log = logging.getLogger(__name__)

THREAD_SLEEPS: Literal[10080] = 10080
"""A week: the minutes after which Discord archives a thread in which nothing happens."""

T = TypeVar("T")


class RefusedError(Exception):
    """Discord does not let us, and would not if we asked again."""


class MessageGoneError(RefusedError):
    """The message cannot be edited any more, and another has to take its place."""


class RoomGoneError(RefusedError):
    """The channel or thread is deleted."""


class Posting:
    """Every method raises RefusedError, or one below it; what may go well later comes as discord.py raises it."""

    def __init__(self, client: discord.Client, pace: Pace) -> None:
        self._client = client
        self.pace = pace

    async def send(
        self, room: int, page: Page, nonce: str, urgency: Urgency = Urgency.NOW, *, reply_to: int | None = None
    ) -> int:
        """Post a page, in answer to a message if that is still there; gives the new message's id.

        Of two messages with one nonce Discord shows the first alone.
        """
        self._require(room, "send_messages_in_threads" if self._is_thread(room) else "send_messages")
        answered = (
            None
            if reply_to is None
            else discord.MessageReference(message_id=reply_to, channel_id=room, fail_if_not_exists=False)
        )

        async def post(page: Page) -> int:
            await self.pace.turn(urgency)
            framed = frame(page)
            message = await self._room(room).send(
                view=framed.view,
                files=framed.files,
                nonce=nonce,
                reference=answered,  # type: ignore[arg-type]  # None is what discord.py itself has there
                allowed_mentions=framed.mentions,
                silent=page.quiet or not page.pings,
            )
            MESSAGES.labels("sent").inc()
            return message.id

        return await self._carefully(room, page, post)

    async def edit(self, room: int, message_id: int, page: Page, urgency: Urgency = Urgency.NOW) -> None:
        """Put a page in the place of what a message held. MessageGoneError where a new one has to be posted."""
        self._require(room, "view_channel")

        async def edit(page: Page) -> None:
            await self.pace.turn(urgency)
            framed = frame(page)
            message = self._room(room).get_partial_message(message_id)
            # With the files in each edit: without them Discord would keep those of the page before.
            await message.edit(view=framed.view, attachments=framed.files, allowed_mentions=framed.mentions)
            MESSAGES.labels("edited").inc()

        await self._carefully(room, page, edit)

    async def delete(self, room: int, message_id: int) -> None:
        """Take a message of ours away."""
        await self.pace.turn(Urgency.LATER)
        try:
            await self._room(room).get_partial_message(message_id).delete()
        except discord.HTTPException as error:
            raise _refusal(error) from error

    async def open_thread(self, room: int, message_id: int, name: str) -> int:
        """The thread at a message, made where there is none yet; its id is the message's."""
        if self._client.get_channel(message_id) is not None:
            return message_id
        await self.pace.turn(Urgency.NOW)
        http = self._client.http
        try:
            await http.start_thread_with_message(room, message_id, name=name, auto_archive_duration=THREAD_SLEEPS)
        except discord.HTTPException as error:
            if code_of(error) != HAS_THREAD:
                raise _refusal(error) from error
        return message_id

    async def _carefully(self, room: int, page: Page, do: Callable[[Page], Awaitable[T]]) -> T:
        """Do it as well as Discord lets us: in an archived thread after waking it, without a picture if need be."""
        if page.image is not None and not self._may(room, "attach_files"):
            page = page.without_image()
        try:
            return await self._awake(room, page, do)
        except discord.HTTPException as error:
            if page.image is None or not may_be_the_picture(error):
                raise _refusal(error) from error
            log.info("channel %d: no picture: %s", room, error)
        try:
            return await do(page.without_image())
        except discord.HTTPException as error:
            raise _refusal(error) from error

    async def _awake(self, room: int, page: Page, do: Callable[[Page], Awaitable[T]]) -> T:
        try:
            return await do(page)
        except discord.HTTPException as error:
            if code_of(error) != ARCHIVED:
                raise
        await self._client.http.edit_channel(room, archived=False)
        return await do(page)

    def _room(self, room: int) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(room)

    def _is_thread(self, room: int) -> bool:
        return isinstance(self._client.get_channel(room), discord.Thread)

    def _require(self, room: int, permission: str) -> None:
        """RefusedError where we know without asking that Discord would refuse: refusals are counted there."""
        if not self._may(room, "view_channel") or not self._may(room, permission):
            raise RefusedError(f"{permission} is not granted in channel {room}")

    def _may(self, room: int, permission: str) -> bool:
        """As far as is known: where it is not, trying will tell."""
        channel = self._client.get_channel(room)
        if not isinstance(channel, (discord.abc.GuildChannel, discord.Thread)):
            return True
        try:
            return bool(getattr(channel.permissions_for(channel.guild.me), permission))
        except discord.ClientException:  # a thread whose channel is not known
            return True


def _refusal(error: discord.HTTPException) -> Exception:
    """The error as this module raises it."""
    MESSAGES.labels("refused" if is_refusal(error) else "failed").inc()
    if not is_refusal(error):
        return error
    if code_of(error) == UNKNOWN_CHANNEL:
        return RoomGoneError(str(error))
    if error.status == 404 or code_of(error) == TOO_MANY_EDITS:
        return MessageGoneError(str(error))
    return RefusedError(str(error))
