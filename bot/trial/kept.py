"""What the embedded Discord remembers over a restart, in an SQLite file of its own.

Discord keeps what was said. Without that, a restarted bot would look for its messages and threads in vain, and would
not offer its commands, which it registers only when they have changed. What only one person saw is not kept: on
Discord, too, that is gone when the page is loaded anew.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from pydantic import TypeAdapter, ValidationError
from simcord.backend.models import Channel, GuildEmoji, Message

from bot.trial.embedded import LiveEnv
from bot.trial.errors import TrialError

FORMAT = "1"
BEGIN_ANEW = "Move that file away to begin anew."

CHANNEL = TypeAdapter(Channel)
MESSAGE = TypeAdapter(Message)
EMOJI = TypeAdapter(GuildEmoji)

Key = tuple[str, str]
"""The kind of a record, and its name among its kind."""

SCHEMA = """
CREATE TABLE IF NOT EXISTS record (
    kind TEXT NOT NULL, name TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (kind, name)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS file (address TEXT PRIMARY KEY, data BLOB NOT NULL);
"""


class KeptDiscord:
    """The file, locked for as long as it is open, and what of it is known to be written."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._records: dict[Key, int] = {}
        self._files: set[str] = set()
        self._connection = _open(path)

    def close(self) -> None:
        self._connection.close()

    def restore(self, env: LiveEnv) -> bool:
        """Put back what was kept; whether there was anything. TrialError says what cannot be read."""
        try:
            records = list(self._connection.execute("SELECT kind, name, body FROM record"))
            files = dict(self._connection.execute("SELECT address, data FROM file"))
        except sqlite3.Error as error:
            raise TrialError(_sentence(self.path, error)) from error
        if not records:
            return False
        by_kind: dict[str, list[tuple[str, str]]] = {}
        for kind, name, body in records:
            by_kind.setdefault(kind, []).append((name, body))
        if [body for _, body in by_kind.get("format", [])] != [FORMAT]:
            raise TrialError(f"{self.path} was written by another version of this program. {BEGIN_ANEW}")
        try:
            _put_back(env, by_kind)
        except ValidationError as error:
            raise TrialError(f"{self.path} holds what this version cannot read. {BEGIN_ANEW}\n{error}") from error
        env.blobs().update(files)
        self._records = {(kind, name): hash(body) for kind, name, body in records}
        self._files = set(files)
        return True

    async def save(self, env: LiveEnv) -> None:
        """Write what is new, and remove what is gone."""
        records = dict(_records(env))
        files = {address: env.blobs()[address] for address in env.file_addresses() if address in env.blobs()}
        changed = {key: body for key, body in records.items() if self._records.get(key) != hash(body)}
        added = {address: data for address, data in files.items() if address not in self._files}
        await asyncio.to_thread(
            self._write, changed, self._records.keys() - records.keys(), added, self._files - files.keys()
        )
        self._records = {key: hash(body) for key, body in records.items()}
        self._files = set(files)

    def _write(
        self, changed: Mapping[Key, str], gone: Iterable[Key], added: Mapping[str, bytes], dropped: Iterable[str]
    ) -> None:
        write = self._connection.executemany
        with self._connection:
            write("REPLACE INTO record VALUES (?, ?, ?)", [(*key, body) for key, body in changed.items()])
            write("DELETE FROM record WHERE kind = ? AND name = ?", gone)
            write("REPLACE INTO file VALUES (?, ?)", added.items())
            write("DELETE FROM file WHERE address = ?", [(address,) for address in dropped])


def _open(path: Path) -> sqlite3.Connection:
    """The file, with its tables. In exclusive mode the first write keeps it locked until it is closed."""
    try:
        connection = sqlite3.connect(path, timeout=0, check_same_thread=False)
    except sqlite3.Error as error:
        raise TrialError(_sentence(path, error)) from error
    try:
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.executescript(SCHEMA)
    except sqlite3.Error as error:
        connection.close()
        raise TrialError(_sentence(path, error)) from error
    return connection


def _sentence(path: Path, error: sqlite3.Error) -> str:
    if "locked" in str(error):
        return f"A trial that uses {path} is already running. Its page is open to you; or stop it first."
    return f"{path} cannot be used: {error}.{'' if 'unable to open' in str(error) else ' ' + BEGIN_ANEW}"


def _records(env: LiveEnv) -> Iterator[tuple[Key, str]]:
    backend = env.backend
    yield ("format", ""), FORMAT
    for channel in backend.channels.values():
        yield ("channel", str(channel.id)), CHANNEL.dump_json(channel).decode()
    for messages in backend.messages.values():
        for message in messages.values():
            if not message.is_ephemeral:
                yield ("message", str(message.id)), MESSAGE.dump_json(message).decode()
    for emoji in backend.application_emojis.values():
        yield ("emoji", str(emoji.id)), EMOJI.dump_json(emoji).decode()
    for scope, commands in backend.commands.items():
        for (name, kind), command in commands.items():
            yield ("command", json.dumps([scope, name, kind])), json.dumps(command)


def _put_back(env: LiveEnv, by_kind: Mapping[str, list[tuple[str, str]]]) -> None:
    backend = env.backend
    for _, body in by_kind.get("channel", []):
        channel = CHANNEL.validate_json(body)
        if channel.id not in backend.channels:
            _list_channel(env, channel)
        backend.channels[channel.id] = channel
        backend.messages.setdefault(channel.id, {})
    for _, body in sorted(by_kind.get("message", [])):
        message = MESSAGE.validate_json(body)
        backend.messages.setdefault(message.channel_id, {})[message.id] = message
    for _, body in by_kind.get("emoji", []):
        emoji = EMOJI.validate_json(body)
        backend.application_emojis[emoji.id] = emoji
    for name, body in by_kind.get("command", []):
        scope, command, kind = json.loads(name)
        backend.commands.setdefault(scope, {})[command, kind] = json.loads(body)


def _list_channel(env: LiveEnv, channel: Channel) -> None:
    """Tell the server, or the person, of a channel that the newly made world did not have."""
    if channel.guild_id is None:
        env.backend.dm_channels.update(dict.fromkeys(channel.recipient_ids, channel.id))
    elif channel.guild_id in env.backend.guilds:
        guild = env.backend.guilds[channel.guild_id]
        (guild.thread_ids if channel.is_thread else guild.channel_ids).append(channel.id)
