"""People: guests, accounts with a password, and accounts of programs.

A guest may claim an account later and stays the same person, with all games and ratings. An account
that has not played yet can be turned into a program's account, permanently; programs are marked as
such at every table. Authentication of requests is in `callers.py`.
"""

from dataclasses import dataclass
from typing import Any, Literal, NoReturn

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from azulejos.errors import AzulejosError
from azulejos.server.ids import make_id
from azulejos.server.people.names import BadName, clean_name, friendly_name, name_key, reserved_keys
from azulejos.server.people.passwords import Passwords
from azulejos.server.storage import schema
from azulejos.server.storage.database import Database
from azulejos.server.wall_clock import now
from azulejos.text import Text

Kind = Literal["guest", "account", "program"]
rows = schema.people


class PeopleError(AzulejosError):
    """Something that a person cannot do; the code says why."""


@dataclass(frozen=True)
class Person:
    """A guest, an account or a program's account."""

    id: str
    name: str
    kind: Kind
    language: str
    created_at: float


class People:
    """Reads and writes people."""

    def __init__(self, database: Database):
        self.database = database
        self.passwords = Passwords()

    async def find(self, person_id: str) -> Person:
        """The person with an id."""
        query = sa.select(rows).where(rows.c.id == person_id)
        row = await self.database.read(lambda c: c.execute(query).one_or_none())
        if row is None:
            raise PeopleError(Text("people.unknown"))
        return read_person(row)

    async def make_guest(self, name: str | None, language: str) -> Person:
        """Create a guest under a name that no account owns; None for a generated name."""
        shown = friendly_name() if name is None else clean_name(name)
        person = Person(make_id(), shown, "guest", language, now())

        def work(connection: sa.Connection) -> None:
            require_free(connection, shown, person.id)
            connection.execute(sa.insert(rows), vars(person))

        await self.database.run(work)
        return person

    async def claim(self, person: Person, name: str, password: str) -> Person:
        """Turn a guest into an account."""
        if person.kind != "guest":
            raise PeopleError(Text("people.is_account"))
        shown, hashed = clean_name(name), await self.passwords.hash(password)
        values = {"name": shown, "key": name_key(shown), "kind": "account", "password": hashed}

        def work(connection: sa.Connection) -> None:
            require_free(connection, shown, person.id)
            update = sa.update(rows).where(rows.c.id == person.id, rows.c.kind == "guest")
            if connection.execute(update, values).rowcount != 1:
                raise PeopleError(Text("people.is_account"))

        try:
            await self.database.run(work)
        except IntegrityError:  # another transaction has claimed the name meanwhile
            raise taken() from None
        return Person(person.id, shown, "account", person.language, person.created_at)

    async def log_in(self, name: str, password: str) -> Person:
        """The account with a name and password."""
        query = sa.select(rows).where(rows.c.key == name_key(name))
        row = await self.database.read(lambda c: c.execute(query).one_or_none())
        if not await self.passwords.verify(password, row.password if row else None) or row is None:
            raise PeopleError(Text("people.login"))
        return read_person(row)

    async def change_password(self, person: Person, old: str, new: str) -> None:
        """Change the password of an account; the old one is required."""
        query = sa.select(rows.c.password).where(rows.c.id == person.id)
        stored = await self.database.read(lambda c: c.scalar(query))
        if stored is None:
            refuse_guest()
        if not await self.passwords.verify(old, stored):
            raise PeopleError(Text("people.login"))
        hashed = await self.passwords.hash(new)
        update = sa.update(rows).where(rows.c.id == person.id)
        await self.database.run(lambda c: c.execute(update, {"password": hashed}))

    async def change(self, person: Person, name: str | None, language: str | None) -> Person:
        """Change the language, or the display name of a guest."""
        shown = person.name if name is None else clean_name(name)
        if shown != person.name and person.kind != "guest":
            raise PeopleError(Text("people.name_fixed"))
        values = {"name": shown, "language": language or person.language}

        def work(connection: sa.Connection) -> None:
            if shown != person.name:
                require_free(connection, shown, person.id)
            connection.execute(sa.update(rows).where(rows.c.id == person.id), values)

        await self.database.run(work)
        return Person(person.id, shown, person.kind, values["language"], person.created_at)

    async def become_program(self, person: Person) -> Person:
        """Turn an account that has not played yet into a program's account."""
        if person.kind == "guest":
            refuse_guest()
        played = sa.exists().where(schema.seats.c.person == person.id)
        update = sa.update(rows).where(rows.c.id == person.id, ~played)
        done = await self.database.run(lambda c: c.execute(update, {"kind": "program"}).rowcount)
        if not done and person.kind != "program":
            raise PeopleError(Text("people.played"))
        return Person(person.id, person.name, "program", person.language, person.created_at)

    def close(self) -> None:
        self.passwords.close()


def require_free(connection: sa.Connection, name: str, person_id: str) -> None:
    """Check that a name is neither another account's nor reserved by the server."""
    key = name_key(name)
    owner = connection.scalar(sa.select(rows.c.id).where(rows.c.key == key))
    if key in reserved_keys() or owner not in (None, person_id):
        raise taken()


def taken() -> BadName:
    return BadName(Text("people.name_taken"))


def refuse_guest() -> NoReturn:
    raise PeopleError(Text("people.no_account"))


def read_person(row: sa.Row[Any]) -> Person:
    return Person(row.id, row.name, row.kind, row.language, row.created_at)
