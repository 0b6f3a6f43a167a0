"""What Discord refuses and simcord does not."""

from __future__ import annotations

import re
from typing import Any

import discord
from simcord.backend import Backend

FILE_LIMIT = 10 * 1024 * 1024
ALT_TEXT_LIMIT = 1024
CHANNEL = re.compile(r"/channels/([0-9]+)")
MESSAGES = re.compile(r"/channels/([0-9]+)/messages")


class _Response:
    """As much of an HTTP response as discord.py's exceptions read."""

    def __init__(self, status: int) -> None:
        self.status = status
        self.reason = "refused"
        self.headers: dict[str, str] = {}


def refusal(status: int, code: int, words: str) -> discord.HTTPException:
    """The exception that discord.py makes of an answer of this status, with Discord's own code."""
    kinds: dict[int, type[discord.HTTPException]] = {403: discord.Forbidden, 404: discord.NotFound}
    kind = discord.DiscordServerError if status >= 500 else kinds.get(status, discord.HTTPException)
    response: Any = _Response(status)
    return kind(response, {"code": code, "message": words})


def refuse(backend: Backend, method: str, path: str, files: list[discord.File]) -> None:
    """Refuse files that are too large, or that may not be sent there; and what cannot be done in an archived thread."""
    for file in files:
        if len(file.description or "") > ALT_TEXT_LIMIT:
            raise refusal(400, 50035, f"the alt text of {file.filename} is longer than {ALT_TEXT_LIMIT}")
        if _size_of(file) > FILE_LIMIT:
            raise refusal(413, 40005, f"{file.filename} is too large")
    _refuse_to_unlock(backend, method, path)
    found = MESSAGES.match(path)
    if found is None or int(found[1]) not in backend.channels or method == "GET":
        return
    channel_id = int(found[1])
    if files and not _bot_may(backend, channel_id, "attach_files"):
        raise refusal(403, 50013, "Missing Permissions")
    _refuse_in_archive(backend, method, channel_id)


def as_discord_says(error: discord.NotFound, path: str) -> discord.HTTPException:
    """The error that Discord itself gives: a token that has expired is invalid there, not unknown."""
    if error.code == 10015 and path.startswith("/webhooks/"):
        return refusal(401, 50027, "Invalid Webhook Token")
    return error


def _refuse_to_unlock(backend: Backend, method: str, path: str) -> None:
    """Only a moderator opens a thread that is locked."""
    found = CHANNEL.fullmatch(path)
    if found is None or method != "PATCH" or int(found[1]) not in backend.channels:
        return
    thread = backend.channels[int(found[1])].thread_metadata
    if thread is not None and thread.locked and not _bot_may(backend, int(found[1]), "manage_threads"):
        raise refusal(403, 50013, "Missing Permissions")


def _refuse_in_archive(backend: Backend, method: str, channel_id: int) -> None:
    """A message opens an archived thread again, unless it is locked; nothing else does."""
    thread = backend.channels[channel_id].thread_metadata
    if thread is None or not thread.archived:
        return
    if method == "POST" and (not thread.locked or _bot_may(backend, channel_id, "manage_threads")):
        thread.archived = False
        backend.announce_channel_update(channel_id)
    else:
        raise refusal(400, 50083, "Thread is archived")


def _bot_may(backend: Backend, channel_id: int, permission: str) -> bool:
    guild_id = backend.channels[channel_id].guild_id
    if guild_id is None:
        return True
    granted = backend.compute_permissions(guild_id, backend.bot_user.id, channel_id)
    return bool(getattr(discord.Permissions(granted), permission))


def _size_of(file: discord.File) -> int:
    here = file.fp.tell()
    size = file.fp.seek(0, 2)
    file.fp.seek(here)
    return size
