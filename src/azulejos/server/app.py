"""The application: what a server is made of, and the order in which it starts and stops.

The path of a move: a message arrives (`play/connection`) or a request (`play/routes`), the caller
is authenticated (`accounts/callers`), a verb decides (`table/verbs`) inside `play/tables.Tables.act`,
`storage/store` commits, the sender is acknowledged, and `play/updates` encodes the update that all
listeners get. Bots (`bots/bots`) and periodic work (`cluster/periodic`) use the same path.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import TypeVar

from fastapi import FastAPI

from azulejos import __version__
from azulejos.server.accounts import account_routes as account
from azulejos.server.accounts import passkey_routes as passkeys
from azulejos.server.accounts import routes as people
from azulejos.server.accounts.bans import Bans
from azulejos.server.accounts.blocks import Blocks
from azulejos.server.accounts.passkeys import Passkeys
from azulejos.server.accounts.people import People
from azulejos.server.accounts.recovery import Recovery
from azulejos.server.accounts.sessions import Sessions
from azulejos.server.accounts.tokens import Tokens
from azulejos.server.analysis import board_routes as boards
from azulejos.server.analysis import position_routes as positions
from azulejos.server.analysis import review_routes as reviews
from azulejos.server.analysis import routes as analysis
from azulejos.server.analysis.analyses import Analyses
from azulejos.server.analysis.boards import SUBJECT, Boards
from azulejos.server.analysis.hints import Advice
from azulejos.server.analysis.reviews import Reviews
from azulejos.server.bots import routes as programs
from azulejos.server.bots.bots import Bots
from azulejos.server.cluster.heartbeat import Heartbeat
from azulejos.server.cluster.hints import make_hints
from azulejos.server.cluster.periodic import Periodic
from azulejos.server.errors import Busy
from azulejos.server.host import health_routes as health
from azulejos.server.host import routes as moderation
from azulejos.server.host import status_routes as status
from azulejos.server.host.reports import Reports
from azulejos.server.notices import mail_routes as mail
from azulejos.server.notices import push_routes as push
from azulejos.server.notices.mail import Mail
from azulejos.server.notices.mailboxes import Mailboxes
from azulejos.server.notices.outbox import Letters, store_digests
from azulejos.server.notices.push import Push
from azulejos.server.notices.subscriptions import Subscriptions, store_calls
from azulejos.server.play import connection
from azulejos.server.play import export_routes as exports
from azulejos.server.play import pairing_routes as pairing
from azulejos.server.play import routes as tables
from azulejos.server.play import watching_routes as watching
from azulejos.server.play.audience import Audience
from azulejos.server.play.connections import REVOCATION, Connections
from azulejos.server.play.lobby import LOBBY, Lobby
from azulejos.server.play.pairing import Pairing
from azulejos.server.play.presence import Presence
from azulejos.server.play.previews import make_describe
from azulejos.server.play.rated_games import RatedGames, store_positions
from azulejos.server.play.tables import Tables
from azulejos.server.ratings import routes as players
from azulejos.server.ratings.rated_results import store_ratings
from azulejos.server.school import learn_routes as learn
from azulejos.server.school import practice_routes as practice
from azulejos.server.school import puzzle_routes as puzzles
from azulejos.server.services import Services
from azulejos.server.settings import Settings
from azulejos.server.social import chat_routes as talk
from azulejos.server.social import routes as friends
from azulejos.server.social import vacation_routes as vacations
from azulejos.server.social.challenges import Challenges, store_challenges
from azulejos.server.social.chat import SUBJECT as WORDS
from azulejos.server.social.chat import Talk
from azulejos.server.social.follows import Follows
from azulejos.server.social.inbox import ChallengePost
from azulejos.server.social.messages import Speech
from azulejos.server.social.vacations import Vacations
from azulejos.server.storage.analyses import StoredAnalyses
from azulejos.server.storage.database import Database
from azulejos.server.storage.reviews import StoredReviews
from azulejos.server.storage.store import Store
from azulejos.server.thinking.analysts import Analysts
from azulejos.server.thinking.pictures import Pictures
from azulejos.server.thinking.readiness import Readiness
from azulejos.server.thinking.workers import Workers
from azulejos.server.tournaments import routes as tournaments
from azulejos.server.tournaments.store import StoredTournaments, store_results
from azulejos.server.tournaments.tournaments import Tournaments
from azulejos.server.web.addresses import Peers
from azulejos.server.web.documents import Documents
from azulejos.server.web.limits import Limits
from azulejos.server.web.load import Load
from azulejos.server.web.logs import LogRequests, log
from azulejos.server.web.page import add_page
from azulejos.server.web.problems import install_handlers, respond
from azulejos.server.web.routers import describe
from azulejos.server.web.security import guard
from azulejos.server.web.status import Status
from azulejos.teaching.puzzles import add_puzzles, parse_puzzles

Found = TypeVar("Found")

START_S = 60.0  # how long a server that starts waits for its database

PARTS = (  # with routes
    people,
    account,
    passkeys,
    mail,
    tables,
    talk,
    push,
    moderation,
    pairing,
    tournaments,
    friends,
    vacations,
    watching,
    players,
    positions,
    boards,
    programs,
    exports,
    analysis,
    reviews,
    puzzles,
    learn,
    practice,
    connection,
    health,
    status,
)


def make_services(settings: Settings) -> Services:
    """Create the parts of a server and connect them; nothing runs yet."""
    database = Database(settings.database)
    if settings.puzzles:
        add_puzzles(parse_puzzles(Path(settings.puzzles).read_text("utf-8").splitlines()))
    store, hints = Store(database), make_hints(settings.redis)
    store.hooks += [store_ratings, store_positions, store_calls, store_challenges, store_results]
    tables, lobby = Tables(store, hints.publish), Lobby(store, hints.publish)
    sessions, tokens, bans = Sessions(database), Tokens(database), Bans(database)
    workers, presence = Workers(settings.workers), Presence(tables)
    connections = Connections(sessions, tokens, hints.publish)
    sessions.on_revocation = tokens.on_revocation = connections.on_revocation
    accounts = People(database)
    follows, leave = Follows(database), Vacations(database)
    challenges = Challenges(database, follows)
    challenge_post = ChallengePost(challenges)
    blocks, talk_at_tables = Blocks(database), Talk(Speech(database), tables, hints.publish)
    contests = Tournaments(StoredTournaments(database), tables, blocks)
    subscriptions = Subscriptions(database, settings.push_hosts)
    documents = Documents()
    shared = Boards(database, documents, hints.publish)
    heartbeat = Heartbeat(database, tables.downtime)
    audience = Audience(database, heartbeat.id)
    calls = Push(
        *(subscriptions, tables, presence, audience, challenges, accounts), settings.public_origin
    )
    mailboxes = Mailboxes(accounts)
    letters = Mail(Letters(database), mailboxes, accounts, store, audience, settings)
    if letters.is_on:
        store.hooks.append(store_digests)
    readiness, status = Readiness(), Status()
    limits, rated_games = Limits(settings.limits), RatedGames(database)
    analysts = make_analysts(settings)
    stored = StoredAnalyses(database)
    analyses = Analyses(analysts, readiness, stored, rated_games, limits)
    kept = StoredReviews(database)
    bots = Bots(tables.act, workers, readiness, status, settings.bot_pause_s)
    tables.on_change += [readiness.on_change, bots.on_change, presence.on_change, lobby.on_change]

    def on_hint(subject: str, version: int) -> None:
        if subject == LOBBY:
            lobby.mark_changed()
        elif subject == REVOCATION:
            connections.on_hint()
        elif subject.startswith(SUBJECT):
            shared.on_hint(subject.removeprefix(SUBJECT), version)
        elif subject.startswith(WORDS):
            talk_at_tables.on_hint(subject.removeprefix(WORDS), version)
        else:
            tables.on_hint(subject, version)

    hints.on_hint = on_hint
    return Services(
        settings=settings,
        status=status,
        database=database,
        store=store,
        hints=hints,
        tables=tables,
        people=accounts,
        recovery=Recovery(accounts),
        passkeys=Passkeys(accounts),
        mailboxes=mailboxes,
        bans=bans,
        sessions=sessions,
        tokens=tokens,
        blocks=blocks,
        follows=follows,
        vacations=leave,
        challenges=challenges,
        reports=Reports(database),
        rated_games=rated_games,
        limits=limits,
        load=make_load(settings, database),
        peers=Peers(settings.connections_per_address, settings.limits, settings.trusted_proxies),
        sockets=Peers(settings.sockets_per_address, settings.limits),
        documents=documents,
        boards=shared,
        lobby=lobby,
        pairing=Pairing(tables, store, blocks),
        tournaments=contests,
        talk=talk_at_tables,
        push=calls,
        mail=letters,
        presence=presence,
        audience=audience,
        challenge_post=challenge_post,
        connections=connections,
        workers=workers,
        analysts=analysts,
        analyses=analyses,
        advice=Advice(tables, workers, readiness, limits),
        reviews=Reviews(tables, analysts, readiness, kept, stored, limits),
        pictures=Pictures(workers),
        readiness=readiness,
        bots=bots,
        heartbeat=heartbeat,
        periodic=Periodic(
            *(tables, bots, presence, audience, challenge_post, connections, bans),
            *(leave, talk_at_tables, calls, letters, contests),
            *(heartbeat, status, settings),
        ),
    )


def make_analysts(settings: Settings) -> Analysts:
    """The processes for analyses and reviews: of this machine, or on a Ray cluster."""
    if not settings.ray:
        return Analysts(settings.analysts)
    from azulejos.server.thinking.remote_analysts import open_remote_analysts

    return Analysts(settings.analysts, open_remote_analysts(settings.ray))


def make_load(settings: Settings, database: Database) -> Load:
    load = Load(
        settings.busy_lag_s, settings.busy_writes, settings.busy_requests, settings.busy_moves
    )
    load.count_writes = database.count_waiting
    return load


def make_app(settings: Settings) -> FastAPI:
    """The server as an ASGI application. `cli/serve.py` migrates the database before it runs."""
    services = make_services(settings)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with run_services(services):
            yield

    app = FastAPI(
        title="Azulejos",
        version=__version__,
        lifespan=lifespan,
        openapi_url=None,  # `describe` adds a route that makes it outside the event loop
        docs_url=None,  # its page loads scripts from another host
        redoc_url=None,
    )
    app.state.services = services
    for part in PARTS:
        app.include_router(part.router)
    describe(app)
    install_handlers(app)
    # last, because it matches every path
    add_page(app, make_describe(services), settings.public_origin)
    app.add_middleware(
        guard, settings=settings, respond=respond, limits=services.limits, load=services.load
    )
    app.add_middleware(LogRequests)
    return app


async def when_answered(work: Callable[[], Awaitable[Found]]) -> Found:
    """Do a first piece of work with the database, again while it is too busy to answer."""
    end = monotonic() + START_S
    while True:
        try:
            return await work()
        except Busy:
            if monotonic() > end:
                raise
            log.warning("start", error="the database does not answer")


@asynccontextmanager
async def run_services(services: Services) -> AsyncIterator[None]:
    """Start everything that runs by itself, and stop it in reverse order."""
    await when_answered(services.bans.refresh)
    await services.hints.start()
    is_alone = await when_answered(services.heartbeat.register)
    services.lobby.start()
    services.workers.start()
    services.analysts.start()
    services.periodic.start(is_alone)
    services.readiness.start()
    services.load.start()
    try:
        yield
    finally:
        services.load.stop()
        services.documents.close()
        await services.periodic.stop()
        await services.bots.stop()
        await services.presence.stop()
        if services.heartbeat.has_others:
            await services.tables.pause_clocks()
        await services.reviews.stop()
        services.workers.stop()
        services.analysts.stop()
        await services.readiness.stop()
        services.lobby.stop()
        await services.hints.stop()
        with suppress(Busy):  # the others will see that it does not answer any more
            await services.heartbeat.unregister()
        services.push.close()
        services.mail.close()
        services.people.close()
        services.database.close()
