"""Release 0.2.0"""

import sqlalchemy as sa
from alembic import op

from azulejos.server.storage import schema
from azulejos.server.storage.migrations.name_keys import renew_keys

revision = "0019"
down_revision = "0001"

metadata = sa.MetaData(naming_convention=schema.metadata.naming_convention)

OLD = [  # tables of 0.1.0 that others refer to
    sa.Table("people", metadata, sa.Column("id", sa.String(32), primary_key=True)),
    sa.Table("servers", metadata, sa.Column("id", sa.String(64), primary_key=True)),
    sa.Table("tables", metadata, sa.Column("id", sa.String(32), primary_key=True)),
]

sa.Table(
    "recovery_codes",
    metadata,
    sa.Column("code", sa.String(64), primary_key=True),
    sa.Column("person", sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
)

sa.Table(
    "passkeys",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("person", sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("credential", sa.String(1400), nullable=False, unique=True),
    sa.Column("public_key", sa.Text, nullable=False),
    sa.Column("uses", sa.BigInteger, nullable=False),
    sa.Column("created_at", sa.Float, nullable=False),
    sa.Column("used_at", sa.Float, nullable=True),
)

sa.Table(
    "passkey_challenges",
    metadata,
    sa.Column("id", sa.String(64), primary_key=True),
    sa.Column("person", sa.String(32), nullable=False),
    sa.Column("expires_at", sa.Float, nullable=False),
)

sa.Table(
    "mail_addresses",
    metadata,
    sa.Column("person", sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("address", sa.String(254), nullable=False),
    sa.Column("confirmed_at", sa.Float, nullable=True),
    sa.Column("digest_h", sa.Integer, nullable=False),
    sa.Column("digest_at", sa.Float, nullable=False),
)

sa.Table(
    "letters",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("person", sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("due_at", sa.Float, nullable=False, index=True),
    sa.Column("attempts", sa.Integer, nullable=False),
)

sa.Table(
    "mail_links",
    metadata,
    sa.Column("id", sa.String(64), primary_key=True),
    sa.Column("person", sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("address", sa.String(254), nullable=False),
    sa.Column("expires_at", sa.Float, nullable=False),
)

sa.Table(
    "former_names",
    metadata,
    sa.Column("key", sa.String(128), primary_key=True),
    sa.Column("person", sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("at", sa.Float, nullable=False),
)

sa.Table(
    "revocations",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("at", sa.Float, nullable=False, index=True),
)

sa.Table(
    "rated_addresses",
    metadata,
    sa.Column("table", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("address", sa.String(64), primary_key=True, index=True),
)

sa.Table(
    "rated_positions",
    metadata,
    sa.Column("table", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("digest", sa.String(64), nullable=False, index=True),
)

sa.Table(
    "analyses",
    metadata,
    sa.Column("id", sa.String(64), primary_key=True),
    sa.Column("info", sa.JSON, nullable=False),
    sa.Column("created_at", sa.Float, nullable=False, index=True),
)

sa.Table(
    "review_entries",
    metadata,
    sa.Column("table", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("ply", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("data", sa.JSON, nullable=False),
)

sa.Table(
    "bans",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("person", sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=True, index=True),
    sa.Column("network", sa.String(64), nullable=True),
    sa.Column("reason", sa.String(200), nullable=False),
    sa.Column("created_at", sa.Float, nullable=False),
    sa.Column("ends_at", sa.Float, nullable=True),
)

sa.Table(
    "host_acts",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("at", sa.Float, nullable=False, index=True),
    sa.Column("by", sa.String(64), nullable=False),
    sa.Column("act", sa.String(16), nullable=False),
    sa.Column("subject", sa.String(64), nullable=False, index=True),
    sa.Column("detail", sa.JSON, nullable=False),
)

sa.Table(
    "boards",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("record", sa.Text, nullable=False),
    sa.Column("cursor", sa.JSON, nullable=False),
    sa.Column("person", sa.String(32), nullable=False),
    sa.Column("created_at", sa.Float, nullable=False),
    sa.Column("seen_at", sa.Float, nullable=False, index=True),
)

sa.Table(
    "puzzle_attempts",
    metadata,
    sa.Column("person", sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("puzzle", sa.String(16), primary_key=True),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("is_solved", sa.Boolean, nullable=True),
    sa.Column("is_rated", sa.Boolean, nullable=False),
)

sa.Table(
    "puzzle_ratings",
    metadata,
    sa.Column("puzzle", sa.String(16), primary_key=True),
    sa.Column("mu", sa.Float, nullable=False),
    sa.Column("sigma", sa.Float, nullable=False),
    sa.Column("attempts", sa.Integer, nullable=False),
)

sa.Table(
    "puzzle_people",
    metadata,
    sa.Column("person", sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("game", sa.String(32), primary_key=True),
    sa.Column("mu", sa.Float, nullable=False),
    sa.Column("sigma", sa.Float, nullable=False),
    sa.Column("attempts", sa.Integer, nullable=False),
    sa.Column("solved", sa.Integer, nullable=False),
    sa.Column("streak", sa.Integer, nullable=False),
    sa.Column("best_streak", sa.Integer, nullable=False),
    sa.Column("best_race", sa.Integer, nullable=False),
)

sa.Table(
    "puzzle_races",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("person", sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("game", sa.String(32), nullable=False),
    sa.Column("started_at", sa.Float, nullable=False),
    sa.Column("puzzle", sa.String(16), nullable=False),
    sa.Column("solved", sa.Integer, nullable=False),
    sa.Column("missed", sa.Integer, nullable=False),
)

sa.Table(
    "puzzle_consents",
    metadata,
    sa.Column("person", sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("at", sa.Float, nullable=False),
)

sa.Table(
    "subscriptions",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("person", sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("endpoint", sa.String(1000), nullable=False, unique=True),
    sa.Column("p256dh", sa.String(100), nullable=False),
    sa.Column("auth", sa.String(50), nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)

sa.Table(
    "calls",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("person", sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("table", sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("due_at", sa.Float, nullable=False, index=True),
    sa.Column("attempts", sa.Integer, nullable=False),
)

sa.Table(
    "secrets",
    metadata,
    sa.Column("name", sa.String(32), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)

sa.Table(
    "words",
    metadata,
    sa.Column("table", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.Float, nullable=False, index=True),
    sa.Column("person", sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("phrase", sa.String(16), nullable=False),
    sa.Column("text", sa.String(200), nullable=False),
    sa.Column("hearers", sa.JSON, nullable=False),
)

sa.Table(
    "blocks",
    metadata,
    sa.Column("person", sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    sa.Column(
        "other", sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True, index=True
    ),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)

sa.Table(
    "follows",
    metadata,
    sa.Column("person", sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    sa.Column(
        "other", sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True, index=True
    ),
    sa.Column("at", sa.Float, nullable=False),
)

sa.Table(
    "challenges",
    metadata,
    sa.Column("table", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("by", sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("person", sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("at", sa.Float, nullable=False),
)

sa.Table(
    "vacations",
    metadata,
    sa.Column("person", sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("start", sa.Float, primary_key=True),
    sa.Column("until", sa.Float, nullable=False),
)

sa.Table(
    "tournaments",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("plan", sa.JSON, nullable=False),
    sa.Column("created_by", sa.ForeignKey("people.id"), nullable=False, index=True),
    sa.Column("is_public", sa.Boolean, nullable=False),
    sa.Column("status", sa.String(8), nullable=False),
    sa.Column("starts_at", sa.Float, nullable=False),
    sa.Column("round", sa.Integer, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("wake_at", sa.Float, nullable=True, index=True),
    sa.Index("ix_tournaments_list", "is_public", "status", "starts_at"),
)

sa.Table(
    "tournament_entrants",
    metadata,
    sa.Column("tournament", sa.ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("person", sa.String(32), primary_key=True, index=True),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("rating", sa.Float, nullable=False),
    sa.Column("is_active", sa.Boolean, nullable=False),
    sa.Column("table", sa.String(32), nullable=False),
    sa.Column("free_since", sa.Float, nullable=False),
)

sa.Table(
    "tournament_places",
    metadata,
    sa.Column("tournament", sa.ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("round", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("person", sa.String(32), primary_key=True, index=True),
    sa.Column("table", sa.String(32), nullable=False, index=True),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("points", sa.Float, nullable=True),
)

sa.Table(
    "audience",
    metadata,
    sa.Column("server", sa.ForeignKey("servers.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("table", sa.String(32), primary_key=True),
    sa.Column("person", sa.String(32), primary_key=True),
    sa.Column("connections", sa.Integer, nullable=False),
    sa.Index("ix_audience_table", "table", "person"),
)

sa.Table(
    "reports",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("at", sa.Float, nullable=False, index=True),
    sa.Column("by", sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("person", sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("table", sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=True, index=True),
    sa.Column("reason", sa.String(16), nullable=False),
    sa.Column("closed_at", sa.Float, nullable=True),
)

sa.Table(
    "warnings",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("person", sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("reason", sa.String(16), nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("seen_at", sa.Float, nullable=True),
)


def upgrade() -> None:
    alter_people()
    alter_tables()
    alter_ratings()
    new = [table for table in metadata.sorted_tables if table not in OLD]
    metadata.create_all(op.get_bind(), new, checkfirst=False)


def alter_people() -> None:
    """Choices of people about others; keys of names without characters that are not seen."""
    with op.batch_alter_table("people") as people:
        for name in ("allows_text", "is_moderator"):
            people.add_column(
                sa.Column(name, sa.Boolean, server_default=sa.false(), nullable=False)
            )
        for name, default in (("seen_by", "friends"), ("challenged_by", "everybody")):
            people.add_column(
                sa.Column(name, sa.String(10), server_default=default, nullable=False)
            )
    renew_keys(op.get_bind())


def alter_tables() -> None:
    """Tables that cannot be replayed are marked; exports have an order."""
    op.add_column("tables", sa.Column("quarantined_at", sa.Float, nullable=True))
    for name, columns, condition in (
        ("ix_tables_quarantined_at", ["quarantined_at"], "quarantined_at IS NOT NULL"),
        ("ix_tables_ended", ["status", "moved_at", "id"], "status = 'over'"),
    ):
        where = sa.text(condition)
        op.create_index(name, "tables", columns, sqlite_where=where, postgresql_where=where)


def alter_ratings() -> None:
    """Shares of the win, for leaderboards of a week, which are ordered by another lower bound."""
    op.add_column("rating_changes", sa.Column("share", sa.Float, nullable=True))
    op.create_index("ix_rating_changes_pool", "rating_changes", ["pool", "at"])
    op.execute(sa.text("UPDATE ratings SET ordinal = mu - sigma"))
