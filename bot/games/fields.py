"""Reading the fields of a JSON object that a stranger wrote.

Every reader says in its InputError which field is wrong and what would have been right; nothing here knows a game.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from enum import StrEnum
from itertools import islice
from typing import TypeVar

from bot.core.errors import InputError

T = TypeVar("T")
E = TypeVar("E", bound=StrEnum)
Reader = Callable[[object, str], T]
"""Turns a JSON value into a value of ours; the second argument is the field's name, for the error."""
SHOWN = 40
"""How many characters of a wrong value an error shows."""


def bad_field(field: str, expected: str, found: object) -> InputError:
    """The one error of this module: ``expected`` says in words what would have been right."""
    return InputError("bad-field", field=field, expected=expected, found=_excerpt(found))


def _excerpt(value: object) -> str:
    """The beginning of a value as JSON writes it, for who wrote JSON; it is never written out further than that."""
    pieces = json.JSONEncoder(ensure_ascii=False).iterencode(value)
    text = "".join(islice(pieces, SHOWN + 1))
    return text if len(text) <= SHOWN else text[:SHOWN] + "…"


class Fields:
    """One JSON object, read field by field; :meth:`done` refuses fields that nobody asked for."""

    def __init__(self, value: object, name: str = "") -> None:
        if not isinstance(value, Mapping):
            raise bad_field(name or "the line", "an object", value)
        self._value = value
        self._prefix = f"{name}." if name else ""
        self._asked: set[str] = set()

    def need(self, field: str, read: Reader[T]) -> T:
        """A field that must be there."""
        self._asked.add(field)
        if field not in self._value:
            raise InputError("missing-field", field=self._prefix + field)
        return read(self._value[field], self._prefix + field)

    def may(self, field: str, read: Reader[T], default: T) -> T:
        """A field that may be absent."""
        return self.need(field, read) if field in self._value else default

    def done(self) -> None:
        """Refuse what was not asked for: a misspelt optional field must not pass unseen."""
        unknown = [str(field) for field in self._value if field not in self._asked]
        if unknown:
            raise InputError(
                "unknown-field",
                field=self._prefix + unknown[0],
                known=sorted(self._asked),
            )


def integer(value: object, field: str) -> int:
    """A whole number. JSON's true and false are not numbers."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise bad_field(field, "a whole number", value)


def within(low: int, high: int) -> Reader[int]:
    """A whole number from ``low`` to ``high``."""

    def read(value: object, field: str) -> int:
        number = integer(value, field)
        if not low <= number <= high:
            raise bad_field(field, f"a whole number from {low} to {high}", value)
        return number

    return read


def list_of(read: Reader[T]) -> Reader[list[T]]:
    """A list of any length; each entry is named by its place in errors (``board[3]``)."""

    def read_list(value: object, field: str) -> list[T]:
        if not isinstance(value, list):
            raise bad_field(field, "a list", value)
        return [read(entry, f"{field}[{place}]") for place, entry in enumerate(value)]

    return read_list


def row_of(value: object, field: str, length: int, expected: str) -> list[object]:
    """A list of exactly ``length`` entries, such as ``[x, y, color, shape]``."""
    if isinstance(value, list) and len(value) == length:
        return value
    raise bad_field(field, expected, value)


def one_of(kind: type[E]) -> Reader[E]:
    """A word of an enumeration."""

    def read(value: object, field: str) -> E:
        if isinstance(value, str) and value in set(kind):
            return kind(value)
        raise bad_field(field, "one of " + ", ".join(kind), value)

    return read
