"""A tab without a browser: what simcord's page asks of the trial's server, and what it is told."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import aiohttp

PATIENCE_SECONDS = 5.0
LOOK_AGAIN_SECONDS = 0.02


class Visitor:
    """One person's tab on one room."""

    def __init__(
        self, http: aiohttp.ClientSession, address: str, headers: dict[str, str], page: dict[str, Any]
    ) -> None:
        self.page = page
        self._http = http
        self._address = address
        self._headers = headers
        self._done = 0

    @classmethod
    async def open(cls, http: aiohttp.ClientSession, address: str, person: str, room: str = "") -> Visitor:
        """Open a person's page as a browser does; without a room, the first."""
        async with http.get(f"{address}as/{person}" + (f"/{room}" if room else "")) as response:
            response.raise_for_status()
            html = await response.text()
        capability = re.search(r'name="trial-capability" content="([^"]+)"', html)
        assert capability is not None, html
        headers = {"X-Simcord-Capability": capability[1]}
        async with http.post(f"{address}api/pages", json={}, headers=headers) as response:
            response.raise_for_status()
            page = await response.json()
        return cls(http, address, headers | {"X-Simcord-Context": page["context"]["id"]}, page)

    @property
    def viewer(self) -> str:
        """Who looks."""
        names: dict[str, str] = {each["id"]: each["name"] for each in self.page["viewers"]}
        return names[self.page["viewerId"]]

    @property
    def newest(self) -> dict[str, Any]:
        """The newest message on the page."""
        message: dict[str, Any] = self.page["messages"][self.page["timeline"][-1]]
        return message

    async def look(self) -> None:
        async with self._http.get(f"{self._address}api/state", headers=self._headers) as response:
            response.raise_for_status()
            self.page = await response.json()

    async def see(self, text: str, messages: int = 1) -> None:
        """Look until a text is in so many messages of the page."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while sum(text in str(message) for message in self.page["messages"].values()) < messages:
                await asyncio.sleep(LOOK_AGAIN_SECONDS)
                await self.look()

    async def act(self, kind: str, **given: Any) -> dict[str, Any]:
        """Do something as the page would, at the state of it that was last looked at, and return the receipt."""
        sequence = self._done + 1
        envelope = {
            "protocol_version": 3,
            "sequence": sequence,
            "request_id": f"request-{sequence}",
            "generation": self.page["context"]["generation"],
            "bot_generation": self.page["botGeneration"],
            "published_revision": self.page["publishedRevision"],
            "kind": kind,
        }
        async with self._http.post(
            f"{self._address}api/action", json=envelope | given, headers=self._headers
        ) as response:
            response.raise_for_status()
            receipt: dict[str, Any] = await response.json()
        self._done = receipt["expectedSequence"]
        return receipt

    async def types(self, command: str, **options: str) -> dict[str, Any]:
        """Run a slash command, such as `/toy board`."""
        async with self._http.get(f"{self._address}api/commands", headers=self._headers) as response:
            catalog = await response.json()
        path = command.removeprefix("/").split()
        entry = next(each for each in catalog["entries"] if each["path"] == path)
        return await self.act(
            "run_command",
            command_id=entry["commandId"],
            path=path,
            schema_fingerprint=entry["schemaFingerprint"],
            options=options,
        )

    async def clicks(self, label: str) -> dict[str, Any]:
        """Click a button of the newest message that has it."""
        newest_first = sorted(self.page["messages"].values(), key=lambda message: int(message["id"]), reverse=True)
        message, button = next(
            (message, part) for message in newest_first for part in _parts(message) if part.get("label") == label
        )
        return await self.act("click", control_key=button["control_key"], target_id=message["id"])

    async def picture(self, part: dict[str, Any]) -> bytes:
        """The bytes behind a picture or an emoji of the page."""
        async with self._http.get(f"{self._address}api/assets/{part['asset_id']}", headers=self._headers) as response:
            response.raise_for_status()
            return await response.read()

    def part(self, key: str, value: object) -> dict[str, Any]:
        """The part of the newest message where a key has a value."""
        return next(each for each in _parts(self.newest) if each.get(key) == value)


def _parts(value: object) -> list[dict[str, Any]]:
    if isinstance(value, dict):
        return [value, *(part for each in value.values() for part in _parts(each))]
    return [part for each in value for part in _parts(each)] if isinstance(value, list) else []
