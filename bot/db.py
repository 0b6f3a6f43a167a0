"""`qwibot db`: looking after what is kept."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

from bot.core.check import check
from bot.core.clock import SystemClock
from bot.core.errors import QwibotError, StoreError
from bot.core.matches import MatchService
from bot.core.text import Words
from bot.games.registry import GAMES
from data.backup import back_up
from data.engine import DEFAULT_ADDRESS
from data.rebuild import differences, rebuild
from data.store import SqlStore, open_store

EXIT_FINE = 0
EXIT_WRONG = 1
EXIT_NOT_DONE = 2


def check_all(address: str | None) -> int:
    """Replay every match and count all results again; name what is not right."""
    return _with_store(address, _check_all)


def export(address: str | None, match_id: int) -> int:
    """Print a match as JSON; a running one without what is hidden."""
    return _with_store(address, lambda store: _export(store, match_id))


def rebuild_standings(address: str | None) -> int:
    """Make all standings anew from the results; nothing else is stored meanwhile."""
    return _with_store(address, _rebuild)


def backup(named: str | None, target: Path) -> int:
    """Copy the database into a file, while the bot runs if it does."""
    try:
        back_up(_address(named), target)
    except QwibotError as error:
        return _refuse(error)
    sys.stdout.write(f"{Words().say('backup.done', file=target)}\n")
    return EXIT_FINE


def _address(named: str | None) -> str:
    return named or os.environ.get("DATABASE_URL") or DEFAULT_ADDRESS


def _refuse(error: QwibotError) -> int:
    sys.stderr.write(f"{Words().explain(error)}\n")
    return EXIT_NOT_DONE


def _with_store(named: str | None, work: Callable[[SqlStore], Awaitable[int]]) -> int:
    address = _address(named)

    async def run() -> int:
        store = await open_store(address, SystemClock(), longest=None)  # whoever typed it can end it
        try:
            return await work(store)
        finally:
            await store.close()

    try:
        if "://" not in address and not Path(address).exists():  # looking must not make one
            raise StoreError("no-database", address=address)
        return asyncio.run(run())
    except QwibotError as error:
        return _refuse(error)


async def _check_all(store: SqlStore) -> int:
    words, number, wrong = Words(), 0, 0
    async for _, findings in check(store, GAMES):
        number += 1
        wrong += bool(findings)
        for finding in findings:
            sys.stdout.write(f"{finding.say()}\n")
    miscounted = await store.database.read(differences)
    for table, count in miscounted.items():
        sys.stdout.write(f"{words.say('check.standings', count=count, table=table)}\n")
    if wrong:
        sys.stdout.write(f"{words.say('check.wrong', count=wrong)}\n")
    if wrong or miscounted:
        return EXIT_WRONG
    sys.stdout.write(f"{words.say('check.fine', count=number) if number else words.say('check.none')}\n")
    return EXIT_FINE


async def _rebuild(store: SqlStore) -> int:
    count = await store.database.write(rebuild)
    sys.stdout.write(f"{Words().say('rebuild.done', count=count)}\n")
    return EXIT_FINE


async def _export(store: SqlStore, match_id: int) -> int:
    service = MatchService(store, GAMES, SystemClock())
    try:
        exported = await service.export(match_id)
    finally:
        await service.stop()
    sys.stdout.write(json.dumps(exported, ensure_ascii=False, indent=1) + "\n")
    return EXIT_FINE
