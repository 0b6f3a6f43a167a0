"""Whether everything that is kept of the matches fits together: the logs, the rules, and the columns made from them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.core.audit import Line, audit
from bot.core.codec import AnyGame, codec_of
from bot.core.errors import MatchError, QwibotError, StoreError
from bot.core.fairness import Stream, commitment, match_key
from bot.core.lateness import wake_at
from bot.core.match_events import Acted, is_match_event
from bot.core.results import results
from bot.core.store import Match, Result, Status, Store, Stored
from bot.core.table import Table, Times, project, replay
from bot.core.text import DEFAULT_LANGUAGE, Words


@dataclass(frozen=True, slots=True)
class Finding:
    """Something wrong with a match of the game."""

    match: int
    game: str
    code: str
    data: Mapping[str, Any] = field(default_factory=dict)

    def say(self, language: str = DEFAULT_LANGUAGE) -> str:
        """The finding in words (``check.…``)."""
        return Words(self.game, language).say(f"check.{self.code}", **self.data, match=self.match)


async def check(store: Store, games: Mapping[str, AnyGame]) -> AsyncIterator[tuple[int, tuple[Finding, ...]]]:
    """Every match with what is wrong about it, the oldest first."""
    for match_id in await store.all_matches():
        try:
            stored = await store.load(match_id)
        except MatchError:
            continue  # gone meanwhile
        yield match_id, tuple(findings(stored, games, await store.results(match_id)))


def findings(stored: Stored, games: Mapping[str, AnyGame], kept: Sequence[Result] | None = None) -> Iterator[Finding]:
    """All that is wrong with one match, and with the results that are kept of it, where they are given.

    What does not replay is not looked into further.
    """
    match = stored.match
    if match.game not in games:
        yield Finding(match.id, "core", "unknown-game", {"game": match.game})
        return
    try:
        table = replay(games[match.game], match, stored.entries)
    except StoreError as error:
        yield Finding(match.id, match.game, "log-damaged", {"seq": error.data["seq"]})
        return
    yield from _columns(table, stored)
    yield from _rules(table, stored)
    if kept is not None and tuple(kept) != (results(table) if match.status is Status.FINISHED else ()):
        yield Finding(match.id, match.game, "results")


def _columns(table: Table, stored: Stored) -> Iterator[Finding]:
    match, opened = stored.match, table.company.opened
    times = Times(match.deadline, match.reminder_at, match.wake_at, match.given_back)
    by_log = project(table, match.seq, match.stream_position, times)
    wrong = [name for name in Match.__slots__ if getattr(match, name) != getattr(by_log, name)]
    settled = {
        "turn_time": None if match.turn_time is None else round(match.turn_time.total_seconds()),
        "when_late": match.when_late,
        "rated": match.rated,
        "commitment": match.commitment,
    }
    wrong += [name for name, value in settled.items() if getattr(opened, name) != value]
    if commitment(match.secret) != match.commitment:
        wrong.append("secret")
    if stored.holders != table.company.holders:
        wrong.append("holders")
    if (match.wake_at is None) != (not match.status.open or wake_at(table, match.deadline, match.reminder_at) is None):
        wrong.append("wake_at")  # nothing would ever go on there by itself, or always
    for name in wrong:
        yield Finding(match.id, match.game, "column", {"column": name})


def _rules(table: Table, stored: Stored) -> Iterator[Finding]:
    """Judge the match again, action by action."""
    match, started = stored.match, table.company.started
    if started is None or match.rules_version != table.game.rules_version:
        return
    codec = codec_of(table.game)
    stream = Stream(match_key(match.secret, started.interaction))
    try:
        found = audit(table.game, started.ages, codec.read_options(match.options), stream, _lines(table, stored))
    except QwibotError as error:
        yield Finding(match.id, match.game, "start", {"refusal": error})
        return
    if found.fault is not None:
        yield Finding(match.id, match.game, found.fault.code, {"seq": found.fault.seq, "refusal": found.fault.refusal})
    elif stream.position != match.stream_position:
        yield Finding(match.id, match.game, "column", {"column": "stream_position"})


def _lines(table: Table, stored: Stored) -> Iterator[Line]:
    codec = codec_of(table.game)
    for entry in stored.entries:
        event = codec.event(entry)
        if isinstance(event, Acted):
            yield Line(entry.seq, action=codec.read_action(event.action))
        elif not is_match_event(entry.kind):
            yield Line(entry.seq, event=event)
