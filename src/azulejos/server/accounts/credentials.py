"""Credentials, stored as hashes: sessions of browsers, tokens of programs, and recovery codes.

A session lasts as long as it is used from time to time. Once it is revoked, its cookie and every
copy of the cookie are invalid.

The scope `read` allows what its person may see; `play` also allows joining tables and playing.
Only accounts of programs get `play`, because programs are marked as such at the table.

Recovery codes are shown once. Each can be used once, and new ones replace the old ones.
"""

import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import sqlalchemy as sa

from azulejos.server.accounts.names import name_key
from azulejos.server.accounts.people import People, PeopleError, Person, read_person, refuse_guest
from azulejos.server.ids import hash_secret, make_id, make_secret
from azulejos.server.storage import schema
from azulejos.server.storage.database import Database, among
from azulejos.server.timing import now
from azulejos.text import Text
from azulejos.wire.accounts import Scope

LASTS_S = 180 * 86_400.0  # an unused session expires after this time
SEEN_S = 3_600.0  # the time of the last use is stored at most so often
AGENT_LETTERS = 200
rows = schema.sessions
REVOKED = sa.select(schema.revocations.c.id).where(schema.revocations.c.at > sa.bindparam("since"))

OnRevocation = Callable[[], Awaitable[None]]
NOTED_S = 60.0  # how long a revocation stays noted


async def ignore() -> None:
    """Do nothing: nobody has to know."""


def revoke(connection: sa.Connection, delete: sa.Delete) -> int:
    """Delete sessions or tokens and note it for other processes; return how many were deleted."""
    notes, at = schema.revocations, now()
    connection.execute(sa.delete(notes).where(notes.c.at < at - NOTED_S))
    connection.execute(sa.insert(notes), {"id": make_id(), "at": at})
    return connection.execute(delete).rowcount


@dataclass(frozen=True)
class BrowserSession:
    """A browser in which a person is signed in."""

    id: str
    agent: str  # user-agent header of the browser
    created_at: float
    seen_at: float


class Credentials:
    """Secrets of people in a table of the database, which stores their hashes."""

    table: sa.Table
    unknown: str  # the refusal if there is no such credential

    def __init__(self, database: Database):
        self.database = database
        self.on_revocation: OnRevocation = ignore  # called after credentials were revoked

    def is_valid(self) -> sa.ColumnElement[bool]:
        """The condition for credentials that can be used."""
        return sa.true()

    async def open_among(self, ids: set[str]) -> set[str]:
        """Those of some ids that are still valid."""
        if not ids:
            return set()
        query, id = sa.select(self.table.c.id).where(self.is_valid()), self.table.c.id
        return await self.database.read(lambda c: set(c.scalars(query.where(among(c, id, ids)))))

    async def end(self, person: Person, id: str) -> None:
        """Revoke one credential of a person."""
        if not await self.revoke(self.table.c.id == id, self.table.c.person == person.id):
            raise PeopleError(Text(self.unknown))
        await self.on_revocation()

    async def end_all(self, person: Person) -> None:
        """Revoke every credential of a person."""
        await self.revoke(self.table.c.person == person.id)
        await self.on_revocation()

    async def revoke(self, *conditions: sa.ColumnElement[bool]) -> int:
        """Revoke those that meet conditions; return how many."""
        delete = sa.delete(self.table).where(*conditions)
        return await self.database.run(lambda c: revoke(c, delete))


class Sessions(Credentials):
    """Reads and writes sessions."""

    table, unknown = rows, "people.no_session"

    def is_valid(self) -> sa.ColumnElement[bool]:
        return rows.c.expires_at > now()

    async def open(self, person: Person, agent: str, instead_of: str = "") -> str:
        """Create a session, which may replace another; return its secret for the cookie."""
        secret, at = make_secret(), now()
        values = {"id": make_id(), "person": person.id, "secret": hash_secret(secret)}
        values |= {"agent": agent[:AGENT_LETTERS]}
        times = {"created_at": at, "seen_at": at, "expires_at": at + LASTS_S}

        def work(connection: sa.Connection) -> None:
            if instead_of:
                revoke(connection, sa.delete(rows).where(rows.c.id == instead_of))
            connection.execute(sa.insert(rows), values | times)

        await self.database.run(work)
        if instead_of:
            await self.on_revocation()
        return secret

    async def find(self, secret: str) -> tuple[str, Person] | None:
        """The session id and person of a cookie's secret; None if it is not valid."""
        at, people = now(), schema.people
        query = (
            sa.select(people, rows.c.id.label("session"), rows.c.seen_at)
            .join(rows, rows.c.person == people.c.id)
            .where(rows.c.secret == hash_secret(secret), rows.c.expires_at > at)
        )
        row = await self.database.read(lambda c: c.execute(query).one_or_none())
        if row is None:
            return None
        if at > row.seen_at + SEEN_S:
            values = {"seen_at": at, "expires_at": at + LASTS_S}
            update = sa.update(rows).where(rows.c.id == row.session)
            await self.database.run(lambda c: c.execute(update, values))
        return row.session, read_person(row)

    async def list(self, person: Person) -> list[BrowserSession]:
        """The valid sessions of a person, the last used first."""
        query = (
            sa.select(rows.c.id, rows.c.agent, rows.c.created_at, rows.c.seen_at)
            .where(rows.c.person == person.id, rows.c.expires_at > now())
            .order_by(rows.c.seen_at.desc(), rows.c.id)
        )
        return await self.database.read(
            lambda c: [BrowserSession(*row) for row in c.execute(query)]
        )

    async def revocations_since(self, at: float) -> set[str]:
        """Ids of the revocations of sessions and tokens since a time."""
        return await self.database.read(lambda c: set(c.scalars(REVOKED, {"since": at})))


