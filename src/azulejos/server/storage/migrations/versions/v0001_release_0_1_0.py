"""Release 0.1.0"""

import sqlalchemy as sa
from alembic import op

from azulejos.server.storage import schema

revision = "0001"
down_revision = None

metadata = sa.MetaData(naming_convention=schema.metadata.naming_convention)

sa.Table(
    "people",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("key", sa.String(128), nullable=True, unique=True),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("password", sa.String(256), nullable=True),
    sa.Column("language", sa.String(8), nullable=False, default="en"),
    sa.Column("created_at", sa.Float, nullable=False),
)

sa.Table(
    "sessions",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("person", sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("secret", sa.String(64), nullable=False, unique=True),
    sa.Column("agent", sa.String(200), nullable=False),
    sa.Column("created_at", sa.Float, nullable=False),
    sa.Column("seen_at", sa.Float, nullable=False),
    sa.Column("expires_at", sa.Float, nullable=False),
)

sa.Table(
    "tokens",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("person", sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("secret", sa.String(64), nullable=False, unique=True),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("scopes", sa.String(200), nullable=False),
    sa.Column("created_at", sa.Float, nullable=False),
    sa.Column("used_at", sa.Float, nullable=True),
)

sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("plan", sa.JSON, nullable=False),
    sa.Column("seed", sa.LargeBinary, nullable=False),
    sa.Column("game", sa.String(32), nullable=False),
    sa.Column("status", sa.String(8), nullable=False),
    sa.Column("is_public", sa.Boolean, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("summary", sa.JSON, nullable=False),
    sa.Column("created_at", sa.Float, nullable=False),
    sa.Column("moved_at", sa.Float, nullable=False),
    sa.Column("wake_at", sa.Float, nullable=True, index=True),
    sa.Index("ix_tables_lobby", "status", "is_public", "created_at"),
)

sa.Table(
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

sa.Table(
    "seats",
    metadata,
    sa.Column("table", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("person", sa.String(32), nullable=False, index=True),
)

sa.Table(
    "ratings",
    metadata,
    sa.Column("person", sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("pool", sa.String(32), primary_key=True),
    sa.Column("mu", sa.Float, nullable=False),
    sa.Column("sigma", sa.Float, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
    sa.Column("ordinal", sa.Float, nullable=False, index=True),
)

sa.Table(
    "rating_changes",
    metadata,
    sa.Column("table", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column(
        "person", sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True, index=True
    ),
    sa.Column("pool", sa.String(32), nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("mu", sa.Float, nullable=False),
    sa.Column("sigma", sa.Float, nullable=False),
)

sa.Table(
    "servers",
    metadata,
    sa.Column("id", sa.String(64), primary_key=True),
    sa.Column("seen_at", sa.Float, nullable=False),
    sa.Column("down_until", sa.Float, nullable=False),
)


def upgrade() -> None:
    metadata.create_all(op.get_bind(), checkfirst=False)
