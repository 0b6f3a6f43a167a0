"""Somebody wants something: who, in which language, about which match, and how they are answered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import discord

from bot.core.errors import MatchError, StaleError, StoreError
from bot.core.happened import Happened
from bot.core.rights import Actor
from bot.core.scribe import Logged
from bot.core.seats import Moment
from bot.core.store import Match
from bot.core.text import Words
from cogs.ui.answers import Answer
from cogs.ui.app import App
from cogs.ui.language import language_for, words_of
from cogs.ui.names import bare
from cogs.ui.page import Page
from cogs.ui.scene import Scene
from cogs.ui.telling import tell

LONGEST_NUMBER = 19
LARGEST_NUMBER = 2**63 - 1
"""As large as an id of Discord, and a number in a database, can be."""
MOST_MISSED = 6
"""Lines about what happened since somebody's button was new."""


class Request:
    """A command that was typed, or (:class:`Press`) a control that was pressed.

    All answers are private, but for the first page of a command that is public.
    """

    def __init__(self, app: App, interaction: discord.Interaction) -> None:
        self.app = app
        self.interaction = interaction
        self.language = language_for(None, str(interaction.locale))
        self.about: int | None = None
        """The id of the match that this is about, once that is known."""
        self._answer = Answer(interaction)

    async def begin(self, *, public: bool = False) -> None:
        """Acknowledge it, and find out in which language its answer is read."""
        await self._answer.acknowledge(public=public)
        self.app.lately.saw(self.player)
        try:
            chosen = await self.app.preferences.language_of(self.player)
        except StoreError:
            return  # the answer can be read in Discord's language, too; what else the store lacks is said there
        self.language = language_for(chosen, str(self.interaction.locale))

    # Who and where

    @property
    def player(self) -> int:
        return self.interaction.user.id

    @property
    def channel_id(self) -> int:
        assert self.interaction.channel_id is not None, "every command and control is somewhere"
        return self.interaction.channel_id

    @property
    def guild_id(self) -> int:
        """The server. MatchError "not-on-a-server" in a private channel."""
        if self.interaction.guild_id is None:
            raise MatchError("not-on-a-server")
        return self.interaction.guild_id

    def actor(self, match: Match | None = None) -> Actor:
        """The person as the service knows people; a moderator where the match is played, or here without one."""
        user = self.interaction.user
        return Actor(user.id, bare(user.display_name), self.interaction.id, self._moderates(match))

    def _moderates(self, match: Match | None) -> bool:
        user = self.interaction.user
        if match is None or match.channel in (None, self.interaction.channel_id):
            return self.interaction.permissions.manage_messages
        if not isinstance(user, discord.Member):
            return False
        room = _room_of(match, user.guild)
        return room is not None and room.permissions_for(user).manage_messages

    def require_manager(self) -> None:
        """MatchError "not-manager", "not-on-a-server".

        Discord hides commands by their group alone, and the group of settings has something for everybody.
        """
        if not (self.guild_id and self.interaction.permissions.manage_guild):
            raise MatchError("not-manager")

    # About what

    @property
    def match(self) -> int:
        """The id of the match, for what is about one."""
        assert self.about is not None, "this is about no match"
        return self.about

    async def look(self) -> Happened:
        """The match that this is about, as it is now."""
        return await self.app.service.look(self.match, self.player)

    async def find(self, match_id: int | None = None) -> Happened:
        """The match of this channel, or any of this server by its id: this is about it from now on.

        MatchError "no-match-here", "no-such-match".
        """
        here = match_id is None
        if match_id is None:
            match_id = await self.app.service.in_channel(self.channel_id)
        if match_id is None:
            raise MatchError("no-match-here")
        now = await self.app.service.look(match_id, self.player)
        if not here and now.match.guild not in (None, self.interaction.guild_id):
            raise MatchError("no-such-match", match=match_id)
        self.about = match_id
        return now

    async def find_of(self, game: str) -> Happened:
        """The match of this channel, where it is one of this game. MatchError "no-match-here"."""
        now = await self.find()
        if now.match.game != game:
            raise MatchError("no-match-here")
        return now

    async def scene(self, now: Happened) -> Scene:
        """The match as this person may see it, in their language."""
        return await self.app.scene(now, self.player, self.language)

    async def act(self, action: Any, meant: Moment) -> Happened:
        """An action of the game: stored, or refused with an error. Showing it to everybody is the presenter's."""
        return await self.app.service.act(self.actor(), self.match, action, meant)

    # The answer

    def words(self, game: str | None = None) -> Words:
        """The words in which this person is answered."""
        return words_of(self.language, game)

    async def open(self, page: Page) -> None:
        """Show a page in a message of its own: a private one, unless the command is public."""
        await self._answer.open(page)

    async def open_privately(self, page: Page) -> None:
        """Show a page to this person alone, whatever the command is."""
        await self._answer.open_privately(page)

    async def turn(self, page: Page) -> None:
        """Show another page in the message that was pressed on, be it for everybody to see."""
        await self._answer.turn(page)

    def with_refusal(self, page: Page) -> Page:
        """The page, and that others do not see what is new of the match, where we may not write where it is played."""
        if self.about is None or not self.app.presenter.is_refused(self.about):
            return page
        return replace(page, texts=(*page.texts, self.words().say("match.unshown")))

    async def turn_to(self, page: Page) -> None:
        """Show the page in the private message that was pressed on; where there is none, in one of its own."""
        await self._answer.turn_to(page)


