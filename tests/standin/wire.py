"""Where discord.py would speak to the network: its two ways to Discord's REST interface, answered from the world."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import discord
from discord.http import HTTPClient, Route
from discord.webhook.async_ import AsyncWebhookAdapter

from tests.discord.refusals import refusal
from tests.discord.wire import Fault
from tests.standin.world import APPLICATION, BOT, EPHEMERAL, JOINED, Json, World, user_payload

_PATH = re.compile(r"https?://[^/]+/api/v\d+")

Weather = Callable[[str, str], Fault | None]
"""What goes wrong with a call, by its method and path; None: nothing."""


class Wire:
    """Answers all calls. ``spent`` is the processor time in seconds that this took, without the bot's."""

    def __init__(self, world: World, latency: float = 0.0) -> None:
        self.world = world
        self.latency = latency
        """Seconds that each call takes, half of them before it has its effect."""
        self.weather: Weather = lambda _method, _path: None
        self.sees: Callable[[Json], None] = lambda _message: None
        """Is shown every public message as it is after a call."""
        self.spent = 0.0
        self.calls = 0
        self._originals: dict[str, int] = {}
        """By token: the message that an interaction was pressed on, or the first that answers it."""
        self._answers: dict[str, int] = {}
        """By token: the newest private message that answers it."""
        self._rooms: dict[str, int] = {}
        """By token: where somebody did something that may still be answered."""

    def ask(self, token: str, room: int, pressed_on: int | None) -> None:
        """Somebody did something in a room: answers to it come with the token."""
        self._rooms[token] = room
        if pressed_on is not None:
            self._originals[token] = pressed_on

    def answer_to(self, token: str) -> Json | None:
        """The private message that answers an interaction."""
        message = self._answers.get(token)
        return None if message is None else self.world.messages.get(message)

    def forget(self, token: str) -> None:
        """The interaction is over: let go of it and of its private messages."""
        self._rooms.pop(token, None)
        for messages in (self._originals, self._answers):
            message = messages.pop(token, None)
            if message in self.world.messages and self.world.messages[message]["flags"] & EPHEMERAL:
                del self.world.messages[message]

    async def carry(self, method: str, url: str, body: Any, files: Sequence[discord.File]) -> Any:
        """Make a call."""
        path = _PATH.sub("", url).partition("?")[0]
        fault = self.weather(method, path)
        await asyncio.sleep(self.latency / 2)
        if fault is not None and not fault.lost:
            raise fault.exception()
        start = time.thread_time()
        try:
            answer = self._answer(method, path.strip("/").split("/"), body, [_attachment(file) for file in files])
        finally:
            self.spent += time.thread_time() - start
        await asyncio.sleep(self.latency / 2)
        if fault is not None:
            raise fault.exception()
        return answer

    def _answer(self, method: str, path: list[str], body: Any, files: list[Json]) -> Any:
        self.calls += 1
        match path:
            case ["channels", room, "messages", *rest]:
                return self._message(method, int(room), rest, body, files)
            case ["channels", room]:
                return self._room(method, int(room), body)
            case ["interactions", interaction, token, "callback"]:
                return self._acknowledge(interaction, token, body)
            case ["webhooks", _, token, *rest]:
                return self._private(method, token, rest, body, files)
            case ["guilds", server, "members", user]:
                return self._member(int(server), int(user))
            case ["applications", _, "emojis", *rest]:
                return self._emoji(method, rest, body)
            case ["applications", _, "commands"]:
                return [_command(number, command) for number, command in enumerate(body)]
            case ["oauth2", "applications", "@me"]:
                return _application()
        raise AssertionError(f"the stand-in knows no {method} /{'/'.join(path)}")

    def _message(self, method: str, room: int, rest: list[str], body: Any, files: list[Json]) -> Any:
        if room not in self.world.rooms:
            raise refusal(404, 10003, "Unknown Channel")
        if self.world.rooms[room].guild not in self.world.servers:
            raise refusal(403, 50001, "Missing Access")
        if method == "POST" and not rest:
            if self.world.rooms[room].locked:
                raise refusal(400, 50083, "Thread is archived")
            message = self.world.post(room, body, files)
            self.world.rooms[room].archived = False
            self.sees(message)
            return message
        message_id = int(rest[0])
        if message_id not in self.world.messages:
            raise refusal(404, 10008, "Unknown Message")
        if rest[1:] == ["threads"]:
            return self._thread(message_id, body)
        if method == "DELETE":
            del self.world.messages[message_id]
            return None
        if self.world.rooms[room].archived:
            raise refusal(400, 50083, "Thread is archived")
        message = self.world.edit(message_id, body, files)
        self.sees(message)
        return message

    def _thread(self, message: int, body: Json) -> Json:
        if message in self.world.rooms:
            raise refusal(400, 160004, "A thread has already been created for this message")
        return self.world.channel_payload(self.world.open_thread(message, body["name"]))

    def _room(self, method: str, room: int, body: Any) -> Json:
        if room not in self.world.rooms:
            raise refusal(404, 10003, "Unknown Channel")
        if method == "PATCH" and not self.world.rooms[room].locked:
            self.world.rooms[room].archived = body.get("archived", self.world.rooms[room].archived)
        return self.world.channel_payload(self.world.rooms[room])

    def _acknowledge(self, interaction: str, token: str, body: Json) -> Json:
        if token not in self._rooms:
            raise refusal(404, 10062, "Unknown interaction")
        return {"interaction": {"id": interaction, "type": 2}, "resource": {"type": body["type"]}}

    def _private(self, method: str, token: str, rest: list[str], body: Any, files: list[Json]) -> Any:
        if token not in self._rooms:
            raise refusal(401, 50027, "Invalid Webhook Token")
        original = self._originals.get(token)
        if method == "PATCH" and rest == ["messages", "@original"] and original in self.world.messages:
            message = self.world.edit(original, body, files)
        else:
            message = self.world.post(self._rooms[token], body, files, private=True)
            self._originals.setdefault(token, int(message["id"]))
        self._answers[token] = int(message["id"])
        return message

    def _member(self, server: int, user: int) -> Json:
        if server not in self.world.servers:
            raise refusal(404, 10004, "Unknown Guild")
        if (server, user) in self.world.left:
            raise refusal(404, 10007, "Unknown Member")
        return {"user": user_payload(user, "Somebody"), "roles": [], "joined_at": JOINED, "flags": 0}

    def _emoji(self, method: str, rest: list[str], body: Any) -> Any:
        if method == "POST":
            emoji = {"id": str(self.world.new_id()), "name": body["name"], "roles": [], "available": True}
            self.world.emojis[int(emoji["id"])] = emoji
            return emoji
        if method == "DELETE":
            del self.world.emojis[int(rest[0])]
            return None
        return {"items": list(self.world.emojis.values())}


