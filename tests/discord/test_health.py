"""Whether the bot is well, told to whoever looks after it, and what it counts of itself."""

from __future__ import annotations

import asyncio
import json
import socket
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from prometheus_client import REGISTRY

from bot.client import QwibotClient
from bot.core.errors import StoreError
from bot.health import HOST, PortError, health_served
from tests.discord.club import begin, bot_of, club, take_turn
from tests.discord.simkit import Start
from tests.discord.wire import FORBIDDEN, SERVER_ERROR


async def get(port: int, path: str) -> tuple[int, str]:
    async with aiohttp.ClientSession() as session, session.get(f"http://{HOST}:{port}{path}") as answer:
        return answer.status, await answer.text()


async def health(port: int) -> tuple[int, list[str]]:
    status, text = await get(port, "/health")
    return status, json.loads(text)["wrong"]


def counted(name: str, **labels: str) -> float:
    """What the whole test run has counted until now."""
    return REGISTRY.get_sample_value(name, labels) or 0.0


async def test_it_is_well_while_it_serves_people(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    async with health_served(bot_of(sim), 0) as port:
        assert await health(port) == (200, [])
        sim.bot.dispatch("shard_disconnect", 0)
        await sim.settle()
        assert await health(port) == (503, ["not connected to Discord"])
        sim.bot.dispatch("shard_resumed", 0)
        await sim.settle()
        assert await health(port) == (200, [])


async def test_a_failing_database_is_told(start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sim = await club(start, tmp_path)
    service: Any = bot_of(sim).app.service

    async def broken() -> None:
        raise StoreError("store-full")

    async def silent() -> None:
        await asyncio.Event().wait()

    async with health_served(bot_of(sim), 0) as port:
        monkeypatch.setattr(service, "counts", broken)
        status, wrong = await health(port)
        assert status == 503
        assert "no room left" in wrong[0]
        assert "qwibot_moves_total" in (await get(port, "/metrics"))[1]
        monkeypatch.setattr(service, "counts", silent)
        monkeypatch.setattr("bot.health.PATIENCE", 0.01)
        assert await health(port) == (503, ["the database has not answered within 0.01 seconds"])


async def test_before_the_start_it_is_not_well(tmp_path: Path) -> None:
    async with QwibotClient(str(tmp_path / "x.sqlite3")) as client, health_served(client, 0) as port:
        assert (await health(port))[0] == 503
        assert (await get(port, "/metrics"))[0] == 200


async def test_a_taken_port_is_said_in_words(tmp_path: Path) -> None:
    with socket.create_server((HOST, 0)) as taken:
        port = taken.getsockname()[1]
        async with QwibotClient(str(tmp_path / "x.sqlite3")) as client:
            with pytest.raises(PortError, match=f"METRICS_PORT {port} of 127.0.0.1 cannot be used: .*in use"):
                async with health_served(client, port):
                    raise AssertionError


async def test_what_happens_is_counted(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    names = {
        "moves": ("qwibot_moves_total", {"game": "qwirkle", "how": "person"}),
        "sent": ("qwibot_messages_total", {"what": "sent"}),
        "edited": ("qwibot_messages_total", {"what": "edited"}),
        "failed": ("qwibot_messages_total", {"what": "failed"}),
        "refused": ("qwibot_messages_total", {"what": "refused"}),
        "presses": ("qwibot_presses_total", {"verb": "qwirkle-play"}),
        "commands": ("qwibot_commands_total", {"command": "qwirkle start"}),
        "errors": ("qwibot_errors_total", {"code": "no-match-here"}),
        "drawn": ("qwibot_drawing_seconds_count", {"picture": "board"}),
    }
    before = {name: counted(sample, **labels) for name, (sample, labels) in names.items()}
    await begin(sim)
    sim.wire.fail(SERVER_ERROR, "POST /channels/*/messages")
    mover = await take_turn(sim)
    await sim.pass_time(5)
    sim.wire.fail(FORBIDDEN, "PATCH /channels/*/messages/*")
    await take_turn(sim)
    mover.go(sim.channel)
    await mover.types("/match resign")
    more = {name: counted(sample, **labels) - before[name] for name, (sample, labels) in names.items()}
    assert more["moves"] == 2
    assert more["presses"] == 2
    assert (more["commands"], more["errors"], more["failed"], more["refused"]) == (1, 1, 1, 1)
    assert more["sent"] >= 4
    assert more["edited"] >= 2
    assert more["drawn"] >= 3


async def test_matches_and_refusals_are_counted_when_they_are_asked_for(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    await begin(sim)
    sim.wire.fail(SERVER_ERROR, "POST /channels/*/messages", times=100)
    await take_turn(sim)
    for _ in range(3):
        bot_of(sim).traffic.answered(403)
    async with health_served(bot_of(sim), 0) as port:
        _, text = await get(port, "/metrics")
    lines = text.splitlines()
    assert 'qwibot_matches{status="live"} 1.0' in lines
    assert 'qwibot_matches{status="lobby"} 0.0' in lines
    assert "qwibot_unshown_matches 1.0" in lines
    assert "qwibot_discord_refused 3.0" in lines
    assert any(line.startswith('qwibot_discord_answers_total{status="403"}') for line in lines)
    assert any(line.startswith("qwibot_loop_lag_seconds_bucket") for line in lines)
