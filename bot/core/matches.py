"""The match service: every use case of a match, for whoever shows it to people.

Each use case is loaded, judged, applied and stored in one unit of work, by compare-and-set on the match's log, and
only then answered with what happened. A unit of work goes on to its end when the task that asked for it is cancelled.
Everything refused is a MatchError or RuleError with a code; a store that cannot be used is a StoreError.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from typing import Any, Protocol

from bot.core import lobby, seats, vacation
from bot.core.autopilot import Autopilot
from bot.core.background import PerMatch, Units
from bot.core.clock import Clock
from bot.core.codec import AnyGame
from bot.core.errors import MatchError, QwibotError, StoreError
from bot.core.fairness import new_secret
from bot.core.happened import Happened
from bot.core.ledger import UseCase
from bot.core.lobby import Place, Terms
from bot.core.looking import Looking
from bot.core.match_events import Ended, Topic
from bot.core.reminding import Reminding
from bot.core.rights import Actor, require_live, require_own_practice, require_seated
from bot.core.scribe import PLAY_DRAFT, Scribe
from bot.core.seats import Moment, Newcomer
from bot.core.store import Draft, Match, Store
from bot.games.base import Seat

log = logging.getLogger(__name__)

PAUSES = (1.0, 5.0, 30.0, 60.0)
"""Seconds before a failed job in the background is tried again."""
GRACE = 10.0
"""Seconds that a clean stop gives to what is under way."""
DRAFT_LIMIT = 4000
"""Characters of a draft."""
SHOWN_AT_ONCE = 1000
"""Showing one is mostly waiting, for the presenter's pace and then for Discord."""


class Presenter(Protocol):
    """Shows matches to people. Told of a match after every change; what it was not told yet is in the log."""

    async def show(self, match_id: int) -> None:
        """Show what is stored of the match and not yet shown, then say so with :meth:`MatchService.shown`."""
        ...

    async def remind(self, match_id: int, moment: Moment, people: frozenset[int]) -> None:
        """Remind those of the people who are still awaited in that turn and phase, and say so with
        :meth:`MatchService.reminded`.
        """
        ...


