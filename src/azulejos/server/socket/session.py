"""The session of one client on the WebSocket: what its messages do. Transport: `connection.py`.

A message is validated strictly, does one thing, and is answered. What cannot be done is answered
with a coded error; a stale move also with the current table.
"""

from collections.abc import Callable

from pydantic import BaseModel, ValidationError
from sqlalchemy.exc import SQLAlchemyError

from azulejos.errors import AzulejosError, IllegalMove
from azulejos.server.errors import refusal
from azulejos.server.ops import metrics
from azulejos.server.ops.logs import log
from azulejos.server.ops.security import MAX_DEPTH, nesting
from azulejos.server.people.accounts import PeopleError
from azulejos.server.people.callers import Caller
from azulejos.server.services import Services
from azulejos.server.socket import messages
from azulejos.server.socket.messages import CLIENT_MESSAGE, MAX_BYTES, ClientMessage
from azulejos.server.table import verbs
from azulejos.server.table.events import Event
from azulejos.server.table.table import Table
from azulejos.server.table.verbs import Decision, Repeated, Stale
from azulejos.server.table.verbs.actions import decide_action
from azulejos.server.table.view import explanation
from azulejos.server.table.wire import said
from azulejos.server.wall_clock import now
from azulejos.text import Text

MAX_WATCHED = 32  # tables that one client may watch


def parse_message(data: bytes) -> ClientMessage:
    """Parse a message; refused if it is too large, too deeply nested or not as described."""
    if len(data) > MAX_BYTES:
        raise refusal("api.too_large", most=MAX_BYTES)
    if nesting(data) > MAX_DEPTH:
        raise refusal("api.nesting", most=MAX_DEPTH)
    try:
        return CLIENT_MESSAGE.validate_json(data)
    except ValidationError as wrong:
        first = wrong.errors(include_input=False, include_context=False, include_url=False)[0]
        where = ".".join(map(str, first["loc"]))[:100]
        raise refusal("api.form", where=where, what=first["type"]) from None


class Session:
    """What one client watches and does."""

    def __init__(self, services: Services, caller: Caller | None, send: Callable[[str], None]):
        self.services, self.caller, self._send = services, caller, send
        self.person = caller.person.id if caller else ""
        self.lag_s = 0.0  # network delay as the client measured it
        self._watched: dict[str, bool] = {}  # by table: does the person sit there?

    @property
    def is_playing(self) -> bool:
        """Does the person sit at one of the watched tables?"""
        return any(self._watched.values())

    # ---- Sending

    def send(self, message: BaseModel | str) -> None:
        """Send a message, given as a model or as JSON."""
        self._send(message if isinstance(message, str) else message.model_dump_json())

    def send_update(self, table: Table, message: str) -> None:
        """Send an update of a watched table."""
        self._watched[table.plan.id] = self.person in table.people()
        self.send(message)

    def send_refusal(self, message_id: str, error: AzulejosError, update: str = "null") -> None:
        """Answer that a message was refused, and why; `update` is JSON."""
        metrics.refusals.labels(error.code).inc()
        clause = error.clause if isinstance(error, IllegalMove) else ""
        answer = messages.Refusal(id=message_id, error=said(error.text), clause=clause)
        text = answer.model_dump_json(exclude={"update"})
        self.send(f'{text[:-1]},"update":{update}}}')

    # ---- Handling messages

    async def handle(self, data: bytes) -> None:
        """Do what a message asks for, and answer it."""
        message_id = ""
        try:
            message = parse_message(data)
            message_id = getattr(message, "id", "")
            await self._dispatch(message)
        except AzulejosError as error:
            self.send_refusal(message_id, error)
        except SQLAlchemyError:  # the database is unreachable for the moment; nothing was stored
            log.exception("socket")
            self.send_refusal(message_id, refusal("api.busy"))

    async def _dispatch(self, message: ClientMessage) -> None:
        match message:
            case messages.Move():
                await self._move(message)
            case messages.Watch():
                await self._watch(message)
            case messages.Unwatch():
                self._unwatch(message.table)
            case messages.Act():
                await self._act(message)
            case messages.Explain():
                await self._explain(message)
            case messages.Lobby():
                await self._watch_lobby(message.on)
            case messages.Ping():
                self.lag_s = message.lag_ms / 1000
                self.send(messages.Pong(id=message.id, now=now()))

    def _require_player(self) -> str:
        """The id of the person, who must be known; a token must have the scope `play`."""
        if not self.caller:
            raise PeopleError(Text("people.sign_in"))
        self.caller.require("play")
        return self.person

    async def _move(self, message: messages.Move) -> None:
        person = self._require_player()

        def decide(table: Table, at: float) -> Decision:
            return verbs.move(
                table,
                person,
                message.move,
                message.version,
                at,
                client_id=message.id,
                lag_s=self.lag_s,
            )

        try:
            with metrics.timed(metrics.ack_s):
                await self.services.tables.act(
                    message.table, decide, lambda events: self._acknowledge(message, events[0])
                )
        except Repeated as repeated:
            self.send(messages.Ack(id=message.id, table=message.table, version=repeated.version))
        except Stale as error:
            live = await self.services.tables.get_encoded(message.table, message.version)
            self.send_refusal(message.id, error, live.update(person, message.version, now()))

    def _acknowledge(self, message: messages.Move | messages.Act, first: Event) -> None:
        """Acknowledge a durable event with its own version, not that of events that followed."""
        self.send(messages.Ack(id=message.id, table=message.table, version=first.version))

    async def _act(self, message: messages.Act) -> None:
        decide = decide_action(message.act, self._require_player(), message.seat)
        await self.services.tables.act(
            message.table, decide, lambda events: self._acknowledge(message, events[0])
        )

    async def _explain(self, message: messages.Explain) -> None:
        live = await self.services.tables.get(message.table)
        verbs.require_status(live.table, "playing")
        steps = explanation(live.table, message.move)
        self.send(messages.Explained(id=message.id, steps=steps))

    # ---- Watching

    async def _watch(self, message: messages.Watch) -> None:
        """Send the updates of a table from now on; watching it again sends it again."""
        if message.table in self._watched:
            self._unwatch(message.table)
        if len(self._watched) >= MAX_WATCHED:
            raise refusal("api.many_tables", most=MAX_WATCHED)
        live = await self.services.tables.listen(message.table, self, message.version)
        self.services.presence.add(live.table, self.person)

    def _unwatch(self, table_id: str) -> None:
        if self._watched.pop(table_id, None) is not None:
            self.services.tables.unlisten(table_id, self)
            self.services.presence.remove(table_id, self.person)

    async def _watch_lobby(self, is_on: bool) -> None:
        listeners = self.services.lobby.listeners
        if is_on:
            listeners.add(self)
            self.send(await self.services.lobby.list())
        else:
            listeners.discard(self)

    def end(self) -> None:
        """Stop watching everything: the client has disconnected."""
        self.services.lobby.listeners.discard(self)
        for table_id in tuple(self._watched):
            self._unwatch(table_id)
