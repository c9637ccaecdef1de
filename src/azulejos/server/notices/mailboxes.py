"""Mail addresses of accounts, and the links that are sent to them.

An address is of use only once its owner has opened the link that is sent to it. Links carry secrets
of which only hashes are stored. Mails wait in `outbox.py`; `mail.py` sends them.
"""

from dataclasses import dataclass, fields
from typing import Any, Literal

import sqlalchemy as sa

from azulejos.contract.rules import Json
from azulejos.server.accounts.names import name_key
from azulejos.server.accounts.people import People, Person, read_person, refuse_guest
from azulejos.server.errors import refusal
from azulejos.server.ids import hash_secret, make_secret
from azulejos.server.notices.outbox import add_mail
from azulejos.server.storage import schema
from azulejos.server.timing import now

LinkKind = Literal["confirm", "recover", "stop"]
LASTS_S = {"confirm": 86_400.0, "recover": 3_600.0, "stop": 60 * 86_400.0}  # how long links work
rows, links, people = schema.mail_addresses, schema.mail_links, schema.people


@dataclass(frozen=True)
class MailAddress:
    """The address of an account."""

    person: str
    address: str
    confirmed_at: float | None
    digest_h: int  # least hours between digests; 0: none
    digest_at: float  # when the last one was sent


class Mailboxes:
    """Reads and writes addresses and links."""

    def __init__(self, accounts: People):
        self.accounts, self.database = accounts, accounts.database

    async def of(self, person: str) -> MailAddress | None:
        """The address of a person, confirmed or not."""
        query = sa.select(*(rows.c[each.name] for each in fields(MailAddress)))
        query = query.where(rows.c.person == person)
        row = await self.database.read(lambda c: c.execute(query).one_or_none())
        return MailAddress(*row) if row else None

    async def change(self, person: Person, address: str, password: str) -> None:
        """Give an account an address, which is to be confirmed; the password is required."""
        if person.kind == "guest":
            refuse_guest()
        await self.accounts.require_password(person, password)
        values: Json = {"person": person.id, "address": address, "confirmed_at": None}
        values |= {"digest_h": 0, "digest_at": 0.0}

        def work(connection: sa.Connection) -> None:
            forget(connection, person.id)
            connection.execute(sa.insert(rows), values)
            add_mail(connection, person.id, "confirm", now())

        await self.database.run(work)

    async def remove(self, person: str) -> None:
        """Forget the address of a person, with the mails and links to it."""
        await self.database.run(lambda c: forget(c, person))

    async def confirm(self, secret: str) -> None:
        """Confirm the address to which a link was sent."""

        def work(connection: sa.Connection) -> None:
            person, address = take_link(connection, secret, "confirm")
            update = sa.update(rows).where(rows.c.person == person, rows.c.address == address)
            connection.execute(update, {"confirmed_at": now()})

        await self.database.run(work)

    async def set_digest(self, person: Person, hours: int) -> None:
        """Choose the least time between two digests; 0 for none."""
        update = sa.update(rows).where(rows.c.person == person.id, rows.c.confirmed_at.is_not(None))
        if not await self.database.run(lambda c: c.execute(update, {"digest_h": hours}).rowcount):
            raise refusal("mail.none")

    async def stop_digest(self, secret: str) -> None:
        """Send no more digests to the address to which a link was sent; it works more than once."""

        def work(connection: sa.Connection) -> None:
            found = connection.execute(select_link(secret, "stop")).one_or_none()
            if found is None:
                raise refusal("mail.link")
            update = sa.update(rows).where(rows.c.person == found.person)
            connection.execute(update.where(rows.c.address == found.address), {"digest_h": 0})

        await self.database.run(work)

    async def note_digest(self, person: str) -> None:
        """Note that a digest was sent now."""
        update = sa.update(rows).where(rows.c.person == person)
        await self.database.run(lambda c: c.execute(update, {"digest_at": now()}))

    async def make_link(self, to: MailAddress, kind: LinkKind) -> str:
        """The secret of a new link."""
        secret = make_secret()
        values: Json = {"id": hash_secret(secret), "person": to.person, "kind": kind}
        values |= {"address": to.address, "expires_at": now() + LASTS_S[kind]}
        await self.database.run(lambda c: c.execute(sa.insert(links), values))
        return secret

    # ---- Forgotten passwords

    async def ask_recovery(self, name: str) -> None:
        """Send a link to the address of the account with a name, if it has confirmed one. Whoever
        asks is not told whether it has.
        """
        query = (
            sa.select(people.c.id)
            .join(rows, rows.c.person == people.c.id)
            .where(people.c.key == name_key(name), rows.c.confirmed_at.is_not(None))
        )

        def work(connection: sa.Connection) -> None:
            person = connection.scalar(query)
            if person:
                add_mail(connection, person, "recover", now())

        await self.database.run(work)

    async def recover(self, secret: str, password: str) -> Person:
        """Give the account to which a link was sent a new password."""
        hashed = await self.accounts.passwords.hash(password)

        def work(connection: sa.Connection) -> Person:
            person, _ = take_link(connection, secret, "recover")
            is_account = sa.and_(people.c.id == person, people.c.password.is_not(None))
            row = connection.execute(sa.select(people).where(is_account)).one_or_none()
            if row is None:
                raise refusal("mail.link")
            connection.execute(sa.update(people).where(is_account), {"password": hashed})
            return read_person(row)

        return await self.database.run(work)


def forget(connection: sa.Connection, person: str) -> None:
    for table in (rows, links, schema.mails):
        connection.execute(sa.delete(table).where(table.c.person == person))


def select_link(secret: str, kind: LinkKind) -> sa.Select[Any]:
    is_valid = sa.and_(links.c.kind == kind, links.c.expires_at > now())
    query = sa.select(links.c.person, links.c.address)
    return query.where(links.c.id == hash_secret(secret), is_valid)


def take_link(connection: sa.Connection, secret: str, kind: LinkKind) -> tuple[str, str]:
    """The person and address to which a link was sent; all links of its kind are used up."""
    found = connection.execute(select_link(secret, kind)).one_or_none()
    if found is not None:
        all_of_them = sa.and_(links.c.person == found.person, links.c.kind == kind)
        if connection.execute(sa.delete(links).where(all_of_them)).rowcount:
            return found.person, found.address
    raise refusal("mail.link")
