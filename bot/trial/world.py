"""Who and what is on the embedded Discord: a server with a channel, the newcomer and two friends.

All is made on simcord's fixed first day and in the same order, so that every id is the same at every start: the bot's
own database knows people, server and channel by them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont
from simcord.actors import MemberActor
from simcord.backend.models import Channel, User
from simcord.builders import ChannelHandle, GuildHandle

from bot.trial.embedded import LiveEnv, avatar_address

SERVER_NAME = "Game night"
CHANNEL_NAME = "games"
CHANNEL_TOPIC = "Qwirkle and Qwixx, a move now and a move tonight"
BOT_NAME = "qwibot"
BOT_COLOR = (88, 101, 242)

PEOPLE: Mapping[str, tuple[str, tuple[int, int, int]]] = {
    "newcomer": ("Newcomer", (214, 107, 44)),
    "ada": ("Ada", (46, 139, 87)),
    "ben": ("Ben", (156, 77, 176)),
}
"""Everybody by the word that stands for them in an address: the name, and the color of the picture."""

AVATAR_SIZE = 80


@dataclass(frozen=True, slots=True)
class Room:
    """A channel or a thread, as the list of them needs it."""

    id: int
    name: str
    parent: int | None
    archived: bool


class World:
    """The server and its people."""

    def __init__(self, env: LiveEnv) -> None:
        self.env = env
        bot = env.backend.bot_user
        bot.name = BOT_NAME
        _dress(env, bot, BOT_NAME, BOT_COLOR)
        made = {word: env.create_user(word, global_name=name, avatar=word) for word, (name, _) in PEOPLE.items()}
        # The newcomer owns the server, so that nothing there is to try is forbidden to them.
        self.guild: GuildHandle = env.create_guild(SERVER_NAME, owner=made["newcomer"])
        self.guild.create_text_channel(CHANNEL_NAME, topic=CHANNEL_TOPIC)
        self.people: Mapping[str, MemberActor] = {word: self.guild.add_member(user) for word, user in made.items()}
        for word, (name, color) in PEOPLE.items():
            _dress(env, env.backend.get_user(self.people[word].id), name, color)

    def name_of(self, word: str) -> str:
        return PEOPLE[word][0]

    def rooms(self) -> list[Room]:
        """The channels, each followed by its threads, the newest first."""
        guild = self.env.backend.get_guild(self.guild.id)
        known = self.env.backend.channels
        threads = [known[each] for each in reversed(guild.thread_ids) if each in known]
        rooms: list[Room] = []
        for channel in (known[each] for each in guild.channel_ids if each in known):
            rooms.append(_room(channel))
            rooms += [_room(thread) for thread in threads if thread.parent_id == channel.id]
        return rooms

    def room(self, room_id: int) -> ChannelHandle | None:
        """The channel or thread of this id, if there is one."""
        channel = self.env.backend.channels.get(room_id)
        if channel is None or channel.guild_id != self.guild.id:
            return None
        return ChannelHandle(self.env, self.guild, channel)


def _room(channel: Channel) -> Room:
    archived = channel.thread_metadata is not None and channel.thread_metadata.archived
    return Room(channel.id, channel.name or "", channel.parent_id, archived)


def _dress(env: LiveEnv, user: User, name: str, color: tuple[int, int, int]) -> None:
    """Give somebody a picture: their initial on their color."""
    user.avatar = user.name
    picture = Image.new("RGB", (AVATAR_SIZE, AVATAR_SIZE), color)
    middle = AVATAR_SIZE / 2
    font = ImageFont.load_default(AVATAR_SIZE * 0.55)
    ImageDraw.Draw(picture).text((middle, middle), name[0].upper(), fill="white", font=font, anchor="mm")
    drawn = BytesIO()
    picture.save(drawn, "PNG")
    env.blobs()[avatar_address(user.id, user.avatar)] = drawn.getvalue()
