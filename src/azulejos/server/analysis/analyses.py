"""Analyses of positions: streams of the same `Info` as in the library, made by analysts.

A person has one analysis at a time, a new one ends the one before, and so many a day (R22). Nobody
gets help with a rated game in progress (R21, R39): every position of its kind of game is refused to
its players and to others at their addresses, and its own positions to everybody. Answers are
stored; one that is found again costs nothing.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator
from contextlib import aclosing, contextmanager
from dataclasses import asdict
from typing import NamedTuple

from azulejos.contract.rules import Json
from azulejos.position import Position
from azulejos.search.networks import shipped_network
from azulejos.search.players import find_player
from azulejos.search.settings import Limit
from azulejos.server.errors import refusal
from azulejos.server.play.rated_games import RatedGames
from azulejos.server.storage.analyses import StoredAnalyses, key_of
from azulejos.server.thinking.analysts import Analysts
from azulejos.server.web.limits import Limits

MAX_LINES = 5  # moves with their continuations
STORED_PLAYERS = ("best", "hand")  # whose answers are stored; others sample their moves
TOO_MANY = "analysis.too_many"


class Question(NamedTuple):
    """The player, limits and output of a search."""

    player: str = "best"
    seconds: float = 1.0  # at most
    nodes: int | None = None  # at most
    lines: int = 3  # moves with their continuations
    every: float | None = None  # seconds between two answers; None: only the last one


class Asker(NamedTuple):
    """The person and address of a request."""

    person: str  # id
    address: str


class Analyses:
    """Answers questions about positions."""

    def __init__(
        self,
        analysts: Analysts,
        stored: StoredAnalyses,
        rated_games: RatedGames,
        limits: Limits,
    ):
        self.analysts, self.stored = analysts, stored
        self.rated_games, self.limits = rated_games, limits
        self._running: dict[str, asyncio.Future[str]] = {}  # by person: the code of its early end

    async def stream(
        self, asker: Asker, position: Position, question: Question
    ) -> AsyncGenerator[Json, None]:
        """Yield `Info` after `Info` as dicts; the last one is final."""
        await self._check(asker, position, question)
        key = await asyncio.to_thread(question_key, position, question)
        found = await self.stored.find(key) if question.player in STORED_PLAYERS else None
        if found is not None:
            yield found
            return
        with self._turn(asker.person) as ended:
            self.limits.require("analysis_person", asker.person, code=TOO_MANY)
            self.limits.require("analysis_address", asker.address, code=TOO_MANY)
            infos = self.analysts.stream(think, position.to_json(), question)
            async with aclosing(infos):
                while (info := await next_unless(ended, infos)) is not None:
                    yield info
                    found = info
        if found is not None and found["is_final"] and question.player in STORED_PLAYERS:
            await self.stored.add(key, found)

    async def _check(self, asker: Asker, position: Position, question: Question) -> None:
        if await self.rated_games.concern(asker.person, asker.address, position):
            raise refusal("analysis.rated")
        player = find_player(question.player)  # raises for an unknown name
        if position.is_over or (position.needs_deal and not player.needs_search(position.game)):
            raise refusal("analysis.nobody")

    def end(self, person: str, code: str) -> None:
        """End the analysis that a person has running, and say why."""
        running = self._running.get(person)
        if running and not running.done():
            running.set_result(code)

    @contextmanager
    def _turn(self, person: str) -> Iterator["asyncio.Future[str]"]:
        """End the analysis that a person has running; yield what ends this one in its turn."""
        self.end(person, "analysis.replaced")
        ended: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._running[person] = ended
        try:
            yield ended
        finally:
            if self._running.get(person) is ended:
                del self._running[person]


async def next_unless(ended: "asyncio.Future[str]", infos: AsyncIterator[Json]) -> Json | None:
    """The next answer, None after the last one; refused if the analysis is ended before."""
    step = asyncio.ensure_future(anext(infos, None))
    try:
        await asyncio.wait((step, ended), return_when=asyncio.FIRST_COMPLETED)
        if ended.done():
            raise refusal(ended.result())
        return step.result()
    finally:
        if not step.done():
            step.cancel()
            await asyncio.wait((step,))


def question_key(position: Position, question: Question) -> str:
    """The key under which an answer is stored; how often answers were wanted does not matter."""
    network = shipped_network(position.states).digest
    return key_of(position.to_json(), network, question._replace(every=None))


# ---- In an analyst


def think(position: Json, question: Question, is_stopped: Callable[[], bool]) -> Iterator[Json]:
    """Let a player think about a position; yield its `Info` as dicts."""
    limit = Limit(question.seconds, question.nodes, is_stopped)
    player, place = find_player(question.player), Position.from_json(position)
    for info in player.think(place, limit, lines=question.lines, every=question.every):
        yield {**asdict(info), "is_final": info.is_final and not is_stopped()}
