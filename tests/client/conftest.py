"""A running server and a bot account on it, for tests of the client."""

from collections.abc import Iterator

import pytest

from azulejos.client import BotAccount, Client, make_bot
from tests.server.running import Running, run_server


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server in this process, for all tests of the client."""
    with run_server(f"sqlite:///{tmp_path_factory.mktemp('client') / 'azulejos.db'}") as server:
        yield server


@pytest.fixture(scope="session")
def bot(running: Running) -> BotAccount:
    return make_bot(running.url, "Client bot")


@pytest.fixture
def client(running: Running, bot: BotAccount) -> Iterator[Client]:
    with Client(running.url, bot.token) as opened:
        yield opened
