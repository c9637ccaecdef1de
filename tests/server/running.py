"""A server in a thread of the test's own process: real HTTP, a real database, a quick start.

Tests of processes that die or share a database start real ones instead (`services.py`).
"""

import json
import multiprocessing
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.cookies import SimpleCookie
from time import sleep
from typing import Any

import httpx
import uvicorn
from fastapi import FastAPI
from fastapi.routing import APIRoute
from starlette.routing import Match

from azulejos.cli.serve import make_config
from azulejos.server.app import FEATURES
from azulejos.server.feature import Parts
from azulejos.server.ratings.rated_results import MIN_MOVES
from azulejos.server.settings import Settings
from azulejos.server.storage.migrations import migrate
from azulejos.server.thinking import workers
from azulejos.server.thinking.analysts import Analysts
from azulejos.server.thinking.workers import Workers
from azulejos.server.web.problems import MEDIA_TYPE
from azulejos.wire.refusals import REFUSALS
from tests.server.services import wait_for

BROKEN = "api.broken"  # a fault of the server, which no route lists
ATTEMPTS, BUSY_S = 20, 0.5  # at a request that the server is too busy for

# Worker processes of servers in this process are forked from one that has imported everything and
# loaded compiled code. Those of real servers are spawned.
workers.START_METHOD = "forkserver"
multiprocessing.set_forkserver_preload(["tests.server.preloaded"])


class Browser(httpx.Client):
    """A client that keeps its secure cookie on localhost, as browsers do, and repeats what the
    server was too busy for, as the page does: tests may run on a machine that is full.

    Every refusal has to be one that the description of its route lists.
    """

    def __init__(self, routes: Sequence[APIRoute], **how: Any):
        hooks: list[Callable[..., Any]] = [self._keep, partial(check_refusal, routes)]
        # without `verify` each would read all certificates of this machine, for 50 ms
        super().__init__(**how, verify=False, event_hooks={"response": hooks})

    def _keep(self, response: httpx.Response) -> None:
        kept = SimpleCookie(self.headers.get("cookie", ""))
        for header in response.headers.get_list("set-cookie"):
            kept.load(header)
        if kept:
            self.headers["cookie"] = "; ".join(f"{n}={c.value}" for n, c in kept.items())

    def request(self, *what: Any, **how: Any) -> httpx.Response:
        for _ in range(ATTEMPTS - 1):
            response = super().request(*what, **how)
            if response.status_code != 503 or "api.busy" not in response.text:
                return response
            sleep(BUSY_S)
        return super().request(*what, **how)

    @property
    def cookie(self) -> str:
        """The cookie header that it sends."""
        return self.headers["cookie"]


def check_refusal(routes: Sequence[APIRoute], response: httpx.Response) -> None:
    """Check that the description of a route lists the code with which it refused a request."""
    if response.headers.get("content-type") != MEDIA_TYPE:
        return
    request = response.request
    scope = {"type": "http", "method": request.method, "path": request.url.path}
    route = next((each for each in routes if each.matches(scope)[0] is Match.FULL), None)
    code = json.loads(response.read())["code"]
    if route and code in REFUSALS and code != BROKEN:  # not one of a game's rules
        listed = route.responses.get(response.status_code, {}).get("description", "")
        assert code in listed.split(", "), f"{request.method} {route.path} does not list {code}"


