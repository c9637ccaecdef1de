"""Load test of real servers: games, WebSockets and moves; prints the numbers of R10 and R37.

    python bench/load.py [--games 500] [--sockets 2000] [--moves-per-s 50] [--seconds 60] [--json]
    python bench/load.py --limit [--postgres] [--processes 2] [--step-s 30]

Starts a server with a new SQLite database, with `--postgres` a PostgreSQL whose commits are
durable, and with `--processes N` several servers on it with a Redis. Or drives servers that run at
`--url`, which may be repeated (started with `--limits no`). Every seat is a person with a
WebSocket; further WebSockets only watch. Some games have a bot. Moves come at a steady rate, each
in a random game where a person is to move. Clients and servers share this machine, so the results
are conservative.

With `--limit` the rate is raised until it is not held any more: a rate is held if 99 % of its moves
are acknowledged and p99 is at most 150 ms, at the second try at the latest. Then twice the highest
rate that was held is asked for.
"""

import argparse
import asyncio
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Iterable
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import psutil  # type: ignore[import-untyped]
import uvloop
import websockets
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus

from azulejos.cli.terminal import Bar
from azulejos.games import GAMES

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.server.services import free_port, run_postgres, run_redis

MAX_CONCURRENT = 32  # requests while everything is set up
PATIENCE_S = 10.0  # without an acknowledgement, after which a move counts as an error
REST_S = 2.0  # between two rates, so that the first does not burden the second
IDLE_S = 30.0  # during which nobody moves: every idle WebSocket gets one ping
SEATS = 2
CONFLICT = 409  # status of a request that does not fit the table any more
BUSY = 503  # status of a server that has too much to do
HELD_SHARE = 0.99  # of the moves that must be acknowledged if a rate is held
HELD_P99_MS = 150.0  # R10
RAISE_BY = 1.5  # the factor from one rate to the next, until one is not held
HALVINGS = 3  # of the distance between the highest rate that is held and the lowest that is not


@dataclass
class Person:
    """A guest with a WebSocket."""

    cookie: str
    url: str  # of the server that the person uses
    socket: ClientConnection | None = None


@dataclass
class Game:
    """A table as its players see it."""

    id: str
    people: list[Person]
    version: int = 0
    turn: Person | None = None  # who is to move, unless a move was sent
    moves: list[str] = field(default_factory=list)
    is_over: bool = False


class Sent(NamedTuple):
    """A move that waits for its answer."""

    at: float
    game: Game
    person: Person


