"""The trial as its server plays it: people's pages, what they do, and what is kept."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import shutil
import signal
import socket
import sqlite3
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import UTC, datetime, timedelta
from importlib.resources import files
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from discord.ext import tasks
from simcord.preview import Preview

from bot.trial import TrialError, embedded
from bot.trial.live import SAVE_SECONDS
from bot.trial.run import Trial, open_port, trial
from bot.trial.simcord_check import check_simcord
from bot.trial.window import INDEX_PAGE
from bot.trial.world import PEOPLE
from tests.discord.toy import Shelf, Toy, tile_picture
from tests.discord.visitor import Visitor

ROOT = Path(__file__).parents[2]
Enter = Callable[..., Awaitable[Visitor]]


@contextlib.asynccontextmanager
async def toy_on_trial(kept_in: Path, shelf: Shelf | None = None) -> AsyncIterator[tuple[Trial, Enter]]:
    """The toy on trial, and what opens a tab there."""
    async with trial(lambda: Toy(shelf), kept_in, port=0) as running, aiohttp.ClientSession() as http:

        async def enter(person: str = "newcomer", room: str = "") -> Visitor:
            return await Visitor.open(http, running.address, person, room)

        yield running, enter


@pytest.fixture
async def running(tmp_path: Path) -> AsyncIterator[tuple[Trial, Enter]]:
    async with toy_on_trial(tmp_path / "discord.sqlite3") as both:
        yield both


async def test_everybody_has_pages_of_their_own(running: tuple[Trial, Enter]) -> None:
    _, enter = running
    assert [(await enter(word)).viewer for word in PEOPLE] == ["Newcomer", "Ada", "Ben"]


async def test_what_one_does_all_see(running: tuple[Trial, Enter]) -> None:
    _, enter = running
    newcomer, ada = await enter(), await enter("ada")
    receipt = await newcomer.types("/toy board")
    assert (receipt["rejected"], receipt["settlement"]) == (False, "settled")
    await ada.see("Tapped 0 times")
    await ada.clicks("Tap")
    await newcomer.see("Tapped 1 times")


async def test_what_is_private_others_do_not_see(running: tuple[Trial, Enter]) -> None:
    _, enter = running
    newcomer, ada = await enter(), await enter("ada")
    await newcomer.types("/toy hand")
    await newcomer.see("The board")
    await ada.look()
    assert ada.page["messages"] == {}


async def test_what_the_bot_says_by_itself_is_seen(running: tuple[Trial, Enter]) -> None:
    _, enter = running
    newcomer, ada = await enter(), await enter("ada")
    await newcomer.types("/toy errand", what="the dishes")
    await ada.see("Done: the dishes")
    await ada.types("/toy slow")
    await newcomer.see("That took a moment.")


async def test_actions_wait_for_each_other_instead_of_being_refused(running: tuple[Trial, Enter]) -> None:
    _, enter = running
    visitors = [await enter(word) for word in PEOPLE]
    receipts = await asyncio.gather(*(visitor.types("/toy greet", name="Mars") for visitor in visitors))
    assert [receipt["rejected"] for receipt in receipts] == [False] * 3
    for visitor in visitors:
        await visitor.see("Hello Mars!", messages=3)


async def test_a_click_counts_although_the_page_changed_elsewhere(running: tuple[Trial, Enter]) -> None:
    _, enter = running
    newcomer, ada = await enter(), await enter("ada")
    await newcomer.types("/toy board")
    await newcomer.see("The board")
    await ada.types("/toy greet", name="Mars")
    receipt = await newcomer.clicks("Tap")  # as seen before the greeting
    assert not receipt["rejected"]
    await ada.see("Tapped 1 times")


async def test_a_click_on_what_became_another_control_does_not_count(running: tuple[Trial, Enter]) -> None:
    _, enter = running
    newcomer, ada = await enter(), await enter("ada")
    await newcomer.types("/toy board")
    await newcomer.see("The board")
    await ada.see("The board")
    await ada.clicks("Tap")
    await ada.see("Tapped 1 times")
    receipt = await newcomer.clicks("Tap")  # the button that was "tap 0" is "tap 1" by now
    assert [each["code"] for each in receipt["diagnostics"]] == ["stale-revision"]


async def test_a_thread_is_listed_and_has_its_pages(running: tuple[Trial, Enter]) -> None:
    live, enter = running[0].live, running[1]
    newcomer = await enter()
    await newcomer.types("/toy thread")
    await newcomer.see("Play in")
    channel, thread = live.world.rooms()
    assert (thread.name, thread.parent) == ("A toy match", channel.id)
    there = await enter("ben", str(thread.id))
    await there.clicks("Tap")
    await there.see("Tapped 1 times")
    overview = live.overview("newcomer")
    assert [room["id"] for room in overview["rooms"]] == [str(channel.id), str(thread.id)]


async def test_pictures_and_tiles_are_served(running: tuple[Trial, Enter]) -> None:
    _, enter = running
    newcomer = await enter()
    await newcomer.types("/toy board")
    await newcomer.see("The board")
    board = newcomer.part("filename", "board.png")
    assert board["description"] == "A blue board, tapped 0 times"
    assert (await newcomer.picture(board)).startswith(b"\x89PNG")
    assert await newcomer.picture(newcomer.part("name", "toy_red_circle")) == tile_picture()


async def test_time_is_the_real_one(running: tuple[Trial, Enter]) -> None:
    _, enter = running
    newcomer = await enter()
    await newcomer.types("/toy greet", name="Mars")
    await newcomer.see("Hello")
    said = datetime.fromisoformat(newcomer.newest["timestamp"])
    assert abs(datetime.now(UTC) - said) < timedelta(seconds=5)


async def test_what_is_due_is_done(tmp_path: Path) -> None:
    ticks = asyncio.Queue[datetime]()

    class Ticking(Toy):
        @tasks.loop(seconds=0.2)
        async def tick(self) -> None:
            ticks.put_nowait(datetime.now(UTC))

        async def setup_hook(self) -> None:
            await super().setup_hook()
            self.tick.start()

    async with trial(Ticking, tmp_path / "discord.sqlite3", port=0), asyncio.timeout(5):
        first, *_, last = [await ticks.get() for _ in range(4)]
        assert timedelta(seconds=0.5) < last - first < timedelta(seconds=2)


async def test_an_unanswered_action_is_told_and_stops_nobody(
    running: tuple[Trial, Enter], monkeypatch: pytest.MonkeyPatch
) -> None:
    live, enter = running[0].live, running[1]
    monkeypatch.setattr(embedded, "ANSWER_SECONDS", 0.1)
    newcomer = await enter()
    receipt = await newcomer.types("/toy fail")
    assert (receipt["acknowledgement"], receipt["settlement"]) == ("unacknowledged", "settled")
    assert live.overview("ada")["faults"] == {"count": 1, "newest": "Ignoring exception in command 'fail'"}
    assert not (await newcomer.types("/toy greet", name="Mars"))["rejected"]


async def test_only_this_address_is_answered(running: tuple[Trial, Enter]) -> None:
    address = running[0].address
    async with aiohttp.ClientSession() as http:
        async with http.get(address, headers={"Host": "evil.example"}) as response:
            assert response.status == 403
        async with http.get(f"{address}as/nobody") as response:
            assert (response.status, "There is nothing here" in await response.text()) == (404, True)
        async with http.get(f"{address}as/ada/12345") as response:
            assert response.status == 404
        async with http.post(f"{address}api/pages", headers={"X-Simcord-Capability": "guessed"}) as response:
            assert response.status == 410
        async with http.get(address) as response:
            page = await response.text()
            assert "frame-ancestors 'none'" in response.headers["Content-Security-Policy"]
    assert {f'href="/as/{word}"' in page for word in PEOPLE} == {True}


@pytest.mark.parametrize("room", ["x", "²", "-1", "9" * 5000])
async def test_a_room_that_is_none_is_not_found(running: tuple[Trial, Enter], room: str) -> None:
    trial_there, _ = running
    async with aiohttp.ClientSession() as http, http.get(f"{trial_there.address}as/ada/{room}") as response:
        assert response.status == 404


@pytest.mark.parametrize("made_up", [{"kind": []}, {"kind": "click", "published_revision": []}, {"kind": "x"}])
async def test_an_action_that_no_page_sends_is_turned_away(
    running: tuple[Trial, Enter], made_up: dict[str, Any]
) -> None:
    newcomer = await running[1]()
    receipt = await newcomer.act(**{"kind": "click", **made_up})
    assert receipt["rejected"]


async def test_a_restart_goes_on(tmp_path: Path) -> None:
    kept, shelf = tmp_path / "discord.sqlite3", Shelf()
    async with toy_on_trial(kept, shelf) as (first, enter):
        newcomer = await enter()
        await newcomer.types("/toy thread")
        await newcomer.types("/toy hand")
        await newcomer.see("The board")
        people = {word: person.id for word, person in first.live.world.people.items()}
        rooms = first.live.world.rooms()
    assert shelf.closed == 1

    class Unregistered(Toy):
        """A bot that registers no commands, since they are those that Discord has."""

        async def setup_hook(self) -> None:
            vars(self.tree)["sync"] = lambda: asyncio.sleep(0)
            await super().setup_hook()

    async with (
        trial(lambda: Unregistered(shelf), kept, port=0) as second,
        aiohttp.ClientSession() as http,
    ):
        assert second.live.world.rooms() == rooms
        assert {word: person.id for word, person in second.live.world.people.items()} == people
        channel, thread = rooms
        at_home = await Visitor.open(http, second.address, "newcomer", str(channel.id))
        assert "The board" not in str(at_home.page["messages"])  # what was private is gone
        ben = await Visitor.open(http, second.address, "ben", str(thread.id))
        assert (await ben.picture(ben.part("filename", "board.png"))).startswith(b"\x89PNG")
        assert await ben.picture(ben.part("name", "toy_red_circle")) == tile_picture()
        await ben.clicks("Tap")
        await ben.see("Tapped 1 times")
        assert not (await ben.types("/toy greet", name="Mars"))["rejected"]
        assert second.client.get_channel(thread.id) is not None


async def test_it_is_kept_while_running(tmp_path: Path) -> None:
    kept = tmp_path / "discord.sqlite3"
    async with toy_on_trial(kept) as (_, enter):
        newcomer = await enter()
        await newcomer.types("/toy greet", name="Mars")

        await asyncio.sleep(SAVE_SECONDS + 0.5)
        copy = shutil.copy(kept, tmp_path / "copy")  # what a crash would leave
        with contextlib.closing(sqlite3.connect(copy)) as file:
            assert any("Hello Mars" in body for (body,) in file.execute("SELECT body FROM record"))


@pytest.mark.parametrize("damage", ["not a database at all, but long enough to be one" * 100, None])
async def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, damage: str | None) -> None:
    kept = tmp_path / "discord.sqlite3"
    async with toy_on_trial(kept):
        pass
    if damage is None:
        with contextlib.closing(sqlite3.connect(kept)) as file, file:
            file.execute("UPDATE record SET body = '0' WHERE kind = 'format'")
    else:
        kept.write_text(damage)
    with pytest.raises(TrialError, match=re.escape(str(kept)) + r".*Move that file away to begin anew\."):
        async with toy_on_trial(kept):
            pass


async def test_a_long_run_stays_small(running: tuple[Trial, Enter]) -> None:
    live, enter = running[0].live, running[1]
    newcomer = await enter()
    for _ in range(20):
        await newcomer.types("/toy greet", name="Mars")
        await newcomer.types("/toy board")
    env = live.world.env
    env.trim(10, 5)
    (messages,) = env.backend.messages.values()
    assert (len(messages), len(env.backend.interactions), len(env.backend.interaction_tokens)) == (10, 5, 5)
    env.trim(1, 1)
    assert sum("/attachments/" in address for address in env.blobs()) == 1  # the newest message is the board
    await live.publish()
    await newcomer.see("Tapped 0 times")
    await newcomer.clicks("Tap")
    await newcomer.see("Tapped 1 times")


async def test_a_second_trial_of_the_same_file_is_told_of_the_first(tmp_path: Path) -> None:
    kept = tmp_path / "discord.sqlite3"
    async with toy_on_trial(kept):
        with pytest.raises(TrialError, match=rf"A trial that uses {kept} is already running"):
            async with toy_on_trial(kept):
                pass


async def test_a_place_where_nothing_can_be_kept_is_named(tmp_path: Path) -> None:
    with pytest.raises(TrialError, match=r"nowhere/discord\.sqlite3 cannot be used: unable to open"):
        async with toy_on_trial(tmp_path / "nowhere" / "discord.sqlite3"):
            pass


async def test_a_ping_is_listed(running: tuple[Trial, Enter]) -> None:
    live, enter = running[0].live, running[1]
    newcomer = await enter()
    await newcomer.types("/toy greet", name=live.world.people["ada"].mention)

    def newest_ping(person: str) -> str:
        (room,) = live.overview(person)["rooms"]
        return room["newestPing"]

    await newcomer.see("Hello")
    assert (newest_ping("ada"), newest_ping("ben")) == (newcomer.newest["id"], "0")


def test_a_taken_port_leads_to_the_next() -> None:
    with open_port(0) as first:
        port = first.getsockname()[1]
        with open_port(port) as second:
            assert port < second.getsockname()[1] <= port + 20
            assert second.getsockname()[0] == "127.0.0.1"


def test_no_free_port_is_said_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    def taken(*_args: object, **_options: object) -> socket.socket:
        raise OSError("in use")

    monkeypatch.setattr(socket, "create_server", taken)
    with pytest.raises(TrialError, match=r"No port from 8642 to 8661 is free on 127\.0\.0\.1: in use"):
        open_port(8642)


async def test_a_bot_that_cannot_start_is_closed_and_its_error_raised(tmp_path: Path) -> None:
    shelf = Shelf()

    class Broken(Toy):
        async def setup_hook(self) -> None:
            raise RuntimeError("no database")

    with pytest.raises(RuntimeError, match="no database"):
        async with trial(lambda: Broken(shelf), tmp_path / "discord.sqlite3", port=0):
            pass
    assert shelf.closed == 1


async def test_a_signal_stops_it_cleanly(tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from bot.trial import run_trial; from tests.discord.toy import Toy\n"
        "class Loud(Toy):\n"
        "    async def close(self):\n"
        "        await super().close(); print('closed')\n"
        "run_trial(Loud, Path(sys.argv[1]), lambda words: print(words, flush=True), port=0)"
    )
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", program, str(tmp_path / "kept"), cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    announced = await process.stdout.readline()
    assert re.fullmatch(rb"Try qwibot in your browser: http://127\.0\.0\.1:\d+/ \(Ctrl-C stops it\)\n", announced)
    process.send_signal(signal.SIGTERM)
    assert (await process.stdout.read(), await process.wait()) == (b"closed\n", 0)


def test_a_changed_simcord_is_found_out_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    check_simcord()
    monkeypatch.delattr(Preview, "_publish")
    with pytest.raises(TrialError, match=r"made for simcord 3\.2\.1; \S+ lacks _publish of Preview\. Mend"):
        check_simcord()


def test_the_frame_finds_its_place_in_simcords_page() -> None:
    page = INDEX_PAGE.read_text()
    for place in ("</head>", "<body>", "<title>SimCord Preview</title>", 'id="toolbar"', 'id="channel-composer"'):
        assert page.count(place) == 1


def test_the_landing_page_names_everybody() -> None:
    page = files("bot.trial").joinpath("static", "landing.html").read_text()
    for word, (name, _) in PEOPLE.items():
        assert f'href="/as/{word}" target="trial-{word}"' in page
        assert name.lower() in page.lower()


async def test_what_the_bot_logs_as_an_error_reaches_the_pages(running: tuple[Trial, Enter]) -> None:
    live = running[0].live
    logging.getLogger("bot.somewhere").error("The disk is full")
    assert live.overview("newcomer")["faults"] == {"count": 1, "newest": "The disk is full"}
