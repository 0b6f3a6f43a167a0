"""Brings the tables of a database up to date."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Any

from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext, MigrationStep
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text

from bot.core.errors import StoreError

FOLDER = Path(__file__).parent
VERSION_TABLE = "qwibot_version"
"""Ours by its name: another program's database has none of it."""

_LOCK = 0x717769626F74  # PostgreSQL's advisory locks are numbers; this one spells "qwibot"


def upgrade(connection: Connection, folder: Path = FOLDER) -> None:
    """Apply the steps that are missing, in the transaction that the connection is in.

    StoreError "store-newer" where a newer program was here, "store-foreign" where another one was.
    """
    if connection.dialect.name == "postgresql":
        # SQLite's transaction holds the lock on the whole database already.
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    scripts = ScriptDirectory(str(folder))
    context = MigrationContext.configure(
        connection, opts={"version_table": VERSION_TABLE, "fn": partial(_missing_steps, scripts)}
    )
    heads = context.get_current_heads()
    _check_whose(connection, scripts, heads)
    if heads != tuple(scripts.get_heads()):
        context.run_migrations(op=Operations(context))
        _check_references(connection)


def _check_whose(connection: Connection, scripts: ScriptDirectory, heads: tuple[str, ...]) -> None:
    known = {script.revision for script in scripts.walk_revisions()}
    if not known.issuperset(heads):
        raise StoreError("store-newer", version=", ".join(heads))
    if not heads and inspect(connection).get_table_names():
        raise StoreError("store-foreign")


def _missing_steps(scripts: ScriptDirectory, heads: Any, _context: MigrationContext) -> Iterable[MigrationStep]:
    missing = list(scripts.iterate_revisions("head", heads or "base"))
    return [MigrationStep.upgrade_from_script(scripts.revision_map, script) for script in reversed(missing)]


def _check_references(connection: Connection) -> None:
    """SQLite holds no references while tables are made anew; they are checked when all is done."""
    if connection.dialect.name == "sqlite" and connection.execute(text("PRAGMA foreign_key_check")).first():
        raise StoreError("store-damaged", reason="rows refer to others that are not there")
