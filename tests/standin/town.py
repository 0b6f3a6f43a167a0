"""The stand-in as a whole: the bot on it, and what people do."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

import discord
from discord.webhook.async_ import async_context

from tests.standin.wire import StandInHTTP, StandInWebhooks, Wire
from tests.standin.world import APPLICATION, BOT, EVERYTHING, JOINED, Json, World, user_payload

COMMAND, PRESS = 2, 3
ACTION_ROW, BUTTON, SELECT = 1, 2, 3
COMPONENTS_V2 = 1 << 15
SUBCOMMAND, TEXT = 1, 3


Bot = TypeVar("Bot", bound=discord.Client)


@dataclass(frozen=True, slots=True)
class Resident:
    """Somebody who plays."""

    id: int
    name: str


class Town:
    """Servers, people, and a bot that comes and goes."""

    def __init__(self, latency: float = 0.0) -> None:
        self.world = World()
        self.wire = Wire(self.world, latency)
        self.spent = 0.0
        """Processor time in seconds that feeding the gateway took, up to the bot's own code."""
        self.deaf = False
        """Whether the gateway is down: nothing that happens comes to the bot, which still can make calls."""
        self._client: Any = None

    @property
    def all_spent(self) -> float:
        """Processor time in seconds that was none of the bot's."""
        return self.spent + self.wire.spent

    async def enter(self, client: discord.Client) -> None:
        """Start a client here, in the place of any other."""
        http: Any = StandInHTTP(self.wire)
        entering: Any = client
        client.http = http
        entering._connection.http = http
        entering.tree._http = http
        entering._connection.guild_ready_timeout = 0.0
        webhooks: Any = StandInWebhooks(self.wire)
        async_context.set(webhooks)
        await client.login("a token")
        entering.shard_count = entering._connection.shard_count = 1
        entering._connection.shard_ids = [0]
        self._client = entering
        self.connect()

    def connect(self) -> None:
        """The gateway's session begins (again): READY, and all servers."""
        ready = {"v": 10, "user": user_payload(BOT, "qwibot", bot=True), "guilds": [], "session_id": "1"}
        ready |= {"resume_gateway_url": "", "shard": [0, 1], "application": {"id": str(APPLICATION), "flags": 0}}
        self.feed("READY", ready)
        for server in self.world.servers.values():
            self.feed("GUILD_CREATE", self.world.server_payload(server))

    def leave(self) -> None:
        """The client is gone: nothing reaches it any more."""
        self._client = None

    def feed(self, event: str, payload: Json) -> None:
        """Let the bot hear of an event, if it is there."""
        if self._client is not None and not self.deaf:
            self._client._connection.parsers[event](payload)

    # What people do

    def press(self, who: Resident, message: int, custom_id: str, *values: str) -> str:
        """Press a button, or choose in a select: the token with which the bot answers."""
        pressed = self.world.messages[message]
        data: Json = {"custom_id": custom_id, "component_type": SELECT if values else BUTTON, "values": list(values)}
        return self._act(who, int(pressed["channel_id"]), PRESS, data, pressed)

    def press_in_panel(self, who: Resident, room: int, custom_id: str) -> str:
        """Press a button that is in a private message of the bot to somebody: the token likewise."""
        button = {"type": BUTTON, "style": 1, "label": "Here", "custom_id": custom_id}
        body = {"components": [{"type": ACTION_ROW, "components": [button]}], "flags": COMPONENTS_V2}
        panel = self.world.post(room, body, [], private=True)
        return self.press(who, int(panel["id"]), custom_id)

    def type(self, who: Resident, room: int, command: str, **options: str) -> str:
        """Type a slash command with options of text: the token with which the bot answers."""
        group, name = command.split()
        given = [{"name": option, "type": TEXT, "value": value} for option, value in options.items()]
        leaf = {"name": name, "type": SUBCOMMAND, "options": given}
        return self._act(who, room, COMMAND, {"id": "1", "name": group, "type": 1, "options": [leaf]})

    def _act(self, who: Resident, room: int, kind: int, data: Json, message: Json | None = None) -> str:
        start = time.thread_time()
        interaction = self.world.new_id()
        token = f"token-{interaction}"
        self.wire.ask(token, room, None if message is None else int(message["id"]))
        payload = self._payload(who, room, interaction, token) | {"type": kind, "data": data}
        if message is not None:
            payload["message"] = message
        self.spent += time.thread_time() - start
        self.feed("INTERACTION_CREATE", payload)
        return token

    def _payload(self, who: Resident, room: int, interaction: int, token: str) -> Json:
        where = self.world.rooms[room]
        user = user_payload(who.id, who.name)
        return {
            "id": str(interaction),
            "application_id": str(APPLICATION),
            "token": token,
            "version": 1,
            "guild_id": str(where.guild),
            "channel_id": str(room),
            "channel": self.world.channel_payload(where),
            "member": {"user": user, "roles": [], "joined_at": JOINED, "flags": 0, "permissions": EVERYTHING},
            "locale": "en-US",
            "guild_locale": "en-US",
            "app_permissions": EVERYTHING,
            "attachment_size_limit": 10 * 2**20,
            "entitlements": [],
            "authorizing_integration_owners": {},
            "context": 0,
        }


def controls_of(message: Json) -> list[Json]:
    """The buttons and selects of a message."""
    found: list[Json] = []
    waiting = list(message["components"])
    while waiting:
        part = waiting.pop(0)
        waiting[:0] = part.get("components") or []
        if "custom_id" in part:
            found.append(part)
    return found


@asynccontextmanager
async def running(town: Town, client: Bot) -> AsyncIterator[Bot]:
    """A client on the stand-in while inside."""
    await town.enter(client)
    try:
        yield client
    finally:
        town.leave()
        await client.close()
