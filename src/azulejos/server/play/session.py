"""The session of one client on the WebSocket: what its messages do. Transport: `connection.py`.

A message is validated strictly, does one thing, and is answered. What cannot be done is answered
with a coded error; a stale move also with the current table.
"""

import asyncio
from collections.abc import Callable
from contextlib import aclosing

from pydantic import BaseModel, ValidationError
from sqlalchemy.exc import SQLAlchemyError

from azulejos.errors import AzulejosError, IllegalMove
from azulejos.server.accounts.callers import Caller
from azulejos.server.accounts.people import PeopleError
from azulejos.server.analysis.analyses import Asker, Question
from azulejos.server.analysis.positions import find_position
from azulejos.server.errors import refusal
from azulejos.server.play.audience import ANYWHERE
from azulejos.server.play.transport import Delay
from azulejos.server.services import Services
from azulejos.server.social.challenges import Challenge
from azulejos.server.social.messages import Words
from azulejos.server.table import verbs
from azulejos.server.table.events import Event
from azulejos.server.table.table import Table
from azulejos.server.table.verbs import Decision, Repeated, Stale
from azulejos.server.table.verbs.actions import decide_action
from azulejos.server.table.view import explanation
from azulejos.server.wall_clock import now
from azulejos.server.web import metrics
from azulejos.server.web.encoding import Raw, encode
from azulejos.server.web.logs import log
from azulejos.server.web.security import MAX_DEPTH, is_nested_deeper
from azulejos.server.web.tracing import span
from azulejos.text import Text
from azulejos.wire import messages
from azulejos.wire.fields import sentence
from azulejos.wire.messages import CLIENT_MESSAGE, MAX_BYTES, ClientMessage

MAX_WATCHED = 32  # tables that one client may watch
EVERY_S = 0.25  # between two answers of an analysis
# messages that are refused while there is too much to do, and their costs compared with a move
NEW_WORK = {"watch": 4, "explain": 2, "analyse": 4, "lobby": 4, "board": 4}


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


def question_of(form: messages.AnalysisFields, every: float | None) -> Question:
    """What a message or request asks an analysis to do."""
    return Question(form.player, form.seconds, form.nodes, form.lines, every)


