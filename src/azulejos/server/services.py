"""The parts of a running server, for requests and connections. `app.py` puts them together."""

from dataclasses import dataclass

from starlette.requests import HTTPConnection

from azulejos.server.cluster.heartbeat import Heartbeat
from azulejos.server.cluster.hints import Hints
from azulejos.server.cluster.periodic import Periodic
from azulejos.server.live.connections import Connections
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
from azulejos.server.thinking.readiness import Readiness
from azulejos.server.thinking.workers import Workers


@dataclass
class Services:
    """Everything that requests and connections use; kept in `app.state.services`."""

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
    connections: Connections
    workers: Workers
    readiness: Readiness
    bots: Bots
    heartbeat: Heartbeat
    periodic: Periodic


def services_of(connection: HTTPConnection) -> Services:
    """The services of the app that received a request or a WebSocket."""
    services: Services = connection.app.state.services
    return services
