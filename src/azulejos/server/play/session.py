"""The session of one client on the WebSocket: what its messages do. Transport: `connections.py`.

A message is validated strictly, does one thing, and is answered. What cannot be done is answered
with a coded error; a stale move also with the current table. Features add what other messages do
(`Feature.messages`) and hear of what a client watches (`SessionListener`).
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from pydantic import BaseModel, ValidationError
from sqlalchemy.exc import SQLAlchemyError

from azulejos.errors import AzulejosError, IllegalMove
from azulejos.server.accounts.callers import Caller
from azulejos.server.accounts.people import PeopleError
from azulejos.server.errors import refusal
from azulejos.server.feature import Handler, Parts, SessionListener
from azulejos.server.play.lobby import Lobby
from azulejos.server.play.rated_games import RatedGames
from azulejos.server.play.tables import Tables
from azulejos.server.play.transport import Delay
from azulejos.server.table import verbs
from azulejos.server.table.events import Event
from azulejos.server.table.table import Table
from azulejos.server.table.verbs import Decision, Repeated, Stale, decide_action
from azulejos.server.table.view import explanation
from azulejos.server.timing import now
from azulejos.server.web import metrics
from azulejos.server.web.encoding import Raw, encode
from azulejos.server.web.limits import Limits
from azulejos.server.web.load import Load
from azulejos.server.web.logs import log
from azulejos.server.web.security import MAX_DEPTH, is_nested_deeper
from azulejos.server.web.tracing import span
from azulejos.text import Text
from azulejos.wire import messages
from azulejos.wire.accounts import Scope
from azulejos.wire.fields import sentence
from azulejos.wire.messages import CLIENT_MESSAGE, MAX_BYTES, ClientMessage

MAX_WATCHED = 32  # tables that one client may watch


@dataclass
class SessionParts:
    """The message handlers and listeners that features add to sessions."""

    handlers: dict[type[BaseModel], Handler] = field(default_factory=dict)  # by type of message
    listeners: list[SessionListener] = field(default_factory=list)


def parse_message(data: bytes) -> ClientMessage:
    """Parse a message; refused if it is too large, too deeply nested or not as described."""
    if len(data) > MAX_BYTES:
        raise refusal("api.too_large", most=MAX_BYTES)
    if is_nested_deeper(data, MAX_DEPTH):
        raise refusal("api.nesting", most=MAX_DEPTH)
    try:
        return CLIENT_MESSAGE.validate_json(data)
    except ValidationError as wrong:
        first = wrong.errors(include_input=False, include_context=False, include_url=False)[0]
        where = ".".join(map(str, first["loc"]))[:100]
        raise refusal("api.form", where=where, what=first["type"]) from None


class ClientSession:
    """The tables that one client watches, and its messages."""

    def __init__(
        self,
        parts: Parts,
        caller: Caller | None,
        address: str,
        send: Callable[[str], None],
        delay: Delay | None,
    ):
        self.parts, self.caller, self.address, self._send = parts, caller, address, send
        self.person = caller.person.id if caller else ""
        self._delay = delay  # of the network; None if the transport cannot measure it
        self._watched: dict[str, bool] = {}  # by table: does the person sit there?
        self._handlers = parts[SessionParts].handlers
        self._listeners = parts[SessionParts].listeners

    def begin(self) -> None:
        """The client has connected."""
        for listener in self._listeners:
            listener.begin(self)

    def end(self) -> None:
        """Stop everything: the client has disconnected."""
        for table_id in tuple(self._watched):
            self.unwatch(table_id)
        for listener in self._listeners:
            listener.end(self)

    @property
    def is_playing(self) -> bool:
        """Does the person sit at one of the watched tables?"""
        return any(self._watched.values())

    # ---- Sending

    def send(self, message: BaseModel | str) -> None:
        """Send a message, given as a model or as JSON."""
        self._send(message if isinstance(message, str) else message.model_dump_json())

    def send_update(self, table: Table, message: str) -> None:
        """Send an update of a watched table; measure the network delay if our clock runs now."""
        self._watched[table.plan.id] = self.person in table.people()
        self.send(message)
        is_timed = table.plan.clock.kind == "live" and table.clock.seat is not None
        if self._delay and is_timed and table.clock.seat in table.seats_of(self.person):
            self._delay.measure()

    def send_problem(self, problem: AzulejosError) -> None:
        """Say that a watched table cannot be shown any more."""
        self.send_refusal("", problem)

    def send_refusal(self, message_id: str, error: AzulejosError, update: str = "null") -> None:
        """Answer that a message was refused, and why; `update` is JSON."""
        metrics.refusals.labels(error.code).inc()
        clause = error.clause if isinstance(error, IllegalMove) else ""
        answer = messages.Refusal(id=message_id, error=sentence(error.text), clause=clause)
        self.send(encode({**dict(answer), "update": Raw(update)}))

    # ---- Handling messages

    async def handle(self, data: bytes) -> None:
        """Do what a message asks for, and answer it."""
        message_id = ""
        try:
            message = parse_message(data)
            message_id = getattr(message, "id", "")
            with span("message", type=message.type):
                await self._dispatch(message)
        except AzulejosError as error:
            self.send_refusal(message_id, error)
        except SQLAlchemyError:  # nothing was stored
            log.exception("socket")
            self.send_refusal(message_id, refusal("api.broken"))

    async def _dispatch(self, message: ClientMessage) -> None:
        handler = self._handlers[type(message)]
        self.parts[Limits].require("message", self.address, handler.cost)
        if handler.cost > 1:
            self.parts[Load].require_room()
        await handler.handle(self, message)

    def require_caller(self, scope: Scope) -> str:
        """The id of the person, who must be known; a token must have a scope."""
        if not self.caller:
            raise PeopleError(Text("people.sign_in"))
        self.caller.require(scope)
        return self.person

    # ---- Tables

    async def move(self, message: messages.Move) -> None:
        """Play a move."""
        person = self.require_caller("play")

        def decide(table: Table, at: float) -> Decision:
            return verbs.move(
                table,
                person,
                message.move,
                message.version,
                at,
                client_id=message.id,
                lag_s=self._delay.seconds if self._delay else 0.0,
            )

        try:
            with self.parts[Load].moving(message.table), metrics.timed(metrics.ack_s):
                table = await self.parts[Tables].act(
                    message.table, decide, lambda events: self._acknowledge(message, events[0])
                )
            await self.parts[RatedGames].add_address(table, person, self.address)
        except Repeated as repeated:
            self.send(messages.Ack(id=message.id, table=message.table, version=repeated.version))
        except Stale as error:
            live = await self.parts[Tables].get_encoded(message.table, message.version)
            self.send_refusal(message.id, error, live.update(person, message.version, now()))

    def _acknowledge(self, message: messages.Move | messages.Act, first: Event) -> None:
        """Acknowledge a durable event with its own version, not that of events that followed."""
        self.send(messages.Ack(id=message.id, table=message.table, version=first.version))

    async def act(self, message: messages.Act) -> None:
        """Do something else than moving."""
        decide = decide_action(message.act, self.require_caller("play"), message.seat)
        await self.parts[Tables].act(
            message.table, decide, lambda events: self._acknowledge(message, events[0])
        )

    async def explain(self, message: messages.Explain) -> None:
        """Say what a move would do."""
        live = await self.parts[Tables].get_current(message.table)
        table = live.seen_by(self.person, now()).table
        verbs.require_status(table, "playing")
        steps = explanation(table, message.move)
        self.send(messages.Explained(id=message.id, steps=steps))

    async def watch(self, message: messages.Watch) -> None:
        """Send the updates of a table from now on; watching it again sends it again."""
        if message.table in self._watched:
            self.unwatch(message.table)
        if len(self._watched) >= MAX_WATCHED:
            raise refusal("api.many_tables", most=MAX_WATCHED)
        live = await self.parts[Tables].listen(message.table, self, message.version)
        for listener in self._listeners:
            listener.watch(self, live.table)
        await self.parts[RatedGames].add_address(live.table, self.person, self.address)

    async def stop_watching(self, message: messages.Unwatch) -> None:
        self.unwatch(message.table)

    def unwatch(self, table_id: str) -> None:
        """Send no more updates of a table."""
        if self._watched.pop(table_id, None) is not None:
            self.parts[Tables].unlisten(table_id, self)
            for listener in self._listeners:
                listener.unwatch(self, table_id)

    async def watch_lobby(self, message: messages.Lobby) -> None:
        """Send the list of open tables from now on, or stop."""
        if message.on:
            await self.parts[Lobby].listen(self)
        else:
            self.parts[Lobby].unlisten(self)

    async def ping(self, message: messages.Ping) -> None:
        self.send(messages.Pong(id=message.id, now=now()))


HANDLERS: dict[type[BaseModel], Handler] = {
    messages.Move: Handler(ClientSession.move),
    messages.Act: Handler(ClientSession.act),
    messages.Watch: Handler(ClientSession.watch, cost=4),
    messages.Unwatch: Handler(ClientSession.stop_watching),
    messages.Explain: Handler(ClientSession.explain, cost=2),
    messages.Lobby: Handler(ClientSession.watch_lobby, cost=4),
    messages.Ping: Handler(ClientSession.ping),
}
