"""Live tables: each a cache of what is stored, with a queue, and those who listen to it.

Everything that happens at a table goes through `act`: one after another it is decided, committed,
acknowledged, applied and told. Whatever another process did is found by a hint, by asking now and
then, or by the database's constraints; then the table is read on and the decision made again.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Sequence
from typing import Protocol

from azulejos.errors import AzulejosError
from azulejos.server.cluster.hints import Hints
from azulejos.server.live.updates import History, Views, advance, update_json
from azulejos.server.ops import metrics
from azulejos.server.storage.store import Conflict, Store
from azulejos.server.table import verbs
from azulejos.server.table.table import Event, Plan, Table
from azulejos.server.table.verbs import Newcomer
from azulejos.server.thinking.warmup import warm_up
from azulejos.server.wall_clock import now

IDLE_MOST = 500  # tables kept although nobody listens
GRACE_S = 10.0  # for people to come back after we were down, before clocks go on
LOOK_MOST = 500  # tables asked about at once

Decide = Callable[[Table, float], list[Event]]
Done = Callable[[list[Event]], None]
After = Callable[["Live", Sequence[Event]], None]


class Listener(Protocol):
    """Somebody who is told what happens at a table."""

    person: str  # "" for somebody unknown

    def tell(self, live: "Live", message: str) -> None:
        """Take an `Update` as JSON; must not wait."""


class Live:
    """A table in memory."""

    def __init__(self, table: Table, events: Sequence[Event]):
        self.id = table.plan.id
        self.table = table  # replaced, never changed
        self.history = History(events)
        self.views = Views(table)
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.left_at = 0.0  # when the last listener went

    def update(self, person: str, version: int, moment: float) -> str:
        """An `Update` for a person who saw the table up to a version; its events are told."""
        told = self.history.since(version)
        return update_json(self.table, told, self.views.encode(person, moment))

    def advance(self, table: Table, events: Sequence[Event], told: Sequence[str]) -> None:
        """Go on to what events made of the table, and tell everybody who listens."""
        self.table, self.views = table, Views(table)
        self.history.add(events, told)
        moment = now()
        for listener in tuple(self.listeners):
            message = update_json(table, told, self.views.encode(listener.person, moment))
            listener.tell(self, message)


class Tables:
    """All tables that somebody uses in this process."""

    def __init__(self, store: Store, hints: Hints):
        self.store = store
        self.hints = hints
        self.after: list[After] = []  # called when a table went on, or with nothing when loaded
        self.down_until = 0.0  # the last moment when no server ran
        self._lives: OrderedDict[str, Live] = OrderedDict()  # those used last are last
        self._loading: dict[str, asyncio.Task[Live]] = {}
        self._hinted: dict[str, int] = {}  # versions of tables that are being loaded
        self._tasks: set[asyncio.Task[None]] = set()
        self._warmth: asyncio.Task[None] | None = None

    @property
    def count(self) -> int:
        """Tables in memory."""
        return len(self._lives)

    # ---- Having a table

    async def get(self, table_id: str) -> Live:
        """A table, from memory or from the disk."""
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
            await self.warm()
            live = Live(*await self.store.load(table_id))
            if self._hinted.get(table_id, 0) > live.table.version:
                await self._read_on(live)
            await self._resume(live)
            self._keep(live)
            return live
        finally:
            del self._loading[table_id]
            self._hinted.pop(table_id, None)

    def _keep(self, live: Live, events: Sequence[Event] = ()) -> None:
        """Have it in memory, and drop what nobody has used for long."""
        self._lives[live.id] = live
        idle = [each for each in self._lives.values() if not each.listeners]
        for each in idle[: max(0, len(idle) - IDLE_MOST)]:
            if not each.lock.locked():
                del self._lives[each.id]
        metrics.live_tables.set(self.count)
        for call in self.after:
            call(live, events)

    async def warm(self) -> None:
        """Wait until the rules are compiled; the first who asks begins with it."""
        if self._warmth is None:
            self._warmth = asyncio.create_task(asyncio.to_thread(warm_up))
        await asyncio.shield(self._warmth)

    async def create(
        self, plan: Plan, seed: bytes, newcomers: Sequence[tuple[Newcomer, int | None]]
    ) -> Live:
        """A new table at which some sit already, each at a place or at the first that is open."""
        await self.warm()
        table, events = Table(plan, seed), list[Event]()
        for newcomer, place in newcomers:
            for event in verbs.join(table, newcomer, plan.created_at, place):
                table.apply(event)
                events.append(event)
        await self.store.create(table, events)
        self.hints.publish(plan.id, table.version)
        live = Live(table, events)
        self._keep(live, events)
        return live

    # ---- What happens

    async def act(self, table_id: str, decide: Decide, done: Done | None = None) -> Table:
        """Let something happen: what is decided is committed, and only then known.

        `done` is called with the events once they are durable, before anybody is told. Raises what
        `decide` refuses with; the table is returned as it is afterwards.
        """
        live = await self.get(table_id)
        return await asyncio.shield(asyncio.create_task(self._act(live, decide, done)))

    async def _act(self, live: Live, decide: Decide, done: Done | None) -> Table:
        async with live.lock:
            is_sure = False  # that nobody did anything that we do not know
            while True:
                try:
                    events = decide(live.table, now())
                    if events:
                        await self._commit(live, events, done)
                    if events or is_sure or not await self._read_on(live):
                        return live.table
                    is_sure = True
                except Conflict:
                    metrics.conflicts.inc()
                    if not await self._read_on(live):
                        raise
                except AzulejosError:
                    if is_sure or not await self._read_on(live):
                        raise
                    is_sure = True

    async def _commit(self, live: Live, events: list[Event], done: Done | None) -> None:
        table, told = advance(live.table, events)
        with metrics.timed(metrics.commit_s):
            await self.store.append(table, events)
        for event in events:
            metrics.events.labels(event.kind).inc()
        if done:
            done(events)
        self._go_on(live, table, events, told)
        self.hints.publish(live.id, table.version)

    async def _read_on(self, live: Live) -> bool:
        """Take in what others stored; was there anything?"""
        events = await self.store.events_since(live.id, live.table.version)
        if events:
            table, told = advance(live.table, events)
            self._go_on(live, table, events, told)
        return bool(events)

    def _go_on(self, live: Live, table: Table, events: list[Event], told: list[str]) -> None:
        live.advance(table, events, told)
        for call in self.after:
            call(live, events)

    async def _resume(self, live: Live) -> None:
        """Nobody's clock is charged for the time when no server ran."""

        def decide(table: Table, moment: float) -> list[Event]:
            if table.at >= self.down_until:
                return []
            return verbs.resume(table, moment, self.down_until + GRACE_S - moment)

        if live.table.at < self.down_until and live.table.status == "playing":
            await self._act(live, decide, None)

    async def pause_clocks(self) -> None:
        """This process ends and others go on: its people need a moment to come to them."""
        for live in tuple(self._lives.values()):
            if live.listeners or live.left_at > now() - GRACE_S:
                await self.act(live.id, lambda table, at: verbs.resume(table, at, GRACE_S))

    # ---- Listening

    async def get_told(self, table_id: str, version: int) -> Live:
        """A table of which everything after a version is told."""
        while True:
            live = await self.get(table_id)
            if live.history.has_told(version):
                return live
            start = Table(live.table.plan, live.table.seed)
            await asyncio.to_thread(live.history.tell_since, start, version)

    async def listen(self, table_id: str, listener: Listener, version: int) -> Live:
        """Tell somebody what happened after a version, and from now on, without a gap."""
        live = await self.get_told(table_id, version)
        self._lives[table_id] = live  # nothing can have come between
        live.listeners.add(listener)
        listener.tell(live, live.update(listener.person, version, now()))
        return live

    def unlisten(self, table_id: str, listener: Listener) -> None:
        live = self._lives.get(table_id)
        if live:
            live.listeners.discard(listener)
            live.left_at = now()

    # ---- What other processes did

    def hear(self, table_id: str, version: int) -> None:
        """Another process says how far a table is."""
        live = self._lives.get(table_id)
        if live and version > live.table.version:
            self._start(self._catch_up(live, version))
        elif table_id in self._loading:
            self._hinted[table_id] = max(version, self._hinted.get(table_id, 0))

    async def _catch_up(self, live: Live, version: int) -> None:
        async with live.lock:
            if version > live.table.version:
                await self._read_on(live)

    async def look(self) -> None:
        """Ask how far all tables are that somebody listens to; hints may have been lost."""
        ids = [live.id for live in self._lives.values() if live.listeners]
        for i in range(0, len(ids), LOOK_MOST):
            versions = await self.store.versions(ids[i : i + LOOK_MOST])
            for table_id, version in versions.items():
                self.hear(table_id, version)

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