class Session:
    """What one client watches and does."""

    def __init__(
        self,
        services: Services,
        caller: Caller | None,
        address: str,
        send: Callable[[str], None],
        delay: Delay | None,
    ):
        self.services, self.caller, self.address, self._send = services, caller, address, send
        self.person = caller.person.id if caller else ""
        self._delay = delay  # of the network; None if the transport cannot measure it
        self._watched: dict[str, bool] = {}  # by table: does the person sit there?
        self._boards: set[str] = set()  # shared analysis boards that the client looks at
        self._analysis: tuple[str, asyncio.Task[None]] | None = None  # the last one, by its id

    def begin(self) -> None:
        """Count the client among those who are online, and send it challenges."""
        self.services.audience.add(ANYWHERE, self.person)
        self.services.challenge_post.listen(self)

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
        cost = NEW_WORK.get(message.type)
        self.services.limits.require("message", self.address, cost or 1)
        if cost:
            self.services.load.require_room()
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
            case messages.AskHint():
                await self._hint(message)
            case messages.Analyse():
                self._start_analysis(message)
            case messages.Cancel():
                self._cancel_analysis(message.id)
            case messages.Lobby():
                await self._watch_lobby(message.on)
            case messages.WatchBoard():
                await self._watch_board(message.board, message.on)
            case messages.Ping():
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
                lag_s=self._delay.seconds if self._delay else 0.0,
            )

        try:
            with self.services.load.moving(message.table), metrics.timed(metrics.ack_s):
                table = await self.services.tables.act(
                    message.table, decide, lambda events: self._acknowledge(message, events[0])
                )
            await self.services.rated_games.add_address(table, person, self.address)
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
        live = await self.services.tables.get_current(message.table)
        table = live.seen_by(self.person, now()).table
        verbs.require_status(table, "playing")
        steps = explanation(table, message.move)
        self.send(messages.Explained(id=message.id, steps=steps))

    async def _hint(self, message: messages.AskHint) -> None:
        person = self._require_player()
        found = await self.services.advice.give(message.table, person, message.depth)
        self.send(messages.Hint(id=message.id, **found))

    # ---- Analysis

    def _start_analysis(self, message: messages.Analyse) -> None:
        """Analyse while other messages are handled; a new analysis ends the one before."""
        if not self.caller:
            raise PeopleError(Text("people.sign_in"))
        self.caller.require("read")
        if self._analysis:
            self._cancel_analysis(self._analysis[0])
        self._analysis = message.id, asyncio.create_task(self._analyse(message))

    async def _analyse(self, message: messages.Analyse) -> None:
        """Send the answers of a search, or why it is refused."""
        try:
            position = await find_position(
                self.services.tables, message.table, message.ply, message.position
            )
            asker = Asker(self.person, self.address)
            infos = self.services.analyses.stream(asker, position, question_of(message, EVERY_S))
            async with aclosing(infos):
                async for info in infos:
                    self.send(messages.Info(id=message.id, **info))
        except AzulejosError as error:
            self.send_refusal(message.id, error)
        except Exception:
            log.exception("analysis")
            self.send_refusal(message.id, refusal("api.broken"))

    def _cancel_analysis(self, analysis_id: str) -> None:
        if self._analysis and self._analysis[0] == analysis_id:
            self._analysis[1].cancel()
            self._analysis = None

    # ---- Watching

    async def _watch(self, message: messages.Watch) -> None:
        """Send the updates of a table from now on; watching it again sends it again."""
        if message.table in self._watched:
            self._unwatch(message.table)
        if len(self._watched) >= MAX_WATCHED:
            raise refusal("api.many_tables", most=MAX_WATCHED)
        live = await self.services.tables.listen(message.table, self, message.version)
        self.services.talk.listen(message.table, self)
        self.services.presence.add(live.table, self.person)
        self.services.audience.add(message.table, self.person)
        await self.services.rated_games.add_address(live.table, self.person, self.address)

    def _unwatch(self, table_id: str) -> None:
        if self._watched.pop(table_id, None) is not None:
            self.services.tables.unlisten(table_id, self)
            self.services.talk.unlisten(table_id, self)
            self.services.presence.remove(table_id, self.person)
            self.services.audience.remove(table_id, self.person)

    async def _watch_lobby(self, is_on: bool) -> None:
        listeners = self.services.lobby.listeners
        if is_on:
            listeners.add(self)
            self.send(await self.services.lobby.list())
        else:
            listeners.discard(self)

    async def _watch_board(self, board: str, is_on: bool) -> None:
        """Send the versions of a shared board from now on, or stop."""
        self.services.boards.unlisten(board, self)
        self._boards.discard(board)
        if not is_on:
            return
        if len(self._boards) >= MAX_WATCHED:
            raise refusal("api.many_tables", most=MAX_WATCHED)
        self._boards.add(board)
        await self.services.boards.listen(board, self)

    def send_words(self, words: Words) -> None:
        """Send what somebody said at a watched table."""
        self.send(messages.Spoken(table=words.table, words=messages.WordsView.of(words)))

    def send_challenges(self, challenges: list[Challenge]) -> None:
        """Send the challenges that wait for the person's answer."""
        shown = [messages.ChallengeView.of(each, table=each.summary) for each in challenges]
        self.send(messages.Challenged(challenges=shown))

    def send_board(self, board: str, version: int) -> None:
        """Send the version of a shared board."""
        self.send(messages.BoardChanged(board=board, version=version))

    def end(self) -> None:
        """Stop everything: the client has disconnected."""
        if self._analysis:
            self._cancel_analysis(self._analysis[0])
        self.services.audience.remove(ANYWHERE, self.person)
        self.services.challenge_post.unlisten(self)
        self.services.lobby.listeners.discard(self)
        for board in self._boards:
            self.services.boards.unlisten(board, self)
        for table_id in tuple(self._watched):
            self._unwatch(table_id)
