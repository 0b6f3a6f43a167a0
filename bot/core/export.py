"""A match as a file that anybody can read and, once the match is over, check (:mod:`bot.core.verify`).

Nobody's id is in it: people are named by their names, and their accounts only by which is older.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bot.core.codec import codec_of
from bot.core.happened import as_seen_by
from bot.core.match_events import Acted, is_match_event
from bot.core.scribe import Logged
from bot.core.store import Holder, Status
from bot.core.table import Table
from bot.games.base import Outcome

FORMAT = "qwibot-match-1"


def export(table: Table, log: Sequence[Logged], names: Mapping[int, str]) -> dict[str, Any]:
    """The match as JSON: whole once it is over, else what a spectator may know, and without the secret."""
    match, company = table.match, table.company
    started = company.started
    return {
        "format": FORMAT,
        "game": match.game,
        "rules_version": match.rules_version,
        "match": match.id,
        "status": match.status.value,
        "started_at": None if match.started_at is None else match.started_at.isoformat(),
        "ended_at": None if match.ended_at is None else match.ended_at.isoformat(),
        "options": json.loads(match.options),
        "commitment": match.commitment,
        "secret": None if match.status.open else match.secret.hex(),
        # As text: the numbers of many languages are not long enough for it.
        "interaction": None if started is None else str(started.interaction),
        "seats": _seats(table, names),
        "log": list(_lines(table, log)),
        "result": _result(table),
    }


def _seats(table: Table, names: Mapping[int, str]) -> list[dict[str, Any]]:
    company = table.company
    ages = company.ages() if company.started is None else company.started.ages
    return [
        {
            "seat": seat,
            "age": ages[seat],
            "holders": [_holder(holder, names) for holder in company.holders if holder.seat == seat],
        }
        for seat in range(company.size())
    ]


def _holder(holder: Holder, names: Mapping[int, str]) -> dict[str, Any]:
    who = {"computer": holder.level} if holder.player is None else {"name": names.get(holder.player)}
    return {**who, "took_over": holder.took_over, "left": holder.left_at is not None}


def _lines(table: Table, log: Sequence[Logged]) -> Iterator[dict[str, Any]]:
    """The actions and the game's events, in order; of a running match only what a spectator may see."""
    codec = codec_of(table.game)
    state = None
    for logged in log:
        seen = as_seen_by(None, table, logged)
        if isinstance(logged.event, Acted):
            if seen is not None:
                yield _action_line(logged, logged.event)
        elif not is_match_event(logged.event.kind):
            if seen is not None:
                notation = table.game.note(state, seen.event)
                yield {"seq": logged.seq, "event": codec.event_object(seen.event), "notation": notation}
            state = table.game.evolve(state, logged.event)


def _action_line(logged: Logged, acted: Acted) -> dict[str, Any]:
    return {
        "seq": logged.seq,
        "at": logged.at.isoformat(),
        "turn": acted.turn,
        "phase": acted.phase,
        "how": acted.how.value,
        "action": dict(acted.action),
    }


def _result(table: Table) -> dict[str, Any] | None:
    """How it ended; None while it runs. Without places there is no result."""
    end = table.company.end
    if end is None:
        return None
    outcome: Outcome | None = None if table.state is None else table.game.outcome(table.state)
    result: dict[str, Any] = {"reason": end.reason, "scores": None, "places": None}
    if table.match.status is Status.FINISHED and outcome is not None and outcome.places is not None:
        result |= {"scores": list(outcome.scores), "places": list(outcome.places)}
    return result
