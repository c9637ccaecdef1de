"""Stored answers of searches, and reviews, which grow entry by entry."""

import hashlib
import json

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from azulejos.contract.rules import Json
from azulejos.server.storage.database import Database, insert_new
from azulejos.server.storage.schema import analyses, review_entries
from azulejos.server.timing import now


def key_of(*question: object) -> str:
    """The key of a question: a hash of everything that its answer follows from, as JSON."""
    return hashlib.sha256(json.dumps(question, sort_keys=True).encode()).hexdigest()


class StoredAnalyses:
    """Reads and writes answers."""

    def __init__(self, database: Database):
        self.database = database

    async def find(self, key: str) -> Json | None:
        """The answer with a key, if it is stored."""
        query = sa.select(analyses.c.info).where(analyses.c.id == key)
        return await self.database.read(lambda c: c.scalar(query))

    async def add(self, key: str, info: Json) -> None:
        """Store an answer, unless another request has stored one meanwhile."""
        row = {"id": key, "info": info, "created_at": now()}
        try:
            await self.database.run(lambda c: c.execute(sa.insert(analyses), row))
        except IntegrityError:
            return


# ---- Reviews


class StoredReviews:
    """Reads and writes entries of reviews."""

    def __init__(self, database: Database):
        self.database = database

    async def entries(self, table: str, after: int = -1) -> list[Json]:
        """The entries of a game's review after a ply, in order."""
        query = sa.select(review_entries.c.data).where(
            review_entries.c.table == table, review_entries.c.ply > after
        )
        return await self.database.read(
            lambda c: list(c.scalars(query.order_by(review_entries.c.ply)))
        )

    async def count(self, table: str) -> int:
        """The number of entries that a game's review has."""
        query = (
            sa.select(sa.func.count())
            .select_from(review_entries)
            .where(review_entries.c.table == table)
        )
        return await self.database.read(lambda c: c.scalar(query) or 0)

    async def add(self, table: str, entries: list[Json]) -> None:
        """Store entries, without those that another process has stored meanwhile."""
        values = [{"table": table, "ply": entry["ply"], "data": entry} for entry in entries]
        await self.database.run(lambda c: c.execute(insert_new(c, review_entries), values))
