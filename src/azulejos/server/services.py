"""The parts of a running server, for requests and connections. `app.py` puts them together."""

from dataclasses import dataclass

from starlette.requests import HTTPConnection

from azulejos.server.cluster.heartbeat import Heartbeat
from azulejos.server.cluster.hints import Hints
from azulejos.server.cluster.periodic import Periodic
from azulejos.server.live.advice import Advice
from azulejos.server.live.audience import Audience
from azulejos.server.live.boards import Boards
from azulejos.server.live.challenges import ChallengePost
from azulejos.server.live.connections import Connections
from azulejos.server.live.documents import Documents
from azulejos.server.live.lobby import Lobby
from azulejos.server.live.mail import Mail
from azulejos.server.live.pairing import Pairing
from azulejos.server.live.presence import Presence
from azulejos.server.live.push import Push
from azulejos.server.live.reviews import Reviews
from azulejos.server.live.tables import Tables
from azulejos.server.live.talk import Talk
from azulejos.server.live.tournaments import Tournaments
from azulejos.server.ops.addresses import Peers
from azulejos.server.ops.limits import Limits
from azulejos.server.ops.load import Load
from azulejos.server.ops.status import Status
from azulejos.server.people.accounts import People
from azulejos.server.people.bans import Bans
from azulejos.server.people.blocks import Blocks
from azulejos.server.people.challenges import Challenges
from azulejos.server.people.follows import Follows
from azulejos.server.people.mail import Mailboxes
from azulejos.server.people.passkeys import Passkeys
from azulejos.server.people.rated_games import RatedGames
from azulejos.server.people.recovery import Recovery
from azulejos.server.people.reports import Reports
from azulejos.server.people.sessions import Sessions
from azulejos.server.people.tokens import Tokens
from azulejos.server.people.vacations import Vacations
from azulejos.server.settings import Settings
from azulejos.server.storage.database import Database
from azulejos.server.storage.store import Store
from azulejos.server.thinking.analysis import Analyses
from azulejos.server.thinking.analysts import Analysts
from azulejos.server.thinking.bots import Bots
from azulejos.server.thinking.pictures import Pictures
from azulejos.server.thinking.readiness import Readiness
from azulejos.server.thinking.workers import Workers


@dataclass
class Services:
    """Everything that requests and connections use; kept in `app.state.services`."""

    settings: Settings
    status: Status
    database: Database
    store: Store
    hints: Hints
    tables: Tables
    people: People
    recovery: Recovery
    passkeys: Passkeys
    mailboxes: Mailboxes
    bans: Bans
    sessions: Sessions
    tokens: Tokens
    blocks: Blocks
    follows: Follows
    vacations: Vacations
    challenges: Challenges
    reports: Reports
    rated_games: RatedGames
    limits: Limits
    load: Load
    peers: Peers  # open connections by address
    sockets: Peers  # open WebSockets by the address of their client, also behind a proxy
    documents: Documents
    boards: Boards  # shared analysis boards
    lobby: Lobby
    pairing: Pairing
    tournaments: Tournaments
    talk: Talk
    push: Push
    mail: Mail
    presence: Presence
    audience: Audience
    challenge_post: ChallengePost
    connections: Connections
    workers: Workers
    analysts: Analysts
    analyses: Analyses
    advice: Advice
    reviews: Reviews
    pictures: Pictures
    readiness: Readiness
    bots: Bots
    heartbeat: Heartbeat
    periodic: Periodic


def services_of(connection: HTTPConnection) -> Services:
    """The services of the app that received a request or a WebSocket."""
    services: Services = connection.app.state.services
    return services