@dataclass
class Running:
    """A running server and its clients."""

    url: str
    app: FastAPI
    thread: int = 0  # the id of the thread in which its event loop runs
    clients: list[Browser] = field(default_factory=list)  # to be closed in the end
    accounts: dict[str, str] = field(default_factory=dict)  # by name: the test that made it

    @property
    def parts(self) -> Parts:
        """The parts of the server."""
        parts: Parts = self.app.state.parts
        return parts

    def client(self, **headers: str) -> Browser:
        """An anonymous client."""
        routes = getattr(self.app.state, "routes", ())  # none if another process serves them
        self.clients.append(Browser(routes, base_url=self.url, headers=headers, timeout=60))
        return self.clients[-1]

    def guest(self, name: str | None = None) -> Browser:
        """A new guest."""
        client = self.client()
        ok(client.post("/api/v1/guests", json={"name": name} if name else {}), 201)
        return client

    def account(self, name: str, password: str = "a long sentence") -> Browser:
        """A new account; a test that is tried again logs in to that of its first try."""
        client, form = self.guest(), {"name": name, "password": password}
        test = os.environ["PYTEST_CURRENT_TEST"].split(" ")[0]
        made = client.post("/api/v1/account", json=form)
        if made.status_code == 409 and self.accounts.get(name) == test:
            made = client.post("/api/v1/sessions", json=form)
        ok(made, 201)
        self.accounts[name] = test
        return client

    def program(self, name: str, scopes: tuple[str, ...] = ("read", "play")) -> Browser:
        """A client with the token of a program's account."""
        owner = self.account(name)
        ok(owner.post("/api/v1/account/program"))
        made = ok(owner.post("/api/v1/tokens", json={"name": "t", "scopes": list(scopes)}), 201)
        return self.client(authorization=f"Bearer {made['secret']}")


@contextmanager
def run_server(database: str, **settings: Any) -> Iterator[Running]:
    """Run a server during a context, with other `features` if given; limits are off by default."""
    features = settings.pop("features", FEATURES)
    chosen = {"bot_pause_s": 0.0, "workers": 1, "analysts": 1, "limits": False, **settings}
    migrate(database)
    config = make_config(Settings(database=database, stop_s=1, **chosen), features)
    config.port = 0
    app: Any = config.app
    parts = app.state.parts  # whose processes start when they have something to do
    parts[Workers].start_after_s = parts[Analysts].start_after_s = 3600.0
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        wait_for("server", lambda: server.started or not thread.is_alive())
        port = server.servers[0].sockets[0].getsockname()[1]
        running = Running(f"http://127.0.0.1:{port}", app, thread.ident or 0)
        yield running
        for client in running.clients:
            client.close()
    finally:
        server.should_exit = True
        thread.join()


def ok(response: httpx.Response, status: int = 200) -> Any:
    """The JSON of a response, which must have a status."""
    assert response.status_code == status, (response.status_code, response.text)
    return response.json() if response.content else None


def code(response: httpx.Response) -> tuple[int, str]:
    """The status and code of a response, which must be a problem."""
    assert response.headers["content-type"] == "application/problem+json", response.text
    problem = response.json()
    assert problem["status"] == response.status_code
    assert problem["type"] == f"urn:azulejos:{problem['code']}"
    return response.status_code, problem["code"]


AGAINST_A_BOT = {"game": "azul", "seats": [{"kind": "me"}, {"kind": "bot", "level": 1}]}
FOR_TWO = {"game": "azul", "seats": [{"kind": "me"}, {"kind": "open"}]}
ON_ONE_DEVICE = {
    "game": "azul",
    "seats": [{"kind": "me", "name": "Ana"}, {"kind": "me", "name": "Bia"}],
}


def me(client: Browser) -> str:
    """The person id of a client."""
    return str(ok(client.get("/api/v1/me"))["id"])


def create(client: Browser, form: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Create a table and return its view."""
    view: dict[str, Any] = ok(client.post("/api/v1/tables", json={**form, **more}), 201)
    return view


def look(client: Browser, table: str) -> dict[str, Any]:
    view: dict[str, Any] = ok(client.get(f"/api/v1/tables/{table}"))
    return view


def play_on(clients: list[Browser], table: str, moves: int = 10_000) -> dict[str, Any]:
    """Let the client to move play the first legal move, until the end or for some moves."""
    view = look(clients[0], table)
    for _ in range(moves):
        if view["status"] != "playing":
            break
        views = [(client, look(client, table)) for client in clients]
        client, view = next((c, v) for c, v in views if v["moves"])
        form = {"id": f"m{view['version']}", "version": view["version"], "move": view["moves"][0]}
        ok(client.post(f"/api/v1/tables/{table}/moves", json=form))
        view = look(client, table)
    return view


def resign(client: Browser, table: str) -> None:
    ok(client.post(f"/api/v1/tables/{table}/acts", json={"act": "resign"}))


def lose(loser: Browser, other: Browser, table: str) -> None:
    """Let two players move so often that the result counts, and one of them resign."""
    play_on([loser, other], table, 2 * MIN_MOVES)
    resign(loser, table)
