"""Fixtures for tests of the server: databases of each kind, Redis, and running servers.

Each worker of pytest-xdist starts its own PostgreSQL, Redis and servers when the first test needs
them. Tests with `running`, `deployment` or `database_url` use SQLite, or the kinds that their mark
`databases` names; with `--all-databases` they run once with each kind.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from azulejos.server.storage import schema
from azulejos.server.storage.database import Database, make_engine
from azulejos.server.timing import TIMING
from azulejos.server.web.logs import set_up_logs
from tests.server.forker import Forked, Forker
from tests.server.running import Running, run_server
from tests.server.services import Postgres, Server, run_postgres, run_redis, start_process

KINDS = ("sqlite", "postgresql")  # of databases


@pytest.fixture(scope="session", autouse=True)
def logs() -> None:
    """Logs as servers have them: a traceback with colours and all values takes seconds."""
    set_up_logs("warning")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL for all tests of this worker."""
    with run_postgres() as running:
        yield running


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """A Redis for all tests of this worker."""
    with run_redis() as url:
        yield url


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """The URL of an SQLite file that does not exist yet."""
    return f"sqlite:///{tmp_path / 'azulejos.db'}"


@pytest.fixture
def postgres_url(postgres: Postgres) -> Iterator[str]:
    """The URL of a new, empty PostgreSQL database."""
    url = postgres.create()
    yield url
    postgres.drop(url)


@pytest.fixture(scope="module")
def patient_database() -> Iterator[None]:
    """Databases in this process give nothing up: for tests that ask for a transaction once, and are
    not about time.
    """
    with pytest.MonkeyPatch.context() as patch:
        for limit in ("answer_s", "statement_s", "lock_s", "connect_s"):
            patch.setattr(TIMING, limit, 60)
        yield


@pytest.fixture
def database_url(request: pytest.FixtureRequest) -> str:
    """The URL of a new database."""
    name = {"sqlite": "sqlite_url", "postgresql": "postgres_url"}[request.param]
    return str(request.getfixturevalue(name))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Choose the kinds of database that a test uses."""
    mark = metafunc.definition.get_closest_marker("databases")
    kinds = mark.args if mark else KINDS[:1]
    if metafunc.config.getoption("--all-databases"):
        kinds = KINDS
    for name in ("running", "deployment", "database_url"):
        if name in metafunc.fixturenames and not hasattr(metafunc.module, name):
            metafunc.parametrize(name, kinds, indirect=True)


@pytest.fixture(scope="module")
def running(request: pytest.FixtureRequest) -> Running:
    """A server in this process; tests share it, so none depends on an empty database."""
    found: Running = request.getfixturevalue(f"{request.param}_server")
    forget_rated_games(found)
    return found


def forget_rated_games(running: Running) -> None:
    """Forget from where rated games are played: one that another file left unfinished would forbid
    help at the address of all tests.
    """
    engine = make_engine(running.parts[Database].url)
    with engine.begin() as connection:
        connection.execute(sa.delete(schema.rated_addresses))
    engine.dispose()


@pytest.fixture(scope="session")
def sqlite_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server in this process on SQLite."""
    with run_server(f"sqlite:///{tmp_path_factory.mktemp('running') / 'azulejos.db'}") as server:
        yield server


@pytest.fixture(scope="session")
def postgresql_server(postgres: Postgres) -> Iterator[Running]:
    """A server in this process on PostgreSQL."""
    with run_server(postgres.create()) as server:
        yield server


@pytest.fixture
def start_server(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Starts servers, `start_server(database=…, redis=…)`; they end with the test.

    Takes `port`, `wait` (until it is ready) and any setting by its name.
    """
    started: list[Server] = []

    def start(**settings: Any) -> Server:
        settings.setdefault("database", f"sqlite:///{tmp_path / 'azulejos.db'}")
        started.append(start_process(tmp_path, **settings))
        return started[-1]

    yield start
    for server in started:
        server.kill()


# ---- Forked servers, shared by the tests of a file


@pytest.fixture(scope="session")
def forker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Forker]:
    """Starts servers for all tests of this worker."""
    with Forker(tmp_path_factory.mktemp("servers")) as running:
        yield running


@dataclass
class Deployment:
    """The settings of servers on one database, with or without Redis."""

    forker: Forker
    settings: dict[str, Any]

    @property
    def database(self) -> str:
        return str(self.settings["database"])

    def start(self, **more: Any) -> Forked:
        return self.forker.start(**self.settings | more)


@pytest.fixture(scope="module")
def deployment(
    request: pytest.FixtureRequest, forker: Forker, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Deployment]:
    """A fresh database for a file: SQLite alone, then PostgreSQL with Redis."""
    settings = {"limits": "false", "bot_pause_s": 0}
    if request.param == "sqlite":
        file = tmp_path_factory.mktemp("database") / "azulejos.db"
        yield Deployment(forker, settings | {"database": f"sqlite:///{file}"})
        return
    postgres: Postgres = request.getfixturevalue("postgres")
    redis_url = str(request.getfixturevalue("redis_url"))
    url = postgres.create()
    yield Deployment(forker, settings | {"database": url, "redis": redis_url})
    forker.stop_all()
    postgres.drop(url)


@pytest.fixture(scope="module")
def server(deployment: Deployment) -> Iterator[Forked]:
    """A server for all tests of a file."""
    running = deployment.start()
    yield running
    running.kill()
