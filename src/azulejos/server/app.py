"""The application: the list of features, and the order in which a server starts and stops.

The path of a move: a message arrives (`play/connections`) or a request (`play/routes`), the caller
is authenticated (`accounts/callers`), a verb decides (`table/verbs`) inside `Tables.act`,
`storage/store` commits the events, with the hooks of features in the same transaction, the sender
is acknowledged, and `play/updates` encodes the update that all listeners get. Bots (`bots/bots`)
and tables that are due (`play/due`) use the same path.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from inspect import isawaitable
from time import monotonic

from fastapi import FastAPI

from azulejos import __version__
from azulejos.server import core
from azulejos.server.analysis import feature as analysis
from azulejos.server.bots import bots
from azulejos.server.cluster.channel import POLL_S, Hints
from azulejos.server.cluster.periodic import Periodic
from azulejos.server.errors import Busy
from azulejos.server.feature import Feature, Job, Parts, Personal
from azulejos.server.host import feature as host
from azulejos.server.notices import feature as notices
from azulejos.server.play import feature as play
from azulejos.server.play.session import SessionParts
from azulejos.server.play.tables import Tables
from azulejos.server.school import feature as school
from azulejos.server.settings import Settings
from azulejos.server.social import feature as social
from azulejos.server.storage.database import Database
from azulejos.server.storage.growth import FeatureRows
from azulejos.server.storage.store import Store
from azulejos.server.tournaments import feature as tournaments
from azulejos.server.web.limits import Limits
from azulejos.server.web.load import Load
from azulejos.server.web.logs import LogRequests, log
from azulejos.server.web.page import add_page, make_describe
from azulejos.server.web.problems import install_handlers, respond
from azulejos.server.web.routers import describe
from azulejos.server.web.security import guard

START_S = 60.0  # how long a server that starts waits for its database

MakeFeature = Callable[[Parts], Feature]
CORE: tuple[MakeFeature, ...] = (  # each uses the parts of those before it
    core.make_web,
    core.make_storage,
    core.make_cluster,
    core.make_thinking,
    core.make_accounts,
    core.make_ratings,
    play.make_feature,
)
FEATURES: tuple[MakeFeature, ...] = (  # each uses the core, and none of the others
    social.make_feature,
    tournaments.make_feature,
    analysis.make_feature,
    school.make_feature,
    notices.make_feature,
    bots.make_feature,
    host.make_feature,
)


class Server:
    """The features of a server, connected with each other; nothing runs until `run`."""

    def __init__(self, settings: Settings, features: Sequence[MakeFeature] = FEATURES):
        self.parts = Parts()
        self.parts.add(settings)
        self.features = [make(self.parts) for make in (*CORE, *features)]
        sessions = self.parts[SessionParts]
        for feature in self.features:
            self.parts[Store].hooks.extend(feature.hooks)
            self.parts[Tables].on_change.extend(feature.on_change)
            self.parts[Hints].subjects.update(feature.subjects)
            for channel in feature.channels:
                self.parts[Hints].subjects[channel.name] = channel.on_hint
            self.parts[FeatureRows].expired.extend(feature.expired)
            self.parts[FeatureRows].personal.extend(feature.personal)
            sessions.handlers.update(feature.messages)
            sessions.listeners.extend(feature.sessions)

    @asynccontextmanager
    async def run(self) -> AsyncIterator[None]:
        """Start the features, and stop them in reverse order."""
        for feature in self.features:
            for start in feature.start:
                await when_answered(start)
        self.start_jobs()
        try:
            yield
        finally:
            await self.parts[Periodic].stop()
            for feature in reversed(self.features):
                for stop in feature.stop:
                    await call(stop)

    def start_jobs(self) -> None:
        """Start the periodic work of all features."""
        for feature in self.features:
            polls = [Job(POLL_S, channel.poll) for channel in feature.channels]
            self.parts[Periodic].start([*feature.jobs, *polls])


def personal_rows() -> Sequence[Personal]:
    """The rows about people of all features, for commands that run without a server."""
    parts = Server(Settings(database="sqlite://")).parts
    parts[Database].close()
    return parts[FeatureRows].personal


def make_app(settings: Settings, features: Sequence[MakeFeature] = FEATURES) -> FastAPI:
    """The server as an ASGI application. `cli/serve.py` migrates the database before it runs."""
    server = Server(settings, features)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with server.run():
            yield

    app = FastAPI(
        title="Azulejos",
        version=__version__,
        lifespan=lifespan,
        openapi_url=None,  # `describe` adds a route that makes it outside the event loop
        docs_url=None,  # its page loads scripts from another host
        redoc_url=None,
    )
    app.state.parts = server.parts
    routers = [router for feature in server.features for router in feature.routers]
    for router in routers:
        app.include_router(router)
    describe(app, routers)
    install_handlers(app)
    pages = [page for feature in server.features for page in feature.pages]
    add_page(app, make_describe(pages), settings.public_origin)  # last: it matches every path
    limits, load = server.parts[Limits], server.parts[Load]
    app.add_middleware(guard, settings=settings, respond=respond, limits=limits, load=load)
    app.add_middleware(LogRequests)
    return app


async def call(work: Callable[[], Awaitable[None] | None]) -> None:
    """Call a function that may be asynchronous."""
    result = work()
    if isawaitable(result):
        await result


async def when_answered(work: Callable[[], Awaitable[None] | None]) -> None:
    """Do a first piece of work, again while the database is too busy to answer."""
    end = monotonic() + START_S
    while True:
        try:
            return await call(work)
        except Busy:
            if monotonic() > end:
                raise
            log.warning("start", error="the database does not answer")
