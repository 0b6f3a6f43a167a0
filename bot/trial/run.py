"""Starts the bot on its embedded Discord, and stops both when told."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import discord
from aiohttp import web

from bot.core.clock import Clock, SystemClock
from bot.trial.embedded import LiveEnv
from bot.trial.errors import TrialError
from bot.trial.kept import KeptDiscord
from bot.trial.live import FaultWatch, Live
from bot.trial.pages import Pages
from bot.trial.simcord_check import prepare_simcord
from bot.trial.world import World

HOST = "127.0.0.1"
PORT = 8642
PORTS_TRIED = 20

MakeClient = Callable[[], discord.Client]


@dataclass(frozen=True, slots=True)
class Trial:
    """A trial that runs."""

    address: str
    live: Live
    client: discord.Client


def run_trial(
    make_client: MakeClient,
    kept_in: Path,
    announce: Callable[[str], object],
    *,
    port: int = PORT,
) -> None:
    """Run the bot on the embedded Discord until SIGINT or SIGTERM; TrialError says why it cannot.

    `kept_in` is where the embedded Discord remembers what was said (the bot keeps its own matches elsewhere);
    `announce` is told the address, in a sentence.
    """

    async def run() -> None:
        stop = _stop_on_signal()
        async with trial(make_client, kept_in, port=port) as running:
            announce(f"Try qwibot in your browser: {running.address} (Ctrl-C stops it)")
            await stop.wait()

    asyncio.run(run())


def _stop_on_signal() -> asyncio.Event:
    """Set by the first SIGINT or SIGTERM; the second ends the program at once, should the first not get through."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    signals = (signal.SIGINT, signal.SIGTERM)

    def stop_once() -> None:
        stop.set()
        for number in signals:
            loop.remove_signal_handler(number)

    for number in signals:
        loop.add_signal_handler(number, stop_once)
    return stop


@contextlib.asynccontextmanager
async def trial(
    make_client: MakeClient, kept_in: Path, *, port: int = PORT, clock: Clock | None = None
) -> AsyncIterator[Trial]:
    """The bot on its embedded Discord, served while inside; at the end the bot is closed and all is kept."""
    prepare_simcord()
    with open_port(port) as bound, closing(KeptDiscord(kept_in)) as kept:
        port = bound.getsockname()[1]
        env = LiveEnv(make_client())
        world = World(env)
        is_new = not kept.restore(env)
        env.run_in_real_time(clock or SystemClock())
        live = Live(world, kept, port)
        with _watched(live.faults):
            async with _bot(env, live):
                if is_new:
                    _announce_invitation(env, world)
                async with _served(live, bound, port):
                    yield Trial(f"http://{HOST}:{port}/", live, env.bot)


def open_port(port: int) -> socket.socket:
    """The first free port of this machine alone from this one on (0: any); TrialError where there is none."""
    for candidate in range(port, port + PORTS_TRIED) if port else (0,):
        try:
            return socket.create_server((HOST, candidate))
        except OSError as error:
            problem = error
    raise TrialError(f"No port from {port} to {port + PORTS_TRIED - 1} is free on {HOST}: {problem}")


def _announce_invitation(env: LiveEnv, world: World) -> None:
    """Tell the bot that it was just invited: simcord's servers are there from the beginning."""
    guild = env.bot.get_guild(world.guild.id)
    with env.as_bot():
        env.bot.dispatch("guild_join", guild)


@contextlib.asynccontextmanager
async def _bot(env: LiveEnv, live: Live) -> AsyncIterator[None]:
    """The bot, connected; at the end it is closed and all is kept."""
    try:
        await env.start()
    except BaseException:
        await _close(env)
        raise
    beat = asyncio.create_task(live.run())
    try:
        yield
    finally:
        await live.finish_action()
        beat.cancel()
        await asyncio.gather(beat, return_exceptions=True)
        await _close(env)
        await live.save()


async def _close(env: LiveEnv) -> None:
    """Close the bot, which simcord would not, and then its Discord."""
    with env.as_bot():
        await env.bot.close()
    await env.shutdown()


@contextlib.contextmanager
def _watched(faults: FaultWatch) -> Iterator[None]:
    logging.getLogger().addHandler(faults)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(faults)


@contextlib.asynccontextmanager
async def _served(live: Live, bound: socket.socket, port: int) -> AsyncIterator[None]:
    runner = web.AppRunner(Pages(live, port).app, access_log=None, shutdown_timeout=1)
    await runner.setup()
    try:
        await web.SockSite(runner, bound).start()
        yield
    finally:
        await runner.cleanup()
