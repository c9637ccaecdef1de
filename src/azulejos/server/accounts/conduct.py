"""Conduct: bans of people and networks, reports to moderators, and warnings.

The host of a server declares bans with `azulejos admin`. Every process keeps the current bans in
memory and reads them again every few seconds, so a check costs no query. A banned person can
neither sign in nor sit down nor open a WebSocket.
"""

from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

import sqlalchemy as sa
from starlette.requests import HTTPConnection

from azulejos.server.accounts.people import PeopleError
from azulejos.server.ids import make_id
from azulejos.server.storage import schema
from azulejos.server.storage.database import Database
from azulejos.server.timing import now
from azulejos.server.web.limits import host_of
from azulejos.text import Text
from azulejos.wire.accounts import Reason

rows = schema.bans


class Bans:
    """The bans that are in force."""

    def __init__(self, database: Database):
        self.database = database
        self._people: frozenset[str] = frozenset()
        self._networks: tuple[IPv4Network | IPv6Network, ...] = ()

    async def refresh(self) -> None:
        """Read the bans from the database."""
        query = sa.select(rows.c.person, rows.c.network).where(in_force(now()))
        found = await self.database.read(lambda c: c.execute(query).all())
        self._people = frozenset(row.person for row in found if row.person)
        self._networks = tuple(ip_network(row.network) for row in found if row.network)

    @property
    def is_empty(self) -> bool:
        """Is nobody banned?"""
        return not self._people and not self._networks

    def covers(self, host: str, person: str = "") -> bool:
        """Is a person banned, or the address of a client?"""
        return person in self._people or self._covers_host(host)

    def _covers_host(self, host: str) -> bool:
        if not self._networks:
            return False
        try:
            address = ip_address(host)
        except ValueError:
            return False
        if isinstance(address, IPv6Address) and address.ipv4_mapped:
            address = address.ipv4_mapped
        return any(address in network for network in self._networks)

    def require_none(self, connection: HTTPConnection, person: str = "") -> None:
        """Refuse a person who is banned, or whose address is."""
        if self.covers(host_of(connection.scope), person):
            raise PeopleError(Text("people.banned"))


def in_force(at: float) -> sa.ColumnElement[bool]:
    """The condition for bans that have not ended."""
    return rows.c.ends_at.is_(None) | (rows.c.ends_at > at)


# ---- Reports and warnings

reports, warnings = schema.reports, schema.warnings


class Reports:
    """Stores reports, and what people have to read."""

    def __init__(self, database: Database):
        self.database = database

    async def make(self, by: str, person: str, table: str | None, reason: Reason) -> None:
        """Report a person; the same report again changes nothing while the first one is open."""

        def work(connection: sa.Connection) -> None:
            people, tables = schema.people, schema.tables
            known = connection.scalar(sa.select(people.c.id).where(people.c.id == person))
            if person == by or known is None:
                raise PeopleError(Text("people.unknown"))
            there = connection.scalar(sa.select(tables.c.id).where(tables.c.id == table))
            if table is not None and there is None:
                raise PeopleError(Text("table.unknown", {"table": table}))
            same = sa.select(reports.c.id).where(
                reports.c.by == by,
                reports.c.person == person,
                reports.c.table.is_(None) if table is None else reports.c.table == table,
                reports.c.reason == reason,
                reports.c.closed_at.is_(None),
            )
            if connection.scalar(same) is None:
                values = {"id": make_id(), "at": now(), "by": by, "person": person}
                connection.execute(sa.insert(reports), values | {"table": table, "reason": reason})

        await self.database.run(work)

    async def unread_warning(self, person: str) -> tuple[str, Reason] | None:
        """The id and reason of the first warning that a person has not confirmed; None if none."""
        query = sa.select(warnings.c.id, warnings.c.reason).where(
            warnings.c.person == person, warnings.c.seen_at.is_(None)
        )
        found = await self.database.read(
            lambda c: c.execute(query.order_by(warnings.c.at).limit(1)).one_or_none()
        )
        return (found.id, found.reason) if found else None

    async def confirm(self, person: str, warning: str) -> None:
        """Note that a person has read a warning."""
        update = sa.update(warnings).where(
            warnings.c.id == warning, warnings.c.person == person, warnings.c.seen_at.is_(None)
        )
        await self.database.run(lambda c: c.execute(update, {"seen_at": now()}))
