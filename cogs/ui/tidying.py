"""What follows a match's live message when there is time: old messages shrink, the card is brought up to date.

Reminders that are over are taken away, too, and it is asked whether those who are awaited are still on the server.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from bot.core.background import NotNowError, PerMatch
from bot.core.matches import GRACE, PAUSES
from bot.core.remembering import remember
from bot.core.store import Match, Status
from cogs.ui.faults import FAULTS
from cogs.ui.match_page import card_page
from cogs.ui.pace import Urgency
from cogs.ui.page import Page
from cogs.ui.posting import MessageGoneError, RefusedError
from cogs.ui.reminding import take_away

if TYPE_CHECKING:
    from cogs.ui.app import App
    from cogs.ui.presenter import MessagePresenter

log = logging.getLogger(__name__)

CARD_RESTS = timedelta(minutes=30)
"""How long a card stays as it is while its match goes on."""
MOST_PAST = 10
"""How many messages of a match that could not shrink yet are remembered."""


@dataclass(frozen=True, slots=True)
class _Card:
    """What a card was last made of."""

    status: Status
    stuck: bool
    at: datetime


class Tidying:
    """Tidies up after matches. What it remembers is lost with the process, which does no harm."""

    def __init__(self, presenter: MessagePresenter) -> None:
        self._presenter = presenter
        self._cards: OrderedDict[int, _Card] = OrderedDict()
        self._past: dict[int, dict[int, Page]] = {}
        """By match: the messages that are still to shrink, and to what."""
        self._shrunk: OrderedDict[int, None] = OrderedDict()
        """The messages that have."""
        self._jobs = PerMatch("tidying up", self._tidy, PAUSES, at_once=4)

    def ask(self, match_id: int) -> None:
        """Have it done for a match, when there is time."""
        self._jobs.ask(match_id)

    def leave_behind(self, match_id: int, message: int, page: Page) -> bool:
        """Have a message shrink to the page, now that another is the live one; False where it has shrunk already."""
        if message in self._shrunk:
            return False
        past = self._past.setdefault(match_id, {})
        past[message] = page
        while len(past) > MOST_PAST:
            del past[min(past)]
        return True

    def forget(self, match_id: int) -> None:
        """Leave the match's old messages as they are: their channel is gone."""
        self._past.pop(match_id, None)

    async def settled(self) -> None:
        """Wait until there is nothing left to tidy up."""
        await self._jobs.settled()

    async def stop(self) -> None:
        """Finish what is under way."""
        await self._jobs.close(GRACE)

    @property
    def _app(self) -> App:
        return self._presenter.app

    async def _tidy(self, match_id: int) -> None:
        """What follows the live message, when there is time. NotNowError where Discord fails for a time."""
        match = (await self._app.service.glance(match_id)).match
        if self._presenter.is_out(match):
            return
        try:
            await self._shrink(match)
            await self._show_card(match_id)
            await take_away(self._app, match_id)
            await self._look_who_is_gone(match_id)
        except FAULTS as error:
            raise NotNowError(f"turn {match.turn}: {error!r}") from error

    async def _shrink(self, match: Match) -> None:
        """Make the messages before shrink. One that Discord does not let us edit is tried again after the next turn.

        Until then it does no harm: its controls are answered as stale.
        """
        past = self._past.pop(match.id, {})
        while past:
            message, page = past.popitem()
            try:
                await self._app.posting.edit(room_of(match), message, page, Urgency.LATER)
                remember(self._shrunk, message, None)
            except MessageGoneError as error:
                log.info("match %d turn %d: a message before is gone: %s", match.id, match.turn, error)
            except RefusedError as error:
                log.info("match %d turn %d: a message before stays as it is: %s", match.id, match.turn, error)
                if match.status.open:
                    self.leave_behind(match.id, message, page)
            except FAULTS:
                self._past.setdefault(match.id, {}).update({message: page, **past})
                raise

    async def _look_who_is_gone(self, match_id: int) -> None:
        """Whether those who are awaited are still on the server; where one is not, whether anybody else is."""
        now = await self._app.service.glance(match_id)
        if now.match.guild is None or not now.to_act:
            return
        seated = {holder.player: holder.seat for holder in now.seated if holder.player is not None}
        awaited = {player for player, seat in seated.items() if seat in now.to_act - now.departed}
        gone = await self._app.membership.gone(now.match.guild, self._not_lately(awaited))
        if gone:
            gone |= await self._app.membership.gone(now.match.guild, self._not_lately(seated.keys() - gone))
            await self._app.service.depart(match_id, gone)

    def _not_lately(self, people: Collection[int]) -> list[int]:
        return sorted(player for player in people if not self._app.lately.here(player))

    async def _show_card(self, match_id: int) -> None:
        """Bring the card up to date: at the start, at the end, and now and then between."""
        match, at = (await self._app.service.glance(match_id)).match, self._app.clock.now()
        known, stuck = self._cards.get(match_id), self._presenter.is_refused(match_id)
        same = known is not None and (known.status, known.stuck) == (match.status, stuck)
        rests = known is not None and same and at - known.at < CARD_RESTS
        if match.card_message is None or rests:
            return
        now = await self._app.service.look(match_id)  # with where the live message is by now
        scene = await self._presenter.scene(now)
        page = card_page(self._app.games[match.game], scene, await self._presenter.standings(match), stuck=stuck)
        try:
            await edit_card(self._app, scene.match, page, Urgency.LATER)
        except RefusedError as error:
            log.info("match %d turn %d: its card stays as it is: %s", match_id, match.turn, error)
        remember(self._cards, match_id, _Card(match.status, stuck, at))


async def edit_card(app: App, match: Match, page: Page, urgency: Urgency) -> None:
    """Bring the lobby's message, or the card that it has become, up to date. As :meth:`Posting.edit`."""
    assert match.card_channel is not None, "a card is in a channel"
    assert match.card_message is not None, "only a card that was posted can be edited"
    await app.posting.edit(match.card_channel, match.card_message, page, urgency)


def room_of(match: Match) -> int:
    """Where a match is played that is no practice."""
    assert match.channel is not None, "a practice match has no channel"
    return match.channel
