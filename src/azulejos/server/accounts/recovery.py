"""Recovery codes: each lets a person who forgot the password choose a new one.

The codes are shown once; only their hashes are stored. Each can be used once, and new ones replace
the old ones.
"""

import secrets

import sqlalchemy as sa

from azulejos.server.accounts.names import name_key
from azulejos.server.accounts.people import People, PeopleError, Person, read_person
from azulejos.server.ids import hash_secret
from azulejos.server.storage import schema
from azulejos.text import Text

CODES = 8  # that an account gets at a time
LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # without those that are easily mistaken
GROUPS, GROUP_LENGTH = 3, 5  # 15 letters: 74 bits
rows, people = schema.recovery_codes, schema.people


def make_code() -> str:
    """A random code such as `k7wpd-3mzqa-8hx2t`."""
    groups = ("".join(secrets.choice(LETTERS) for _ in range(GROUP_LENGTH)) for _ in range(GROUPS))
    return "-".join(groups)


def hash_code(code: str) -> str:
    """The hash of a code, which may be written with capitals, spaces or other dashes."""
    return hash_secret("".join(sign for sign in code.casefold() if sign in LETTERS))


class Recovery:
    """Makes and takes recovery codes."""

    def __init__(self, accounts: People):
        self.accounts, self.database = accounts, accounts.database

    async def make(self, person: Person, password: str) -> list[str]:
        """New codes for an account, which replace its old ones; the password is required."""
        await self.accounts.require_password(person, password)
        codes = [make_code() for _ in range(CODES)]

        def work(connection: sa.Connection) -> None:
            connection.execute(sa.delete(rows).where(rows.c.person == person.id))
            values = [{"code": hash_code(code), "person": person.id} for code in codes]
            connection.execute(sa.insert(rows), values)

        await self.database.run(work)
        return codes

    async def count(self, person: Person) -> int:
        """How many codes of a person are left."""
        query = sa.select(sa.func.count()).where(rows.c.person == person.id)
        return await self.database.read(lambda c: c.scalar(query)) or 0

    async def use(self, name: str, code: str, password: str) -> Person:
        """Give the account with a name and a code a new password; the code is used up."""
        hashed = await self.accounts.passwords.hash(password)

        def work(connection: sa.Connection) -> Person:
            query = sa.select(people).where(people.c.key == name_key(name))
            row = connection.execute(query).one_or_none()
            if row is None or row.password is None:
                raise PeopleError(Text("people.recovery"))
            used = sa.delete(rows).where(rows.c.code == hash_code(code), rows.c.person == row.id)
            if connection.execute(used).rowcount != 1:
                raise PeopleError(Text("people.recovery"))
            update = sa.update(people).where(people.c.id == row.id)
            connection.execute(update, {"password": hashed})
            return read_person(row)

        return await self.database.run(work)
