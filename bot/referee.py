"""`qwibot referee`: positions judged from JSON Lines, by the same rules as the matches.

Reads one question a line and writes one answer a line, in order, with the same ``id``. Each game answers its own
questions (``bot/games/<name>/referee.py``); here they are read, routed and put into words.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from typing import BinaryIO, TextIO

from bot.core.errors import InputError, PositionError, RuleError
from bot.core.text import Words
from bot.games.fields import Fields, bad_field
from bot.games.qwirkle import referee as qwirkle
from bot.games.qwixx import referee as qwixx

Answer = dict[str, object]
Question = Callable[[Fields], Answer]

QUESTIONS: Mapping[str, Mapping[str, Question]] = {"qwirkle": qwirkle.QUESTIONS, "qwixx": qwixx.QUESTIONS}

EXIT_FINE = 0
EXIT_BAD_INPUT = 2
NUMBER_SHOWN = 20
"""How many characters of a number that cannot be read are shown."""


def main(questions: BinaryIO, answers: TextIO) -> int:
    """Answer every line; the exit code says whether any could not be read."""
    exit_code = EXIT_FINE
    for line in questions:
        answer = answer_line(line)
        if answer.get("error") == "bad-input":
            exit_code = EXIT_BAD_INPUT
        print(json.dumps(answer), file=answers, flush=True)
    return exit_code


def answer_line(line: bytes) -> Answer:
    """The answer to one question; whatever the line holds, it has one."""
    try:
        question = _parse(line)
        return {"id": _echo(question), **_judge(question)}
    except InputError as error:
        return {"id": None, **_refusal("bad-input", Words().explain(error))}


def _parse(line: bytes) -> object:
    try:
        text = line.decode("utf-8-sig")
        return json.loads(text, parse_constant=_no_constant, parse_int=_integer, parse_float=_finite)
    except UnicodeDecodeError as error:
        raise InputError("not-utf8", byte=error.start + 1) from None
    except RecursionError:
        raise InputError("nested-too-deep") from None
    except json.JSONDecodeError as error:
        raise InputError("not-json", column=error.colno, reason=error.msg) from None


def _no_constant(name: str) -> object:
    raise _unreadable_number(name)


def _integer(digits: str) -> int:
    """A whole number; of thousands of digits Python reads none."""
    try:
        return int(digits)
    except ValueError:
        raise _unreadable_number(digits) from None


def _finite(digits: str) -> float:
    """A number with a fraction or an exponent; one beyond every float would come back as Infinity, which is no JSON."""
    number = float(digits)
    if math.isinf(number):
        raise _unreadable_number(digits)
    return number


def _unreadable_number(written: str) -> InputError:
    shown = written if len(written) <= NUMBER_SHOWN else written[:NUMBER_SHOWN] + "…"
    return InputError("unreadable-number", found=shown)


def _echo(question: object) -> object:
    found = question.get("id") if isinstance(question, Mapping) else None
    try:
        json.dumps(found)
    except RecursionError:
        raise InputError("nested-too-deep") from None
    return found


def _judge(question: object) -> Answer:
    domain = "core"
    try:
        fields = Fields(question)
        fields.may("id", lambda value, _field: value, None)
        game = fields.need("game", _word_of(QUESTIONS))
        domain = game
        ask = QUESTIONS[game][fields.need("do", _word_of(QUESTIONS[game]))]
        answer = ask(fields)
    except InputError as error:
        return _refusal("bad-input", Words(domain).explain(error))
    except PositionError as error:
        return _refusal("bad-position", Words(domain).explain(error))
    refused = answer.get("error")
    if isinstance(refused, RuleError):
        answer["error"] = refused.code
        answer["message"] = Words(domain).explain(refused)
    return answer


def _refusal(code: str, message: str) -> Answer:
    return {"error": code, "message": message}


def _word_of(known: Mapping[str, object]) -> Callable[[object, str], str]:
    def read(value: object, field: str) -> str:
        if isinstance(value, str) and value in known:
            return value
        raise bad_field(field, "one of " + ", ".join(known), value)

    return read
