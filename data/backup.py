"""A copy of the database, taken while the bot runs."""

from __future__ import annotations

import os
from pathlib import Path

from sqlalchemy import URL, NullPool, create_engine
from sqlalchemy.exc import DBAPIError

from bot.core.errors import StoreError
from data.engine import is_sqlite, parse_address
from data.faults import store_error


def back_up(address: str, target: Path) -> None:
    """Copy a database of SQLite as it is at this moment into a file that is not there yet.

    StoreError "no-database", "backup-exists", "backup-postgres", "backup-failed", or what is wrong with the database.
    """
    url = parse_address(address)
    if not is_sqlite(url):
        raise StoreError("backup-postgres")
    if target.exists():
        raise StoreError("backup-exists", file=target)
    partial = target.with_name(f"{target.name}.partial")
    try:
        partial.write_bytes(b"")
        _copy(_existing(url, address), partial)
        _flush(partial)
        target.touch(exist_ok=False)  # whoever took the name meanwhile keeps it
        partial.replace(target)
    except FileExistsError as error:
        raise StoreError("backup-exists", file=target) from error
    except OSError as error:
        raise StoreError("backup-failed", file=target, reason=error.strerror) from error
    finally:
        partial.unlink(missing_ok=True)


def _existing(url: URL, address: str) -> URL:
    """The database, opened without making one."""
    if "uri" in url.query or url.database is None:
        return url
    file = Path(url.database)
    if not file.exists():
        raise StoreError("no-database", address=address)
    return url.set(database=file.absolute().as_uri(), query={"uri": "true", "mode": "rw"})


def _copy(url: URL, target: Path) -> None:
    engine = create_engine(url.set(drivername="sqlite"), poolclass=NullPool)
    try:
        with engine.connect() as connection:
            connection.exec_driver_sql("VACUUM INTO ?", (str(target),))
    except DBAPIError as error:
        fault = store_error(error)
        if fault is None or fault.code in ("store-damaged", "store-busy"):
            raise fault or error from error
        raise StoreError("backup-failed", file=target, reason=str(error.orig)) from error


def _flush(file: Path) -> None:
    """See the file to the disk: SQLite does not for a copy."""
    with file.open("rb") as copy:
        os.fsync(copy.fileno())
