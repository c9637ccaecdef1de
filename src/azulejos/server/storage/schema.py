"""The schema of the database. `migrations/` upgrades older databases; a test compares the two.

The event log is the truth. `tables` and `seats` are derived from it, written in the same
transaction, and serve lists and periodic work. Constraints are named so that migrations can alter
them on SQLite.
"""

import sqlalchemy as sa

metadata = sa.MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

people = sa.Table(
    "people",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("name", sa.String(64), nullable=False),  # display name
    sa.Column("key", sa.String(128), nullable=True, unique=True),  # accounts: normalised name
    sa.Column("kind", sa.String(8), nullable=False),  # guest, account or program
    sa.Column("password", sa.String(256), nullable=True),  # accounts: argon2 hash
    sa.Column("language", sa.String(8), nullable=False, default="en"),
    sa.Column("created_at", sa.Float, nullable=False),
)

sessions = sa.Table(
    "sessions",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),  # public; used to revoke the session
    sa.Column("person", sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("secret", sa.String(64), nullable=False, unique=True),  # hash of the cookie
    sa.Column("agent", sa.String(200), nullable=False),  # user-agent header of the browser
    sa.Column("created_at", sa.Float, nullable=False),
    sa.Column("seen_at", sa.Float, nullable=False),
    sa.Column("expires_at", sa.Float, nullable=False),
)

tokens = sa.Table(
    "tokens",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("person", sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("secret", sa.String(64), nullable=False, unique=True),  # hash of the token
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("scopes", sa.String(200), nullable=False),  # separated by spaces
    sa.Column("created_at", sa.Float, nullable=False),
    sa.Column("used_at", sa.Float, nullable=True),
)

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("plan", sa.JSON, nullable=False),  # the fields of `Plan`
    sa.Column("seed", sa.LargeBinary, nullable=False),  # of the deals; secret until the end
    sa.Column("game", sa.String(32), nullable=False),
    sa.Column("status", sa.String(8), nullable=False),
    sa.Column("is_public", sa.Boolean, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("summary", sa.JSON, nullable=False),  # for lists
    sa.Column("created_at", sa.Float, nullable=False),
    sa.Column("moved_at", sa.Float, nullable=False),
    sa.Column("wake_at", sa.Float, nullable=True, index=True),  # when periodic work must check it
    sa.Index("ix_tables_lobby", "status", "is_public", "created_at"),
)

events = sa.Table(
    "events",
    metadata,
    sa.Column("table", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("data", sa.JSON, nullable=False),
    sa.Column("client_id", sa.String(80), nullable=True),
    sa.UniqueConstraint("table", "client_id"),
)

seats = sa.Table(
    "seats",
    metadata,
    sa.Column("table", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("person", sa.String(32), nullable=False, index=True),
)

ratings = sa.Table(
    "ratings",
    metadata,
    sa.Column("person", sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    sa.Column(
        "pool", sa.String(32), primary_key=True
    ),  # game and number of players, such as name-2
    sa.Column("mu", sa.Float, nullable=False),
    sa.Column("sigma", sa.Float, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
    sa.Column("ordinal", sa.Float, nullable=False, index=True),  # mu - 3 sigma; sorts leaderboards
)

rating_changes = sa.Table(
    "rating_changes",
    metadata,
    sa.Column("table", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column(
        "person", sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True, index=True
    ),
    sa.Column("pool", sa.String(32), nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("mu", sa.Float, nullable=False),  # after the game
    sa.Column("sigma", sa.Float, nullable=False),
)

servers = sa.Table(
    "servers",
    metadata,
    sa.Column("id", sa.String(64), primary_key=True),  # one row for each server process
    sa.Column("seen_at", sa.Float, nullable=False),
    sa.Column("down_until", sa.Float, nullable=False),  # the last time when no process ran
)