# ---- Tokens of programs

PREFIX = "azj_"  # lets secret scanners recognise a leaked token
MAX_TOKENS = 20  # of one person
USED_S = 3_600.0  # the time of the last use is stored at most so often
tokens = schema.tokens


@dataclass(frozen=True)
class AccessToken:
    """A token without its secret."""

    id: str
    name: str
    scopes: tuple[Scope, ...]
    created_at: float
    used_at: float | None


class Tokens(Credentials):
    """Reads and writes tokens."""

    table, unknown = tokens, "people.no_token"

    async def make(self, person: Person, name: str, scopes: list[Scope]) -> tuple[AccessToken, str]:
        """Create a token; return it and its secret, which is not stored."""
        if person.kind == "guest":
            refuse_guest()
        if "play" in scopes and person.kind != "program":
            raise PeopleError(Text("people.not_program"))
        secret = PREFIX + make_secret()
        token = AccessToken(make_id(), name, tuple(sorted(set(scopes))), now(), None)
        values = vars(token) | {"scopes": " ".join(token.scopes)}

        def work(connection: sa.Connection) -> None:
            mine = sa.select(sa.func.count()).where(tokens.c.person == person.id)
            if (connection.scalar(mine) or 0) >= MAX_TOKENS:
                raise PeopleError(Text("people.many_tokens", {"most": MAX_TOKENS}))
            owned = {"person": person.id, "secret": hash_secret(secret)}
            connection.execute(sa.insert(tokens), values | owned)

        await self.database.run(work)
        return token, secret

    async def find(self, secret: str) -> tuple[AccessToken, Person] | None:
        """The token with a secret, and its person; None if there is none."""
        at, people = now(), schema.people
        columns = (tokens.c[name].label(f"token_{name}") for name in TOKEN_FIELDS)
        query = (
            sa.select(people, *columns)
            .join(tokens, tokens.c.person == people.c.id)
            .where(tokens.c.secret == hash_secret(secret))
        )
        row = await self.database.read(lambda c: c.execute(query).one_or_none())
        if row is None:
            return None
        token = read_token(*(getattr(row, f"token_{name}") for name in TOKEN_FIELDS))
        if token.used_at is None or at > token.used_at + USED_S:
            update = sa.update(tokens).where(tokens.c.id == token.id)
            await self.database.run(lambda c: c.execute(update, {"used_at": at}))
        return token, read_person(row)

    async def list(self, person: Person) -> list[AccessToken]:
        """The tokens of a person, the newest first."""
        query = sa.select(*(tokens.c[name] for name in TOKEN_FIELDS)).where(
            tokens.c.person == person.id
        )
        query = query.order_by(tokens.c.created_at.desc(), tokens.c.id)
        return await self.database.read(lambda c: [read_token(*row) for row in c.execute(query)])


TOKEN_FIELDS = ("id", "name", "scopes", "created_at", "used_at")


def read_token(
    token_id: str, name: str, scopes: str, created_at: float, used_at: float | None
) -> AccessToken:
    return AccessToken(token_id, name, tuple(scopes.split()), created_at, used_at)  # type: ignore[arg-type]


# ---- Recovery codes: each lets a person who forgot the password choose a new one

CODES = 8  # that an account gets at a time
CODE_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # without those that are easily mistaken
GROUPS, GROUP_LENGTH = 3, 5  # 15 letters: 74 bits
recovery_codes, people = schema.recovery_codes, schema.people


def make_code() -> str:
    """A random code such as `k7wpd-3mzqa-8hx2t`."""
    groups = (
        "".join(secrets.choice(CODE_LETTERS) for _ in range(GROUP_LENGTH)) for _ in range(GROUPS)
    )
    return "-".join(groups)


def hash_code(code: str) -> str:
    """The hash of a code, which may be written with capitals, spaces or other dashes."""
    return hash_secret("".join(sign for sign in code.casefold() if sign in CODE_LETTERS))


class Recovery:
    """Makes and takes recovery codes."""

    def __init__(self, accounts: People):
        self.accounts, self.database = accounts, accounts.database

    async def make(self, person: Person, password: str) -> list[str]:
        """New codes for an account, which replace its old ones; the password is required."""
        await self.accounts.require_password(person, password)
        codes = [make_code() for _ in range(CODES)]

        def work(connection: sa.Connection) -> None:
            connection.execute(
                sa.delete(recovery_codes).where(recovery_codes.c.person == person.id)
            )
            values = [{"code": hash_code(code), "person": person.id} for code in codes]
            connection.execute(sa.insert(recovery_codes), values)

        await self.database.run(work)
        return codes

    async def count(self, person: Person) -> int:
        """How many codes of a person are left."""
        query = sa.select(sa.func.count()).where(recovery_codes.c.person == person.id)
        return await self.database.read(lambda c: c.scalar(query)) or 0

    async def use(self, name: str, code: str, password: str) -> Person:
        """Give the account with a name and a code a new password; the code is used up."""
        hashed = await self.accounts.passwords.hash(password)

        def work(connection: sa.Connection) -> Person:
            query = sa.select(people).where(people.c.key == name_key(name))
            row = connection.execute(query).one_or_none()
            if row is None or row.password is None:
                raise PeopleError(Text("people.recovery"))
            used = sa.delete(recovery_codes).where(
                recovery_codes.c.code == hash_code(code), recovery_codes.c.person == row.id
            )
            if connection.execute(used).rowcount != 1:
                raise PeopleError(Text("people.recovery"))
            update = sa.update(people).where(people.c.id == row.id)
            connection.execute(update, {"password": hashed})
            return read_person(row)

        return await self.database.run(work)
