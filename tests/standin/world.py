"""What there is on the stand-in: servers, their rooms, people, and the messages, as Discord would send them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Any

BOT = 900_000_000_000_000_000
APPLICATION = 900_000_000_000_000_001
EPHEMERAL = 1 << 6
EVERYTHING = "2251799813685247"
"""Permissions, all of them."""
TEXT_CHANNEL, PUBLIC_THREAD = 0, 11
JOINED = "2026-01-01T00:00:00+00:00"

Json = dict[str, Any]


@dataclass(slots=True)
class Room:
    """A channel or, with a parent, a thread."""

    id: int
    guild: int
    name: str
    parent: int | None = None
    archived: bool = False
    locked: bool = False


@dataclass(slots=True)
class Server:
    id: int
    channels: list[int] = field(default_factory=list)


class World:
    """Servers, rooms and messages. Ids are given in order, as Discord's are."""

    def __init__(self) -> None:
        self.servers: dict[int, Server] = {}
        self.rooms: dict[int, Room] = {}
        self.messages: dict[int, Json] = {}
        """All that are there, private ones too, by id."""
        self.left: set[tuple[int, int]] = set()
        """Servers with people who have left them; everybody else is on every server."""
        self.emojis: dict[int, Json] = {}
        self.nonces: dict[str, int] = {}
        """The message that was posted with a nonce."""
        self._ids = count(1_000_000_000_000_000_000)

    def new_id(self) -> int:
        return next(self._ids)

    def open_server(self, channels: int = 1) -> Server:
        """A server with text channels, in which everybody and the bot may do everything."""
        server = Server(self.new_id())
        self.servers[server.id] = server
        for number in range(channels):
            self.open_channel(server, f"games-{number}")
        return server

    def open_channel(self, server: Server, name: str) -> Room:
        room = Room(self.new_id(), server.id, name)
        self.rooms[room.id] = room
        server.channels.append(room.id)
        return room

    def open_thread(self, message: int, name: str) -> Room:
        """The thread at a message; it has the message's id."""
        parent = self.rooms[int(self.messages[message]["channel_id"])]
        room = Room(message, parent.guild, name, parent.id)
        self.rooms[room.id] = room
        return room

    def threads(self, server: int) -> Iterator[Room]:
        return (room for room in self.rooms.values() if room.guild == server and room.parent is not None)

    def post(self, room: int, body: Json, files: list[Json], *, private: bool = False) -> Json:
        """A new message; of two with one nonce the first stays alone."""
        nonce = body.get("nonce") if body.get("enforce_nonce") else None
        if nonce is not None and self.nonces.get(nonce) in self.messages:
            return self.messages[self.nonces[nonce]]
        message = message_payload(self.new_id(), room, body, files)
        if private:
            message["flags"] |= EPHEMERAL
        self.messages[int(message["id"])] = message
        if nonce is not None:
            self.nonces[nonce] = int(message["id"])
        return message

    def edit(self, message: int, body: Json, files: list[Json]) -> Json:
        """The message as it is from now on."""
        edited = self.messages[message]
        for part in ("content", "components"):
            if part in body:
                edited[part] = body[part]
        edited["flags"] |= body.get("flags") or 0
        if "attachments" in body:
            edited["attachments"] = files
        return edited

    def channel_payload(self, room: Room) -> Json:
        payload: Json = {
            "id": str(room.id),
            "guild_id": str(room.guild),
            "name": room.name,
            "type": TEXT_CHANNEL if room.parent is None else PUBLIC_THREAD,
            "position": 0,
            "permission_overwrites": [],
        }
        if room.parent is not None:
            payload |= {
                "parent_id": str(room.parent),
                "owner_id": str(BOT),
                "message_count": 0,
                "member_count": 1,
                "thread_metadata": {
                    "archived": room.archived,
                    "locked": room.locked,
                    "auto_archive_duration": 10080,
                    "archive_timestamp": JOINED,
                },
            }
        return payload

    def server_payload(self, server: Server) -> Json:
        role = {"id": str(server.id), "name": "@everyone", "permissions": EVERYTHING, "position": 0}
        colors = {"primary_color": 0, "secondary_color": None, "tertiary_color": None}
        role |= {"color": 0, "colors": colors, "hoist": False, "managed": False, "mentionable": False}
        return {
            "id": str(server.id),
            "name": f"Server {server.id}",
            "owner_id": "1",
            "preferred_locale": "en-US",
            "roles": [role],
            "emojis": [],
            "features": [],
            "members": [{"user": user_payload(BOT, "qwibot", bot=True), "roles": [], "joined_at": JOINED, "flags": 0}],
            "channels": [self.channel_payload(self.rooms[each]) for each in server.channels if each in self.rooms],
            "threads": [self.channel_payload(each) for each in self.threads(server.id) if not each.archived],
            "member_count": 2,
            "unavailable": False,
        }


def user_payload(user: int, name: str, *, bot: bool = False) -> Json:
    return {"id": str(user), "username": name, "global_name": name, "discriminator": "0", "avatar": None, "bot": bot}


def message_payload(message: int, room: int, body: Json, files: list[Json]) -> Json:
    return {
        "id": str(message),
        "channel_id": str(room),
        "author": user_payload(BOT, "qwibot", bot=True),
        "content": body.get("content") or "",
        "components": body.get("components") or [],
        "attachments": files,
        "flags": body.get("flags") or 0,
        "timestamp": JOINED,
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "embeds": [],
        "pinned": False,
        "type": 0,
    }
