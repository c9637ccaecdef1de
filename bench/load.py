"""Load test of a real server: games, WebSockets and moves; prints the numbers of R10.

    python bench/load.py [--games 500] [--sockets 2000] [--moves-per-s 50] [--seconds 60] [--json]

Starts a server with a new SQLite database, or with `--database URL`, or drives one that runs at
`--url` (started with `--limits no`). Every seat is a person with a WebSocket; further WebSockets
only watch. Some games have a bot. Moves come at a steady rate, each in a random game where a person
is to move. Clients and server share this machine, so the results are conservative.
"""

import argparse
import asyncio
import json
import random
import resource
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import psutil  # type: ignore[import-untyped]
import uvloop
import websockets
from rich.console import Console
from rich.progress import Progress
from websockets.asyncio.client import ClientConnection, connect

from azulejos.games import GAMES

MAX_CONCURRENT = 32  # requests while everything is set up
PATIENCE_S = 10.0  # without an acknowledgement, after which a move counts as an error
SEATS = 2


@dataclass
class Person:
    """A guest with a WebSocket."""

    cookie: str
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


class Load:
    """The state of a load test."""

    def __init__(self, url: str, asked: argparse.Namespace):
        self.url, self.asked = url, asked
        self.random = random.Random(asked.seed)
        self.http = httpx.AsyncClient(base_url=url, timeout=60)
        self.games: dict[str, Game] = {}
        self.sent: dict[str, tuple[float, Game]] = {}  # moves that wait for their ack, by id
        self.acks_s: list[float] = []
        self.errors: Counter[str] = Counter()
        self.updates = self.late = self.finished = self.made = 0
        self.tasks: set[asyncio.Task[None]] = set()

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
        answer = await self.http.post(f"/api/v1{path}", json=body, headers=headers)
        answer.raise_for_status()
        return answer

    async def make_person(self) -> Person:
        answer = await self.post("/guests", None, {"name": "Load"})
        self.http.cookies.clear()
        return Person(answer.headers["set-cookie"].split(";")[0])

    async def open_socket(self, person: Person | None) -> ClientConnection:
        headers = {"origin": self.url} | ({"cookie": person.cookie} if person else {})
        address = self.url.replace("http", "ws") + "/api/v1/socket"
        return await connect(
            address, additional_headers=headers, compression=None, ping_interval=None, max_size=None
        )

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
                    self.errors[message["error"]["code"]] += 1
                    self.sent.pop(message["id"], None)

    def acknowledge(self, message_id: str) -> None:
        start, _ = self.sent.pop(message_id)
        self.acks_s.append(time.perf_counter() - start)

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

    async def play(self, seconds: float, rate: float, progress: Progress, task: Any) -> None:
        """Send moves at a steady rate."""
        begin = time.perf_counter()
        for number in range(round(seconds * rate)):
            due = begin + number / rate
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            self.late += time.perf_counter() - due > 0.05
            waiting = [game for game in self.games.values() if game.turn]
            if not waiting:
                self.errors["nobody to move"] += 1
                continue
            game = self.random.choice(waiting)
            await self.move(game, f"m{number}")
            progress.update(task, completed=number / rate)
        await asyncio.sleep(1.0)
        now = time.perf_counter()
        while self.sent and time.perf_counter() - now < PATIENCE_S:
            await asyncio.sleep(0.1)
        self.errors["no ack"] += len(self.sent)

    async def move(self, game: Game, message_id: str) -> None:
        person, game.turn = game.turn, None
        assert person
        message = {"type": "move", "table": game.id, "id": message_id, "version": game.version}
        self.sent[message_id] = (time.perf_counter(), game)
        await send(person.socket, message | {"move": self.random.choice(game.moves)})


async def send(client: ClientConnection | None, message: dict[str, Any]) -> None:
    assert client
    await client.send(json.dumps(message))


async def all_of(things: Iterable[Awaitable[Any]], progress: Progress, title: str) -> list[Any]:
    """The results of awaitables, of which a limited number run at the same time."""
    things = list(things)
    task, gate = progress.add_task(title, total=len(things)), asyncio.Semaphore(MAX_CONCURRENT)

    async def one(thing: Awaitable[Any]) -> Any:
        async with gate:
            result = await thing
            progress.advance(task)
            return result

    return await asyncio.gather(*map(one, things))


