"""Scripted people who take part in a tournament, and the checks afterwards.

Used by `tournaments/test_tournaments.py` and, with more people and time, by `bench/arena.py`. They
use nothing but the interface that the page uses too, so a server may be killed at any time.
"""

import asyncio
import random
import time
import uuid
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from typing import Any

import httpx
import sqlalchemy as sa

from azulejos.server.storage import schema
from azulejos.server.storage.database import Database
from azulejos.server.storage.store import Store
from azulejos.server.tournaments.store import StoredTournaments, TournamentState
from tests.server.clients import Guest, Message, Player, Socket
from tests.server.services import patiently

ASK_S = 0.5  # between two questions about the tournament
RETRY_S = 0.2  # after a request that no server answered
BUSY = 503
CLOCK = {"kind": "live", "bank_s": 300, "increment_s": 10}


@dataclass
class Contestant(Player):
    """Plays one game of a tournament, and may resign after some moves."""

    resigns_after: int = 10_000  # own moves
    resign: Callable[[], Any] | None = None
    has_resigned: bool = False

    @property
    def is_over(self) -> bool:
        return bool(self.view) and self.view["status"] in ("over", "closed") and not self.waiting

    async def _move(self, socket: Socket) -> None:
        if self.has_resigned:
            return
        is_old = self.view["version"] < max(
            self.acked.values(), default=0
        )  # of a turn that is over
        is_due = len(self.acked) >= self.resigns_after and self.view["moves"]
        if is_due and not is_old and self.resign:
            self.has_resigned = True
            await self.resign()
        else:
            await super()._move(socket)


@dataclass
class Contest:
    """A tournament and the people who take part."""

    address: Callable[[], str]  # of a server; may differ at each call
    pause_s: float = 0.0  # before each move
    resigns_after: int = 10_000  # moves, after which whoever is to move resigns
    seed: int = 1
    id: str = ""
    people: list[Guest] = field(default_factory=list)
    games: list[Contestant] = field(default_factory=list)
    waits_s: list[float] = field(default_factory=list)  # from the end of a game to the next
    is_over: bool = False

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed)
        self.http = httpx.AsyncClient(timeout=20, verify=False)

    async def ask(
        self, guest: Guest | None, method: str, path: str, form: Any = None
    ) -> httpx.Response:
        """Send a request until a server answers it."""
        while True:
            try:
                headers = guest.headers if guest else {}
                url = f"{self.address()}/api/v1{path}"
                answer = await self.http.request(method, url, json=form, headers=headers)
                self.http.cookies.clear()
                if answer.status_code != BUSY:
                    return answer
            except httpx.TransportError:
                pass
            await asyncio.sleep(RETRY_S)

    async def make_person(self, number: int) -> Guest:
        answer = await self.ask(None, "POST", "/guests", {"name": f"Player {number}"})
        assert answer.is_success, answer.text
        return Guest(answer.json()["id"], answer.headers["set-cookie"].split(";")[0])

    async def create(self, **form: Any) -> None:
        """Create a tournament by an account that does not take part."""
        host = await self.make_person(0)
        account = {"name": f"Host {uuid.uuid4().hex[:12]}", "password": "a long sentence"}
        made = await self.ask(host, "POST", "/account", account)
        assert made.is_success, made.text
        host = Guest(host.id, made.headers["set-cookie"].split(";")[0])
        usual = {"game": "azul", "kind": "arena", "clock": CLOCK, "starts_in_s": 1}
        answer = await self.ask(host, "POST", "/tournaments", usual | form)
        assert answer.is_success, answer.text
        self.id = answer.json()["tournament"]

    async def enter(self, count: int) -> None:
        """Let people take part."""
        for number in range(1, count + 1):
            guest = await self.make_person(number)
            answer = await self.ask(guest, "POST", f"/tournaments/{self.id}/join")
            assert answer.is_success, answer.text
            self.people.append(guest)

    async def play(self) -> None:
        """Let everybody play until the tournament is over."""
        await asyncio.gather(*(self._take_part(guest) for guest in self.people))
        await self.http.aclose()

    async def _take_part(self, guest: Guest) -> None:
        free_since = 0.0
        while True:
            shown = await self.ask(guest, "GET", f"/tournaments/{self.id}")
            assert shown.is_success, shown.text
            state = shown.json()
            if state["status"] in ("over", "closed"):
                self.is_over = True
                return
            table = state["you"]["table"]
            if table:
                if free_since:
                    self.waits_s.append(time.monotonic() - free_since)
                await self._play_game(guest, table)
                free_since = time.monotonic()
            if not state["you"]["is_active"]:
                await self.ask(guest, "POST", f"/tournaments/{self.id}/join")
            await asyncio.sleep(ASK_S * self.rng.uniform(0.5, 1))

    async def _play_game(self, guest: Guest, table: str) -> None:
        joined = await self.ask(guest, "POST", f"/tables/{table}/join", {})
        if joined.status_code == 404:  # it will be created at once
            return
        codes = ("table.seated", "table.not_open")  # the answer to the first request was lost
        assert joined.is_success or joined.json()["code"] in codes, joined.text

        async def resign() -> None:
            await self.ask(guest, "POST", f"/tables/{table}/acts", {"act": "resign"})

        how: dict[str, Any] = {"pause_s": self.pause_s, "resigns_after": self.resigns_after}
        player = Contestant(guest, table, self.address, rng=self.rng, resign=resign, **how)
        self.games.append(player)
        await player.play()


