"""The audience: who is connected to the server, and who watches which table.

Each process counts its own connections and stores what has changed every few seconds, so that all
processes know; what a dead process stored is deleted with its row (`cluster/heartbeat.py`).
"""

from collections import Counter
from collections.abc import Iterable

import sqlalchemy as sa

from azulejos.server.accounts.follows import Follows
from azulejos.server.feature import Parts
from azulejos.server.storage import schema
from azulejos.server.storage.database import Database, among

ANYWHERE = ""  # instead of a table: connected at all
Place = tuple[str, str]  # table and person; the person is "" for people who are not signed in
rows = schema.audience
DELETE = sa.delete(rows).where(
    rows.c.server == sa.bindparam("of"),
    rows.c.table == sa.bindparam("at"),
    rows.c.person == sa.bindparam("who"),
)


class Audience:
    """Counts connections, stores the counts, and reads those of all processes."""

    def __init__(self, database: Database, server: str):
        self.database, self.server = database, server
        self._counts: Counter[Place] = Counter()
        self._stored: dict[Place, int] = {}

    def add(self, table: str, person: str) -> None:
        self._counts[table, person] += 1

    def remove(self, table: str, person: str) -> None:
        self._counts[table, person] -= 1
        if self._counts[table, person] <= 0:
            del self._counts[table, person]

    async def store(self) -> None:
        """Store what has changed since the last time; everything if other processes believed this
        one to be dead and deleted it.
        """
        counts = dict(self._counts)
        stored = await self.database.read(self._count_stored)
        before = self._stored if stored == len(self._stored) else {}
        changed = {place: n for place, n in counts.items() if before.get(place) != n}
        gone = before.keys() - counts.keys()
        is_new = before is not self._stored
        if changed or gone or is_new:
            await self.database.run(lambda c: self._write(c, changed, gone, is_new))
            self._stored = counts

    def _count_stored(self, connection: sa.Connection) -> int:
        query = sa.select(sa.func.count()).select_from(rows).where(rows.c.server == self.server)
        return connection.scalar(query) or 0

    def _write(
        self,
        connection: sa.Connection,
        changed: dict[Place, int],
        gone: Iterable[Place],
        is_new: bool,
    ) -> None:
        if is_new:
            connection.execute(sa.delete(rows).where(rows.c.server == self.server))
        old = [{"of": self.server, "at": table, "who": who} for table, who in (*gone, *changed)]
        if old and not is_new:  # all at once: moves wait until it is done
            connection.execute(DELETE, old)
        values = [
            {"server": self.server, "table": table, "person": person, "connections": n}
            for (table, person), n in changed.items()
        ]
        if values:
            connection.execute(sa.insert(rows), values)

    # ---- Questions

    async def online(self, people: Iterable[str]) -> set[str]:
        """Those of some people who are connected to any process."""
        ids = sorted(set(people) - {""})

        def work(connection: sa.Connection) -> set[str]:
            here = sa.and_(rows.c.table == ANYWHERE, among(connection, rows.c.person, ids))
            return set(connection.scalars(sa.select(rows.c.person).where(here)))

        return await self.database.read(work) if ids else set()

    async def count(self) -> int:
        """How many people are connected to any process; people who are not signed in are counted
        by their connections.
        """
        query = sa.select(rows.c.person, sa.func.sum(rows.c.connections))
        query = query.where(rows.c.table == ANYWHERE).group_by(rows.c.person)
        found = await self.database.read(lambda c: c.execute(query).all())
        return sum(1 if person else int(connections) for person, connections in found)

    async def at(self, tables: Iterable[str]) -> dict[str, Counter[str]]:
        """The people at some tables, each with the number of connections; by table."""
        ids = sorted(set(tables))

        def work(connection: sa.Connection) -> dict[str, Counter[str]]:
            query = sa.select(rows.c.table, rows.c.person, rows.c.connections)
            found: dict[str, Counter[str]] = {}
            for row in connection.execute(query.where(among(connection, rows.c.table, ids))):
                found.setdefault(row.table, Counter())[row.person] += row.connections
            return found

        return await self.database.read(work) if ids else {}


async def online_to(parts: Parts, viewer: str, people: Iterable[str]) -> set[str]:
    """Those of some people who are online and show it to a viewer; "" for a stranger."""
    return await parts[Audience].online(await parts[Follows].visible(viewer, people))
