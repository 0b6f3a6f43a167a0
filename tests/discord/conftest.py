"""The fixture with which tests put the bot on a Discord."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from hashlib import sha256
from itertools import count

import pytest

from tests.discord.simkit import Discord, MakeBot, Start


@pytest.fixture(autouse=True)
def known_secrets(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """Secrets made from the test's name, so that it has the same chance at each run."""
    numbers = count()
    name = request.node.name
    monkeypatch.setattr("bot.core.matches.new_secret", lambda: sha256(f"{name} {next(numbers)}".encode()).digest())


@pytest.fixture
async def start() -> AsyncIterator[Start]:
    """Starts a bot on a Discord of its own; at the end of the test it is closed, and what it did not catch raised."""
    async with contextlib.AsyncExitStack() as running:

        async def begin(make_bot: MakeBot, people: int = 2) -> Discord:
            return await running.enter_async_context(Discord(make_bot, people).running())

        yield begin
