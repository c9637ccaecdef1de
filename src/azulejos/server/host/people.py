"""The host's acts on people: find, rename, ban, export and delete."""

from collections.abc import Sequence
from ipaddress import ip_network
from typing import Any

import sqlalchemy as sa

from azulejos.contract.rules import Json
from azulejos.errors import AzulejosError
from azulejos.server.accounts.conduct import in_force
from azulejos.server.accounts.credentials import revoke
from azulejos.server.accounts.names import clean_name, friendly_name, name_key
from azulejos.server.accounts.people import PeopleError, require_free
from azulejos.server.feature import Personal
from azulejos.server.host.acts import Host, HostAct, try_load
from azulejos.server.ids import make_id
from azulejos.server.storage import schema
from azulejos.server.table import verbs
from azulejos.server.table.replay import make_record
from azulejos.server.table.verbs.host import announce_name
from azulejos.server.timing import now
from azulejos.text import Text

SHOWN = ("id", "name", "kind", "language", "created_at")  # columns of a person without secrets
people, bans, events = schema.people, schema.bans, schema.events


def list_people(act: HostAct, name: str | None, limit: int) -> list[Json]:
    """People, the newest first; with a name those whose name contains it."""
    query = sa.select(*(people.c[each] for each in SHOWN)).order_by(people.c.created_at.desc())
    if name:
        query = query.where(sa.func.lower(people.c.name).contains(name.lower(), autoescape=True))
    return [dict(row._mapping) for row in act.connection.execute(query.limit(limit))]


def find_person(act: HostAct, who: str) -> sa.Row[Any]:
    """The person with an id, or the account with a name."""
    for condition in (people.c.id == who, people.c.key == name_key(who)):
        row = act.connection.execute(sa.select(people).where(condition)).one_or_none()
        if row is not None:
            return row
    raise PeopleError(Text("admin.nobody", {"who": who}))


# ---- Names


def rename_person(host: Host, who: str, name: str) -> str:
    """Give a person another name, also at tables and in records; return the new name."""
    person, shown = host.act(find_person, who), clean_name(name)
    host.act(store_name, person, shown)
    replace_names(host, person.id, person.name, shown)
    return shown


def store_name(act: HostAct, person: sa.Row[Any], shown: str) -> None:
    require_free(act.connection, shown, person.id)
    values = {"name": shown} | ({"key": name_key(shown)} if person.key else {})
    act.connection.execute(sa.update(people).where(people.c.id == person.id), values)
    act.record("rename", person.id, old=person.name, new=shown)


def replace_names(host: Host, person: str, old: str | None, new: str) -> None:
    """Replace a person's name at all tables; `old` None for whatever the seats are called."""
    named = host.act(events_naming, person)
    for table_id in sorted({row.table for row in named}):
        here = [row for row in named if row.table == table_id and old in (None, row.data["name"])]
        host.act(replace_name, table_id, here, person, old, new)


def events_naming(act: HostAct, person: str) -> list[sa.Row[Any]]:
    """The events that contain the name of a person."""
    kinds = ("joined", "renamed")
    query = sa.select(events.c.table, events.c.version, events.c.data).where(
        events.c.kind.in_(kinds), events.c.data["person"].as_string() == person
    )
    return list(act.connection.execute(query))


def replace_name(
    act: HostAct, table_id: str, named: list[sa.Row[Any]], person: str, old: str | None, new: str
) -> None:
    """Replace a person's name in stored events, and at the seats by an event that all notice."""
    for row in named:
        here = (events.c.table == table_id, events.c.version == row.version)
        update = sa.update(events).where(*here)
        act.connection.execute(update, {"data": row.data | {"name": new}})
    table = try_load(act, table_id)
    if table:
        act.append(announce_name(table, person, new, now()))


def tables_of(act: HostAct, person: str) -> list[str]:
    """Ids of the tables at which a person sits."""
    seats = schema.seats
    query = sa.select(seats.c.table).where(seats.c.person == person).distinct()
    return list(act.connection.scalars(query.order_by(seats.c.table)))


# ---- Bans


def ban(act: HostAct, who: str, days: float | None, reason: str) -> str:
    """Ban a person, an address or a network; return the id or network that is banned.

    The sessions and tokens of a person end.
    """
    network = parse_network(who)
    subject = network or str(find_person(act, who).id)
    at = now()
    values: Json = {"id": make_id(), "reason": reason[:200], "created_at": at}
    values |= {"person": None if network else subject, "network": network}
    values |= {"ends_at": None if days is None else at + days * 86_400}
    act.connection.execute(sa.insert(bans), values)
    if not network:
        end_sessions(act, subject)
    act.record("ban", subject, days=days, reason=reason)
    return subject


