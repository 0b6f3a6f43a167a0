"""Shows matches on Discord: what is stored and not yet shown, at least once.

A turn is one message at the bottom of its channel or thread, edited while the turn lasts; when the next one comes, it
shrinks to the lines of what happened in it. The lobby's message stays as the card of the match. What fails for a time
is tried again; what Discord refuses is not, until something new happens.

Many matches wait for their place in the pace of all messages (:mod:`cogs.ui.pace`), and a match is only looked up when
it has got one: whatever happened meanwhile is in the same message. What is left to tidy up comes after all that.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, TypeVar

import discord

from bot.core.background import NotNowError, PerMatch
from bot.core.happened import Happened
from bot.core.matches import GRACE, PAUSES
from bot.core.seats import Moment
from bot.core.standings import MatchStandings
from bot.core.store import Match, Status
from cogs.ui.closing import Past, closing_page
from cogs.ui.faults import FAULTS
from cogs.ui.game import GameUi
from cogs.ui.language import language_for
from cogs.ui.lobby_page import lobby_page
from cogs.ui.match_page import NOTHING, card_page, live_page, past_page
from cogs.ui.pace import Urgency
from cogs.ui.page import Page, clip
from cogs.ui.posting import MessageGoneError, RefusedError, RoomGoneError
from cogs.ui.practice import Practice
from cogs.ui.reminding import remind, take_away
from cogs.ui.scene import Scene
from cogs.ui.telling import tell

if TYPE_CHECKING:
    from cogs.ui.app import App

log = logging.getLogger(__name__)

CARD_RESTS = timedelta(minutes=30)
"""How long a card stays as it is while its match goes on."""
REMEMBERED = 10_000
GIVEN_UP = timedelta(days=7)
"""For so long it is tried, at each start, to show the end of a match."""
MOST_PAST = 10
"""How many messages of a match that could not shrink yet are remembered."""
LONGEST_THREAD_NAME = 100

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Live:
    """What is remembered of a live message: only to load less, and to tell again what it told."""

    tells_from: int
    """The turn from which on it tells what happened."""
    horizon: int
    """Nothing of that is in the log before this entry."""
    posted_at: int
    """The last entry when it was posted."""


@dataclass(frozen=True, slots=True)
class _Card:
    """What a card was last made of."""

    status: Status
    stuck: bool
    at: datetime


class MessagePresenter:
    """The service's Presenter. What it remembers is found out anew after a restart."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._lives: OrderedDict[int, _Live] = OrderedDict()
        self._cards: OrderedDict[int, _Card] = OrderedDict()
        self._waited: OrderedDict[int, int] = OrderedDict()
        self._contents: OrderedDict[int, tuple[int, int]] = OrderedDict()
        """By match: its live message, and a hash of what that was last told to hold."""
        self._refused: OrderedDict[int, None] = OrderedDict()
        """The matches of which Discord did not let us show what is new."""
        self._past: dict[int, dict[int, Page]] = {}
        """By match: the messages that are still to shrink, and to what."""
        self._tidying = PerMatch("tidying up", self._tidy, PAUSES, at_once=4)
        self.practice = Practice()
        self.app: App
        """Set once, by whoever makes the app that holds this presenter."""

    async def show(self, match_id: int) -> None:
        """Show what is stored of the match and not yet shown. NotNowError where Discord fails for a time."""
        pace = self.app.posting.pace
        await pace.take_place(await self._urgency(match_id))
        try:
            await self._show_newest(match_id)
        finally:
            pace.leave_place()

    async def _show_newest(self, match_id: int) -> None:
        self.app.service.begins_to_show(match_id)
        now = await self._load(match_id)
        try:
            if self._is_out(now.match):
                raise RefusedError("the bot is not on its server")
            await self._show_or_let_go(now)
            self._refused.pop(match_id, None)
        except RefusedError as error:
            _remember(self._refused, match_id, None)
            log.warning("match %d turn %d server %s: not shown: %s", match_id, now.match.turn, now.match.guild, error)
            await self._not_shown(now)
        except FAULTS as error:
            raise NotNowError(f"turn {now.match.turn}: {error!r}") from error

    def is_refused(self, match_id: int) -> bool:
        """Whether the match's message is behind, because we may not write where it is played."""
        return match_id in self._refused

    def _is_out(self, match: Match) -> bool:
        """Whether the bot was removed from the match's server: then Discord need not be asked for anything."""
        return match.guild is not None and self._client.get_guild(match.guild) is None

    async def _not_shown(self, now: Happened) -> None:
        """Say so on its card, where it has one elsewhere; of what is long over nothing more has to be shown."""
        match, out = now.match, self._is_out(now.match)
        if match.ended_at is not None and (out or self.app.clock.now() - match.ended_at > GIVEN_UP):
            await self.app.service.shown(match.id, now.last_seq, None)
        elif not out and match.started_at is not None and match.channel != match.card_channel:
            self._tidying.ask(match.id)

    async def remind(self, match_id: int, moment: Moment, people: frozenset[int]) -> None:
        """Remind those of the people who are still awaited. NotNowError where Discord fails for a time."""
        now = await self.app.service.look(match_id)
        try:
            if (now.match.turn, now.match.phase) == (moment.turn, moment.phase) and not self._is_out(now.match):
                await remind(self.app, await self._scene(now), people)
        except FAULTS as error:
            raise NotNowError(f"turn {now.match.turn}: {error!r}") from error

    async def stop(self) -> None:
        """Finish what is under way."""
        await self._tidying.close(GRACE)

    async def _urgency(self, match_id: int) -> Urgency:
        return Urgency.NOW if await self.app.service.status(match_id) is Status.LIVE else Urgency.SOON

    async def _load(self, match_id: int) -> Happened:
        """The match with all that its live message tells, and what is not shown yet."""
        live = self._lives.get(match_id)
        return await self.app.service.since(match_id, 0 if live is None else live.horizon)

    async def _show_or_let_go(self, now: Happened) -> None:
        try:
            await self._show(now)
        except RoomGoneError as error:
            log.info("match %d turn %d: its channel is gone: %s", now.match.id, now.match.turn, error)
            await self._let_go(now.match.id)

    async def _show(self, now: Happened) -> None:
        ui = self.app.games[now.match.game]
        if now.match.channel is None:
            await self._show_practice(ui, now)
        elif now.match.started_at is None:
            await self._show_lobby(ui, await self._scene(now))
        elif not _is_history(now.match) and not self._more_is_coming(now.match):
            await self._show_match(ui, await self._moved_in(now))

    async def _let_go(self, match_id: int) -> None:
        """End a match that has no place any more; if its card is still there, that says so."""
        await self.app.service.close(match_id)
        now = await self.app.service.look(match_id)
        self._past.pop(match_id, None)
        if now.match.started_at is not None:
            self._tidying.ask(match_id)
        await self.app.service.shown(match_id, now.match.seq, None)

    async def _scene(self, now: Happened) -> Scene:
        guild = None if now.match.guild is None else self._client.get_guild(now.match.guild)
        return await self.app.public_scene(now, None if guild is None else str(guild.preferred_locale))

    def _more_is_coming(self, match: Match) -> bool:
        """Whether computers play on now, so that all their moves can be one message. Waited for once, at each move."""
        if match.status is not Status.LIVE or not match.computer_due or self._waited.get(match.id) == match.seq:
            return False
        _remember(self._waited, match.id, match.seq)
        return True

    # The lobby's message, and the card that it becomes

    async def _show_lobby(self, ui: GameUi, scene: Scene) -> None:
        match = scene.match
        if match.card_message is None:
            await self._post_card(scene, lobby_page(ui, scene, invite=True), f"card:{match.id}")
        else:
            try:
                await self._edit_card(match, lobby_page(ui, scene, invite=False))
            except MessageGoneError:
                anew = lobby_page(ui, scene, invite=False)
                await self._post_card(scene, anew, _nonce_after(match.card_message))
        await self.app.service.shown(match.id, scene.now.last_seq, None)

    async def _post_card(self, scene: Scene, page: Page, nonce: str) -> None:
        room = _room(scene.match)
        message = await self.app.posting.send(room, page, nonce)
        await self.app.service.card_is_at(scene.match.id, room, message)

    async def _edit_card(self, match: Match, page: Page, urgency: Urgency = Urgency.NOW) -> None:
        assert match.card_channel is not None, "a card is in a channel"
        assert match.card_message is not None, "only a card that was posted can be edited"
        await self.app.posting.edit(match.card_channel, match.card_message, page, urgency)

    async def _show_card(self, match_id: int) -> None:
        """Bring the card up to date: at the start, at the end, and now and then between."""
        match, at = (await self.app.service.glance(match_id)).match, self.app.clock.now()
        known, stuck = self._cards.get(match_id), self.is_refused(match_id)
        same = known is not None and (known.status, known.stuck) == (match.status, stuck)
        rests = known is not None and same and at - known.at < CARD_RESTS
        if match.card_message is None or rests:
            return
        scene = await self._scene(await self.app.service.look(match_id))  # with where the live message is now
        page = card_page(self.app.games[match.game], scene, await self._standings(match), stuck=stuck)
        try:
            await self._edit_card(scene.match, page, Urgency.LATER)
        except RefusedError as error:
            log.info("match %d turn %d: its card stays as it is: %s", match_id, match.turn, error)
        _remember(self._cards, match_id, _Card(match.status, stuck, at))

    # A thread of its own

    async def _moved_in(self, now: Happened) -> Scene:
        """The match where it is to be played: at its start in its thread, if it is to have one and may."""
        scene, match = await self._scene(now), now.match
        begins = match.status is Status.LIVE and match.posted_message is None and match.channel == match.card_channel
        if not (begins and now.opened.thread and match.card_message is not None):
            return scene
        try:
            thread = await self.app.posting.open_thread(_room(match), match.card_message, _thread_name(scene))
        except RefusedError as error:
            log.info("match %d: no thread, so it is played here: %s", match.id, error)
            return scene
        await self.app.service.move(match.id, thread)
        return await self._scene(await self._load(match.id))

    # The match

    async def _show_match(self, ui: GameUi, scene: Scene) -> None:
        match, now = scene.match, scene.now
        turn_shown = now.after(match.posted_seq).turn_before
        goes_on = match.status is Status.LIVE and turn_shown == match.turn
        live = self._lives.get(match.id)
        if match.posted_message is not None and (goes_on or match.posted_seq == match.seq):
            live = live or _Live(match.turn - 1, 0, 0)
            message = await self._edit_live(ui, scene, live, match.posted_message)
        else:
            tells_from = 0 if match.posted_message is None else turn_shown
            live = _Live(tells_from, 0 if live is None else live.posted_at, now.last_seq)
            message = await self._post_next(ui, scene, live)
        await self.app.service.shown(match.id, now.last_seq, message)
        _remember(self._lives, match.id, live)
        self._tidying.ask(match.id)

    async def _edit_live(self, ui: GameUi, scene: Scene, live: _Live, message: int) -> int:
        """The same turn, further on. A message that is gone is posted anew.

        What changes nothing that is seen makes no edit: everybody would see the edit of a choice that is hidden.
        """
        match = scene.match
        page = await self._live_page(ui, scene, _told(ui, scene, live))
        if match.posted_seq < match.seq and self._contents.get(match.id) == (message, hash(page)):
            return message
        try:
            await self.app.posting.edit(_room(match), message, page)
        except MessageGoneError:
            message = await self.app.posting.send(_room(match), page, _nonce_after(message))
        _remember(self._contents, match.id, (message, hash(page)))
        return message

    async def _post_next(self, ui: GameUi, scene: Scene, live: _Live) -> int:
        """The next turn, or the end: a new message at the bottom; the one before is to shrink."""
        match, now = scene.match, scene.now
        told = _told(ui, scene, live)
        page = await self._live_page(ui, scene, told, self._to_ping(now))
        content = hash(replace(page, pings=frozenset()))
        if match.posted_message is None and match.channel != match.card_channel:
            page = self._greeting(scene, page)
        message = await self.app.posting.send(_room(match), page, f"{match.id}:{now.last_seq}")
        _remember(self._contents, match.id, (message, content))
        if match.posted_message is not None:
            self._shrink_later(match.id, match.posted_message, past_page(told))
        return message

    def _greeting(self, scene: Scene, page: Page) -> Page:
        """The first message of a thread names all who play there: to be mentioned is to be let into the thread."""
        people = [holder.player for holder in scene.now.seated if holder.player is not None]
        line = scene.words.say("match.players", people=[scene.mention(holder.seat) for holder in scene.now.seated])
        quiet = all(self.app.lately.here(player) for player in people)
        return replace(page, texts=(line, *page.texts), pings=frozenset(people), quiet=quiet)

    async def _tidy(self, match_id: int) -> None:
        """What follows the live message, when there is time. NotNowError where Discord fails for a time."""
        match = (await self.app.service.glance(match_id)).match
        if self._is_out(match):
            return
        try:
            await self._shrink(match)
            await self._show_card(match_id)
            await take_away(self.app, match_id)
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
                await self.app.posting.edit(_room(match), message, page, Urgency.LATER)
            except MessageGoneError as error:
                log.info("match %d turn %d: a message before is gone: %s", match.id, match.turn, error)
            except RefusedError as error:
                log.info("match %d turn %d: a message before stays as it is: %s", match.id, match.turn, error)
                self._shrink_later(match.id, message, page)
            except FAULTS:
                self._past.setdefault(match.id, {}).update({message: page, **past})
                raise

    async def _look_who_is_gone(self, match_id: int) -> None:
        """Whether those who are awaited are still on the server; where one is not, whether anybody else is."""
        now = await self.app.service.glance(match_id)
        if now.match.guild is None or not now.to_act:
            return
        seated = {holder.player: holder.seat for holder in now.seated if holder.player is not None}
        awaited = {player for player, seat in seated.items() if seat in now.to_act - now.departed}
        gone = await self.app.membership.gone(now.match.guild, self._not_lately(awaited))
        if gone:
            gone |= await self.app.membership.gone(now.match.guild, self._not_lately(seated.keys() - gone))
            await self.app.service.depart(match_id, gone)

    def _not_lately(self, people: Collection[int]) -> list[int]:
        return sorted(player for player in people if not self.app.lately.here(player))

    def _shrink_later(self, match_id: int, message: int, page: Page) -> None:
        past = self._past.setdefault(match_id, {})
        past[message] = page
        while len(past) > MOST_PAST:
            del past[min(past)]

    async def _live_page(
        self, ui: GameUi, scene: Scene, told: Sequence[str], pings: frozenset[int] = frozenset()
    ) -> Page:
        image = await self.app.pictures.draw(ui.board(scene))
        if scene.match.status is Status.LIVE:
            return live_page(ui, scene, image, told, pings)
        log = await self.app.service.since(scene.match.id, 0)
        return closing_page(ui, scene, image, told, Past(log, await self._standings(scene.match)))

    async def _standings(self, match: Match) -> MatchStandings:
        """What the match did to the standings, once it is over."""
        return NOTHING if match.status is not Status.FINISHED else await self.app.standings.of_match(match.id)

    def _to_ping(self, now: Happened) -> frozenset[int]:
        """The persons awaited, but for those who were here a moment ago."""
        awaited = (holder.player for holder in now.seated if holder.seat in now.to_act)
        return frozenset(player for player in awaited if player is not None and not self.app.lately.here(player))

    # Practice

    async def _show_practice(self, ui: GameUi, now: Happened) -> None:
        match = now.match
        if self._more_is_coming(match):
            return
        if match.started_at is not None:
            language = language_for(await self.app.preferences.language_of(match.host), None)
            scene = await self.app.scene(now, match.host, language)
            told = tell(ui, scene, now.after(match.posted_seq).events_for(match.host))
            await self.practice.show(match.id, await self._live_page(ui, scene, told))
        await self.app.service.shown(match.id, now.last_seq, None)


def _told(ui: GameUi, scene: Scene, live: _Live) -> list[str]:
    """What the live message tells: all that happened since the message before was posted."""
    return tell(ui, scene, scene.now.after(live.horizon).from_turn(live.tells_from).events_for(None))


def _room(match: Match) -> int:
    assert match.channel is not None, "a practice match has no channel"
    return match.channel


def _is_history(match: Match) -> bool:
    """Whether the match is over, all was shown, and no message of it is left."""
    return not match.status.open and match.posted_seq == match.seq and match.posted_message is None


def _nonce_after(message: int) -> str:
    """Not the nonce of the message that is gone: Discord would take the new one for it."""
    return f"after {message}"


def _thread_name(scene: Scene) -> str:
    names = [scene.bare_name(seat) for seat in scene.seats]
    name = scene.words.say("thread.name", game=scene.words.say("game.name"), people=names, number=scene.match.id)
    return clip(name, LONGEST_THREAD_NAME)


def _remember(things: OrderedDict[int, T], key: int, thing: T) -> None:
    things[key] = thing
    things.move_to_end(key)
    while len(things) > REMEMBERED:
        things.popitem(last=False)
