"""Live tables: a cache of stored tables, each with a queue and its listeners.

Everything that happens at a table goes through `Tables.act`, one call at a time: a verb decides,
the events are committed, the sender gets its acknowledgement, the new table replaces the old one
and the listeners are updated. Events of other processes are noticed by a hint, by polling, by a
conflict in the database, or when the table is asked for; then they are read and the verb decides
again.

A commit whose outcome is unknown leaves the table uncertain: it is compared with the database
before anything else is decided or shown. A clock that ran during a downtime is started anew in the
same transaction as whatever happens next.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Sequence
from typing import Protocol

from azulejos.errors import AzulejosError
from azulejos.server.cluster.channel import Publish
from azulejos.server.cluster.heartbeat import Downtime
from azulejos.server.errors import Busy
from azulejos.server.play.updates import (
    EventLog,
    Late,
    Views,
    encode_event,
    is_delayed,
    replay,
    update_json,
)
from azulejos.server.storage.store import DAMAGE, Conflict, Quarantined, Store
from azulejos.server.table import verbs
from azulejos.server.table.clock import GRACE_S
from azulejos.server.table.events import Event
from azulejos.server.table.plan import Plan
from azulejos.server.table.table import Table
from azulejos.server.table.verbs import Decision, Newcomer
from azulejos.server.timing import now
from azulejos.server.web import metrics
from azulejos.server.web.logs import log
from azulejos.server.web.tracing import span

SUBJECT = "table"  # of hints to other processes
MAX_IDLE = 500  # tables kept in memory without listeners
ACT_S = 1.9  # how long an action may take, with waiting for others at the table (R40: 2 s)
POLL_BATCH = 500  # tables in one query for versions

Decide = Callable[[Table, float], Decision]
Done = Callable[[list[Event]], None]
OnChange = Callable[[Table, Sequence[Event]], None]


class Listener(Protocol):
    """A connection that gets the updates of a table."""

    person: str  # "" for an anonymous viewer

    def send_update(self, table: Table, message: str) -> None:
        """Send an `Update` in JSON; must not block."""

    def send_problem(self, problem: AzulejosError) -> None:
        """Send the reason why there will be no more updates; must not block."""


class Live:
    """A table in memory."""

    def __init__(self, table: Table, events: Sequence[Event]):
        self.id = table.plan.id
        self.table = table  # replaced by every event, never changed
        self.history = EventLog(events)
        self.views = Views(table)
        self.late: Late | None = None  # what spectators of a rated game in progress see
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.left_at = 0.0  # when the last listener was removed
        self.is_certain = True  # False while a commit may have been stored without our knowing it

    def update(self, person: str, version: int, at: float) -> str:
        """An `Update` for a person who has seen a version; later events must be encoded."""
        views = self.seen_by(person, at)
        events = self.history.since(version, views.table.version)
        return update_json(views.table, events, views.encode(person, at))

    def seen_by(self, person: str, at: float) -> Views:
        """The views of the table as a person may see it: spectators see a rated game late."""
        if not is_delayed(self.table) or self.table.seats_of(person):
            return self.views
        late = self.late or self._begin_late(Table(self.table.plan, self.table.seed))
        late.catch_up(at)
        return late.views

    def _begin_late(self, start: Table) -> Late:
        """Show spectators a table, and from then on what follows, late."""
        self.late = Late(self.history, start, self._show_spectators)
        return self.late

    def _show_spectators(self, version: int) -> None:
        """Send spectators what they see late, after a version."""
        late = {each for each in self.listeners if self.is_late(each)}
        if late and self.late:
            views = self.late.views
            self._send(views, late, self.history.since(version, views.table.version))

    def is_late(self, listener: Listener) -> bool:
        """Does a listener see the table late?"""
        return is_delayed(self.table) and not self.table.seats_of(listener.person)

    def _send(self, views: Views, listeners: set[Listener], encoded: Sequence[str]) -> None:
        """Send events and the view after them."""
        at, messages = now(), dict[str, str]()  # by view: most viewers share one
        for listener in listeners:
            view = views.encode(listener.person, at)
            if view not in messages:
                messages[view] = update_json(views.table, encoded, view)
            listener.send_update(views.table, messages[view])

    def advance(self, table: Table, events: Sequence[Event], encoded: Sequence[str]) -> None:
        """Replace the table by the one after events, and update the listeners."""
        before, self.table, self.views = self.table, table, Views(table)
        self.history.add(events, encoded)
        late = {each for each in self.listeners if self.is_late(each)}
        if is_delayed(table):
            if not is_delayed(before):
                self._begin_late(before)
            if late and self.late:
                self.late.wake_for(events[-1])
        elif self.late:  # the game has just ended
            seen, self.late = self.late.views.table.version, None
            late = {each for each in self.listeners if not table.seats_of(each.person)}
            if late:
                self._send(self.views, late, self.history.since(seen))
        self._send(self.views, self.listeners - late, encoded)


class Tables:
    """All tables that are in use in this process."""

    def __init__(self, store: Store, publish: Publish, downtime: Downtime):
        self.store, self._publish, self.downtime = store, publish, downtime
        self.on_change: list[OnChange] = []  # called after events, and without any after loading
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

    async def get_current(self, table_id: str) -> Live:
        """A table as it is stored now, also by other processes, and not charged for a downtime.

        For everything that is shown; `act` notices by itself that a table has changed.
        """
        is_loaded = table_id in self._lives
        live = await self.get(table_id)
        if is_loaded:
            versions = await self.store.versions([table_id])
            await self._catch_up_to(live, versions.get(table_id, 0))
        if self._must_resume(live):
            await self.resume(table_id)
        return live

    async def _load(self, table_id: str) -> Live:
        try:
            live = Live(*await self.store.load(table_id))
            if self._hinted.get(table_id, 0) > live.table.version:
                await self._catch_up(live)
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
        self.call_on_change(live.table, events)

    def call_on_change(self, table: Table, events: Sequence[Event] = ()) -> None:
        """Tell others of a table that was loaded, or of events at it."""
        for call in self.on_change:
            call(table, events)

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
        self._publish(f"{SUBJECT}:{plan.id}", table.version)
        live = Live(table, events)
        self._keep(live, events)
        return live

    # ---- Deciding and committing

    async def act(self, table_id: str, decide: Decide, done: Done | None = None) -> Table:
        """Let a verb decide at a table, commit its events, and return the table after them.

        `done` is called with the events once they are durable, before the listeners are updated.
        Raises whatever `decide` raises; then nothing has changed. Raises `Busy` if the events could
        not be stored in time; then it is not known whether they will be.
        """
        live = await self.get(table_id)
        with span("act", table=table_id):
            acting = asyncio.create_task(self._act_in_time(live, decide, done))
            acting.add_done_callback(lambda task: task.cancelled() or task.exception())  # unheard
            return await asyncio.shield(acting)

    async def _act_in_time(self, live: Live, decide: Decide, done: Done | None) -> Table:
        try:
            async with asyncio.timeout(ACT_S), live.lock:
                return await self._act(live, decide, done)
        except TimeoutError:
            self.downtime.extend(now())
            raise Busy from None

    async def _act(self, live: Live, decide: Decide, done: Done | None) -> Table:
        """Decide until a decision can be stored; the caller holds the table's lock."""
        is_fresh = not live.is_certain  # the table was just compared with the database
        if is_fresh:
            await self._catch_up(live)
        while True:
            try:
                at = now()
                resumed = verbs.resume(live.table, at, self.downtime.until)
                decision = decide(resumed.table, at)
                if resumed.events or decision.events:
                    await self._commit(live, resumed, decision, done)
                if decision.events or is_fresh or not await self._catch_up(live):
                    return live.table
                is_fresh = True
            except Conflict:
                metrics.conflicts.inc()
                if not await self._catch_up(live):
                    raise
            except Busy:
                raise
            except Quarantined as problem:
                raise self._drop(live, problem) from None
            except AzulejosError:
                if is_fresh or not await self._catch_up(live):
                    raise
                is_fresh = True

    async def _commit(
        self, live: Live, resumed: Decision, decision: Decision, done: Done | None
    ) -> None:
        """Store a decision, and before it the restart of a clock that it follows on."""
        table, events = decision.table, resumed.events + decision.events
        steps = resumed.steps + decision.steps
        encoded = [encode_event(*pair) for pair in zip(events, steps, strict=True)]
        live.is_certain = False
        try:
            with span("commit", table=live.id), metrics.timed(metrics.commit_s):
                await self.store.append(table, events)
        except Busy:
            await self._catch_up(live)
            if not live.history.ends_with(events):
                raise
        live.is_certain = True
        for event in events:
            metrics.events.labels(event.kind).inc()
        if done and decision.events:
            done(decision.events)
        if live.table.version < table.version:
            self._advance(live, table, events, encoded)
        self._publish(f"{SUBJECT}:{live.id}", table.version)

    async def _catch_up(self, live: Live) -> bool:
        """Apply events that other processes stored; return whether there were any."""
        events = await self.store.events_since(live.id, live.table.version)
        live.is_certain = True
        if events:
            try:
                table, encoded = replay(live.table, events)
            except DAMAGE as error:
                raise self._drop(live, await self.store.quarantine(live.id, error)) from error
            self._advance(live, table, events, encoded)
        return bool(events)

    def _drop(self, live: Live, problem: Quarantined) -> Quarantined:
        """Forget a table that was quarantined, and tell its listeners."""
        self._lives.pop(live.id, None)
        for listener in tuple(live.listeners):
            listener.send_problem(problem)
        return problem

    def _advance(self, live: Live, table: Table, events: list[Event], encoded: list[str]) -> None:
        live.advance(table, events, encoded)
        self.call_on_change(live.table, events)

    def _must_resume(self, live: Live) -> bool:
        """Would the clock of a table charge a player for a downtime?"""
        return bool(verbs.resume(live.table, now(), self.downtime.until).events)

    @property
    def interrupted(self) -> list[str]:
        """The ids of the tables that have listeners and whose clocks a downtime has stopped."""
        return [x.id for x in self._lives.values() if x.listeners and self._must_resume(x)]

    async def resume(self, table_id: str) -> None:
        """Restart the clock of a table after a downtime."""
        await self.act(table_id, Decision)

    async def pause_clocks(self) -> None:
        """Pause clocks when this process stops and others run on: people have to reconnect."""
        for live in tuple(self._lives.values()):
            if live.listeners or live.left_at > now() - GRACE_S:
                try:
                    await self.act(live.id, lambda table, at: verbs.resume(table, at, at))
                except Busy:  # the others will see that this process does not answer any more
                    return
                except AzulejosError:
                    log.exception("pause", table=live.id)

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
        current = await self.get_current(table_id)
        all_of_it = current.is_late(listener)  # spectators get what they have not seen yet later
        live = await self.get_encoded(table_id, 0 if all_of_it else version)
        self._lives[table_id] = live  # no await since it was complete, so no event is missed
        update = live.update(listener.person, version, now())
        live.listeners.add(listener)
        listener.send_update(live.table, update)
        if live.is_late(listener) and live.late:
            live.late.wake_for(live.history.events[-1])
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
            self._start(self._follow(live, version))
        elif table_id in self._loading:
            self._hinted[table_id] = max(version, self._hinted.get(table_id, 0))

    async def _follow(self, live: Live, version: int) -> None:
        try:
            await self._catch_up_to(live, version)
        except AzulejosError:  # the next hint or poll tries again
            log.exception("follow", table=live.id)

    async def _catch_up_to(self, live: Live, version: int) -> None:
        if version <= live.table.version:
            return
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
