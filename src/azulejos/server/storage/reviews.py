"""Stored reviews of finished games, which grow entry by entry."""

import sqlalchemy as sa

from azulejos.contract.rules import Json
from azulejos.server.storage.database import Database, insert_new
from azulejos.server.storage.schema import review_entries as rows


class StoredReviews:
    """Reads and writes entries of reviews."""

    def __init__(self, database: Database):
        self.database = database

    async def entries(self, table: str, after: int = -1) -> list[Json]:
        """The entries of a game's review after a ply, in order."""
        query = sa.select(rows.c.data).where(rows.c.table == table, rows.c.ply > after)
        return await self.database.read(lambda c: list(c.scalars(query.order_by(rows.c.ply))))

    async def count(self, table: str) -> int:
        """The number of entries that a game's review has."""
        query = sa.select(sa.func.count()).select_from(rows).where(rows.c.table == table)
        return await self.database.read(lambda c: c.scalar(query) or 0)

    async def add(self, table: str, entries: list[Json]) -> None:
        """Store entries, without those that another process has stored meanwhile."""
        values = [{"table": table, "ply": entry["ply"], "data": entry} for entry in entries]
        await self.database.run(lambda c: c.execute(insert_new(c, rows), values))
