"""How values of the program lie in columns. What cannot be read back as such a value is a damaged database."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    DateTime,
    Dialect,
    Integer,
    Interval,
    String,
    TypeDecorator,
    literal,
    type_coerce,
)
from sqlalchemy.types import TypeEngine

from bot.core.errors import StoreError

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


class Moment(TypeDecorator[datetime]):
    """A moment, exact to the microsecond, in UTC; a naive one is refused.

    SQLite knows no time: there it is the microseconds since 1970, which sort as moments do.
    """

    impl = DateTime(timezone=True)
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        return dialect.type_descriptor(BigInteger() if dialect.name == "sqlite" else DateTime(timezone=True))

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> Any:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a moment needs its time zone")
        return (value - _EPOCH) // _MICROSECOND if dialect.name == "sqlite" else value

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        try:
            moment: datetime = _EPOCH + value * _MICROSECOND if dialect.name == "sqlite" else value.astimezone(UTC)
        except (TypeError, OverflowError) as error:
            raise _unreadable(value) from error
        return moment


class Duration(TypeDecorator[timedelta]):
    """A length of time in whole seconds."""

    impl = Integer
    cache_ok = True

    def process_bind_param(self, value: timedelta | None, dialect: Dialect) -> int | None:
        if value is None:
            return None
        if value.microseconds:
            raise ValueError("a length of time is kept in whole seconds")
        return value // timedelta(seconds=1)

    def process_result_value(self, value: Any, dialect: Dialect) -> timedelta | None:
        try:
            return None if value is None else timedelta(seconds=value)
        except (TypeError, OverflowError) as error:
            raise _unreadable(value) from error


class Choice(TypeDecorator[StrEnum]):
    """One of the words of an enumeration."""

    impl = String
    cache_ok = True

    def __init__(self, words: type[StrEnum]) -> None:
        super().__init__()
        self.words = words

    def process_bind_param(self, value: StrEnum | None, dialect: Dialect) -> str | None:
        return None if value is None else value.value

    def process_result_value(self, value: Any, dialect: Dialect) -> StrEnum | None:
        try:
            return None if value is None else self.words(value)
        except ValueError as error:
            raise _unreadable(value) from error


def later(column: ColumnElement[datetime], span: timedelta, dialect: Dialect) -> ColumnElement[Any]:
    """A column of moments, so much later: time is added in the database itself."""
    if dialect.name == "sqlite":
        return type_coerce(column, BigInteger()) + literal(span // _MICROSECOND, BigInteger())
    return type_coerce(column, DateTime(timezone=True)) + literal(span, Interval())


def _unreadable(value: object) -> StoreError:
    return StoreError("store-damaged", reason=f"unreadable value {value!r}")
