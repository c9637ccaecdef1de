"""The application: what a server is made of, and the order in which it starts and stops.

The path of a move: a message arrives (`socket/connection`) or a request (`api/tables`), the caller
is authenticated (`people/callers`), a verb decides (`table/verbs`) inside `live/tables.Tables.act`,
`storage/store` commits, the sender is acknowledged, and `live/updates` encodes the update that all
listeners get. Bots (`thinking/bots`) and periodic work (`cluster/periodic`) use the same path.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import TypeVar

from fastapi import FastAPI

from azulejos import __version__
from azulejos.server.api import (
    account,
    analysis,
    boards,
    exports,
    friends,
    health,
    learn,
    mail,
    moderation,
    pairing,
    passkeys,
    people,
    players,
    positions,
    practice,
    programs,
    push,
    puzzles,
    reviews,
    status,
    tables,
    talk,
    tournaments,
    vacations,
    watching,
)
from azulejos.server.api.previews import make_describe
from azulejos.server.api.problems import install_handlers, respond
from azulejos.server.api.routers import describe
from azulejos.server.cluster.heartbeat import Heartbeat
from azulejos.server.cluster.hints import make_hints
from azulejos.server.cluster.periodic import Periodic
from azulejos.server.errors import Busy
from azulejos.server.live.advice import Advice
from azulejos.server.live.audience import Audience
from azulejos.server.live.boards import SUBJECT, Boards
from azulejos.server.live.challenges import ChallengePost
from azulejos.server.live.connections import REVOCATION, Connections
from azulejos.server.live.documents import Documents
from azulejos.server.live.lobby import LOBBY, Lobby
from azulejos.server.live.mail import Mail
from azulejos.server.live.pairing import Pairing
from azulejos.server.live.presence import Presence
from azulejos.server.live.push import Push
from azulejos.server.live.reviews import Reviews
from azulejos.server.live.tables import Tables
from azulejos.server.live.talk import SUBJECT as WORDS
from azulejos.server.live.talk import Talk
from azulejos.server.live.tournaments import Tournaments
from azulejos.server.ops.addresses import Peers
from azulejos.server.ops.limits import Limits
from azulejos.server.ops.load import Load
from azulejos.server.ops.logs import LogRequests, log
from azulejos.server.ops.page import add_page
from azulejos.server.ops.security import guard
from azulejos.server.ops.status import Status
from azulejos.server.people.accounts import People
from azulejos.server.people.bans import Bans
from azulejos.server.people.blocks import Blocks
from azulejos.server.people.challenges import Challenges, store_challenges
from azulejos.server.people.follows import Follows
from azulejos.server.people.letters import Letters, store_digests
from azulejos.server.people.mail import Mailboxes
from azulejos.server.people.passkeys import Passkeys
from azulejos.server.people.rated_games import RatedGames, store_positions
from azulejos.server.people.rated_results import store_ratings
from azulejos.server.people.recovery import Recovery
from azulejos.server.people.reports import Reports
from azulejos.server.people.sessions import Sessions
from azulejos.server.people.subscriptions import Subscriptions, store_calls
from azulejos.server.people.tokens import Tokens
from azulejos.server.people.vacations import Vacations
from azulejos.server.people.words import Speech
from azulejos.server.services import Services
from azulejos.server.settings import Settings
from azulejos.server.socket import connection
from azulejos.server.storage.analyses import StoredAnalyses
from azulejos.server.storage.database import Database
from azulejos.server.storage.reviews import StoredReviews
from azulejos.server.storage.store import Store
from azulejos.server.storage.tournaments import StoredTournaments, store_results
from azulejos.server.thinking.analysis import Analyses
from azulejos.server.thinking.analysts import Analysts
from azulejos.server.thinking.bots import Bots
from azulejos.server.thinking.pictures import Pictures
from azulejos.server.thinking.readiness import Readiness
from azulejos.server.thinking.workers import Workers
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
