"""The parts of a server, for whoever answers a request. `app.py` puts them together."""

from dataclasses import dataclass

from starlette.requests import HTTPConnection

from azulejos.server.cluster.heartbeat import Servers
from azulejos.server.cluster.hints import Hints
from azulejos.server.live.connections import Sockets
from azulejos.server.live.lobby import Lobby
from azulejos.server.live.presence import Presence
from azulejos.server.live.tables import Tables
from azulejos.server.ops.limits import Limits
from azulejos.server.people.accounts import People
from azulejos.server.people.sessions import Sessions
from azulejos.server.people.tokens import Tokens
from azulejos.server.settings import Settings
from azulejos.server.storage.database import Database
from azulejos.server.storage.store import Store
from azulejos.server.thinking.bots import Bots
from azulejos.server.thinking.workers import Workers


@dataclass
class House:
    """Everything that requests and sockets use; `app.state.house`."""

    settings: Settings
    database: Database
    store: Store
    hints: Hints
    tables: Tables
    people: People
    sessions: Sessions
    tokens: Tokens
    limits: Limits
    lobby: Lobby
    presence: Presence
    sockets: Sockets
    workers: Workers
    bots: Bots
    servers: Servers


def house_of(connection: HTTPConnection) -> House:
    """The house that a request or a socket is in."""
    house: House = connection.app.state.house
    return house
