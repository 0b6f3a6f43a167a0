"""How somebody is answered: in time, privately unless a command is public, and never at the cost of what was done.

Discord wants a first sign within three seconds, and gives a token that lives for fifteen minutes. So everything is
acknowledged first; an answer that does not get through is logged, and raises nothing: what was done is stored.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

import discord

from cogs.ui.faults import FAULTS, may_be_the_picture
from cogs.ui.frame import frame
from cogs.ui.page import Page, plain

log = logging.getLogger(__name__)


class Answer:
    """The answer to one interaction. Nobody but the person who asked sees it, unless it is a public command's."""

    def __init__(self, interaction: discord.Interaction) -> None:
        self._interaction = interaction
        self._waits = False
        """Whether Discord shows that an answer is being prepared, which the first page has to replace."""
        self._public = False
        """Whether everybody sees that."""

    async def acknowledge(self, *, public: bool = False) -> None:
        """Tell Discord that an answer will come: at once, before anything else is done."""
        pressed = self._interaction.type is discord.InteractionType.component
        self._waits, self._public = not pressed, public
        try:
            if pressed:
                await self._interaction.response.defer()
            else:
                await self._interaction.response.defer(ephemeral=not public, thinking=True)
        except FAULTS as error:
            log.info("interaction %d: not acknowledged: %s", self._interaction.id, error)

    async def open(self, page: Page) -> None:
        """Show a page in a message of its own: a private one, but for the first of a public command."""
        if self._waits:
            self._waits = False
            await self._deliver(page, self._edit)
        else:
            await self._deliver(page, self._follow_up)

    async def open_privately(self, page: Page) -> None:
        """Show a page to this person alone, also where everybody was to see the answer."""
        if self._waits and self._public:
            self._waits = False
            await self._deliver(page, self._instead)
        else:
            await self.open(page)

    async def turn(self, page: Page) -> None:
        """Show another page in the message that was pressed on, whoever sees it."""
        await self._deliver(page, self._edit)

    async def turn_to(self, page: Page) -> None:
        """Show another page in the private message that was pressed on; where there is none, open it."""
        message = self._interaction.message
        if message is not None and message.flags.ephemeral:
            await self._deliver(page, self._edit)
        else:
            await self.open(page)

    async def _deliver(self, page: Page, send: Callable[[Page], Awaitable[None]]) -> None:
        try:
            await self._with_or_without_image(page, send)
        except FAULTS as error:
            log.info("interaction %d: not answered: %s", self._interaction.id, error)

    async def _with_or_without_image(self, page: Page, send: Callable[[Page], Awaitable[None]]) -> None:
        try:
            await send(page)
        except discord.HTTPException as error:
            if page.image is None or not may_be_the_picture(error):
                raise
            await send(page.without_image())

    async def _edit(self, page: Page) -> None:
        framed = frame(page)
        # With the files in each edit: without them Discord would keep those of the page before.
        await self._interaction.edit_original_response(
            view=framed.view, attachments=framed.files, allowed_mentions=framed.mentions
        )

    async def _instead(self, page: Page) -> None:
        # Until something has taken the place of what waits there, everybody would see what follows.
        await self._edit(plain("-# …"))
        await self._follow_up(page)
        await self._interaction.delete_original_response()

    async def _follow_up(self, page: Page) -> None:
        framed = frame(page)
        await self._interaction.followup.send(
            view=framed.view, files=framed.files, ephemeral=True, allowed_mentions=framed.mentions
        )
