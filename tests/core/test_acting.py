"""Actions of a running match: whose, for which moment, and once."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.core.errors import RuleError, StaleError
from bot.core.match_events import Acted, Prepared, PreparedVoid
from bot.core.seats import Moment
from bot.core.store import Status, WhenLate
from bot.games.base import Leave, Skip, TakeOver
from bot.games.qwirkle.state import Exchange, Played
from bot.games.qwixx.state import ChooseWhite, GiveOrder, TakeBack
from tests.core.hall import ANNA, BEN, CLEO, DORA, HOUR, Hall, moment, refused


async def test_a_whole_match_is_played_to_its_result(hall: Hall) -> None:
    for game in ("qwirkle", "qwixx"):
        match_id = await hall.match(ANNA, BEN, game=game, computers=1)
        over = await hall.play_out(match_id)
        assert over.match.status is Status.FINISHED
        assert over.outcome is not None
        assert (over.match.deadline, over.to_act, over.match.phase) == (None, frozenset(), "over")
        with refused("match-over"):
            await hall.service.resign(hall.person(ANNA), match_id)


async def test_an_action_is_logged_before_what_follows_from_it(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN)
    (player,) = await hall.awaited(match_id)
    action, meant = await hall.choice(match_id, player)
    happened = await hall.service.act(hall.person(player), match_id, action, meant)
    acted, played = (logged.event for logged in happened.events_for(player))
    assert isinstance(acted, Acted)
    assert (acted.by, acted.seat, acted.turn, acted.phase) == (player, action.seat, 1, "opening")
    assert isinstance(played, Played)
    assert played.play == tuple(sorted(action.play))


async def test_only_who_sits_there_acts_for_a_seat(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN)
    (player,) = await hall.awaited(match_id)
    other = BEN if player == ANNA else ANNA
    action, meant = await hall.choice(match_id, player)
    with refused("not-your-seat"):
        await hall.service.act(hall.person(other), match_id, action, meant)
    with refused("not-seated"):
        await hall.service.act(hall.person(CLEO, moderator=True), match_id, action, meant)
    with refused("not-your-turn"):
        out_of_turn = replace(action, seat=1 - action.seat)
        await hall.service.act(hall.person(other), match_id, out_of_turn, meant)
    assert await hall.kinds(match_id, (await hall.seq(match_id)) - 1) == ["starter-found"]


@pytest.mark.parametrize("kind", [Leave, Skip, lambda seat: TakeOver(seat, computer=True)])
async def test_what_only_the_service_may_do_is_no_action(hall: Hall, kind: Any) -> None:
    """A seat that skips itself would escape the rules; one that takes itself over would be a computer's."""
    match_id = await hall.match(ANNA, BEN)
    (player,) = await hall.awaited(match_id)
    now = await hall.look(match_id)
    seat = now.seat_of(player)
    with refused("not-an-action"):
        await hall.service.act(hall.person(player), match_id, kind(seat), moment(now))
    with refused("not-an-action"):
        await hall.service.prepare(hall.person(player), match_id, kind(seat))


async def test_what_the_rules_refuse_changes_nothing(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN)
    (player,) = await hall.awaited(match_id)
    await hall.service.settled()
    before = await hall.store.load(match_id)
    now = await hall.look(match_id)
    action = Exchange(now.seat_of(player) or 0, now.view_for(player).hand[:1])
    with pytest.raises(RuleError):
        await hall.service.act(hall.person(player), match_id, action, moment(now))
    assert await hall.store.load(match_id) == before


async def test_a_stale_action_is_told_what_has_happened_since(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN)
    (player,) = await hall.awaited(match_id)
    action, meant = await hall.choice(match_id, player)
    played = await hall.service.act(hall.person(player), match_id, action, meant)
    await hall.play(match_id)
    with pytest.raises(StaleError) as caught:
        await hall.service.act(hall.person(player), match_id, action, meant)
    since = caught.value.data["since"]
    assert isinstance(since, tuple)
    assert since[:2] == played.events_for(player)
    assert [logged.event.kind for logged in since] == ["match.acted", "played", "played"]


async def test_a_moment_that_never_was_is_stale_too(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN)
    (player,) = await hall.awaited(match_id)
    action, meant = await hall.choice(match_id, player)
    for wrong in (replace(meant, turn=99), replace(meant, phase="play"), Moment(0, "")):
        with pytest.raises(StaleError) as caught:
            await hall.service.act(hall.person(player), match_id, action, wrong)
        assert caught.value.data["since"] == ()