def unban(act: HostAct, who: str) -> str:
    """Lift all bans of a person or network; return the id or network."""
    network = parse_network(who)
    subject = network or str(find_person(act, who).id)
    if not lift_bans(act, subject):
        raise AzulejosError(Text("admin.no_ban", {"who": who}))
    return subject


def lift_bans(act: HostAct, subject: str) -> bool:
    """Lift all bans of a person's id or a network; return whether there were any."""
    is_subject = (bans.c.network == subject) | (bans.c.person == subject)
    found = act.connection.execute(sa.delete(bans).where(is_subject, in_force(now()))).rowcount
    if found:
        act.record("unban", subject)
    return bool(found)


def list_bans(act: HostAct) -> list[Json]:
    """The bans that are in force, the newest first."""
    query = sa.select(bans, people.c.name).outerjoin(people, people.c.id == bans.c.person)
    found = act.connection.execute(query.where(in_force(now())).order_by(bans.c.created_at.desc()))
    return [dict(row._mapping) for row in found]


def parse_network(who: str) -> str | None:
    """An address or network in its normal form; None if it is none."""
    try:
        return str(ip_network(who, strict=False))
    except ValueError:
        return None


def end_sessions(act: HostAct, person: str) -> None:
    """Delete the sessions and tokens of a person."""
    for table in (schema.sessions, schema.tokens):
        revoke(act.connection, sa.delete(table).where(table.c.person == person))


# ---- Export and deletion


def export_person(host: Host, who: str, personal: Sequence[Personal]) -> Json:
    """Everything that is stored about a person, as JSON, without secrets."""
    person = host.act(find_person, who)
    found = host.act(export_rows, person, personal)
    found["tables"] = [
        host.act(export_table, table_id, person.id) for table_id in host.act(tables_of, person.id)
    ]
    return found


def export_rows(act: HostAct, person: sa.Row[Any], personal: Sequence[Personal]) -> Json:
    """The rows about a person, by table."""
    found: Json = {"person": {name: getattr(person, name) for name in SHOWN}}
    for table in (each.table for each in personal if each.is_shown):
        shown = [each for each in table.columns if each.name not in ("person", "secret")]
        query = sa.select(*shown).where(table.c.person == person.id).order_by(*shown[:2])
        found[table.name] = [dict(row._mapping) for row in act.connection.execute(query)]
    act.record("export", person.id)
    return found


def export_table(act: HostAct, table_id: str, person: str) -> Json:
    """A game of a person as a record, with the person's seats; no record if it is damaged."""
    table = try_load(act, table_id)
    record = make_record(table).to_json() if table else None
    return {"table": table_id, "seats": table.seats_of(person) if table else [], "record": record}


def delete_person(host: Host, who: str, personal: Sequence[Personal]) -> str:
    """Delete what is stored about a person, except games; return the name that they now show.

    The person leaves open tables and resigns running games.
    """
    person, name = host.act(find_person, who), friendly_name()
    host.act(end_sessions, person.id)
    for table_id in host.act(tables_of, person.id):
        host.act(leave_table, table_id, person.id)
    host.act(delete_rows, person.id, name, personal)
    replace_names(host, person.id, None, name)
    return name


def leave_table(act: HostAct, table_id: str, person: str) -> None:
    """Let a person leave an open table, or resign every seat of a running game."""
    table = try_load(act, table_id)
    if table and table.status == "open":
        act.append(verbs.leave(table, person, now()))
    while table and table.status == "playing" and set(table.seats_of(person)) - table.out:
        decision = verbs.resign(table, person, now())
        act.append(decision)
        table = decision.table


def delete_rows(act: HostAct, person: str, name: str, personal: Sequence[Personal]) -> None:
    """Replace the row of a person by one without data, and delete everything else about them.

    Data from which those of other people follow stay, such as the changes of ratings.
    """
    values: Json = {"name": name, "key": None, "kind": "guest", "password": None}
    values |= {"allows_text": False, "is_moderator": False}
    values |= {"seen_by": "nobody", "challenged_by": "nobody"}
    act.connection.execute(sa.update(people).where(people.c.id == person), values)
    for rows in personal:
        if not rows.is_kept:
            is_about = sa.or_(*(rows.table.c[name] == person for name in rows.columns))
            act.connection.execute(sa.delete(rows.table).where(is_about))
    acts = schema.host_acts
    about = sa.update(acts).where(acts.c.subject == person)  # renaming has recorded the name
    act.connection.execute(about, {"detail": {}})
    act.record("delete", person)
