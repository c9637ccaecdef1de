"""Limits (R22): rates in moving windows, and open connections, by address or person.

Rates count HTTP requests and WebSocket messages alike.

Requests are counted in the memory of this process, so several processes together allow a multiple.
What is kept is bounded: a window is a few numbers, it is forgotten when it has passed, and a rule
has a highest number of windows.
"""

import math
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address, ip_network
from time import monotonic

from starlette.types import Scope

from azulejos.errors import AzulejosError
from azulejos.text import Text

SLOTS = 12  # of a window; a request is forgotten at most a slot later than the rule says
MAX_WINDOWS = 20_000  # of one rule; the one that was not used for longest is then dropped
SWEEP = 2  # windows that may be forgotten with each request: more than a request adds


@dataclass(frozen=True)
class Rule:
    """So many requests in so many seconds."""

    amount: int
    seconds: float


RULES = {
    "request": Rule(1200, 60),  # by address, weighed by cost (`security.COSTS`)
    "message": Rule(1200, 20),  # by address: of all its WebSockets, weighed by cost
    "guest": Rule(30, 60),  # by address: new people
    "login_address": Rule(5, 60),
    "login_account": Rule(20, 3_600),  # from browsers in which the person never signed in
    "login_device": Rule(20, 3_600),  # from a browser in which the person has signed in before
    "passkey": Rule(20, 60),  # by address: challenges to sign in with a passkey
    "mail_person": Rule(6, 86_400),  # by person or name: mails that are asked for
    "mail_address": Rule(20, 86_400),  # by address
    "own_data": Rule(5, 86_400),  # by person: downloads of all that is stored about them
    "table": Rule(30, 60),  # by person: new tables and rematches
    "pairing": Rule(60, 60),  # by person; clients ask again every few seconds while they wait
    "tournament": Rule(10, 86_400),  # by person: new tournaments
    "talk": Rule(12, 30),  # by person: words at tables
    "push": Rule(30, 3_600),  # by person: subscriptions to notifications
    "report": Rule(20, 86_400),  # by person
    "follow": Rule(60, 600),  # by person: people to follow
    "challenge": Rule(20, 3_600),  # by person
    "block": Rule(60, 600),  # by person: people to mute or block
    "analysis_person": Rule(40, 86_400),
    "analysis_address": Rule(160, 86_400),  # against a new guest for each request
    "board_person": Rule(60, 86_400),  # new shared boards
    "board_address": Rule(120, 86_400),  # against a new guest for each board
    "board_change": Rule(120, 60),  # by person: moves on shared boards
    "hint_person": Rule(400, 86_400),
    "review_person": Rule(20, 86_400),  # games whose review is begun
    "review_address": Rule(80, 86_400),
    "attempt_person": Rule(400, 86_400),  # moves that are tried in a review
    "puzzle": Rule(240, 600),  # by person: answers, hints and exercises, each a short search
    "practice": Rule(600, 600),  # by address: moves against a bot that nobody keeps
    "playing": Rule(100, 20),  # messages of a connection that plays
    "watching": Rule(50, 20),  # messages of a connection that only watches
}


class TooMany(AzulejosError):
    """Too many requests; the next one is allowed in `seconds`.

    Other codes than the usual one count in minutes, and say how many are allowed.
    """

    def __init__(self, seconds: int, code: str = "api.too_many", most: int | None = None):
        minutes = {"n": math.ceil(seconds / 60), "most": most}
        super().__init__(Text(code, {"n": seconds} if most is None else minutes))
        self.seconds = seconds


@dataclass
class Slot:
    """The requests of a short time, which are forgotten together."""

    start: float
    last: float
    requests: int


class Window:
    """The requests of one client in the last seconds, added up by slots of time."""

    def __init__(self) -> None:
        self.slots: deque[Slot] = deque()
        self.total = 0

    def forget(self, rule: Rule, at: float) -> None:
        """Forget the slots whose last request is older than the rule's time."""
        while self.slots and self.slots[0].last <= at - rule.seconds:
            self.total -= self.slots.popleft().requests

    def allows(self, rule: Rule, at: float, cost: int = 1) -> bool:
        """Count a request if it is within the limit, and return whether it is."""
        self.forget(rule, at)
        if self.total + cost > rule.amount:
            return False
        if not self.slots or at >= self.slots[-1].start + rule.seconds / SLOTS:
            self.slots.append(Slot(at, at, 0))
        self.slots[-1].last = at
        self.slots[-1].requests += cost
        self.total += cost
        return True

    def wait_s(self, rule: Rule, at: float, cost: int = 1) -> float:
        """Seconds until a request is allowed."""
        total, free_at = self.total, at
        for slot in self.slots:
            if total + cost <= rule.amount:
                break
            total -= slot.requests
            free_at = slot.last + rule.seconds
        return free_at - at


class Limits:
    """Counts requests by rule and client."""

    def __init__(self, is_on: bool = True, clock: Callable[[], float] = monotonic):
        self.is_on, self._clock = is_on, clock
        # by rule and client; the last used at the end
        self._windows = {name: OrderedDict[str, Window]() for name in RULES}
        self._busy: Counter[tuple[str, str]] = Counter()  # requests in progress

    def allows(self, rule: str, who: str, cost: int = 1) -> bool:
        """Count a request, and return whether it is within the limit."""
        if not self.is_on:
            return True
        windows, at = self._windows[rule], self._clock()
        self._sweep(rule, at)
        window = windows.get(who)
        if window is None:
            window = windows[who] = Window()
            if len(windows) > MAX_WINDOWS:
                windows.popitem(last=False)
        is_allowed = window.allows(RULES[rule], at, cost)
        if is_allowed:
            windows.move_to_end(who)
        return is_allowed

    def _sweep(self, rule: str, at: float) -> None:
        """Drop some windows that have passed: those at the front, if any have."""
        windows = self._windows[rule]
        for _ in range(SWEEP):
            first = next(iter(windows), None)
            if first is None:
                return
            windows[first].forget(RULES[rule], at)
            if windows[first].slots:
                return
            del windows[first]

    def require(self, rule: str, who: str, cost: int = 1, code: str = "") -> None:
        """Count a request; raise `TooMany` if it exceeds the limit, with a code of its own if one
        is given.
        """
        if not self.allows(rule, who, cost):
            wait_s = self.retry_after(rule, who, cost)
            raise TooMany(wait_s, code, RULES[rule].amount) if code else TooMany(wait_s)

    def retry_after(self, rule: str, who: str, cost: int = 1) -> int:
        """Seconds until the next request is allowed."""
        window = self._windows[rule].get(who, Window())
        return max(1, math.ceil(window.wait_s(RULES[rule], self._clock(), cost)))

    def kept(self, rule: str) -> int:
        """The number of clients that are remembered for a rule."""
        return len(self._windows[rule])

    @contextmanager
    def exclusive(self, rule: str, who: str, most: int = 1) -> Iterator[None]:
        """Allow so many requests of a client at a time; raise `TooMany` for another one."""
        key = rule, who
        if self.is_on and self._busy[key] >= most:
            raise TooMany(1, "api.one_at_a_time") if most == 1 else TooMany(1)
        self._busy[key] += 1
        try:
            yield
        finally:
            self._busy[key] -= 1
            if not self._busy[key]:
                del self._busy[key]


# ---- Addresses: which count as one, and how many connections each of them has open

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
