"""A person on a page of the trial, in a real browser."""

from __future__ import annotations

from tests.discord.browser import Tab

SIZES = {"wide": (1280, 800), "narrow": (390, 844)}
"""A window on a desk, and a phone."""


async def is_ready(tab: Tab) -> None:
    """Wait until the room is shown with its pictures, and what is clicked counts."""
    await tab.wait("window.simcordPreview?.ready && document.querySelector('#preview-app').ariaBusy !== 'true'")


async def choose_command(tab: Tab, command: str) -> None:
    """Type a slash command and choose it, by Enter: what follows is its options."""
    await is_ready(tab)
    await tab.click("#channel-composer-input")
    await tab.type(command)
    await tab.wait("document.querySelector('[role=option]')")
    await tab.press("Enter")
    await tab.wait("document.querySelector('.command-chip')")


async def run_command(tab: Tab, command: str, option: str = "") -> None:
    """Type a slash command and send it: Enter takes what is suggested, its first option gets the text, if any."""
    await choose_command(tab, command)
    if option:
        await tab.wait("document.activeElement.matches('.command-option-input')")
        await tab.type(option)
    await tab.click("#send-message")


async def fits(tab: Tab) -> bool:
    """Whether nothing sticks out at the side."""
    return bool(await tab.evaluate("document.documentElement.scrollWidth <= innerWidth"))
