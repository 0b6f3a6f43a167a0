"""A process that changes one match again and again while others do the same; says how often it was first.

Arguments: the address, the match, a name that marks its entries, and how many changes to make.
"""

from __future__ import annotations

import asyncio
import sys
from random import random

from bot.core.errors import ConflictError
from data.store import SqlStore
from tests.data.samples import opened, step

PAUSE = 0.05  # seconds at most after a loss, or the many would mostly be busy with losing


async def change_once(store: SqlStore, match_id: int, payload: str) -> int:
    """Store one change, judged anew each time another was first. How often that was."""
    lost = 0
    while True:
        match = (await store.load(match_id)).match
        try:
            await store.commit(step(match, payload, action_id=payload))
        except ConflictError:
            lost += 1
            await asyncio.sleep(PAUSE * random())
        else:
            return lost


async def main(address: str, match_id: int, name: str, changes: int) -> None:
    async with opened(address, patience=60) as store:
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        sys.stdin.readline()
        lost = sum([await change_once(store, match_id, f"{name}:{number}") for number in range(changes)])
        sys.stdout.write(f"{lost}\n")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2]), sys.argv[3], int(sys.argv[4])))
