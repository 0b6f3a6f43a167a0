"""When a match has to be looked at again, who was reminded in it, and what a person has chosen about time."""

from __future__ import annotations

import sqlalchemy as sa
from alembic.operations import Operations

revision = "0003"
down_revision = "0002"

MATCH_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = sa.DateTime(timezone=True).with_variant(sa.BigInteger(), "sqlite")
OPEN = sa.text("status IN ('lobby', 'live')")


def upgrade(op: Operations) -> None:
    _let_matches_wake(op)
    _let_people_choose(op)
    _remember_reminders(op)


def _let_matches_wake(op: Operations) -> None:
    op.add_column("matches", sa.Column("reminder_at", MOMENT))
    op.add_column("matches", sa.Column("wake_at", MOMENT))
    op.add_column("matches", sa.Column("given_back", sa.Integer(), server_default=sa.text("0"), nullable=False))
    op.execute("UPDATE matches SET wake_at = deadline WHERE status IN ('lobby', 'live')")
    op.drop_index("ix_matches_deadline", "matches")
    op.create_index("ix_matches_wake", "matches", ["wake_at"], sqlite_where=OPEN, postgresql_where=OPEN)


def _let_people_choose(op: Operations) -> None:
    op.add_column("players", sa.Column("zone", sa.String()))
    op.add_column("players", sa.Column("quiet_from", sa.Integer()))
    op.add_column("players", sa.Column("quiet_to", sa.Integer()))
    op.add_column("players", sa.Column("reminders", sa.Boolean(), server_default=sa.true(), nullable=False))
    op.add_column("players", sa.Column("away_since", MOMENT))


def _remember_reminders(op: Operations) -> None:
    op.create_table(
        "reminders",
        sa.Column("match", MATCH_ID, autoincrement=False, nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("phase", sa.String(), nullable=False),
        sa.Column("player", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("message", sa.BigInteger()),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_reminders_match_matches", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["player"], ["players.id"], name="fk_reminders_player_players", onupdate="CASCADE", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("match", "turn", "phase", "player", name="pk_reminders"),
        sqlite_with_rowid=False,
    )
