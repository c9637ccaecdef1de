"""The feature `play`: live tables, the connections to them, the lobby and quick pairing."""

from contextlib import suppress

from azulejos.server.accounts.conduct import Bans
from azulejos.server.accounts.credentials import Sessions, Tokens
from azulejos.server.accounts.relations import Blocks
from azulejos.server.cluster.channel import POLL_S, Hints
from azulejos.server.cluster.heartbeat import BEAT_S, TICK_S, Downtime, Heartbeat
from azulejos.server.cluster.periodic import Periodic, for_each
from azulejos.server.errors import Busy
from azulejos.server.feature import Expired, Feature, Job, Parts, Preview, Session, SessionListener
from azulejos.server.play import export_routes, lobby_routes, routes
from azulejos.server.play.connections import REVOCATION, Connections
from azulejos.server.play.connections import router as socket_router
from azulejos.server.play.due import DueTables
from azulejos.server.play.lobby import Lobby, Pairing
from azulejos.server.play.presence import ANYWHERE, Audience, Presence
from azulejos.server.play.rated_games import RatedGames, store_positions
from azulejos.server.play.session import HANDLERS, SessionParts
from azulejos.server.play.tables import SUBJECT, Tables
from azulejos.server.settings import Settings
from azulejos.server.storage import schema
from azulejos.server.storage.database import Database
from azulejos.server.storage.growth import abandoned_tables, is_silent
from azulejos.server.storage.store import NoTable, Store
from azulejos.server.table.table import Table
from azulejos.server.timing import DAY_S, TIMING, now
from azulejos.server.web.page import ID, game_name, home
from azulejos.text import Text, render

DUE_S = 0.5  # between two searches for tables that are due
REVOKED_S = 0.4  # between two queries for revocations of sessions and tokens (R38)
AUDIENCE_S = 3.0  # between two updates of who is online and who watches
EXPIRED_S = 30.0  # between two searches for connections whose session has expired
VIEWS = frozenset(("text", "board", "review"))  # of a table
TABLE_PICTURE = "/api/v1/tables/{id}/picture.png"


class Attendance(SessionListener):
    """Counts clients among those who are present, online or watching."""

    def __init__(self, presence: Presence, audience: Audience, lobby: Lobby):
        self.presence, self.audience, self.lobby = presence, audience, lobby

    def begin(self, session: Session) -> None:
        self.audience.add(ANYWHERE, session.person)

    def watch(self, session: Session, table: Table) -> None:
        self.presence.add(table, session.person)
        self.audience.add(table.plan.id, session.person)

    def unwatch(self, session: Session, table_id: str) -> None:
        self.presence.remove(table_id, session.person)
        self.audience.remove(table_id, session.person)

    def end(self, session: Session) -> None:
        self.audience.remove(ANYWHERE, session.person)
        self.lobby.unlisten(session)


def make_feature(parts: Parts) -> Feature:
    database, store, publish = parts[Database], parts[Store], parts[Hints].publish
    settings, bans, heartbeat = parts[Settings], parts[Bans], parts[Heartbeat]
    tables = parts.add(Tables(store, publish, parts[Downtime]))
    lobby = parts.add(Lobby(store, publish))
    presence = parts.add(Presence(tables))
    audience = parts.add(Audience(database, heartbeat.id))
    connections = parts.add(Connections(parts[Sessions], parts[Tokens], publish))
    parts[Sessions].on_revocation = parts[Tokens].on_revocation = connections.on_revocation
    due = parts.add(DueTables(tables, presence, heartbeat, parts[Periodic]))
    parts.add(Pairing(tables, store, parts[Blocks]))
    parts.add(RatedGames(database))
    parts.add(SessionParts())

    async def close_banned() -> None:
        await bans.refresh()
        connections.close_banned(bans)

    async def close_abandoned() -> None:
        await for_each(await abandoned_tables(database, settings, now()), due.close)

    async def pause_clocks() -> None:
        with suppress(Busy):  # the others will see that this process does not answer any more
            await heartbeat.sure_until()  # sees also those that have just started
            if heartbeat.has_others:
                await tables.pause_clocks()

    async def describe_page(words: list[str], language: str) -> Preview | None:
        match words:
            case ["lobby"] | ["new"] | ["games"]:
                return home(language)
            case ["table", table, *view] if ID.fullmatch(table) and is_view(view):
                try:
                    live = await tables.get_current(table)
                except NoTable:
                    return None
                return describe_table(live.seen_by("", now()).table, language)
        return None

    return Feature(
        routers=(
            *(routes.router, lobby_routes.router, lobby_routes.watching_router),
            *(export_routes.router, socket_router),
        ),
        messages=HANDLERS,
        sessions=[Attendance(presence, audience, lobby)],
        jobs=[
            Job(TICK_S, due.tick),
            Job(DUE_S, due.check_all, "clocks"),
            Job(POLL_S, tables.poll),
            Job(POLL_S, close_banned),
            Job(AUDIENCE_S, audience.store),
            Job(REVOKED_S, connections.find_revocations),
            Job(EXPIRED_S, connections.close_revoked),
            Job(BEAT_S, due.reap_dead),
            Job(TIMING.close_s, close_abandoned),
        ],
        expired=closed_tables(settings.keep_open_days),
        hooks=[store_positions],
        on_change=[presence.on_change, lobby.on_change],
        subjects={SUBJECT: tables.on_hint, REVOCATION: connections.on_hint},
        channels=[lobby.channel],
        pages=[describe_page],
        start=[lobby.start, due.start],
        stop=[presence.stop, pause_clocks, lobby.stop],
    )


def closed_tables(days: float) -> list[Expired]:
    """Tables that were closed before a game began; none if the days are 0."""
    closed = Expired(schema.tables, lambda at: is_silent("closed", at - days * DAY_S))
    return [closed] if days else []


def is_view(words: list[str]) -> bool:
    """Are these words of an address nothing, or how a table is shown?"""
    return not words or (len(words) == 1 and words[0] in VIEWS)


def describe_table(table: Table, language: str) -> Preview:
    """A link to a table: its game, who plays, how it stands, and a picture of the position."""
    names = [seat.name for seat in table.seats if seat.name]
    title = ": ".join(
        filter(None, (render(game_name(table.plan.game), language), ", ".join(names)))
    )
    about = render(Text(f"page.table.{table.status}"), language)
    return Preview(200, title, about, TABLE_PICTURE.format(id=table.plan.id))
