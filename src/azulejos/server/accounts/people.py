"""People: guests, accounts with a password, and accounts of programs.

A guest may claim an account later and stays the same person, with all games and ratings. An account
that has not played yet can be turned into a program's account, permanently; programs are marked as
such at every table. Authentication of requests is in `callers.py`.
"""

import asyncio
import math
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields, replace
from typing import Any, NoReturn

import sqlalchemy as sa
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy.exc import IntegrityError

from azulejos.errors import AzulejosError
from azulejos.server.accounts.names import (
    BadName,
    clean_name,
    friendly_name,
    name_key,
    reserved_keys,
)
from azulejos.server.ids import make_id
from azulejos.server.storage import schema
from azulejos.server.storage.database import Database, among
from azulejos.server.timing import TIMING, now
from azulejos.text import Text
from azulejos.wire.accounts import Group, Kind

DAY_S = 86_400.0
rows, former = schema.people, schema.former_names


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
    allows_text: bool = False  # exchanges free text at tables with others who do
    is_moderator: bool = False
    seen_by: Group = "friends"  # who sees that the person is online, and what the person watches
    challenged_by: Group = "everybody"


@dataclass(frozen=True)
class Changes:
    """New values of a person's settings; None leaves one as it is."""

    name: str | None = None
    language: str | None = None
    allows_text: bool | None = None
    seen_by: Group | None = None
    challenged_by: Group | None = None


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

    async def names(self, ids: Iterable[str]) -> dict[str, str]:
        """The names of some people, by id."""

        def work(connection: sa.Connection) -> dict[str, str]:
            query = sa.select(rows.c.id, rows.c.name).where(among(connection, rows.c.id, ids))
            return {row.id: row.name for row in connection.execute(query)}

        return await self.database.read(work)

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
        return replace(person, name=shown, kind="account")

    async def password_of(self, name: str) -> str | None:
        """The password hash of the account with a name; None if there is none."""
        query = sa.select(rows.c.password).where(rows.c.key == name_key(name))
        return await self.database.read(lambda c: c.scalar(query))

    async def log_in(self, name: str, password: str) -> Person:
        """The account with a name and password."""
        query = sa.select(rows).where(rows.c.key == name_key(name))
        row = await self.database.read(lambda c: c.execute(query).one_or_none())
        if not await self.passwords.verify(password, row.password if row else None) or row is None:
            raise PeopleError(Text("people.login"))
        return read_person(row)

    async def check_label(self, person: Person, name: str | None) -> None:
        """Check the name under which a person takes a seat: it may be nobody else's."""
        if name is not None:
            shown = clean_name(name)
            await self.database.read(lambda c: require_free(c, shown, person.id))

    async def require_password(self, person: Person, password: str) -> None:
        """Check the password of an account."""
        query = sa.select(rows.c.password).where(rows.c.id == person.id)
        stored = await self.database.read(lambda c: c.scalar(query))
        if stored is None:
            refuse_guest()
        if not await self.passwords.verify(password, stored):
            raise PeopleError(Text("people.login"))

    async def change_password(self, person: Person, old: str, new: str) -> None:
        """Change the password of an account; the old one is required."""
        await self.require_password(person, old)
        hashed = await self.passwords.hash(new)
        update = sa.update(rows).where(rows.c.id == person.id)
        await self.database.run(lambda c: c.execute(update, {"password": hashed}))

    async def change(self, person: Person, changes: Changes) -> Person:
        """Change name or language, or what a person allows others."""
        values = {key: value for key, value in vars(changes).items() if value is not None}
        shown = clean_name(changes.name) if changes.name is not None else person.name
        values["name"] = shown

        def work(connection: sa.Connection) -> None:
            own = values
            if shown != person.name:
                require_free(connection, shown, person.id)
                if person.kind != "guest":
                    give_up_name(connection, person)
                    own = {**values, "key": name_key(shown)}
            connection.execute(sa.update(rows).where(rows.c.id == person.id), own)

        try:
            await self.database.run(work)
        except IntegrityError:  # another transaction has claimed the name meanwhile
            raise taken() from None
        return replace(person, **values)

    async def become_program(self, person: Person) -> Person:
        """Turn an account that has not played yet into a program's account."""
        if person.kind == "guest":
            refuse_guest()
        played = sa.exists().where(schema.seats.c.person == person.id)
        update = sa.update(rows).where(rows.c.id == person.id, ~played)
        done = await self.database.run(lambda c: c.execute(update, {"kind": "program"}).rowcount)
        if not done and person.kind != "program":
            raise PeopleError(Text("people.played"))
        return replace(person, kind="program")

    def close(self) -> None:
        self.passwords.close()


def require_free(connection: sa.Connection, name: str, person_id: str) -> None:
    """Check that a name is neither another account's, also formerly, nor reserved by the server."""
    key = name_key(name)
    owner = connection.scalar(sa.select(rows.c.id).where(rows.c.key == key))
    query = sa.select(former.c.person).where(
        former.c.key == key, former.c.at > now() - TIMING.reserved_s
    )
    before = connection.scalar(query)
    if key in reserved_keys() or not {owner, before} <= {None, person_id}:
        raise taken()


def give_up_name(connection: sa.Connection, person: Person) -> None:
    """Reserve the name of an account that gets another one; refused soon after the last time."""
    at, key = now(), name_key(person.name)
    last = connection.scalar(
        sa.select(sa.func.max(former.c.at)).where(former.c.person == person.id)
    )
    if last is not None and last > at - TIMING.rename_s:
        raise PeopleError(
            Text("people.renamed", {"n": math.ceil((last + TIMING.rename_s - at) / DAY_S)})
        )
    connection.execute(sa.delete(former).where(former.c.key == key))
    connection.execute(sa.insert(former), {"key": key, "person": person.id, "at": at})


def taken() -> BadName:
    return BadName(Text("people.name_taken"))


def refuse_guest() -> NoReturn:
    raise PeopleError(Text("people.no_account"))


def read_person(row: sa.Row[Any]) -> Person:
    return Person(*(getattr(row, each.name) for each in fields(Person)))


# ---- Passwords

MAX_CONCURRENT = 2  # hashes; a machine with 1 GiB has room for about 4
# Verified instead of a hash that does not exist; of a password that nobody knows.
NOBODYS_HASH = (
    "$argon2id$v=19$m=65536,t=3,p=4$"
    "aH+sgiXiX8Y7MB6tQgsTUg$HnMnshVhlu3rQ4O2BDXbwuWdhPjPbKX7cNN06sBtZFA"
)


class Passwords:
    """Computes hashes in threads, so that the event loop never waits."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher()
        self._threads = ThreadPoolExecutor(MAX_CONCURRENT, thread_name_prefix="password")

    async def hash(self, password: str) -> str:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, self._hasher.hash, password)

    async def verify(self, password: str, stored: str | None) -> bool:
        """Does a password match a hash? Takes equally long without a hash, which never matches."""
        loop = asyncio.get_running_loop()
        is_match = await loop.run_in_executor(
            self._threads, self._verify, password, stored or NOBODYS_HASH
        )
        return is_match and stored is not None

    def _verify(self, password: str, stored: str) -> bool:
        try:
            return self._hasher.verify(stored, password)
        except (VerificationError, InvalidHashError):
            return False

    def close(self) -> None:
        self._threads.shutdown()
