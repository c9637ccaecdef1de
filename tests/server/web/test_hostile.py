"""Attacks that exhaust a server, against a real process with its limits on.

Half-open headers, silent connections, many connections of one address, responses and streams that
are not read, floods of frames, and more addresses than a limiter can remember. Each time the others
are served as before.
"""

import asyncio
import http.client
import json
import socket
import sqlite3
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Any

import httpx
import psutil  # type: ignore[import-untyped]
import pytest

from azulejos.server.cluster.channel import EVERYTHING
from azulejos.server.play.lobby import Lobby
from azulejos.server.timing import TIMING
from azulejos.server.web.http import MAX_HEAD_BYTES
from azulejos.server.web.limits import MAX_WINDOWS, RULES, Limits
from azulejos.server.web.security import AT_ONCE
from azulejos.wire.messages import MAX_BYTES
from tests.server.clients import WAIT_S, make_guest, open_socket
from tests.server.forker import Forked, Forker
from tests.server.running import run_server
from tests.server.services import wait_for

PER_ADDRESS = 30  # connections; a small number, so that the test is quick
SOCKETS = 10
ROOM = 20  # requests for new work at the same time


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database of `strict`."""
    return tmp_path_factory.mktemp("strict") / "azulejos.db"


@pytest.fixture(scope="module")
def strict(forker: Forker, file: Path) -> Iterator[Forked]:
    """A server with limits; a proxy at 127.0.0.2 is trusted."""
    server = forker.start(
        database=f"sqlite:///{file}",
        trusted_proxies="127.0.0.2",
        connections_per_address=PER_ADDRESS,
        sockets_per_address=SOCKETS,
        busy_requests=ROOM,
        metrics_token="a long enough secret".replace(" ", "-"),
    )
    yield server
    server.kill()


def connect(port: int, source: str = "127.0.0.1") -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=WAIT_S, source_address=(source, 0))


def is_closed(client: socket.socket, within_s: float = WAIT_S) -> bool:
    """Is a connection closed by the server within some seconds? What it sends is skipped."""
    client.settimeout(within_s)
    try:
        while client.recv(65_536):
            pass
    except TimeoutError:
        return False
    except OSError:
        pass
    return True


def cpu_s(server: Forked) -> float:
    return float(sum(psutil.Process(server.pid).cpu_times()[:2]))


# ---- Headers


def test_half_open_headers_and_silent_connections_are_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TIMING, "head_s", 1.0)  # 10 s in earnest
    starts = (b"", b"GET / HTTP/1.1\r\n", b"GET /healthz HTTP/1.1\r\nhost: a\r\n\r\nGET / HT")
    with run_server(f"sqlite:///{tmp_path / 'azulejos.db'}") as server, ExitStack() as stack:
        port = int(server.url.rpartition(":")[2])
        clients = [stack.enter_context(connect(port)) for _ in starts]
        for client, start in zip(clients, starts, strict=True):
            client.sendall(start)
        for n in range(12):  # a byte now and then is no excuse
            with suppress(OSError):
                clients[1].sendall(b"x-%d: a\r\n" % n)
            time.sleep(0.1)
        assert all(is_closed(client) for client in clients)


def test_large_headers_are_refused(strict: Forked) -> None:
    large = b"a" * MAX_HEAD_BYTES
    for request in (
        b"GET /" + large + b" HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\ncookie: " + large + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\ncookie: " + large * 8,  # without an end
        b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 4000 + b"\r\n",
    ):
        with connect(strict.port) as client:
            with suppress(OSError):
                client.sendall(request)
            answer = b""
            with suppress(OSError):
                answer = client.recv(1000)
            assert answer.startswith(b"HTTP/1.1 431") or not answer
            assert is_closed(client)


def test_a_cookie_that_is_slow_to_unquote_costs_nothing(strict: Forked) -> None:
    """Its cost grows with the square of its length, so it never reaches the framework."""
    before = cpu_s(strict)
    for escaped in ("\\1", "\\", '\\"'):
        cookie = 'a="' + escaped * (15_000 // len(escaped)) + '"'
        assert httpx.get(
            f"{strict.url}/api/v1/server", headers={"cookie": cookie}, timeout=WAIT_S
        ).is_success
    assert cpu_s(strict) - before < 0.5  # it was a second each


def test_after_an_early_refusal_the_rest_of_the_body_is_awaited_for_a_while(strict: Forked) -> None:
    """A client that sends it may use its connection again; another one is dropped."""
    head = (
        b"POST /api/v1/guests HTTP/1.1\r\nhost: a\r\norigin: http://b\r\ncontent-length: 2\r\n\r\n"
    )
    with connect(strict.port, "127.0.0.4") as honest, connect(strict.port, "127.0.0.4") as silent:
        for client in (honest, silent):
            client.sendall(head)  # which is refused before the body
            assert receive_until(client, b'"clause":""}').startswith(b"HTTP/1.1 403")
        honest.sendall(b"{}")
        for _ in range(3):
            time.sleep(1)
            honest.sendall(b"GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n")
            assert receive_until(honest, b"ok\n").startswith(b"HTTP/1.1 200")
        assert is_closed(silent)


def test_bodies_that_do_not_arrive_take_no_room_from_others(strict: Forked) -> None:
    head = b"POST /api/v1/guests HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\n\r\n{"
    with ExitStack() as stack:
        for n in range(2 * ROOM):
            stack.enter_context(connect(strict.port, f"127.0.0.{5 + n % 2}")).sendall(head)
        time.sleep(0.2)  # until all heads are read
        assert httpx.get(f"{strict.url}/api/v1/tables", timeout=WAIT_S).status_code == 200


def test_requests_that_take_long_leave_room_for_others(strict: Forked, file: Path) -> None:
    """One address cannot have all requests that a server works on."""
    request = b"POST /api/v1/guests HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n"
    request += b"content-length: 2\r\n\r\n{}"
    other = sqlite3.connect(file, isolation_level=None)
    with closing(other), ExitStack() as stack:
        other.execute("BEGIN IMMEDIATE")  # so that nobody can be stored for a while
        mine = [stack.enter_context(connect(strict.port, "127.0.0.7")) for _ in range(ROOM)]
        for client in mine:
            client.sendall(request)
        assert httpx.get(f"{strict.url}/api/v1/tables", timeout=WAIT_S).status_code == 200
        other.execute("ROLLBACK")
        statuses = Counter(client.recv(12)[-3:] for client in mine)
        assert statuses[b"429"] <= ROOM - AT_ONCE  # fewer if others were answered before


def receive_until(client: socket.socket, mark: bytes) -> bytes:
    """The answer of a server, up to the part with a mark."""
    received = b""
    while mark not in received:
        received += client.recv(10_000)
    return received


# ---- Connections


def test_connections_of_one_address_are_bounded(strict: Forked) -> None:
    with ExitStack() as stack:
        mine = [stack.enter_context(connect(strict.port)) for _ in range(PER_ADDRESS + 5)]
        wait_for("end", lambda: sum(is_closed(client, 0.01) for client in mine) >= 5, WAIT_S)
        other = connect(strict.port, "127.0.0.3")
        other.sendall(b"GET /healthz HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n")
        assert other.recv(100).startswith(b"HTTP/1.1 200")
        other.close()
        proxied = [
            stack.enter_context(connect(strict.port, "127.0.0.2")) for _ in range(PER_ADDRESS + 5)
        ]
        assert not any(is_closed(client, 0.01) for client in proxied)
    wait_for("room", lambda: is_answered(strict), WAIT_S)  # they count no more


def is_answered(server: Forked) -> bool:
    with suppress(httpx.TransportError):
        return httpx.get(f"{server.url}/healthz", timeout=WAIT_S).is_success
    return False


def test_sockets_of_one_client_are_bounded_also_behind_a_proxy(strict: Forked) -> None:
    async def run() -> None:
        guest = await make_guest(strict.url)
        opened = 0
        async with AsyncExit() as stack:
            for _ in range(SOCKETS + 3):
                with suppress(Exception):
                    await stack.enter(open_socket(strict.url, guest))
                    opened += 1
        assert opened == SOCKETS
        async with open_socket(strict.url, guest) as again:
            await again.next("hello")

    asyncio.run(run())


class AsyncExit:
    """Contexts that end together."""

    def __init__(self) -> None:
        self._open: list[Any] = []

    async def enter(self, context: Any) -> None:
        await context.__aenter__()
        self._open.append(context)

    async def __aenter__(self) -> "AsyncExit":
        return self

    async def __aexit__(self, *error: object) -> None:
        for context in self._open:
            await context.__aexit__(None, None, None)


@pytest.mark.parametrize("frame", [b"\x89\x80abcd", b"\x8a\x80abcd", b"\x00\x80abcd"])
def test_floods_of_small_frames_end_the_connection(strict: Forked, frame: bytes) -> None:
    """Pings, pongs and fragments are no messages, so that no limit of messages counts them."""
    request = (
        f"GET /api/v1/socket HTTP/1.1\r\nhost: 127.0.0.1:{strict.port}\r\nupgrade: websocket\r\n"
        f"connection: upgrade\r\norigin: {strict.url}\r\nsec-websocket-version: 13\r\n"
        "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    with connect(strict.port) as client:
        client.sendall(request.encode())
        assert client.recv(1000).startswith(b"HTTP/1.1 101")
        before = cpu_s(strict)
        with suppress(OSError):
            client.sendall((b"\x01\x80abcd" if frame[0] == 0 else b"") + frame * 100_000)
        assert is_closed(client)
        assert cpu_s(strict) - before < 0.5


def test_messages_full_of_quotes_freeze_nobody(strict: Forked) -> None:
    """Forty of these once stopped the server for half a minute."""

    async def run() -> None:
        guest = await make_guest(strict.url)
        async with open_socket(strict.url, guest) as attacker, open_socket(strict.url) as other:
            before = cpu_s(strict)
            for _ in range(40):
                await attacker.connection.send('"\\"' * (MAX_BYTES // 3))
            await other.send("ping", id="p")
            await other.next("pong")
            for _ in range(40):
                assert (await attacker.next("refused"))["error"]["code"] == "api.form"
            assert cpu_s(strict) - before < 0.5

    asyncio.run(run())


# ---- What is not read


def test_a_stream_that_is_not_read_is_dropped(tmp_path: Path) -> None:
    """As a WebSocket is, when too much waits for it."""
    with run_server(f"sqlite:///{tmp_path / 'azulejos.db'}") as server, socket.socket() as reader:
        guest, lobby = server.guest(), server.parts[Lobby]
        reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        host, port = server.url.removeprefix("http://").split(":")
        reader.connect((host, int(port)))
        head = f"GET /api/v1/stream?lobby=true HTTP/1.1\r\nhost: {host}:{port}\r\n"
        reader.sendall(f"{head}cookie: {guest.cookie}\r\n\r\n".encode())
        wait_for("stream", lambda: bool(lobby.channel.listeners(EVERYTHING)), WAIT_S)
        loop = asyncio.run_coroutine_threadsafe(
            shout(lobby),
            lobby._sending.get_loop(),  # type: ignore[union-attr]
        )
        loop.result(WAIT_S)
        wait_for("end", lambda: not lobby.channel.listeners(EVERYTHING), WAIT_S)
        assert is_closed(reader)
        assert guest.get("/api/v1/me").is_success


async def shout(lobby: Lobby) -> None:
    """Send more to all listeners of the lobby than a stream and its connection can hold."""
    for _ in range(400):
        for listener in lobby.channel.listeners(EVERYTHING):
            listener.send("x" * 50_000)
        await asyncio.sleep(0)


# ---- Limits


def test_a_limiter_forgets_what_has_passed() -> None:
    """Thousands of addresses neither stay in memory nor slow down the next request."""
    at = 0.0
    limiter = Limits(clock=lambda: at)
    for n in range(MAX_WINDOWS + 5_000):
        assert limiter.allows("request", f"192.0.2.{n}")
    assert limiter.kept("request") == MAX_WINDOWS
    start = time.thread_time()
    for _ in range(1_000):
        limiter.allows("request", "198.51.100.1")
    assert time.thread_time() - start < 0.05  # it was 8 ms each
    at = RULES["request"].seconds + 1
    for n in range(MAX_WINDOWS):
        limiter.allows("request", f"{n % 3}")
    assert limiter.kept("request") == 3


@pytest.mark.parametrize("rule", RULES)
def test_a_window_never_allows_more_than_its_amount(rule: str) -> None:
    """Whenever requests come: within any time of the rule's length at most so many are allowed."""
    at, allowed = 0.0, list[float]()
    limiter = Limits(clock=lambda: at)
    amount, seconds = RULES[rule].amount, RULES[rule].seconds
    for n in range(min(amount * 5, 2000)):
        at += seconds / amount / (1 + n % 3)
        if limiter.allows(rule, "a"):
            allowed.append(at)
        else:
            at += 0 if n % 50 else limiter.retry_after(rule, "a") / 2
    for i, first in enumerate(allowed):
        assert sum(first <= each < first + seconds for each in allowed[i:]) <= amount
    assert len(allowed) > amount
    at += limiter.retry_after(rule, "a")
    assert limiter.allows(rule, "a")


