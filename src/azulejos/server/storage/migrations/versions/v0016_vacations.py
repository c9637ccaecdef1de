"""Vacations"""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    op.create_table(
        "vacations",
        sa.Column("person", sa.String(length=32), nullable=False),
        sa.Column("start", sa.Float(), nullable=False),
        sa.Column("until", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"], ["people.id"], name=op.f("fk_vacations_person"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("person", "start", name=op.f("pk_vacations")),
    )
