"""The tables, the same on SQLite and PostgreSQL: the one place that knows them.

Where a table keeps a record of :mod:`bot.core.store`, its columns are the record's fields, in their order, so that a
row is read as ``Match(*row)``. A change here needs a migration (:mod:`data.migrations`).
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    text,
    true,
)

from bot.core.store import Status, WhenLate
from data.types import Choice, Duration, Moment

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
    }
)

# What partial indexes hold and queries ask for, in the same words: with bound values in the place of these constants
# neither database could see that the index answers the query.
OPEN = text("status IN ('lobby', 'live')")
COMPUTER_DUE = text("computer_due AND status = 'live'")
UNSHOWN = text("posted_seq < seq")
SITS = text("left_at IS NULL")


def _match() -> Column[int]:
    """The match that a row belongs to, and goes with."""
    return Column("match", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True, autoincrement=False)


def _person(name: str, *, nullable: bool = False) -> Column[int]:
    """A person. Who wants to be forgotten gets another number, and all that is kept follows."""
    return Column(name, ForeignKey("players.id", onupdate="CASCADE"), nullable=nullable)


guilds = Table(
    "guilds",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("language", String),  # None: as Discord says
    Column("place", String),  # where new matches go; None: as the program thinks best
)

players = Table(
    "players",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", String),  # None: never seen
    Column("seen_at", Moment),  # to the day
    Column("language", String),  # None: as Discord says
    Column("zone", String),  # the name of a time zone; None: not known
    Column("quiet_from", Integer),  # minutes after midnight; None: never quiet
    Column("quiet_to", Integer),
    Column("reminders", Boolean, nullable=False, server_default=true()),
    Column("away_since", Moment),  # None: not on vacation
)

matches = Table(
    "matches",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("game", String, nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("guild", ForeignKey("guilds.id")),
    Column("channel", BigInteger),
    _person("host"),
    Column("status", Choice(Status), nullable=False),
    Column("options", Text, nullable=False),
    Column("turn_time", Duration),
    Column("when_late", Choice(WhenLate), nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("commitment", String, nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("interaction", BigInteger),
    Column("seq", Integer, nullable=False),
    Column("stream_position", Integer, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("phase", String, nullable=False),
    Column("deadline", Moment),
    Column("computer_due", Boolean, nullable=False),
    Column("posted_seq", Integer, nullable=False),
    Column("posted_message", BigInteger),
    Column("card_message", BigInteger),
    Column("card_channel", BigInteger),
    Column("created_at", Moment, nullable=False),
    Column("started_at", Moment),
    Column("ended_at", Moment),
    Column("reminder_at", Moment),
    Column("wake_at", Moment),
    Column("given_back", Duration, nullable=False, server_default=text("0")),
    # Beyond the end of the log nothing was shown; if it were said so, the next entry would never be.
    CheckConstraint("posted_seq <= seq", name="posted"),
    sqlite_autoincrement=True,  # controls of old messages carry ids: none is ever given twice
)

Index("uq_matches_channel_open", matches.c.channel, unique=True, sqlite_where=OPEN, postgresql_where=OPEN)
Index("ix_matches_unshown", matches.c.status, matches.c.id, sqlite_where=UNSHOWN, postgresql_where=UNSHOWN)
Index("ix_matches_computer_due", matches.c.id, sqlite_where=COMPUTER_DUE, postgresql_where=COMPUTER_DUE)
Index("ix_matches_wake", matches.c.wake_at, sqlite_where=OPEN, postgresql_where=OPEN)

seats = Table(
    "seats",
    metadata,
    _match(),
    Column("seat", Integer, primary_key=True),
    Column("nth", Integer, primary_key=True),
    _person("player", nullable=True),
    Column("level", String),
    Column("took_over", Boolean, nullable=False),
    Column("left_at", Moment),
    CheckConstraint("(player IS NULL) <> (level IS NULL)", name="person_or_computer"),
    sqlite_with_rowid=False,
)

Index("ix_seats_player", seats.c.player, sqlite_where=SITS, postgresql_where=SITS)

events = Table(
    "events",
    metadata,
    _match(),
    Column("seq", Integer, primary_key=True),
    Column("seat", Integer),
    Column("kind", String, nullable=False),
    Column("payload", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("at", Moment, nullable=False),
    sqlite_with_rowid=False,
)

# Which entries an action brought about: the same action sent twice is applied once.
actions = Table(
    "actions",
    metadata,
    _match(),
    Column("action_id", String, primary_key=True),
    Column("first_seq", Integer, nullable=False),
    Column("last_seq", Integer, nullable=False),
    sqlite_with_rowid=False,
)

drafts = Table(
    "drafts",
    metadata,
    _match(),
    Column("player", ForeignKey("players.id", onupdate="CASCADE", ondelete="CASCADE"), primary_key=True),
    Column("kind", String, primary_key=True),
    Column("turn", Integer, nullable=False),
    Column("payload", Text, nullable=False),
    Column("at", Moment, nullable=False),
    sqlite_with_rowid=False,
)

# Whom a match's reminders went to, in which turn and phase; the message that is to be taken away, once it is sent.
reminders = Table(
    "reminders",
    metadata,
    _match(),
    Column("turn", Integer, primary_key=True),
    Column("phase", String, primary_key=True),
    Column("player", ForeignKey("players.id", onupdate="CASCADE", ondelete="CASCADE"), primary_key=True),
    Column("message", BigInteger),
    sqlite_with_rowid=False,
)

results = Table(
    "results",
    metadata,
    _match(),
    Column("seat", Integer, primary_key=True),
    Column("nth", Integer, primary_key=True),
    _person("player", nullable=True),
    Column("place", Integer, nullable=False),
    Column("score", Integer, nullable=False),
    Column("left", Boolean, nullable=False),
    Column("took_over", Boolean, nullable=False),
    Column("rated", Boolean, nullable=False),
    sqlite_with_rowid=False,
)

Index("ix_results_player", results.c.player)

# What people were told once.
hints = Table(
    "hints",
    metadata,
    Column("player", ForeignKey("players.id", onupdate="CASCADE", ondelete="CASCADE"), primary_key=True),
    Column("hint", String, primary_key=True),
    sqlite_with_rowid=False,
)

# What the program keeps for itself, such as the hash of the commands that Discord was last told.
notes = Table(
    "notes",
    metadata,
    Column("name", String, primary_key=True),
    Column("text", Text, nullable=False),
    sqlite_with_rowid=False,
)
