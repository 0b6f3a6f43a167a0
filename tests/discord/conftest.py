"""The fixture with which tests put the bot on a Discord."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator

import pytest

from tests.discord.simkit import Discord, MakeBot, Start


@pytest.fixture
async def start() -> AsyncIterator[Start]:
    """Starts a bot on a Discord of its own; at the end of the test it is closed, and what it did not catch raised."""
    async with contextlib.AsyncExitStack() as running:

        async def begin(make_bot: MakeBot, people: int = 2) -> Discord:
            return await running.enter_async_context(Discord(make_bot, people).running())

        yield begin
