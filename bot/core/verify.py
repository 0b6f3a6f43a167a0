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

from bot.core.audit import Audit, Line, audit
from bot.core.codec import AnyGame, Codec, codec_of, reason_of
from bot.core.errors import InputError, QwibotError
from bot.core.export import FORMAT
from bot.core.fairness import SECRET_BYTES, Stream, commitment, match_key
from bot.games.base import Outcome

LARGEST_FILE = 20_000_000
"""Bytes; the longest match makes a file of less than one million."""

_SECRET = re.compile(rf"[0-9a-f]{{{2 * SECRET_BYTES}}}")
_INTERACTION = re.compile(r"[0-9]{1,20}")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found, as a text key ``verify.…`` with its data."""

    right: bool
    key: str
    data: Mapping[str, object] = field(default_factory=dict)


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
        return Verdict(False, "other-rules", {"found": file.rules_version, "known": game.rules_version})
    if file.secret is None or file.interaction is None:
        return Verdict(False, "not-over" if file.result is None else "never-started")
    if not _SECRET.fullmatch(file.secret) or not _INTERACTION.fullmatch(file.interaction):
        raise InputError("bad-export", reason="the secret is 64 hexadecimal digits, the interaction a number")
    secret = bytes.fromhex(file.secret)
    if commitment(secret) != file.commitment:
        return Verdict(False, "commitment")
    return _judge(file, game, Stream(match_key(secret, int(file.interaction))))


def _judge(file: _File, game: AnyGame, stream: Stream) -> Verdict:
    codec = codec_of(game)
    lines = list(_lines(file, codec))
    ages = [seat.age for seat in file.seats]
    try:
        found = audit(game, ages, codec.read_options(json.dumps(file.options)), stream, lines)
    except InputError:
        raise
    except QwibotError as refusal:
        return Verdict(False, "start", {"refusal": refusal})
    if found.fault is not None:
        fault = found.fault
        return Verdict(False, fault.code, {"seq": fault.seq, "refusal": fault.expected})
    if not _results_agree(file.result, found.outcome):
        return Verdict(False, "result")
    return _right(found)


def _right(found: Audit) -> Verdict:
    key = "right" if found.outcome is not None else "right-so-far"
    return Verdict(True, key, {"actions": found.actions, "events": found.events})


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
