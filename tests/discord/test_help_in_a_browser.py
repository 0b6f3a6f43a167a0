"""Help, rules, settings and privacy on the trial's page, on a wide window and on a phone."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.client import QwibotClient
from bot.games.registry import GAMES
from bot.trial.run import Trial, trial
from cogs.registry import LESSONS
from tests.discord.browser import Browser, Tab, needs_chromium, open_browser
from tests.discord.trial_page import SIZES, fits, is_ready, run_command

pytestmark = needs_chromium


@pytest.fixture
async def running(tmp_path: Path) -> AsyncIterator[Trial]:
    async with trial(
        lambda: QwibotClient(str(tmp_path / "qwibot.sqlite3")), tmp_path / "discord.sqlite3", port=0
    ) as started:
        yield started


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    async with open_browser() as opened:
        yield opened


async def shown(tab: Tab, name: str) -> None:
    """Take a picture of a page that fits, once all is there."""
    await is_ready(tab)
    assert await fits(tab)
    await tab.keep_screenshot(name)


@pytest.mark.parametrize("size", SIZES)
async def test_a_newcomer_practices_from_the_help(running: Trial, browser: Browser, size: str) -> None:
    width, height = SIZES[size]
    tab = await browser.open_tab(f"{running.address}as/ben", width=width, height=height)
    await run_command(tab, "/help")
    await tab.see("Try it first")
    await shown(tab, f"help-{size}")
    await tab.click("button", "All commands")
    await tab.see("/match resign")
    await shown(tab, f"commands-{size}")
    await tab.click("button", "Help")
    await tab.click("button", "Practice Qwirkle")
    await tab.wait("[...document.querySelectorAll('article img')].some((image) => image.naturalWidth > 300)")
    await shown(tab, f"practice-{size}")
    assert tab.complaints == []


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
async def test_the_rules_are_read(running: Trial, browser: Browser, size: str, game: str) -> None:
    """From the card that the bot posted when it was invited."""
    width, height = SIZES[size]
    tab = await browser.open_tab(f"{running.address}as/ben", width=width, height=height)
    await is_ready(tab)
    await tab.click("button", f"Rules: {game.title()}")
    for page in range(len(LESSONS[game])):
        await tab.see(f"{page + 1} of {len(LESSONS[game])}")
        await shown(tab, f"rules-{game}-{page + 1}-{size}")
        if page + 1 < len(LESSONS[game]):
            await tab.click("button", "Next")
    assert tab.complaints == []


@pytest.mark.parametrize("size", SIZES)
async def test_what_is_chosen_and_kept(running: Trial, browser: Browser, size: str) -> None:
    width, height = SIZES[size]
    tab = await browser.open_tab(f"{running.address}as/newcomer", width=width, height=height)
    for command, text in (("settings server", "Settings of"), ("language", "Your language"), ("privacy", "Your data")):
        await run_command(tab, f"/{command}")
        await tab.see(text)
        await shown(tab, f"{command}-{size}")
    assert tab.complaints == []
