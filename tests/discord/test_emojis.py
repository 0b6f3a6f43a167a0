"""The tile emojis come in the background, whatever Discord answers; letters stand in for them."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.client import emoji_pictures
from cogs.ui.emojis import PAUSES, full_name_of
from tests.discord.club import begin, bot_in, bot_of, club, open_lobby, take_turn
from tests.discord.simkit import Discord, Start
from tests.discord.wire import FORBIDDEN, LOST_REPLY, RATE_LIMITED, SERVER_ERROR, Fault

FULL = Fault(400, 30008)
"""An application has 2,000 emojis at most."""
CREATE = "POST /applications/*/emojis"


async def there(sim: Discord) -> set[str]:
    return {emoji.name for emoji in await bot_of(sim).fetch_application_emojis()}


def ours() -> set[str]:
    return {full_name_of(name, picture) for name, picture in emoji_pictures().items()}


@pytest.mark.parametrize("fault", [RATE_LIMITED, SERVER_ERROR, FULL, LOST_REPLY], ids=str)
@pytest.mark.parametrize("pattern", [CREATE, "GET /applications/*/emojis"])
async def test_what_fails_is_tried_again_later(tmp_path: Path, fault: Fault, pattern: str) -> None:
    sim = Discord(bot_in(tmp_path))
    sim.wire.fail(fault, pattern, skip=3 if pattern == CREATE else 0, times=2)
    async with sim.running():
        await sim.settle()
        assert lacking(sim)
        assert bot_of(sim).app.emojis.or_letters(lacking(sim)[0]) == lacking(sim)[0]
        await sim.pass_time(PAUSES[0])
        assert lacking(sim)
        await sim.pass_time(PAUSES[1])
        assert not lacking(sim)
        assert await there(sim) == ours()


def lacking(sim: Discord) -> list[str]:
    return [name for name in emoji_pictures() if not bot_of(sim).app.emojis.find(name)]


async def test_a_refusal_is_not_asked_for_again(tmp_path: Path) -> None:
    sim = Discord(bot_in(tmp_path))
    sim.wire.fail(FORBIDDEN, CREATE, times=100)
    async with sim.running():
        await sim.pass_time(sum(PAUSES) * 2)
        assert len(sim.wire.failed) == 1
        await open_lobby(sim)


async def test_old_emojis_make_room_for_new_ones(start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sim = await club(start, tmp_path)
    changed = {**emoji_pictures(), "RC": emoji_pictures()["BX"]}
    monkeypatch.setattr("bot.client.emoji_pictures", lambda: changed)
    sim.wire.fail(FULL, CREATE)
    await sim.restart()
    await sim.settle()
    assert len(await there(sim)) == len(changed) - 1
    await sim.pass_time(PAUSES[0])
    assert await there(sim) == {full_name_of(name, picture) for name, picture in changed.items()}


async def test_emojis_of_others_stay(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    picture = emoji_pictures()["RC"]
    await bot_of(sim).create_application_emoji(name="somebody_s_own", image=picture)
    await bot_of(sim).create_application_emoji(name="qwibot_RC_00000000", image=picture)
    await sim.restart()
    await sim.settle()
    assert await there(sim) == ours() | {"somebody_s_own"}


async def test_emojis_are_in_texts_and_selects(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    await begin(sim)
    mover = await take_turn(sim)
    assert "<:qwibot_" in mover.newest("Match 1").text
