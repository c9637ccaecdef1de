"""R38: what is revoked ends within a second, on every process, with its sockets and streams."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.clients import Guest, make_guest, make_table, open_socket
from tests.server.conftest import Deployment
from tests.server.forker import Forked
from tests.server.services import SLACK_S

pytestmark = [pytest.mark.databases("sqlite", "postgresql"), pytest.mark.realtime]

WITHIN_S = 1.0
PASSWORD = "a long sentence"


class Person:
    """An account with its session and one token to read."""

    def __init__(self, url: str):
        self.url = url
        self.http = httpx.AsyncClient(base_url=f"{url}/api/v1", timeout=30)
        self.guest = Guest("", "")
        self.token: dict[str, Any] = {}

    async def send(self, method: str, path: str, form: Any = None) -> httpx.Response:
        answer = await self.http.request(method, path, json=form, headers=self.guest.headers)
        assert answer.is_success, answer.text
        if "set-cookie" in answer.headers:
            self.guest = Guest(self.guest.id, answer.headers["set-cookie"].split(";")[0])
        return answer

    async def close(self) -> None:
        await self.http.aclose()


async def make_person(url: str) -> Person:
    person = Person(url)
    person.guest = await make_guest(url)
    form = {"name": f"P{time.time_ns() % 10**12}", "password": PASSWORD}
    await person.send("POST", "/account", form)
    made = await person.send("POST", "/tokens", {"name": "t", "scopes": ["read"]})
    person.token = made.json()
    return person


@pytest.fixture(scope="module")
def pair(deployment: Deployment) -> Iterator[tuple[Forked, Forked]]:
    """Two processes on one database; on SQLite the same process twice."""
    first = deployment.start()
    second = deployment.start() if "redis" in deployment.settings else first
    yield first, second
    first.kill()
    second.kill()


@pytest.fixture(scope="module")
def without_redis(deployment: Deployment) -> Iterator[tuple[Forked, Forked]]:
    """Two processes on one database that exchange no hints."""
    servers = deployment.start(redis=""), deployment.start(redis="")
    yield servers
    for server in servers:
        server.kill()


@asynccontextmanager
async def open_stream(
    url: str, headers: dict[str, str]
) -> AsyncIterator[Callable[[], Awaitable[None]]]:
    """A stream; yields a function that waits until it has ended."""
    async with (
        httpx.AsyncClient(base_url=url, timeout=30) as http,
        http.stream("GET", "/api/v1/stream", headers=headers) as stream,
    ):
        lines = stream.aiter_lines()
        await anext(lines)

        async def ended() -> None:
            async for _ in lines:
                pass

        yield ended


async def log_out(person: Person) -> None:
    await person.send("DELETE", "/sessions")


async def change_password(person: Person) -> None:
    form = {"old": PASSWORD, "new": "another sentence"}
    await person.send("PUT", "/account/password", form)


async def log_in_again(person: Person) -> None:
    name = (await person.send("GET", "/me")).json()["name"]
    await person.send("POST", "/sessions", {"name": name, "password": PASSWORD})


async def end_token(person: Person) -> None:
    await person.send("DELETE", f"/tokens/{person.token['id']}")


async def expect_end(servers: tuple[Forked, Forked], end: Any, uses_token: bool) -> None:
    """Open a socket and a stream on the second process, and end them by the first."""
    url = servers[1].url
    person = await make_person(servers[0].url)
    bearer = {"Authorization": f"Bearer {person.token['secret']}"}
    headers = bearer if uses_token else person.guest.headers
    guest = None if uses_token else person.guest
    stranger = await make_guest(url, "Bia")
    async with (
        open_socket(url, guest, **(bearer if uses_token else {})) as socket,
        open_socket(url, stranger) as stays,
        open_stream(url, headers) as ended,
    ):
        await end(person)
        async with asyncio.timeout(WITHIN_S + SLACK_S):
            code, _ = await asyncio.gather(socket.closed(), ended())
        assert code == 1008
        await stays.send("ping", id="p")
        await stays.next("pong")
    await person.close()


@pytest.mark.parametrize("end", [log_out, change_password, log_in_again])
def test_sockets_and_streams_of_a_session_end_with_it(
    pair: tuple[Forked, Forked], end: Any
) -> None:
    asyncio.run(expect_end(pair, end, uses_token=False))


def test_sockets_and_streams_of_a_token_end_with_it(pair: tuple[Forked, Forked]) -> None:
    asyncio.run(expect_end(pair, end_token, uses_token=True))


def test_without_redis_they_end_on_the_other_process_too(
    without_redis: tuple[Forked, Forked],
) -> None:
    asyncio.run(expect_end(without_redis, log_out, uses_token=False))


def test_no_move_is_played_after_logging_out(pair: tuple[Forked, Forked]) -> None:
    async def run() -> None:
        person = await make_person(pair[0].url)
        table = await make_table(pair[0].url, person.guest)
        async with open_socket(pair[0].url, person.guest) as socket:
            view = (await socket.watch(table))["view"]
            await log_out(person)
            fields = {"table": table, "id": "late", "version": view["version"]}
            with suppress(ConnectionClosed):  # it may be closed already
                await socket.send("move", **fields, move=view["moves"][0])
            assert await socket.closed() == 1008
        after = await person.http.get(f"/tables/{table}")
        assert after.json()["ply"] == view["ply"]
        await person.close()

    asyncio.run(run())


def test_tokens_end_with_the_password_unless_they_are_kept(pair: tuple[Forked, Forked]) -> None:
    async def run() -> None:
        person = await make_person(pair[0].url)
        headers = {"Authorization": f"Bearer {person.token['secret']}"}
        form = {"old": PASSWORD, "new": "another sentence", "keep_tokens": True}
        await person.send("PUT", "/account/password", form)
        assert (await person.http.get("/me", headers=headers)).status_code == 200
        form = {"old": "another sentence", "new": PASSWORD}
        await person.send("PUT", "/account/password", form)
        assert (await person.http.get("/me", headers=headers)).status_code == 401
        assert (await person.send("GET", "/tokens")).json() == []
        await person.close()

    asyncio.run(run())
