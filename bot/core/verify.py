"""Whether an exported match (:mod:`bot.core.export`) is what the rules and the bot's commitment make of it (RULES 3).

A file is a stranger's: whatever it holds, there is a verdict in words or an InputError.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import TypeAdapter, ValidationError

from bot.core.audit import Line, audit
from bot.core.codec import AnyGame, Codec, codec_of, reason_of
from bot.core.errors import InputError, RuleError
from bot.core.export import FORMAT
from bot.core.fairness import SECRET_BYTES, Stream, commitment, match_key
from bot.core.text import DEFAULT_LANGUAGE, Words
from bot.games.base import Outcome

LARGEST_FILE = 20_000_000
"""Bytes; the longest match makes a file of less than one million."""

_SECRET = re.compile(rf"[0-9a-f]{{{2 * SECRET_BYTES}}}")
_INTERACTION = re.compile(r"[0-9]{1,20}")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found about a match of the game."""

    game: str
    right: bool
    code: str
    data: Mapping[str, Any] = field(default_factory=dict)

    def say(self, language: str = DEFAULT_LANGUAGE) -> str:
        """The verdict in words (``verify.…``)."""
        return Words(self.game, language).say(f"verify.{self.code}", **self.data)


@dataclass(frozen=True, slots=True)
class _Seat:
    age: int | None


@dataclass(frozen=True, slots=True)
class _Result:
    scores: tuple[int, ...] | None
    places: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class _Line:
    seq: int
    action: dict[str, Any] | None = None
    event: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class _File:
    format: str
    game: str
    rules_version: int
    options: dict[str, Any]
    commitment: str
    secret: str | None
    interaction: str | None
    seats: tuple[_Seat, ...]
    log: tuple[_Line, ...]
    result: _Result | None


_FILE = TypeAdapter(_File)


def verify(content: bytes, games: Mapping[str, AnyGame]) -> Verdict:
    """The verdict over a file's content. InputError where it is no exported match at all."""
    file = _read(content)
    if file.game not in games:
        raise InputError("bad-export", reason=f"game: there is no {file.game[:40]!r}")
    game = games[file.game]
    if file.rules_version != game.rules_version:
        return Verdict(game.name, False, "other-rules")
    if file.secret is None or file.interaction is None:
        return Verdict(game.name, False, "not-over" if file.result is None else "never-started")
    if not _SECRET.fullmatch(file.secret) or not _INTERACTION.fullmatch(file.interaction):
        raise InputError("bad-export", reason="the secret is 64 hexadecimal digits, the interaction a number")
    secret = bytes.fromhex(file.secret)
    if commitment(secret) != file.commitment:
        return Verdict(game.name, False, "commitment")
    return _judge(file, game, Stream(match_key(secret, int(file.interaction))))


def _judge(file: _File, game: AnyGame, stream: Stream) -> Verdict:
    codec = codec_of(game)
    ages = [seat.age for seat in file.seats]
    options = codec.read_options(json.dumps(file.options))
    lines = list(_lines(file, codec))
    try:
        found = audit(game, ages, options, stream, lines)
    except RuleError as refusal:
        return Verdict(game.name, False, "start", {"refusal": refusal})
    if found.fault is not None:
        fault = found.fault
        return Verdict(game.name, False, fault.code, {"seq": fault.seq, "refusal": fault.refusal})
    if not _results_agree(file.result, found.outcome):
        return Verdict(game.name, False, "result")
    played = "right" if found.outcome is not None else "right-so-far"
    return Verdict(game.name, True, played, {"actions": found.actions, "events": found.events})


def _results_agree(claimed: _Result | None, outcome: Outcome | None) -> bool:
    """Whether the places and scores are those of the replayed game; a match ended from outside claims none."""
    if claimed is None or claimed.places is None:
        return outcome is None or outcome.places is None
    return outcome is not None and (claimed.scores, claimed.places) == (outcome.scores, outcome.places)


def _lines(file: _File, codec: Codec) -> Iterator[Line]:
    for line in file.log:
        if (line.action is None) == (line.event is None):
            raise InputError("bad-export", reason=f"entry {line.seq}: either an action or an event")
        if line.action is not None:
            yield Line(line.seq, action=codec.read_action(line.action))
        else:
            yield Line(line.seq, event=codec.read_event(line.event))


def _read(content: bytes) -> _File:
    if len(content) > LARGEST_FILE:
        raise InputError("export-too-large", limit=LARGEST_FILE)
    try:
        file = _FILE.validate_python(json.loads(content))
    except ValidationError as error:
        raise InputError("bad-export", reason=reason_of(error)) from None
    except RecursionError:
        raise InputError("bad-export", reason="lists within lists, too deep to read") from None
    except ValueError as error:  # no text, no JSON, a number of thousands of digits
        raise InputError("bad-export", reason=str(error)) from None
    if file.format != FORMAT:
        raise InputError("bad-export", reason=f"format: should be {FORMAT}")
    return file