async def test_the_same_action_twice_is_applied_once(hall: Hall) -> None:
    """The second time answers as the first did, also when the match has moved on."""
    match_id = await hall.match(ANNA, BEN)
    (player,) = await hall.awaited(match_id)
    action, meant = await hall.choice(match_id, player)
    first = await hall.service.act(hall.person(player), match_id, action, meant, "panel-1")
    seq = await hall.seq(match_id)
    again = await hall.service.act(hall.person(player), match_id, action, meant, "panel-1")
    assert (first.repeated, again.repeated) == (False, True)
    assert again.events_for(player) == first.events_for(player)
    assert await hall.seq(match_id) == seq
    await hall.play(match_id)
    late = await hall.service.act(hall.person(player), match_id, action, meant, "panel-1")
    assert (late.repeated, late.events_for(player)) == (True, first.events_for(player))


async def test_a_repeated_action_that_would_be_legal_again_is_applied_once(hall: Hall) -> None:
    """In Qwixx a choice can be changed: the rules alone would take the same one twice."""
    match_id = await hall.match(ANNA, BEN, CLEO, game="qwixx")
    player = (await hall.awaited(match_id))[0]
    now = await hall.look(match_id)
    seat = now.seat_of(player)
    assert seat is not None
    anna = hall.person(player)
    first = await hall.service.act(anna, match_id, ChooseWhite(seat, None), moment(now))
    again = await hall.service.act(anna, match_id, ChooseWhite(seat, None), moment(now))
    assert again.repeated
    assert again.events_for(player) == first.events_for(player)
    changed = await hall.service.act(hall.person(player), match_id, TakeBack(seat), moment(now))
    assert not changed.repeated


async def test_an_interaction_is_its_actions_id(hall: Hall) -> None:
    lobby = await hall.lobby(ANNA)
    ben = hall.person(BEN)
    first = await hall.service.join(ben, lobby)
    again = await hall.service.join(ben, lobby)
    assert again.repeated
    assert again.events_for(None) == first.events_for(None)
    assert [holder.player for holder in again.seated] == [ANNA, BEN]


async def test_a_choice_is_hidden_until_it_is_applied(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN, game="qwixx")
    now = await hall.look(match_id)
    option = now.view_for(ANNA).white_options[0]
    told = await hall.service.act(hall.person(ANNA), match_id, ChooseWhite(0, option.mark), moment(now))
    acted, chose = (logged.event for logged in told.events_for(ANNA))
    assert (acted.action["kind"], chose.choice.mark) == ("white", option.mark)
    for viewer in (BEN, CLEO, None):
        (hidden,) = (logged.event for logged in told.events_for(viewer))
        assert (hidden.seat, hidden.choice) == (0, None)


async def test_a_standing_order_is_its_owners_alone(hall: Hall) -> None:
    """RULES 2, Automatic passes: seen by its owner alone; others do not even learn whose it is."""
    match_id = await hall.match(ANNA, BEN, game="qwixx")
    now = await hall.look(match_id)
    told = await hall.service.act(hall.person(BEN), match_id, GiveOrder(1, 3), moment(now))
    assert [logged.event.kind for logged in told.events_for(BEN)][:2] == ["match.acted", "order"]
    for viewer in (ANNA, None):
        assert not {"match.acted", "order"} & {logged.event.kind for logged in told.events_for(viewer)}


# Drafts


async def test_a_draft_is_kept_until_its_player_acts(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN)
    for text in ("first", "second"):
        await hall.service.draft(hall.person(ANNA), match_id, text)
        await hall.service.draft(hall.person(BEN), match_id, text)
    draft = await hall.service.draft_of(ANNA, match_id)
    assert draft is not None
    assert (draft.payload, draft.turn) == ("second", 1)
    acted = (await hall.awaited(match_id))[0]
    await hall.play(match_id)
    for player in (ANNA, BEN):
        assert (await hall.service.draft_of(player, match_id) is None) == (player == acted)
    await hall.service.drop_draft(BEN, match_id)
    await hall.service.drop_draft(ANNA, match_id)
    assert await hall.store.drafts(match_id) == ()


async def test_drafts_go_with_who_leaves_and_with_the_match(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN, CLEO, DORA)
    for player in (ANNA, BEN, CLEO, DORA):
        await hall.service.draft(hall.person(player), match_id, "a play")
    await hall.service.resign(hall.person(BEN), match_id)
    assert {draft.player for draft in await hall.store.drafts(match_id)} == {ANNA, CLEO, DORA}
    await hall.service.remove(hall.person(DORA, moderator=True), match_id, 0)
    assert {draft.player for draft in await hall.store.drafts(match_id)} == {CLEO, DORA}
    await hall.service.end(hall.person(DORA, moderator=True), match_id)
    assert await hall.store.drafts(match_id) == ()


