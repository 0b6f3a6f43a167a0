"""`qwibot db backup`: a whole copy while matches go on, and never in the place of a file."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.core.errors import StoreError
from data import tables
from data.backup import back_up
from tests.data.contender import change_once
from tests.data.samples import keep, opened, rows

CONTENT = b"somebody's"


@pytest.fixture
def target(tmp_path: Path) -> Path:
    folder = tmp_path / "copies"
    folder.mkdir()
    return folder / "copy.sqlite3"


async def fill(address: str, matches: int = 3, **fields: Any) -> None:
    async with opened(address) as store:
        for number in range(matches):
            await keep(store, channel=number, **fields)


async def test_a_copy_taken_while_matches_go_on_is_whole(sqlite_address: str, target: Path) -> None:
    await fill(sqlite_address, seq=200)
    async with opened(sqlite_address) as store:
        ids, over = await store.all_matches(), False

        async def play(match_id: int) -> int:
            moves = 0
            while not over:
                await change_once(store, match_id, f"{match_id}:{moves}")
                moves += 1
            return moves

        playing = [asyncio.create_task(play(match_id)) for match_id in ids]
        await asyncio.sleep(0.2)
        await asyncio.to_thread(back_up, sqlite_address, target)
        await asyncio.sleep(0.2)
        over = True
        moves = await asyncio.gather(*playing)
    async with opened(str(target)) as store:
        copied = [(await store.load(match_id)).match.seq - 200 for match_id in ids]
        entries = Counter(row.match for row in await rows(store, tables.events))
        actions = Counter(row.match for row in await rows(store, tables.actions))
    assert all(0 < some < all_ for some, all_ in zip(copied, moves, strict=True))
    assert entries == {match_id: 200 + some for match_id, some in zip(ids, copied, strict=True)}
    assert actions == dict(zip(ids, copied, strict=True))


async def test_a_copy_goes_on_where_the_database_was(sqlite_address: str, target: Path) -> None:
    await fill(sqlite_address)
    back_up(sqlite_address, target)
    async with opened(sqlite_address) as store, opened(str(target)) as copy:
        for match_id in await store.all_matches():
            assert await copy.load(match_id) == await store.load(match_id)
        await change_once(copy, 1, "on")


def test_no_file_is_overwritten(sqlite_address: str, target: Path) -> None:
    asyncio.run(fill(sqlite_address))
    target.write_bytes(CONTENT)
    with pytest.raises(StoreError, match="backup-exists"):
        back_up(sqlite_address, target)
    assert files(target.parent) == {target.name: CONTENT}


async def test_a_name_that_is_taken_meanwhile_is_left(
    sqlite_address: str, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await fill(sqlite_address)
    monkeypatch.setattr("data.backup._flush", lambda file: target.write_bytes(CONTENT))
    with pytest.raises(StoreError, match="backup-exists"):
        back_up(sqlite_address, target)
    assert files(target.parent) == {target.name: CONTENT}


def test_a_database_that_is_not_there_is_not_made(tmp_path: Path, target: Path) -> None:
    with pytest.raises(StoreError, match="no-database"):
        back_up(str(tmp_path / "nothing.sqlite3"), target)
    assert files(tmp_path) == {}
    assert files(target.parent) == {}


async def test_a_damaged_database_is_not_copied(sqlite_address: str, target: Path) -> None:
    await fill(sqlite_address, seq=100)
    damage(sqlite_address)
    with pytest.raises(StoreError, match="store-damaged"):
        back_up(sqlite_address, target)
    assert files(target.parent) == {}


async def test_a_copy_that_cannot_be_written(sqlite_address: str, target: Path) -> None:
    await fill(sqlite_address)
    with pytest.raises(StoreError, match="backup-failed") as refusal:
        back_up(sqlite_address, target.parent / "nowhere" / "copy.sqlite3")
    assert refusal.value.data["reason"] == "No such file or directory"


def test_postgres_has_its_own_program() -> None:
    with pytest.raises(StoreError, match="backup-postgres"):
        back_up("postgresql://host/name", Path("copy"))


# The command


def test_the_command(sqlite_address: str, target: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asyncio.run(fill(sqlite_address))
    assert main(["db", "--database", sqlite_address, "backup", str(target)]) == 0
    assert capsys.readouterr() == (f"A copy of all matches is in {target} now.\n", "")
    assert main(["db", "--database", sqlite_address, "backup", str(target)]) == 2
    assert capsys.readouterr() == ("", f"{target} is there already. Name a file that is not.\n")


def damage(address: str) -> None:
    with Path(address).open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * 8 * 4096)


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
