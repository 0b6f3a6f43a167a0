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
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING

import discord

from bot.core.background import NotNowError
from bot.core.happened import Happened
from bot.core.remembering import remember
from bot.core.seats import Moment
from bot.core.standings import MatchStandings
from bot.core.store import Match, Status
from cogs.ui.closing import Past, closing_page
from cogs.ui.faults import FAULTS
from cogs.ui.game import GameUi
from cogs.ui.language import language_for
from cogs.ui.lobby_page import lobby_page
from cogs.ui.match_page import NOTHING, live_page, past_page
from cogs.ui.pace import Urgency
from cogs.ui.page import Page, clip
from cogs.ui.posting import MessageGoneError, RefusedError, RoomGoneError
from cogs.ui.practice import Practice
from cogs.ui.reminding import remind
from cogs.ui.scene import Scene
from cogs.ui.telling import tell
from cogs.ui.tidying import Tidying, edit_card, room_of

if TYPE_CHECKING:
    from cogs.ui.app import App

log = logging.getLogger(__name__)

GIVEN_UP = timedelta(days=7)
"""For so long it is tried, at each start, to show the end of a match."""
LONGEST_THREAD_NAME = 100


@dataclass(frozen=True, slots=True)
class _Live:
    """What is remembered of a live message: only to load less, and to tell again what it told."""

    tells_from: int
    """The turn from which on it tells what happened."""
    horizon: int
    """Nothing of that is in the log before this entry."""
    posted_at: int
    """The last entry when it was posted."""


