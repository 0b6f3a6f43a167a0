"""What results count for, and the standings that are made of them.

Only the tables are made here. What was played before is counted when the program starts (:mod:`data.rebuild`), by
the same code that makes standings anew at any other time.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic.operations import Operations

revision = "0004"
down_revision = "0003"

MATCH_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = sa.DateTime(timezone=True).with_variant(sa.BigInteger(), "sqlite")
MEASURED = ("rating", "wins", "win_rate", "average", "best_score", "best_play", "feats", "slip_rate", "longest_streak")


def upgrade(op: Operations) -> None:
    _let_results_count(op)
    _create_finishes(op)
    _create_boards(op)
    _create_standings(op)
    _create_ratings(op)
    _create_records(op)
    _create_seasons(op)


def _let_results_count(op: Operations) -> None:
    op.add_column("results", sa.Column("best_play", sa.Integer(), server_default=sa.text("0"), nullable=False))
    op.add_column("results", sa.Column("feats", sa.Integer(), server_default=sa.text("0"), nullable=False))
    op.add_column("results", sa.Column("slips", sa.Integer()))


def _create_finishes(op: Operations) -> None:
    op.create_table(
        "finishes",
        _match_column(),
        sa.Column("nr", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("guild", sa.BigInteger()),
        sa.Column("season", sa.Integer(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        _of_match("finishes"),
        _of_guild("finishes"),
        sa.PrimaryKeyConstraint("match", name="pk_finishes"),
        sa.UniqueConstraint("nr", name="uq_finishes_nr"),
        sqlite_with_rowid=False,
    )


def _create_boards(op: Operations) -> None:
    op.create_table(
        "boards",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("period", sa.String(), nullable=False),
        sa.Column("season", sa.Integer(), nullable=False),
        sa.Column("stretch", sa.Integer(), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("regulars", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_boards"),
        sa.UniqueConstraint("game", "guild", "period", "season", name="uq_boards_game_guild_period_season"),
    )


def _create_standings(op: Operations) -> None:
    op.create_table(
        "standings",
        sa.Column("board", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("player", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("stretch", sa.Integer(), nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("best_score", sa.Integer(), nullable=False),
        sa.Column("best_play", sa.Integer(), nullable=False),
        sa.Column("feats", sa.Integer(), nullable=False),
        sa.Column("slips", sa.Integer()),
        sa.Column("streak", sa.Integer(), nullable=False),
        sa.Column("longest_streak", sa.Integer(), nullable=False),
        sa.Column("mu", sa.Double()),
        sa.Column("sigma", sa.Double()),
        sa.Column("rating", sa.Integer()),
        sa.Column("win_rate", sa.Double()),
        sa.Column("average", sa.Double(), nullable=False),
        sa.Column("slip_rate", sa.Double()),
        sa.ForeignKeyConstraint(["board"], ["boards.id"], name="fk_standings_board_boards"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_standings_player_players", onupdate="CASCADE"),
        sa.PrimaryKeyConstraint("board", "player", name="pk_standings"),
        sqlite_with_rowid=False,
    )
    for name in MEASURED:
        order = name if name == "slip_rate" else sa.text(f"{name} DESC")
        op.create_index(f"ix_standings_{name}", "standings", ["board", "stretch", order, "player", "matches"])


def _create_ratings(op: Operations) -> None:
    op.create_table(
        "ratings",
        _match_column(),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("nth", sa.Integer(), nullable=False),
        sa.Column("before", sa.Integer(), nullable=False),
        sa.Column("after", sa.Integer(), nullable=False),
        sa.Column("before_here", sa.Integer(), nullable=False),
        sa.Column("after_here", sa.Integer(), nullable=False),
        _of_match("ratings"),
        sa.PrimaryKeyConstraint("match", "seat", "nth", name="pk_ratings"),
        sqlite_with_rowid=False,
    )


def _create_records(op: Operations) -> None:
    op.create_table(
        "records",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        _match_column(),
        sa.Column("value", sa.Integer(), nullable=False),
        sa.Column("player", sa.BigInteger(), nullable=False),
        sa.Column("before", sa.Integer()),
        _of_guild("records"),
        _of_match("records"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_records_player_players", onupdate="CASCADE"),
        sa.PrimaryKeyConstraint("guild", "game", "kind", "match", name="pk_records"),
        sqlite_with_rowid=False,
    )


def _create_seasons(op: Operations) -> None:
    op.create_table(
        "seasons",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("started_at", MOMENT, nullable=False),
        sa.Column("started_by", sa.BigInteger(), nullable=False),
        _of_guild("seasons"),
        sa.ForeignKeyConstraint(
            ["started_by"], ["players.id"], name="fk_seasons_started_by_players", onupdate="CASCADE"
        ),
        sa.PrimaryKeyConstraint("guild", "number", name="pk_seasons"),
        sqlite_with_rowid=False,
    )


def _match_column() -> sa.Column[Any]:
    return sa.Column("match", MATCH_ID, autoincrement=False, nullable=False)


def _of_match(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["match"], ["matches.id"], name=f"fk_{table}_match_matches", ondelete="CASCADE")


def _of_guild(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["guild"], ["guilds.id"], name=f"fk_{table}_guild_guilds")
