"""What people were told once, and what the program notes for itself."""

from __future__ import annotations

import sqlalchemy as sa
from alembic.operations import Operations

revision = "0002"
down_revision = "0001"


def upgrade(op: Operations) -> None:
    op.create_table(
        "hints",
        sa.Column("player", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("hint", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(
            ["player"], ["players.id"], name="fk_hints_player_players", onupdate="CASCADE", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("player", "hint", name="pk_hints"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "notes",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_notes"),
        sqlite_with_rowid=False,
    )
