"""Live tables: a cache of stored tables, each with a queue and its listeners.

Everything that happens at a table goes through `Tables.act`, one call at a time: a verb decides,
the events are committed, the sender gets its acknowledgement, the new table replaces the old one
and the listeners are updated. Events of other processes are noticed by a hint, by polling, or by a
conflict in the database; then they are read and the verb decides again.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Sequence
from typing import Protocol

from azulejos.errors import AzulejosError
from azulejos.server.live.updates import History, Views, encode_event, replay, update_json
from azulejos.server.ops import metrics
from azulejos.server.storage.store import Conflict, Store
from azulejos.server.table import verbs
from azulejos.server.table.events import Event
from azulejos.server.table.plan import Plan
from azulejos.server.table.table import Table
from azulejos.server.table.verbs import Decision, Newcomer
from azulejos.server.wall_clock import now

MAX_IDLE = 500  # tables kept in memory without listeners
GRACE_S = 10.0  # for people to reconnect after a downtime, before clocks run on
POLL_BATCH = 500  # tables in one query for versions

Decide = Callable[[Table, float], Decision]
Done = Callable[[list[Event]], None]
OnChange = Callable[[Table, Sequence[Event]], None]
Publish = Callable[[str, int], None]  # sends a hint with a table's id and version


class Listener(Protocol):
    """A connection that gets the updates of a table."""

    person: str  # "" for an anonymous viewer

    def send_update(self, table: Table, message: str) -> None:
        """Send an `Update` in JSON; must not block."""


class Live:
    """A table in memory."""

    def __init__(self, table: Table, events: Sequence[Event]):
        self.id = table.plan.id
        self.table = table  # replaced by every event, never changed
        self.history = History(events)
        self.views = Views(table)
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.left_at = 0.0  # when the last listener was removed

    def update(self, person: str, version: int, at: float) -> str:
        """An `Update` for a person who has seen a version; later events must be encoded."""
        events = self.history.since(version)
        return update_json(self.table, events, self.views.encode(person, at))

    def advance(self, table: Table, events: Sequence[Event], encoded: Sequence[str]) -> None:
        """Replace the table by the one after events, and update the listeners."""
        self.table, self.views = table, Views(table)
        self.history.add(events, encoded)
        at = now()
        for listener in tuple(self.listeners):
            message = update_json(table, encoded, self.views.encode(listener.person, at))
            listener.send_update(table, message)


class Tables:
    """All tables that are in use in this process."""

    def __init__(self, store: Store, publish: Publish):
        self.store = store
        self.publish = publish
        self.on_change: list[OnChange] = []  # called after events, and without any after loading
        self.down_until = 0.0  # the last time when no server ran
        self._lives: OrderedDict[str, Live] = OrderedDict()  # the last used at the end
        self._loading: dict[str, asyncio.Task[Live]] = {}
        self._hinted: dict[str, int] = {}  # hinted versions of tables that are being loaded
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def count(self) -> int:
        """The number of tables in memory."""
        return len(self._lives)

    # ---- Loading and creating

    async def get(self, table_id: str) -> Live:
        """A table, from memory or from the database."""
        live = self._lives.get(table_id)
        if live is None:
            if table_id not in self._loading:
                self._loading[table_id] = asyncio.create_task(self._load(table_id))
            live = await asyncio.shield(self._loading[table_id])
        if table_id in self._lives:
            self._lives.move_to_end(table_id)
        return live

    async def _load(self, table_id: str) -> Live:
        try:
            live = Live(*await self.store.load(table_id))
            if self._hinted.get(table_id, 0) > live.table.version:
                await self._catch_up(live)
            await self._resume(live)
            self._keep(live)
            return live
        finally:
            del self._loading[table_id]
            self._hinted.pop(table_id, None)

    def _keep(self, live: Live, events: Sequence[Event] = ()) -> None:
        """Keep a table in memory, and evict idle tables that were not used for long."""
        self._lives[live.id] = live
        idle = [each for each in self._lives.values() if not each.listeners]
        for each in idle[: max(0, len(idle) - MAX_IDLE)]:
            if not each.lock.locked():
                del self._lives[each.id]
        metrics.live_tables.set(self.count)
        self._call_on_change(live, events)

    def _call_on_change(self, live: Live, events: Sequence[Event]) -> None:
        for call in self.on_change:
            call(live.table, events)

    async def create(
        self, plan: Plan, seed: bytes, newcomers: Sequence[tuple[Newcomer, int | None]]
    ) -> Live:
        """Create a table with newcomers, each at a place or at the first open one."""
        table, events = Table(plan, seed), list[Event]()
        for newcomer, place in newcomers:
            decision = verbs.join(table, newcomer, plan.created_at, place)
            table = decision.table
            events += decision.events
        await self.store.create(table, events)
        self.publish(plan.id, table.version)
        live = Live(table, events)
        self._keep(live, events)
        return live

    # ---- Deciding and committing

    async def act(self, table_id: str, decide: Decide, done: Done | None = None) -> Table:
        """Let a verb decide at a table, commit its events, and return the table after them.

        `done` is called with the events once they are durable, before the listeners are updated.
        Raises whatever `decide` raises; then nothing has changed.
        """
        live = await self.get(table_id)
        return await asyncio.shield(asyncio.create_task(self._act(live, decide, done)))

    async def _act(self, live: Live, decide: Decide, done: Done | None) -> Table:
        async with live.lock:
            is_fresh = False  # the table was just compared with the database
            while True:
                try:
                    decision = decide(live.table, now())
                    if decision.events:
                        await self._commit(live, decision, done)
                    if decision.events or is_fresh or not await self._catch_up(live):
                        return live.table
                    is_fresh = True
                except Conflict:
                    metrics.conflicts.inc()
                    if not await self._catch_up(live):
                        raise
                except AzulejosError:
                    if is_fresh or not await self._catch_up(live):
                        raise
                    is_fresh = True

    async def _commit(self, live: Live, decision: Decision, done: Done | None) -> None:
        table, events = decision.table, decision.events
        encoded = [encode_event(*pair) for pair in zip(events, decision.steps, strict=True)]
        with metrics.timed(metrics.commit_s):
            await self.store.append(table, events)
        for event in events:
            metrics.events.labels(event.kind).inc()
        if done:
            done(events)
        self._advance(live, table, events, encoded)
        self.publish(live.id, table.version)

    async def _catch_up(self, live: Live) -> bool:
        """Apply events that other processes stored; return whether there were any."""
        events = await self.store.events_since(live.id, live.table.version)
        if events:
            table, encoded = replay(live.table, events)
            self._advance(live, table, events, encoded)
        return bool(events)

    def _advance(self, live: Live, table: Table, events: list[Event], encoded: list[str]) -> None:
        live.advance(table, events, encoded)
        self._call_on_change(live, events)

    async def _resume(self, live: Live) -> None:
        """Restart the clock of a loaded table if no server ran since its last event."""

        def decide(table: Table, at: float) -> Decision:
            if table.at >= self.down_until:
                return Decision(table, at)
            return verbs.resume(table, at, self.down_until + GRACE_S - at)

        if live.table.at < self.down_until and live.table.status == "playing":
            await self._act(live, decide, None)

    async def pause_clocks(self) -> None:
        """Pause clocks when this process stops and others run on: people have to reconnect."""
        for live in tuple(self._lives.values()):
            if live.listeners or live.left_at > now() - GRACE_S:
                await self.act(live.id, lambda table, at: verbs.resume(table, at, GRACE_S))

    # ---- Listening

    async def get_encoded(self, table_id: str, version: int) -> Live:
        """A table whose events after a version are encoded, so that `update` can be called."""
        while True:
            live = await self.get(table_id)
            if live.history.is_encoded_since(version):
                return live
            start = Table(live.table.plan, live.table.seed)
            await asyncio.to_thread(live.history.encode_since, start, version)

    async def listen(self, table_id: str, listener: Listener, version: int) -> Live:
        """Send a listener the events after a version now, and all later ones as they happen."""
        live = await self.get_encoded(table_id, version)
        self._lives[table_id] = live  # no await since it was complete, so no event is missed
        live.listeners.add(listener)
        listener.send_update(live.table, live.update(listener.person, version, now()))
        return live

    def unlisten(self, table_id: str, listener: Listener) -> None:
        live = self._lives.get(table_id)
        if live:
            live.listeners.discard(listener)
            live.left_at = now()

    # ---- Changes by other processes

    def on_hint(self, table_id: str, version: int) -> None:
        """Catch up with another process that has stored a version of a table."""
        live = self._lives.get(table_id)
        if live and version > live.table.version:
            self._start(self._catch_up_to(live, version))
        elif table_id in self._loading:
            self._hinted[table_id] = max(version, self._hinted.get(table_id, 0))

    async def _catch_up_to(self, live: Live, version: int) -> None:
        async with live.lock:
            if version > live.table.version:
                await self._catch_up(live)

    async def poll(self) -> None:
        """Query the versions of all tables with listeners, because hints may be lost."""
        ids = [live.id for live in self._lives.values() if live.listeners]
        for i in range(0, len(ids), POLL_BATCH):
            versions = await self.store.versions(ids[i : i + POLL_BATCH])
            for table_id, version in versions.items():
                self.on_hint(table_id, version)

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
