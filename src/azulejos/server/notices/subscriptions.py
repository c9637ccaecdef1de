"""Subscriptions to system notifications (Web Push), and the calls that wait to be sent.

A browser subscribes when its person asks for it and is forgotten when the person does not want it
any more. A call is stored in the transaction of the events that cause it, so that none is lost and
no move waits for one. Sending is in `notices/push.py`.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, fields
from typing import Any, Literal

import sqlalchemy as sa

from azulejos.server.errors import refusal
from azulejos.server.ids import make_id
from azulejos.server.storage import schema
from azulejos.server.storage.database import Database
from azulejos.server.table.events import POSITION_KINDS, Event
from azulejos.server.table.plan import bot_name
from azulejos.server.table.table import Table
from azulejos.server.timing import TIMING, now

NotificationKind = Literal["turn", "rematch", "challenge", "ready"]  # ready: a game of a tournament
MAX_SUBSCRIPTIONS = 10  # of one person; the oldest is then dropped
VAPID = "vapid"  # name of the secret with which calls are signed
LOCAL = ("127.0.0.1", "localhost")  # where a push service may be without https, at any port
ENDPOINT = re.compile(
    r"(?P<scheme>https?)://(?P<host>[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?)(:(?P<port>\d{1,5}))?"
    r"/[!-\[\]-~]*"  # printable ASCII without a backslash
)
rows, calls, secrets = schema.subscriptions, schema.calls, schema.secrets
DUE = (
    sa.select(calls)
    .where(calls.c.due_at <= sa.bindparam("until"))
    .order_by(calls.c.due_at)
    .limit(sa.bindparam("most"))
)


@dataclass(frozen=True)
class Subscription:
    """A browser that wants to be notified."""

    endpoint: str  # the address of the browser at its push service
    p256dh: str  # its public key
    auth: str  # its secret for encryption


@dataclass(frozen=True)
class Notification:
    """A notification that waits to be sent."""

    id: str
    person: str
    table: str
    version: int  # of the table, for which it was made
    kind: NotificationKind
    due_at: float
    attempts: int


class Subscriptions:
    """Reads and writes subscriptions and calls."""

    def __init__(self, database: Database, hosts: Iterable[str]):
        self.database, self.hosts = database, tuple(hosts)

    async def add(self, person: str, subscription: Subscription) -> None:
        """Add a browser of a person; it belongs to nobody else from now on."""
        self.check_endpoint(subscription.endpoint)

        def work(connection: sa.Connection) -> None:
            connection.execute(delete_endpoint(subscription.endpoint))
            values = {"id": make_id(), "person": person, "at": now(), **vars(subscription)}
            connection.execute(sa.insert(rows), values)
            mine = sa.select(rows.c.id).where(rows.c.person == person).order_by(rows.c.at.desc())
            old = list(connection.scalars(mine.offset(MAX_SUBSCRIPTIONS)))
            connection.execute(sa.delete(rows).where(rows.c.id.in_(old)))

        await self.database.run(work)

    def check_endpoint(self, endpoint: str) -> None:
        """Refuse an address that belongs to no known push service: the server will call it.

        Only plain addresses pass. Libraries disagree about which host an address with a backslash,
        a user or a character outside the alphabet of host names belongs to.
        """
        found = ENDPOINT.fullmatch(endpoint)
        if found is None:
            raise refusal("push.endpoint")
        scheme, host, port = found["scheme"], found["host"].lower(), found["port"]
        is_known = any(host == each or host.endswith(f".{each}") for each in self.hosts)
        is_safe = host in LOCAL or (scheme == "https" and port in (None, "443"))
        if not (is_known and is_safe):
            raise refusal("push.endpoint")

    async def remove(self, endpoint: str) -> None:
        """Forget a browser."""
        await self.database.run(lambda c: c.execute(delete_endpoint(endpoint)))

    async def of(self, person: str) -> list[Subscription]:
        """The subscriptions of a person."""
        columns = [rows.c[each.name] for each in fields(Subscription)]
        query = sa.select(*columns).where(rows.c.person == person)
        return await self.database.read(lambda c: [Subscription(*row) for row in c.execute(query)])

    async def take_due(self, most: int, lease_s: float) -> list[Notification]:
        """Some calls that are due; no other process gets them for a while."""
        which = {"until": now(), "most": most}
        found = await self.database.read(lambda c: list(map(read_call, c.execute(DUE, which))))
        return [call for call in found if await self._take(call, lease_s)]

    async def _take(self, call: Notification, lease_s: float) -> bool:
        is_same = sa.and_(calls.c.id == call.id, calls.c.due_at == call.due_at)
        values = {"due_at": now() + lease_s, "attempts": call.attempts + 1}
        update = sa.update(calls).where(is_same)
        return await self.database.run(lambda c: c.execute(update, values).rowcount) == 1

    async def drop(self, call: Notification) -> None:
        """Delete a call that was sent, or that nobody needs any more."""
        await self.database.run(lambda c: c.execute(sa.delete(calls).where(calls.c.id == call.id)))

    async def secret(self, make: Any) -> str:
        """The secret with which calls are signed; made at the first time."""

        def work(connection: sa.Connection) -> str:
            query = sa.select(secrets.c.value).where(secrets.c.name == VAPID)
            found = connection.scalar(query)
            if found is None:
                found = make()
                connection.execute(sa.insert(secrets), {"name": VAPID, "value": found})
            return str(found)

        try:
            return await self.database.run(work)
        except sa.exc.IntegrityError:  # another process has made it at the same time
            return await self.database.run(work)


def delete_endpoint(endpoint: str) -> sa.Delete:
    return sa.delete(rows).where(rows.c.endpoint == endpoint)


def read_call(row: sa.Row[Any]) -> Notification:
    return Notification(*(getattr(row, each.name) for each in fields(Notification)))


def store_calls(connection: sa.Connection, table: Table, events: Sequence[Event]) -> None:
    """Store the calls that events cause: to whose turn it is in a slow game, to those for whom a
    slow game of a tournament is ready, and to those who are challenged or asked for a rematch. Runs
    in the transaction of the events.
    """
    kinds = {event.kind for event in events}
    if people := people_to_seat(table, events):
        add_calls(connection, table, people, "ready")
    elif table.plan.invited and events[0].version == 1:
        add_calls(connection, table, {table.plan.invited}, "challenge")
    elif "rematched" in kinds:
        add_calls(connection, table, table.people(), "rematch")
    else:
        add_calls(connection, table, {person_to_call(table, events)} - {""}, "turn")


def people_to_seat(table: Table, events: Sequence[Event]) -> list[str]:
    """The people of a slow game of a tournament that is created with these events; bots sit at its
    table from the start.
    """
    is_new = not events or (events[0].version == 1 and bool(events[0].data.get("bot")))
    is_slow = bool(table.plan.tournament) and table.plan.clock.kind == "days"
    people = [each for each in table.plan.reserved if not bot_name(each)]
    return people if is_new and is_slow else []


def person_to_call(table: Table, events: Sequence[Event]) -> str:
    """The person to move in a slow game whose position has changed; "" if nobody is."""
    is_slow, turn = table.plan.clock.kind == "days", table.turn
    if not is_slow or table.status != "playing" or turn is None or table.seats[turn].thinker:
        return ""
    has_changed = any(event.kind in POSITION_KINDS for event in events)
    return table.seats[turn].person if has_changed else ""


def add_calls(
    connection: sa.Connection, table: Table, people: Collection[str], kind: NotificationKind
) -> None:
    """Store calls to those of some people who have subscribed."""
    if not people:  # as after most moves
        return
    query = sa.select(rows.c.person).where(rows.c.person.in_(sorted(people))).distinct()
    for person in list(connection.scalars(query)):
        values = {"id": make_id(), "person": person, "table": table.plan.id, "kind": kind}
        values |= {
            "version": table.position_version,
            "due_at": now() + TIMING.call_wait_s,
            "attempts": 0,
        }
        connection.execute(sa.insert(calls), values)
