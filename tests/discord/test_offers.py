"""What autocomplete offers: where it cannot, nothing, and nobody is woken for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.core.errors import StoreError
from tests.discord.club import begin, bot_of, club
from tests.discord.simkit import Start
from tests.discord.wire import EVERY_FAULT, Fault

OFFERS = (
    ("/qwirkle play", "move"),
    ("/qwirkle exchange", "tiles"),
    ("/qwirkle start", "time"),
    ("/qwixx mark", "move"),
    ("/match remove", "seat"),
    ("/match show", "match"),
)


@pytest.mark.parametrize("fault", EVERY_FAULT, ids=str)
async def test_an_offer_that_does_not_get_through_is_no_fault(start: Start, tmp_path: Path, fault: Fault) -> None:
    sim = await club(start, tmp_path)
    await begin(sim)
    for command, option in OFFERS:
        sim.wire.fail(fault, "POST /interactions/*")
        offered = await sim.people[0].offers(command, option, "")
        assert offered == [] or fault.lost
    assert len(sim.wire.failed) == len(OFFERS)


async def test_nothing_is_offered_from_a_store_that_cannot_be_read(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sim = await club(start, tmp_path)
    await begin(sim)
    service = bot_of(sim).app.service

    async def fail(*_: object) -> object:
        raise StoreError("store-busy")

    for name in ("of_player", "in_channel", "look", "glance"):
        monkeypatch.setattr(service, name, fail)
    for command, option in OFFERS:
        if option != "time":
            assert await sim.people[0].offers(command, option, "") == []
