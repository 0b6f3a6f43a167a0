"""A whole match judged again: every action by the rules, every event by the rules and the published stream. Pure.

What the log says is only compared, never trusted: the state is made anew from the actions alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from bot.core.codec import AnyGame
from bot.core.errors import QwibotError
from bot.core.fairness import Stream
from bot.games.base import Outcome, Player


@dataclass(frozen=True, slots=True)
class Line:
    """An entry that counts: an action of the game, or an event of it."""

    seq: int
    action: Any = None
    event: Any = None


@dataclass(frozen=True, slots=True)
class Fault:
    """The first entry that is not as it must be.

    "action": the rules refuse it, with ``refusal``; "event": it does not follow; "missing": something else follows.
    """

    seq: int
    code: str
    refusal: QwibotError | None = None


@dataclass(frozen=True, slots=True)
class Audit:
    """What judging a match again gave."""

    fault: Fault | None
    actions: int
    events: int
    outcome: Outcome | None


def audit(game: AnyGame, ages: Sequence[int | None], options: Any, stream: Stream, lines: Iterable[Line]) -> Audit:
    """Judge a match from its beginning; QwibotError where the rules know no such match."""
    step = game.setup([Player(age) for age in ages], options, stream)
    state, awaited = step.state, list(reversed(step.events))
    actions = events = last = 0

    def result(fault: Fault | None) -> Audit:
        return Audit(fault, actions, events, game.outcome(state))

    for line in lines:
        last = line.seq
        if line.action is None:
            expected = awaited.pop() if awaited else None
            if expected != line.event:
                return result(Fault(line.seq, "event"))
            events += 1
            continue
        if awaited:
            return result(Fault(line.seq, "missing"))
        try:
            step = game.apply(state, line.action, stream)
        except QwibotError as refusal:
            return result(Fault(line.seq, "action", refusal))
        state, awaited = step.state, list(reversed(step.events))
        actions += 1
    return result(Fault(last + 1, "missing") if awaited else None)