class Load:
    """The state of a load test."""

    def __init__(self, urls: list[str], asked: argparse.Namespace):
        self.urls, self.asked = urls, asked
        self.random = random.Random(asked.seed)
        self.http = httpx.AsyncClient(timeout=60)
        self.games: dict[str, Game] = {}
        self.made = self.numbered = 0  # tables; moves
        self.tasks: set[asyncio.Task[None]] = set()
        self.reset()

    def reset(self) -> None:
        """Begin to count anew."""
        self.sent: dict[str, Sent] = {}  # by id
        self.acks_s: list[float] = []
        self.refused_s: list[float] = []
        self.errors: Counter[str] = Counter()
        self.updates = self.late = self.finished = 0

    def start(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.ended)

    def ended(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            self.errors[type(error).__name__] += 1

    # ---- Setting up

    async def post(self, path: str, person: Person | None, body: dict[str, Any]) -> httpx.Response:
        headers = {"cookie": person.cookie} if person else {}
        url = person.url if person else self.urls[0]
        is_repeated = False
        while True:
            answer = await self.http.post(f"{url}/api/v1{path}", json=body, headers=headers)
            if is_repeated and answer.status_code == CONFLICT:
                return answer  # what was answered with "busy" has been stored after all
            if answer.status_code != BUSY:
                answer.raise_for_status()
                return answer
            is_repeated = True
            self.errors["request refused"] += 1
            await asyncio.sleep(int(answer.headers["retry-after"]) * self.random.random())

    async def make_person(self, number: int) -> Person:
        """Create a guest; people use the servers in turn."""
        answer = await self.post("/guests", None, {"name": "Load"})
        self.http.cookies.clear()
        url = self.urls[number % len(self.urls)]
        return Person(answer.headers["set-cookie"].split(";")[0], url)

    async def open_socket(self, url: str, person: Person | None = None) -> ClientConnection:
        headers = {"origin": url} | ({"cookie": person.cookie} if person else {})
        address = url.replace("http", "ws") + "/api/v1/socket"
        while True:
            try:
                return await connect(
                    address,
                    additional_headers=headers,
                    compression=None,
                    ping_interval=None,
                    max_size=None,
                    open_timeout=60,
                )
            except InvalidStatus as refused:
                if refused.response.status_code != BUSY:
                    raise
            self.errors["handshake refused"] += 1
            await asyncio.sleep(1 + self.random.random())

    async def make_game(self, people: list[Person]) -> None:
        """Create a table for some people, or for one and a bot."""
        self.made += 1
        game = list(GAMES)[self.made % len(GAMES)]
        others = [{"kind": "open"}] if len(people) > 1 else [{"kind": "bot", "level": 2}]
        form = {"game": game, "seats": [{"kind": "me"}, *others]}
        made = (await self.post("/tables", people[0], form)).json()
        self.games[made["table"]] = Game(made["table"], people)
        for person in people[1:]:
            await self.post(f"/tables/{made['table']}/join", person, {})
        for person in people:
            await send(person.socket, {"type": "watch", "table": made["table"]})

    # ---- Playing

    async def receive(self, person: Person) -> None:
        """Handle the messages that a player receives."""
        assert person.socket
        with suppress(websockets.ConnectionClosedOK):
            async for text in person.socket:
                message = json.loads(text)
                if message["type"] == "ack":
                    self.acknowledge(message["id"])
                elif message["type"] == "update":
                    self.updates += 1
                    self.see(person, message["view"])
                elif message["type"] == "refused":
                    self.refuse(message)

    def acknowledge(self, message_id: str) -> None:
        sent = self.sent.pop(message_id, None)
        if sent:  # else it was sent at an earlier rate
            self.acks_s.append(time.perf_counter() - sent.at)

    def refuse(self, message: dict[str, Any]) -> None:
        """Count a refusal; the game can be chosen again."""
        self.errors[message["error"]["code"]] += 1
        sent = self.sent.pop(message["id"], None)
        if sent:
            self.refused_s.append(time.perf_counter() - sent.at)
            sent.game.turn = sent.person
            if message["update"]:
                sent.game.turn = None
                self.see(sent.person, message["update"]["view"])

    def see(self, person: Person, view: dict[str, Any]) -> None:
        game = self.games[view["table"]]
        if view["status"] == "over" and not game.is_over:
            game.is_over = True
            game.turn = None
            self.finished += 1
            self.start(self.make_game(game.people))
        elif view["moves"]:
            game.turn, game.version, game.moves = person, view["version"], view["moves"]

    async def watch(self, watcher: ClientConnection) -> None:
        """Count the messages that a spectator receives."""
        with suppress(websockets.ConnectionClosedOK):
            async for _ in watcher:
                self.updates += 1

    async def play(self, rate: float, seconds: float) -> None:
        """Send moves at a steady rate, and wait for the answers."""
        begin = time.perf_counter()
        for number in range(round(seconds * rate)):
            due = begin + number / rate
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            self.late += time.perf_counter() - due > 0.05
            waiting = [game for game in self.games.values() if game.turn]
            if not waiting:
                self.errors["nobody to move"] += 1
                continue
            await self.move(self.random.choice(waiting))
        end = time.perf_counter() + PATIENCE_S
        while self.sent and time.perf_counter() < end:
            await asyncio.sleep(0.1)
        if self.sent:
            self.errors["no answer"] += len(self.sent)

    async def move(self, game: Game) -> None:
        person, game.turn = game.turn, None
        assert person
        self.numbered += 1
        message_id = f"m{self.numbered}"
        message = {"type": "move", "table": game.id, "id": message_id, "version": game.version}
        self.sent[message_id] = Sent(time.perf_counter(), game, person)
        await send(person.socket, message | {"move": self.random.choice(game.moves)})


async def send(client: ClientConnection | None, message: dict[str, Any]) -> None:
    assert client
    await client.send(json.dumps(message))


async def all_of(things: Iterable[Awaitable[Any]], title: str) -> list[Any]:
    """The results of awaitables, of which a limited number run at the same time."""
    things = list(things)
    gate = asyncio.Semaphore(MAX_CONCURRENT)

    async def one(thing: Awaitable[Any]) -> Any:
        async with gate:
            result = await thing
            bar.advance()
            return result

    with Bar(title, len(things)) as bar:
        return await asyncio.gather(*map(one, things))


async def set_up(load: Load, servers: list[psutil.Process]) -> dict[str, Any]:
    """Make people, WebSockets and games; return what an idle WebSocket costs."""
    asked = load.asked
    bot_games = round(asked.games * asked.bots)
    seated = asked.games * SEATS - bot_games
    people = await all_of((load.make_person(n) for n in range(seated)), "people")
    before = memory(servers)
    watchers = range(max(0, asked.sockets - seated))
    spectators = await all_of(
        (load.open_socket(load.urls[n % len(load.urls)]) for n in watchers), "spectators"
    )
    sockets = await all_of((load.open_socket(person.url, person) for person in people), "players")
    idle = memory(servers) - before
    for person, client in zip(people, sockets, strict=True):
        person.socket = client
        load.start(load.receive(person))
    groups = [people[i : i + 1] for i in range(bot_games)]
    groups += [people[i : i + SEATS] for i in range(bot_games, seated, SEATS)]
    await all_of(map(load.make_game, groups), "games")
    for i, (watcher, table) in enumerate(zip(spectators, list(load.games) * 99, strict=False)):
        load.start(load.watch(watcher))
        await send(watcher, {"type": "watch", "table": table})
        await asyncio.sleep(0.02 if i % 10 == 0 else 0)
    count = len(sockets) + len(spectators)
    return {
        "games": asked.games,
        "sockets": count,
        "kib_per_idle_socket": round(idle / 1024 / max(1, count), 1),
        "server_cpu_idle": await idle_cpu(servers),
    }


async def idle_cpu(servers: list[psutil.Process]) -> float:
    """The share of a core that the servers use while nobody moves: pings and periodic work.

    It is part of the processor time for each move, too.
    """
    await asyncio.sleep(REST_S)
    spent, begin = cpu_s(servers), time.perf_counter()
    await asyncio.sleep(IDLE_S)
    return round((cpu_s(servers) - spent) / (time.perf_counter() - begin), 3)


async def measure(
    load: Load, servers: list[psutil.Process], rate: float, seconds: float
) -> dict[str, Any]:
    """Play at a rate for some seconds; return the numbers."""
    await asyncio.sleep(REST_S)
    load.reset()
    spent, own, begin = cpu_s(servers), time.process_time(), time.perf_counter()
    await load.play(rate, seconds)
    took, used = time.perf_counter() - begin, cpu_s(servers) - spent
    moves = len(load.acks_s)
    return {
        "asked_per_s": round(rate, 1),
        "asked": round(rate * seconds),
        "seconds": round(took, 1),
        "moves": moves,
        "moves_per_s": round(moves / seconds, 1),
        "refused_per_s": round(len(load.refused_s) / seconds, 1),
        "updates_per_s": round(load.updates / took, 1),
        "games_finished": load.finished,
        "ack_ms": percentiles(load.acks_s),
        "refusal_ms": percentiles(load.refused_s),
        "server_cpu_ms_per_move": round(1000 * used / moves, 2) if servers and moves else None,
        "server_cpu": round(used / took, 2),
        "client_cpu": round((time.process_time() - own) / took, 2),
        "server_rss_mib": round(memory(servers) / 2**20),
        "sent_late": load.late,
        "errors": dict(load.errors),
    }


def is_held(numbers: dict[str, Any]) -> bool:
    """Was a rate held?"""
    p99 = numbers["ack_ms"]["p99"]
    is_quick = p99 is not None and p99 <= HELD_P99_MS
    return is_quick and numbers["moves"] >= HELD_SHARE * numbers["asked"]


async def find_limit(load: Load, servers: list[psutil.Process]) -> dict[str, Any]:
    """The numbers at the highest rate that is held, and at twice that rate."""
    held, highest, lowest_failed = None, 0.0, None
    rate = load.asked.moves_per_s
    for _ in range(99):
        numbers = await measure(load, servers, rate, load.asked.step_s)
        if not is_held(numbers):  # another program may have disturbed it
            numbers = await measure(load, servers, rate, load.asked.step_s)
        verdict = is_held(numbers)
        print(f"{rate:.0f} moves/s: {'held' if verdict else 'not held'}", file=sys.stderr)
        if verdict:
            held, highest = numbers, rate
        else:
            lowest_failed = rate
        if lowest_failed is None:
            rate *= RAISE_BY
        elif lowest_failed - highest <= highest * (RAISE_BY - 1) / 2**HALVINGS or rate < 1:
            break
        else:
            rate = (highest + lowest_failed) / 2
    twice = await measure(load, servers, 2 * max(highest, 1.0), load.asked.step_s)
    return {"held": held, "twice": twice}


async def run(
    urls: list[str], servers: list[psutil.Process], asked: argparse.Namespace
) -> dict[str, Any]:
    """Set everything up, play, and return the numbers."""
    load = Load(urls, asked)
    numbers = await set_up(load, servers)
    if asked.limit:
        numbers |= await find_limit(load, servers)
    else:
        numbers |= await measure(load, servers, asked.moves_per_s, asked.seconds)
    for task_left in tuple(load.tasks):
        task_left.cancel()
    return numbers


def cpu_s(servers: list[psutil.Process]) -> float:
    """Processor time of the servers so far, without that of their workers."""
    return float(sum(sum(server.cpu_times()[:2]) for server in servers))


def memory(servers: list[psutil.Process]) -> int:
    return sum(server.memory_info().rss for server in servers)


def percentiles(seconds: list[float]) -> dict[str, float | None]:
    """Percentiles in milliseconds."""
    ordered = sorted(seconds)

    def at(share: float) -> float | None:
        if not ordered:
            return None
        return round(1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))], 1)

    return {"p50": at(0.5), "p90": at(0.9), "p99": at(0.99), "most": at(1.0)}


