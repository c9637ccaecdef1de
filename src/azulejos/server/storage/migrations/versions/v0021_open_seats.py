"""Tables with the number of their open seats, by which the lobby finds them"""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"

tables = sa.table(
    "tables",
    sa.column("id", sa.String),
    sa.column("status", sa.String),
    sa.column("summary", sa.JSON),
    sa.column("open_seats", sa.Integer),
)


def upgrade() -> None:
    op.add_column("tables", sa.Column("open_seats", sa.Integer, server_default="0", nullable=False))
    connection = op.get_bind()
    query = sa.select(tables.c.id, tables.c.summary).where(tables.c.status == "open")
    for table, summary in connection.execute(query).all():
        count = sum(not seat["person"] and not seat["bot"] for seat in summary["seats"])
        update = sa.update(tables).where(tables.c.id == table)
        connection.execute(update, {"open_seats": count})
