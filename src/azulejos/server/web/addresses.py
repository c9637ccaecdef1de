"""Addresses of clients: which count as one, and how many connections each of them has open."""

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from ipaddress import IPv6Address, ip_address, ip_network

from starlette.types import Scope

from azulejos.server.web.limits import TooMany

RETRY_S = 5  # when a client with too many connections may try again


def address_of(scope: Scope) -> str:
    """The client address by which a request is limited."""
    return limited_address(host_of(scope))


def host_of(scope: Scope) -> str:
    """The whole client address of a request."""
    client = scope.get("client")
    return str(client[0]) if client else ""


def limited_address(host: str) -> str:
    """The address that stands for a host; of IPv6 only the /64 network."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv6Address):
        return address.ipv4_mapped.exploded if address.ipv4_mapped else address.exploded[:19]
    return host


def is_local(host: str) -> bool:
    """Is a host this machine?"""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


class Peers:
    """Counts the open connections of each address; without a limit for some networks."""

    def __init__(self, most: int, is_on: bool = True, unlimited: Iterable[str] = ()):
        self.most, self.is_on = most, is_on
        self._unlimited = [ip_network(network) for network in unlimited]
        self._open: Counter[str] = Counter()

    def is_full(self, host: str) -> bool:
        """Has an address as many connections as it may have?"""
        if not self.is_on or self._open[limited_address(host)] < self.most:
            return False
        return not any(ip_address(host) in network for network in self._unlimited)

    def add(self, host: str) -> None:
        """Count a connection that was opened."""
        self._open[limited_address(host)] += 1

    def remove(self, host: str) -> None:
        """Count a connection that was closed."""
        address = limited_address(host)
        self._open[address] -= 1
        if self._open[address] <= 0:
            del self._open[address]

    @contextmanager
    def connected(self, host: str) -> Iterator[None]:
        """Count a connection during a context; raise `TooMany` if the address has too many."""
        if self.is_full(host):
            raise TooMany(RETRY_S)
        self.add(host)
        try:
            yield
        finally:
            self.remove(host)


class Sockets(Peers):
    """Counts the open WebSockets of each address, also of clients behind a proxy."""
