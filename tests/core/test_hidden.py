"""What a running match hides comes out of the service to nobody but its owner (DESIGN 2)."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterable, Iterator
from dataclasses import fields
from random import Random

import pytest

from bot.core.errors import StaleError
from bot.core.happened import Happened
from bot.core.match_events import Acted, Private
from bot.core.scribe import Logged
from bot.core.store import Status
from bot.games.qwirkle.state import Exchange
from bot.games.qwixx.state import ChooseWhite, GiveOrder
from bot.games.registry import GAMES
from tests.core.hall import ANNA, BEN, CLEO, FINN, Hall, moment

VIEWERS = (ANNA, BEN, CLEO, FINN, None)
PEOPLE = (ANNA, BEN, CLEO)
NOBODYS = {"bag"}
"""Fields that nobody may see while the match runs."""
OWN = {"drawn", "returned", "hand", "choice", "limit", "order"}
"""Fields that only the player of the event's seat may see."""


def leaks(logged: Logged, seat: int | None, viewer: int | None) -> Iterator[str]:
    """What an event tells that its viewer, at a seat or not, may not know."""
    event = logged.event
    if isinstance(event, Private) and event.player != viewer:
        yield f"{event} for {viewer}"
    if isinstance(event, Acted) and event.seat != seat and event.action["kind"] not in ("leave", "skip", "take-over"):
        yield f"{event} for {viewer}"
    for field in fields(event):
        value = getattr(event, field.name)
        own = getattr(event, "seat", None) == seat and seat is not None
        if value is not None and (field.name in NOBODYS or (field.name in OWN and not own)):
            yield f"{event.kind}.{field.name} for {viewer}"
        if field.name == "hands":
            yield from (f"hand {place} for {viewer}" for place, hand in enumerate(value) if hand and place != seat)


def all_leaks(happened: Happened) -> Iterator[str]:
    for viewer in VIEWERS:
        seat = happened.seat_of(viewer)
        for logged in happened.events_for(viewer):
            yield from leaks(logged, seat, viewer)
        view = happened.view_for(viewer)
        if view is not None:
            own = next(getattr(view, name) for name in ("seat", "viewer") if hasattr(view, name))
            if own != seat:
                yield f"the view of seat {own} for {viewer}"
            if seat is None and any(getattr(view, name, None) is not None for name in ("hand", "choice", "order")):
                yield f"a view with secrets for {viewer}"
    if happened.match.secret or happened.match.stream_position:
        yield "the secret"


async def moments(hall: Hall, game: str, chance: Random) -> AsyncIterator[Happened]:
    """All that happens in a match in which people also prepare, exchange, give orders and leave."""
    match_id = await hall.match(*PEOPLE, game=game, computers=1)
    yield await hall.service.since(match_id, 0)
    for _ in range(60):
        await hall.service.settled()
        now = await hall.look(match_id)
        if not now.match.status.open:
            return
        for player in PEOPLE:
            seat = now.seat_of(player)
            if seat is not None and seat not in now.to_act and game == "qwirkle" and chance.random() < 0.3:
                exchange = Exchange(seat, now.view_for(player).hand[:1])
                yield await hall.service.prepare(hall.person(player), match_id, exchange)
            elif seat is not None and game == "qwixx" and chance.random() < 0.2:
                order = GiveOrder(seat, chance.randrange(5))
                yield await hall.service.act(hall.person(player), match_id, order, moment(now))
        if chance.random() < 0.03 and len(now.seated) > 3:
            yield await hall.service.resign(hall.person(next(iter(people_of(now)))), match_id)
        elif waiting := await hall.awaited(match_id):
            yield await hall.play(match_id, chance.choice(waiting))


def people_of(now: Happened) -> Iterable[int]:
    return (holder.player for holder in now.seated if holder.player is not None)


@pytest.mark.parametrize("game", list(GAMES))
@pytest.mark.parametrize("seed", range(3))
async def test_nothing_hidden_is_told(hall: Hall, game: str, seed: int) -> None:
    told = 0
    async for happened in moments(hall, game, Random(f"{game} {seed}")):
        if happened.match.status is Status.LIVE:
            assert list(all_leaks(happened)) == []
            told += 1
    assert told > 20
    whole = await hall.service.since(happened.match.id, 0)
    if whole.match.status is Status.LIVE:
        assert list(all_leaks(whole)) == []


@pytest.mark.parametrize("game", list(GAMES))
async def test_a_stale_error_hides_what_is_hidden(hall: Hall, game: str) -> None:
    match_id = await hall.match(*PEOPLE, game=game)
    now = await hall.look(match_id)
    while moment(await hall.look(match_id)) == moment(now):
        await hall.play(match_id)
    for viewer in PEOPLE:
        seat = (await hall.look(match_id)).seat_of(viewer)
        assert seat is not None
        mine = ChooseWhite(seat, None) if game == "qwixx" else Exchange(seat, ())
        with pytest.raises(StaleError) as caught:
            await hall.service.act(hall.person(viewer), match_id, mine, moment(now))
        since = caught.value.data["since"]
        assert isinstance(since, tuple)
        assert since
        assert [leak for logged in since for leak in leaks(logged, seat, viewer)] == []


@pytest.mark.parametrize("game", list(GAMES))
async def test_a_live_export_is_what_a_spectator_may_know(hall: Hall, game: str) -> None:
    match_id = await hall.match(*PEOPLE, game=game, computers=1)
    for _ in range(8):
        await hall.play(match_id)
        await hall.service.settled()
    now = await hall.look(match_id)
    hidden = [view.hand for view in map(now.view_for, PEOPLE)] if game == "qwirkle" else []
    kept = (await hall.store.load(match_id)).match
    exported = await hall.service.export(match_id)
    text = json.dumps(exported)
    assert exported["secret"] is None
    assert kept.secret.hex() not in text
    for hand in hidden:
        assert json.dumps(list(hand)) not in text
    for line in exported["log"]:
        assert "action" not in line
        event = line["event"]
        assert all(event.get(name) is None for name in NOBODYS | OWN)
        assert set(event.get("hands", [])) <= {None}


async def test_nothing_of_the_inside_is_in_what_is_printed(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN)
    kept = (await hall.store.load(match_id)).match
    now = await hall.look(match_id)
    for printed in (repr(now), repr(now.match)):
        assert repr(kept.secret) not in printed
    assert repr(kept.secret) not in repr(await hall.service.of_player(ANNA))


async def test_all_is_open_when_it_is_over(hall: Hall) -> None:
    """RULES 3: at the end the secret is shown, and everything with it but what was only prepared."""
    match_id = await hall.match(ANNA, BEN)
    await hall.play_out(match_id)
    whole = await hall.service.since(match_id, 0)
    assert len(whole.match.secret) == 32
    log = whole.events_for(None)
    assert sum(isinstance(logged.event, Acted) for logged in log) > 10
    (dealt,) = (logged.event for logged in log if logged.event.kind == "dealt")
    assert all(dealt.hands)
    assert dealt.bag


async def test_who_has_left_sees_what_a_spectator_sees(hall: Hall) -> None:
    match_id = await hall.match(*PEOPLE)
    left = await hall.service.resign(hall.person(BEN), match_id)
    assert left.view_for(BEN) == left.view_for(None)
    played = await hall.play(match_id)
    assert played.events_for(BEN) == played.events_for(None)
