"""What follows an event without anybody's choice: moved labels, the end, the starter, passes (RULES 1)."""

from __future__ import annotations

from itertools import chain

from bot.games.base import Outcome, Presence, Step, rank
from bot.games.qwirkle.evolution import evolve
from bot.games.qwirkle.moves import any_fits
from bot.games.qwirkle.opening import find_starter
from bot.games.qwirkle.state import End, Ended, Event, LabelsMoved, Left, Passed, Phase, Played, State, TakenOver


def unfold(state: State | None, event: Event) -> Step[State, Event]:
    """The event and everything that follows it."""
    events = []
    following: Event | None = event
    while following is not None:
        state = evolve(state, following)
        events.append(following)
        following = _what_follows(state, following)
    assert state is not None, "an event leads to a state"
    return Step(state, tuple(events))


def _what_follows(state: State, event: Event) -> Event | None:
    if state.phase is Phase.OVER:
        return None
    if isinstance(event, Played):
        labels = state.labels.moved_on(cell for cell, _ in event.play)
        if labels != state.labels:
            return LabelsMoved(labels)
    reason = _end_by_leaving(state, event) or _end(state)
    if reason is not None:
        return Ended(_outcome(state, reason))
    if state.active is None:
        return find_starter(state)
    if not state.bag and not any_fits(dict(state.board), state.hands[state.active]):
        return Passed(state.active)
    return None


def _end_by_leaving(state: State, event: Event) -> End | None:
    """RULES 1, Leaving. A match that was begun by computers alone ends so only once one of them leaves."""
    if not isinstance(event, Left | TakenOver):
        return None
    if Presence.PERSON not in state.presence:
        return End.ONLY_COMPUTERS
    if len(state.presence) - len(state.left) == 1:
        return End.LAST_PLAYER
    return None


def _end(state: State) -> End | None:
    """RULES 1, End, in its order of precedence. What is checked can change with a play, an exchange or a leaving."""
    if any(not hand and seat not in state.left for seat, hand in enumerate(state.hands)):
        return End.HAND_EMPTY
    # Newest tiles first: there the board is most open, and the search is short.
    if any_fits(dict(reversed(state.board)), chain(state.bag, *state.hands)):
        return None
    return End.DEAD_BOARD if state.bag else End.NO_PLAY


def _outcome(state: State, reason: End) -> Outcome:
    places = None if reason is End.ONLY_COMPUTERS else rank(state.scores, state.left)
    return Outcome(reason, state.scores, places)
