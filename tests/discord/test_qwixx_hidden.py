"""What somebody has chosen, planned or ordered in Qwixx, nobody else can see until all have chosen."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tests.discord.club import begin, new_bots
from tests.discord.qwixx_play import by_turn, live, roll_these, tap, white_button
from tests.discord.seen import Seen
from tests.discord.simkit import Discord, MakeBot, Person

Choose = Callable[[Discord, Person], Awaitable[object]]


@pytest.fixture
def bots(tmp_path: Path) -> MakeBot:
    """Each with a database of its own."""
    return new_bots(tmp_path)


def _appearance(seen: Seen) -> str:
    pictures = tuple((picture.alt, picture.data) for picture in seen.pictures)
    buttons = tuple((button.title, button.custom_id, button.disabled, button.style) for button in seen.buttons)
    return repr((seen.private, seen.text, pictures, buttons, seen.selects, sorted(seen.pings)))


def _room(person: Person) -> list[str]:
    """All that is here; in which order two messages of one moment stand is nobody's secret."""
    return sorted(_appearance(message) for message in person.sees())


async def _white(sim: Discord, person: Person, row: str) -> Seen:
    return (await tap(person, row)).seen


async def red(sim: Discord, person: Person) -> None:
    await _white(sim, person, "red")


async def blue(sim: Discord, person: Person) -> None:
    await _white(sim, person, "blue")


async def nothing(sim: Discord, person: Person) -> None:
    await _white(sim, person, "Pass")


async def with_a_plan(sim: Discord, person: Person) -> None:
    panel = await _white(sim, person, "red")
    await person.chooses("green 3", of="Then a colored die", on=panel)


async def by_command(sim: Discord, person: Person) -> None:
    await person.types("/qwixx mark", move="white yellow")


async def all_that_others_see(bots: MakeBot, monkeypatch: pytest.MonkeyPatch, choose: Choose, who: int) -> object:
    """One and the same match, in which somebody chooses in one way; what the two others see and are answered."""
    monkeypatch.setattr("bot.core.matches.new_secret", lambda: bytes(32))
    roll_these(monkeypatch, (1, 5, 6, 1, 2, 5))
    async with Discord(bots, 3).running() as sim:
        await begin(sim, "qwixx")
        active, others = await by_turn(sim)
        chooser, *watchers = [active, *others] if who == 0 else [others[0], active, others[1]]
        await choose(sim, chooser)
        seen: list[object] = []
        for watcher in watchers:
            answers = [
                await tap(watcher, "My sheet"),
                await watcher.types("/qwixx sheet"),
                await watcher.types("/match show"),
                await tap(watcher, "Pass"),
            ]
            seen += [_appearance(answer.seen) for answer in answers]
            seen.append(await watcher.offers("/qwixx mark", "move", ""))
            if watcher is watchers[0]:
                back = await watcher.clicks("Take back", on=answers[-1].seen)
                seen.append(_appearance(back.seen))
            exported = (await watcher.types("/match export")).seen
            seen += [json.loads(data) for data in exported.files.values()]
            seen += _room(watcher)
            watcher.go(sim.channel)
            seen += _room(watcher)
            watcher.go(sim.rooms[-1])
        seen.append(_appearance(live(watchers[0])))
        return seen


@pytest.mark.parametrize("who", [0, 1], ids=["the active one", "another"])
async def test_what_is_chosen_changes_nothing_that_others_see(
    bots: MakeBot, monkeypatch: pytest.MonkeyPatch, who: int
) -> None:
    ways: list[Choose] = [red, blue, nothing, by_command]
    first, *rest = [await all_that_others_see(bots, monkeypatch, way, who) for way in ways]
    for other in rest:
        assert other == first


async def test_a_plan_changes_nothing_that_others_see_but_that_a_choice_was_made_again(
    bots: MakeBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def twice(sim: Discord, person: Person) -> None:
        panel = await _white(sim, person, "red")
        await person.clicks(white_button(panel, "blue"), on=panel)

    planned = await all_that_others_see(bots, monkeypatch, with_a_plan, 0)
    changed = await all_that_others_see(bots, monkeypatch, twice, 0)
    assert planned == changed


async def test_the_comparison_sees_whether_somebody_has_chosen(bots: MakeBot, monkeypatch: pytest.MonkeyPatch) -> None:
    async def not_yet(sim: Discord, person: Person) -> None:
        await sim.settle()

    chosen = await all_that_others_see(bots, monkeypatch, red, 1)
    assert chosen != await all_that_others_see(bots, monkeypatch, not_yet, 1)


def _edits(sim: Discord) -> int:
    return sum(call.kind.startswith("PATCH /channels/") for call in sim.wire.calls)


async def test_what_nobody_sees_is_no_edit_either(bots: MakeBot, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of each edit of the board Discord tells everybody who looks."""
    roll_these(monkeypatch, (1, 5, 6, 1, 2, 5))
    async with Discord(bots, 3).running() as sim:
        await begin(sim, "qwixx")
        active, (chooser, other) = await by_turn(sim)
        sheet = (await tap(chooser, "My sheet")).seen
        before = _edits(sim)
        await chooser.chooses("10 numbers or more", of="Standing order", on=sheet)
        assert _edits(sim) == before
        panel = await _white(sim, active, "red")
        assert _edits(sim) == before + 1
        panel = (await active.chooses("green 3", of="Then a colored die", on=panel)).seen
        await active.clicks(white_button(panel, "blue"), on=panel)
        assert _edits(sim) == before + 1
        await _white(sim, other, "red")
        assert _edits(sim) == before + 2


async def test_a_board_that_is_asked_for_is_shown_though_nothing_is_new(
    bots: MakeBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Discord(bots, 2).running() as sim:
        await begin(sim, "qwixx")
        before = _edits(sim)
        await sim.people[0].types("/match show")
        assert _edits(sim) == before + 1
