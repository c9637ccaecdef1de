"""Analyses, hints and shared boards on the WebSocket."""

import asyncio
from contextlib import aclosing

from pydantic import BaseModel

from azulejos.errors import AzulejosError
from azulejos.server.analysis.analyses import Analyses, Asker, Question
from azulejos.server.analysis.boards import Boards
from azulejos.server.analysis.hints import HintSearch
from azulejos.server.analysis.position_routes import find_position
from azulejos.server.errors import refusal
from azulejos.server.feature import Handler, Session, SessionListener
from azulejos.server.play.session import MAX_WATCHED
from azulejos.server.play.tables import Tables
from azulejos.server.web.logs import log
from azulejos.wire import messages

EVERY_S = 0.25  # between two answers of an analysis


def question_of(form: messages.AnalysisFields, every: float | None) -> Question:
    """The question that a message or request asks."""
    return Question(form.player, form.seconds, form.nodes, form.lines, every)


class AnalysisSocket(SessionListener):
    """The analysis that each client runs, and the boards that it looks at."""

    def __init__(self, analyses: Analyses, hints: HintSearch, boards: Boards, tables: Tables):
        self.analyses, self.hints, self.boards, self.tables = analyses, hints, boards, tables
        # with the ids of the messages that began them
        self._running: dict[Session, tuple[str, asyncio.Task[None]]] = {}
        self._boards: dict[Session, set[str]] = {}
        self.handlers: dict[type[BaseModel], Handler] = {
            messages.Analyse: Handler(self._start, cost=4),
            messages.Cancel: Handler(self._cancel),
            messages.AskHint: Handler(self._hint),
            messages.WatchBoard: Handler(self._watch_board, cost=4),
        }

    async def _start(self, session: Session, message: messages.Analyse) -> None:
        """Analyse while other messages are handled; a new analysis ends the one before."""
        session.require_caller("read")
        self._end_analysis(session)
        self._running[session] = message.id, asyncio.create_task(self._analyse(session, message))

    async def _analyse(self, session: Session, message: messages.Analyse) -> None:
        """Send the answers of a search, or why it is refused."""
        try:
            position = await find_position(
                self.tables, message.table, message.ply, message.position
            )
            asker = Asker(session.person, session.address)
            infos = self.analyses.stream(asker, position, question_of(message, EVERY_S))
            async with aclosing(infos):
                async for info in infos:
                    session.send(messages.Info(id=message.id, **info))
        except AzulejosError as error:
            session.send_refusal(message.id, error)
        except Exception:
            log.exception("analysis")
            session.send_refusal(message.id, refusal("api.broken"))

    async def _cancel(self, session: Session, message: messages.Cancel) -> None:
        if session in self._running and self._running[session][0] == message.id:
            self._end_analysis(session)

    def _end_analysis(self, session: Session) -> None:
        if session in self._running:
            self._running.pop(session)[1].cancel()

    async def _hint(self, session: Session, message: messages.AskHint) -> None:
        person = session.require_caller("play")
        found = await self.hints.give(message.table, person, message.depth)
        session.send(messages.Hint(id=message.id, **found))

    async def _watch_board(self, session: Session, message: messages.WatchBoard) -> None:
        """Send the versions of a shared board from now on, or stop."""
        watched = self._boards.setdefault(session, set())
        self.boards.channel.unlisten(message.board, session)
        watched.discard(message.board)
        if not message.on:
            return
        if len(watched) >= MAX_WATCHED:
            raise refusal("api.many_tables", most=MAX_WATCHED)
        watched.add(message.board)
        await self.boards.listen(message.board, session)

    def end(self, session: Session) -> None:
        self._end_analysis(session)
        for board in self._boards.pop(session, ()):
            self.boards.channel.unlisten(board, session)
