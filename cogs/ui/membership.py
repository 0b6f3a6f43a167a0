"""Who is still on a server. The bot is not told when somebody leaves, which would take a privileged intent: it asks."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Iterable
from datetime import datetime, timedelta

import discord

from bot.core.clock import Clock
from bot.core.remembering import remember
from cogs.ui.faults import FAULTS, UNKNOWN_MEMBER, UNKNOWN_USER, code_of

log = logging.getLogger(__name__)

BELIEVED = timedelta(hours=1)
"""For so long somebody who was there is taken to be there still."""


class Membership:
    """Asks Discord, seldom enough."""

    def __init__(self, client: discord.Client, clock: Clock) -> None:
        self._client = client
        self._clock = clock
        self._there: OrderedDict[tuple[int, int], datetime] = OrderedDict()

    async def gone(self, guild: int, people: Iterable[int]) -> frozenset[int]:
        """Those of the people who are not on the server any more; who cannot be asked after is there."""
        return frozenset([player for player in people if not await self._is_there(guild, player)])

    async def _is_there(self, guild: int, player: int) -> bool:
        now = self._clock.now()
        seen = self._there.get((guild, player))
        if seen is not None and now - seen < BELIEVED:
            return True
        try:
            await self._client.http.get_member(guild, player)
        except FAULTS as error:
            if code_of(error) in (UNKNOWN_MEMBER, UNKNOWN_USER):
                return False
            log.info("server %d: whether player %d is there is not known: %s", guild, player, error)
        remember(self._there, (guild, player), now)
        return True