async def measure(url: str, server: psutil.Process | None, asked: argparse.Namespace) -> Any:
    """Set everything up, play, and return the numbers."""
    load, console = Load(url, asked), Console(stderr=True)
    with Progress(console=console, transient=True, disable=not sys.stderr.isatty()) as progress:
        bot_games = round(asked.games * asked.bots)
        seated = asked.games * SEATS - bot_games
        people = await all_of((load.make_person() for _ in range(seated)), progress, "people")
        before = server.memory_info().rss if server else 0
        watchers = max(0, asked.sockets - seated)
        spectators = await all_of(
            (load.open_socket(None) for _ in range(watchers)), progress, "sockets of spectators"
        )
        sockets = await all_of(map(load.open_socket, people), progress, "sockets of players")
        idle = server.memory_info().rss - before if server else 0
        for person, client in zip(people, sockets, strict=True):
            person.socket = client
            load.start(load.receive(person))
        groups = [people[i : i + 1] for i in range(bot_games)]
        groups += [people[i : i + SEATS] for i in range(bot_games, seated, SEATS)]
        await all_of(map(load.make_game, groups), progress, "games")
        for i, (watcher, table) in enumerate(zip(spectators, list(load.games) * 99, strict=False)):
            load.start(load.watch(watcher))
            await send(watcher, {"type": "watch", "table": table})
            await asyncio.sleep(0.02 if i % 10 == 0 else 0)
        await asyncio.sleep(2.0)
        load.updates = 0
        spent = cpu_s(server)
        task = progress.add_task("moves", total=asked.seconds)
        begin = time.perf_counter()
        await load.play(asked.seconds, asked.moves_per_s, progress, task)
        took = time.perf_counter() - begin
    numbers = summarise(load, took) | {
        "sockets": len(sockets) + len(spectators),
        "kib_per_idle_socket": round(idle / 1024 / max(1, len(sockets) + len(spectators)), 1),
        "server_rss_mib": round(server.memory_info().rss / 2**20) if server else None,
        "server_cpu": round((cpu_s(server) - spent) / took, 2),
    }
    for task_left in tuple(load.tasks):
        task_left.cancel()
    return numbers


def cpu_s(server: psutil.Process | None) -> float:
    return sum(server.cpu_times()[:2]) if server else 0.0


def summarise(load: Load, took: float) -> dict[str, Any]:
    acks = sorted(load.acks_s)

    def at(share: float) -> float | None:
        return round(1000 * acks[min(len(acks) - 1, int(share * len(acks)))], 1) if acks else None

    return {
        "games": load.asked.games,
        "seconds": round(took, 1),
        "moves": len(acks),
        "moves_per_s": round(len(acks) / took, 1),
        "updates_per_s": round(load.updates / took, 1),
        "games_finished": load.finished,
        "ack_ms": {"p50": at(0.5), "p90": at(0.9), "p99": at(0.99), "most": at(1.0)},
        "sent_late": load.late,
        "errors": dict(+load.errors),
    }


def start_server(folder: Path, asked: argparse.Namespace) -> tuple[subprocess.Popen[bytes], str]:
    """Start a server without rate limits."""
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        port = s.getsockname()[1]
    database = asked.database or f"sqlite:///{folder / 'load.db'}"
    words = [sys.executable, "-m", "azulejos", "serve", "--port", str(port), "--limits", "no"]
    words += ["--database", database, "--log-level", "warning", "--bot-pause-s", "1"]
    words += ["--redis", asked.redis] if asked.redis else []
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
    parser.add_argument("--database", default="", help="URL of an empty database")
    parser.add_argument("--redis", default="")
    parser.add_argument("--url", default="", help="of a running server")
    parser.add_argument("--json", action="store_true")
    return parser.parse_args(arguments)


def main() -> None:
    asked = parse()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory() as folder:
        if asked.url:
            numbers = uvloop.run(measure(asked.url, None, asked))
        else:
            process, url = start_server(Path(folder), asked)
            try:
                numbers = uvloop.run(measure(url, psutil.Process(process.pid), asked))
            finally:
                process.terminate()
                process.wait()
    if asked.json:
        print(json.dumps(numbers))
    else:
        for name, value in numbers.items():
            print(f"{name:20} {value}")


if __name__ == "__main__":
    main()
