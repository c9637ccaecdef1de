"""Addresses and positions of rated games in progress; revocations"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "revocations",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_revocations")),
    )
    op.create_index(op.f("ix_revocations_at"), "revocations", ["at"])
    op.create_table(
        "rated_addresses",
        sa.Column("table", sa.String(length=32), nullable=False),
        sa.Column("address", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(
            ["table"], ["tables.id"], name=op.f("fk_rated_addresses_table"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table", "address", name=op.f("pk_rated_addresses")),
    )
    op.create_index(op.f("ix_rated_addresses_address"), "rated_addresses", ["address"])
    op.create_table(
        "rated_positions",
        sa.Column("table", sa.String(length=32), nullable=False),
        sa.Column("version", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(
            ["table"], ["tables.id"], name=op.f("fk_rated_positions_table"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table", "version", name=op.f("pk_rated_positions")),
    )
    op.create_index(op.f("ix_rated_positions_digest"), "rated_positions", ["digest"])
