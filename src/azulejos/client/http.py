"""The clients: `Client` blocks, `AsyncClient` does not; both send the calls of `calls.py`.

A request that the server is too busy for is sent again, and event streams reconnect. Everything
else that goes wrong is raised as `Refused` or `ConnectionLost`.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import Any, Literal, Self, TypeVar

import httpx

from azulejos.client import calls
from azulejos.client.calls import ATTEMPT_S, PATH, Call
from azulejos.client.errors import ConnectionLost, Refused
from azulejos.client.messages import parse_message
from azulejos.client.socket import AsyncSocket, Socket
from azulejos.contract.rules import Json
from azulejos.position import Position
from azulejos.record import Record
from azulejos.record_reader import read_records
from azulejos.wire.accounts import MeAnswer
from azulejos.wire.analysis import AnalysisAnswer
from azulejos.wire.games import ServerAnswer
from azulejos.wire.messages import PlayerAct, ServerMessage
from azulejos.wire.tables import DoneAnswer
from azulejos.wire.tournaments import TournamentAnswer, TournamentSummary
from azulejos.wire.views import Summary, View

T = TypeVar("T")

RECONNECT_S = 2.0  # after a stream has ended
ListedStatus = Literal["open", "playing"]


def options_of(url: str, token: str) -> dict[str, Any]:
    """The arguments of an httpx client."""
    headers = {"authorization": f"Bearer {token}"} if token else {}
    return {"base_url": url.rstrip("/") + PATH, "headers": headers, "timeout": ATTEMPT_S}


def answer_of(call: Call[T], response: httpx.Response) -> T:
    """The answer to a call; raise `Refused` if it is a problem."""
    if response.is_error:
        raise refusal_of(response)
    is_json = response.headers.get("content-type", "").startswith("application/json")
    return call.read(response.json() if is_json else response.text)


def refusal_of(response: httpx.Response) -> Refused:
    """The error that a response stands for."""
    try:
        problem = dict(response.json())
    except ValueError:  # a proxy answered, not a server of ours
        problem = {"title": f"HTTP {response.status_code}"}
    after = response.headers.get("retry-after", "")
    return Refused(problem, response.status_code, float(after) if after.isdigit() else 0.0)


class Client:
    """A client that blocks. Close it, or use it as a context manager.

    Without a token it can look at tables, but not play.
    """

    def __init__(self, url: str, token: str = ""):
        self.url, self.token = url.rstrip("/"), token
        self._http = httpx.Client(**options_of(url, token))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close all connections."""
        self._http.close()

    def _send(self, call: Call[T]) -> T:
        attempt = 0
        while True:
            try:
                response = self._http.request(
                    call.method, call.path, json=call.form, params=call.query
                )
                return answer_of(call, response)
            except httpx.TransportError as error:
                raise ConnectionLost(self.url, str(error) or type(error).__name__) from error
            except Refused as refused:
                attempt += 1
                wait_s = calls.refused_s(refused, attempt)
                if wait_s is None:
                    raise
                time.sleep(wait_s)

    # ---- Looking

    def me(self) -> MeAnswer:
        """Your own account."""
        return self._send(calls.me())

    def server(self) -> ServerAnswer:
        """The games and bots that the server offers."""
        return self._send(calls.server())

    def tables(self, status: ListedStatus = "open") -> list[Summary]:
        """The public tables that are open or being played, the newest first."""
        return self._send(calls.tables(status))

    def games(
        self, person: str, status: str | None = None, before: float | None = None
    ) -> list[Summary]:
        """The tables of a person, the last moved first; `before` selects the next page."""
        return self._send(calls.games(person, status, before))

    def table(self, table: str) -> View:
        """A table as you may see it."""
        return self._send(calls.table(table))

    def explain(self, table: str, move: str) -> list[Json]:
        """The effect of a move now, step by step."""
        return self._send(calls.explain(table, move))

    def record(self, table: str) -> Record:
        """The record of a game."""
        return self._send(calls.record(table))

    def records(
        self,
        game: str | None = None,
        person: str | None = None,
        after: str | None = None,
        most: int = 1000,
    ) -> Iterator[Record]:
        """The records of ended games in the order of their ends, read as they arrive; `after` is
        the `table` header of the last record that you have.
        """
        with self._lines("/records", calls.records_query(game, person, after, most)) as lines:
            for line in lines:
                yield from read_records(line)

    def analyse(self, position: Position | None = None, **form: Any) -> AnalysisAnswer:
        """Let the server analyse a position, or a `table` after `ply` moves and deals."""
        return self._send(calls.analyse(position, form))

    # ---- Playing

    def create_table(self, game: str, seats: Sequence[Json], **more: Any) -> View:
        """Create a table; `seats` are `ME`, `OPEN` and `bot_seat(level)`."""
        return self._send(calls.create_table(game, seats, more))

    def join(self, table: str, **form: Any) -> View:
        """Take a seat at an open table."""
        return self._send(calls.join(table, form))

    def leave(self, table: str) -> DoneAnswer:
        """Leave a table before the start."""
        return self._send(calls.leave(table))

    def reveal(self, table: str, nonce: str, commitment: str) -> View:
        """Reveal the nonce that you pledged; `Nonces` does it."""
        return self._send(calls.reveal(table, nonce, commitment))

    def play(self, view: View, move: str) -> DoneAnswer:
        """Play a move that was chosen in a view of the table."""
        return self._send(calls.play(view, move))

    def act(self, table: str, what: PlayerAct, seat: int | None = None) -> DoneAnswer:
        """Resign, offer something, answer an offer …"""
        return self._send(calls.act(table, what, seat))

    def rematch(self, table: str, pledge: str | None = None) -> View:
        """Play again with the same people."""
        return self._send(calls.rematch(table, pledge))

    # ---- Tournaments

    def tournaments(self) -> list[TournamentSummary]:
        """Public tournaments: those that run or will begin, then those that are over."""
        return self._send(calls.tournaments())

    def tournament(
        self, tournament: str, version: int = 0, first: int = 0
    ) -> TournamentAnswer | None:
        """A tournament with its standings from `first` on; None while it still has a version. When
        `you.table` names a table, join that within 45 seconds.
        """
        return self._send(calls.tournament(tournament, version, first))

    def join_tournament(self, tournament: str) -> None:
        """Take part in a tournament, or again after having left it."""
        self._send(calls.take_part(tournament, "join"))

    def leave_tournament(self, tournament: str) -> None:
        """Be paired no more. A game in progress goes on."""
        self._send(calls.take_part(tournament, "leave"))

    # ---- Events

    def events(self, lobby: bool = False, reconnects: bool = True) -> Iterator[ServerMessage]:
        """The messages about all tables at which you sit, and with `lobby` the open tables.

        After a lost connection the current tables are sent again.
        """
        while True:
            try:
                with self._lines("/stream", {"lobby": str(lobby).lower()}) as lines:
                    yield from filter(None, map(parse_message, lines))
            except ConnectionLost:
                if not reconnects:
                    raise
            if not reconnects:
                return
            time.sleep(RECONNECT_S)

    @contextmanager
    def _lines(self, path: str, query: dict[str, str]) -> Iterator[Iterator[str]]:
        try:
            with self._http.stream("GET", path, params=query) as response:
                if response.is_error:
                    response.read()
                    raise refusal_of(response)
                yield response.iter_lines()
        except httpx.TransportError as error:
            raise ConnectionLost(self.url, str(error) or type(error).__name__) from error

    def connect(self) -> Socket:
        """Open a WebSocket, on which moves cost less than by HTTP."""
        return Socket(self.url, self.token)


