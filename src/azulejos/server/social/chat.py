"""Chat at tables: phrases as codes, and free text between people who both allow it.

The readers of a message are chosen when it is added, and stored with it: those who sit at the table
and have neither muted nor blocked its writer. Messages are never part of a record, an export or a
spectator's view. Moderators read all of them.

Clients leave out messages that they have already.
"""

import unicodedata
from collections.abc import Collection, Iterable
from dataclasses import dataclass, fields
from typing import Any, Protocol

import sqlalchemy as sa
from pydantic import BaseModel
from sqlalchemy.exc import IntegrityError

from azulejos.server.accounts.names import without_invisible
from azulejos.server.accounts.relations import blocks_among
from azulejos.server.cluster.channel import Channel, Publish
from azulejos.server.errors import Busy, refusal
from azulejos.server.play.tables import Tables
from azulejos.server.storage import schema
from azulejos.server.storage.database import Database
from azulejos.server.table.verbs.decision import require_seats
from azulejos.server.timing import now
from azulejos.wire.chat import MAX_TEXT
from azulejos.wire.messages import ChatMessageView, NewMessage

MAX_SHOWN = 100  # messages that a table shows, the last ones
ATTEMPTS = 5  # at storing a message, when others at the table write at the same time
RECENT_S = 10.0  # for how long a message counts as recent; the clocks of machines may differ
rows = schema.chat_messages


@dataclass(frozen=True)
class ChatMessage:
    """A message at a table."""

    table: str
    number: int  # from 1, by table
    at: float
    person: str  # id of the speaker
    phrase: str  # code; "" for free text
    text: str  # free text; "" for a phrase
    hearers: list[str]  # ids of the people whom it reaches

    def reach(self, person: str) -> bool:
        """May a person read the message?"""
        return bool(person) and (person == self.person or person in self.hearers)


class ChatMessages:
    """Reads and writes messages at tables."""

    def __init__(self, database: Database):
        self.database = database

    async def add(
        self, table: str, people: Iterable[str], person: str, phrase: str, text: str
    ) -> ChatMessage:
        """Store a message of a person who sits at a table with some people."""
        others, shown = set(people) - {person}, clean_text(text) if text else ""

        def work(connection: sa.Connection) -> ChatMessage:
            reached = readers_of(connection, person, others, is_text=bool(shown))
            last = sa.select(sa.func.max(rows.c.number)).where(rows.c.table == table)
            number = 1 + (connection.scalar(last) or 0)
            message = ChatMessage(table, number, now(), person, phrase, shown, reached)
            connection.execute(sa.insert(rows), vars(message))
            return message

        for _ in range(ATTEMPTS):
            try:
                return await self.database.run(work)
            except IntegrityError:  # another message came first
                continue
        raise Busy

    async def recent(self) -> list[ChatMessage]:
        """The messages of the last seconds at all tables."""
        query = sa.select(rows).where(rows.c.at > now() - RECENT_S).order_by(rows.c.at)
        return await self.database.read(lambda c: [read_message(row) for row in c.execute(query)])

    async def heard(self, table: str, person: str) -> list[ChatMessage]:
        """The last messages at a table that reached a person, without those of people whom they
        have muted or blocked since.
        """

        def work(connection: sa.Connection) -> list[ChatMessage]:
            query = sa.select(rows).where(rows.c.table == table).order_by(rows.c.number.desc())
            found = [read_message(row) for row in connection.execute(query.limit(4 * MAX_SHOWN))]
            ties = blocks_among(connection, {person} | {each.person for each in found})
            silent = {other for who, other in ties if who == person}
            return [w for w in found if w.reach(person) and w.person not in silent][:MAX_SHOWN]

        return (await self.database.read(work))[::-1]

    async def writable(self, person: str, people: Iterable[str]) -> list[str]:
        """Those of some people to whom a person may write free text."""
        others = set(people) - {person}
        return await self.database.read(lambda c: open_to_text(c, person, others))


def open_to_text(connection: sa.Connection, person: str, others: set[str]) -> list[str]:
    """Those who allow free text, if the person does too, and have no block between them."""
    people = schema.people
    query = sa.select(people.c.id).where(
        people.c.id.in_(sorted({person} | others)), people.c.allows_text
    )
    allowing = set(connection.scalars(query))
    if person not in allowing:
        return []
    ties = blocks_among(connection, {person} | others)
    return sorted(
        each
        for each in allowing & others
        if "block" not in (ties.get((each, person)), ties.get((person, each)))
    )


def readers_of(
    connection: sa.Connection, person: str, others: set[str], is_text: bool
) -> list[str]:
    """The readers of a person's message; raises if nobody takes free text from the person."""
    ties = blocks_among(connection, {person} | others)
    if is_text:
        others = set(open_to_text(connection, person, others))
        if not others:
            raise refusal("talk.closed")
    return sorted(
        each
        for each in others
        if (each, person) not in ties and ties.get((person, each)) != "block"
    )


def clean_text(text: str) -> str:
    """Free text for display: one line of visible characters."""
    shown = " ".join(without_invisible(text).split())
    if not shown or len(shown) > MAX_TEXT:
        raise refusal("talk.length", most=MAX_TEXT)
    if any(unicodedata.category(sign) in ("Cc", "Cs", "Co", "Cn") for sign in shown):
        raise refusal("talk.length", most=MAX_TEXT)
    return shown


def read_message(row: sa.Row[Any]) -> ChatMessage:
    return ChatMessage(*(getattr(row, each.name) for each in fields(ChatMessage)))


# ---- Live chat

FORGET_S = 6 * RECENT_S  # after which nothing finds a message as recent


class Reader(Protocol):
    """A connection that gets messages."""

    person: str

    def send(self, message: BaseModel) -> None:
        """Send a message; must not block."""


class Chat:
    """Adds messages at tables, and hands on those of other processes."""

    def __init__(self, messages: ChatMessages, tables: Tables, publish: Publish):
        self.messages, self.tables = messages, tables
        self.channel: Channel[Reader] = Channel("chat", publish, self._catch_up)
        self._sent: dict[tuple[str, int], float] = {}  # when recent messages were sent

    async def say(self, table_id: str, person: str, phrase: str, text: str) -> ChatMessage:
        """Add a message of a person who sits at a table."""
        table = (await self.tables.get_current(table_id)).table
        require_seats(table, person)
        message = await self.messages.add(table_id, table.people(), person, phrase, text)
        self._send(message)
        self.channel.announce(table_id, message.number)
        return message

    def _send(self, message: ChatMessage) -> None:
        self._sent[message.table, message.number] = now()
        for reader in self.channel.listeners(message.table):
            if message.reach(reader.person):
                reader.send(NewMessage(table=message.table, words=ChatMessageView.of(message)))

    async def _catch_up(self, tables: Collection[str]) -> None:
        """Send recent messages at some tables that were not sent yet."""
        recent = {(each.table, each.number): each for each in await self.messages.recent()}
        for key in sorted(recent.keys() - self._sent.keys()):
            if key[0] in tables:
                self._send(recent[key])
        old = now() - FORGET_S
        self._sent = {key: at for key, at in self._sent.items() if at > old}
