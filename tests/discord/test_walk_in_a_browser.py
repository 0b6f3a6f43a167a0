"""The walk that the README shows, in a real browser; `make screenshots` keeps its pictures in docs/screenshots."""

from __future__ import annotations

from pathlib import Path

from bot.client import QwibotClient
from bot.trial.run import trial
from tests.discord.browser import Tab, needs_chromium, open_browser
from tests.discord.trial_page import SIZES, fits, is_ready, run_command

pytestmark = needs_chromium

A_PICTURE = "[...document.querySelectorAll('article img')].some((image) => image.naturalWidth > 300)"


async def keep(tab: Tab, name: str) -> None:
    await is_ready(tab)
    assert await fits(tab)
    await tab.keep_screenshot(name)


async def test_from_the_first_page_to_the_first_move(tmp_path: Path) -> None:
    def make() -> QwibotClient:
        return QwibotClient(str(tmp_path / "qwibot.sqlite3"))

    async with trial(make, tmp_path / "discord.sqlite3", port=0) as running, open_browser() as browser:
        landing = await browser.open_tab(running.address, width=900, height=640)
        await landing.see("This is a trial")
        await landing.keep_screenshot("landing")

        width, height = SIZES["narrow"]
        tab = await browser.open_tab(f"{running.address}as/newcomer", width=width, height=height)
        await run_command(tab, "/qwirkle start")
        await tab.see("Players, 1 of 6")
        await tab.click("button", "Add a computer")
        await tab.see("Players, 2 of 6")
        await keep(tab, "lobby")

        await tab.click("button", "Start")
        await tab.see("Go to the match")
        await tab.click("#trial-menu")
        await tab.click("#trial-rooms a", "Qwirkle 1")
        await tab.see("@Newcomer, ")  # whoever begins
        await tab.wait(A_PICTURE)
        await keep(tab, "match")

        await tab.click("button", "Play")
        await tab.see("Only you can see this")
        await tab.wait(f"{A_PICTURE} && document.querySelectorAll('article').length > 1")
        await keep(tab, "play")

        await run_command(tab, "/help")
        await tab.click("button", "Practice Qwixx")
        await tab.see("Your first match of Qwixx")
        await keep(tab, "qwixx")
        assert tab.complaints == []
