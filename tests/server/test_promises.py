"""The promises to people, as a small model, against servers that fail in every way.

Several people play on a live clock while processes are killed, stopped and started, the event loop
stands still, and the database is gone, hangs or loses its answers. R1 to R7, R13, R33, R40.
"""

import asyncio
import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from azulejos.server.play.tables import Tables
from azulejos.server.storage.database import Database
from azulejos.server.storage.migrations import migrate
from azulejos.server.storage.store import Store
from azulejos.server.table import fair
from azulejos.server.table.clock import GRACE_S, MAX_LAG_S, ClockPlan
from azulejos.server.table.events import Event
from azulejos.server.table.plan import Plan
from azulejos.server.table.table import Table
from azulejos.server.table.verbs import Newcomer
from azulejos.server.timing import now
from tests.server.virtual import Client, Message, Mode, World

TABLE = "promised1234"
EXAMPLES = int(os.environ.get("PROMISES_EXAMPLES", "6"))
NOTICED_S = 2.0  # of the grace may be over when the end of a downtime is noticed
ANSWER_S = 2.0  # R40
EPSILON_S = 0.01


class Down:
    """When the server could not store moves, and the grace after it."""

    def __init__(self) -> None:
        self.times: list[tuple[float, float]] = []

    def add(self, start: float, end: float) -> None:
        self.times.append((start, end + GRACE_S - NOTICED_S))

    def up_time(self, start: float, end: float) -> float:
        """How much of an interval may be charged."""
        up, at = 0.0, start
        for down, until in sorted(self.times):
            up += max(0.0, min(down, end) - at)
            at = max(at, until)
        return up + max(0.0, end - at)


