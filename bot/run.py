"""`qwibot run`: the bot on Discord, or without a token on an embedded one."""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
from contextlib import AsyncExitStack
from pathlib import Path

from bot.core.errors import QwibotError
from bot.core.text import Words
from bot.settings import Settings, SettingsError, read_settings

EXIT_FINE = 0
EXIT_NOT_STARTED = 2

TRIAL_MATCHES = "trial.sqlite3"
TRIAL_DISCORD = "trial-discord.sqlite3"
"""What the trial keeps: its own matches, which no real server knows, and what was said on its Discord."""


def main() -> int:
    """Run until told to stop. What is wrong is said in a sentence, before anything starts where that can be."""
    try:
        settings = read_settings()
        logging.basicConfig(
            level=settings.log_level, format="%(asctime)s %(levelname)s %(name)s: %(message)s", force=True
        )
        logging.getLogger("alembic.runtime.plugins").setLevel(logging.WARNING)  # nobody asked what it is made of
        _run(settings)
    except (SettingsError, StartError) as error:
        sys.stderr.write(f"{error}\n")
        return EXIT_NOT_STARTED
    return EXIT_FINE


class StartError(Exception):
    """Why the bot cannot start, in a sentence."""


def _run(settings: Settings) -> None:
    try:
        if settings.discord_token is None:
            _run_trial()
        else:
            _run_on_discord(settings.discord_token.get_secret_value(), settings)
    except QwibotError as error:
        raise StartError(Words().explain(error)) from error


def _run_on_discord(token: str, settings: Settings) -> None:
    import aiohttp
    import discord

    from bot.health import PortError

    try:
        asyncio.run(_serve(token, settings))
    except PortError as error:
        raise StartError(str(error)) from error
    except discord.LoginFailure as error:
        raise StartError("Discord does not know the token in DISCORD_TOKEN. Copy it anew from the Bot page.") from error
    except (discord.HTTPException, discord.GatewayNotFound, aiohttp.ClientError) as error:
        raise StartError(f"Discord cannot be reached: {error}") from error


async def _serve(token: str, settings: Settings) -> None:
    """Until SIGINT or SIGTERM."""
    from bot.client import QwibotClient, spare_the_collector
    from bot.health import health_served

    async with QwibotClient(settings.database_url) as client, AsyncExitStack() as served:
        if settings.metrics_port is not None:
            await served.enter_async_context(health_served(client, settings.metrics_port))
        loop = asyncio.get_running_loop()
        closing: list[asyncio.Task[None]] = []
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, lambda: closing.append(asyncio.ensure_future(client.close())))
        await client.login(token)
        spare_the_collector()
        await client.connect()


def _run_trial() -> None:
    from bot.client import QwibotClient
    from bot.trial import TrialError, run_trial

    try:
        run_trial(lambda: QwibotClient(TRIAL_MATCHES), Path(TRIAL_DISCORD), _announce)
    except TrialError as error:
        raise StartError(str(error)) from error


def _announce(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()