class StandInHTTP(HTTPClient):
    """discord.py's client for REST, without a network."""

    def __init__(self, wire: Wire) -> None:
        super().__init__(asyncio.get_running_loop())
        vars(self)["_HTTPClient__session"] = None  # interactions take it along, and nobody uses it here
        self._wire = wire

    async def static_login(self, token: str) -> Any:
        self.token = token
        return user_payload(BOT, "qwibot", bot=True)

    async def close(self) -> None:
        """There is nothing to close."""

    async def request(self, route: Route, *, files: Any = None, form: Any = None, **kwargs: Any) -> Any:
        body = kwargs.get("json")
        for part in form or ():
            if part["name"] == "payload_json":
                body = json.loads(part["value"])
        return await self._wire.carry(route.method, route.url, body, files or ())


class StandInWebhooks:
    """discord.py's way of answering interactions, without a network."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    def __getattr__(self, name: str) -> Any:
        return partial(getattr(AsyncWebhookAdapter, name), self)

    async def request(
        self, route: Route, session: Any, *, payload: Any = None, multipart: Any = None, files: Any = None, **_: Any
    ) -> Any:
        for part in multipart or ():
            if part["name"] == "payload_json":
                payload = json.loads(part["value"])
        return await self._wire.carry(route.method, route.url, payload, files or ())


def _attachment(file: discord.File) -> Json:
    size = file.fp.seek(0, 2)
    file.fp.seek(0)
    address = f"https://cdn.invalid/{file.filename}"
    return {"id": "1", "filename": file.filename, "size": size, "url": address, "proxy_url": address}


def _command(number: int, command: Json) -> Json:
    return {"id": str(number + 1), "application_id": str(APPLICATION), "version": "1", "type": 1, **command}


def _application() -> Json:
    return {
        "id": str(APPLICATION),
        "name": "qwibot",
        "description": "",
        "icon": None,
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "",
        "flags": 0,
        "team": None,
        "owner": user_payload(1, "owner"),
    }