# ---- Checks


async def check_contest(database_url: str, contest: Contest) -> TournamentState:
    """Check that no acknowledged move is lost or doubled, that nobody played two games at the same
    time, and that everything has ended; return what is stored.
    """
    database = Database(database_url)
    try:
        for player in contest.games:
            await check_moves(Store(database), player)
        state = await patiently(lambda: StoredTournaments(database).load(contest.id))
        await check_times(database, state)
    finally:
        database.close()
    assert state.tournament.status == "over"
    assert all(place.points is not None for place in state.places)
    assert not any(member.table for member in state.members)
    return state


async def check_moves(store: Store, player: Contestant) -> None:
    _, events = await patiently(lambda: store.load(player.table))
    assert not player.wrong, player.wrong
    found = Counter(event.client_id for event in events if event.client_id)
    assert set(found.values()) <= {1}
    moves = {event.client_id: event for event in events if event.kind == "moved"}
    for sent_id, version in player.acked.items():
        event = moves[f"{player.guest.id}:{sent_id}"]
        assert (event.version, event.data["move"]) == (version, player.sent[sent_id])


async def check_times(database: Database, state: TournamentState) -> None:
    """Check that nobody's games overlap in time."""
    rows, events = schema.tables, schema.events
    query = sa.select(rows.c.id, rows.c.created_at, sa.func.max(events.c.at).label("ended_at"))
    query = query.join(events, events.c.table == rows.c.id).group_by(rows.c.id, rows.c.created_at)
    found = await patiently(lambda: database.read(lambda c: c.execute(query).all()))
    times = {row.id: (row.created_at, row.ended_at) for row in found}
    played: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for place in state.places:
        if place.table:
            played[place.person].append(times[place.table])
    for intervals in played.values():
        for before, after in pairwise(sorted(intervals)):
            assert before[1] <= after[0], "two games at the same time"


def meetings(state: TournamentState) -> Counter[frozenset[str]]:
    """How often every two people met."""
    tables: dict[str, list[str]] = defaultdict(list)
    for place in state.places:
        if place.table:
            tables[place.table].append(place.person)
    pairs = [pair for people in tables.values() for pair in combinations(people, 2)]
    return Counter(frozenset(pair) for pair in pairs)


def byes(state: TournamentState) -> list[tuple[int, str]]:
    """The round and the person of every bye."""
    return sorted((place.round, place.person) for place in state.places if not place.table)


def standing(message: Message, person: str) -> Message:
    """The row of a person in the standings."""
    row: Message = next(x for x in message["standings"] if x["person"] == person)
    return row
