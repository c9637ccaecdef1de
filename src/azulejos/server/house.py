"""The parts of a server, for whoever answers a request. `app.py` puts them together."""

from dataclasses import dataclass

from starlette.requests import HTTPConnection

from azulejos.server.bots import Bots
from azulejos.server.database import Database
from azulejos.server.hints import Hints
from azulejos.server.limits import Limits
from azulejos.server.lobby import Lobby
from azulejos.server.people.accounts import People
from azulejos.server.people.sessions import Sessions
from azulejos.server.people.tokens import Tokens
from azulejos.server.presence import Presence
from azulejos.server.servers import Servers
from azulejos.server.settings import Settings
from azulejos.server.sockets import Sockets
from azulejos.server.store import Store
from azulejos.server.tables import Tables
from azulejos.server.workers import Workers


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
