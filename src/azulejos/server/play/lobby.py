"""The lobby: the list of open tables for its listeners, and quick pairing.

Quick pairing: a place beside a person who waits for the same kind of game, or one to wait at.

A person who waits sits at a public table that is marked for pairing, so several server processes
share nothing but the database, and a place is taken once. A new person joins the table that has
waited longest among those whose people are near in strength; the longer a table waits, the farther
away they may be. Two people who were too far apart at first meet when one of them asks again, as
clients do every few seconds: the one at the younger table leaves it for the older one. A person who
loses the connection while waiting gives the place up, so that nobody waits behind tables of people
who are gone.
"""

import asyncio
import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Protocol
from weakref import WeakValueDictionary

from azulejos.server.accounts.people import Person
from azulejos.server.accounts.relations import Blocks
from azulejos.server.cluster.channel import EVERYTHING, Channel, Publish
from azulejos.server.errors import Busy
from azulejos.server.play.tables import Tables
from azulejos.server.ratings.ratings import SHOWN_STEP, Rating, pool_of, ratings_in
from azulejos.server.storage.store import Store
from azulejos.server.table import verbs
from azulejos.server.table.events import Event
from azulejos.server.table.plan import Plan
from azulejos.server.table.table import Table
from azulejos.server.table.verbs import Newcomer, TableRefusal

LISTED_KINDS = frozenset(("joined", "left", "started", "closed"))
GATHER_S = 0.25  # changes within this time are sent together


class LobbyListener(Protocol):
    """A connection that gets the list."""

    def send(self, message: str) -> None:
        """Send a `Tables` message in JSON; must not block."""


class Lobby:
    """The open tables, and the listeners to the list of them."""

    def __init__(self, store: Store, publish: Publish):
        self.store = store
        self.channel: Channel[LobbyListener] = Channel("lobby", publish, self._catch_up)
        self._changed = asyncio.Event()
        self._sent = ""  # the list that was sent last
        self._sending: asyncio.Task[None] | None = None

    async def list(self) -> str:
        """The list as a `Tables` message in JSON."""
        message = {"type": "tables", "tables": await self.store.lobby()}
        return json.dumps(message, ensure_ascii=False, separators=(",", ":"))

    async def listen(self, listener: LobbyListener) -> None:
        """Send a listener the list now and whenever it changes."""
        self.channel.listen(EVERYTHING, listener)
        message = await self.list()
        if message != self._sent:
            self._sent = ""  # so that the next list is sent even if it is like the last one
        listener.send(message)

    def unlisten(self, listener: LobbyListener) -> None:
        self.channel.unlisten(EVERYTHING, listener)

    def on_change(self, table: Table, events: Sequence[Event]) -> None:
        """Announce events that change the list, here and to other processes."""
        if table.plan.is_public and any(event.kind in LISTED_KINDS for event in events):
            self.channel.announce()
            self._changed.set()

    async def _catch_up(self, _keys: Collection[str]) -> None:
        """Send the list soon, because another process may have changed it."""
        self._changed.set()

    def start(self) -> None:
        self._sending = asyncio.create_task(self._run())

    async def _run(self) -> None:
        while True:
            await self._changed.wait()
            await asyncio.sleep(GATHER_S)
            self._changed.clear()
            if self.channel.listeners(EVERYTHING):
                await self._send()

    async def _send(self) -> None:
        try:
            message = await self.list()
        except Busy:  # the next change is sent again
            return
        if message != self._sent:
            self._sent = message
            for listener in self.channel.listeners(EVERYTHING):
                listener.send(message)

    def stop(self) -> None:
        if self._sending:
            self._sending.cancel()


# ---- Quick pairing

NEAR, NEAR_PER_S = 150.0, 15.0  # rating points between two people who are paired: at once, and more
TERMS = ("game", "options", "players", "clock", "is_rated", "accepts_bots")  # equal on both sides


@dataclass(frozen=True)
class Seeker:
    """A person who wants to play at once."""

    person: Person
    newcomer: Newcomer
    plan: Plan  # of the table at which the person waits if there is nobody to join
    waits_at: str | None = None  # the table at which the person waits already


