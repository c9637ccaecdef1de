"""Tokens: what a program shows instead of a cookie. Hashed, scoped, shown once.

`read` sees what its person sees; `play` sits down and plays as well, and only the account of a
program may have it: whoever plays by program is marked.
"""

from dataclasses import dataclass
from typing import Literal

import sqlalchemy as sa

from azulejos.server.ids import hash_secret, make_id, make_secret
from azulejos.server.people.accounts import PeopleError, Person, read_person, refuse_guest
from azulejos.server.storage import schema
from azulejos.server.storage.database import Database
from azulejos.server.wall_clock import now
from azulejos.text import Text

Scope = Literal["read", "play"]
PREFIX = "azj_"  # so that a token that leaked can be found
MOST_TOKENS = 20  # of one person
USED_S = 3_600.0  # between two notes that it was used
rows = schema.tokens


@dataclass(frozen=True)
class Token:
    """What is known of a token once its secret was shown."""

    id: str
    name: str
    scopes: tuple[Scope, ...]
    created_at: float
    used_at: float | None


class Tokens:
    """Everything that is asked of the database about tokens."""

    def __init__(self, database: Database):
        self.database = database

    async def make(self, person: Person, name: str, scopes: list[Scope]) -> tuple[Token, str]:
        """A token and its secret, which nobody can look up again."""
        if person.kind == "guest":
            refuse_guest()
        if "play" in scopes and person.kind != "program":
            raise PeopleError(Text("people.not_program"))
        secret = PREFIX + make_secret()
        token = Token(make_id(), name, tuple(sorted(set(scopes))), now(), None)
        values = vars(token) | {"scopes": " ".join(token.scopes)}

        def work(connection: sa.Connection) -> None:
            mine = sa.select(sa.func.count()).where(rows.c.person == person.id)
            if (connection.scalar(mine) or 0) >= MOST_TOKENS:
                raise PeopleError(Text("people.many_tokens", {"most": MOST_TOKENS}))
            owned = {"person": person.id, "secret": hash_secret(secret)}
            connection.execute(sa.insert(rows), values | owned)

        await self.database.run(work)
        return token, secret

    async def find(self, secret: str) -> tuple[Token, Person] | None:
        """The token of a secret and whose it is."""
        moment, people = now(), schema.people
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
        if token.used_at is None or moment > token.used_at + USED_S:
            update = sa.update(rows).where(rows.c.id == token.id)
            await self.database.run(lambda c: c.execute(update, {"used_at": moment}))
        return token, read_person(row)

    async def is_open(self, token: str) -> bool:
        """Does a token still exist? For whoever holds a connection opened with it."""
        query = sa.select(rows.c.id).where(rows.c.id == token)
        return await self.database.read(lambda c: c.scalar(query) is not None)

    async def open_among(self, ids: set[str]) -> set[str]:
        """Those of some tokens that still last."""
        query = sa.select(rows.c.id).where(rows.c.id.in_(ids))
        return await self.database.read(lambda c: set(c.scalars(query)))

    async def list(self, person: Person) -> list[Token]:
        """The tokens of a person, the newest first."""
        query = sa.select(*(rows.c[name] for name in TOKEN_FIELDS)).where(
            rows.c.person == person.id
        )
        query = query.order_by(rows.c.created_at.desc(), rows.c.id)
        return await self.database.read(lambda c: [read_token(*row) for row in c.execute(query)])

    async def end(self, person: Person, token: str) -> None:
        """Make one token of a person worthless."""
        delete = sa.delete(rows).where(rows.c.id == token, rows.c.person == person.id)
        if not await self.database.run(lambda c: c.execute(delete).rowcount):
            raise PeopleError(Text("people.no_token"))


TOKEN_FIELDS = ("id", "name", "scopes", "created_at", "used_at")


def read_token(
    token_id: str, name: str, scopes: str, created_at: float, used_at: float | None
) -> Token:
    return Token(token_id, name, tuple(scopes.split()), created_at, used_at)  # type: ignore[arg-type]
