"""Mistakes that return; ratings at puzzles on the scale of the players"""

from math import log, sqrt

import sqlalchemy as sa
from alembic import op

from azulejos.games import GAMES
from azulejos.position import Position
from azulejos.server.storage import schema
from azulejos.teaching.puzzle_ratings import level_ratings

revision = "0020"
down_revision = "0019"

metadata = sa.MetaData(naming_convention=schema.metadata.naming_convention)

OLD = [
    sa.Table("people", metadata, sa.Column("id", sa.String(32), primary_key=True)),
    sa.Table("tables", metadata, sa.Column("id", sa.String(32), primary_key=True)),
]

mistakes = sa.Table(
    "mistakes",
    metadata,
    sa.Column("person", sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("table", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("ply", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("loss", sa.Float, nullable=False),
    sa.Column("state", sa.Integer, nullable=False),
    sa.Column("step", sa.Integer, nullable=True),
    sa.Column("stability", sa.Float, nullable=False),
    sa.Column("difficulty", sa.Float, nullable=False),
    sa.Column("asked_at", sa.Float, nullable=False),
    sa.Column("due_at", sa.Float, nullable=False),
    sa.Index("ix_mistakes_person_due_at", "person", "due_at"),
    sa.Index("ix_mistakes_table", "table"),
)

OLD_LEVEL_1, OLD_STEP = 14.5, 3.0  # where the levels stood on the puzzles' own scale
SEATS = 2  # with which the levels are rated
MU, SIGMA = 25.0, 25.0 / 3  # of a new person; no sigma is larger
SHOWN_START, SHOWN_STEP = 1_200, 400 / (log(10) * sqrt(2) * 25 / 6)  # of ratings as they are shown


def upgrade() -> None:
    mistakes.create(op.get_bind(), checkfirst=False)
    for game in GAMES:
        convert_people(game, level_ratings(Position(game, SEATS).states))
    op.execute(sa.text("DELETE FROM puzzle_ratings"))  # they begin anew, as the levels solve them
    op.execute(sa.text("DELETE FROM review_entries"))  # they are made again, with marks


def convert_people(game: str, levels: tuple[float, ...]) -> None:
    """Give a person who solved puzzles like a level the rating of this level as a player."""
    stretch = (levels[-1] - levels[0]) / (len(levels) - 1) / OLD_STEP / SHOWN_STEP
    offset = MU + (levels[0] - SHOWN_START) / SHOWN_STEP - OLD_LEVEL_1 * stretch
    sigma = f"CASE WHEN sigma * {stretch} > {SIGMA} THEN {SIGMA} ELSE sigma * {stretch} END"
    op.execute(
        sa.text(
            f"UPDATE puzzle_people SET mu = mu * {stretch} + {offset}, sigma = {sigma}"
            " WHERE game = :game"
        ).bindparams(game=game)
    )