async def test_who_skips_another_keeps_the_own_draft(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN, when_late=WhenLate.WAIT)
    (late,) = await hall.awaited(match_id)
    other = BEN if late == ANNA else ANNA
    await hall.service.draft(hall.person(other), match_id, "a play")
    hall.clock.time += 24 * HOUR
    now = await hall.look(match_id)
    await hall.service.skip(hall.person(other), match_id, min(now.to_act), moment(now))
    assert await hall.service.draft_of(other, match_id) is not None


async def test_only_the_seated_draft_and_not_without_end(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN)
    with refused("not-seated"):
        await hall.service.draft(hall.person(CLEO), match_id, "a play")
    with refused("draft-too-long"):
        await hall.service.draft(hall.person(ANNA), match_id, "x" * 5000)
    with refused("not-started"):
        await hall.service.draft(hall.person(ANNA), await hall.lobby(ANNA), "a play")


# Prepared plays


async def test_a_prepared_play_is_played_when_its_turn_comes(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN)
    first = (await hall.awaited(match_id))[0]
    second = BEN if first == ANNA else ANNA
    now = await hall.look(match_id)
    seat = now.seat_of(second)
    assert seat is not None
    exchange = Exchange(seat, now.view_for(second).hand[:2])
    prepared = await hall.service.prepare(hall.person(second), match_id, exchange)
    assert [logged.event for logged in prepared.events_for(second)] == [
        Prepared(second, {"seat": seat, "tiles": list(exchange.tiles), "kind": "exchange"})
    ]
    assert prepared.events_for(first) == prepared.events_for(None) == ()
    assert prepared.prepared_by(second) == exchange
    await hall.play(match_id)
    await hall.service.settled()
    now = await hall.look(match_id)
    assert now.match.turn == 3
    assert now.prepared_by(second) is None
    assert await hall.kinds(match_id, (await hall.seq(match_id)) - 2) == ["match.acted", "exchanged"]


async def test_a_prepared_play_that_is_no_longer_legal_is_void(hall: Hall) -> None:
    """DESIGN 2 and RULES: void when no longer legal, with a word to its owner alone."""
    match_id = await hall.match(ANNA, BEN)
    first = (await hall.awaited(match_id))[0]
    second = BEN if first == ANNA else ANNA
    seat = (await hall.look(match_id)).seat_of(second)
    assert seat is not None
    await hall.service.prepare(hall.person(second), match_id, Exchange(seat, ()))
    told = await hall.play(match_id)
    await hall.service.settled()
    news = await hall.service.since(match_id, told.last_seq)
    (void,) = (logged.event for logged in news.events_for(second))
    assert isinstance(void, PreparedVoid)
    assert news.events_for(first) == news.events_for(None) == ()
    assert await hall.awaited(match_id) == [second]
    await hall.play(match_id)


async def test_a_prepared_play_can_be_replaced_and_taken_back(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN)
    first = (await hall.awaited(match_id))[0]
    second = BEN if first == ANNA else ANNA
    now = await hall.look(match_id)
    seat = now.seat_of(second)
    assert seat is not None
    hand = now.view_for(second).hand
    await hall.service.prepare(hall.person(second), match_id, Exchange(seat, hand[:1]))
    replaced = await hall.service.prepare(hall.person(second), match_id, Exchange(seat, hand[1:2]))
    assert replaced.prepared_by(second) == Exchange(seat, hand[1:2])
    await hall.service.unprepare(hall.person(second), match_id)
    with refused("nothing-prepared"):
        await hall.service.unprepare(hall.person(second), match_id)
    await hall.play(match_id)
    await hall.service.settled()
    assert await hall.awaited(match_id) == [second]


async def test_who_can_act_now_prepares_nothing(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN)
    player = (await hall.awaited(match_id))[0]
    action, _ = await hall.choice(match_id, player)
    with refused("your-turn"):
        await hall.service.prepare(hall.person(player), match_id, action)
    with refused("not-seated"):
        await hall.service.prepare(hall.person(CLEO), match_id, action)
    other = BEN if player == ANNA else ANNA
    with refused("not-your-seat"):
        await hall.service.prepare(hall.person(other), match_id, action)


async def test_what_was_prepared_goes_with_who_leaves(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN, CLEO)
    (first,) = await hall.awaited(match_id)
    waiting = next(player for player in (ANNA, BEN, CLEO) if player != first)
    now = await hall.look(match_id)
    seat = now.seat_of(waiting)
    assert seat is not None
    await hall.service.prepare(hall.person(waiting), match_id, Exchange(seat, now.view_for(waiting).hand[:1]))
    gone = await hall.service.resign(hall.person(waiting), match_id)
    assert gone.prepared_by(waiting) is None
    await hall.play(match_id)
    await hall.service.settled()
    assert not (await hall.look(match_id)).match.computer_due
