"""Friends: follows, challenges, and who is online"""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    with op.batch_alter_table("people", schema=None) as batch_op:
        batch_op.add_column(
            sa.Column("seen_by", sa.String(length=10), server_default="friends", nullable=False)
        )
        batch_op.add_column(
            sa.Column(
                "challenged_by", sa.String(length=10), server_default="everybody", nullable=False
            )
        )

    op.create_table(
        "follows",
        sa.Column("person", sa.String(length=32), nullable=False),
        sa.Column("other", sa.String(length=32), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(
            ["other"], ["people.id"], name=op.f("fk_follows_other"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["person"], ["people.id"], name=op.f("fk_follows_person"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("person", "other", name=op.f("pk_follows")),
    )
    with op.batch_alter_table("follows", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_follows_other"), ["other"], unique=False)

    op.create_table(
        "challenges",
        sa.Column("table", sa.String(length=32), nullable=False),
        sa.Column("by", sa.String(length=32), nullable=False),
        sa.Column("person", sa.String(length=32), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(
            ["by"], ["people.id"], name=op.f("fk_challenges_by"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["person"], ["people.id"], name=op.f("fk_challenges_person"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["table"], ["tables.id"], name=op.f("fk_challenges_table"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table", name=op.f("pk_challenges")),
    )
    with op.batch_alter_table("challenges", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_challenges_by"), ["by"], unique=False)
        batch_op.create_index(batch_op.f("ix_challenges_person"), ["person"], unique=False)

    op.create_table(
        "audience",
        sa.Column("server", sa.String(length=64), nullable=False),
        sa.Column("table", sa.String(length=32), nullable=False),
        sa.Column("person", sa.String(length=32), nullable=False),
        sa.Column("connections", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["server"], ["servers.id"], name=op.f("fk_audience_server"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("server", "table", "person", name=op.f("pk_audience")),
    )
    with op.batch_alter_table("audience", schema=None) as batch_op:
        batch_op.create_index("ix_audience_table", ["table", "person"], unique=False)
