"""RULES 1, Material: a hand is seen by its player alone; and what a view tells."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from bot.games.base import Leave, Presence, Skip
from bot.games.qwirkle import QWIRKLE
from bot.games.qwirkle.board import Axis, Cell, Line
from bot.games.qwirkle.state import (
    Dealt,
    Exchange,
    Exchanged,
    LastPlay,
    Left,
    OpeningRule,
    Options,
    Phase,
    Play,
    Played,
    StarterFound,
)
from bot.games.qwirkle.tiles import ALL_TILES, Tile
from bot.games.qwirkle.views import remaining
from tests.games.qwirkle.positions import apply, before_opening, board, match_with, play, start, tiles

ON = board("RC RS")


def test_a_view() -> None:
    state = replace(match_with("RD BC", "OC", "GC", on=ON, bag="PC PS PD PT"), scores=(1, 2, 3))
    state = apply(apply(state, Leave(2)).state, Play(0, play("RD 2 0"))).state
    view = QWIRKLE.view(state, 0)
    assert (view.seat, view.phase, view.turn, view.active, view.awaited) == (0, Phase.PLAY, 2, 1, (1,))
    assert view.presence == (Presence.PERSON, Presence.PERSON, Presence.LEFT)
    assert (view.hand, view.hand_counts, view.bag_count) == (state.hands[0], (6, 1, 0), 0)
    assert view.scores == (4, 2, 3)
    assert dict(view.board) == ON | {Cell(2, 0): Tile.RD}
    assert view.last_play == LastPlay(0, play("RD 2 0"), (Line(Cell(0, 0), Axis.ROW, 3),), 3, 0)
    assert (view.left, view.outcome, view.opening_size) == ((2,), None, None)
    spectator = QWIRKLE.view(state, None)
    assert spectator == replace(view, seat=None, hand=None)


def test_the_number_to_open_with_is_for_whose_turn_it_is() -> None:
    state = before_opening("RC RS BC", "RC").state
    assert QWIRKLE.view(state, 0).opening_size == 2
    assert QWIRKLE.view(state, 1).opening_size is None
    assert QWIRKLE.view(state, None).opening_size is None
    free = before_opening("RC RS BC", "RC", options=Options(OpeningRule.FREE)).state
    assert QWIRKLE.view(free, 0).opening_size is None
    assert QWIRKLE.view(state, None).numbers == (2, 1)


def test_tiles_left() -> None:
    """What a seat has not seen: neither on the board nor in its own hand; a spectator sees the board alone."""
    state = match_with("RC RC BX", "OC", on=ON)
    own = remaining(QWIRKLE.view(state, 0))
    assert (own[Tile.RC], own[Tile.BX], own[Tile.RS], own[Tile.OC]) == (0, 2, 2, 3)
    assert sum(own.values()) == 103
    assert Counter(remaining(QWIRKLE.view(state, None))) == Counter(ALL_TILES) - Counter(tiles("RC RS"))


def test_tiles_that_left_with_a_player_are_unseen() -> None:
    state = apply(match_with("RD BC", "OC RT", "RV", on=ON, bag=""), Leave(1)).state
    assert state.out == tiles("OC RT")
    assert remaining(QWIRKLE.view(state, 0))[Tile.OC] == 3


def test_dealt_is_seen_by_each_for_itself() -> None:
    dealt = start(3).events[1]
    assert isinstance(dealt, Dealt)
    assert QWIRKLE.redact(dealt, 1) == Dealt((None, dealt.hands[1], None), None)
    assert QWIRKLE.redact(dealt, None) == Dealt((None, None, None), None)


def test_drawn_tiles_are_seen_by_their_owner() -> None:
    event = apply(match_with("RD BC", "OC", on=ON, bag="PC PS"), Play(0, play("RD 2 0"))).events[0]
    assert isinstance(event, Played)
    assert event.drawn == tiles("PS PC")
    assert QWIRKLE.redact(event, 0) == event
    for other in (1, None):
        assert QWIRKLE.redact(event, other) == replace(event, drawn=None)
    assert event.drawn_count == 2


def test_of_exchanged_tiles_others_see_the_number() -> None:
    event = apply(match_with("RD BC", "OC", on=ON, bag="PC PS"), Exchange(0, tiles("RD"))).events[0]
    assert QWIRKLE.redact(event, 0) == Exchanged(0, 1, tiles("RD"), tiles("PS"), None)
    for other in (1, None):
        assert QWIRKLE.redact(event, other) == Exchanged(0, 1, None, None, None)


def test_the_hand_of_a_leaver_is_not_shown() -> None:
    event = apply(match_with("RD BC", "OC", "GC", on=ON), Leave(0)).events[0]
    assert QWIRKLE.redact(event, 0) == Left(0, 2, tiles("RD BC"), None)
    for other in (1, None):
        assert QWIRKLE.redact(event, other) == Left(0, 2, None, None)


def test_what_is_open_is_not_redacted() -> None:
    state = match_with("RD BC", "OC", on=ON)
    for event in (start().events[0], StarterFound(0, (1, 2)), *apply(state, Skip(0)).events):
        assert QWIRKLE.redact(event, None) == event


def test_state_cannot_be_made_from_what_is_redacted() -> None:
    first, dealt, _ = start().events
    state = QWIRKLE.evolve(None, first)
    with pytest.raises(ValueError, match="hide tiles"):
        QWIRKLE.evolve(state, QWIRKLE.redact(dealt, 0))
