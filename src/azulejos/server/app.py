"""The application: what a server is made of, and the order in which it starts and stops.

The path of a move: a message arrives (`socket/connection`) or a request (`api/tables`), the caller
is authenticated (`people/callers`), a verb decides (`table/verbs`) inside `live/tables.Tables.act`,
`storage/store` commits, the sender is acknowledged, and `live/updates` encodes the update that all
listeners get. Bots (`thinking/bots`) and periodic work (`cluster/periodic`) use the same path.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from azulejos import __version__
from azulejos.server.api import health, people, players, programs, tables
from azulejos.server.api.problems import install_handlers, respond
from azulejos.server.api.routers import PATH, describe
from azulejos.server.cluster.heartbeat import Heartbeat
from azulejos.server.cluster.hints import make_hints
from azulejos.server.cluster.periodic import Periodic
from azulejos.server.live.connections import Connections
from azulejos.server.live.lobby import LOBBY, Lobby
from azulejos.server.live.presence import Presence
from azulejos.server.live.tables import Tables
from azulejos.server.ops.limits import Limits
from azulejos.server.ops.logs import LogRequests
from azulejos.server.ops.page import add_page
from azulejos.server.ops.security import guard
from azulejos.server.people.accounts import People
from azulejos.server.people.ratings import store_ratings
from azulejos.server.people.sessions import Sessions
from azulejos.server.people.tokens import Tokens
from azulejos.server.services import Services
from azulejos.server.settings import Settings
from azulejos.server.socket import connection
from azulejos.server.storage.database import Database
from azulejos.server.storage.store import Store
from azulejos.server.thinking.bots import Bots
from azulejos.server.thinking.readiness import Readiness
from azulejos.server.thinking.workers import Workers


def make_services(settings: Settings) -> Services:
    """Create the parts of a server and connect them; nothing runs yet."""
    database = Database(settings.database)
    store, hints = Store(database), make_hints(settings.redis)
    store.hooks.append(store_ratings)
    tables, lobby = Tables(store, hints.publish), Lobby(store, hints.publish)
    sessions, tokens = Sessions(database), Tokens(database)
    workers, presence = Workers(settings.workers), Presence(tables)
    connections, heartbeat = Connections(sessions, tokens), Heartbeat(database)
    readiness = Readiness()
    bots = Bots(tables.act, workers, readiness, settings.bot_pause_s)
    tables.on_change += [readiness.on_change, bots.on_change, presence.on_change, lobby.on_change]
    hints.on_hint = lambda table, version: (
        lobby.mark_changed() if table == LOBBY else tables.on_hint(table, version)
    )
    return Services(
        settings=settings,
        database=database,
        store=store,
        hints=hints,
        tables=tables,
        people=People(database),
        sessions=sessions,
        tokens=tokens,
        limits=Limits(settings.limits),
        lobby=lobby,
        presence=presence,
        connections=connections,
        workers=workers,
        readiness=readiness,
        bots=bots,
        heartbeat=heartbeat,
        periodic=Periodic(tables, bots, presence, connections, heartbeat),
    )


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
        openapi_url=f"{PATH}/openapi.json",
        docs_url=None,  # its page loads scripts from another host
        redoc_url=None,
    )
    app.state.services = services
    for part in (people, tables, players, programs, connection, health):
        app.include_router(part.router)
    describe(app)
    install_handlers(app)
    add_page(app)  # last, because it matches every path
    app.add_middleware(guard, settings=settings, respond=respond)
    app.add_middleware(LogRequests)
    return app


@asynccontextmanager
async def run_services(services: Services) -> AsyncIterator[None]:
    """Start everything that runs by itself, and stop it in reverse order."""
    services.tables.down_until = await services.heartbeat.register()
    await services.hints.start()
    services.lobby.start()
    services.workers.start()
    services.periodic.start()
    services.readiness.start()
    try:
        yield
    finally:
        await services.periodic.stop()
        await services.bots.stop()
        await services.presence.stop()
        if await services.heartbeat.has_others():
            await services.tables.pause_clocks()
        services.workers.stop()
        await services.readiness.stop()
        services.lobby.stop()
        await services.hints.stop()
        await services.heartbeat.unregister()
        services.people.close()
        services.database.close()