class MessagePresenter:
    """The service's Presenter. What it remembers is found out anew after a restart."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._lives: OrderedDict[int, _Live] = OrderedDict()
        self._waited: OrderedDict[int, int] = OrderedDict()
        self._contents: OrderedDict[int, tuple[int, int]] = OrderedDict()
        """By match: its live message, and a hash of what that was last told to hold."""
        self._refused: OrderedDict[int, None] = OrderedDict()
        """The matches of which Discord did not let us show what is new."""
        self._tidying = Tidying(self)
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
            if self.is_out(now.match):
                raise RefusedError("the bot is not on its server")
            await self._show_or_let_go(now)
            self._refused.pop(match_id, None)
        except RefusedError as error:
            remember(self._refused, match_id, None)
            log.warning("match %d turn %d server %s: not shown: %s", match_id, now.match.turn, now.match.guild, error)
            await self._not_shown(now)
        except FAULTS as error:
            raise NotNowError(f"turn {now.match.turn}: {error!r}") from error

    def is_refused(self, match_id: int) -> bool:
        """Whether the match's message is behind, because we may not write where it is played."""
        return match_id in self._refused

    def is_out(self, match: Match) -> bool:
        """Whether the bot was removed from the match's server: then Discord need not be asked for anything."""
        return match.guild is not None and self._client.get_guild(match.guild) is None

    async def _not_shown(self, now: Happened) -> None:
        """Say so on its card, where it has one elsewhere; of what is long over nothing more has to be shown."""
        match, out = now.match, self.is_out(now.match)
        if match.ended_at is not None and (out or self.app.clock.now() - match.ended_at > GIVEN_UP):
            await self.app.service.shown(match.id, now.last_seq, None)
        elif not out and match.started_at is not None and match.channel != match.card_channel:
            self._tidying.ask(match.id)

    async def left_behind(self, now: Happened, message: int, channel: int, turn: int) -> None:
        """Somebody has pressed a control of a turn that is past: where its message never shrank, it does now.

        Such a message is left by a crash between two messages. ``now`` holds the whole log.
        """
        match = now.match
        live = match.posted_message
        if channel != match.channel or message == match.card_message or live is None or message >= live:
            return
        later = {logged.seq for logged in now.from_turn(turn + 1).events_for(None)}
        told = [logged for logged in now.from_turn(turn).events_for(None) if logged.seq not in later]
        scene = await self.scene(now)
        page = past_page(tell(self.app.games[match.game], scene, told))
        if self._tidying.leave_behind(match.id, message, page):
            self._tidying.ask(match.id)

    async def remind(self, match_id: int, moment: Moment, people: frozenset[int]) -> None:
        """Remind those of the people who are still awaited. NotNowError where Discord fails for a time."""
        now = await self.app.service.look(match_id)
        try:
            if (now.match.turn, now.match.phase) == (moment.turn, moment.phase) and not self.is_out(now.match):
                await remind(self.app, await self.scene(now), people)
        except FAULTS as error:
            raise NotNowError(f"turn {now.match.turn}: {error!r}") from error

    async def settled(self) -> None:
        """Wait until nothing of what was shown is left to tidy up."""
        await self._tidying.settled()

    async def stop(self) -> None:
        """Finish what is under way."""
        await self._tidying.stop()

    async def _urgency(self, match_id: int) -> Urgency:
        live = await self.app.service.status(match_id) is Status.LIVE
        if self.app.service.is_missed(match_id):
            return Urgency.MISSED if live else Urgency.MISSED_LOBBY
        return Urgency.NOW if live else Urgency.SOON

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
            await self._show_lobby(ui, await self.scene(now))
        elif not _is_history(now.match) and not self._more_is_coming(now.match):
            await self._show_match(ui, await self._moved_in(now))

    async def _let_go(self, match_id: int) -> None:
        """End a match that has no place any more; if its card is still there, that says so."""
        await self.app.service.close(match_id)
        now = await self.app.service.look(match_id)
        self._tidying.forget(match_id)
        if now.match.started_at is not None:
            self._tidying.ask(match_id)
        await self.app.service.shown(match_id, now.match.seq, None)

    async def scene(self, now: Happened) -> Scene:
        """The match for everybody, in the language of its server."""
        guild = None if now.match.guild is None else self._client.get_guild(now.match.guild)
        return await self.app.public_scene(now, None if guild is None else str(guild.preferred_locale))

    def _more_is_coming(self, match: Match) -> bool:
        """Whether computers play on now, so that all their moves can be one message. Waited for once, at each move."""
        if match.status is not Status.LIVE or not match.computer_due or self._waited.get(match.id) == match.seq:
            return False
        remember(self._waited, match.id, match.seq)
        return True

    # The lobby's message, and the card that it becomes

    async def _show_lobby(self, ui: GameUi, scene: Scene) -> None:
        match = scene.match
        if match.card_message is None:
            await self._post_card(scene, lobby_page(ui, scene, invite=True), f"card:{match.id}")
        else:
            try:
                await edit_card(self.app, match, lobby_page(ui, scene, invite=False), Urgency.NOW)
            except MessageGoneError:
                anew = lobby_page(ui, scene, invite=False)
                await self._post_card(scene, anew, _nonce_after(match.card_message))
        await self.app.service.shown(match.id, scene.now.last_seq, None)

    async def _post_card(self, scene: Scene, page: Page, nonce: str) -> None:
        room = room_of(scene.match)
        message = await self.app.posting.send(room, page, nonce)
        await self.app.service.card_is_at(scene.match.id, room, message)

    # A thread of its own

    async def _moved_in(self, now: Happened) -> Scene:
        """The match where it is to be played: at its start in its thread, if it is to have one and may."""
        scene, match = await self.scene(now), now.match
        begins = match.status is Status.LIVE and match.posted_message is None and match.channel == match.card_channel
        if not (begins and now.opened.thread and match.card_message is not None):
            return scene
        try:
            thread = await self.app.posting.open_thread(room_of(match), match.card_message, _thread_name(scene))
        except RefusedError as error:
            log.info("match %d: no thread, so it is played here: %s", match.id, error)
            return scene
        await self.app.service.move(match.id, thread)
        return await self.scene(await self._load(match.id))

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
            begun = (live is None or live.horizon == 0) and not now.somebody_acted_before(turn_shown)
            live = _Live(tells_from, 0 if live is None else live.posted_at, now.last_seq)
            message = await self._post_next(ui, scene, live, begun)
        await self.app.service.shown(match.id, now.last_seq, message)
        remember(self._lives, match.id, live)
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
            await self.app.posting.edit(room_of(match), message, page)
        except MessageGoneError:
            message = await self.app.posting.send(room_of(match), page, _nonce_after(message))
        remember(self._contents, match.id, (message, hash(page)))
        return message

    async def _post_next(self, ui: GameUi, scene: Scene, live: _Live, begun: bool) -> int:
        """The next turn, or the end: a new message at the bottom; the one before is to shrink.

        ``begun``: the one before was the match's first, which keeps how the match began.
        """
        match, now = scene.match, scene.now
        told = _told(ui, scene, live)
        page = await self._live_page(ui, scene, told, self._to_ping(now))
        content = hash(replace(page, pings=frozenset()))
        if match.posted_message is None and match.channel != match.card_channel:
            page = self._greeting(scene, page)
        message = await self.app.posting.send(room_of(match), page, f"{match.id}:{now.last_seq}")
        remember(self._contents, match.id, (message, content))
        if match.posted_message is not None:
            kept = tell(ui, scene, now.events_for(None)) if begun else told
            self._tidying.leave_behind(match.id, match.posted_message, past_page(kept))
        return message

    def _greeting(self, scene: Scene, page: Page) -> Page:
        """The first message of a thread names all who play there: to be mentioned is to be let into the thread."""
        people = [holder.player for holder in scene.now.seated if holder.player is not None]
        line = scene.words.say("match.players", people=[scene.mention(holder.seat) for holder in scene.now.seated])
        quiet = all(self.app.lately.here(player) for player in people)
        return replace(page, texts=(line, *page.texts), pings=frozenset(people), quiet=quiet)

    async def _live_page(
        self, ui: GameUi, scene: Scene, told: Sequence[str], pings: frozenset[int] = frozenset()
    ) -> Page:
        image = await self.app.pictures.draw(ui.board(scene))
        if scene.match.status is Status.LIVE:
            return live_page(ui, scene, image, told, pings)
        log = await self.app.service.since(scene.match.id, 0)
        return closing_page(ui, scene, image, told, Past(log, await self.standings(scene.match)))

    async def standings(self, match: Match) -> MatchStandings:
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