class Press(Request):
    """A control that was pressed."""

    def __init__(self, app: App, interaction: discord.Interaction, arguments: tuple[str, ...]) -> None:
        super().__init__(app, interaction)
        self.arguments = arguments
        """What is in the control's id beside its verb, match, turn and phase."""
        self.meant: Moment | None = None
        """The turn and phase that the control is for."""
        self._now: Happened | None = None
        self._missed: Sequence[Logged] = ()

    async def open(self, page: Page) -> None:
        await super().open(await self._with_what_was_missed(page))

    async def turn_to(self, page: Page) -> None:
        await super().turn_to(await self._with_what_was_missed(page))

    async def _with_what_was_missed(self, page: Page) -> Page:
        if not self._missed:
            return page
        scene = await self.scene(self.now)
        told = tell(self.app.games[scene.match.game], scene, self._missed)[-MOST_MISSED:]
        return replace(page, texts=("\n".join((scene.words.say("door.moved-on"), *told)), *page.texts))

    @property
    def values(self) -> tuple[str, ...]:
        """What was chosen in a select; ids where people were."""
        data: Any = self.interaction.data or {}
        return tuple(data.get("values", ()))

    @property
    def chosen_bots(self) -> frozenset[int]:
        """Who of the people that were chosen is a bot: Discord tells of them with the choice."""
        data: Any = self.interaction.data or {}
        users = data.get("resolved", {}).get("users", {})
        return frozenset(int(user) for user, details in users.items() if details.get("bot"))

    async def fits(self, feature: str) -> None:
        """See that the control may be about its match: one of this server, or one's own practice, and of its game.

        "no-such-match", "private-match", "unknown-control".
        """
        match = (await self.app.service.glance(self.match, self.player)).match
        if match.guild not in (None, self.interaction.guild_id):
            raise MatchError("no-such-match", match=match.id)
        if feature in self.app.games and feature != match.game:
            raise MatchError("unknown-control")

    @property
    def value(self) -> str:
        """The one thing that was chosen. MatchError "unknown-control"."""
        if len(self.values) != 1:
            raise MatchError("unknown-control")
        return self.values[0]

    @property
    def person(self) -> int:
        """The one person who was chosen, by id. MatchError "unknown-control"."""
        return _number(self.value)

    def number(self, place: int = 0) -> int:
        """An argument of the control that is a number. MatchError "unknown-control"."""
        return _number("".join(self.arguments[place : place + 1]))

    @property
    def now(self) -> Happened:
        """The match, for controls of its turn (:attr:`cogs.ui.control.About.TURN`), as it was just found."""
        assert self._now is not None, "only controls of a turn come with the match"
        return self._now

    async def be_in_time(self, *, door: bool = False) -> None:
        """See that the control's turn and phase still run. "match-over", StaleError with what happened since.

        A door leads whom the match waits for to what they can do now; they are told what they missed, too.
        """
        assert self.meant is not None, "only controls of a turn can be late"
        now = await self.app.service.glance(self.match, self.player)
        if not self._is_meant(now):
            now = await self.app.service.since(self.match, 0)  # only now as the store has it
            await self._left_behind(now)
        if not now.match.status.open:
            raise MatchError("match-over")
        if not self._is_meant(now):
            since = now.from_moment(self.meant.turn, self.meant.phase).events_for(self.player)
            if not door or now.seat_of(self.player) not in now.to_act:
                raise StaleError("stale", turn=self.meant.turn, phase=self.meant.phase, since=since)
            self._missed = since
            self.meant = Moment(now.match.turn, now.match.phase)
        self._now = now

    async def be_in_time_still(self) -> None:
        """Likewise, once more: while this was being answered, somebody may have acted by another press."""
        await self.look()
        await self.be_in_time()

    async def _left_behind(self, now: Happened) -> None:
        """The message that was pressed may be one of an earlier turn that never shrank."""
        message = self.interaction.message
        assert self.meant is not None, "only controls of a turn can be late"
        if message is not None and not message.flags.ephemeral:
            await self.app.presenter.left_behind(now, message.id, message.channel.id, self.meant.turn)

    def _is_meant(self, now: Happened) -> bool:
        """Whether the control is for the running turn and phase."""
        return now.match.status.open and self.meant == Moment(now.match.turn, now.match.phase)

    async def play(self, action: Any) -> Happened:
        """An action of the game, for the turn and phase of the control."""
        assert self.meant is not None, "only controls of a turn play"
        return await self.act(action, self.meant)


def _room_of(match: Match, guild: discord.Guild) -> discord.abc.GuildChannel | None:
    """The channel by whose permissions the match is played: threads have none of their own.

    Discord forgets threads that are archived: then it is the channel of the card, below which the thread was made.
    """
    for place in (match.channel, match.card_channel):
        room = None if place is None else guild.get_channel_or_thread(place)
        channel = room.parent if isinstance(room, discord.Thread) else room
        if channel is not None:
            return channel
    return None


def _number(text: str) -> int:
    """What a control of ours holds of a number. MatchError "unknown-control" for all else."""
    if not (text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER and int(text) <= LARGEST_NUMBER):
        raise MatchError("unknown-control")
    return int(text)
