"""The order in which games ended, for exports"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_index(
        "ix_tables_ended",
        "tables",
        ["status", "moved_at", "id"],
        sqlite_where=sa.text("status = 'over'"),
        postgresql_where=sa.text("status = 'over'"),
    )
