"""A person at a browser: Debian's chromium, driven through its DevTools protocol.

Only what tests of a page need: open a tab of some width, look for something, click on it, type, take a picture. It
speaks over the websockets of aiohttp, which discord.py brings.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import itertools
import json
import os
import re
import shutil
import tempfile
from collections.abc import AsyncIterator
from io import BytesIO
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from PIL import Image

CHROMIUM = shutil.which("chromium")
WITHOUT_CHROMIUM = "There is no chromium on this machine (on Debian: apt-get install chromium)."
needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason=WITHOUT_CHROMIUM)
SCREENSHOTS = os.environ.get("SCREENSHOTS")
"""The folder into which tests put the pictures that they take, where one is named."""

OPTIONS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
    "--remote-debugging-port=0",
)
PATIENCE_SECONDS = 45.0
LOOK_AGAIN_SECONDS = 0.05


class NotSeenError(AssertionError):
    """What a person waited for did not come, and what the page showed instead."""


class Browser:
    """A running chromium. Tabs share storage, as a person's do."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._numbers = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._complaints: dict[str, list[str]] = {}
        self._known: set[str] = set()
        self._listener = asyncio.create_task(self._listen())

    async def open_tab(self, address: str, *, width: int = 1280, height: int = 800) -> Tab:
        """A new tab of this size, in which the address is loaded."""
        # In a window of its own: a tab behind another one stands still.
        target = await self.send("Target.createTarget", {"url": "about:blank", "newWindow": True})
        tab = await self._attach(target["targetId"], width, height)
        await tab.go_to(address)
        return tab

    async def opened_tab(self, *, width: int = 1280, height: int = 800) -> Tab:
        """The tab that a click has just opened."""
        deadline = asyncio.get_running_loop().time() + PATIENCE_SECONDS
        while not (opened := await self._unknown_pages()):
            if asyncio.get_running_loop().time() > deadline:
                raise NotSeenError("No tab opened.")
            await asyncio.sleep(LOOK_AGAIN_SECONDS)
        return await self._attach(opened[0], width, height)

    async def _unknown_pages(self) -> list[str]:
        targets = (await self.send("Target.getTargets", {}))["targetInfos"]
        pages = [each["targetId"] for each in targets if each["type"] == "page" and each["url"].startswith("http")]
        return [each for each in pages if each not in self._known]

    async def _attach(self, target: str, width: int, height: int) -> Tab:
        self._known.add(target)
        attached = await self.send("Target.attachToTarget", {"targetId": target, "flatten": True})
        session = attached["sessionId"]
        tab = Tab(self, session, self._complaints.setdefault(session, []))
        await tab.resize(width, height)
        for domain in ("Page", "Runtime", "Log"):
            await tab.send(f"{domain}.enable")
        return tab

    async def send(self, method: str, parameters: dict[str, Any], session: str | None = None) -> dict[str, Any]:
        """One command of the DevTools protocol, and its result."""
        number = next(self._numbers)
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._waiting[number] = answer
        message = {"id": number, "method": method, "params": parameters}
        await self._socket.send_json(message | ({"sessionId": session} if session else {}))
        async with asyncio.timeout(PATIENCE_SECONDS):
            result = await answer
        if "error" in result:
            raise RuntimeError(f"{method}: {result['error']['message']}")
        found: dict[str, Any] = result["result"]
        return found

    async def _listen(self) -> None:
        async for message in self._socket:
            content = json.loads(message.data)
            waiting = self._waiting.pop(content.get("id", 0), None)
            if waiting is not None and not waiting.done():
                waiting.set_result(content)
            elif complaint := _complaint(content):
                self._complaints[content["sessionId"]].append(complaint)

    async def close(self) -> None:
        await self._socket.close()
        await self._listener


def _complaint(event: dict[str, Any]) -> str:
    """What is wrong with a page, if this event of its tab says so."""
    told = event.get("params", {})
    if event.get("method") == "Runtime.exceptionThrown":
        return str(told["exceptionDetails"].get("exception", told["exceptionDetails"]).get("description", told))
    if event.get("method") == "Log.entryAdded" and told["entry"]["level"] == "error":
        return f"{told['entry']['text']} {told['entry'].get('url', '')}"
    return ""


