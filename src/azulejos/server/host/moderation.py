"""The acts of moderators, and possible engine use for them to look at.

The moderation page and `azulejos admin` use the same functions.

In reviewed rated games it is known which moves were those of the strongest search.
Stronger people agree with it more often, so a person is compared with what the others of the same
pool lead one to expect at that rating: a straight line through their shares, weighted by moves.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from azulejos.contract.rules import Json
from azulejos.errors import AzulejosError
from azulejos.server.host.acts import HostAct
from azulejos.server.host.people import find_person
from azulejos.server.ids import make_id
from azulejos.server.ratings.ratings import Rating, pool_of
from azulejos.server.storage import schema
from azulejos.server.timing import now
from azulejos.text import Text
from azulejos.wire.accounts import Reason

people, reports, warnings, chat = (
    schema.people,
    schema.reports,
    schema.warnings,
    schema.chat_messages,
)
MAX_HISTORY = 100  # rows of each kind in a person's history


def list_reports(act: HostAct, limit: int, with_closed: bool = False) -> list[Json]:
    """Reports with the names of both people, the newest first."""
    query = reports_query().limit(limit)
    if not with_closed:
        query = query.where(reports.c.closed_at.is_(None))
    return mappings(act, query)


def reports_query() -> sa.Select[Any]:
    by, about = people.alias("by_person"), people.alias("about_person")
    return (
        sa.select(reports, by.c.name.label("by_name"), about.c.name.label("person_name"))
        .join(by, by.c.id == reports.c.by)
        .join(about, about.c.id == reports.c.person)
        .order_by(reports.c.at.desc(), reports.c.id)
    )


def close_report(act: HostAct, report: str) -> None:
    """Mark a report as dealt with."""
    update = sa.update(reports).where(reports.c.id == report, reports.c.closed_at.is_(None))
    if act.connection.execute(update, {"closed_at": now()}).rowcount != 1:
        raise AzulejosError(Text("people.no_report", {"report": report}))
    act.record("close", report)


def warn(act: HostAct, who: str, reason: Reason) -> str:
    """Warn a person, who has to confirm it on the page; return the person's id."""
    person = str(find_person(act, who).id)
    values = {"id": make_id(), "person": person, "reason": reason, "at": now()}
    act.connection.execute(sa.insert(warnings), values)
    act.record("warn", person, reason=reason)
    return person


def set_moderator(act: HostAct, who: str, is_moderator: bool) -> str:
    """Make an account a moderator, or end that; return its name."""
    person = find_person(act, who)
    if person.kind != "account":
        raise AzulejosError(Text("admin.no_account", {"who": who}))
    update = sa.update(people).where(people.c.id == person.id)
    act.connection.execute(update, {"is_moderator": is_moderator})
    act.record("moderator", person.id, is_moderator=is_moderator)
    return str(person.name)


def list_words(act: HostAct, table: str) -> list[Json]:
    """All chat messages at a table, the first ones first."""
    query = (
        sa.select(chat, people.c.name)
        .join(people, people.c.id == chat.c.person)
        .where(chat.c.table == table)
        .order_by(chat.c.number)
    )
    return mappings(act, query)


def history_of(act: HostAct, who: str) -> Json:
    """The reports, warnings, bans and acts about a person."""
    person = find_person(act, who)
    bans, acts = schema.bans, schema.host_acts
    queries = {
        "reports": reports_query().where(reports.c.person == person.id),
        "warnings": sa.select(warnings)
        .where(warnings.c.person == person.id)
        .order_by(warnings.c.at.desc()),
        "bans": sa.select(bans)
        .where(bans.c.person == person.id)
        .order_by(bans.c.created_at.desc()),
        "acts": sa.select(acts).where(acts.c.subject == person.id).order_by(acts.c.at.desc()),
    }
    found = {name: mappings(act, query.limit(MAX_HISTORY)) for name, query in queries.items()}
    return {"person": person.id, "name": person.name, "kind": person.kind} | found


def mappings(act: HostAct, query: sa.Select[Any]) -> list[Json]:
    return [dict(row._mapping) for row in act.connection.execute(query)]


# ---- Engine use

