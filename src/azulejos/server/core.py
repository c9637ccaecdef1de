"""The core features of a server, except `play/`; each uses the parts of those before it."""

from contextlib import suppress

import sqlalchemy as sa

from azulejos.server.accounts import routes as account_routes
from azulejos.server.accounts.conduct import Bans, Reports
from azulejos.server.accounts.credentials import Recovery, Sessions, Tokens
from azulejos.server.accounts.passkeys import Passkeys
from azulejos.server.accounts.people import People
from azulejos.server.accounts.relations import Blocks, Follows
from azulejos.server.cluster.channel import Hints, make_hints
from azulejos.server.cluster.heartbeat import BEAT_S, Downtime, Heartbeat
from azulejos.server.cluster.periodic import Periodic
from azulejos.server.errors import Busy
from azulejos.server.feature import Expired, Feature, Job, Parts, Personal, Preview
from azulejos.server.ratings import routes as rating_routes
from azulejos.server.ratings.rated_results import store_ratings
from azulejos.server.settings import Settings
from azulejos.server.storage import schema
from azulejos.server.storage.database import Database
from azulejos.server.storage.growth import FeatureRows, delete_old, unused
from azulejos.server.storage.store import Store
from azulejos.server.thinking.analysts import Analysts
from azulejos.server.thinking.workers import Pictures, Workers
from azulejos.server.timing import DAY_S, TIMING, now
from azulejos.server.web import metrics
from azulejos.server.web.documents import Documents
from azulejos.server.web.limits import Limits, Peers, Sockets
from azulejos.server.web.load import Load
from azulejos.server.web.logs import log
from azulejos.server.web.page import describe_page, home
from azulejos.server.web.status import Status


def make_web(parts: Parts) -> Feature:
    settings = parts[Settings]
    parts.add(Status())
    parts.add(Limits(settings.limits))
    load = parts.add(
        Load(settings.busy_lag_s, settings.busy_writes, settings.busy_requests, settings.busy_moves)
    )
    parts.add(Peers(settings.connections_per_address, settings.limits, settings.trusted_proxies))
    parts.add(Sockets(settings.sockets_per_address, settings.limits))
    documents = parts.add(Documents())
    return Feature(pages=[describe_page], start=[load.start], stop=[load.stop, documents.close])


def make_storage(parts: Parts) -> Feature:
    settings = parts[Settings]
    database = parts.add(Database(settings.database))
    parts.add(Store(database))
    parts[Load].count_writes = database.count_waiting

    rows = parts.add(FeatureRows())

    async def delete() -> None:
        deleted = await delete_old(database, rows.expired, now())
        for kind, count in deleted.items():
            metrics.deleted.labels(kind).inc(count)
        if deleted:
            log.info("deleted", **deleted)

    return Feature(jobs=[Job(TIMING.delete_s, delete)], stop=[database.close])


def make_cluster(parts: Parts) -> Feature:
    hints = parts.add(make_hints(parts[Settings].redis), Hints)
    downtime = parts.add(Downtime(parts[Database]))
    heartbeat = parts.add(Heartbeat(parts[Database], downtime))
    parts.add(Periodic(parts[Status]))

    async def unregister() -> None:
        with suppress(Busy):  # the others will see that it does not answer any more
            await heartbeat.unregister()

    return Feature(
        jobs=[Job(BEAT_S, heartbeat.beat, "database")],
        start=[hints.start, heartbeat.register],
        stop=[hints.stop, unregister],
    )


def make_thinking(parts: Parts) -> Feature:
    workers = parts.add(Workers(parts[Settings].workers))
    analysts = parts.add(make_analysts(parts[Settings]))
    parts.add(Pictures(workers))
    return Feature(start=[workers.start, analysts.start], stop=[workers.stop, analysts.stop])


def make_analysts(settings: Settings) -> Analysts:
    """The processes for analyses and reviews: of this machine, or on a Ray cluster."""
    if not settings.ray:
        return Analysts(settings.analysts)
    from azulejos.server.thinking.remote_analysts import open_remote_analysts

    return Analysts(settings.analysts, open_remote_analysts(settings.ray))


def make_accounts(parts: Parts) -> Feature:
    database = parts[Database]
    people, bans = parts.add(People(database)), parts.add(Bans(database))
    parts.add(Sessions(database))
    parts.add(Tokens(database))
    parts.add(Recovery(people))
    parts.add(Passkeys(people))
    parts.add(Blocks(database))
    parts.add(Follows(database))
    parts.add(Reports(database))
    return Feature(
        routers=[account_routes.router],
        expired=expired_credentials(parts[Settings]),
        personal=[
            *map(Personal, (schema.sessions, schema.tokens, schema.passkeys)),
            *map(Personal, (schema.bans, schema.warnings)),
            *(Personal(table, ("person", "other")) for table in (schema.blocks, schema.follows)),
            Personal(schema.reports, ("person", "by"), is_shown=False),
            Personal(schema.former_names, is_shown=False),
            Personal(schema.recovery_codes, is_shown=False),
        ],
        pages=[describe_account],
        start=[bans.refresh],
        stop=[people.close],
    )


def expired_credentials(settings: Settings) -> list[Expired]:
    """Sessions and challenges whose time is over, tokens that nobody uses, and guests who never sat
    at a table and do not come back.
    """
    sessions, challenges, tokens = schema.sessions, schema.passkey_challenges, schema.tokens
    used_at = sa.func.coalesce(tokens.c.used_at, tokens.c.created_at)
    days, people = settings.keep_guests_days, schema.people
    return [
        Expired(sessions, lambda at: sessions.c.expires_at < at),
        Expired(challenges, lambda at: challenges.c.expires_at < at),
        *unused(tokens, used_at, settings.keep_tokens_days),
        *([Expired(people, lambda at: is_old_guest(at - days * DAY_S))] if days else []),
    ]


def is_old_guest(since: float) -> sa.ColumnElement[bool]:
    """The condition for guests who were not seen since a time and never sat at a table."""
    people, sessions, seats = schema.people, schema.sessions, schema.seats
    sits = sa.exists().where(seats.c.person == people.c.id)
    is_seen = sa.exists().where(sessions.c.person == people.c.id, sessions.c.seen_at >= since)
    is_guest = sa.and_(people.c.kind == "guest", people.c.created_at < since)
    return sa.and_(is_guest, ~sits, ~is_seen)


async def describe_account(words: list[str], language: str) -> Preview | None:
    return home(language) if words == ["account"] else None


def make_ratings(parts: Parts) -> Feature:
    return Feature(
        routers=[rating_routes.router],
        hooks=[store_ratings],
        personal=[Personal(schema.ratings), Personal(schema.rating_changes, is_kept=True)],
        pages=[describe_leaders],
    )


async def describe_leaders(words: list[str], language: str) -> Preview | None:
    return home(language) if words == ["leaders"] else None