def test_costly_requests_count_more(strict: Forked) -> None:
    with httpx.Client(
        base_url=strict.url, transport=from_address("127.0.0.9"), timeout=WAIT_S
    ) as client:
        answers = [client.get("/api/v1/tables/12345678abcd/replay") for _ in range(121)]
    assert [answer.status_code for answer in answers] == [404] * 120 + [429]
    assert 1 <= int(answers[-1].headers["retry-after"]) <= 60


def from_address(address: str) -> httpx.HTTPTransport:
    return httpx.HTTPTransport(local_address=address)


def test_the_limit_by_address_comes_before_the_body(strict: Forked) -> None:
    """A refused client is not waited for."""
    with httpx.Client(
        base_url=strict.url, transport=from_address("127.0.0.10"), timeout=WAIT_S
    ) as client:
        while client.get("/api/v1/tables/12345678abcd/replay").status_code == 404:
            pass
    with connect(strict.port, "127.0.0.10") as slow:
        slow.sendall(b"POST /api/v1/fair HTTP/1.1\r\nhost: a\r\ncontent-length: 60000\r\n\r\n")
        assert slow.recv(10_000).startswith(b"HTTP/1.1 429")


def test_metrics_are_for_this_machine_and_for_the_token(strict: Forked) -> None:
    def status(source: str = "127.0.0.1", **headers: str) -> int:
        with httpx.Client(transport=from_address(source), timeout=WAIT_S) as client:
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            return client.get(f"{strict.url}/metrics", headers=named).status_code

    assert status() == 200
    assert status(x_forwarded_for="127.0.0.1") == 404
    assert status("127.0.0.2", x_forwarded_for="127.0.0.1") == 404  # the trusted proxy
    outside = "192.0.2.1"
    assert status(x_forwarded_for=outside, authorization="Bearer a-long-enough-secret") == 200
    assert status(x_forwarded_for=outside, authorization="Bearer a-long-enough-secre") == 404


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api", 404),
        ("GET", "/api/", 404),
        ("GET", "/api/v1", 404),
        ("GET", "/api/v2/server", 404),
        ("GET", "/api/v1/nothing/at/all", 404),
        ("POST", "/api/v1/nothing", 404),
        ("GET", "/nothing.js", 404),
        ("GET", "/assets/nothing", 404),
        ("GET", "/.env", 404),
        ("POST", "/", 405),
        ("DELETE", "/api/v1/server", 405),
    ],
)
def test_unknown_addresses(strict: Forked, method: str, path: str, status: int) -> None:
    with closing(http.client.HTTPConnection("127.0.0.1", strict.port, timeout=WAIT_S)) as client:
        client.request(method, path)
        answer = client.getresponse()
        assert answer.status == status
        assert json.loads(answer.read())["code"] in ("api.unknown", "api.method")