class MatchService(Looking):
    """All that can be done with matches. One object serves all matches of a process."""

    def __init__(
        self,
        store: Store,
        games: Mapping[str, AnyGame],
        clock: Clock,
        presenter: Presenter | None = None,
        pauses: Sequence[float] = PAUSES,
    ) -> None:
        super().__init__(store, games, clock)
        self._games = games
        self._clock = clock
        self._thinking = ThreadPoolExecutor(max_workers=1, thread_name_prefix="computer")
        self._autopilot = Autopilot(self._ledger, self._thinking)
        self._playing_on = PerMatch("playing on", self._play_on, pauses, at_once=4)
        self._reminding = Reminding(self._ledger, store, clock, self._remind, pauses)
        self._showing = PerMatch("showing", self._show, pauses, SHOWN_AT_ONCE)
        self._missed: set[int] = set()
        self._presenter = presenter
        self._units = Units()

    # Before the start

    async def open(
        self, host: Actor, game: str, terms: Terms, place: Place | None, computers: Sequence[str] = ()
    ) -> Happened:
        """Open a lobby; without a place it is a practice match. MatchError "unknown-game", "channel-busy"."""
        if game not in self._games:
            raise MatchError("unknown-game", game=game)
        scribe = lobby.open_lobby(self._games[game], host, terms, place, computers, new_secret(), self._clock.now())
        return await self._units.do(self._create(scribe, host))

    async def join(self, actor: Actor, match_id: int) -> Happened:
        """Take the next free seat of a lobby."""
        return await self._do(actor, match_id, lambda scribe: lobby.join(scribe, actor))

    async def leave(self, actor: Actor, match_id: int) -> Happened:
        """Give one's seat in a lobby back; the last person's leaving cancels it."""
        return await self._do(actor, match_id, lambda scribe: lobby.leave(scribe, actor))

    async def add_computer(self, actor: Actor, match_id: int, level: str) -> Happened:
        """The host lets a computer join."""
        return await self._do(actor, match_id, lambda scribe: lobby.add_computer(scribe, actor, level))

    async def remove_computer(self, actor: Actor, match_id: int, seat: Seat) -> Happened:
        """The host sends a computer away."""
        return await self._do(actor, match_id, lambda scribe: lobby.remove_computer(scribe, actor, seat))

    async def set_options(self, actor: Actor, match_id: int, options: object) -> Happened:
        """The host changes the house rules."""
        return await self._do(actor, match_id, lambda scribe: lobby.set_options(scribe, actor, options))

    async def start(self, actor: Actor, match_id: int) -> Happened:
        """The host begins the match; the same interaction begins it once."""
        return await self._do(actor, match_id, lambda scribe: lobby.start(scribe, actor))

    async def cancel(self, actor: Actor, match_id: int) -> Happened:
        """The host or a moderator closes the lobby."""
        return await self._do(actor, match_id, lambda scribe: lobby.cancel(scribe, actor))

    # While it runs

    async def act(
        self, actor: Actor, match_id: int, action: Any, meant: Moment, action_id: str | None = None
    ) -> Happened:
        """An action of the game, meant for a turn and phase."""
        return await self._do(actor, match_id, lambda scribe: seats.act(scribe, actor, action, meant), action_id)

    async def prepare(self, actor: Actor, match_id: int, action: Any) -> Happened:
        """Keep an action for one's next turn; it is played then if it is still legal."""
        return await self._do(actor, match_id, lambda scribe: seats.prepare(scribe, actor, action))

    async def unprepare(self, actor: Actor, match_id: int) -> Happened:
        """Take back what one has prepared."""
        return await self._do(actor, match_id, lambda scribe: seats.unprepare(scribe, actor))

    async def resign(self, actor: Actor, match_id: int) -> Happened:
        """Leave a running match."""
        return await self._do(actor, match_id, lambda scribe: seats.resign(scribe, actor))

    async def skip(self, actor: Actor, match_id: int, seat: Seat, meant: Moment) -> Happened:
        """Skip somebody whose time is out."""
        return await self._do(actor, match_id, lambda scribe: seats.skip(scribe, actor, seat, meant))

    async def replace(
        self,
        actor: Actor,
        match_id: int,
        seat: Seat,
        newcomer: Actor | None = None,
        level: str | None = None,
        nth: int | None = None,
    ) -> Happened:
        """Give a seat to a newcomer, who has consented, or to a computer of a level; of its nth holder alone."""
        who = Newcomer(None if newcomer is None else newcomer.id, None if newcomer is not None else level)
        return await self._do(
            actor, match_id, lambda scribe: seats.replace_seat(scribe, actor, seat, who, nth), newcomer=newcomer
        )

    async def would_replace(self, actor: Actor, match_id: int, seat: Seat, newcomer: int) -> None:
        """Raise what :meth:`replace` would refuse now, before the newcomer is asked for consent."""
        scribe = Scribe(await self._ledger.read(match_id), self._clock.now())
        seats.replace_seat(scribe, actor, seat, Newcomer(newcomer))

    async def remove(self, actor: Actor, match_id: int, seat: Seat) -> Happened:
        """Remove a seat: a moderator at once, the others when all have agreed."""
        return await self._do(actor, match_id, lambda scribe: seats.remove(scribe, actor, seat))

    async def end(self, actor: Actor, match_id: int) -> Happened:
        """End a match without result: a moderator at once, the people seated when all have agreed."""
        try:
            return await self._do(actor, match_id, lambda scribe: seats.end(scribe, actor))
        except StoreError as error:
            if error.code != "log-damaged" or not actor.moderator:
                raise
        await self._units.do(self._ledger.bury(match_id, Ended("moderator", result=False, by=actor.id)))
        raise MatchError("closed-damaged")

    async def withdraw(self, actor: Actor, match_id: int, topic: Topic, seat: Seat | None = None) -> Happened:
        """Take an agreement back."""
        return await self._do(actor, match_id, lambda scribe: seats.withdraw(scribe, actor, topic, seat))

    # Vacation

    async def go_away(self, actor: Actor) -> tuple[int, ...]:
        """The person goes on vacation; the ids of their matches in which the others are asked to let a clock stop."""
        await self._units.do(self._store.set_away(actor.id, self._clock.now()))
        return await self._in_all_matches(actor, vacation.go_away)

    async def come_back(self, actor: Actor) -> tuple[int, ...]:
        """The person is back; the ids of the matches in which others were asked."""
        await self._units.do(self._store.set_away(actor.id, None))
        return await self._in_all_matches(actor, vacation.come_back)

    async def agree_to_pause(self, actor: Actor, match_id: int, seat: Seat) -> Happened:
        """Let the clock of somebody on vacation stop; to take it back is :meth:`withdraw`."""
        return await self._do(actor, match_id, lambda scribe: vacation.agree_to_pause(scribe, actor, seat))

    # What the program itself does

    def watch(self, watcher: Callable[[Match], None]) -> None:
        """Tell of each match that has changed, for the sake of when it is to be looked at next."""
        self._ledger.watcher = watcher

    async def keep_alive(self, patience: timedelta) -> timedelta:
        """Note that people are served. Where they were not for longer than ``patience``, that time is given back."""
        return await self._units.do(self._ledger.keep_alive(patience))

    async def wake(self, match_id: int) -> bool:
        """Do what is due in a match: what follows when time is out, and reminding. False where nothing was."""
        timed_out = await self.time_out(match_id)
        reminded = await self._units.do(self._reminding.of(match_id))
        return reminded or timed_out is not None

    async def time_out(self, match_id: int) -> Happened | None:
        """Do what follows when the deadline has passed, or a pause is too long; None where neither is so."""
        try:
            return await self._write(match_id, seats.time_out)
        except MatchError as error:
            if error.code in ("not-due", "match-over"):
                return None
            raise

    async def depart(self, match_id: int, people: Collection[int]) -> None:
        """These people were found to have left the server."""
        try:
            await self._write(match_id, lambda scribe: seats.depart(scribe, people))
        except MatchError as error:
            if error.code not in ("not-due", "match-over", "not-started"):
                raise

    async def close(self, match_id: int, reason: str = "gone") -> None:
        """End or cancel a match that nobody can play any more, whatever state it is in."""
        try:
            await self._write(match_id, lambda scribe: seats.close(scribe, reason))
        except MatchError as error:
            if error.code != "match-over":
                raise
        except StoreError as error:
            if error.code != "log-damaged":
                raise
            await self._units.do(self._ledger.bury(match_id, Ended(reason, result=False)))

    async def resume(self) -> None:
        """Go on where the program stopped: show what was not shown, act where the service is awaited."""
        self._show_missed(await self._store.unshown())
        await self.play_on()

    async def play_on(self) -> None:
        """Act where the service is awaited, also where that has failed for long."""
        for match_id in await self._store.computers_due():
            self._playing_on.ask(match_id)

    async def show_times(self) -> None:
        """Have every match shown again that has a time, since all times have changed."""
        self._show_missed(await self._store.timed())

    async def show_unshown(self, guild: int) -> None:
        """Something has changed on a server: what could not be shown there, perhaps can be now."""
        self._show_missed(await self._store.unshown(guild))

    def show_again(self, match_id: int) -> None:
        """Have the match shown as it is, soon, whether anything is new or not."""
        self._showing.ask(match_id)

    def is_missed(self, match_id: int) -> bool:
        """Whether the match is to be shown because it could not be for a time, and nothing happens in it now."""
        return match_id in self._missed

    def begins_to_show(self, match_id: int) -> None:
        """Said by a presenter that has waited and now looks the match up: one showing for all that was stored."""
        self._showing.begins(match_id)

    async def settled(self) -> None:
        """Wait until computers and presenter have done all there is to do."""
        await self._playing_on.settled()
        await self._showing.settled()
        await self._reminding.telling.settled()

    async def stop(self) -> None:
        """Finish what is under way and begin nothing more. The store stays open."""
        await self._units.done()
        await self._playing_on.close(GRACE)
        await self._showing.close(GRACE)
        await self._reminding.telling.close(GRACE)
        self._thinking.shutdown(wait=False, cancel_futures=True)

    # People

    async def forget(self, actor: Actor) -> None:
        """Let the person leave all open matches, then forget them: in what is kept they are a former player.

        MatchError "cannot-leave" with the match and the reason; "still-seated".
        """
        await self._units.do(self._forget(actor.id))

    # Drafts

    async def draft(self, actor: Actor, match_id: int, payload: str) -> None:
        """Keep what a person is putting together for the running turn. "draft-too-long", "not-seated"."""
        if len(payload) > DRAFT_LIMIT:
            raise MatchError("draft-too-long", limit=DRAFT_LIMIT)
        table = await self._ledger.known(match_id)
        require_seated(require_live(table), actor.id)
        turn, _ = table.moment
        draft = Draft(match_id, actor.id, PLAY_DRAFT, turn, payload, self._clock.now())
        await self._units.do(self._store.put_draft(draft))

    async def drop_draft(self, player: int, match_id: int) -> None:
        """Forget it."""
        await self._units.do(self._store.drop_draft(match_id, player, PLAY_DRAFT))

    # What the presenter tells

    async def shown(self, match_id: int, seq: int, message: int | None) -> None:
        """Everything up to ``seq`` is shown; the live controls are on this message."""
        await self._units.do(self._store.mark_posted(match_id, seq, message))

    async def card_is_at(self, match_id: int, channel: int, message: int) -> None:
        """The match's card is this message."""
        await self._units.do(self._store.mark_card(match_id, channel, message))

    async def move(self, match_id: int, channel: int) -> None:
        """The match is played in its own thread from now on. MatchError "channel-busy"."""
        await self._units.do(self._move(match_id, channel))

    async def reminded(self, match_id: int, moment: Moment, people: Collection[int], message: int) -> None:
        """These people were reminded of their turn and phase by a message."""
        await self._units.do(self._store.reminded(match_id, moment.turn, moment.phase, people, message))

    async def forget_reminders(self, match_id: int, moment: Moment) -> None:
        """Those of a turn and phase are taken away."""
        await self._units.do(self._store.drop_reminders(match_id, moment.turn, moment.phase))

    # Units of work

    async def _in_all_matches(self, actor: Actor, use_case: Callable[[Scribe, int], None]) -> tuple[int, ...]:
        """Do it in each open match of the person in which it can be done."""
        done = []
        for match in await self._store.of_player(actor.id):
            try:
                await self._do(actor, match.id, lambda scribe: use_case(scribe, actor.id))
            except QwibotError as refusal:
                log.info("match %d: %s", match.id, refusal)
            else:
                done.append(match.id)
        return tuple(done)

    async def _forget(self, player: int) -> None:
        for match in await self._store.of_player(player):
            try:
                await self._write(match.id, partial(seats.go_for_good, player=player))
            except QwibotError as reason:
                raise MatchError("cannot-leave", match=match.id, reason=reason) from reason
        await self._ledger.forget_person(player)
        self._names.forget(player)

    async def _do(
        self,
        actor: Actor,
        match_id: int,
        use_case: UseCase,
        action_id: str | None = None,
        newcomer: Actor | None = None,
    ) -> Happened:
        def of_actor(scribe: Scribe) -> None:
            require_own_practice(scribe.table, actor.id)
            use_case(scribe)

        if action_id is None and actor.interaction is not None:
            action_id = str(actor.interaction)
        return await self._units.do(self._write(match_id, of_actor, action_id, actor, newcomer))

    async def _write(
        self,
        match_id: int,
        use_case: UseCase,
        action_id: str | None = None,
        actor: Actor | None = None,
        newcomer: Actor | None = None,
    ) -> Happened:
        happened = await self._ledger.write(match_id, use_case, action_id, None if actor is None else actor.id)
        for person in (actor, newcomer):
            if person is not None:
                await self._names.see(person)
        self._announce(happened)
        return happened

    async def _move(self, match_id: int, channel: int) -> None:
        await self._store.move(match_id, channel)
        self._ledger.forget(match_id)

    async def _create(self, scribe: Scribe, host: Actor) -> Happened:
        happened = await self._ledger.create(scribe)
        await self._names.see(host)
        self._announce(happened)
        return happened

    def _show_missed(self, match_ids: Sequence[int]) -> None:
        self._missed.update(match_ids)
        for match_id in match_ids:
            self._showing.ask(match_id)

    def _announce(self, happened: Happened) -> None:
        match = happened.match
        self._missed.discard(match.id)
        self._showing.ask(match.id)
        if match.computer_due:
            self._playing_on.ask(match.id)

    # In the background

    async def _play_on(self, match_id: int) -> None:
        try:
            await self._autopilot.run(match_id)
        finally:
            self._showing.ask(match_id)

    async def _show(self, match_id: int) -> None:
        if self._presenter is not None:
            await self._presenter.show(match_id)
        self._missed.discard(match_id)

    async def _remind(self, match_id: int, moment: Moment, people: frozenset[int]) -> None:
        if self._presenter is not None:
            await self._presenter.remind(match_id, moment, people)
