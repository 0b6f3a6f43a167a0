"""Jobs in the background: one at a time for each match, tried again where they fail, over at a stop."""

from __future__ import annotations

import asyncio
import logging

import pytest

from bot.core.background import NotNowError, PerMatch
from bot.core.errors import StoreError


async def test_a_job_is_done_once_at_a_time_and_once_more_if_asked_meanwhile() -> None:
    gate, running, runs = asyncio.Event(), 0, 0

    async def job(match_id: int) -> None:
        nonlocal running, runs
        running += 1
        runs += 1
        assert running == 1
        await gate.wait()
        running -= 1

    jobs = PerMatch("work", job, (), at_once=2)
    for _ in range(5):
        jobs.ask(1)
        await asyncio.sleep(0)
    gate.set()
    await jobs.settled()
    assert runs == 2


async def test_only_so_many_jobs_are_done_at_once() -> None:
    running = most = 0

    async def job(match_id: int) -> None:
        nonlocal running, most
        running += 1
        most = max(most, running)
        await asyncio.sleep(0)
        running -= 1

    jobs = PerMatch("work", job, (), at_once=3)
    for match_id in range(20):
        jobs.ask(match_id)
    await jobs.settled()
    assert most == 3


@pytest.mark.parametrize(
    ("error", "tries"),
    [
        (NotNowError("Discord is down"), 10),
        (StoreError("store-unreachable"), 10),
        (StoreError("log-damaged"), 3),
        (RuntimeError("nobody thought of this"), 3),
    ],
)
async def test_what_fails_for_others_is_tried_until_it_goes_well(error: Exception, tries: int) -> None:
    tried = 0

    async def job(match_id: int) -> None:
        nonlocal tried
        tried += 1
        if tried < 10:
            raise error

    jobs = PerMatch("work", job, (0.001, 0.001), at_once=1)
    jobs.ask(1)
    await jobs.settled()
    assert tried == tries


async def test_who_asks_in_a_pause_does_not_wait_for_its_end() -> None:
    failed = asyncio.Event()

    async def job(match_id: int) -> None:
        if not failed.is_set():
            failed.set()
            raise NotNowError("Discord is down")

    jobs = PerMatch("work", job, (3600.0,), at_once=1)
    jobs.ask(1)
    await failed.wait()
    await asyncio.sleep(0.01)
    jobs.ask(1)
    await asyncio.wait_for(jobs.settled(), 1)


async def test_a_stop_does_not_wait_for_the_next_try(caplog: pytest.LogCaptureFixture) -> None:
    tries = 0

    async def job(match_id: int) -> None:
        nonlocal tries
        tries += 1
        raise ConnectionError

    jobs = PerMatch("work", job, (3600.0,), at_once=1)
    jobs.ask(1)
    await asyncio.sleep(0.01)
    await asyncio.wait_for(jobs.close(grace=5), 1)
    jobs.ask(1)
    await jobs.settled()
    assert tries == 1


async def test_a_stop_ends_what_hangs(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.ERROR)

    async def job(match_id: int) -> None:
        await asyncio.Event().wait()

    jobs = PerMatch("work", job, (), at_once=1)
    jobs.ask(1)
    await asyncio.sleep(0)
    await asyncio.wait_for(jobs.close(grace=0.01), 1)
    await jobs.settled()
