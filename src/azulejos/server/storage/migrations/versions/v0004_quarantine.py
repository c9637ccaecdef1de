"""Quarantine of tables that cannot be replayed"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("tables", sa.Column("quarantined_at", sa.Float(), nullable=True))
    op.create_index(
        "ix_tables_quarantined_at",
        "tables",
        ["quarantined_at"],
        sqlite_where=sa.text("quarantined_at IS NOT NULL"),
        postgresql_where=sa.text("quarantined_at IS NOT NULL"),
    )
