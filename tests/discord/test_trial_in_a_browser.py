"""The trial as a newcomer meets it, in a real browser, on a wide window and on a narrow one."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.core.clock import SystemClock
from bot.trial import embedded
from bot.trial.run import Trial, trial
from tests.discord.browser import Browser, needs_chromium, open_browser
from tests.discord.toy import Shelf, Toy
from tests.discord.trial_page import SIZES, choose_command, fits, is_ready, run_command

pytestmark = needs_chromium


@pytest.fixture
async def running(tmp_path: Path) -> AsyncIterator[Trial]:
    async with trial(Toy, tmp_path / "discord.sqlite3", port=0) as started:
        yield started


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    async with open_browser() as opened:
        yield opened


@pytest.mark.parametrize("size", SIZES)
async def test_a_newcomer_plays_and_a_friend_sees_it(running: Trial, browser: Browser, size: str) -> None:
    width, height = SIZES[size]
    landing = await browser.open_tab(running.address, width=width, height=height)
    await landing.see("This is a trial")
    assert await fits(landing)
    await landing.keep_screenshot(f"landing-{size}")

    await landing.click("a", "Enter as the newcomer")
    newcomer = await browser.opened_tab(width=width, height=height)
    await run_command(newcomer, "/toy board")
    await newcomer.see("Tapped 0 times")
    assert (
        await newcomer.wait("document.querySelector('img[alt=\"A blue board, tapped 0 times\"]')?.naturalWidth") == 300
    )
    assert (
        await newcomer.wait("document.querySelector('.component-button img')?.naturalWidth") == 32
    )  # the tile on the button

    friend = await browser.open_tab(f"{running.address}as/ada", width=width, height=height)
    await friend.see("Tapped 0 times")
    await is_ready(friend)
    await newcomer.click("button", "Tap")
    await newcomer.see("Tapped 1 times")
    await friend.see("Tapped 1 times", patience=2)
    assert await fits(newcomer)
    assert "SimCord" not in await newcomer.text()  # what it shows to developers is out of the way
    await newcomer.keep_screenshot(f"room-{size}")
    assert newcomer.complaints + friend.complaints == []


@pytest.mark.parametrize("size", SIZES)
async def test_a_thread_is_listed_and_entered(running: Trial, browser: Browser, size: str) -> None:
    width, height = SIZES[size]
    tab = await browser.open_tab(f"{running.address}as/ben", width=width, height=height)
    await run_command(tab, "/toy thread")
    await tab.click(".mention", "A toy match")
    await tab.see("Tapped 0 times")
    here = await tab.evaluate("location.pathname")
    if size == "narrow":
        await tab.click("#trial-menu")
    await tab.click("#trial-rooms a", "games")
    await tab.see("started a thread")
    assert await tab.evaluate("location.pathname") != here
    if size == "narrow":
        await tab.click("#trial-menu")
    await tab.click("#trial-rooms a", "A toy match")
    await tab.see("Tapped 0 times")
    assert await tab.evaluate("location.pathname + location.hash") == here
    await tab.keep_screenshot(f"thread-{size}")
    assert tab.complaints == []


async def test_what_can_be_typed_is_offered_before_the_first_letter(running: Trial, browser: Browser) -> None:
    tab = await browser.open_tab(f"{running.address}as/ben")
    await choose_command(tab, "/toy greet")
    await tab.wait("[...document.querySelectorAll('[role=option]')].some((each) => each.textContent === 'Mars')")


async def test_enter_sends_a_command_whose_options_are_all_optional(running: Trial, browser: Browser) -> None:
    tab = await browser.open_tab(f"{running.address}as/ben")
    await choose_command(tab, "/toy cheer")
    await tab.wait("document.querySelector('.command-popup')?.textContent.includes('times')")
    await tab.press("Enter")
    await tab.see("Hurrah!")
    await choose_command(tab, "/toy cheer")
    await tab.press("ArrowDown")
    await tab.press("Enter")
    await tab.wait("document.activeElement.matches('.command-option-input')")


WITHOUT_ITS_BYTES = """
(() => {
    const image = document.querySelector(%r);
    const empty = image.cloneNode();
    empty.removeAttribute("src");
    empty.alt = "many words ".repeat(300);
    const room = (element) => [element.offsetWidth, element.offsetHeight];
    const before = room(image);
    image.replaceWith(empty);
    return [before, room(empty)];
})()"""


@pytest.mark.parametrize("selector", [".gallery-image", ".custom-emoji"])
async def test_a_picture_has_its_room_before_it_is_there(running: Trial, browser: Browser, selector: str) -> None:
    """Or the page jumps whenever it is drawn anew, and lists on it are closed before they are seen."""
    tab = await browser.open_tab(f"{running.address}as/ben", width=320, height=700)  # narrower than the picture
    await run_command(tab, "/toy board")
    await tab.see("Tapped 0 times")
    await is_ready(tab)
    room, empty_room = await tab.evaluate(WITHOUT_ITS_BYTES % f"{selector}[src]")
    assert room == empty_room


@pytest.mark.parametrize("size", SIZES)
async def test_the_page_fills_the_window_while_it_is_loaded(running: Trial, browser: Browser, size: str) -> None:
    width, height = SIZES[size]
    tab = await browser.open_tab(f"{running.address}as/ben", width=width, height=height)
    await run_command(tab, "/toy board")
    await tab.see("Tapped 0 times")
    await tab.send("Page.addScriptToEvaluateOnNewDocument", source=SHAPES)
    await tab.go_to(await tab.evaluate("location.href"))
    await tab.see("Tapped 0 times")
    await is_ready(tab)
    assert await tab.evaluate("[...window.shapes]") == ["0 true"]


SHAPES = """
window.shapes = new Set();
const note = () => {
    const app = document.querySelector("#preview-app");
    const stage = document.querySelector("#preview-stage");
    if (app && stage.clientHeight) {
        const top = app.getBoundingClientRect().top - stage.getBoundingClientRect().top;
        window.shapes.add(`${top} ${stage.scrollWidth <= stage.clientWidth}`);
    }
    requestAnimationFrame(note);
};
requestAnimationFrame(note);
"""
"""Notes at each frame where the room begins in its window, and whether it fits."""


async def test_a_form_is_filled_in(running: Trial, browser: Browser) -> None:
    tab = await browser.open_tab(f"{running.address}as/ben", width=390, height=844)
    await run_command(tab, "/toy board")
    await tab.click("button", "Name it")
    await tab.click(".modal-input")
    await tab.type("Endeavour")
    await tab.click("button", "Submit")
    await tab.see("The board is called Endeavour.")


TIMELINE = "document.querySelector('#channel-timeline')"
AT_END = f"{TIMELINE}.scrollHeight - {TIMELINE}.scrollTop - {TIMELINE}.clientHeight <= 1"


async def test_the_newest_stays_in_view_until_one_scrolls_up(running: Trial, browser: Browser) -> None:
    tab = await browser.open_tab(f"{running.address}as/ben", width=390, height=500)
    friend = await browser.open_tab(f"{running.address}as/ada", width=390, height=500)
    for _ in range(3):
        await run_command(friend, "/toy board")
    await tab.wait("document.querySelectorAll('article img[alt^=\"A blue board\"]').length === 3")
    await tab.wait(AT_END)
    await tab.scroll("#channel-timeline", -300)
    await tab.wait(f"!({AT_END})")
    await run_command(friend, "/toy greet", "Mars")
    await tab.see("Hello Mars!")
    await is_ready(tab)
    assert not await tab.evaluate(AT_END)
    await run_command(tab, "/toy hand")  # one's own answer is at the end
    await tab.wait(f"document.querySelectorAll('article img[alt^=\"A blue board\"]').length === 4 && {AT_END}")


async def test_times_stay_true(running: Trial, browser: Browser) -> None:
    tab = await browser.open_tab(f"{running.address}as/ben")
    moment = int(SystemClock().now().timestamp()) + 40
    await run_command(tab, "/toy greet", f"<t:{moment}:R> and <t:{moment}:d>")
    await tab.see("seconds and")
    said = re.search(r"in \d+ seconds and", await tab.text())
    assert said is not None
    await tab.wait(f"!document.body.innerText.includes('{said[0]}')")


async def test_a_silent_bot_is_told_of(running: Trial, browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedded, "ANSWER_SECONDS", 0.2)
    tab = await browser.open_tab(f"{running.address}as/ben")
    await run_command(tab, "/toy fail")
    await tab.see("The bot met a fault: Ignoring exception in command 'fail'")
    await tab.keep_screenshot("fault-wide")


async def test_a_stopped_trial_is_told_of_and_gone_on_with(tmp_path: Path, browser: Browser) -> None:
    shelf, kept = Shelf(), tmp_path / "discord.sqlite3"
    async with trial(lambda: Toy(shelf), kept, port=0) as first:
        tab = await browser.open_tab(f"{first.address}as/ben")
        await run_command(tab, "/toy board")
        await tab.see("Tapped 0 times")
        port = int(first.address.rstrip("/").rsplit(":", 1)[1])
    await tab.see("The trial has stopped.")
    await tab.keep_screenshot("stopped-wide")
    async with trial(lambda: Toy(shelf), kept, port=port) as second:
        assert second.address == first.address
        await tab.wait("!document.body.innerText.includes('The trial has stopped')")
        await tab.see("Tapped 0 times")
        await is_ready(tab)
        await tab.click("button", "Tap")
        await tab.see("Tapped 1 times")
