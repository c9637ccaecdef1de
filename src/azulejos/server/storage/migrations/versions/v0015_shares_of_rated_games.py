"""Shares of the win in rated games, for leaderboards of a week"""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    with op.batch_alter_table("rating_changes", schema=None) as batch_op:
        batch_op.add_column(sa.Column("share", sa.Float(), nullable=True))
        batch_op.create_index("ix_rating_changes_pool", ["pool", "at"], unique=False)