class AsyncClient:
    """The same as `Client` for asyncio. Close it, or use it as an asynchronous context manager."""

    def __init__(self, url: str, token: str = ""):
        self.url, self.token = url.rstrip("/"), token
        self._http = httpx.AsyncClient(**options_of(url, token))

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close all connections."""
        await self._http.aclose()

    async def _send(self, call: Call[T]) -> T:
        attempt = 0
        while True:
            try:
                response = await self._http.request(
                    call.method, call.path, json=call.form, params=call.query
                )
                return answer_of(call, response)
            except httpx.TransportError as error:
                raise ConnectionLost(self.url, str(error) or type(error).__name__) from error
            except Refused as refused:
                attempt += 1
                wait_s = calls.refused_s(refused, attempt)
                if wait_s is None:
                    raise
                await asyncio.sleep(wait_s)

    # ---- Looking

    async def me(self) -> MeAnswer:
        """Your own account."""
        return await self._send(calls.me())

    async def server(self) -> ServerAnswer:
        """The games and bots that the server offers."""
        return await self._send(calls.server())

    async def tables(self, status: ListedStatus = "open") -> list[Summary]:
        """The public tables that are open or being played, the newest first."""
        return await self._send(calls.tables(status))

    async def games(
        self, person: str, status: str | None = None, before: float | None = None
    ) -> list[Summary]:
        """The tables of a person, the last moved first; `before` selects the next page."""
        return await self._send(calls.games(person, status, before))

    async def table(self, table: str) -> View:
        """A table as you may see it."""
        return await self._send(calls.table(table))

    async def explain(self, table: str, move: str) -> list[Json]:
        """The effect of a move now, step by step."""
        return await self._send(calls.explain(table, move))

    async def record(self, table: str) -> Record:
        """The record of a game."""
        return await self._send(calls.record(table))

    async def records(
        self,
        game: str | None = None,
        person: str | None = None,
        after: str | None = None,
        most: int = 1000,
    ) -> AsyncIterator[Record]:
        """The records of ended games in the order of their ends, read as they arrive; `after` is
        the `table` header of the last record that you have.
        """
        query = calls.records_query(game, person, after, most)
        async with self._lines("/records", query) as lines:
            async for line in lines:
                for record in read_records(line):
                    yield record

    async def analyse(self, position: Position | None = None, **form: Any) -> AnalysisAnswer:
        """Let the server analyse a position, or a `table` after `ply` moves and deals."""
        return await self._send(calls.analyse(position, form))

    # ---- Playing

    async def create_table(self, game: str, seats: Sequence[Json], **more: Any) -> View:
        """Create a table; `seats` are `ME`, `OPEN` and `bot_seat(level)`."""
        return await self._send(calls.create_table(game, seats, more))

    async def join(self, table: str, **form: Any) -> View:
        """Take a seat at an open table."""
        return await self._send(calls.join(table, form))

    async def leave(self, table: str) -> DoneAnswer:
        """Leave a table before the start."""
        return await self._send(calls.leave(table))

    async def reveal(self, table: str, nonce: str, commitment: str) -> View:
        """Reveal the nonce that you pledged."""
        return await self._send(calls.reveal(table, nonce, commitment))

    async def play(self, view: View, move: str) -> DoneAnswer:
        """Play a move that was chosen in a view of the table."""
        return await self._send(calls.play(view, move))

    async def act(self, table: str, what: PlayerAct, seat: int | None = None) -> DoneAnswer:
        """Resign, offer something, answer an offer …"""
        return await self._send(calls.act(table, what, seat))

    async def rematch(self, table: str, pledge: str | None = None) -> View:
        """Play again with the same people."""
        return await self._send(calls.rematch(table, pledge))

    # ---- Tournaments

    async def tournaments(self) -> list[TournamentSummary]:
        """Public tournaments: those that run or will begin, then those that are over."""
        return await self._send(calls.tournaments())

    async def tournament(
        self, tournament: str, version: int = 0, first: int = 0
    ) -> TournamentAnswer | None:
        """A tournament with its standings from `first` on; None while it still has a version. When
        `you.table` names a table, join that within 45 seconds.
        """
        return await self._send(calls.tournament(tournament, version, first))

    async def join_tournament(self, tournament: str) -> None:
        """Take part in a tournament, or again after having left it."""
        await self._send(calls.take_part(tournament, "join"))

    async def leave_tournament(self, tournament: str) -> None:
        """Be paired no more. A game in progress goes on."""
        await self._send(calls.take_part(tournament, "leave"))

    # ---- Events

    async def events(
        self, lobby: bool = False, reconnects: bool = True
    ) -> AsyncIterator[ServerMessage]:
        """The messages about all tables at which you sit, and with `lobby` the open tables.

        After a lost connection the current tables are sent again.
        """
        while True:
            try:
                async with self._lines("/stream", {"lobby": str(lobby).lower()}) as lines:
                    async for line in lines:
                        if message := parse_message(line):
                            yield message
            except ConnectionLost:
                if not reconnects:
                    raise
            if not reconnects:
                return
            await asyncio.sleep(RECONNECT_S)

    @asynccontextmanager
    async def _lines(self, path: str, query: dict[str, str]) -> AsyncIterator[AsyncIterator[str]]:
        try:
            async with self._http.stream("GET", path, params=query) as response:
                if response.is_error:
                    await response.aread()
                    raise refusal_of(response)
                yield response.aiter_lines()
        except httpx.TransportError as error:
            raise ConnectionLost(self.url, str(error) or type(error).__name__) from error

    def connect(self) -> AsyncSocket:
        """Open a WebSocket, on which moves cost less than by HTTP."""
        return AsyncSocket(self.url, self.token)
