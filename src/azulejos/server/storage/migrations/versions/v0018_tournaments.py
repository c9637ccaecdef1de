"""Tournaments"""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("plan", sa.JSON(), nullable=False),
        sa.Column("created_by", sa.String(length=32), nullable=False),
        sa.Column("is_public", sa.Boolean(), nullable=False),
        sa.Column("status", sa.String(length=8), nullable=False),
        sa.Column("starts_at", sa.Float(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("wake_at", sa.Float(), nullable=True),
        sa.ForeignKeyConstraint(
            ["created_by"], ["people.id"], name=op.f("fk_tournaments_created_by")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournaments")),
    )
    with op.batch_alter_table("tournaments", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_tournaments_created_by"), ["created_by"], unique=False)
        batch_op.create_index(
            "ix_tournaments_list", ["is_public", "status", "starts_at"], unique=False
        )
        batch_op.create_index(batch_op.f("ix_tournaments_wake_at"), ["wake_at"], unique=False)

    op.create_table(
        "tournament_entrants",
        sa.Column("tournament", sa.String(length=32), nullable=False),
        sa.Column("person", sa.String(length=32), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("rating", sa.Float(), nullable=False),
        sa.Column("is_active", sa.Boolean(), nullable=False),
        sa.Column("table", sa.String(length=32), nullable=False),
        sa.Column("free_since", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"],
            ["people.id"],
            name=op.f("fk_tournament_entrants_person"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["tournament"],
            ["tournaments.id"],
            name=op.f("fk_tournament_entrants_tournament"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("tournament", "person", name=op.f("pk_tournament_entrants")),
    )
    with op.batch_alter_table("tournament_entrants", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_tournament_entrants_person"), ["person"], unique=False)

    op.create_table(
        "tournament_places",
        sa.Column("tournament", sa.String(length=32), nullable=False),
        sa.Column("round", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("person", sa.String(length=32), nullable=False),
        sa.Column("table", sa.String(length=32), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("points", sa.Float(), nullable=True),
        sa.ForeignKeyConstraint(
            ["person"], ["people.id"], name=op.f("fk_tournament_places_person"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["tournament"],
            ["tournaments.id"],
            name=op.f("fk_tournament_places_tournament"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("tournament", "round", "person", name=op.f("pk_tournament_places")),
    )
    with op.batch_alter_table("tournament_places", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_tournament_places_person"), ["person"], unique=False)
        batch_op.create_index(batch_op.f("ix_tournament_places_table"), ["table"], unique=False)
