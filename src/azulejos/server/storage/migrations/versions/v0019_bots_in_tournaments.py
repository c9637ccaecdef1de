"""Built-in bots take part in tournaments; leaderboards are ordered by another lower bound"""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    for table in ("tournament_entrants", "tournament_places"):
        with op.batch_alter_table(table, schema=None) as batch_op:
            batch_op.drop_constraint(batch_op.f(f"fk_{table}_person"), type_="foreignkey")
    op.execute(sa.text("UPDATE ratings SET ordinal = mu - sigma"))