MAX_GAMES = 300  # reviewed rated games that are looked at, the last ones
MIN_MOVES = 60  # of a person, before anything is said
MIN_OTHERS = 3  # people of the pool with whom a person can be compared
CONSPICUOUS = 3.0  # standard deviations above what is expected
tables, entries, ratings = schema.tables, schema.review_entries, schema.ratings


@dataclass(frozen=True)
class Agreement:
    """How often a person played the move of the strongest search, in one pool."""

    person: str  # id
    pool: str
    mu: float  # of the person's rating
    games: int
    moves: int
    agreed: int  # of these moves

    @property
    def share(self) -> float:
        return self.agreed / self.moves


@dataclass(frozen=True)
class EngineUse:
    """A person who agrees more often than others of the same rating."""

    agreement: Agreement
    expected: float  # share of moves
    deviations: float  # standard deviations above it


def find_engine_use(act: HostAct) -> list[EngineUse]:
    """The people who stand out, the most striking first."""
    return engine_use_among(read_agreements(act.connection))


def engine_use_among(found: Sequence[Agreement]) -> list[EngineUse]:
    """Those of some people, each in a pool, who agree more often than their rating explains."""
    found_use = []
    for each in found:
        others = [x for x in found if x.pool == each.pool and x.person != each.person]
        if each.moves < MIN_MOVES or len(others) < MIN_OTHERS:
            continue
        expected = expected_share(others, each.mu)
        spread = math.sqrt(each.moves * expected * (1 - expected))
        deviations = (each.agreed - each.moves * expected) / spread
        if deviations >= CONSPICUOUS:
            found_use.append(EngineUse(each, expected, deviations))
    return sorted(found_use, key=lambda use: -use.deviations)


def expected_share(others: Sequence[Agreement], mu: float) -> float:
    """The share that those of others predict at a rating; never quite 0 or 1."""
    total = sum(each.moves for each in others)
    mean_mu = sum(each.mu * each.moves for each in others) / total
    mean = sum(each.agreed for each in others) / total
    spread = sum(each.moves * (each.mu - mean_mu) ** 2 for each in others)
    joint = sum(each.moves * (each.mu - mean_mu) * (each.share - mean) for each in others)
    slope = max(0.0, joint / spread) if spread else 0.0
    return min(0.95, max(0.05, mean + slope * (mu - mean_mu)))


# ---- In the database


def read_agreements(connection: sa.Connection) -> list[Agreement]:
    """How often everybody agreed with the search, by person and pool."""
    counts: dict[tuple[str, str], list[int]] = {}  # games, moves, agreed
    for summary, moves in reviewed_games(connection):
        pool = pool_of(summary["game"], summary["players"])
        for seat, person in enumerate(each["person"] for each in summary["seats"]):
            own = [text == best for who, text, best in moves if who == seat]
            if person and own:
                before = counts.setdefault((person, pool), [0, 0, 0])
                counts[person, pool] = [
                    n + more for n, more in zip(before, (1, len(own), sum(own)), strict=True)
                ]
    known = sa.select(ratings.c.person, ratings.c.pool, ratings.c.mu)
    mus = {(row.person, row.pool): row.mu for row in connection.execute(known)}
    return [
        Agreement(*key, mus.get(key, Rating().mu), *numbers)
        for key, numbers in sorted(counts.items())
    ]


def reviewed_games(connection: sa.Connection) -> list[tuple[Json, list[tuple[int, str, str]]]]:
    """The last reviewed rated games: summary, and the seat, move and best move of each move."""
    reviewed = sa.select(entries.c.table).where(entries.c.ply == 0)
    games = (
        sa.select(tables.c.id, tables.c.summary)
        .where(tables.c.status == "over", tables.c.id.in_(reviewed))
        .where(tables.c.plan["is_rated"].as_boolean())
        .order_by(tables.c.moved_at.desc())
        .limit(MAX_GAMES)
    )
    data = entries.c.data
    moves = sa.select(
        data["seat"].as_integer(), data["text"].as_string(), data["judgement", "best"].as_string()
    )
    found = []
    for row in connection.execute(games).all():
        here = connection.execute(moves.where(entries.c.table == row.id)).all()
        found.append((row.summary, [(s, text, best) for s, text, best in here if best]))
    return found
