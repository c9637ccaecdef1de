"""The acts of moderators: reports, chat at tables, warnings, and who is a moderator.

The moderation page and `azulejos admin` use the same functions.
"""

from typing import Any

import sqlalchemy as sa

from azulejos.contract.rules import Json
from azulejos.errors import AzulejosError
from azulejos.server.host.acts import HostAct
from azulejos.server.host.people import find_person
from azulejos.server.ids import make_id
from azulejos.server.storage import schema
from azulejos.server.wall_clock import now
from azulejos.text import Text
from azulejos.wire.accounts import Reason

people, reports, warnings, words = schema.people, schema.reports, schema.warnings, schema.words
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
        sa.select(words, people.c.name)
        .join(people, people.c.id == words.c.person)
        .where(words.c.table == table)
        .order_by(words.c.number)
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
