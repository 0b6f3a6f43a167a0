"""The tables, the same on SQLite and PostgreSQL: the one place that knows them.

Where a table keeps a record of :mod:`bot.core.store`, its columns are the record's fields, in their order, so that a
row is read as ``Match(*row)``. A change here needs a migration (:mod:`data.migrations`).
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ColumnElement,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    text,
    true,
)

from bot.core.standings import Measure, Period, RecordKind
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
    Column("best_play", Integer, nullable=False, server_default=text("0")),
    Column("feats", Integer, nullable=False, server_default=text("0")),
    Column("slips", Integer),
    sqlite_with_rowid=False,
)

Index("ix_results_player", results.c.player)

# The matches with a result, in the order of their ends: all standings are made in this order.
finishes = Table(
    "finishes",
    metadata,
    _match(),
    Column("nr", Integer, nullable=False, unique=True),
    Column("game", String, nullable=False),
    Column("guild", ForeignKey("guilds.id")),
    Column("season", Integer, nullable=False),  # the server's at that time; 0: none had been started
    Column("rated", Boolean, nullable=False),  # whether it counts for boards
    Column("at", Moment, nullable=False),  # never before that of the finish before
    sqlite_with_rowid=False,
)

# What is below is made from the results and finishes, and can be made anew (data/rebuild.py).

boards = Table(
    "boards",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("game", String, nullable=False),
    Column("guild", BigInteger, nullable=False),  # 0: everywhere
    Column("period", Choice(Period), nullable=False),
    Column("season", Integer, nullable=False),  # 0: not one of a season
    Column("stretch", Integer, nullable=False),  # the week or month that it counts, as 202648; 0: all it ever had
    Column("players", Integer, nullable=False),  # who are on it now
    Column("regulars", Integer, nullable=False),  # those of them who have enough matches for every measure
    UniqueConstraint("game", "guild", "period", "season"),
)

# What a board counts of a player. Rows of another stretch than the board's count no more, and go in time.
standings = Table(
    "standings",
    metadata,
    Column("board", ForeignKey("boards.id"), primary_key=True),
    Column("player", ForeignKey("players.id", onupdate="CASCADE"), primary_key=True),
    Column("stretch", Integer, nullable=False),
    Column("matches", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("points", Integer, nullable=False),
    Column("best_score", Integer, nullable=False),
    Column("best_play", Integer, nullable=False),
    Column("feats", Integer, nullable=False),
    Column("slips", Integer),
    Column("streak", Integer, nullable=False),
    Column("longest_streak", Integer, nullable=False),
    Column("mu", Double),
    Column("sigma", Double),
    # What measures need beside these; NULL for who is not on their board.
    Column("rating", Integer),
    Column("win_rate", Double),
    Column("average", Double, nullable=False),
    Column("slip_rate", Double),
    sqlite_with_rowid=False,
)

MEASURED = {
    Measure.RATING: standings.c.rating,
    Measure.WINS: standings.c.wins,
    Measure.WIN_RATE: standings.c.win_rate,
    Measure.AVERAGE: standings.c.average,
    Measure.BEST_SCORE: standings.c.best_score,
    Measure.BEST_PLAY: standings.c.best_play,
    Measure.FEATS: standings.c.feats,
    Measure.SLIPS: standings.c.slip_rate,
    Measure.STREAK: standings.c.longest_streak,
}
"""The column that orders a board by each measure."""


def in_order(measure: Measure) -> tuple[ColumnElement[Any], ...]:
    """The order of a board, in the words of its index: the best first, then the older account."""
    column = MEASURED[measure]
    return (column if measure is Measure.SLIPS else column.desc(), standings.c.player)


def reversed_order(measure: Measure) -> tuple[ColumnElement[Any], ...]:
    """The order of a board from its end."""
    column = MEASURED[measure]
    return (column.desc() if measure is Measure.SLIPS else column, standings.c.player.desc())


# One for each measure, with all in it that a page shows: any page and any rank are found in it alone.
for _measure, _column in MEASURED.items():
    Index(
        f"ix_standings_{_column.name}",
        standings.c.board,
        standings.c.stretch,
        *in_order(_measure),
        standings.c.matches,
    )

# What a rated match did to the ratings of a holder, in the numbers that are shown: everywhere, and in the server.
ratings = Table(
    "ratings",
    metadata,
    _match(),
    Column("seat", Integer, primary_key=True),
    Column("nth", Integer, primary_key=True),
    Column("before", Integer, nullable=False),
    Column("after", Integer, nullable=False),
    Column("before_here", Integer, nullable=False),
    Column("after_here", Integer, nullable=False),
    sqlite_with_rowid=False,
)

# The records of servers, each with those that it broke.
records = Table(
    "records",
    metadata,
    Column("guild", ForeignKey("guilds.id"), primary_key=True),
    Column("game", String, primary_key=True),
    Column("kind", Choice(RecordKind), primary_key=True),
    Column("match", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("value", Integer, nullable=False),
    _person("player"),
    Column("before", Integer),  # None: the first of its kind
    sqlite_with_rowid=False,
)

seasons = Table(
    "seasons",
    metadata,
    Column("guild", ForeignKey("guilds.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("started_at", Moment, nullable=False),
    _person("started_by"),
    sqlite_with_rowid=False,
)

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
