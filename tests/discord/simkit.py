"""Tests of the bot as people use it: a Discord for one test, the people on it, and what they see.

    async def test_a_tap_counts(start: Start) -> None:
        discord = await start(lambda clock: Toy())
        ann, ben = discord.people
        await ann.types("/toy board")
        await ben.clicks("Tap")
        assert "Tapped 1 times" in ann.newest().text

Whatever a person does lasts until the bot has nothing left to do; `burst` lets several act at once, `wire` lets calls
fail or pause, `pass_time` moves the clock that the bot was given. A fault that the bot did not catch fails the test.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from typing import Any, Protocol, TypeAlias, TypeVar

import discord
from simcord import interactions as _interactions
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle, RoleHandle
from simcord.enums import ComponentType
from simcord.results import InteractionResult

from bot.trial.simcord_check import prepare_simcord
from tests.discord.inside import SimClock, SimEnv, act_on_control, speak, wire_up
from tests.discord.seen import Button, NotThereError, Option, Seen, Select, read
from tests.discord.wire import Wire

MakeBot = Callable[[SimClock], discord.Client]
"""Makes the bot, with the clock that the test moves. It is called again at each restart."""

LONGEST_CLOSING = 30.0
"""Seconds after which a test is failed whose bot does not end: it may wait for a clock that nobody moves any more."""

NAMES = ("ann", "ben", "cid", "dot", "eve", "fay")
Choice: TypeAlias = "str | Option | Person"
Found = TypeVar("Found")


class Start(Protocol):
    """Starts the bot on a Discord of its own. One at a time: simcord takes over the event loop."""

    async def __call__(self, make_bot: MakeBot, people: int = 2) -> Discord: ...


class Faults(logging.Handler):
    """What the bot did not catch, or logged as an error: discord.py logs what commands and controls raise."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.raised: list[BaseException] = []

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        self.add(error or RuntimeError(record.getMessage()))

    def add(self, error: BaseException) -> None:
        if not any(error is known for known in self.raised):
            self.raised.append(error)

    def take(self) -> list[BaseException]:
        """All until now, for a test that expects them."""
        taken, self.raised = self.raised, []
        return taken


class Discord:
    """A server with a channel, people, and the bot."""

    def __init__(self, make_bot: MakeBot, people: int = 2) -> None:
        prepare_simcord()
        self.clock = SimClock()
        self.faults = Faults()
        self._make_bot = make_bot
        self.env = SimEnv(make_bot(self.clock), self.clock, self.faults.add)
        self.wire = Wire(self.env.backend)
        wire_up(self.env, self.wire)
        owner, *others = (self.env.create_user(name, global_name=name.title()) for name in NAMES[:people])
        self.guild = self.env.create_guild("The server", owner=owner)
        self.channel = self.guild.create_text_channel("games")
        self.people = [Person(self, self.guild.add_member(user)) for user in (owner, *others)]

    @property
    def bot(self) -> discord.Client:
        return self.env.bot

    @property
    def rooms(self) -> list[ChannelHandle]:
        """The channel and its threads, the oldest first."""
        return [self.channel, *sorted(self.channel.threads, key=lambda thread: thread.id)]

    def join(self, name: str, *, roles: Sequence[RoleHandle] = ()) -> Person:
        """One more person on the server."""
        return Person(self, self.guild.add_member(self.env.create_user(name, global_name=name.title()), roles=roles))

    def invite(self) -> None:
        """Tell the bot that it was just invited to the server: simcord's servers are there from the beginning."""
        with self.env._bot_scope():
            self.bot.dispatch("guild_join", self.bot.get_guild(self.guild.id))

    async def settle(self) -> None:
        await self.env.settle()

    async def pass_time(self, seconds: float) -> None:
        """Move the clock, waking on its way what sleeps until then."""
        await self.env.advance_time(seconds)

    @contextlib.asynccontextmanager
    async def burst(self) -> AsyncIterator[None]:
        """Let all that is done inside reach the bot before any of it is handled; the answers are there afterwards."""
        self.env.holding = True
        try:
            yield
        finally:
            self.env.holding = False
        await self.settle()

    async def restart(self, *, crash: bool = False, make_bot: MakeBot | None = None) -> None:
        """End the bot, as a signal does or as a crash would, and start another."""
        self._make_bot = make_bot or self._make_bot
        if not crash:
            await self.env.close_bot()
        await self.env.restart_bot(self._make_bot(self.clock))

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[Discord]:
        """The bot runs while inside. Leaving raises what it did not catch, unless the test took it."""
        logging.getLogger().addHandler(self.faults)
        try:
            await self.env.start()
            yield self
            async with asyncio.timeout(LONGEST_CLOSING):
                await self.env.close_bot()
        finally:
            await self.env.shutdown()
            logging.getLogger().removeHandler(self.faults)
        if self.faults.raised:
            raise BaseExceptionGroup("The bot did not catch", self.faults.raised)


