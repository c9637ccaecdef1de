"""Credentials, stored as hashes: sessions of browsers and tokens of programs.

A session lasts as long as it is used from time to time. Once it is revoked, its cookie and every
copy of the cookie are invalid.

The scope `read` allows what its person may see; `play` also allows joining tables and playing.
Only accounts of programs get `play`, because programs are marked as such at the table.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import sqlalchemy as sa

from azulejos.server.accounts.people import PeopleError, Person, read_person, refuse_guest
from azulejos.server.ids import hash_secret, make_id, make_secret
from azulejos.server.storage import schema
from azulejos.server.storage.database import Database, among
from azulejos.server.wall_clock import now
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


class Sessions:
    """Reads and writes sessions."""

    def __init__(self, database: Database):
        self.database = database
        self.on_revocation: OnRevocation = ignore  # called after sessions were revoked

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

    async def open_among(self, ids: set[str]) -> set[str]:
        """Those of some session ids that are still valid."""
        if not ids:
            return set()
        query = sa.select(rows.c.id).where(rows.c.expires_at > now())
        return await self.database.read(
            lambda c: set(c.scalars(query.where(among(c, rows.c.id, ids))))
        )

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

    async def end(self, person: Person, session: str) -> None:
        """Revoke one session of a person."""
        delete = sa.delete(rows).where(rows.c.id == session, rows.c.person == person.id)
        if not await self.database.run(lambda c: revoke(c, delete)):
            raise PeopleError(Text("people.no_session"))
        await self.on_revocation()

    async def end_all(self, person: Person) -> None:
        """Revoke every session of a person."""
        delete = sa.delete(rows).where(rows.c.person == person.id)
        await self.database.run(lambda c: revoke(c, delete))
        await self.on_revocation()

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


class Tokens:
    """Reads and writes tokens."""

    def __init__(self, database: Database):
        self.database = database
        self.on_revocation: OnRevocation = ignore  # called after tokens were revoked

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

    async def open_among(self, ids: set[str]) -> set[str]:
        """Those of some token ids that are still valid."""
        if not ids:
            return set()
        query = sa.select(tokens.c.id)
        return await self.database.read(
            lambda c: set(c.scalars(query.where(among(c, tokens.c.id, ids))))
        )

    async def list(self, person: Person) -> list[AccessToken]:
        """The tokens of a person, the newest first."""
        query = sa.select(*(tokens.c[name] for name in TOKEN_FIELDS)).where(
            tokens.c.person == person.id
        )
        query = query.order_by(tokens.c.created_at.desc(), tokens.c.id)
        return await self.database.read(lambda c: [read_token(*row) for row in c.execute(query)])

    async def end(self, person: Person, token: str) -> None:
        """Revoke one token of a person."""
        delete = sa.delete(tokens).where(tokens.c.id == token, tokens.c.person == person.id)
        if not await self.database.run(lambda c: revoke(c, delete)):
            raise PeopleError(Text("people.no_token"))
        await self.on_revocation()

    async def end_all(self, person: Person) -> None:
        """Revoke every token of a person."""
        delete = sa.delete(tokens).where(tokens.c.person == person.id)
        await self.database.run(lambda c: revoke(c, delete))
        await self.on_revocation()


TOKEN_FIELDS = ("id", "name", "scopes", "created_at", "used_at")


def read_token(
    token_id: str, name: str, scopes: str, created_at: float, used_at: float | None
) -> AccessToken:
    return AccessToken(token_id, name, tuple(scopes.split()), created_at, used_at)  # type: ignore[arg-type]
