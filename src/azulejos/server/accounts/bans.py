"""Bans of people and of networks, which the host of a server declares with `azulejos admin`.

Every process keeps the current bans in memory and reads them again every few seconds, so a check
costs no query. Who is banned can neither sign in nor sit down nor open a WebSocket.
"""

from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

import sqlalchemy as sa
from starlette.requests import HTTPConnection

from azulejos.server.accounts.people import PeopleError
from azulejos.server.storage import schema
from azulejos.server.storage.database import Database
from azulejos.server.wall_clock import now
from azulejos.server.web.addresses import host_of
from azulejos.text import Text

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
