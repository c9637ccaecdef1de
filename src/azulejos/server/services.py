"""The parts of a running server, for requests and connections. `app.py` puts them together."""

from dataclasses import dataclass

from starlette.requests import HTTPConnection

from azulejos.server.accounts.bans import Bans
from azulejos.server.accounts.blocks import Blocks
from azulejos.server.accounts.passkeys import Passkeys
from azulejos.server.accounts.people import People
from azulejos.server.accounts.recovery import Recovery
from azulejos.server.accounts.sessions import Sessions
from azulejos.server.accounts.tokens import Tokens
from azulejos.server.analysis.analyses import Analyses
from azulejos.server.analysis.boards import Boards
from azulejos.server.analysis.hints import Advice
from azulejos.server.analysis.reviews import Reviews
from azulejos.server.bots.bots import Bots
from azulejos.server.cluster.heartbeat import Heartbeat
from azulejos.server.cluster.hints import Hints
from azulejos.server.cluster.periodic import Periodic
from azulejos.server.host.reports import Reports
from azulejos.server.notices.mail import Mail
from azulejos.server.notices.mailboxes import Mailboxes
from azulejos.server.notices.push import Push
from azulejos.server.play.audience import Audience
from azulejos.server.play.connections import Connections
from azulejos.server.play.lobby import Lobby
from azulejos.server.play.pairing import Pairing
from azulejos.server.play.presence import Presence
from azulejos.server.play.rated_games import RatedGames
from azulejos.server.play.tables import Tables
from azulejos.server.settings import Settings
from azulejos.server.social.challenges import Challenges
from azulejos.server.social.chat import Talk
from azulejos.server.social.follows import Follows
from azulejos.server.social.inbox import ChallengePost
from azulejos.server.social.vacations import Vacations
from azulejos.server.storage.database import Database
from azulejos.server.storage.store import Store
from azulejos.server.thinking.analysts import Analysts
from azulejos.server.thinking.pictures import Pictures
from azulejos.server.thinking.readiness import Readiness
from azulejos.server.thinking.workers import Workers
from azulejos.server.tournaments.tournaments import Tournaments
from azulejos.server.web.addresses import Peers
from azulejos.server.web.documents import Documents
from azulejos.server.web.limits import Limits
from azulejos.server.web.load import Load
from azulejos.server.web.status import Status


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
