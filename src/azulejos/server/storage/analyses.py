"""Stored answers of searches: the same question is searched once."""

import hashlib
import json

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from azulejos.contract.rules import Json
from azulejos.server.storage.database import Database
from azulejos.server.storage.schema import analyses
from azulejos.server.wall_clock import now


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
