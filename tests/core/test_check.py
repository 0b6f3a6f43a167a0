"""What is kept fits together, or is said not to: `qwibot db check` and `qwibot db export`."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import Connection

from bot.__main__ import main
from bot.core.check import check, findings
from bot.core.verify import verify
from bot.games.registry import GAMES
from data.store import SqlStore
from tests.core.hall import ANNA, BEN, Hall, hall_at


def test_standings_are_checked_and_made_anew(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    address = tmp_path / "qwibot.sqlite3"
    monkeypatch.setenv("DATABASE_URL", str(address))
    assert main(["db", "rebuild-standings"]) == 2
    assert str(address) in capsys.readouterr().err

    async def play(*damage: str) -> None:
        async with hall_at(address) as hall:
            await hall.play_out(await hall.match(ANNA, BEN))
            assert isinstance(hall.store, SqlStore)
            for statement in damage:
                await hall.store.database.write(partial(Connection.exec_driver_sql, statement=statement))

    asyncio.run(play("UPDATE standings SET wins = wins + 1", "DELETE FROM ratings", "DELETE FROM records"))
    assert main(["db", "check"]) == 1
    told = capsys.readouterr().out
    for rows in ("12 rows of standings", "2 rows of ratings", "rows of records"):
        assert f"{rows} are not what the results give" in told
    assert main(["db", "rebuild-standings"]) == 0
    assert "made anew from 1 match." in capsys.readouterr().out
    assert main(["db", "check"]) == 0
    assert "1 match: all is right" in capsys.readouterr().out


def test_the_database_is_checked_and_exported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    address = tmp_path / "qwibot.sqlite3"
    monkeypatch.setenv("DATABASE_URL", str(address))
    assert main(["db", "check"]) == 2
    assert str(address) in capsys.readouterr().err
    assert not address.exists()

    async def play() -> tuple[int, int]:
        async with hall_at(address) as hall:
            over, live = await hall.match(ANNA, BEN), await hall.match(ANNA, BEN)
            await hall.play_out(over)
            return over, live

    over, live = asyncio.run(play())
    assert main(["db", "check"]) == 0
    assert "2 matches: all is right" in capsys.readouterr().out
    assert main(["db", "--database", str(address), "export", str(over)]) == 0
    assert verify(capsys.readouterr().out.encode(), GAMES).code == "right"
    assert main(["db", "export", str(live)]) == 0
    assert json.loads(capsys.readouterr().out)["secret"] is None
    assert main(["db", "export", "99"]) == 2
    assert "no match" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("damage", "codes"),
    [
        ("UPDATE matches SET turn = turn + 1", ["column"]),
        ("UPDATE matches SET status = 'live', phase = 'play'", ["column"]),
        ("UPDATE matches SET host = host + 1", ["column"]),
        ("UPDATE matches SET computer_due = 1", ["column"]),
        ("UPDATE matches SET rated = 0", ["column"]),
        ("UPDATE matches SET wake_at = 1", ["column"]),
        ("UPDATE matches SET stream_position = stream_position + 4", ["column"]),
        ("UPDATE matches SET secret = zeroblob(32)", ["column", "event"]),
        ("UPDATE seats SET level = 'hard' WHERE level IS NOT NULL", ["column"]),
        ("UPDATE seats SET left_at = NULL", ["column"]),
        ("DELETE FROM events WHERE seq = 9", ["log-damaged"]),
        ("DELETE FROM events WHERE kind = 'match.ended'", ["log-damaged"]),
        (
            "UPDATE events SET payload = replace(payload, 'points\":', 'points\":1') WHERE kind = 'played'",
            ["event"],
        ),
        ("UPDATE matches SET game = 'chess'", ["unknown-game"]),
        ("UPDATE results SET score = score + 1", ["results"]),
        ("UPDATE results SET best_play = best_play + 1 WHERE seat = 0", ["results"]),
        ("UPDATE results SET slips = 0", ["results"]),
        ("UPDATE results SET place = 1, rated = 0", ["results"]),
        ("DELETE FROM results WHERE seat = 2", ["results"]),
    ],
)
async def test_what_does_not_fit_together_is_found(hall: Hall, damage: str, codes: list[str]) -> None:
    match_id = await hall.match(ANNA, BEN, computers=1)
    await hall.service.resign(hall.person(BEN), match_id)
    await hall.play_out(match_id)
    assert isinstance(hall.store, SqlStore)
    await hall.store.database.write(lambda connection: connection.exec_driver_sql(damage))
    found = {number: findings async for number, findings in check(hall.store, GAMES)}
    assert [finding.code for finding in found[match_id]][: len(codes)] == codes
    assert all(str(match_id) in finding.say() for finding in found[match_id])
    await hall.store.database.write(lambda connection: connection.exec_driver_sql("DELETE FROM matches"))


async def test_the_entry_that_is_missing_is_named(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN)
    for _ in range(4):
        await hall.play(match_id)
    await hall.service.settled()
    stored = await hall.store.load(match_id)
    gap = replace(stored, entries=tuple(entry for entry in stored.entries if entry.seq != 9))
    (finding,) = findings(gap, GAMES)
    assert (finding.code, finding.data) == ("log-damaged", {"seq": 9})


async def test_a_match_that_would_never_go_on_by_itself_is_found(address: Path) -> None:
    async with hall_at(address) as hall:
        lobby, live = await hall.lobby(ANNA), await hall.match(ANNA, BEN)
        await hall.match(ANNA, BEN, turn_time=None)  # which has no time, and is right so
        assert isinstance(hall.store, SqlStore)
        damage = "UPDATE matches SET wake_at = NULL"
        await hall.store.database.write(partial(Connection.exec_driver_sql, statement=damage))
        wrong = [(each, finding.data) async for each, found in check(hall.store, GAMES) for finding in found]
        assert wrong == [(lobby, {"column": "wake_at"}), (live, {"column": "wake_at"})]