class People(RuleBasedStateMachine):
    """People at one table, and the servers."""

    world: World

    @initialize(
        bank_s=st.sampled_from([4.0, 15.0]),
        increment_s=st.sampled_from([0.0, 2.0]),
        processes=st.integers(1, 2),
    )
    def begin(self, bank_s: float, increment_s: float, processes: int) -> None:
        self.folder = Path(tempfile.mkdtemp(dir="/dev/shm" if Path("/dev/shm").exists() else None))
        self.world = World(self.folder)
        migrate(self.world.url)
        self.clock = ClockPlan("live", bank_s, increment_s)
        self.down = Down()
        self.sent: dict[str, Message] = {}  # moves by id
        self.acked: dict[str, int] = {}  # versions by id
        for _ in range(processes):
            self.world.start_process()
        self.clients = [Client(self.world, name) for name in ("ana", "bia")]
        self.make_table()
        for client in self.clients:
            self.connect(client)

    def make_table(self) -> None:
        seed = fair.make_seed()
        plan = Plan(
            id=TABLE,
            game="azul",
            players=2,
            created_by="ana",
            created_at=now(),
            commitment=fair.commitment(seed),
            clock=self.clock,
            seating="fixed",
        )
        tables = self.world.processes[0].parts[Tables]
        people: list[Any] = [(Newcomer(name, name), None) for name in ("ana", "bia")]
        self.world.run(tables.create(plan, seed, people))

    def connect(self, client: Client, which: int = 0) -> Message | None:
        """Connect to one of the processes; the view of the table, unless the server is busy."""
        client.connect(self.world.running[which % len(self.world.running)])
        answers = client.ask(type="watch", table=TABLE, version=0)
        update = next((x for x in answers if x["type"] == "update"), None)
        if not update:
            assert [x["error"]["code"] for x in answers] == ["api.busy"]
            assert self.world.mode != "fine"
        return update["view"] if update else None

    def send(self, client: Client, message: Message) -> None:
        """Send a move; it is answered once, and always in the same way."""
        answers = client.ask(**message)
        mine = [x for x in answers if x.get("id") == message["id"]]
        assert len(mine) == 1
        if mine[0]["type"] == "ack":
            known = self.acked.setdefault(message["id"], mine[0]["version"])
            assert known == mine[0]["version"]
        else:
            assert message["id"] not in self.acked or mine[0]["error"]["code"] == "api.busy"

    # ---- What happens

    @precondition(lambda self: self.world.running)
    @rule(choice=st.integers(0, 99), which=st.integers(0, 1), times=st.integers(1, 4))
    def play(self, choice: int, which: int, times: int) -> None:
        """Whoever is to move plays some moves, on any process."""
        for turn in range(times):
            for client in self.clients:
                view = self.connect(client, which + turn)
                if view and view["moves"]:
                    move = view["moves"][choice % len(view["moves"])]
                    fields = {"id": f"m{len(self.sent)}", "version": view["version"]}
                    message = {"type": "move", "table": TABLE, "move": move, **fields}
                    self.sent[fields["id"]] = message | {"who": client}
                    self.send(client, message)

    @precondition(lambda self: self.world.running and self.sent)
    @rule(which=st.integers(0, 99), process=st.integers(0, 1))
    def send_again(self, which: int, process: int) -> None:
        """A client that heard no answer, or believes so, sends a move again."""
        message = dict(list(self.sent.values())[-1 - which % min(3, len(self.sent))])
        client = message.pop("who")
        self.connect(client, process)
        self.send(client, message)

    @rule(seconds=st.sampled_from([0.3, 1.5, 3.0, 6.0]))
    def think(self, seconds: float) -> None:
        begun = now()
        self.world.wait(seconds)
        if not self.world.running:
            self.down.add(begun, now())

    @rule(
        mode=st.sampled_from(["gone", "hanging", "forgetful"]),
        seconds=st.sampled_from([2.0, 5.0, 20.0]),
        sends=st.booleans(),
    )
    def lose_the_database(self, mode: Mode, seconds: float, sends: bool) -> None:
        """The database fails for a while; a player may try to move meanwhile."""
        before = [self.connect(client) for client in self.clients] if self.world.running else []
        begun, self.world.mode = now(), mode
        for client, view in zip(self.clients, before, strict=False):
            if sends and view and view["moves"]:
                fields = {"id": f"m{len(self.sent)}", "version": view["version"]}
                message = {"type": "move", "table": TABLE, "move": view["moves"][0], **fields}
                self.sent[fields["id"]] = message | {"who": client}
                self.send(client, message)
        self.world.wait(max(0.0, begun + seconds - now()))
        self.world.mode = "fine"
        self.down.add(begun, now())

    @rule(seconds=st.sampled_from([1.2, 5.0, 30.0]))
    def stand_still(self, seconds: float) -> None:
        begun = now()
        self.world.stall(seconds)
        self.down.add(begun, now())
        self.world.wait(0)

    @precondition(lambda self: self.world.running)
    @rule(which=st.integers(0, 1), is_planned=st.booleans())
    def end_a_process(self, which: int, is_planned: bool) -> None:
        """With another process left, people reconnect to it at once."""
        process = self.world.running[which % len(self.world.running)]
        self.world.run(process.stop() if is_planned else process.kill())

    @precondition(lambda self: len(self.world.running) < 2)
    @rule()
    def start_a_process(self) -> None:
        begun, was_down = now(), not self.world.running
        self.world.start_process()
        if was_down:
            self.down.add(begun, now())

    # ---- What was promised

    def teardown(self) -> None:
        if not hasattr(self, "world"):
            return
        try:
            if hasattr(self, "clients"):
                self.check()
        finally:
            self.world.close()
            shutil.rmtree(self.folder)

    def check(self) -> None:
        if not self.world.running:
            self.start_a_process()
        self.world.wait(self.clock.bank_s + self.clock.increment_s * len(self.sent) + 40)
        views = [self.connect(client) for client in self.clients]
        table, events = asyncio.run(self.load())
        self.check_moves(events)
        self.check_clocks(table, events)
        assert table.status == "over", "a clock stands still although the server is well"
        for view in views:  # R5: everybody sees what is stored
            assert view
            assert (view["version"], view["status"]) == (table.version, "over")
        assert max(client.slowest_s for client in self.clients) <= ANSWER_S + EPSILON_S

    async def load(self) -> tuple[Table, list[Event]]:
        database = Database(self.world.url)
        try:
            return await Store(database).load(TABLE)
        finally:
            database.close()

    def check_moves(self, events: list[Event]) -> None:
        """R1, R2: acknowledged moves are there once, and there are no others than those sent."""
        moves = {event.client_id: event for event in events if event.kind == "moved"}
        assert len(moves) == sum(event.kind == "moved" for event in events)
        for sent_id, version in self.acked.items():
            message = self.sent[sent_id]
            event = moves[f"{message['who'].person}:{sent_id}"]
            assert (event.version, event.data["move"]) == (version, message["move"])
        known = {f"{message['who'].person}:{sent_id}" for sent_id, message in self.sent.items()}
        assert set(moves) <= known

    def check_clocks(self, final: Table, events: list[Event]) -> None:
        """R33: nobody is charged for a downtime, and nobody loses on time because of one."""
        table, began, bank = Table(final.plan, final.seed), 0.0, 0.0
        for event in events:
            seat = table.clock.seat
            if event.kind in ("moved", "timed_out") and seat is not None:
                up = self.down.up_time(began, event.at)
                if event.kind == "timed_out":
                    assert up >= bank + MAX_LAG_S - EPSILON_S, (up, bank)
            after = table.copy()
            after.apply(event)
            if event.kind == "moved" and seat is not None:
                charged = bank + self.clock.increment_s - after.clock.banks[seat]
                assert charged <= up + EPSILON_S, (charged, up)
            if event.kind in ("started", "moved", "dealt") and after.clock.seat is not None:
                began, bank = event.at, after.clock.banks[after.clock.seat]
            table = after


TestPeople = People.TestCase
TestPeople.settings = settings(max_examples=EXAMPLES, stateful_step_count=10, deadline=None)
