"""The desk: what the messages of one client do. Not here: how they come and go (`socket.py`).

A message is read strictly, does one thing, and is answered; whatever cannot be done is answered
with a coded reason, and what is old with the table as it is.
"""

from collections.abc import Callable

from pydantic import BaseModel, ValidationError
from sqlalchemy.exc import SQLAlchemyError

from azulejos.errors import AzulejosError, IllegalMove
from azulejos.server.api.problems import refusal
from azulejos.server.live.tables import Live
from azulejos.server.ops import metrics
from azulejos.server.ops.logs import log
from azulejos.server.ops.security import nesting
from azulejos.server.people.accounts import PeopleError
from azulejos.server.people.callers import Caller
from azulejos.server.services import House
from azulejos.server.socket import messages
from azulejos.server.socket.messages import CLIENT_MESSAGE, MOST_BYTES, MOST_DEPTH, ClientMessage
from azulejos.server.table import verbs
from azulejos.server.table.table import Event, Table
from azulejos.server.table.verbs import Repeated, Stale
from azulejos.server.table.verbs.actions import decide_act
from azulejos.server.table.view import explanation, said
from azulejos.server.wall_clock import now
from azulejos.text import Text

MOST_WATCHED = 32  # tables that one client may look at


def read_message(data: bytes) -> ClientMessage:
    """A message, if it is small, flat and as described."""
    if len(data) > MOST_BYTES:
        raise refusal("api.too_large", most=MOST_BYTES)
    if nesting(data) > MOST_DEPTH:
        raise refusal("api.nesting", most=MOST_DEPTH)
    try:
        return CLIENT_MESSAGE.validate_json(data)
    except ValidationError as wrong:
        first = wrong.errors(include_input=False, include_context=False, include_url=False)[0]
        where = ".".join(map(str, first["loc"]))[:100]
        raise refusal("api.form", where=where, what=first["type"]) from None


class Desk:
    """Everything that one client looks at and does."""

    def __init__(self, house: House, caller: Caller | None, send: Callable[[str], None]):
        self.house, self.caller, self._send = house, caller, send
        self.person = caller.person.id if caller else ""
        self.lag_s = 0.0  # as the client measured it
        self._watched: dict[str, bool] = {}  # tables, and whether the person sits there

    @property
    def is_playing(self) -> bool:
        return any(self._watched.values())

    # ---- What is sent

    def put(self, message: BaseModel | str) -> None:
        self._send(message if isinstance(message, str) else message.model_dump_json())

    def tell(self, live: Live, message: str) -> None:
        """An update of a table that is looked at."""
        self._watched[live.id] = self.person in live.table.people()
        self.put(message)

    def refuse(self, message_id: str, error: AzulejosError, update: str = "null") -> None:
        """Answer that something is not done, and why."""
        metrics.refusals.labels(error.code).inc()
        clause = error.clause if isinstance(error, IllegalMove) else ""
        answer = messages.Refusal(id=message_id, error=said(error.text), clause=clause)
        text = answer.model_dump_json(exclude={"update"})
        self.put(f'{text[:-1]},"update":{update}}}')

    # ---- What is done

    async def receive(self, data: bytes) -> None:
        """Do what a message asks for, and answer it."""
        message_id = ""
        try:
            message = read_message(data)
            message_id = getattr(message, "id", "")
            await self.do(message)
        except AzulejosError as error:
            self.refuse(message_id, error)
        except SQLAlchemyError:  # a database may come and go; nothing was done
            log.exception("socket")
            self.refuse(message_id, refusal("api.busy"))

    async def do(self, message: ClientMessage) -> None:
        match message:
            case messages.Move():
                await self.move(message)
            case messages.Watch():
                await self.watch(message)
            case messages.Unwatch():
                self.unwatch(message.table)
            case messages.Act():
                await self.act(message)
            case messages.Explain():
                await self.explain(message)
            case messages.Lobby():
                await self.look_at_lobby(message.on)
            case messages.Ping():
                self.lag_s = message.lag_ms / 1000
                self.put(messages.Pong(id=message.id, now=now()))

    def require_person(self) -> str:
        """Whoever plays must be known, and a token must be made for it."""
        if not self.caller:
            raise PeopleError(Text("people.sign_in"))
        self.caller.require("play")
        return self.person

    async def move(self, message: messages.Move) -> None:
        person = self.require_person()

        def decide(table: Table, moment: float) -> list[Event]:
            return verbs.move(
                table,
                person,
                message.move,
                message.version,
                moment,
                client_id=message.id,
                lag_s=self.lag_s,
            )

        try:
            with metrics.timed(metrics.ack_s):
                await self.house.tables.act(
                    message.table, decide, lambda events: self.acknowledge(message, events[0])
                )
        except Repeated as repeated:
            self.put(messages.Ack(id=message.id, table=message.table, version=repeated.version))
        except Stale as error:
            live = await self.house.tables.get_told(message.table, message.version)
            self.refuse(message.id, error, live.update(person, message.version, now()))

    def acknowledge(self, message: messages.Move | messages.Act, first: Event) -> None:
        """It is durable. The version is that of the move itself, whatever followed."""
        self.put(messages.Ack(id=message.id, table=message.table, version=first.version))

    async def act(self, message: messages.Act) -> None:
        decide = decide_act(message.act, self.require_person(), message.seat)
        await self.house.tables.act(
            message.table, decide, lambda events: self.acknowledge(message, events[0])
        )

    async def explain(self, message: messages.Explain) -> None:
        live = await self.house.tables.get(message.table)
        verbs.require_status(live.table, "playing")
        lines = explanation(live.table, message.move)
        self.put(messages.Explained(id=message.id, lines=lines))

    # ---- What is looked at

    async def watch(self, message: messages.Watch) -> None:
        """Look at a table from now on; whoever does so already gets it again."""
        if message.table in self._watched:
            self.unwatch(message.table)
        if len(self._watched) >= MOST_WATCHED:
            raise refusal("api.many_tables", most=MOST_WATCHED)
        live = await self.house.tables.listen(message.table, self, message.version)
        self.house.presence.come(live, self.person)

    def unwatch(self, table_id: str) -> None:
        if self._watched.pop(table_id, None) is not None:
            self.house.tables.unlisten(table_id, self)
            self.house.presence.go(table_id, self.person)

    async def look_at_lobby(self, is_on: bool) -> None:
        listeners = self.house.lobby.listeners
        if is_on:
            listeners.add(self)
            self.put(await self.house.lobby.list())
        else:
            listeners.discard(self)

    def leave(self) -> None:
        """The client is gone."""
        self.house.lobby.listeners.discard(self)
        for table_id in tuple(self._watched):
            self.unwatch(table_id)
