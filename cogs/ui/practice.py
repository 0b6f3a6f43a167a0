"""Practice matches: shown to their owner alone, in a private message that Discord lets us edit for a while."""

from __future__ import annotations

import logging
from collections import OrderedDict

import discord

from bot.core.remembering import remember
from cogs.ui.control import control_id
from cogs.ui.faults import FAULTS
from cogs.ui.frame import frame
from cogs.ui.page import Page

log = logging.getLogger(__name__)

REMEMBERED = 1000


class Practice:
    """The interactions through which boards of practice matches can be brought up to date.

    Every press on a board gives a new one, so that a match goes on after a restart, and after a token's time.
    """

    def __init__(self) -> None:
        self._boards: OrderedDict[int, discord.Interaction] = OrderedDict()

    def follow(self, match_id: int, interaction: discord.Interaction) -> None:
        """Show the match in the answer to this interaction from now on."""
        remember(self._boards, match_id, interaction, REMEMBERED)

    def saw(self, match_id: int, interaction: discord.Interaction) -> None:
        """A control was pressed: if it was on the board, the board can be edited through it."""
        message = interaction.message
        if message is not None and message.flags.ephemeral and _is_board(message, match_id):
            self.follow(match_id, interaction)

    async def show(self, match_id: int, page: Page) -> None:
        """Bring the board up to date, if that can be done."""
        interaction = self._boards.get(match_id)
        if interaction is None:
            return
        framed = frame(page)
        try:
            await interaction.edit_original_response(view=framed.view, attachments=framed.files)
        except FAULTS as error:
            del self._boards[match_id]
            log.info("match %d: the board of a practice match is out of reach: %s", match_id, error)


def _is_board(message: discord.Message, match_id: int) -> bool:
    """A board has the button that only boards have."""
    more = control_id("match-more", match_id)
    items = discord.ui.LayoutView.from_message(message, timeout=None).walk_children()
    return any(getattr(item, "custom_id", None) == more for item in items)
