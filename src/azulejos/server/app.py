"""The wiring: what a server is made of, in the order in which it starts and ends. Read this first.

A request or a message comes in (`api/`, `socket`), somebody is found who asks (`people/`), a verb
decides (`verbs/`) inside `tables.act`, `store` commits, `updates` tells. Bots (`bots`) and the
wake-up call (`wakes`) come in by the same door.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from azulejos import __version__
from azulejos.server.api import people, players, programs, tables
from azulejos.server.api.problems import install_handlers
from azulejos.server.api.routers import PATH, describe
from azulejos.server.cluster.heartbeat import Servers
from azulejos.server.cluster.hints import LOBBY, make_hints
from azulejos.server.cluster.periodic import Wakes
from azulejos.server.live.connections import Sockets
from azulejos.server.live.lobby import Lobby
from azulejos.server.live.presence import Presence
from azulejos.server.live.tables import Tables
from azulejos.server.ops import metrics
from azulejos.server.ops.limits import Limits
from azulejos.server.ops.logs import LogRequests
from azulejos.server.ops.page import add_page
from azulejos.server.ops.security import guard
from azulejos.server.people.accounts import People
from azulejos.server.people.ratings import store_ratings
from azulejos.server.people.sessions import Sessions
from azulejos.server.people.tokens import Tokens
from azulejos.server.services import House
from azulejos.server.settings import Settings
from azulejos.server.socket import connection as socket
from azulejos.server.storage.database import Database
from azulejos.server.storage.migrations import migrate
from azulejos.server.storage.store import Store
from azulejos.server.thinking.bots import Bots
from azulejos.server.thinking.workers import Workers


def make_house(settings: Settings) -> House:
    """Put the parts together; nothing runs yet."""
    database = Database(settings.database)
    store, hints = Store(database), make_hints(settings.redis)
    store.inside.append(store_ratings)
    tables, lobby = Tables(store, hints), Lobby(store, hints)
    sessions, tokens = Sessions(database), Tokens(database)
    workers, presence, sockets = Workers(settings.workers), Presence(tables), Sockets()
    bots = Bots(tables, workers, settings.bot_pause_s)
    tables.after += [bots.consider, presence.consider, lobby.consider]
    hints.hear = lambda table, version: hear(tables, lobby, table, version)
    return House(
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
        sockets=sockets,
        workers=workers,
        bots=bots,
        servers=Servers(database),
    )


def hear(tables: Tables, lobby: Lobby, table: str, version: int) -> None:
    """Another process says that something changed."""
    if table == LOBBY:
        lobby.stir()
    else:
        tables.hear(table, version)


def make_app(settings: Settings) -> FastAPI:
    """The server as an ASGI application."""
    house = make_house(settings)

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        async with run_house(house):
            yield

    app = FastAPI(
        title="Azulejos",
        version=__version__,
        lifespan=life,
        openapi_url=f"{PATH}/openapi.json",
        docs_url=None,  # its page would need scripts from elsewhere
        redoc_url=None,
    )
    app.state.house = house
    for part in (people, tables, players, programs, socket, metrics):
        app.include_router(part.router)
    describe(app)
    install_handlers(app)
    add_page(app)  # last: it answers whatever nobody else does
    app.add_middleware(guard, settings=settings)
    app.add_middleware(LogRequests)
    return app


@asynccontextmanager
async def run_house(house: House) -> AsyncIterator[None]:
    """Start what runs by itself, and end it in the opposite order."""
    migrate(house.database.url.render_as_string(hide_password=False))
    house.tables.down_until = await house.servers.begin()
    await house.hints.start()
    house.lobby.start()
    house.workers.start()
    wakes = Wakes(house)
    wakes.start()
    warming = asyncio.create_task(house.tables.warm())
    try:
        yield
    finally:
        warming.cancel()
        await wakes.stop()
        await house.bots.stop()
        await house.presence.stop()
        if await house.servers.has_others():
            await house.tables.pause_clocks()
        house.workers.stop()
        house.lobby.stop()
        await house.hints.stop()
        await house.servers.end()
        house.people.close()
        house.database.close()
