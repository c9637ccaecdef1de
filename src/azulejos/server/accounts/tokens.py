"""Tokens: credentials of programs. Stored as hashes, limited by scopes, shown once.

The scope `read` allows what its person may see; `play` also allows joining tables and playing.
Only accounts of programs get `play`, because programs are marked as such at the table.
"""

from dataclasses import dataclass

import sqlalchemy as sa

from azulejos.server.accounts.people import PeopleError, Person, read_person, refuse_guest
from azulejos.server.accounts.sessions import OnRevocation, ignore, revoke
from azulejos.server.ids import hash_secret, make_id, make_secret
from azulejos.server.storage import schema
from azulejos.server.storage.database import Database, among
from azulejos.server.wall_clock import now
from azulejos.text import Text
from azulejos.wire.accounts import Scope

PREFIX = "azj_"  # lets secret scanners recognise a leaked token
MAX_TOKENS = 20  # of one person
USED_S = 3_600.0  # the time of the last use is stored at most so often
rows = schema.tokens


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
            mine = sa.select(sa.func.count()).where(rows.c.person == person.id)
            if (connection.scalar(mine) or 0) >= MAX_TOKENS:
                raise PeopleError(Text("people.many_tokens", {"most": MAX_TOKENS}))
            owned = {"person": person.id, "secret": hash_secret(secret)}
            connection.execute(sa.insert(rows), values | owned)

        await self.database.run(work)
        return token, secret

    async def find(self, secret: str) -> tuple[AccessToken, Person] | None:
        """The token with a secret, and its person; None if there is none."""
        at, people = now(), schema.people
        columns = (rows.c[name].label(f"token_{name}") for name in TOKEN_FIELDS)
        query = (
            sa.select(people, *columns)
            .join(rows, rows.c.person == people.c.id)
            .where(rows.c.secret == hash_secret(secret))
        )
        row = await self.database.read(lambda c: c.execute(query).one_or_none())
        if row is None:
            return None
        token = read_token(*(getattr(row, f"token_{name}") for name in TOKEN_FIELDS))
        if token.used_at is None or at > token.used_at + USED_S:
            update = sa.update(rows).where(rows.c.id == token.id)
            await self.database.run(lambda c: c.execute(update, {"used_at": at}))
        return token, read_person(row)

    async def open_among(self, ids: set[str]) -> set[str]:
        """Those of some token ids that are still valid."""
        if not ids:
            return set()
        query = sa.select(rows.c.id)
        return await self.database.read(
            lambda c: set(c.scalars(query.where(among(c, rows.c.id, ids))))
        )

    async def list(self, person: Person) -> list[AccessToken]:
        """The tokens of a person, the newest first."""
        query = sa.select(*(rows.c[name] for name in TOKEN_FIELDS)).where(
            rows.c.person == person.id
        )
        query = query.order_by(rows.c.created_at.desc(), rows.c.id)
        return await self.database.read(lambda c: [read_token(*row) for row in c.execute(query)])

    async def end(self, person: Person, token: str) -> None:
        """Revoke one token of a person."""
        delete = sa.delete(rows).where(rows.c.id == token, rows.c.person == person.id)
        if not await self.database.run(lambda c: revoke(c, delete)):
            raise PeopleError(Text("people.no_token"))
        await self.on_revocation()

    async def end_all(self, person: Person) -> None:
        """Revoke every token of a person."""
        delete = sa.delete(rows).where(rows.c.person == person.id)
        await self.database.run(lambda c: revoke(c, delete))
        await self.on_revocation()


TOKEN_FIELDS = ("id", "name", "scopes", "created_at", "used_at")


def read_token(
    token_id: str, name: str, scopes: str, created_at: float, used_at: float | None
) -> AccessToken:
    return AccessToken(token_id, name, tuple(scopes.split()), created_at, used_at)  # type: ignore[arg-type]