def start_server(database: str, redis: str) -> tuple[subprocess.Popen[bytes], str]:
    """Start a server without rate limits."""
    port = free_port()
    words = [sys.executable, "-m", "azulejos", "serve", "--port", str(port), "--limits", "no"]
    words += ["--database", database, "--log-level", "warning", "--bot-pause-s", "1"]
    words += ["--redis", redis] if redis else []
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL)
    url = f"http://127.0.0.1:{port}"
    while process.poll() is None:
        with suppress(httpx.HTTPError):
            if httpx.get(f"{url}/readyz", timeout=5).status_code == 200:
                return process, url
        time.sleep(0.1)
    sys.exit("the server did not start")


def parse(arguments: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--sockets", type=int, default=2000, help="in all")
    parser.add_argument("--moves-per-s", type=float, default=50)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--bots", type=float, default=0.1, help="share of games against a bot")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", action="store_true", help="find the highest rate that is held")
    parser.add_argument("--step-s", type=float, default=30, help="--limit: seconds for each rate")
    parser.add_argument("--processes", type=int, default=1, help="servers; several need --postgres")
    parser.add_argument("--postgres", action="store_true", help="start a PostgreSQL for them")
    parser.add_argument("--database", default="", help="URL of an empty database")
    parser.add_argument("--url", action="append", help="of a running server")
    parser.add_argument("--json", action="store_true")
    return parser.parse_args(arguments)


def main() -> None:
    asked = parse()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    numbers = uvloop.run(run(asked.url, [], asked)) if asked.url else run_with_servers(asked)
    if asked.json:
        print(json.dumps(numbers))
    else:
        print_numbers(numbers)


def run_with_servers(asked: argparse.Namespace) -> dict[str, Any]:
    """Start what was asked for, measure, and stop it."""
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        database = asked.database or f"sqlite:///{folder}/load.db"
        if asked.postgres:
            database = stack.enter_context(run_postgres(is_durable=True)).create()
        redis = stack.enter_context(run_redis()) if asked.processes > 1 else ""
        started = []
        for _ in range(asked.processes):
            process, url = start_server(database, redis)
            stack.callback(process.wait)
            stack.callback(process.terminate)
            started.append((url, psutil.Process(process.pid)))
        return uvloop.run(run([url for url, _ in started], [each for _, each in started], asked))


def print_numbers(numbers: dict[str, Any], before: str = "") -> None:
    for name, value in numbers.items():
        if name in ("held", "twice") and value:
            print_numbers(value, f"{name}: ")
        else:
            print(f"{before + name:30} {value}")


if __name__ == "__main__":
    main()