class Person:
    """Somebody on the server, in the channel until they `go` elsewhere."""

    def __init__(self, discord: Discord, actor: MemberActor) -> None:
        self.actor = actor
        self.room = discord.channel
        self._discord = discord
        self._env = discord.env

    @property
    def id(self) -> int:
        return self.actor.id

    @property
    def mention(self) -> str:
        return self.actor.mention

    def go(self, room: ChannelHandle) -> None:
        """Go to a channel or thread; what is done and seen from now on is there."""
        self.room = room

    def speak(self, locale: str) -> None:
        """From now on have a Discord client in this language."""
        speak(self._env, self.id, locale)

    # What is seen

    def sees(self) -> list[Seen]:
        """All messages here that this person sees, the newest last."""
        return list(self._newest_first())[::-1]

    def _newest_first(self) -> Iterator[Seen]:
        backend = self._env.backend
        stored = backend.messages.get(self.room.id, {})
        for each in sorted(stored, reverse=True):
            if stored[each].visible_to(self.id):
                yield read(backend, stored[each])

    def newest(self, text: str = "") -> Seen:
        """The newest message here in which this can be read."""
        return self._find(lambda seen: seen if text in seen.text else None, f"the text {text!r}")

    # What is done

    async def says(self, text: str) -> None:
        await self.actor.send(self.room, text)

    async def types(self, command: str, /, **options: Any) -> Answer:
        """Run a slash command, such as `/toy greet`, with its options; a Person where one is asked for."""
        given = {name: value.actor if isinstance(value, Person) else value for name, value in options.items()}
        return self._answer(await self.actor.slash(self.room, command.removeprefix("/"), **given))

    async def is_offered(self, command: str, option: str, typed: str, /, **filled: Any) -> list[str]:
        """What autocomplete offers for what was typed so far: the names of the choices."""
        return [name for name, _ in await self.offers(command, option, typed, **filled)]

    async def offers(self, command: str, option: str, typed: str, /, **filled: Any) -> list[tuple[str, str]]:
        """The choices of autocomplete, each with the value that it stands for."""
        name = command.removeprefix("/")
        found = await self.actor.autocomplete(self.room, name, option, typed, **filled)
        return [(str(choice["name"]), str(choice["value"])) for choice in found]

    async def clicks(self, button: str | Button, on: Seen | None = None) -> Answer:
        """Click a button by what is read on it: on the newest message that has it, or on one as it was seen before.

        The latter comes to the bot as a click does that was under way while the bot edited the message. (Once the
        client shows the edit, the old control can no longer be clicked.)
        """
        if on is None:
            label = button if isinstance(button, str) else button.title
            on = self._find(lambda seen: seen if seen.has_button(label) else None, f"a button {label!r}")
        clicked = on.button(button) if isinstance(button, str) else button
        if clicked.disabled or not clicked.custom_id:
            raise NotThereError(f"{clicked.title!r} cannot be clicked on:\n{on}")
        return await self._act(on, {"custom_id": clicked.custom_id, "component_type": int(ComponentType.BUTTON)})

    async def chooses(self, *choices: Choice, of: str = "", on: Seen | None = None) -> Answer:
        """Choose options by their labels (or people), in the select that is named by a part of its placeholder."""

        def has_it(seen: Seen) -> Seen | None:
            return seen if any(of in each.placeholder and not each.disabled for each in seen.selects) else None

        on = on or self._find(has_it, f"a select {of!r}")
        select = on.select(of)
        if select.disabled or not select.least <= len(choices) <= select.most:
            raise NotThereError(f"{len(choices)} cannot be chosen in {select.placeholder!r} on:\n{on}")
        values = [self._value(select, choice) for choice in choices]
        data = {"custom_id": select.custom_id, "component_type": int(select.kind), "values": values}
        if people := [choice for choice in choices if isinstance(choice, Person)]:
            data["resolved"] = _resolved(people)
        return await self._act(on, data)

    async def fills(self, form: Answer, **values: Any) -> Answer:
        """Fill in the form that an answer opened, by the custom_ids of its fields, and send it."""
        return self._answer(await self.actor.submit_modal(form.result, values))

    def _value(self, select: Select, choice: Choice) -> str:
        if isinstance(choice, Person):
            return str(choice.id)
        return choice.value if isinstance(choice, Option) else select.option(choice).value

    async def _act(self, on: Seen, data: dict[str, Any]) -> Answer:
        return self._answer(await act_on_control(self.actor, on.as_sent, data))

    def _answer(self, result: InteractionResult) -> Answer:
        return Answer(self._env, result)

    def _find(self, looks_for: Callable[[Seen], Found | None], name: str) -> Found:
        for message in self._newest_first():
            if (found := looks_for(message)) is not None:
                return found
        raise NotThereError(f"{self.actor.name} sees no message with {name}:\n" + "\n".join(map(str, self.sees())))


class Answer:
    """What the bot answered to something that a person did."""

    def __init__(self, env: SimEnv, result: InteractionResult) -> None:
        self.result = result
        self._env = env

    @property
    def came(self) -> bool:
        """Whether there was any answer: without one Discord says that the application did not respond."""
        return self.result.acknowledged

    @property
    def messages(self) -> list[Seen]:
        """The message that answers, and those that follow it, as they are now."""
        answers = [self.result.response, *self.result.followups]
        return [
            read(self._env.backend, self._env.backend.get_message(each.channel_id, each.id))
            for each in answers
            if each is not None
        ]

    @property
    def seen(self) -> Seen:
        """The one message of the answer; where a private word follows on a changed board, that word."""
        if not self.messages:
            raise NotThereError("The bot answered without a message.")
        return self.messages[-1]

    @property
    def text(self) -> str:
        return self.seen.text

    @property
    def private(self) -> bool:
        return self.seen.private

    @property
    def form(self) -> dict[str, Any]:
        """The form that opened, as Discord describes it."""
        if self.result.modal is None:
            raise NotThereError("No form opened.")
        return self.result.modal


def _resolved(people: Sequence[Person]) -> dict[str, Any]:
    """What Discord tells of the people that were chosen."""
    resolved: dict[str, Any] = {}
    for person in people:
        _interactions.resolve_handle(person.actor, person.actor, resolved, channel_id=person.room.id)
    return resolved


@contextlib.contextmanager
def expected_faults(discord: Discord) -> Iterator[list[BaseException]]:
    """Take what the bot does not catch inside, for the test to look at."""
    found: list[BaseException] = []
    yield found
    found += discord.faults.take()
