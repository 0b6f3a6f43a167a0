"""Matches, who plays them, and their logs."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic.operations import Operations

revision = "0001"
down_revision = None

MATCH_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = sa.DateTime(timezone=True).with_variant(sa.BigInteger(), "sqlite")


def upgrade(op: Operations) -> None:
    _create_people(op)
    _create_matches(op)
    _create_seats(op)
    _create_logs(op)
    _create_drafts(op)
    _create_results(op)


def _create_people(op: Operations) -> None:
    op.create_table(
        "guilds",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("language", sa.String()),
        sa.Column("place", sa.String()),
        sa.PrimaryKeyConstraint("id", name="pk_guilds"),
    )
    op.create_table(
        "players",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String()),
        sa.Column("seen_at", MOMENT),
        sa.Column("language", sa.String()),
        sa.PrimaryKeyConstraint("id", name="pk_players"),
    )


def _create_matches(op: Operations) -> None:
    op.create_table(
        "matches",
        sa.Column("id", MATCH_ID, nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("guild", sa.BigInteger()),
        sa.Column("channel", sa.BigInteger()),
        sa.Column("host", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("turn_time", sa.Integer()),
        sa.Column("when_late", sa.String(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("commitment", sa.String(), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column("interaction", sa.BigInteger()),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("stream_position", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("phase", sa.String(), nullable=False),
        sa.Column("deadline", MOMENT),
        sa.Column("computer_due", sa.Boolean(), nullable=False),
        sa.Column("posted_seq", sa.Integer(), nullable=False),
        sa.Column("posted_message", sa.BigInteger()),
        sa.Column("card_message", sa.BigInteger()),
        sa.Column("card_channel", sa.BigInteger()),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("started_at", MOMENT),
        sa.Column("ended_at", MOMENT),
        sa.CheckConstraint("posted_seq <= seq", name="ck_matches_posted"),
        sa.ForeignKeyConstraint(["guild"], ["guilds.id"], name="fk_matches_guild_guilds"),
        sa.ForeignKeyConstraint(["host"], ["players.id"], name="fk_matches_host_players", onupdate="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_matches"),
        sqlite_autoincrement=True,
    )
    _create_index(op, "uq_matches_channel_open", "matches", ["channel"], "status IN ('lobby', 'live')", unique=True)
    _create_index(op, "ix_matches_unshown", "matches", ["status", "id"], "posted_seq < seq")
    _create_index(op, "ix_matches_computer_due", "matches", ["id"], "computer_due AND status = 'live'")
    _create_index(op, "ix_matches_deadline", "matches", ["deadline"], "status IN ('lobby', 'live')")


def _create_seats(op: Operations) -> None:
    op.create_table(
        "seats",
        _match_column(),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("nth", sa.Integer(), nullable=False),
        sa.Column("player", sa.BigInteger()),
        sa.Column("level", sa.String()),
        sa.Column("took_over", sa.Boolean(), nullable=False),
        sa.Column("left_at", MOMENT),
        sa.CheckConstraint("(player IS NULL) <> (level IS NULL)", name="ck_seats_person_or_computer"),
        _of_match("seats"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_seats_player_players", onupdate="CASCADE"),
        sa.PrimaryKeyConstraint("match", "seat", "nth", name="pk_seats"),
        sqlite_with_rowid=False,
    )
    _create_index(op, "ix_seats_player", "seats", ["player"], "left_at IS NULL")


def _create_logs(op: Operations) -> None:
    op.create_table(
        "events",
        _match_column(),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer()),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("payload", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        _of_match("events"),
        sa.PrimaryKeyConstraint("match", "seq", name="pk_events"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "actions",
        _match_column(),
        sa.Column("action_id", sa.String(), nullable=False),
        sa.Column("first_seq", sa.Integer(), nullable=False),
        sa.Column("last_seq", sa.Integer(), nullable=False),
        _of_match("actions"),
        sa.PrimaryKeyConstraint("match", "action_id", name="pk_actions"),
        sqlite_with_rowid=False,
    )


def _create_drafts(op: Operations) -> None:
    op.create_table(
        "drafts",
        _match_column(),
        sa.Column("player", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("payload", sa.Text(), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        _of_match("drafts"),
        sa.ForeignKeyConstraint(
            ["player"], ["players.id"], name="fk_drafts_player_players", onupdate="CASCADE", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("match", "player", "kind", name="pk_drafts"),
        sqlite_with_rowid=False,
    )


def _create_results(op: Operations) -> None:
    op.create_table(
        "results",
        _match_column(),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("nth", sa.Integer(), nullable=False),
        sa.Column("player", sa.BigInteger()),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("score", sa.Integer(), nullable=False),
        sa.Column("left", sa.Boolean(), nullable=False),
        sa.Column("took_over", sa.Boolean(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        _of_match("results"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_results_player_players", onupdate="CASCADE"),
        sa.PrimaryKeyConstraint("match", "seat", "nth", name="pk_results"),
        sqlite_with_rowid=False,
    )
    _create_index(op, "ix_results_player", "results", ["player"], None)


def _match_column() -> sa.Column[Any]:
    return sa.Column("match", MATCH_ID, autoincrement=False, nullable=False)


def _of_match(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["match"], ["matches.id"], name=f"fk_{table}_match_matches", ondelete="CASCADE")


def _create_index(
    op: Operations, name: str, table: str, columns: list[str], where: str | None, *, unique: bool = False
) -> None:
    condition = None if where is None else sa.text(where)
    op.create_index(name, table, columns, unique=unique, sqlite_where=condition, postgresql_where=condition)