class Pairing:
    """Finds tables for people who want to play at once."""

    def __init__(self, tables: Tables, store: Store, blocks: Blocks):
        self.tables, self.store, self.blocks = tables, store, blocks
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # by person

    def turn_of(self, person: Person) -> asyncio.Lock:
        """A lock for the time in which a person finds or makes a table, or there would be two."""
        return self._turns.setdefault(person.id, asyncio.Lock())

    async def find(self, seeker: Seeker, now: float) -> Table | None:
        """The table at which a person now sits: another person's, or their own if it is still
        the best; None if a new one is needed.
        """
        before = await self._table_before(seeker)
        if before and (before.status == "playing" or before.awaited):
            return before
        waiting = [table for table in await self._waiting(seeker) if same_terms(table, seeker.plan)]
        mine = [table for table in waiting if table.seats_of(seeker.person.id)]
        for table in mine[1:]:  # made at the same time by another process
            await self._leave(table, seeker)
        own = mine[0] if mine else before  # which may have begun since
        if own and own.people() != {seeker.person.id}:
            return own  # with a person who waits for a third or fourth
        for table in waiting:
            if own and table.plan.id == own.plan.id:
                return own
            if await self._is_near(seeker, table, own, now) and not has_absent(table):
                if own and not await self._leave(own, seeker):
                    break
                own = None
                if joined := await self._join(table, seeker):
                    return joined
        return (await self.tables.get_current(own.plan.id)).table if own else None

    async def _table_before(self, seeker: Seeker) -> Table | None:
        """The table at which the person waits or plays since an earlier request on these terms."""
        if seeker.waits_at is None:
            return None
        table = (await self.tables.get_current(seeker.waits_at)).table
        is_here = table.status in ("open", "playing") and bool(table.seats_of(seeker.person.id))
        return table if is_here and equal_terms(table, seeker.plan) else None

    async def _waiting(self, seeker: Seeker) -> list[Table]:
        """The tables that wait for people to be paired, the oldest first; without those of people
        who have blocked the person, or whom the person has blocked.
        """
        ids = await self.store.waiting_for_pairs(seeker.plan)
        found = [(await self.tables.get_current(each)).table for each in ids]
        unwanted = await self.blocks.blocked_with(seeker.person.id) if found else set()
        return [table for table in found if not table.people() & unwanted]

    async def _is_near(self, seeker: Seeker, table: Table, own: Table | None, now: float) -> bool:
        since = min(each.plan.created_at for each in (table, own) if each)
        people = [*table.people(), seeker.person.id]
        pool = pool_of(seeker.plan.game, seeker.plan.players)
        found = await ratings_in(self.store.database, pool, people)
        means = [SHOWN_STEP * found.get(person, Rating()).mu for person in people]
        return max(means) - min(means) <= NEAR + NEAR_PER_S * (now - since)

    async def _join(self, table: Table, seeker: Seeker) -> Table | None:
        """The table with the person at it; None if another one was quicker."""
        try:
            return await self.tables.act(
                table.plan.id, lambda now_there, at: verbs.join(now_there, seeker.newcomer, at)
            )
        except TableRefusal:
            return None

    async def _leave(self, own: Table, seeker: Seeker) -> bool:
        """Leave a table; False if its game has begun meanwhile."""
        try:
            await self.tables.act(
                own.plan.id, lambda table, at: verbs.leave(table, seeker.person.id, at)
            )
        except TableRefusal:
            return False
        return True


def same_terms(table: Table, plan: Plan) -> bool:
    """Is an open table one at which both sides wait for the same kind of game?"""
    is_waiting = table.status == "open" and any(seat.is_open for seat in table.seats)
    return is_waiting and equal_terms(table, plan)


def equal_terms(table: Table, plan: Plan) -> bool:
    return all(getattr(table.plan, term) == getattr(plan, term) for term in TERMS)


def has_absent(table: Table) -> bool:
    """Has a person who waits at a table lost the connection?"""
    return any(seat.is_away for seat in table.seats)