class Tab:
    """One page that a person looks at. `complaints` are the errors that its console shows."""

    def __init__(self, browser: Browser, session: str, complaints: list[str]) -> None:
        self.complaints = complaints
        self._browser = browser
        self._session = session

    async def send(self, method: str, **parameters: object) -> dict[str, Any]:
        return await self._browser.send(method, parameters, self._session)

    async def resize(self, width: int, height: int) -> None:
        await self.send(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600
        )

    async def go_to(self, address: str) -> None:
        await self.send("Page.navigate", url=address)
        await self.wait(f"document.readyState === 'complete' && location.href.startsWith({json.dumps(address)})")

    async def evaluate(self, expression: str) -> Any:
        """The value of a JavaScript expression; a promise is awaited."""
        result = await self.send(
            "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True, userGesture=True
        )
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"].get("exception", {}).get("description", str(result)))
        return result["result"].get("value")

    async def wait(self, condition: str, patience: float = PATIENCE_SECONDS) -> Any:
        """Look until a JavaScript expression is true, and return its value (true for an element)."""
        looked = f"(() => {{ const found = ({condition}); return found instanceof Node || found; }})()"
        loop = asyncio.get_running_loop()
        deadline = loop.time() + patience
        while not (value := await self._look(looked)):
            if loop.time() > deadline:
                raise NotSeenError(f"{condition} did not come true. The page says:\n{await self.text()}")
            await asyncio.sleep(LOOK_AGAIN_SECONDS)
        return value

    async def _look(self, expression: str) -> Any:
        with contextlib.suppress(RuntimeError):  # the page is being loaded, or not far enough yet
            return await self.evaluate(expression)

    async def text(self) -> str:
        """All that can be read on the page."""
        return str(await self.evaluate("document.body.innerText"))

    async def see(self, text: str, patience: float = PATIENCE_SECONDS) -> None:
        """Wait until the text can be read."""
        await self.wait(f"document.body.innerText.includes({json.dumps(text)})", patience)

    async def click(self, selector: str, text: str = "") -> None:
        """Click the newest visible element that the selector finds and whose text has this in it, with the mouse."""
        find = f"""
        (() => {{
            const found = [...document.querySelectorAll({json.dumps(selector)})].filter((each) =>
                each.checkVisibility() && !each.disabled && each.textContent.includes({json.dumps(text)}));
            const last = found.at(-1);
            if (!last) return null;
            last.scrollIntoView({{ block: "center", behavior: "instant" }});
            const box = last.getBoundingClientRect();
            return {{ x: box.x + box.width / 2, y: box.y + box.height / 2 }};
        }})()"""
        before, place = None, await self.wait(find)
        while before != place:  # until it stands still
            await asyncio.sleep(LOOK_AGAIN_SECONDS)
            before, place = place, await self.wait(find)
        for kind in ("mousePressed", "mouseReleased"):
            await self.send("Input.dispatchMouseEvent", type=kind, button="left", clickCount=1, **place)

    async def scroll(self, selector: str, down: int) -> None:
        """Turn the mouse wheel over an element: down by so many pixels, or up."""
        box = await self.evaluate(f"document.querySelector({json.dumps(selector)}).getBoundingClientRect().toJSON()")
        middle = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        await self.send("Input.dispatchMouseEvent", type="mouseWheel", deltaX=0, deltaY=down, **middle)

    async def type(self, text: str) -> None:
        """Type into what has the focus."""
        await self.send("Input.insertText", text=text)

    async def press(self, key: str) -> None:
        """Press a key by its name, such as Enter or Tab."""
        code = {"Enter": 13, "Tab": 9, "Escape": 27, "ArrowDown": 40}[key]
        named = {"key": key, "code": key, "windowsVirtualKeyCode": code}
        typed = {"text": "\r"} if key == "Enter" else {}
        await self.send("Input.dispatchKeyEvent", type="keyDown", **named, **typed)
        await self.send("Input.dispatchKeyEvent", type="keyUp", **named)

    async def screenshot(self) -> bytes:
        """What is seen, as PNG."""
        shot = await self.send("Page.captureScreenshot", format="png")
        return base64.b64decode(shot["data"])

    async def keep_screenshot(self, name: str) -> None:
        """Put a picture of what is seen into the folder for them, if one was asked for."""
        if SCREENSHOTS:
            await asyncio.to_thread(_keep_small, await self.screenshot(), Path(SCREENSHOTS, f"{name}.png"))


def _keep_small(shot: bytes, path: Path) -> None:
    """With a palette: a third of the bytes, and the difference is not seen."""
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.open(BytesIO(shot)).convert("RGB").quantize(256, dither=Image.Dither.NONE).save(path, optimize=True)


@contextlib.asynccontextmanager
async def open_browser() -> AsyncIterator[Browser]:
    """A chromium with a fresh profile, ended with all its processes at the end."""
    if CHROMIUM is None:
        raise RuntimeError(WITHOUT_CHROMIUM)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        process = await asyncio.create_subprocess_exec(
            CHROMIUM,
            *OPTIONS,
            f"--user-data-dir={profile}",
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
        )
        assert process.stderr is not None
        address = await _devtools_address(process.stderr)
        chatter = asyncio.create_task(process.stderr.read())  # a full pipe would stop it
        try:
            async with aiohttp.ClientSession() as http:
                browser = Browser(await http.ws_connect(address, max_msg_size=0))
                try:
                    yield browser
                finally:
                    await browser.close()
        finally:
            await _end(process)
            await chatter


async def _devtools_address(said: asyncio.StreamReader) -> str:
    async with asyncio.timeout(PATIENCE_SECONDS):
        async for line in said:
            if found := re.search(rb"DevTools listening on (\S+)", line):
                return found[1].decode()
    raise RuntimeError("chromium did not start")


async def _end(process: asyncio.subprocess.Process) -> None:
    if process.returncode is None:
        process.terminate()
    await process.wait()
