"""The feature `tally`: counts finished games, and tells listeners in every process.

It has a route, database tables of its own, a hook in the transaction that stores the end of a game,
and a channel by which other processes hear of it. It says which of its rows are about people, and
which are deleted when they are old.
"""

from collections.abc import Callable, Collection, Sequence

import sqlalchemy as sa
from fastapi import Request

from azulejos.server.cluster.channel import EVERYTHING, Channel, Hints, Publish
from azulejos.server.feature import Expired, Feature, Parts, Personal, parts_of
from azulejos.server.storage.database import Database, insert_new
from azulejos.server.table.events import Event
from azulejos.server.table.table import Table
from azulejos.server.web.routers import make_router

Counts = dict[str, int]  # finished games by game

metadata = sa.MetaData()
finished = sa.Table(
    "extra_finished",
    metadata,
    sa.Column("game", sa.String(32), primary_key=True),
    sa.Column("games", sa.Integer, nullable=False),
)
players = sa.Table(
    "extra_players",
    metadata,
    sa.Column("id", sa.String(40), primary_key=True),  # of the table, with the number of the seat
    sa.Column("person", sa.String(32), nullable=False),
    sa.Column("at", sa.Float, nullable=False),  # the end of the game
)
KEEP_S = 86_400.0  # how long it is known who has played
router = make_router("tally")


class Tally:
    """The counts, and the listeners to them in this process."""

    def __init__(self, database: Database, publish: Publish):
        self.database = database
        self.channel: Channel[Callable[[Counts], None]] = Channel("tally", publish, self._tell)

    async def create(self) -> None:
        """Create the database table of this feature."""
        await self.database.run(metadata.create_all)

    async def counts(self) -> Counts:
        query = sa.select(finished.c.game, finished.c.games)
        rows = await self.database.read(lambda c: c.execute(query).all())
        return {row.game: row.games for row in rows}

    def on_change(self, _table: Table, events: Sequence[Event]) -> None:
        """Announce the end of a game after its commit."""
        if has_end(events):
            self.channel.announce()

    async def _tell(self, _keys: Collection[str]) -> None:
        counts = await self.counts()
        for listener in self.channel.listeners(EVERYTHING):
            listener(counts)


def has_end(events: Sequence[Event]) -> bool:
    return any(event.kind == "finished" for event in events)


def count_end(connection: sa.Connection, table: Table, events: Sequence[Event]) -> None:
    """Count a game in the transaction that stores its end."""
    if has_end(events):
        game = table.plan.game
        connection.execute(insert_new(connection, finished).values(game=game, games=0))
        counted = sa.update(finished).where(finished.c.game == game)
        connection.execute(counted.values(games=finished.c.games + 1))
        for number, seat in enumerate(table.seats):
            values = {"id": f"{table.plan.id}-{number}", "person": seat.person}
            connection.execute(sa.insert(players), values | {"at": events[-1].at})


@router.get("/tally")
async def show_tally(request: Request) -> Counts:
    """Finished games by game."""
    return await parts_of(request)[Tally].counts()


def make_feature(parts: Parts) -> Feature:
    tally = parts.add(Tally(parts[Database], parts[Hints].publish))
    return Feature(
        routers=[router],
        hooks=[count_end],
        on_change=[tally.on_change],
        channels=[tally.channel],
        expired=[Expired(players, lambda at: players.c.at < at - KEEP_S)],
        personal=[Personal(players)],
        start=[tally.create],
    )
