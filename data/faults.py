"""What the drivers report, told apart: the one place that knows their codes."""

from __future__ import annotations

import sqlite3

from sqlalchemy.exc import DBAPIError, IntegrityError, InterfaceError, OperationalError, ProgrammingError

from bot.core.errors import ConflictError, StoreError

_FULL, _READ_ONLY, _DAMAGED = "store-full", "store-read-only", "store-damaged"
_BUSY, _UNREACHABLE = "store-busy", "store-unreachable"

_REASON_LENGTH = 200

# By SQLite's primary result code (https://sqlite.org/rescode.html).
_SQLITE_CODES = {
    sqlite3.SQLITE_PERM: _READ_ONLY,
    sqlite3.SQLITE_BUSY: _BUSY,
    sqlite3.SQLITE_LOCKED: _BUSY,
    sqlite3.SQLITE_READONLY: _READ_ONLY,
    sqlite3.SQLITE_IOERR: _UNREACHABLE,
    sqlite3.SQLITE_CORRUPT: _DAMAGED,
    sqlite3.SQLITE_FULL: _FULL,
    sqlite3.SQLITE_CANTOPEN: _UNREACHABLE,
    sqlite3.SQLITE_PROTOCOL: _BUSY,
    sqlite3.SQLITE_NOTADB: _DAMAGED,
}

_NO_TEXT = "Could not decode to UTF-8"  # Python's own, without a code, with the bytes that are no text

# By PostgreSQL's SQLSTATE, or its class, the first two signs of it
# (https://www.postgresql.org/docs/current/errcodes-appendix.html).
_POSTGRES_CODES = {
    "08": _UNREACHABLE,  # the connection
    "25006": _READ_ONLY,  # a read-only transaction, as on a standby
    "28": _UNREACHABLE,  # who we are is not believed
    "3D": _UNREACHABLE,  # no such database
    "42501": _READ_ONLY,  # no right to write
    "53100": _FULL,
    "53": _UNREACHABLE,  # out of connections or memory
    "55P03": _BUSY,  # a lock was not given in time
    "57014": _BUSY,  # a statement took too long
    "57": _UNREACHABLE,  # the server goes down or comes up
    "58": _UNREACHABLE,  # the server's own system fails
    "XX001": _DAMAGED,
    "XX002": _DAMAGED,
}

_SERIALIZATION_FAILURES = ("40001", "40P01")
_UNIQUE_VIOLATION, _FOREIGN_KEY_VIOLATION = "23505", "23503"


def store_error(error: Exception) -> StoreError | None:
    """What an error of the database means for people; None where it is a fault of the program."""
    cause = _cause(error)
    if _sqlstate(cause) in _SERIALIZATION_FAILURES:
        return ConflictError("conflict")
    code = _code(cause)
    if code is None and isinstance(error, DBAPIError) and _is_of_connection(error):
        code = _UNREACHABLE
    return StoreError(code, reason=str(cause)[:_REASON_LENGTH]) if code else None


def is_stale(error: StoreError) -> bool:
    """Whether connections may go on meeting the fault when it is over: each holds the file or server as it was."""
    return error.code in (_READ_ONLY, _DAMAGED, _UNREACHABLE)


def is_taken(error: IntegrityError) -> bool:
    """Whether the row cannot be because there is one like it."""
    unique = (sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY)
    return _extended_code(error.orig) in unique or _sqlstate(error.orig) == _UNIQUE_VIOLATION


def is_orphan(error: IntegrityError) -> bool:
    """Whether the row cannot be because what it refers to is not there."""
    return (
        _extended_code(error.orig) == sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY
        or _sqlstate(error.orig) == _FOREIGN_KEY_VIOLATION
    )


def _is_of_connection(error: DBAPIError) -> bool:
    """Whether a connection broke or could not be made, for which drivers have no number or any."""
    cannot_connect = (InterfaceError, OperationalError, ProgrammingError)
    return error.connection_invalidated or (error.statement is None and isinstance(error, cannot_connect))


def _cause(error: BaseException) -> BaseException:
    return error.orig if isinstance(error, DBAPIError) and error.orig is not None else error


def _code(error: BaseException) -> str | None:
    if isinstance(error, sqlite3.Error):
        return _sqlite_code(error)
    state = _sqlstate(error)
    if state:
        return _POSTGRES_CODES.get(state) or _POSTGRES_CODES.get(state[:2])
    if isinstance(error, OSError):  # no host, nobody at the port, no answer in time
        return _UNREACHABLE
    return None


def _sqlite_code(error: sqlite3.Error) -> str | None:
    if str(error).startswith(_NO_TEXT):
        return _DAMAGED
    return _SQLITE_CODES.get(_extended_code(error) & 0xFF)


def _extended_code(error: object) -> int:
    code: int = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_OK)
    return code


def _sqlstate(error: object) -> str:
    return getattr(error, "sqlstate", None) or ""
