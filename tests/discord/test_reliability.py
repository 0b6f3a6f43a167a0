"""docs/RELIABILITY.md: faults that bots like this one are known for, and that no other test of ours is about."""

from __future__ import annotations

import ast
import re
from collections.abc import Awaitable, Callable
from datetime import timedelta
from functools import cache
from pathlib import Path

import pytest

from cogs.ui.control import OTHERS, OURS
from tests.discord import happenings
from tests.discord.club import awaited, begin, bot_in, club, finish, look, open_lobby, prepare, take_turn
from tests.discord.seen import Seen
from tests.discord.simkit import Answer, Start
from tests.discord.wire import Call, Fault

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "RELIABILITY.md").read_text(encoding="utf-8")
NAMED = re.findall(r"`([\w/]+\.py)::(\w+)`", PAGE)
TOKEN_DEAD = Fault(401, 50027)


def live(seen: list[Seen], button: str = "Play") -> Seen:
    return [each for each in seen if not each.private and each.has_button(button)][-1]


@pytest.mark.parametrize("game", ["qwirkle", "qwixx"])
async def test_a_message_is_pressed_after_a_week_and_a_restart(start: Start, tmp_path: Path, game: str) -> None:
    """Nothing of a control is in memory, and none has a time after which it is dead."""
    sim = await start(bot_in(tmp_path, timedelta(hours=6)))
    await begin(sim, game, time="none")
    (person, *_) = await awaited(sim)
    button = "Play" if game == "qwirkle" else "My sheet"
    message = live(person.sees(), button)
    await sim.pass_time(timedelta(days=7).total_seconds())
    await sim.restart()
    answer = await person.clicks(button, on=message)
    assert answer.private
    assert answer.seen.pictures
    assert "moved on" not in answer.text


async def test_every_press_and_command_is_acknowledged_before_anything_is_done(start: Start, tmp_path: Path) -> None:
    """Error 10062: whatever takes long comes after the first sign."""
    sim = await club(start, tmp_path)
    await begin(sim)
    (mover,) = await awaited(sim)
    firsts: list[Call] = []
    panel = await prepare(mover)
    acts: list[Callable[[], Awaitable[Answer]]] = [
        lambda: mover.clicks("Hand"),
        lambda: mover.clicks("⋯ More"),
        lambda: mover.types("/match show"),
        lambda: mover.types("/qwirkle hand"),
        lambda: finish(mover, panel),
    ]
    for act in acts:
        before = len(sim.wire.calls)
        await act()
        firsts.append(sim.wire.calls[before])
    assert {call.kind.rsplit("/", 1)[1] for call in firsts} == {"callback"}


async def test_what_is_public_needs_no_token(start: Start, tmp_path: Path) -> None:
    """A follow-up after a quarter of an hour: the public message goes through the channel."""
    sim = await club(start, tmp_path)
    await begin(sim)
    (mover,) = await awaited(sim)
    panel = await prepare(mover)
    await sim.pass_time(20 * 60)
    sim.wire.fail(TOKEN_DEAD, "* /webhooks/*", times=100)
    await finish(mover, panel)
    match = (await look(sim)).match
    assert match.turn == 2
    assert match.posted_seq == match.seq
    assert "points" in live(mover.sees()).text


async def test_an_edited_message_has_one_picture(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path, people=3)
    await begin(sim, "qwixx")
    message = live(sim.people[0].sees(), "My sheet")
    for person in (await awaited(sim))[:2]:
        await person.clicks("Pass")
        now = live(sim.people[0].sees(), "My sheet")
        assert now.id == message.id
        stored = sim.env.backend.get_message(now.room, now.id)
        assert len(now.pictures) == len(stored.attachments) == 1


@pytest.mark.parametrize("typed", ["", "N", "RC", "?"])
async def test_autocomplete_offers_25_at_most_of_a_match_in_memory(
    start: Start, tmp_path: Path, typed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Too slow, and Discord shows nothing: of a match that runs the store is asked only whether it moved on."""
    sim = await club(start, tmp_path)
    await begin(sim)
    for _ in range(3):
        await take_turn(sim)
    (mover,) = await awaited(sim)

    def not_now(*_: object) -> None:
        raise AssertionError("a match is replayed")

    monkeypatch.setattr("bot.core.ledger.replay", not_now)
    offered = await mover.is_offered("/qwirkle play", "move", typed)
    assert len(offered) <= 25
    assert offered or typed


async def test_who_is_not_there_any_more_keeps_a_name(start: Start, tmp_path: Path) -> None:
    """Names are kept when they are seen: nobody becomes unknown by going."""
    sim = await club(start, tmp_path)
    await begin(sim)
    mover = await take_turn(sim)
    await happenings.leave(sim, mover)
    await sim.restart()
    await take_turn(sim)
    text = "\n".join(seen.text for seen in sim.people[0].sees())
    assert mover.actor.name.title() in text
    assert "unknown" not in text.lower()


async def test_who_has_left_the_server_keeps_a_name_on_the_leaderboard(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, ben = sim.people
    await begin(sim)
    await ann.types("/match resign")
    await ann.clicks("Yes, resign")
    await happenings.leave(sim, ann)
    await sim.restart()
    ben.go(sim.channel)
    shown = (await ben.types("/leaderboard", game="qwirkle", by="best-score")).seen
    told = "\n".join((shown.text, *(picture.alt for picture in shown.pictures)))
    assert "Ann" in told
    assert "nknown" not in told


async def test_permissions_are_read_where_the_message_will_go(start: Start, tmp_path: Path) -> None:
    """The channel allowed and its threads denied, or the other way round."""
    sim = await club(start, tmp_path)
    ann, ben = sim.people
    await open_lobby(sim)
    await ben.clicks("Join")
    needs = {"send_messages_in_threads": "Send Messages in Threads", "send_messages": "Send Messages"}
    for denied, named in needs.items():
        await happenings.forbid(sim, denied)
        assert f"I need: {named}." in (await ann.clicks("Start")).text
        assert (await look(sim)).match.started_at is None
    await happenings.forbid(sim)
    await ann.clicks("Start")
    assert (await look(sim)).match.channel == sim.channel.threads[0].id


def test_ids_of_controls_are_ours_or_nobodys() -> None:
    """Two patterns that fit one id would both answer it."""
    for id_ in ("q1:qwirkle-play:1:2:play", "q1:lobby-join:5", "q0:play:1", "toy1:tap:3", "", "q1:"):
        assert bool(OURS.fullmatch(id_)) != bool(re.fullmatch(OTHERS, id_))


# The page itself


@cache
def names_in(file: str) -> frozenset[str]:
    tree = ast.parse((ROOT / "tests" / file).read_text(encoding="utf-8"))
    return frozenset(
        node.name
        for node in ast.walk(tree)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name.startswith("test_")
    )


@pytest.mark.parametrize(("file", "name"), sorted(set(NAMED)))
def test_every_test_that_the_page_names_exists(file: str, name: str) -> None:
    assert (ROOT / "tests" / file).is_file()
    assert name in names_in(file)


def test_each_fault_on_the_page_has_a_test() -> None:
    rows = [line for line in PAGE.splitlines() if line.startswith("| ") and not line.startswith(("| Seen", "|---"))]
    assert len(rows) >= 28
    assert [row for row in rows if "::test_" not in row] == []
