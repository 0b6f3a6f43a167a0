"""Time passes in the trial as it does on Discord."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

import aiohttp

from bot.client import QwibotClient
from bot.core.clock import SystemClock
from bot.trial.run import trial
from tests.discord.visitor import Visitor


class AheadClock:
    """The machine's clock, which a test puts forward."""

    def __init__(self) -> None:
        self.ahead = timedelta(0)

    def now(self) -> datetime:
        return SystemClock().now() + self.ahead


async def test_who_is_slow_is_reminded_and_then_skipped(tmp_path: Path) -> None:
    clock = AheadClock()
    database = str(tmp_path / "qwibot.sqlite3")

    def make() -> QwibotClient:
        return QwibotClient(database, clock, beat=timedelta(days=1))

    async with trial(make, tmp_path / "discord.sqlite3", port=0) as running, aiohttp.ClientSession() as http:
        assert isinstance(running.client, QwibotClient)
        newcomer = await Visitor.open(http, running.address, "newcomer")
        await newcomer.types("/qwixx start", computers="1", time="1h", where="here")
        await newcomer.see("opens a match")
        await newcomer.clicks("Start")
        await newcomer.see("Turn 1: white dice")
        clock.ahead = timedelta(minutes=46)
        running.client.scheduler.start()
        await newcomer.see("waits for you")
        clock.ahead = timedelta(minutes=61)
        running.client.scheduler.start()
        await newcomer.see("was skipped: the time was out")
